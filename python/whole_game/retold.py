"""A game that is being played, told as records are: its steps, and its runs to be audited.

Steps and runs are numbered by the actions since the game was begun or opened here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from operating_round.actions import Dividend, Object, Run
from operating_round.round import view_of
from operating_round.state import Corporation, State
from operating_round.steps.run import running_position
from operating_round.table import Event
from route_opt.position import Position
from route_opt.records import views
from whole_game.actions import write_action
from whole_game.engine import History
from whole_game.game import Game
from whole_game.words import Words

PAID = {"full": "payout"}
"""Dividends as records call them, where they have another name there."""


def steps(history: History) -> Iterator[views.Step]:
    """Every action that was done, with the board before it."""
    before: dict[str, Any] = {}
    for number, action in enumerate(history.actions):
        game, events = history.moments[number], history.events[number]
        now = board_of(game, running=isinstance(action, Run | Object | Dividend)).document()
        yield views.Step(
            action=number + 1,
            round=game.operating.round,
            entity="",
            type=write_action(action)["type"],
            text=events[0].text if events else Words(game).told(action),
            changes={field: value for field, value in now.items() if before.get(field) != value},
            routes=_ran(events)[1],
        )
        before = now


def runs(history: History) -> Iterator[views.Run]:
    """Every run that was made; one that somebody objected to is as it had to be made then."""
    for number, action in enumerate(history.actions):
        if isinstance(action, Run):
            yield _run(history, number)


def _run(history: History, number: int) -> views.Run:
    """The run made by an action, with what came of it."""
    state = history.moments[number].operating
    table = view_of(state)
    revenue, routes = _ran(history.events[number])
    dividend = ""
    for action, events in zip(
        history.actions[number + 1 :], history.events[number + 1 :], strict=True
    ):
        if isinstance(action, Object):
            revenue, routes = _ran(events)
        elif isinstance(action, Dividend):
            dividend = PAID.get(action.kind, action.kind)
            break
        elif isinstance(action, Run):
            break
    kind = "minor" if table.entity in state.minors else "corporation"
    moment = views.Moment(running_position(table), number + 1, (), kind)
    return run_of(state, moment, routes, revenue, dividend)


def run_of(
    state: State,
    moment: views.Moment,
    routes: Iterable[dict[str, Any]],
    revenue: int | None,
    dividend: str,
    problem: str = "",
) -> views.Run:
    """A run, with whom its dividend goes to in this state."""
    table, name = view_of(state), moment.position.corporation
    row = state.find(name)
    shares = row.shares if isinstance(row, Corporation) else {row.owner or "": 100} if row else {}
    payees = {holder: table.rules.money.paid_to(table, name, holder) for holder in shares}
    owner = state.owner_of(name)
    return views.Run(
        moment=moment,
        round=state.round,
        routes=tuple(routes),
        revenue=revenue,
        dividend=dividend,
        half_kept=table.rules.money.half_kept(table),
        shares={who: part for who, part in shares.items() if who in state.players},
        to_corporation=sum(part for who, part in shares.items() if payees[who] == name),
        president=owner if owner in state.players else "",
        problem=problem,
    )


def board_of(game: Game, *, running: bool) -> Position:
    """The board, as the question of the company that acts or of the first that could run.

    Parameters
    ----------
    running
        Whether it acts by its run: then trains that may not run now are left out.
    """
    state = game.operating
    if state.turn is not None and state.turn.entity and not state.over:
        return running_position(view_of(state)) if running else state.position(state.turn.entity)
    companies = {**state.corporations, **state.minors}
    owned = [name for name, row in companies.items() if row.trains]
    if not companies:  # all have closed
        return state.position(next(iter(state.rules.corporations)), ())
    name = (owned or list(companies))[0]
    return state.position(name, companies[name].trains)


def _ran(events: Iterable[Event]) -> tuple[int | None, tuple[dict[str, Any], ...]]:
    """What was run in these events, and by which routes; nothing where no run is among them."""
    for event in events:
        if event.kind == "run":
            return int(event.data["revenue"]), tuple(event.data["routes"])
    return None, ()
