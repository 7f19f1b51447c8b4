"""Routes between the two languages: a record's connections, and our tracks.

A record lists a route as connections: chains of hexes from one stop to the next, in any order
and either direction. The oldest list only the hexes a train ran through, in order. Ours is one list
of hexes and stops in running order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from route_opt.errors import ClaimError, Problem, RecordError
from route_opt.network import Network
from route_opt.position import Position
from route_opt.records.rules import rules_of
from route_opt.records.words import Action
from route_opt.tiles import FIRST_STOP

Way = tuple[int, str, str]
"""A chain, by its number, with the stops where it begins and ends."""


class RouteError(RecordError):
    """A run that cannot be read: what it lists is not track on this board."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "unreadable")


def value(position: Position, routes: Sequence[dict[str, Any]]) -> int:
    """What routes earn by our own judge, whether legal or not."""
    from route_opt.claims import check

    return int(check(position, routes).revenue)


def read_routes(
    position: Position, action: Action, trains: Mapping[str, str], *, ends: bool = False
) -> list[dict[str, Any]]:
    """The routes of a run_routes action as documents: train and track.

    With `ends` also the stops that count, as the site once chose them (see `with_ends`).

    Raises
    ------
    RouteError
        When one of them is no track here.
    """
    network = Network(position)
    routes = action.get("routes")
    if not isinstance(routes, list) or not all(isinstance(route, dict) for route in routes):
        raise RouteError("its routes are not a list of routes")
    found = []
    for number, route in enumerate(routes, 1):
        copy = str(route.get("train"))
        # A train that nobody was seen to buy still has the name that its number begins with.
        name = trains.get(copy) or copy.rpartition("-")[0]
        if name not in position.rules.trains:
            raise RouteError(f"route {number} runs unknown train {copy[:40]!r}")
        try:
            found.append(_read(network, name, route))
        except RouteError as error:
            raise RouteError(f"route {number} of train {name}: {error}") from None
    settled = _settled(network, found)
    return [with_ends(network, route) for route in settled] if ends else settled


def with_ends(network: Network, route: dict[str, Any]) -> dict[str, Any]:
    """A route with the stops that the site once counted, where not all of them count.

    Both ends always do, as somebody had clicked on them; then, if neither has a token of the
    corporation, its best stop with one; then those that are worth most.
    """
    train = network.title.trains[route["train"]]
    stops = [place for place in route["track"] if "." in place]
    if not train.counts or len(stops) <= train.counts:
        return route
    board = network.board
    found = {stop: network.stops[board.stop_names[board.stop_of[stop]]] for stop in stops}
    values = {stop: there.printed(train) for stop, there in found.items()}
    counted = [stops[0], stops[-1]]
    if not any(found[stop].own for stop in counted):
        tokens = [stop for stop in stops if found[stop].own]
        counted += sorted(tokens, key=values.__getitem__)[-1:]
    others = sorted((stop for stop in stops if stop not in counted), key=values.__getitem__)
    counted += others[::-1][: train.counts - len(counted)]
    return route | {"counted": [stop for stop in stops if stop in counted]}


def _read(network: Network, train: str, route: Mapping[str, Any]) -> dict[str, Any] | str:
    """One recorded route; where it lists its stops only, as a player would type it."""
    reader = _Reader(network, route)
    if reader.chains:
        return {"train": train, "track": reader.track()}
    hexes = reader.outer(_names(route.get("hexes")))
    if len(hexes) < 2:
        raise RouteError("has no connections")
    found = _walked(network, reader, hexes) or _Joined(network, hexes).track()
    return {"train": train, "track": found} if found else f"{train}: {', '.join(hexes)}"


def _walked(network: Network, reader: _Reader, hexes: list[str]) -> list[str]:
    """The track along a row of hexes; nothing where it is none, or calls at a stop again."""
    try:
        track = _Walk(network, reader, hexes).track()
    except RouteError:
        return []
    stops = [place for place in track if "." in place]
    return track if len(set(stops)) == len(stops) else []


