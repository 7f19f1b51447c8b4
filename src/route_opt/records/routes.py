"""Routes between the two languages: a record's connections, and our tracks.

A record lists a route as connections: chains of hexes from one stop to the next, in any order
and either direction. Ours is one list of hexes and stops in running order.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from route_opt.network import Network
from route_opt.position import Position
from route_opt.records.document import Action, action_error
from route_opt.records.rules import rules_of
from route_opt.tiles import FIRST_STOP


class _RouteError(ValueError):
    """A chain of hexes that is not track on this board."""


def recorded_revenue(action: Action) -> int | None:
    """What a run earned by the record, or None where the record does not say."""
    found = action.get("extra_revenue") or 0
    for route in action["routes"]:
        if not isinstance(route.get("revenue"), int):
            return None
        found += route["revenue"]
    return int(found)


def value(position: Position, routes: Sequence[dict[str, Any]]) -> int:
    """What routes earn by our own judge, whether legal or not."""
    from route_opt.claims import check

    return int(check(position, routes).revenue)


def read_routes(
    position: Position, action: Action, trains: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The routes of a run_routes action as documents: train and track."""
    network = Network(position)
    found = []
    for number, route in enumerate(action["routes"], 1):
        name = trains.get(str(route.get("train")))
        if name is None:
            raise action_error(action, f"route {number} runs unknown train {route.get('train')!r}")
        try:
            track = _Reader(network, route).track()
        except _RouteError as error:
            raise action_error(action, f"route {number} of train {name}: {error}") from None
        found.append({"train": name, "track": track})
    return found


class _Reader:
    """Reads one recorded route on a network."""

    def __init__(self, network: Network, route: Mapping[str, Any]) -> None:
        self.network = network
        self.through = rules_of(network.title).through
        self.nodes = [str(node) for node in route.get("nodes") or ()]
        chains = [self._outer(chain) for chain in route.get("connections") or () if chain]
        self.chains = [chain for chain in chains if len(chain) > 1]
        if not self.chains:
            raise _RouteError("has no connections")

    def _outer(self, chain: Sequence[str]) -> list[str]:
        """A chain without the hexes of an off-board area that lie behind its edge."""
        found = list(chain)
        if len(found) > 2 and self.through.get(found[1]) == found[0]:
            found = found[1:]
        if len(found) > 2 and self.through.get(found[-2]) == found[-1]:
            found = found[:-1]
        return found

    def track(self) -> list[str]:
        """The whole route in running order."""
        ends = [self._ends(chain) for chain in self.chains]
        order = _line_up(ends, self.nodes)
        if order is None:
            raise _RouteError("its connections do not join up to one line")
        track: list[str] = []
        for number, first, last in order:
            chain = self.chains[number]
            hexes = chain if first in ends[number][0] and last in ends[number][1] else chain[::-1]
            start = [] if track else [first]
            track += [*start, *hexes[1:-1], last]
        return track

    def _ends(self, chain: Sequence[str]) -> tuple[list[str], list[str]]:
        """The stops at which a chain can begin and end; its middle must be plain track."""
        title = self.network.title
        sides = []
        for here, there in itertools.pairwise(chain):
            found = [side for side in range(6) if title.neighbour(here, side) == there]
            if here not in title.hexes or not found:
                raise _RouteError(f"{here} and {there} are not neighbours")
            sides.append(found[0])
        for place, hex_id in enumerate(chain[1:-1], 1):
            laid = self.network.laid[hex_id]
            enter, leave = (sides[place - 1] + 3) % 6, sides[place]
            if leave not in laid.exits.get(enter, ()):
                raise _RouteError(f"no track passes {hex_id} from {chain[place - 1]}")
        return self._stops(chain[0], sides[0]), self._stops(chain[-1], (sides[-1] + 3) % 6)

    def _stops(self, hex_id: str, side: int) -> list[str]:
        """The stops of a hex that track joins to a side; the likeliest first."""
        exits = self.network.laid[hex_id].exits.get(side, ())
        stops = [f"{hex_id}.{end - FIRST_STOP}" for end in exits if end >= FIRST_STOP]
        if not stops:
            raise _RouteError(f"no track joins a stop of {hex_id} to its side {side}")
        return sorted(stops, key=self._doubt) if len(stops) > 1 else stops

    def _doubt(self, stop: str) -> tuple[bool, bool, bool]:
        """Where several cities meet at a side: first the named one, then one with an own token."""
        found = self.network.stops.get(stop)
        named = stop.replace(".", "-") in self.nodes
        return (
            bool(self.nodes) and not named,
            not (found and found.own),
            bool(found and found.full),
        )


