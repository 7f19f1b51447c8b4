"""Bringing cubes to refineries: those that were paid for in the run, and any others.

The run says how many cubes are paid for, and on which routes. Here it is settled which: every cube
comes from a deposit and goes to a stop of the same route, each stop once a route. Whatever is
chosen must leave as many paid deliveries possible as the run counted; what nobody chooses of those
is done when the step is left.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from operating_round import resources
from operating_round.actions import Action, Choice, Run, Special
from operating_round.steps.base import Step
from operating_round.steps.run import RunStep, best_run, running_position
from operating_round.table import Table, replace
from route_opt.claims import check
from route_opt.errors import Problem
from route_opt.position import Marker, Position


class CubeRunStep(RunStep):
    """Running trains, with the runs that earn as much and bring a cube where none is paid."""

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """The best run; then, for each stop that could take a free cube, one that passes it."""
        yield from super().choices(table, about)
        if about is None and not self.finished(table):
            yield from (Choice(Run(routes)) for routes in _runs_with_free_cubes(table))


def _runs_with_free_cubes(table: Table) -> list[tuple[dict[str, Any], ...]]:
    """Runs as good as the best that serve a stop where a refinery could be founded or saved.

    For each such stop the best run is sought as if a refinery there paid; it is listed if it
    earns the most without that money too.
    """
    position = running_position(table)
    targets = [
        stop
        for stop in sorted(table.reach().stops)
        if resources.takes_cube(table, stop) and not resources.pays(table, stop)
    ]
    if not targets or resources.supply(table) == resources.data(table)["cubes"]:
        return []
    most, usual = best_run(position)
    found: list[tuple[dict[str, Any], ...]] = []
    for stop in targets:
        others = [m for m in position.markers if (m.kind, m.at) != (resources.REFINERY, stop)]
        paying = Marker(resources.REFINERY, stop, state=resources.data(table)["paid"][0])
        imagined, routes = best_run(replace(position, markers=(*others, paying)))
        served = imagined > most and check(position, routes).revenue == most
        if served and routes != usual and tuple(routes) not in found:
            found.append(tuple(routes))
    return found


class DeliveryStep(Step):
    """One cube after the other, as long as any may be delivered."""

    name = "deliver"
    does = "deliver that cube"

    def rule(self, table: Table) -> str:
        """As the title's data cites."""
        return str(resources.data(table)["rule_delivery"])

    def takes(self, action: Action) -> bool:
        """Deliveries."""
        return isinstance(action, Special) and action.kind == "deliver"

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Every deposit with every stop of a route; `count` is the number of the route."""
        notes = table.turn.notes
        for number, route in enumerate(notes.get("routes", ())):
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
        notes = table.turn.notes
        owed = notes["owed"] - resources.pays(table, action.at)
        done = [*notes.get("delivered", ()), [action.count - 1, action.at]]
        table.set_turn(notes={**notes, "owed": owed, "delivered": done})
        resources.deliver(table, action.choice, action.at)

    def leave(self, table: Table) -> None:
        """What the run was paid for is delivered."""
        while table.turn.notes.get("owed"):
            paid = (c.action for c in self.choices(table) if resources.pays(table, _stop(c.action)))
            self.apply(table, next(paid))

    def finished(self, table: Table) -> bool:
        """Whether nothing is left to choose."""
        found = list(itertools.islice(self.choices(table), 2))
        return not found or (len(found) == 1 and bool(table.turn.notes["owed"]))


def note_run(table: Table, position: Position, routes: list[dict[str, Any]]) -> None:
    """Remember where trains ran, and how many cubes they were paid for."""
    verdict = check(position, routes)
    stops = [list(route.stops) for route in verdict.routes]
    table.set_turn(notes={**table.turn.notes, "routes": stops, "owed": verdict.cubes})


def delivery_misfits(table: Table) -> Iterator[Problem]:
    """What a turn remembers of its run and no run could have left."""
    notes = table.turn.notes
    routes: list[list[str]] = notes.get("routes", [])
    if len(routes) > len(table.state.company(table.entity).trains if table.entity else ()):
        yield Problem("wrong_run", "turn.notes.routes", "are more than the company has trains")
    elif unknown := {stop for route in routes for stop in route if not table.has_stop(stop)}:
        message = f"{', '.join(map(repr, sorted(unknown)))}: no such stop is on the map"
        yield Problem("wrong_run", "turn.notes.routes", message)
    elif not 0 <= notes.get("owed", 0) <= _most_paid(table, {}):
        message = "are more cubes than these routes can still be paid for"
        yield Problem("wrong_run", "turn.notes.owed", message)
    if routes and "owed" not in notes:
        yield Problem("missing", "turn.notes.owed", "comes with the routes")


def _stop(action: Action) -> str:
    assert isinstance(action, Special)
    return action.at


def _free(table: Table, number: int, stop: str) -> bool:
    return [number, stop] not in table.turn.notes.get("delivered", ())


def _leaves_enough(table: Table, number: int, stop: str, deposit: str) -> bool:
    """Whether the paid deliveries that remain can still be made after this one."""
    owed: int = table.turn.notes["owed"]
    paid = resources.pays(table, stop)
    if paid and not owed:
        return False
    gone = {deposit: 1}
    wanted = {number: 1} if paid else {}
    return _most_paid(table, gone, wanted) >= owed - paid


def _most_paid(table: Table, gone: dict[str, int], served: dict[int, int] | None = None) -> int:
    """The most cubes that can still be paid for, after some are gone and some routes served."""
    routes: list[list[str]] = table.turn.notes.get("routes", [])
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
