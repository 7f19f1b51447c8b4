"""The best after each move, and the order: most gain first, harm to a rival counted with it."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from route_opt import limits
from route_opt.errors import Problem, RouteOptError
from route_opt.network import Network
from route_opt.next_moves.ahead import Ahead, look_ahead
from route_opt.next_moves.lays import lays_of, pairs_of, rights_of
from route_opt.next_moves.moves import Move
from route_opt.next_moves.searches import Judged, Searches, Sides, judged
from route_opt.next_moves.tokens import tokens_of
from route_opt.next_moves.trains import no_room, trains_of
from route_opt.position import Position
from route_opt.solver import TIDY, Progress

FORMAT = "route-opt/whatif@1"


class Ranking(msgspec.Struct, frozen=True):
    """Next moves, the most useful first.

    Attributes
    ----------
    revenue, rival_revenue
        The best before any move.
    bound, rival_bound
        What that is at most, where its search was stopped: then gain and harm are no more than the
        difference of what was found.
    complete
        Every move was looked at and every search came to its end.
    examined
        How many moves were looked at.
    searches
        How many different boards had to be searched for that.
    notes
        Why moves of a kind are not listed.
    unseen
        Where time ran out before all plans of two turns were looked at: none lets the corporation
        run for more.
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
    unseen: int | None = None
    bound: int | None = None
    rival_bound: int | None = None

    def document(self) -> dict[str, Any]:
        """The ranking as a JSON document."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        if not self.against:
            del found["against"], found["rival_revenue"]
        for name in ("unseen", "bound", "rival_bound"):
            if found[name] is None:
                del found[name]
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
    depth: int = 1,
    for_sale: Collection[str] | None = None,
    privates: Collection[str] = (),
    tokens: Sequence[int] | None = None,
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
    depth
        2 looks ahead as well: one lay in this turn, one in the next, then the run. Listed are the
        plans that are worth more than each of their lays alone.
    for_sale
        The trains that the bank or another corporation sells, where that is known.
    privates
        The corporation's private companies: what they save is taken off the cost of a lay.
    tokens
        The prices of its tokens that are not on the map, where that is known: a position does not
        say which of those on the map came with a private company, or what is kept for later.
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
    if depth not in (1, 2):
        raise ValueError(f"{depth!r} turns cannot be looked ahead: 1 or 2")
    rival = _rival(position, against, rival_trains)
    # No move is begun at the very end: its search, too, has to be stopped and put away in time.
    asked = limits.seconds(time_limit)
    limit = float("inf") if asked is None else asked - min(TIDY, asked / 10)
    end = time.monotonic() + limit
    how = {"engine": engine, "verify": verify}
    with Searches(how, end, progress, workers or os.cpu_count() or 1) as searches:
        sides = Sides(searches, position, rival)
        moves = _moves(sides.network, for_sale, privates, tokens, pairs=pairs)
        now = judged(sides, moves)
        ahead = look_ahead(sides, now.moves, privates) if depth > 1 else Ahead()
        return _ranked(sides, now, ahead)


def _ranked(sides: Sides, now: Judged, ahead: Ahead) -> Ranking:
    """The moves of this turn and the plans of two, in order, with what they are compared with."""
    position, base, rival_base = sides.network.position, sides.base, sides.rival_base
    ranked = sorted(
        (*now.moves, *ahead.moves),
        key=lambda move: (-move.gain - move.harm, -move.gain, move.cost, move.text),
    )
    proved = all(move.bound is None for move in ranked) and base.proved
    proved = proved and (rival_base is None or rival_base.proved)
    return Ranking(
        corporation=position.corporation,
        revenue=base.revenue,
        moves=tuple(ranked),
        complete=now.complete and proved and ahead.complete,
        against=sides.rival.corporation if sides.rival else "",
        rival_revenue=rival_base.revenue if rival_base else 0,
        examined=len(now.moves) + ahead.examined,
        searches=len(sides.searches.known),
        notes=no_room(position),
        unseen=ahead.unseen,
        bound=base.open_bound,
        rival_bound=rival_base.open_bound if rival_base else None,
    )


def _moves(
    network: Network,
    for_sale: Collection[str] | None,
    privates: Collection[str],
    tokens: Sequence[int] | None,
    *,
    pairs: bool,
) -> Iterator[Move]:
    """Everything that could come next, made as it is asked for: a full board takes its time."""
    position = network.position
    singles = [*lays_of(network, privates), *rights_of(position)]
    yield from (single.move for single in singles)
    yield from tokens_of(network, left=tokens)
    yield from trains_of(position, for_sale)
    if pairs:
        yield from pairs_of(network, singles, privates)


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


def _rival(position: Position, name: str, trains: Iterable[str]) -> Position | None:
    """The position as the rival sees it."""
    if not name:
        return None
    rival = position.replace(lenient=True, corporation=name, trains=tuple(trains))
    if not rival.trains:
        message = f"say which trains {name} runs: a position only knows those of its corporation"
        raise RouteOptError([Problem("no_trains", "against", message)])
    return rival
