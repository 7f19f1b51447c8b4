"""Bringing cubes to refineries: those that were paid for in the run, and any others.

The run says how many cubes are paid for, and on which routes. Here it is settled which: every cube
comes from a deposit and goes to a stop of the same route, each stop once a route. Whatever is
chosen must leave as many paid deliveries possible as the run counted; what nobody chooses of those
is done when the step is left.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from operating_round.actions import Action, Choice, Run, Special
from operating_round.steps.base import Step
from operating_round.steps.run import RunStep, best_run, routes_of, running_position
from operating_round.table import Table, View
from operating_round.titles.g1867bw import resources
from operating_round.titles.g1867bw.remembered import Cubes
from route_opt.claims import check
from route_opt.errors import Problem
from route_opt.position import Position


class CubeRunStep(RunStep):
    """Running trains, with the runs that earn as much and bring a cube where none is paid."""

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The best run; then those as good that could bring other free cubes than it."""
        yield from super().choices(table, about)
        if about is None and not self.finished(table):
            yield from (Choice(Run(routes)) for routes in _runs_with_free_cubes(table))


def _runs_with_free_cubes(table: View) -> list[tuple[dict[str, Any], ...]]:
    """Runs as good as the best with which a refinery could be founded or saved.

    Of several that leave the very same deliveries to choose from, one is listed; none of those
    that leave the same as the run that is made unasked.
    """
    from route_opt.solver import MOST_SETS, all_best

    position = running_position(table)
    targets = [stop for stop in table.map.reach().stops if _is_free(table, stop)]
    if not targets or resources.supply(table) == resources.data(table)["cubes"]:
        return []
    most, usual = best_run(position)
    if not most:
        return []
    probe = Table(table.state, table.rules)
    seen = {_deliveries(probe, position, usual)}
    found = []
    for result in all_best(position, sets=MOST_SETS)[0]:
        routes = routes_of(result)
        left = _deliveries(probe, position, routes)
        if left and left not in seen:
            found.append(tuple(routes))
        seen.add(left)
    return found


def _is_free(table: View, stop: str) -> bool:
    """Whether a cube brought to a stop founds or saves a refinery, and earns nothing."""
    return resources.takes_cube(table, stop) and not resources.pays(table, stop)


def _deliveries(
    probe: Table, position: Position, routes: list[dict[str, Any]]
) -> tuple[tuple[str, ...], ...]:
    """What a run leaves to choose from, route by route: nothing if no free cube can be brought."""
    note_run(probe, position, routes)
    if not any(_is_free(probe, _stop(c.action)) for c in DeliveryStep().choices(probe)):
        return ()
    return tuple(
        sorted(
            tuple(
                stop
                for stop in sorted(route)
                if resources.cubes(probe, stop) or resources.takes_cube(probe, stop)
            )
            for route in Cubes.of(probe).routes
        )
    )


