"""Following a route over the board: which sides it crosses, where it calls, where it breaks.

The walk decides nothing about legality: it notes what the rules then judge.
"""

from __future__ import annotations

import functools
from itertools import pairwise

from route_opt.board import Board
from route_opt.claims.routes import Place, Route
from route_opt.network import Network, NetworkStop
from route_opt.tiles import FIRST_STOP
from route_opt.title import Train

# From one place to the next: the hex left, by which side, the hex entered, by which side, and the
# number both hexes know that side by. A piece of track from stop to stop inside one hex crosses no
# side: its number is INSIDE, and the stops at its ends stand in place of the sides.
Step = tuple[str, int, str, int, int]
INSIDE = -1


class Break:
    """A place where the track does not go on.

    `kind` is ``apart`` (the next hex is no neighbour), ``unjoined`` (so too, but only the stops
    were named and no track leads from one to the other), ``junction`` (both pieces are there, but
    join a third side only), ``stop`` (the track runs through a stop not called at), ``end`` (the
    route starts or ends on plain track), or ``gap`` (no track).
    """

    __slots__ = ("kind", "other", "place")

    def __init__(self, kind: str, place: Place, other: str = "") -> None:
        self.kind, self.place, self.other = kind, place, other


class Run:
    """A route as it lies on the board.

    Attributes
    ----------
    calls, names
        The stops it calls at, in order, and what the claim calls them.
    counted, money
        The stops it counts and what it pays by itself, once that is settled.
    """

    def __init__(self, network: Network, route: Route, index: int) -> None:
        self.network, self.route, self.index = network, route, index
        self.train: Train = route.train
        self.calls: list[NetworkStop] = []
        self.names: list[str] = []
        for place in route.track:
            stop = network.stop(place.stop) if place.stop else None
            if stop is not None:
                self.calls.append(stop)
                self.names.append(place.text)
        ends = (self.calls[0].name, self.calls[-1].name) if self.calls else ()
        self.end_names: frozenset[str] = frozenset(ends)
        self.counted: frozenset[str] = frozenset()
        self.money = 0

    # The walk itself is made when a rule asks for it: an account of what was paid needs none.

    @functools.cached_property
    def steps(self) -> list[Step | None]:
        """How it gets from each place to the next; None where the two do not touch."""
        return [_step(self.network, *pair) for pair in pairwise(self.route.track)]

    @functools.cached_property
    def sides(self) -> list[int]:
        """The numbers of the hex sides it crosses, in order."""
        return [step[4] for step in self.steps if step is not None and step[4] != INSIDE]

    @functools.cached_property
    def breaks(self) -> list[Break]:
        """Where its track does not go on; empty for a sound route."""
        return _breaks(self.network, self.route, self.steps)


@functools.cache
def _neighbours(board: Board) -> dict[tuple[str, str], Step]:
    """For each pair of neighbouring hexes, the step from one to the other."""
    halves: dict[int, list[tuple[str, int]]] = {}
    for (hex_id, side), (number, _) in board.side_of.items():
        halves.setdefault(number, []).append((hex_id, side))
    found: dict[tuple[str, str], Step] = {}
    for number, ((first, out), (second, into)) in halves.items():
        found[first, second] = (first, out, second, into, number)
        found[second, first] = (second, into, first, out, number)
    return found


def _step(network: Network, here: Place, there: Place) -> Step | None:
    """How the train gets from one place to the next; None if they do not touch."""
    known = _neighbours(network.board)
    step = known.get((here.hex, there.hex))
    if len(here.hexes) == len(there.hexes) == 1:
        if here.hex == there.hex and here.stop and there.stop:
            return (here.hex, _end(there), there.hex, _end(here), INSIDE)
        return step
    # An area of several hexes: the hex written if track leads there, else another of the area.
    pairs = [(one, other) for one in here.hexes for other in there.hexes]
    steps = [known[pair] for pair in pairs if pair in known]
    laid = network.laid
    tracked = [s for s in steps if s[1] in laid[s[0]].exits and s[3] in laid[s[2]].exits]
    return next(iter(tracked or steps), None)


def _end(place: Place) -> int:
    """The stop of a place as an end of track."""
    return FIRST_STOP + place.number


def _breaks(network: Network, route: Route, steps: list[Step | None]) -> list[Break]:
    found: list[Break] = []
    track, laid = route.track, network.laid
    before: Step | None = None
    last = len(track) - 1
    for n, place in enumerate(track):
        after = steps[n] if n < last else None
        if route.looked_up and n < last and _is_unjoined(network, place, track[n + 1], after):
            found.append(Break("unjoined", place, track[n + 1].text))
            after = None
        elif n < last and after is None:
            found.append(Break("apart", place, track[n + 1].text))
        if place.stop:
            end = FIRST_STOP + place.number
            if before is not None and end not in laid[before[2]].exits.get(before[3], ()):
                found.append(Break("gap", place, track[n - 1].hex))
            if (
                after is not None
                and after[4] != INSIDE
                and end not in laid[after[0]].exits.get(after[1], ())
            ):
                found.append(Break("gap", place, track[n + 1].hex))
        elif n in (0, last):
            found.append(Break("end", place))
        elif before is not None and after is not None:
            exits = laid[place.hex].exits
            if after[1] not in exits.get(before[3], ()):
                found.append(_broken_pass(network, place, before[3], after[1]))
        before = after
    return found


def _is_unjoined(network: Network, here: Place, there: Place, step: Step | None) -> bool:
    """Whether two stops that stand side by side in a track are not joined by any."""
    if not (here.stop and there.stop) or step is None or step[4] == INSIDE:
        return bool(here.stop and there.stop and step is None)
    exits = network.laid[step[0]].exits, network.laid[step[2]].exits
    leaves = _end(here) in exits[0].get(step[1], ())
    return not (leaves and _end(there) in exits[1].get(step[3], ()))


def _broken_pass(network: Network, place: Place, into: int, out: int) -> Break:
    """Why a train cannot pass a hex from side `into` to side `out`."""
    laid = network.laid[place.hex]
    meet = set(laid.exits.get(into, ())) & set(laid.exits.get(out, ()))
    for end in sorted(meet, reverse=True):
        if end >= FIRST_STOP:
            return Break("stop", place, laid.stops[end - FIRST_STOP])
    # Two branches that meet at a third side only, or out by the side it came in.
    if meet:
        return Break("junction", place)
    return Break("gap", place)
