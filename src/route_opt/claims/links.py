"""The track between stops: every way from one to another without a stop between, and a choice of
ways that uses no hex side twice.

Which of several ways a train takes changes nothing about what it pays: that depends on the stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from route_opt.claims.routes import Place, places_of
from route_opt.network import Network
from route_opt.tiles import FIRST_STOP

MOST_STEPS = 100_000
"""Steps after which the ways from a stop are not followed further, the shortest first."""

MOST_TRIES = 10_000
"""Choices after which it is given up to keep routes apart."""

MOST_LINKS = 500
"""Ways from stop to stop in one claim; the longest real ones have half as many."""


class UndecidedError(Exception):
    """Too many ways to say whether routes can be kept apart."""


class Link(msgspec.Struct, frozen=True):
    """A way from a stop to the next: the hexes passed, and a bit for each side crossed."""

    start: Place
    passed: tuple[Place, ...]
    end: Place
    sides: int

    def passes(self, hexes: Sequence[str]) -> bool:
        """Whether it passes these hexes in this order, among others."""
        left = iter(place.hex for place in self.passed)
        return all(hex_id in left for hex_id in hexes)


class Links:
    """The ways between the stops of a board, found when they are asked for."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.complete = True  # whether no stop had more ways than were followed
        self._from: dict[str, dict[str, list[Link]]] = {}
        self._ways: dict[tuple[str, str], list[str] | None] = {}
        self._places: dict[str, list[Place]] = {}
        for place in places_of(network.board).values():
            laid = network.laid[place.hex]
            if place.stop and place.number < len(laid.stops) and laid.track:
                self._places.setdefault(place.stop, []).append(place)

    def between(self, start: str, goal: str) -> list[Link]:
        """Every way from a stop to another, the shortest first."""
        return self.leading(start).get(goal, [])

    def leading(self, start: str) -> dict[str, list[Link]]:
        """The ways from a stop, by the stop they lead to."""
        if start not in self._from:
            self._from[start] = self._follow(start)
        return self._from[start]

    def _follow(self, start: str) -> dict[str, list[Link]]:
        network, places = self.network, places_of(self.network.board)
        found: dict[str, list[Link]] = {}
        # An area can be left from any of its hexes.
        ahead: deque[tuple[Place, str, int, tuple[Place, ...], int]] = deque(
            (place, place.hex, FIRST_STOP + place.number, (), 0)
            for place in self._places.get(start, ())
        )
        for _ in range(MOST_STEPS):
            if not ahead:
                return found
            first, hex_id, end, passed, sides = ahead.popleft()
            for out in dict.fromkeys(network.laid[hex_id].exits.get(end, ())):
                if out >= FIRST_STOP:
                    goal = places[f"{hex_id}.{out - FIRST_STOP}"]
                    found.setdefault(goal.stop, []).append(Link(first, passed, goal, sides))
                    continue
                other = network.title.neighbour(hex_id, out)
                side = network.board.side_of.get((hex_id, out))
                if other is None or side is None or sides >> side[0] & 1:
                    continue
                through = (places[hex_id],) if end < FIRST_STOP else ()
                used = sides | 1 << side[0]
                ahead.append((first, other, (out + 3) % 6, (*passed, *through), used))
        self.complete = False
        return found

    def way(self, start: str, goal: str) -> list[str] | None:
        """The stops on the shortest way from one stop to another, both with it; None if none.

        It passes through no stop that a train cannot pass.
        """
        if (start, goal) not in self._ways:
            self._ways[start, goal] = self._way(start, goal)
        return self._ways[start, goal]

    def _way(self, start: str, goal: str) -> list[str] | None:
        before: dict[str, str] = {start: ""}
        ahead = deque([start])
        while ahead and goal not in before:
            here = ahead.popleft()
            if here != start and not self.network.stops[here].through:
                continue
            for stop in self.leading(here):
                if stop not in before:
                    before[stop] = here
                    ahead.append(stop)
        if goal not in before:
            return None
        way = [goal]
        while way[0] != start:
            way.insert(0, before[way[0]])
        return way


def kept_apart(choices: Sequence[Sequence[Link]], used: int = 0) -> list[Link] | None:
    """One of each list of ways such that no side is used twice; None if there are none such.

    Raises
    ------
    UndecidedError
        If there are too many to try.
    """
    if len(choices) > MOST_LINKS:
        raise UndecidedError
    tries = 0

    def choose(left: dict[int, list[Link]]) -> dict[int, Link] | None:
        nonlocal tries
        if not left:
            return {}
        # The one with the fewest ways first: where none is left, that shows at once.
        place = min(left, key=lambda n: len(left[n]))
        for link in left[place]:
            tries += 1
            if tries > MOST_TRIES:
                raise UndecidedError
            rest = {
                n: [other for other in links if not other.sides & link.sides]
                for n, links in left.items()
                if n != place
            }
            if all(rest.values()):
                found = choose(rest)
                if found is not None:
                    return {place: link, **found}
        return None

    free = {n: [x for x in links if not x.sides & used] for n, links in enumerate(choices)}
    found = choose(free) if all(free.values()) else None
    return None if found is None else [found[n] for n in range(len(choices))]