def _line_up(
    ends: Sequence[tuple[list[str], list[str]]], nodes: Sequence[str]
) -> list[tuple[int, str, str]] | None:
    """Chains in running order, each with the stops it begins and ends at.

    The end of one is the beginning of the next, so a stop is chosen that both can reach.
    """

    def extend(line: list[tuple[int, str, str]], left: frozenset[int]) -> Any:
        if not left:
            return line
        for number in sorted(left):
            for first, last in _ways(ends[number]):
                if first == line[-1][2] and not _calls(line, last):
                    found = extend([*line, (number, first, last)], left - {number})
                    if found:
                        return found
        return None

    every = frozenset(range(len(ends)))
    for number in sorted(every):
        for first, last in _ways(ends[number]):
            found: list[tuple[int, str, str]] | None = extend(
                [(number, first, last)], every - {number}
            )
            if found:
                return found
    return None


def _ways(ends: tuple[list[str], list[str]]) -> list[tuple[str, str]]:
    ways = [(first, last) for first in ends[0] for last in ends[1] if first != last]
    return ways + [(last, first) for first, last in ways]


def _calls(line: Sequence[tuple[int, str, str]], stop: str) -> bool:
    return any(stop in (first, last) for _, first, last in line)


def write_routes(
    position: Position,
    trains: Sequence[tuple[str, str]],
    routes: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Our routes as a record writes them, each with a train of that name."""
    through = rules_of(position.rules).through
    free = list(trains)
    found = []
    for route in routes:
        number = next((pair for pair in free if pair[1] == route["train"]), None)
        if number is None:
            raise _no_train(route["train"], trains)
        free.remove(number)
        stops = [place for place in route["track"] if "." in place]
        counted = set(route.get("counted") or stops)
        marks = [_hex(stop) if stop in counted else f"({_hex(stop)})" for stop in stops]
        found.append(
            {
                "train": number[0],
                "connections": _connections(route["track"], through),
                "hexes": [through.get(_hex(stop), _hex(stop)) for stop in stops],
                "revenue": route.get("revenue", 0),
                "revenue_str": "-".join(marks),
                "nodes": [_node(stop, through) for stop in stops],
            }
        )
    return found


def _no_train(name: str, trains: Sequence[tuple[str, str]]) -> Exception:
    from route_opt.errors import Problem, RecordError

    owned = ", ".join(train for _, train in trains) or "none"
    message = f"the record has no {name} train to run here (it has {owned})"
    return RecordError([Problem("no_such_train", "routes", message)])


def _connections(track: Sequence[str], through: Mapping[str, str]) -> list[list[str]]:
    found: list[list[str]] = []
    for place in track:
        hex_id = _hex(place)
        if found:
            found[-1].append(hex_id)
        if "." in place:
            found.append([hex_id])
    found.pop()
    for chain in found:
        if chain[0] in through:
            chain.insert(0, through[chain[0]])
        if chain[-1] in through:
            chain.append(through[chain[-1]])
    return found


def _hex(place: str) -> str:
    return place.partition(".")[0]


def _node(stop: str, through: Mapping[str, str]) -> str:
    hex_id, _, number = stop.partition(".")
    return f"{through.get(hex_id, hex_id)}-{number or 0}"
