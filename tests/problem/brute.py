"""Every set of routes of a problem document, tried: from docs/problem.md and nothing else."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

Document = dict[str, Any]


class Tried(NamedTuple):
    """A legal route: the stops it visits, what no other route may use, what it earns by itself."""

    stops: tuple[int, ...]
    uses: tuple[Any, ...]
    value: int
    cuts: tuple[int, ...] = ()  # how much of it is used up to each stop

    @property
    def links(self) -> list[tuple[int, int, frozenset[Any]]]:
        """From stop to stop, with all that is used between the two."""
        return [
            (a, b, frozenset(use[:2] for use in self.uses[first:last]))
            for (a, b), (first, last) in zip(
                itertools.pairwise(self.stops), itertools.pairwise(self.cuts), strict=True
            )
        ]

    @property
    def sides(self) -> list[frozenset[int]]:
        """The sides between each two stops."""
        return [frozenset(n for what, n in used if what == "side") for *_, used in self.links]

    @property
    def way(self) -> tuple[tuple[Any, ...], ...]:
        """Its stops and sides, in order: pieces that join the same two stops are one way."""
        return self.stops, tuple(use for use in self.uses if use[0] != "piece")


def best(document: Document) -> int | None:
    """The most that all trains can earn together; None if a run is required that none can make."""
    return _Board(document).best()


def best_sets(document: Document) -> set[tuple[Any, ...]]:
    """All sets that earn the most and have no detour in them, as `reading` has them."""
    return _Board(document).best_sets()


def reading(stops: tuple[int, ...], sides: list[frozenset[int]]) -> tuple[Any, ...]:
    """A route as it reads, either way: its stops, and the sides between each two of them."""
    between = tuple(tuple(sorted(each)) for each in sides)
    return min((stops, between), (stops[::-1], between[::-1]))


def count(document: Document) -> list[dict[int, int]]:
    """How many legal routes each train has, by the number of stops; a way back is the way out."""
    board = _Board(document)
    found = []
    for train in range(len(document["trains"]["visits"])):
        ways = {r.way for r in board.routes(train) if r.stops[0] < r.stops[-1]}
        found.append(dict(Counter(len(stops) for stops, _ in ways)))
    return found


class _Board:
    def __init__(self, document: Document) -> None:
        self.size = len(document["stops"]["value"])
        self.stops = document["stops"]
        self.trains = document["trains"]
        self.terms = document.get("terms", {})
        self.pieces: list[tuple[int, int]] = document["track"].get("pieces", [])

    def of(self, group: Document, field: str, n: int, default: int = 0) -> int:
        return int(group[field][n]) if group.get(field) else default

    def ways(self, end: int, uses: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """From an end of track, every way to the next stop, with all that is used then."""
        for n, piece in enumerate(self.pieces):
            for here, there in (piece, piece[::-1]):
                if here != end:
                    continue
                if there < self.size:
                    # A piece from stop to stop is used once; one from a side is, as the side is.
                    used = (("piece", n),) if here < self.size else ()
                    if not {*used} & {*uses}:
                        yield there, uses + used
                    continue
                side, face = divmod(there - self.size, 2)
                if all(use[:2] != ("side", side) for use in uses):
                    beyond = self.size + 2 * side + 1 - face
                    yield from self.ways(beyond, (*uses, ("side", side, face)))

    def walks(
        self, stops: tuple[int, ...], uses: tuple[Any, ...], cuts: tuple[int, ...] = (0,)
    ) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...], tuple[int, ...]]]:
        if len(stops) > 1:
            yield stops, uses, cuts
            if self.of(self.stops, "end_only", stops[-1]):
                return
        for stop, used in self.ways(stops[-1], uses):
            if stop not in stops:
                yield from self.walks((*stops, stop), used, (*cuts, len(used)))

    def within(self, stops: tuple[int, ...], train: int, what: str) -> bool:
        """Whether so many stops, and so many of each size, are no more than a train may have."""
        most = self.of(self.trains, what, train)
        minor = sum(self.of(self.stops, "minor", stop) for stop in stops)
        limits = [(most, len(stops))]
        limits.append((self.of(self.trains, f"minor_{what}", train), minor))
        limits.append((self.of(self.trains, f"major_{what}", train), len(stops) - minor))
        return all(limit == 0 or number <= max(limit, 0) for limit, number in limits)

    def paired(self, stops: tuple[int, ...], which: str) -> bool:
        first, last = (self.of(self.stops, "end_class", stop) for stop in (stops[0], stops[-1]))
        pairs = [tuple(pair) for pair in self.terms.get(which, [])]
        return bool(first and last) and ((first, last) in pairs or (last, first) in pairs)

    def routes(self, train: int) -> Iterator[Tried]:
        for start in range(self.size):
            for stops, uses, cuts in self.walks((start,), ()):
                groups = [self.of(self.stops, "group", stop, -1) for stop in stops]
                in_groups = [group for group in groups if group >= 0]
                if len(in_groups) > len(set(in_groups)) or self.paired(stops, "forbidden_ends"):
                    continue
                if self.within(stops, train, "visits"):
                    values = list(self.values(stops, train))
                    if values:
                        yield Tried(stops, uses, max(values), cuts)

    def values(self, stops: tuple[int, ...], train: int) -> Iterator[int]:
        """What it earns for each way of counting."""
        tariff = self.of(self.trains, "tariff", train)
        start = (tariff - 1) * self.size
        row = self.stops["tariffs"][start:] if tariff else self.stops["value"]
        ends = (stops[0], stops[-1])
        together = sum(
            one["value"] for one in self.terms.get("sets", []) if set(one["stops"]) <= set(stops)
        )
        for number in range(1, len(stops) + 1):
            for counted in itertools.combinations(stops, number):
                own = any(self.of(self.stops, "own", stop) for stop in counted)
                if not own or not self.within(counted, train, "counts"):
                    continue
                value = together + sum(row[stop] for stop in counted)
                value += sum(self.of(self.stops, "end_extra", s) for s in ends if s in counted)
                if set(ends) <= set(counted) and self.paired(stops, "bonus_ends"):
                    value += sum(self.of(self.stops, "pair_value", stop) for stop in ends)
                yield value

    def best(self) -> int | None:
        choices: list[list[Tried | None]] = [
            [None, *self.routes(train)] for train in range(len(self.trains["visits"]))
        ]
        found = [
            self.earned(routes)
            for chosen in itertools.product(*choices)
            if self.allowed(routes := [route for route in chosen if route is not None])
        ]
        return max(found, default=None)

    def is_direct(self, route: Tried) -> bool:
        """Whether no running between two of its stops has all that another one uses, and more."""
        return not any(
            frozenset(use[:2] for use in uses) < used
            for a, b, used in route.links
            for stop, uses in self.ways(a, ())
            if stop == b
        )

    def best_sets(self) -> set[tuple[Any, ...]]:
        most, found = self.best(), set()
        choices: list[list[Tried | None]] = [
            [None, *filter(self.is_direct, self.routes(train))]
            for train in range(len(self.trains["visits"]))
        ]
        for chosen in itertools.product(*choices):
            routes = [route for route in chosen if route is not None]
            if self.allowed(routes) and self.earned(routes) == most:
                found.add(tuple(sorted(reading(r.stops, r.sides) for r in routes)))
        return found

    def allowed(self, routes: list[Tried]) -> bool:
        used = [use[:2] for route in routes for use in route.uses]
        ends = [{route.stops[0], route.stops[-1]} for route in routes]
        required = self.terms.get("required_ends", [])
        return len(used) == len(set(used)) and all(set(pair) in ends for pair in required)

    def earned(self, routes: list[Tried]) -> int:
        longest = max((len(route.stops) for route in routes), default=0)
        total = sum(route.value for route in routes) + self.terms.get("visit_bonus", 0) * longest
        if worth := self.terms.get("good_value", 0):
            goods = [self.of(self.stops, "goods", stop) for stop in range(self.size)]
            stocks = [goods]
            if self.terms.get("extra_good"):
                for stop in range(self.size):
                    if self.of(self.stops, "room", stop):
                        stocks.append([n + (stop == s) for s, n in enumerate(goods)])
            wishes = [
                route.stops
                for route in routes
                for stop in route.stops
                if self.of(self.stops, "buyer", stop)
            ]
            total += worth * max(self.brought(wishes, stock) for stock in stocks)
        return int(total)

    def brought(self, wishes: list[tuple[int, ...]], stock: list[int]) -> int:
        """The most goods that come to buyers, each from a stop of its route."""
        if not wishes:
            return 0
        most = self.brought(wishes[1:], stock)
        for stop in wishes[0]:
            if stock[stop]:
                less = [n - (stop == s) for s, n in enumerate(stock)]
                most = max(most, 1 + self.brought(wishes[1:], less))
        return most
