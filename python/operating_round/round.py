"""Playing rounds: what may be done now, and what follows from it.

>>> from operating_round import new_game, legal_actions, apply  # doctest: +SKIP

Every function takes a state and gives a new one with what happened; nothing else remembers
anything, so that undoing is taking the earlier state.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from operating_round.actions import Action, EndGame, Pass, Run
from operating_round.choices import (
    Choices,
    always_steps,
    best_now,
    decides,
    has_lays_left,
    is_legal,
    legal_actions,
    step_choices,
    steps_left,
)
from operating_round.errors import IllegalAction
from operating_round.history import Timeline
from operating_round.looking import Outcome, outcome, table_of, view_of
from operating_round.state import State
from operating_round.steps.base import Step
from operating_round.table import Event, Table, View
from operating_round.turns import (
    current_step,
    next_step,
    proceed,
    settle,
    start_round,
    start_turn,
    steps_of,
    urgent,
    waiting,
)


def act(state: State, action: Action) -> Outcome:
    """Do one thing; a turn that is over by that is ended, and no other begun.

    Raises
    ------
    IllegalAction
        With the rule's section; the state is as it was.
    """
    table = table_of(state)
    if isinstance(action, EndGame) and not state.over:
        table.set(over=True, finish="agreed")
        table.say("end", "the players end the game")
        return outcome(table)
    if state.turn is None and not state.over and _between(table, action):
        return outcome(table)
    if state.turn is None or state.over:
        raise IllegalAction("the game is over" if state.over else "nobody is to act now")
    _do(table, action)
    settle(table)
    return outcome(table)


def act_alone(state: State, action: Action) -> State:
    """Do one thing and stay at its step, even if nothing is left to do there."""
    table = table_of(state)
    _do(table, action)
    return table.state


def _between(table: Table, action: Action) -> bool:
    """Do what may be done between turns, if it is that."""
    for step in table.rules.rounds.between_turns(table):
        if step.takes(action) and any(c.allows(action) for c in step.choices(table, action)):
            step.apply(table, action)
            return True
    return False


def _do(table: Table, action: Action) -> None:
    first = urgent(table)
    steps = (current_step(table), *always_steps(table)) if first is None else (first,)
    if isinstance(action, Pass):
        if not steps[0].may_pass(table):
            must = steps[0].must or f"do something in the {steps[0].name} step"
            message = f"{table.entity or 'somebody'} must {must}"
            raise IllegalAction(message, steps[0].rule(table))
        table.set_turn(begun=True)
        if steps[0].passed(table):
            next_step(table)
        return
    for step in steps:
        if step.takes(action) and any(c.allows(action) for c in step.choices(table, action)):
            table.set_turn(begun=True)
            step.apply(table, action)
            return
    _refuse(table, action, steps)


def _refuse(table: View, action: Action, steps: Sequence[Step]) -> None:
    """Say why not: the step that would take it, now or at another time of the turn."""
    for step in steps:
        if step.takes(action) or step is urgent(table):
            raise IllegalAction(step.refusal(table, action), step.rule_of(table, action))
    now, everything = table.turn.step, steps_of(table)
    at = [step.name for step in everything].index(now)
    for step in (*everything[at:], *everything[:at]):  # those to come before those gone by
        if step.takes(action):
            message = f"{table.entity} is at the {now} step, not at the {step.name} step"
            raise IllegalAction(message, step.rule_of(table, action))
    asked, row = steps[0].decides(table), table.state.corporations.get(table.entity)
    if row is not None and asked not in ("", row.owner):
        message = f"{asked} is asked at the {now} step, and {table.entity} does nothing meanwhile"
        raise IllegalAction(message, steps[0].rule(table))
    kind = str(action.__struct_config__.tag).replace("_", " ")
    raise IllegalAction(
        f"{table.entity} operates now: {kind!r} is nothing that is done in its turn"
    )


def apply(state: State, action: Action) -> Outcome:
    """Do one thing and go on to whoever is to act next. Raises as `act` does."""
    after, events = act(state, action)
    if after.turn is None and not after.over:
        after, more = proceed(after)
        events += more
    return after, events


def skip_to(state: State, action: Action) -> Outcome:
    """Pass the steps before the one in which an action is legal, then do it, as in `act`."""
    events: tuple[Event, ...] = ()
    now, asked = state, None
    while now.turn is not None and not isinstance(action, EndGame) and not is_legal(now, action):
        before = now
        if asked is None and current_step(view_of(now)).takes(action):
            asked = now
        more: tuple[Event, ...] = ()
        with contextlib.suppress(IllegalAction):
            now, more = pass_on(now)
        events += more
        if now.turn is None or before == now:
            # Nowhere in this turn: the step that takes such actions says why.
            return act(asked or state, action)
    after, more = act(now, action)
    return after, events + more


def pass_on(state: State) -> Outcome:
    """Pass the current step; a run that must be made is made without routes."""
    if is_legal(state, Pass()):
        return act(state, Pass())
    return act(state, Run(()))


class History(Timeline[State, Action]):
    """A round with a memory: play, take back, and do again.

    Examples
    --------
    >>> history = History(state)             # doctest: +SKIP
    >>> history.apply(action); history.undo()  # doctest: +SKIP
    """

    @property
    def state(self) -> State:
        """The state now."""
        return self.moments[-1]

    def after(self, now: State, action: Action) -> Outcome:
        """As `apply` plays."""
        return apply(now, action)


__all__ = [
    "Choices",
    "History",
    "Outcome",
    "act",
    "act_alone",
    "apply",
    "best_now",
    "decides",
    "has_lays_left",
    "is_legal",
    "legal_actions",
    "pass_on",
    "proceed",
    "skip_to",
    "start_round",
    "start_turn",
    "step_choices",
    "steps_left",
    "view_of",
    "waiting",
]
