"""Before a search: what it will be paid, stop by stop, is what the judge will pay.

The judge checks the routes that a search finds, so it would never see a stop that the compiler
made too cheap: the search leaves it out, and proves an optimum that is none. Therefore the two,
which read markers and rules each in their own way, are held against each other first.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

import msgspec

from route_opt.board import Board
from route_opt.claims.value import (
    Rates,
    capacity_of,
    end_classes_of,
    sets_paid,
    stop_money,
    stops_at,
)
from route_opt.compile import Instance
from route_opt.errors import Problem, UnprovedAnswerError
from route_opt.network import NetworkStop, fixed_stops
from route_opt.title import TOWN, Ends, Title, Train


def agree(instance: Instance) -> Rates:
    """What the judge pays, if it is the same for every stop and for all that is not a stop.

    Raises
    ------
    UnprovedAnswerError
        With every difference, and the position to report.
    """
    rates = Rates(instance.network)
    found: list[Difference] = []
    if not _Judged(rates).pays_as(instance):
        found += [*_stops(instance, rates), *_ends(instance, rates), *_cubes(instance, rates)]
    found += [*_tariffs(instance, rates), *_limits(instance), *_whole(instance, rates)]
    found += [*_sets(instance, rates), *_groups(instance), *_required(instance, rates)]
    found += _room(instance, rates)
    if found:
        document = msgspec.json.encode(instance.network.position.document()).decode()
        problems = [Problem("unproved", where, words) for where, words in found]
        raise UnprovedAnswerError(
            [*problems, Problem("unproved", "", f"please report: {document}")]
        )
    return rates


PLAIN = Train(name="", price=0, visits=0, counts=0)
"""A train that is paid what the phase says."""

Difference = tuple[str, str]
"""A place, and what the two say about it."""


def _differ(where: str, what: str, search: object, judge: object) -> Difference:
    return where, f"{what}: {search} for the search, {judge} for the judge"


class _Judged:
    """What the judge would pay for every stop, in arrays like those of the search."""

    def __init__(self, rates: Rates) -> None:
        network = rates.network
        same, ground = _of_board(network.board), network.ground
        self.same, self.value, self.own = same, ground.value, ground.own
        self.end_extra, self.goods, self.buyer = same.zeros, same.zeros, same.flags
        self.end_only = same.end_only[:]
        at = ground.full.find(1)
        while at >= 0:
            self.end_only[at] = 1
            at = ground.full.find(1, at + 1)
        if network.position.markers:
            self._add_markers(rates)

    def _add_markers(self, rates: Rates) -> None:
        self.value, self.end_extra = self.value[:], self.same.zeros[:]
        stops = rates.network.board.stop_of
        for name in {*rates.plus, *rates.doubled, *rates.doubled_ends}:
            stop = rates.network.stop(name)
            assert stop is not None
            within, at_end = (stop_money(rates, stop, PLAIN, end) for end in (False, True))
            self.value[stop.id], self.end_extra[stop.id] = within, at_end - within
        if rates.cubes or rates.refineries:
            self.goods, self.buyer = self.same.zeros[:], self.same.flags[:]
            for name, count in rates.cubes.items():
                self.goods[stops[name]] = count
            for name in rates.refineries:
                self.buyer[stops[name]] = 1

    def pays_as(self, search: Instance) -> bool:
        """Whether the search is paid the same."""
        return (
            self.value == search.value
            and self.end_extra == search.end_extra
            and self.own == search.own
            and self.end_only == search.end_only
            and self.goods == search.goods
            and self.buyer == search.buyer
            and self.same.end_class == search.end_class
            and self.same.pair_value == search.pair_value
            and self.same.bonus_ends == search.bonus_ends
            and self.same.forbidden_ends == search.forbidden_ends
        )


class _OfBoard:
    """What is the same for every position on a board."""

    def __init__(self, board: Board) -> None:
        self.zeros = array("i", bytes(4 * len(board.stop_names)))
        self.flags = bytearray(len(self.zeros))
        self.end_only = self.flags[:]
        self.end_class, self.pair_value = self.zeros[:], self.zeros[:]
        once = {hex_id: n for n, hex_id in enumerate(board.title.routes.one_per_route)}
        hexes = (name.partition(".")[0] for name in board.stop_names)
        self.group = array("i", (once.get(hex_id, -1) for hex_id in hexes))
        rules = board.title.routes.ends
        numbers, classes = _numbers(rules), end_classes_of(board.title)
        for stop in fixed_stops(board, 0).values():
            self.end_only[stop.id] = _ends_runs(stop)
            name, self.pair_value[stop.id] = classes.get(stop.hex, ("", 0))
            self.end_class[stop.id] = numbers.get(name, 0)
        self.bonus_ends, self.forbidden_ends = (
            array("i", _listed(numbers, pairs)) for pairs in (rules.bonus, rules.forbidden)
        )


_of_board = functools.cache(_OfBoard)


def _numbers(rules: Ends) -> dict[str, int]:
    """The classes of ends as the search numbers them."""
    return {name: number for number, name in enumerate(rules.classes, 1)}


def _listed(numbers: dict[str, int], pairs: Iterable[tuple[str, str]]) -> list[int]:
    return [numbers[name] for pair in pairs for name in pair]


# Where they differ: every stop with what both say.


def _stops(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What each stop pays within a run and at its end, and whether a run may pass it."""
    for stop in instance.network.stops.values():
        yield from _money(stop, rates, PLAIN, instance.value[stop.id], instance.end_extra[stop.id])
        search = bool(instance.own[stop.id]), bool(instance.end_only[stop.id])
        if search != (judge := (stop.own, _ends_runs(stop))):
            yield _differ(stop.name, "own token, end of the line", search, judge)