def _settled(network: Network, routes: list[dict[str, Any] | str]) -> list[dict[str, Any]]:
    """Routes with their track, all of them: that of typed ones is found as for claims."""
    if not any(isinstance(route, str) for route in routes):
        return [route for route in routes if isinstance(route, dict)]
    from route_opt.claims.names import resolve

    try:
        found = resolve(network, routes)
    except ClaimError as error:
        raise RouteError(str(error.problems[0])) from None
    return [
        {"train": route.train.name, "track": [place.text for place in route.track]}
        for route in found
    ]


def _names(hexes: Any) -> list[str]:
    return [str(hex_id) for hex_id in hexes if hex_id] if isinstance(hexes, list) else []


class _Reader:
    """Reads one recorded route on a network."""

    def __init__(self, network: Network, route: Mapping[str, Any]) -> None:
        self.network = network
        self.through = rules_of(network.title).through
        self.nodes = _names(route.get("nodes"))
        listed = route.get("connections")
        chains = [self.outer(_names(c)) for c in (listed if isinstance(listed, list) else ())]
        self.chains = [chain for chain in chains if len(chain) > 1]

    def outer(self, chain: Sequence[str]) -> list[str]:
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
        order = _line_up(ends)
        if order is None:
            raise RouteError("its connections do not join up to one line")
        track: list[str] = []
        for number, first, last in order:
            chain = self.chains[number]
            hexes = chain if first in ends[number][0] and last in ends[number][1] else chain[::-1]
            start = [] if track else [first]
            track += [*start, *hexes[1:-1], last]
        return track

    def _ends(self, chain: Sequence[str]) -> tuple[list[str], list[str]]:
        """The stops at which a chain can begin and end; its middle must be plain track."""
        sides = sides_of(self.network, chain)
        for place, hex_id in enumerate(chain[1:-1], 1):
            laid = self.network.laid[hex_id]
            enter, leave = (sides[place - 1] + 3) % 6, sides[place]
            if leave not in laid.exits.get(enter, ()):
                raise RouteError(f"no track passes {hex_id} from {chain[place - 1]}")
        return self.stops(chain[0], sides[0]), self.stops(chain[-1], (sides[-1] + 3) % 6)

    def stops(self, hex_id: str, side: int) -> list[str]:
        """The stops of a hex that track joins to a side; the likeliest first."""
        exits = self.network.laid[hex_id].exits.get(side, ())
        stops = [f"{hex_id}.{end - FIRST_STOP}" for end in exits if end >= FIRST_STOP]
        if not stops:
            raise RouteError(f"no track joins a stop of {hex_id} to its side {side}")
        return sorted(stops, key=self.doubt) if len(stops) > 1 else stops

    def doubt(self, stop: str) -> tuple[bool, bool, bool]:
        """Where several cities meet at a side: first the named one, then one with an own token."""
        found = self.network.stops.get(stop)
        named = stop.replace(".", "-") in self.nodes
        return (
            bool(self.nodes) and not named,
            not (found and found.own),
            bool(found and found.full),
        )


def sides_of(network: Network, hexes: Sequence[str]) -> list[int]:
    """The side over which each hex of a row is left for the next."""
    title = network.title
    sides = []
    for here, there in itertools.pairwise(hexes):
        found = [side for side in range(6) if title.neighbour(here, side) == there]
        if here not in title.hexes or not found:
            raise RouteError(f"{here[:20]} and {there[:20]} are not neighbours")
        sides.append(found[0])
    return sides


class _Walk:
    """Reads a route of which only the hexes are listed, each with the next beside it.

    The train calls at every stop on its way; past one that track leads around too, unless it has
    a token there.
    """

    def __init__(self, network: Network, reader: _Reader, hexes: list[str]) -> None:
        self.network, self.reader, self.hexes = network, reader, hexes
        self.sides = sides_of(network, hexes)

    def track(self) -> list[str]:
        """The whole route in running order."""
        last = len(self.hexes) - 1
        first = self.reader.stops(self.hexes[0], self.sides[0])[0]
        middle = [self._passed(place) for place in range(1, last)]
        end = self.reader.stops(self.hexes[-1], (self.sides[-1] + 3) % 6)
        return [first, *middle, end[0]]

    def _passed(self, place: int) -> str:
        hex_id = self.hexes[place]
        enter, leave = (self.sides[place - 1] + 3) % 6, self.sides[place]
        exits = self.network.laid[hex_id].exits
        joined = set(exits.get(enter, ())) & set(exits.get(leave, ()))
        past = leave in exits.get(enter, ())
        stops = [f"{hex_id}.{end - FIRST_STOP}" for end in joined if end >= FIRST_STOP]
        for stop in sorted(stops, key=self.reader.doubt):
            if not past or self._is_own(stop):
                return stop
        if past:
            return hex_id
        raise RouteError(f"no track passes {hex_id} from {self.hexes[place - 1]}")

    def _is_own(self, stop: str) -> bool:
        found = self.network.stops.get(stop)
        return bool(found and found.own)


