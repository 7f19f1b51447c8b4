"""The best after each move, and the order: most gain first, harm to a rival counted with it."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Collection, Hashable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec

from route_opt.compile import compile_network
from route_opt.errors import Problem, RouteOptError
from route_opt.network import Network
from route_opt.position import Position
from route_opt.solver import NoLegalRunError, Progress, best
from route_opt.whatif.lays import lays_of, pairs_of, rights_of
from route_opt.whatif.moves import Move
from route_opt.whatif.relevant import key_of
from route_opt.whatif.tokens import tokens_of
from route_opt.whatif.trains import has_room, trains_of

FORMAT = "route-opt/whatif@1"


class Ranking(msgspec.Struct, frozen=True):
    """Next moves, the most useful first.

    Attributes
    ----------
    revenue, rival_revenue
        The best before any move.
    complete
        Every move was looked at and every search came to its end.
    examined
        How many moves were looked at.
    searches
        How many different boards had to be searched for that.
    notes
        Why moves of a kind are not listed.
    """

    corporation: str
    revenue: int
    moves: tuple[Move, ...]
    complete: bool
    against: str = ""
    rival_revenue: int = 0
    examined: int = 0
    searches: int = 0
    notes: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The ranking as a JSON document."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        if not self.against:
            del found["against"], found["rival_revenue"]
        return {"format": FORMAT, **found}

    def __repr__(self) -> str:
        top = f", best {self.moves[0].text}: +{self.moves[0].gain}" if self.moves else ""
        return f"<Ranking of {len(self.moves)} moves for {self.corporation}{top}>"


def whatif(
    position: Position,
    *,
    against: str = "",
    rival_trains: Iterable[str] = (),
    pairs: bool = False,
    for_sale: Collection[str] | None = None,
    privates: Collection[str] = (),
    engine: str = "auto",
    time_limit: float | None = None,
    verify: bool = False,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Ranking:
    """Rank the next moves of a position's corporation by what they add to its best run.

    Parameters
    ----------
    against, rival_trains
        Another corporation and the trains it runs: how much would each move take from it? Moves
        are ranked by gain and harm together then.
    pairs
        Also rank two lays in one turn, where the title allows them.
    for_sale
        The trains that the bank or another corporation sells, where that is known.
    privates
        The corporation's private companies: what they save is taken off the cost of a lay.
    time_limit
        Seconds for all of it; what is not looked at by then is left out.
    engine, verify, progress
        As for `route_opt.best`, for every search; a progress that answers true stops the ranking
        with what it has.

    Examples
    --------
    >>> from route_opt import parse
    >>> position = parse({"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
    ...                   "tiles": {"C13": "7@4"}, "tokens": {"C15.0": ["MS"]}})
    >>> ranking = whatif(position)  # D14 is worth 20, and C15 with its 40 has nowhere to run to yet
    >>> ranking.revenue, ranking.moves[0].gain
    (0, 60)
    """
    _check(position, for_sale or (), privates)
    rival = _rival(position, against, rival_trains)
    end = float("inf") if time_limit is None else time.monotonic() + time_limit
    how = {"engine": engine, "verify": verify}
    with _Searches(how, end, progress, workers or os.cpu_count() or 1) as searches:
        base = searches.value(position)
        network = Network(position)
        singles = [*lays_of(network, privates), *rights_of(position)]
        moves = [single.move for single in singles]
        moves += tokens_of(network)
        moves += trains_of(position, for_sale)
        more = pairs_of(network, singles, privates) if pairs else ()
        found: list[_Open] = []
        complete = True
        for move in itertools.chain(moves, more):
            if searches.is_over:
                complete = False
                break
            found.append(_Open(searches, position, move, rival))
        rival_base = searches.value(rival) if rival else None
        judged = [one.judged(base, rival_base) for one in found]
    ranked = sorted(
        (move for move in judged if move is not None),
        key=lambda move: (-move.gain - move.harm, -move.gain, move.cost, move.text),
    )
    proved = all(move.bound is None for move in ranked) and base.proved
    return Ranking(
        corporation=position.corporation,
        revenue=base.revenue,
        moves=tuple(ranked),
        complete=complete and proved and len(ranked) == len(judged),
        against=against,
        rival_revenue=rival_base.revenue if rival_base else 0,
        examined=len(ranked),
        searches=len(searches.known),
        notes=_notes(position),
    )


def _check(position: Position, trains: Iterable[str], privates: Iterable[str]) -> None:
    """Trains and private companies must be those of the title."""
    title = position.rules
    unknown = [("train", name) for name in trains if name not in title.trains]
    unknown += [("private company", name) for name in privates if name not in title.privates]
    problems = [
        Problem("unknown_name", "whatif", f"{name!r} is not a {what} of {title.name}")
        for what, name in unknown
    ]
    if problems:
        raise RouteOptError(problems)


def _notes(position: Position) -> tuple[str, ...]:
    limit = position.rules.phases[position.phase].train_limit
    return () if has_room(position) else (f"No room for another train: the limit is {limit}.",)


def _rival(position: Position, name: str, trains: Iterable[str]) -> Position | None:
    """The position as the rival sees it."""
    if not name:
        return None
    rival = position.replace(lenient=True, corporation=name, trains=tuple(trains))
    if not rival.trains:
        message = f"say which trains {name} runs: a position only knows those of its corporation"
        raise RouteOptError([Problem("no_trains", "against", message)])
    return rival


class _Value(msgspec.Struct, frozen=True):
    """The best of a board, or at least `revenue` and at most `bound`."""

    revenue: int
    bound: int

    @property
    def proved(self) -> bool:
        return self.revenue == self.bound


class _Searches:
    """Searches under way, one for each board that differs in what a corporation can use."""

    def __init__(
        self, how: dict[str, Any], end: float, progress: Progress | None, workers: int
    ) -> None:
        self.how, self.end, self.progress = how, end, progress
        self.known: dict[Hashable, Future[_Value | None]] = {}
        self.pool = ThreadPoolExecutor(workers)
        self.stopped = threading.Event()

    def __enter__(self) -> _Searches:
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.pool.shutdown(cancel_futures=True)

    @property
    def is_over(self) -> bool:
        """Whether time is up or somebody said stop."""
        return self.stopped.is_set() or time.monotonic() >= self.end

    def start(self, position: Position) -> Future[_Value | None]:
        """The value of a position, when it is known; None if there was no time for it."""
        trains = tuple(sorted(position.trains))
        key = (position.corporation, trains, key_of(compile_network(Network(position))))
        if key not in self.known:
            self.known[key] = self.pool.submit(self._search, position)
        return self.known[key]

    def value(self, position: Position) -> _Value:
        """The value of the position as it is; never None."""
        return self.start(position).result() or _Value(0, 2**31 - 1)

    def _search(self, position: Position) -> _Value | None:
        left = self.end - time.monotonic()
        if self.is_over:
            return None
        try:
            limit = None if left == float("inf") else max(left, 0.001)
            result = best(position, time_limit=limit, progress=self._watch, **self.how)
        except NoLegalRunError:
            return _Value(0, 0)
        return _Value(result.revenue, result.bound)

    def _watch(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        if self.progress is not None and self.progress(value, bound, nodes, seconds):
            self.stopped.set()
        return self.stopped.is_set()


class _Open:
    """A move whose searches are under way."""

    def __init__(
        self, searches: _Searches, position: Position, move: Move, rival: Position | None
    ) -> None:
        self.move = move
        self.own = searches.start(move.applied(position))
        seen = move.seen_by(rival) if rival is not None else ()
        self.rivals = [searches.start(position) for position in seen]

    def judged(self, base: _Value, rival_base: _Value | None) -> Move | None:
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
            bound=None if own.proved else own.bound,
        )
