"""Before a search: what it will be paid, stop by stop, is what the judge will pay.

The judge checks the routes that a search finds, so it would never see a stop that the compiler
made too cheap: the search leaves it out, and proves an optimum that is none. Therefore the two,
which read markers and rules each in their own way, are held against each other first.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from route_opt.claims.value import Rates, stop_money
from route_opt.compile import Instance
from route_opt.errors import Problem, UnprovedAnswerError
from route_opt.network import NetworkStop


def agree(instance: Instance) -> Instance:
    """The instance, if the judge pays the same for every stop and for all that is not a stop.

    Raises
    ------
    UnprovedAnswerError
        With every difference, and the position to report.
    """
    rates = Rates(instance.network)
    found = [*_stops(instance, rates), *_ends(instance, rates), *_cubes(instance, rates)]
    found += _whole(instance, rates)
    if found:
        document = msgspec.json.encode(instance.network.position.document()).decode()
        problems = [Problem("unproved", where, words) for where, words in found]
        raise UnprovedAnswerError(
            [*problems, Problem("unproved", "", f"please report: {document}")]
        )
    return instance


Difference = tuple[str, str]
"""A place, and what the two say about it."""


def _differ(where: str, what: str, search: object, judge: object) -> Difference:
    return where, f"{what}: {search} for the search, {judge} for the judge"


def _stops(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What each stop pays within a run and at its end, and whether a run may pass it."""
    value, extra, own, end_only = (
        *(instance.value, instance.end_extra),
        *(instance.own, instance.end_only),
    )
    marked = {marker.at for marker in instance.network.position.markers}
    hexes = {place.partition(".")[0] for place in marked}
    for stop in instance.network.stops.values():
        number = stop.id
        # Where no marker stands both have what is printed, or the compiler is wrong.
        same = value[number] == stop.value and not extra[number]
        if not same or stop.name in marked or stop.hex in hexes:
            yield from _money(stop, rates, value[number], extra[number])
        ends = stop.full or (not stop.through and stop.kind == "offboard")
        if own[number] != stop.own or end_only[number] != ends:
            search = bool(own[number]), bool(end_only[number])
            yield _differ(stop.name, "own token, end of the line", search, (stop.own, ends))


def _money(stop: NetworkStop, rates: Rates, value: int, extra: int) -> Iterator[Difference]:
    for where, pays, at_end in (("within", value, False), ("at an end of", value + extra, True)):
        if pays != (judged := stop_money(rates, stop, at_end)):
            yield _differ(stop.name, f"pays {where} a run", pays, judged)


def _ends(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The classes of off-boards, what each adds to a pair of ends, and which pairs there are."""
    if not rates.classes:
        return
    rules = rates.network.title.routes.ends
    numbers = {name: n for n, name in enumerate(rules.classes, 1)}
    for what, compiled, pairs in (
        ("pairs of ends that pay", instance.bonus_ends, rules.bonus),
        ("pairs of ends that are forbidden", instance.forbidden_ends, rules.forbidden),
    ):
        if list(compiled) != (listed := [numbers[name] for pair in pairs for name in pair]):
            yield _differ("", what, list(compiled), listed)
    for name, stop in instance.network.stops.items():
        search = instance.end_class[stop.id], instance.pair_value[stop.id]
        named, amount = rates.classes.get(stop.hex, ("", 0))
        if search != (judge := (numbers.get(named, 0), amount)):
            yield _differ(name, "class and amount as an end", search, judge)


def _cubes(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """The cubes on each deposit, and the cities that pay for them."""
    if not (rates.per_cube or instance.cube_value):
        return
    for name, stop in instance.network.stops.items():
        search = instance.cubes[stop.id], bool(instance.refinery[stop.id])
        if search != (judge := (rates.cubes.get(name, 0), name in rates.refineries)):
            yield _differ(name, "cubes, refinery", search, judge)


def _whole(instance: Instance, rates: Rates) -> Iterator[Difference]:
    """What holds for the whole set of runs."""
    for what, search, judge in (
        ("each visit pays", instance.visit_bonus, rates.per_visit),
        ("each cube pays", instance.cube_value, rates.per_cube),
        ("extra cubes", int(instance.extra_cube), rates.extra_cubes),
    ):
        if search != judge:
            yield _differ("", what, search, judge)
