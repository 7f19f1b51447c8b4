"""Where a corporation's track leads: the sides it comes to, and the stops.

Track is followed as a train could run on it, however far: never back at a junction, no side twice,
not through an off-board nor through a city full of others. Laying track, placing tokens and the
question whether there is a route at all ask here.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from route_opt.board import Crossing
from route_opt.network import Network, NetworkStop
from route_opt.tiles import FIRST_STOP

_MOST_STEPS = 4000
"""After so many steps a way that may exist is taken to exist."""


class Reach(msgspec.Struct, frozen=True, dict=True):
    """Where a corporation's track leads.

    Attributes
    ----------
    entered
        The sides at which its track comes to a hex, as hex and side, track there or not.
    stops
        The stops it comes to, under the names of their own hexes.
    """

    entered: frozenset[Crossing]
    stops: frozenset[str]

    @functools.cached_property
    def hexes(self) -> dict[str, frozenset[int]]:
        """The hexes it comes to or stands on, each with the sides at which it comes there."""
        found: dict[str, list[int]] = {stop.partition(".")[0]: [] for stop in self.stops}
        for hex_id, side in self.entered:
            found.setdefault(hex_id, []).append(side)
        return {hex_id: frozenset(sides) for hex_id, sides in found.items()}

    def sides(self, hex_id: str) -> frozenset[int]:
        """The sides at which its track comes to a hex."""
        return self.hexes.get(hex_id, frozenset())


def own_stops(network: Network, owner: str = "") -> list[str]:
    """The stops with a token of a corporation (the one the position is about)."""
    owner = owner or network.position.corporation
    return [stop for stop, tokens in network.tokens.items() if owner in tokens]


def reach(network: Network) -> Reach:
    """Follow track from a corporation's tokens as far as it goes."""
    walker = _Walker(network, own_stops(network))
    while walker.todo:
        walker.step()
    return Reach(frozenset(walker.came), frozenset(walker.stops))


def has_route(network: Network) -> bool:
    """Whether track leads from a token of the corporation to any other stop."""
    return any(leads_on(network, stop) for stop in own_stops(network))


def leads_on(network: Network, start: str, goal: str = "") -> bool:
    """Whether track leads from a stop to another, or to any other; no further than needed."""
    walker = _Walker(network, [start])
    while walker.todo and not walker.has_come_to(goal):
        walker.step()
    return walker.has_come_to(goal)


class _Walker:
    """Walks the board breadth first, each side once in each direction.

    The first way found to a side is a shortest one. If it crosses no side twice it is a way a
    train could go; if it does, by turning round in a loop, another way must exist.
    """

    def __init__(self, network: Network, starts: Iterable[str]) -> None:
        self.network = network
        self.laid, self.across = network.laid, network.board.across
        self.starts: list[tuple[str, int]] = []
        self.came: dict[Crossing, Crossing | None] = {}
        self.stops: dict[str, int | None] = {}
        self.todo: deque[Crossing] = deque()
        for stop in starts:
            self.start(stop)

    def start(self, stop: str) -> None:
        hex_id, _, number = stop.partition(".")
        if stop not in self.stops:
            self.stops[stop] = None
            self.starts.append((hex_id, FIRST_STOP + int(number)))
            for there in self.onward(hex_id, FIRST_STOP + int(number)):
                self.enter(there, None)

    def step(self) -> None:
        """From the next side that was crossed to those beyond it."""
        here = self.todo.popleft()
        for there in self.onward(*here):
            self.enter(there, here)

    def has_come_to(self, goal: str) -> bool:
        return goal in self.stops if goal else len(self.stops) > 1

    def enter(self, there: Crossing, before: Crossing | None) -> None:
        """Cross a side to the next hex, unless that was done or can only be done by turning."""
        if there in self.came:
            return
        if self.turns_round(there, before) and not self.has_other_way(there):
            return
        self.came[there] = before
        self.todo.append(there)

    def onward(self, hex_id: str, end: int) -> list[Crossing]:
        """The sides that can be crossed next from an end of track; stops on the way are noted."""
        exits = self.laid[hex_id].exits
        ways = [(end, other) for other in reversed(exits.get(end, ()))]
        found = []
        while ways:
            end, other = ways.pop()
            if other >= FIRST_STOP:
                more = self.ways_from(hex_id, other, end)
                ways += [(other, way) for way in reversed(more)]
            elif (hex_id, other) in self.across:
                found.append(self.across[hex_id, other])
        return found

    def ways_from(self, hex_id: str, stop: int, end: int) -> tuple[int, ...]:
        """The ends of track to which the way goes on from a stop, when it is new to them.

        The first time that is all but the one it came by; that one too, when it comes by another.
        """
        name = self.laid[hex_id].stops[stop - FIRST_STOP]
        found = self.found(name)
        if found is None or not found.access or not found.through:
            if found is None or found.access:
                self.stops.setdefault(name, None)
            return ()
        if name not in self.stops:
            self.stops[name] = end
            return tuple(way for way in self.laid[hex_id].exits[stop] if way != end)
        first = self.stops[name]
        if first is None or first == end:
            return ()
        self.stops[name] = None
        return (first,)

    def found(self, name: str) -> NetworkStop | None:
        board = self.network.board
        return self.network.stops.get(board.stop_names[board.stop_of[name]])

    def turns_round(self, there: Crossing, before: Crossing | None) -> bool:
        """Whether the way to a side has crossed it already, the other way round."""
        back = self.across[there]
        if back not in self.came:
            return False
        while before is not None and before != back:
            before = self.came[before]
        return before is not None

    def has_other_way(self, target: Crossing) -> bool:
        """Whether some way without a side twice leads over a side.

        Such a way never crosses the side in the other direction: where no way is left without
        that, there is none. A shortest one that is left will nearly always do; if it turns round
        elsewhere, all ways are tried, up to a number of steps.
        """
        came: dict[Crossing, Crossing | None] = {self.across[target]: None}
        todo = deque(here for here in self.first_sides() if here not in came)
        came |= dict.fromkeys(todo)
        while todo and target not in came:
            here = todo.popleft()
            for there in self.next_sides(*here):
                if there not in came:
                    came[there] = here
                    todo.append(there)
        if target not in came:
            return False
        way: set[Crossing] = set()
        back = came[target]
        while back is not None:
            way.add(back)
            back = came[back]
        return not any(self.across[side] in way for side in way) or self.tries_all(target)

    def first_sides(self) -> Iterator[Crossing]:
        for hex_id, end in self.starts:
            yield from self.next_sides(hex_id, end)

    def tries_all(self, target: Crossing) -> bool:
        """Whether one of all ways leads over a side; taken as yes after many steps."""
        steps = 0
        todo = [(here, frozenset[Crossing]()) for here in self.first_sides()]
        while todo and steps < _MOST_STEPS:
            here, used = todo.pop()
            steps += 1
            if here == target:
                return True
            now = used | {here, self.across[here]}
            todo += [(there, now) for there in self.next_sides(*here) if there not in now]
        return bool(todo)

    def next_sides(self, hex_id: str, end: int) -> list[Crossing]:
        """As `onward`, without noting anything."""
        laid, across = self.laid[hex_id], self.across
        sides = []
        for other in laid.exits.get(end, ()):
            if other < FIRST_STOP:
                sides.append(other)
            elif end < FIRST_STOP:
                stop = self.found(laid.stops[other - FIRST_STOP])
                if stop is not None and stop.access and stop.through:
                    sides += [way for way in laid.exits[other] if way < FIRST_STOP and way != end]
        return [across[hex_id, side] for side in sides if (hex_id, side) in across]