class DeliveryStep(Step):
    """One cube after the other, as long as any may be delivered."""

    name = "deliver"
    does = "deliver that cube"
    occasion = "delivers cubes for {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return str(resources.data(table)["rule_delivery"])

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """From where to where."""
        assert isinstance(action, Special)
        way = f"from {place(action.choice)} to {place(action.at)}"
        return f"Deliver a cube {way}, on route {action.count}"

    def takes(self, action: Action) -> bool:
        """Deliveries."""
        return isinstance(action, Special) and action.kind == "deliver"

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every deposit with every stop of a route; `count` is the number of the route."""
        for number, route in enumerate(Cubes.of(table).routes):
            for stop in route:
                if _free(table, number, stop) and resources.takes_cube(table, stop):
                    for deposit in route:
                        if resources.cubes(table, deposit) and _leaves_enough(
                            table, number, stop, deposit
                        ):
                            yield Choice(Special("deliver", stop, deposit, number + 1))

    def apply(self, table: Table, action: Action) -> None:
        """Bring the cube, and change the refinery."""
        assert isinstance(action, Special)
        run = Cubes.of(table)
        owed = (run.owed or 0) - resources.pays(table, action.at)
        Cubes.set(table, owed=owed, delivered=(*run.delivered, (action.count - 1, action.at)))
        resources.deliver(table, action.choice, action.at)

    def leave(self, table: Table) -> None:
        """What the run was paid for is delivered."""
        while Cubes.of(table).owed:
            paid = (c.action for c in self.choices(table) if resources.pays(table, _stop(c.action)))
            self.apply(table, next(paid))

    def finished(self, table: View) -> bool:
        """Whether nothing is left to choose."""
        found = list(itertools.islice(self.choices(table), 2))
        return not found or (len(found) == 1 and bool(Cubes.of(table).owed))


def note_run(table: Table, position: Position, routes: list[dict[str, Any]]) -> None:
    """Remember where trains ran, and how many cubes they were paid for."""
    verdict = check(position, routes)
    Cubes.set(table, routes=[route.stops for route in verdict.routes], owed=verdict.cubes)


def delivery_misfits(table: View) -> Iterator[Problem]:
    """What a turn remembers of its run and no run could have left."""
    routes, owed = Cubes.of(table).routes, Cubes.of(table).owed
    trains = table.state.company(table.entity).trains if table.entity else ()
    gone = bool(table.entity) and table.turn.paid  # trains that ran may have gone since, by a phase
    if len(routes) > len(trains) and not gone:
        yield Problem("wrong_run", "turn.notes.routes", "are more than the company has trains")
    elif unknown := {stop for route in routes for stop in route if not table.map.has_stop(stop)}:
        message = f"{', '.join(map(repr, sorted(unknown)))}: no such stop is on the map"
        yield Problem("wrong_run", "turn.notes.routes", message)
    elif (owed or 0) > _most_paid(table, {}):
        message = "are more cubes than these routes can still be paid for"
        yield Problem("wrong_run", "turn.notes.owed", message)
    if routes and owed is None:
        yield Problem("missing", "turn.notes.owed", "comes with the routes")


def _stop(action: Action) -> str:
    assert isinstance(action, Special)
    return action.at


def _free(table: View, number: int, stop: str) -> bool:
    return (number, stop) not in Cubes.of(table).delivered


def _leaves_enough(table: View, number: int, stop: str, deposit: str) -> bool:
    """Whether the paid deliveries that remain can still be made after this one."""
    owed = Cubes.of(table).owed or 0
    paid = resources.pays(table, stop)
    if paid and not owed:
        return False
    gone = {deposit: 1}
    wanted = {number: 1} if paid else {}
    return _most_paid(table, gone, wanted) >= owed - paid


def _most_paid(table: View, gone: dict[str, int], served: dict[int, int] | None = None) -> int:
    """The most cubes that can still be paid for, after some are gone and some routes served."""
    routes = Cubes.of(table).routes
    wanted = [
        sum(resources.pays(table, stop) and _free(table, number, stop) for stop in route)
        - (served or {}).get(number, 0)
        for number, route in enumerate(routes)
    ]
    cubes = {
        stop: resources.cubes(table, stop) - gone.get(stop, 0) for route in routes for stop in route
    }
    return most_delivered(routes, wanted, cubes)


def most_delivered(
    routes: Sequence[Iterable[str]], wanted: Sequence[int], cubes: Mapping[str, int]
) -> int:
    """The most cubes that routes can bring: each so many, from the deposits it calls at.

    A flow from deposits over routes, by its least cut: for each set of routes, the cubes they can
    reach together and what the other routes want.

    >>> most_delivered([["A", "B"], ["B"]], [1, 2], {"A": 1, "B": 1})
    2
    """
    cuts = []
    for limited in itertools.product((False, True), repeat=len(routes)):
        sources = {s for route, cut in zip(routes, limited, strict=True) if cut for s in route}
        others = sum(n for n, cut in zip(wanted, limited, strict=True) if not cut)
        cuts.append(others + sum(cubes.get(stop, 0) for stop in sources))
    return min(cuts)
