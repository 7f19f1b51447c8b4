"""The best after each move, in threads: every board that differs in what can be used once."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec

from route_opt import _core
from route_opt.compile import compile_network
from route_opt.network import Network
from route_opt.next_moves.idle import is_idle
from route_opt.next_moves.moves import Move
from route_opt.position import Position
from route_opt.solver import NoLegalRunError, Progress, best

QUICK = 2_000
"""Nodes of a search that takes less time than to hand it to a thread is worth."""


class Value(msgspec.Struct, frozen=True):
    """The best of a board, or at least `revenue` and at most `bound`."""

    revenue: int
    bound: int

    @property
    def proved(self) -> bool:
        """Whether the search came to its end."""
        return self.revenue == self.bound

    @property
    def open_bound(self) -> int | None:
        """What it is at most, where that is more than was found."""
        return None if self.proved else self.bound


Asked = tuple[Future[Value | None], list[Future[Value | None]]]
"""What a corporation earns, and its rival with each choice of the trains that it may keep."""


class Searches:
    """Searches under way, one for each board that differs in what a corporation can use.

    As long as they are quick they are made at once; boards that differ by a move are much alike.
    """

    def __init__(
        self, how: dict[str, Any], end: float, progress: Progress | None, workers: int
    ) -> None:
        self.how, self.end, self.progress = how, end, progress
        self.known: dict[Hashable, Future[Value | None]] = {}
        self.pool = ThreadPoolExecutor(workers)
        self.nodes = 0  # of the last search
        self.stopped = threading.Event()

    def __enter__(self) -> Searches:
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.pool.shutdown(cancel_futures=True)

    @property
    def is_over(self) -> bool:
        """Whether time is up or somebody said stop."""
        return self.stopped.is_set() or time.monotonic() >= self.end

    def start(self, position: Position) -> Future[Value | None]:
        """The value of a position, when it is known; None if there was no time for it."""
        # Most lays change nothing: their track ends in a field, or starts in one.
        usable = _core.relevant(compile_network(Network(position)))
        key = (position.corporation, tuple(sorted(position.trains)), usable)
        if key not in self.known:
            start = self._at_once if self.nodes <= QUICK else self._in_a_thread
            self.known[key] = start(position)
        return self.known[key]

    def _in_a_thread(self, position: Position) -> Future[Value | None]:
        return self.pool.submit(self._search, position)

    def _at_once(self, position: Position) -> Future[Value | None]:
        done: Future[Value | None] = Future()
        try:
            done.set_result(self._search(position))
        except Exception as error:
            done.set_exception(error)
        return done

    def value(self, position: Position) -> Value:
        """The value of the position as it is: time up or not, with a bound that says something."""
        return self.start(position).result() or self._found(position)

    def _search(self, position: Position) -> Value | None:
        return None if self.is_over else self._found(position)

    def _found(self, position: Position) -> Value:
        left = self.end - time.monotonic()
        try:
            limit = None if left == float("inf") else max(left, 0.001)
            result = best(position, time_limit=limit, progress=self._watch, ties=False, **self.how)
        except NoLegalRunError:
            return Value(0, 0)
        self.nodes = result.stats.nodes
        return Value(result.revenue, result.bound)

    def _watch(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        if self.progress is not None and self.progress(value, bound, nodes, seconds):
            self.stopped.set()
        return self.stopped.is_set()


class Sides:
    """The position and that of its rival, if there is one: what moves are compared with."""

    def __init__(self, searches: Searches, position: Position, rival: Position | None) -> None:
        self.searches, self.network, self.rival = searches, Network(position), rival
        self.base = searches.value(position)

    @functools.cached_property
    def rival_base(self) -> Value | None:
        """What the rival earns before any move."""
        return self.searches.value(self.rival) if self.rival else None

    @functools.cached_property
    def still(self) -> Asked:
        """What they earn when nothing changes for them."""
        return self._ask(Move("", ""))

    def after(self, move: Move) -> Asked:
        """What they earn after a move; it is searched for unless no train can tell it."""
        return self.still if is_idle(self.network, move) else self._ask(move)

    def _ask(self, move: Move) -> Asked:
        own = self.searches.start(move.applied(self.network.position))
        seen = move.seen_by(self.rival) if self.rival is not None else ()
        return own, [self.searches.start(position) for position in seen]


class Open:
    """A move whose searches are under way."""

    def __init__(self, sides: Sides, move: Move) -> None:
        self.move = move
        self.own, self.rivals = sides.after(move)

    def judged(self, base: Value, rival_base: Value | None) -> Move | None:
        """The move with its worth; None if there was no time for it."""
        own = self.own.result()
        rivals = [found for search in self.rivals if (found := search.result())]
        if own is None or len(rivals) < len(self.rivals):
            return None
        harm = 0
        if rival_base and rivals:
            harm = rival_base.revenue - max(found.revenue for found in rivals)
        return msgspec.structs.replace(
            self.move,
            revenue=own.revenue,
            gain=own.revenue - base.revenue,
            harm=harm,
            bound=own.open_bound,
        )


class Judged(msgspec.Struct, frozen=True):
    """Moves with their worth, and whether they are all there were."""

    moves: tuple[Move, ...]
    complete: bool


def judged(sides: Sides, moves: Iterator[Move]) -> Judged:
    """Moves with their worth; as many as there is time for, in their order."""
    opened: list[Open] = []
    complete = False
    while not (sides.searches.is_over or complete):
        move = next(moves, None)
        complete = move is None
        if move is not None:
            opened.append(Open(sides, move))
    found = [one.judged(sides.base, sides.rival_base) for one in opened]
    known = tuple(move for move in found if move is not None)
    return Judged(known, complete and len(known) == len(found))