class _Joined:
    """Reads a route of which the hexes are listed piece by piece, each in either direction.

    What they have in common is the hexes: a line from stop to stop that touches all of them and
    no others.
    """

    def __init__(self, network: Network, hexes: Sequence[str]) -> None:
        self.network, self.listed = network, set(hexes)
        self.steps = itertools.count()

    def track(self) -> list[str]:
        """The first such line; nothing where there is none."""
        stops = [stop for stop in self.network.stops if stop.partition(".")[0] in self.listed]
        return next((line for stop in stops for line in self._from_stop([stop], set())), [])

    def _from_stop(self, line: list[str], sides: set[tuple[str, int]]) -> Iterator[list[str]]:
        """Lines that go on, or end, at the stop where one has come to."""
        if len(line) > 1 and self.listed == {place.partition(".")[0] for place in line}:
            yield line
        hex_id, _, number = line[-1].partition(".")
        for side, ends in self.network.laid[hex_id].exits.items():
            if side < FIRST_STOP and FIRST_STOP + int(number) in ends:
                yield from self._over(line, sides, hex_id, side)

    def _over(
        self, line: list[str], sides: set[tuple[str, int]], hex_id: str, side: int
    ) -> Iterator[list[str]]:
        """Lines that leave a hex over a side, which no line crosses twice."""
        there, enter = self.network.title.neighbour(hex_id, side), (side + 3) % 6
        if there not in self.listed or (hex_id, side) in sides or next(self.steps) > _MOST_STEPS:
            return
        crossed = sides | {(hex_id, side), (there, enter)}
        for end in self.network.laid[there].exits.get(enter, ()):
            stop = f"{there}.{end - FIRST_STOP}"
            if end < FIRST_STOP:
                yield from self._over([*line, there], crossed, there, end)
            elif stop not in line:
                yield from self._from_stop([*line, stop], crossed)


_MOST_STEPS = 20_000
"""How often chains are tried one after another. Real routes take as many steps as chains."""


def _line_up(ends: Sequence[tuple[list[str], list[str]]]) -> list[Way] | None:
    """Chains in running order, each with the stops it begins and ends at.

    The end of one is the beginning of the next, so a stop is chosen that both can reach.
    """
    ways = [_ways(number, pair) for number, pair in enumerate(ends)]
    after: dict[str, list[Way]] = {}
    for way in itertools.chain.from_iterable(ways):
        after.setdefault(way[1], []).append(way)
    steps = itertools.count()
    # A line has two ends; begin where fewest chains meet, so that it is an end if there is one.
    starts = sorted(itertools.chain.from_iterable(ways), key=lambda way: len(after[way[1]]))
    for start in starts:
        line = [start]
        called = {start[1], start[2]}
        used = {start[0]}
        waiting: list[Iterator[Way]] = [iter(after.get(start[2], ()))]
        while waiting:
            if len(line) == len(ends):
                return line
            if next(steps) > _MOST_STEPS:
                return None
            follows = next(waiting[-1], None)
            if follows is None:
                waiting.pop()
                number, _, last = line.pop()
                used.discard(number)
                called.discard(last)
            elif follows[0] not in used and follows[2] not in called:
                line.append(follows)
                used.add(follows[0])
                called.add(follows[2])
                waiting.append(iter(after.get(follows[2], ())))
    return None


def _ways(number: int, ends: tuple[list[str], list[str]]) -> list[Way]:
    ways = [(number, first, last) for first in ends[0] for last in ends[1] if first != last]
    return ways + [(number, last, first) for _, first, last in ways]


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


def _no_train(name: str, trains: Sequence[tuple[str, str]]) -> RecordError:
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
