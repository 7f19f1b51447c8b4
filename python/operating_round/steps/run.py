"""Running trains: the optimizer's routes, or declared ones that are judged."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import msgspec

from operating_round.actions import Action, Choice, Route, Run
from operating_round.errors import IllegalAction, UnprovedRun
from operating_round.steps.base import Step
from operating_round.table import Table, View
from route_opt.claims import check
from route_opt.claims.names import resolve
from route_opt.network import Network
from route_opt.position import Position
from route_opt.readable import readable

if TYPE_CHECKING:
    from route_opt.result import Result
    from route_opt.solver import Progress

_watch: ContextVar[Progress | None] = ContextVar("_watch", default=None)
"""Who watches the searches for best runs."""


@contextlib.contextmanager
def watched(watch: Progress) -> Iterator[None]:
    """Let somebody watch every search meanwhile, and end it; then `UnprovedRun` is raised."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


class RunStep(Step):
    """All trains of the company run, once."""

    name = "run"
    does = "run trains"
    must = "run its trains"
    occasion = "runs the trains of {}"

    def rule(self, table: View) -> str:
        """That every train runs, and once."""
        return self.section or table.title.routes.rules.get("train_used_twice", "")

    def takes(self, action: Action) -> bool:
        """Runs."""
        return isinstance(action, Run)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
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
        table.rules.effects.ran(table, routes)

    def enter(self, table: Table) -> None:
        """Without a train that may run there is nothing to earn."""
        if why_no_run(table):
            table.set_turn(revenue=0)

    def may_pass(self, table: View) -> bool:
        """Never: a company with a train and a route runs it."""
        return False

    def finished(self, table: View) -> bool:
        """Whether the run has been made."""
        return table.turn.revenue is not None


def why_no_run(table: View) -> str:
    """Why the acting company does not run at all; empty where it has to."""
    if not running_position(table).trains:
        return f"{table.entity} has no train to run"
    return "" if table.map.has_route() else f"no train of {table.entity} has a route"


def running_position(table: View) -> Position:
    """The question of this run: without trains that came this turn."""
    trains = list(table.acting.trains)
    for train in table.turn.resting:
        trains.remove(train)
    position = table.state.position(table.entity, tuple(trains))
    return table.rules.money.run_position(table, position)


def best_run(position: Position) -> tuple[int, list[dict[str, Any]]]:
    """The most that can be earned, and by which routes."""
    found = best_result(position)
    return found.revenue, routes_of(found)


def best_result(position: Position) -> Result:
    """The best run, as the optimizer answers."""
    return _solved(msgspec.json.encode(position))


def routes_of(result: Result) -> list[dict[str, Any]]:
    """The routes of an answer, as a run is declared."""
    return [
        {"train": route.train, "track": list(route.track), "counted": list(route.counted)}
        for route in result.routes
    ]


@functools.lru_cache(maxsize=64)
def _solved(question: bytes) -> Result:
    """The answer to a position; a run is asked for when it is made, and again if it is doubted."""
    from route_opt.solver import best

    position, watch = msgspec.json.decode(question, type=readable(Position)), _watch.get()
    found = best(position, progress=watch)
    if watch is not None and found.status != "optimal":
        raise UnprovedRun(f"the best run of {position.corporation} was not proved in time")
    return found


def judged_run(position: Position, routes: tuple[Route, ...]) -> tuple[int, list[dict[str, Any]]]:
    """What declared routes earn; an error if they break a rule."""
    tracks = _on_the_board(position, routes)
    verdict = check(position, tracks)
    if not verdict.legal:
        first = verdict.violations[0]
        raise IllegalAction(first.message, first.rule)
    return verdict.revenue, tracks


def _on_the_board(position: Position, routes: tuple[Route, ...]) -> list[dict[str, Any]]:
    """Routes with their tracks; those in words are looked up on the board."""
    tracks = [dict(route) for route in routes if not isinstance(route, str)]
    if len(tracks) == len(routes):
        return tracks
    return [route.document() for route in resolve(Network(position), routes)]