def _ends_runs(stop: NetworkStop) -> bool:
    """Whether no run may pass a stop."""
    return stop.full or (not stop.through and stop.kind == "offboard")


def _money(
    stop: NetworkStop, rates: Rates, train: Train, value: int, extra: int
) -> Iterator[Difference]:
    for where, pays, at_end in (("within", value, False), ("at an end of", value + extra, True)):
        if pays != (judged := stop_money(rates, stop, train, at_end)):
            yield _differ(stop.name, f"pays {where} a run", pays, judged)


def _tariffs(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What each stop pays the trains that have a column of their own."""
    for train, tariff in zip(_trains(instance), instance.tariff or repeat(0), strict=False):
        if bool(tariff) != (train.column >= 0):
            yield _differ(train.name, "has values of its own", bool(tariff), train.column >= 0)
        if tariff:
            row = instance.tariffs[(tariff - 1) * len(instance.value) :]
            for stop in instance.network.stops.values():
                yield from _money(stop, rates, train, row[stop.id], instance.end_extra[stop.id])


def _limits(instance: Instance) -> Iterator[Difference]:
    """What limits the trains, and which stops are towns where some tell them from cities."""
    network = instance.network
    compiled = [getattr(instance, name).tobytes() for name in _LIMITS]
    yield from _limits_of(network.title, network.position.trains, *compiled)
    if len(instance.minor):
        for stop in network.stops.values():
            if bool(instance.minor[stop.id]) != (judged := stop.kind == TOWN):
                yield _differ(stop.name, "a town", not judged, judged)


_LIMITS = (
    *("visits", "counts", "major_visits", "major_counts"),
    *("minor_visits", "minor_counts"),
)
"""The arrays of an instance that say what limits its trains."""


@functools.lru_cache(maxsize=10_000)
def _limits_of(title: Title, names: tuple[str, ...], *compiled: bytes) -> tuple[Difference, ...]:
    """What is different in the limits of some trains: the same for every board."""
    values = [array("i", data) for data in compiled]
    arrays = tuple(zip(values[::2], values[1::2], strict=True))
    found = []
    for n, train in enumerate(title.trains[name] for name in names):
        judge = [(limit.visits, limit.counts) for limit in train.limits]
        judge += [(None, None)] * (len(arrays) - len(judge))
        pairs = [(_at(visits, n), _at(counts, n)) for visits, counts in arrays]
        search = [(_most(visits), _most(counts)) for visits, counts in pairs]
        if search != judge:
            found.append(_differ(train.name, "limits on all stops, cities, towns", search, judge))
    return tuple(found)


def _at(values: Sequence[int], n: int) -> int:
    return values[n] if len(values) else 0


def _most(limit: int) -> int | None:
    return max(limit, 0) if limit else None


def _sets(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What all stops of a set pay a route that visits them."""
    board = rates.network.board
    for one in board.title.routes.sets:
        for stops in itertools.product(*(stops_at(board, place) for place in one.stops)):
            search = sum(value for value, inside in _unpacked(instance.sets) if inside <= {*stops})
            if search != (judge := sum(paid.amount for paid in sets_paid(rates, stops))):
                yield _differ(one.name, "pays", search, judge)


def _groups(instance: Instance) -> Iterator[Difference]:
    """The stops of which a route visits one at most."""
    judged = _of_board(instance.network.board).group
    if judged != instance.group:
        names = instance.network.board.stop_names
        for name, search, judge in zip(names, instance.group, judged, strict=True):
            if search != judge:
                yield _differ(name, "is one of a group", search, judge)


def _required(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The runs that have to be made."""
    if rates.required_ends or len(instance.required_ends):
        numbers, search = instance.network.board.stop_of, list(instance.required_ends)
        judge = [numbers[end] for m in rates.required_ends for end in (m.from_, m.to)]
        if search != judge:
            yield _differ("", "ends of runs that are required", search, judge)


def _room(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The deposits that an extra cube could be put on."""
    if not (rates.extra_cubes or instance.extra_good):
        return
    capacity = capacity_of(rates)
    for name, stop in instance.network.stops.items():
        judge = stop.kind == "deposit" and rates.cubes.get(name, 0) < capacity
        if bool(instance.room[stop.id]) != judge:
            yield _differ(name, "room for one more cube", not judge, judge)


def _unpacked(flat: Sequence[int]) -> Iterator[tuple[int, set[int]]]:
    at = 0
    while at < len(flat):
        yield flat[at], {*flat[at + 2 : at + 2 + flat[at + 1]]}
        at += 2 + flat[at + 1]


def _trains(instance: Instance) -> list[Train]:
    network = instance.network
    return [network.title.trains[name] for name in network.position.trains]


def _ends(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The classes of off-boards, what each adds to a pair of ends, and which pairs there are."""
    if not rates.classes:
        return
    rules = rates.network.title.routes.ends
    numbers = _numbers(rules)
    for what, compiled, pairs in (
        ("pairs of ends that pay", instance.bonus_ends, rules.bonus),
        ("pairs of ends that are forbidden", instance.forbidden_ends, rules.forbidden),
    ):
        if list(compiled) != (listed := _listed(numbers, pairs)):
            yield _differ("", what, list(compiled), listed)
    classes, kinds, amounts = rates.classes, instance.end_class, instance.pair_value
    for stop in instance.network.stops.values():
        if stop.hex in classes or kinds[stop.id] or amounts[stop.id]:
            named, amount = classes.get(stop.hex, ("", 0))
            search = kinds[stop.id], amounts[stop.id]
            if search != (judge := (numbers.get(named, 0), amount)):
                yield _differ(stop.name, "class and amount as an end", search, judge)


def _cubes(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The cubes on each deposit, and the cities that pay for them."""
    if not (rates.per_cube or instance.good_value):
        return
    for name, stop in instance.network.stops.items():
        search = instance.goods[stop.id], bool(instance.buyer[stop.id])
        if search != (judge := (rates.cubes.get(name, 0), name in rates.refineries)):
            yield _differ(name, "cubes, refinery", search, judge)


def _whole(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What holds for the whole set of runs."""
    for what, search, judge in (
        ("each visit pays", instance.visit_bonus, rates.per_visit),
        ("each cube pays", instance.good_value, rates.per_cube),
        ("extra cubes", int(instance.extra_good), rates.extra_cubes),
    ):
        if search != judge:
            yield _differ("", what, search, judge)
