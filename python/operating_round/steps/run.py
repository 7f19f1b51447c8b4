"""Running trains: the optimizer's routes, or declared ones that are judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from operating_round.actions import Action, Choice, Run
from operating_round.errors import IllegalAction
from operating_round.steps.base import Step
from operating_round.table import Table
from route_opt.claims import check
from route_opt.position import Position


class RunStep(Step):
    """All trains of the company run, once."""

    name = "run"
    does = "run trains"

    def takes(self, action: Action) -> bool:
        """Runs."""
        return isinstance(action, Run)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """One choice: the best routes; any legal ones may be declared in their place."""
        if not self.finished(table):
            yield Choice(Run())

    def apply(self, table: Table, action: Action) -> None:
        """Judge the routes, or find the best."""
        assert isinstance(action, Run)
        position = running_position(table)
        if action.routes is None:
            revenue, routes = best_run(position)
        else:
            revenue, routes = judged_run(position, action.routes)
        table.set_turn(revenue=revenue)
        table.say("run", f"{table.entity} runs for {revenue}", revenue=revenue, routes=routes)
        table.rules.ran(table, routes)

    def enter(self, table: Table) -> None:
        """Without a train that may run there is nothing to earn."""
        if not running_position(table).trains or not table.rules.has_route(table):
            table.set_turn(revenue=0)

    def may_pass(self, table: Table) -> bool:
        """Never: a company with a train and a route runs it."""
        return False

    def leave(self, table: Table) -> None:
        """Phased out trains go."""
        table.rules.after_run(table)

    def finished(self, table: Table) -> bool:
        """Whether the run has been made."""
        return table.turn.revenue is not None


def running_position(table: Table) -> Position:
    """The question of this run: without trains that came this turn."""
    trains = list(table.acting.trains)
    for train in table.turn.resting:
        trains.remove(train)
    position = table.state.position(table.entity, tuple(trains))
    return table.rules.run_position(table, position)


def best_run(position: Position) -> tuple[int, list[dict[str, Any]]]:
    """The most that can be earned, and by which routes."""
    from route_opt.solver import best

    found = best(position)
    return found.revenue, [
        {"train": route.train, "track": list(route.track), "counted": list(route.counted)}
        for route in found.routes
    ]


def judged_run(
    position: Position, routes: tuple[dict[str, Any], ...]
) -> tuple[int, list[dict[str, Any]]]:
    """What declared routes earn; an error if they break a rule."""
    verdict = check(position, routes)
    if not verdict.legal:
        first = verdict.violations[0]
        raise IllegalAction(first.message, first.rule)
    return verdict.revenue, [dict(route) for route in routes]
