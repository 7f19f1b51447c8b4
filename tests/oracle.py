"""The naive answer: every legal route of every train, every set of them, nothing clever.

Written from the rules and on a reading of the board of its own (`reading`), so that it can
contradict the optimizer in everything. A route is found by walking: start at a stop, follow a
piece of track to a side, cross to the next hex, follow a piece there, and so on. A hex side is used
once, by one train; a stop is called at once by a train, by any number of trains.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from reading import STOP, Place, Reading, Table
from route_opt.position import Position


class Route(NamedTuple):
    """A legal route of a train.

    `pieces` is the track it lies on, which is what tells routes apart; `uses` is what no other
    train may use then: the hex sides it crosses (and track between two stops of one tile).
    """

    train: str
    track: tuple[str, ...]
    stops: tuple[str, ...]
    pieces: frozenset[Hashable]
    uses: frozenset[Hashable]
    counted: tuple[str, ...]
    value: int

    def document(self) -> dict[str, Any]:
        """The route as it is written in a claim, with its value apart from terms of the set."""
        return {"train": self.train, "track": list(self.track), "counted": list(self.counted)}


class TooMany(Exception):  # noqa: N818
    """More routes or sets than the caller wants to wait for."""


class Impossible(Exception):  # noqa: N818
    """A run that the position demands cannot be made with these trains."""


def routes(position: Position, train: str, *, limit: int = 0) -> list[Route]:
    """Every legal route of a train, each once, whatever the direction it was found in."""
    return _Table(position).routes(train, limit)


def counts(position: Position, train: str) -> dict[int, int]:
    """How many legal routes a train has, by the number of stops on them."""
    return dict(sorted(Counter(len(route.stops) for route in routes(position, train)).items()))


def best(position: Position, *, limit: int = 0) -> tuple[int, list[Route]]:
    """The most that can be earned, and one set of routes that earns it.

    Raises
    ------
    TooMany
        With a `limit`: when a train has more routes, or all trains together more sets, than it.
    Impossible
        When the position demands a run that no train can make.
    """
    return best_beside(position, [], limit=limit)


def best_beside(
    position: Position, kept: list[Route], *, limit: int = 0
) -> tuple[int, list[Route]]:
    """The same with some routes in the set that are there in any case."""
    table = _Table(position)
    trains = list(position.trains)
    for route in kept:
        trains.remove(route.train)
    found = {train: table.routes(train, limit) for train in set(trains)}
    sets = 1
    for train in trains:
        sets *= 1 + len(found[train])
    if limit and sets > limit:
        raise TooMany(f"{sets} sets")
    used = frozenset[Hashable]().union(*(route.uses for route in kept))
    winner: tuple[int, list[Route]] | None = None
    for others in _sets([found[train] for train in trains], used):
        chosen = [*kept, *others]
        if table.allows(chosen):
            revenue = table.revenue(chosen)
            if winner is None or revenue > winner[0]:
                winner = revenue, chosen
    if winner is None:
        raise Impossible
    return winner


def revenue(position: Position, chosen: list[Route]) -> int:
    """What a set of routes earns, with everything that holds for the set as a whole."""
    return _Table(position).revenue(chosen)


def _sets(choices: list[list[Route]], used: frozenset[Hashable]) -> Iterator[list[Route]]:
    """Every way to give each train one of its routes or none, no track used twice."""
    if not choices:
        yield []
        return
    yield from _sets(choices[1:], used)
    for route in choices[0]:
        if not route.uses & used:
            for rest in _sets(choices[1:], used | route.uses):
                yield [route, *rest]


class _Walk(NamedTuple):
    """A walk that stands at a stop: where it has been and what it has used."""

    track: tuple[str, ...]
    stops: tuple[str, ...]
    pieces: frozenset[Hashable]
    uses: frozenset[Hashable]


class _Table:
    """A position on the table, and what the rules say about routes on it."""

    def __init__(self, position: Position) -> None:
        self.reading = Reading(position.rules.folder, position.document())
        self.corporation = position.corporation
        self.rules = self.reading.routes
        self.ends: Table = self.rules.get("ends", {})
        self.stops = self.reading.stops
        self.marks = self.reading.marks

    def own_marks(self, effect: str) -> list[tuple[Table, Table]]:
        """The markers with an effect that the running corporation has the use of."""
        return [(marker, kind) for marker, kind in self.marks(effect) if self.owns(marker)]

    def owns(self, marker: Table) -> bool:
        """Whether a marker is the running corporation's, or everybody's."""
        return marker.get("owner", "") in ("", self.corporation)

    # walking

    @functools.cached_property
    def places(self) -> dict[str, list[tuple[str, int]]]:
        """Where each stop lies: on one hex, or on all hexes of its area."""
        found: dict[str, list[tuple[str, int]]] = {}
        for hex_id, print_ in self.reading.prints.items():
            for number in range(len(print_.stops)):
                name = self.reading.stop_at(hex_id, number)
                found.setdefault(name, []).append((hex_id, STOP + number))
        return found

    def steps(self, walk: _Walk, hex_id: str, end: int) -> Iterator[_Walk]:
        """From an end of track on a hex, every way to go on to the next stop."""
        for first, second in self.reading.prints[hex_id].track:
            if end not in (first, second):
                continue
            other = second if end == first else first
            pieces = walk.pieces | {(hex_id, frozenset((first, second)))}
            if other >= STOP:
                yield from self.call(walk._replace(pieces=pieces), hex_id, end, other)
                continue
            beyond = self.reading.board.across.get((hex_id, other))
            side = frozenset((hex_id, beyond))
            if beyond is None or side in walk.uses:
                continue
            track = walk.track if end >= STOP else (*walk.track, hex_id)
            crossed = _Walk(track, walk.stops, pieces, walk.uses | {side})
            yield from self.steps(crossed, beyond, (other + 3) % 6)

    def call(self, walk: _Walk, hex_id: str, end: int, other: int) -> Iterator[_Walk]:
        """Arrive at a stop, if the train has not been there and may come there at all."""
        stop = self.reading.stop_at(hex_id, other - STOP)
        if stop in walk.stops or not self.stops[stop].access:
            return
        name = f"{hex_id}.{other - STOP}"
        between_stops = {(hex_id, end, other)} if end >= STOP else set()
        yield _Walk(
            (*walk.track, name), (*walk.stops, stop), walk.pieces, walk.uses | between_stops
        )

    def walks(self, walk: _Walk, visits: int) -> Iterator[_Walk]:
        """The walk itself, and every longer one of up to `visits` stops (0: no limit)."""
        yield walk
        last = walk.stops[-1]
        if len(walk.stops) > 1 and not self.stops[last].through:
            return
        if visits and len(walk.stops) == visits:
            return
        for hex_id, end in self.places[last]:
            # A walk that starts in an area starts in the hex of it that it leaves by.
            start = walk
            if len(walk.stops) == 1:
                start = walk._replace(track=(f"{hex_id}.{end - STOP}",))
            for longer in self.steps(start, hex_id, end):
                yield from self.walks(longer, visits)

    # routes

    def routes(self, train: str, limit: int) -> list[Route]:
        """Every legal route of a train."""
        type_ = self.reading.trains[train]
        found: dict[frozenset[Hashable], Route] = {}
        for name, stop in self.stops.items():
            if not stop.access:
                continue
            start = _Walk((name,), (name,), frozenset(), frozenset())
            for walk in self.walks(start, type_["visits"]):
                if walk.pieces not in found and self.is_legal(walk, type_):
                    counted, value = self.count(walk, type_)
                    if not counted:
                        continue
                    found[walk.pieces] = Route(train, *walk, counted, value)
                    if limit and len(found) > limit:
                        raise TooMany(f"more than {limit} routes")
        return list(found.values())

    def is_legal(self, walk: _Walk, train: Table) -> bool:
        """Two stops, an own token, and the title's rules about what one route may hold."""
        stops = [self.stops[name] for name in walk.stops]
        if self.exceeds(walk.stops, train, "visits"):
            return False
        if len(stops) < 2 or not any(stop.own for stop in stops):
            return False
        for once in self.rules.get("one_per_route", []):
            if sum(stop.hex == once for stop in stops) > 1:
                return False
        return not self.pairs(stops[0], stops[-1], "forbidden")

    def exceeds(self, names: tuple[str, ...], train: Table, what: str) -> bool:
        """Whether these are more cities or more towns than a train visits, or counts."""
        towns = sum(self.stops[name].kind == "town" for name in names)
        for kind, number in (("city", len(names) - towns), ("town", towns)):
            limit = train.get(f"{kind}_{what}", 0)
            if limit and number > max(limit, 0):
                return True
        return False

    def pairs(self, first: Place, last: Place, what: str) -> int | None:
        """If the two ends are of a pair of classes listed, what their classes add up to."""
        classes = self.ends.get("classes", {})
        for one, other in self.ends.get(what, []):
            for a, b in ((first, last), (last, first)):
                if a.hex in classes[one] and b.hex in classes[other]:
                    return int(classes[one][a.hex] + classes[other][b.hex])
        return None

    def count(self, walk: _Walk, train: Table) -> tuple[tuple[str, ...], int]:
        """What a route counts and earns: all its stops, or the best choice of some of them.

        Nothing, where it can count no stop with an own token.
        """
        whole = not self.exceeds(walk.stops, train, "counts")
        if train["counts"] == train["visits"] and whole:
            return walk.stops, self.value(walk, walk.stops, train)
        choices = [
            counted
            for size in range(1, (train["counts"] or len(walk.stops)) + 1)
            for counted in itertools.combinations(walk.stops, size)
            if any(self.stops[name].own for name in counted)
            and not self.exceeds(counted, train, "counts")
        ]
        return max(
            ((counted, self.value(walk, counted, train)) for counted in choices),
            key=lambda choice: choice[1],
            default=((), 0),
        )

    def value(self, walk: _Walk, counted: tuple[str, ...], train: Table) -> int:
        """What a route earns by itself."""
        ends = walk.stops[0], walk.stops[-1]
        column = train.get("column", -1)
        total = sum(self.stop_value(name, name in ends, column) for name in counted)
        if set(ends) <= set(counted):
            first, last = (self.stops[name] for name in ends)
            total += self.pairs(first, last, "bonus") or 0
        return total + self.sets_value(walk.stops)

    def sets_value(self, names: tuple[str, ...]) -> int:
        """What sets of stops add that are all on the route."""
        there = {*names, *(name.partition(".")[0] for name in names)}
        total = 0
        for one in self.rules.get("sets", []):
            if all(self.place(place) in there for place in one["stops"]):
                total += int(one["amount"])
        return total

    def place(self, text: str) -> str:
        """A stop or a hex as a route names it: that of its area, where it is part of one."""
        hex_id, dot, number = text.partition(".")
        stop = self.reading.stop_at(hex_id, int(number or 0))
        return stop if dot else stop.partition(".")[0]

    @functools.cache  # noqa: B019
    def stop_value(self, name: str, at_end: bool, column: int) -> int:
        """A stop's printed value, what markers add there, and what doubles it."""
        printed = self.stops[name].value
        if 0 <= column < len(columns := self.reading.columns[name]):
            printed = columns[column]
        extra = sum(self.extra(marker, kind, name) for marker, kind in self.marks("value"))
        doubled = any(marker["at"] == name for marker, _ in self.own_marks("double"))
        if at_end:
            doubled |= any(marker["at"] == name for marker, _ in self.own_marks("double_end"))
        if not doubled:
            return printed + extra
        if self.reading.holds("double_markers"):
            return 2 * (printed + extra)
        return 2 * printed + extra

    def extra(self, marker: Table, kind: Table, name: str) -> int:
        """What a marker adds to a stop for the running corporation."""
        hex_id = marker["at"].partition(".")[0]
        wide = marker.get("hex_wide") or kind.get("hex_wide")
        if not (self.stops[name].hex == hex_id if wide else name == marker["at"]):
            return 0
        return amount(marker, kind) if self.owns(marker) else int(kind.get("others", 0))

    # sets of routes

    def allows(self, chosen: list[Route]) -> bool:
        """Whether the set holds every run that the position demands."""
        ends = [{route.stops[0], route.stops[-1]} for route in chosen]
        return all({m["from"], m["to"]} in ends for m, _ in self.own_marks("required_ends"))

    def revenue(self, chosen: list[Route]) -> int:
        """What a set earns: its routes, the mail on its best train, the cubes delivered."""
        total = sum(route.value for route in chosen)
        for marker, kind in self.own_marks("visit_bonus"):
            stops = max((len(route.stops) for route in chosen), default=0)
            total += amount(marker, kind) * stops
        if "cube_value" in self.rules:
            total += self.cube_value * self.delivered(chosen)
        return total

    @functools.cached_property
    def cube_value(self) -> int:
        """What a delivered cube earns the running corporation."""
        extra = sum(amount(marker, kind) for marker, kind in self.own_marks("cube_value"))
        return int(self.rules["cube_value"]) + extra

    @functools.cached_property
    def refineries(self) -> set[str]:
        """Where the running corporation is paid for a cube."""
        return {
            marker["at"]
            for marker, _ in self.own_marks("refinery")
            if marker["state"] in ("operational", "inoperational")
        }

    @functools.cached_property
    def cubes(self) -> dict[str, int]:
        """The cubes on each deposit of the board."""
        found = {name: 0 for name, stop in self.stops.items() if stop.kind == "deposit"}
        for marker, _ in self.marks("cubes"):
            if marker["at"] in found:
                found[marker["at"]] += marker.get("count", 0)
        return found

    def delivered(self, chosen: list[Route]) -> int:
        """The most cubes the trains can deliver, with the one an extraction company may add."""
        orders = tuple(
            tuple(stop for stop in route.stops if stop in self.cubes)
            for route in chosen
            for stop in route.stops
            if stop in self.refineries
        )
        most = _deliver(orders, tuple(self.cubes.items()))
        if self.own_marks("extra_cube"):
            capacity = self.reading.phase["cubes"]["capacity"]
            for deposit, count in self.cubes.items():
                if count < capacity:
                    more = tuple((self.cubes | {deposit: count + 1}).items())
                    most = max(most, _deliver(orders, more))
        return most


def amount(marker: Table, kind: Table) -> int:
    """What a marker is worth to its owner: its own value, else that of its kind, by hex or not."""
    if "value" in marker:
        return int(marker["value"])
    each = kind.get("amount", 0)
    return int(each[marker["at"].partition(".")[0]] if isinstance(each, dict) else each)


@functools.lru_cache(maxsize=10_000)
def _deliver(orders: tuple[tuple[str, ...], ...], cubes: tuple[tuple[str, int], ...]) -> int:
    """The most orders that can be filled: each is one cube from any of its deposits, or none."""
    if not orders:
        return 0
    most = _deliver(orders[1:], cubes)
    left = dict(cubes)
    for deposit in orders[0]:
        if left[deposit]:
            rest = tuple((left | {deposit: left[deposit] - 1}).items())
            most = max(most, 1 + _deliver(orders[1:], rest))
    return most
