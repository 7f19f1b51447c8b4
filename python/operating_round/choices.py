"""What may be done now, and who decides."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import overload

from operating_round.actions import Action, Choice, Lay, Pass, Run
from operating_round.looking import view_of
from operating_round.state import State
from operating_round.steps.base import Step
from operating_round.steps.run import best_result, running_position
from operating_round.table import View
from operating_round.turns import current_step, has_gone, steps_of, urgent
from route_opt.result import Result


def legal_actions(state: State) -> list[Choice]:
    """Everything that may be done now; prices that players agree on are ranges.

    An empty list means that nobody is to act: between rounds, or when the game is over.
    """
    if state.turn is None or state.over:
        return []
    table = view_of(state)
    return list(_choices(table, None))


def always_steps(table: View) -> tuple[Step, ...]:
    """What may be done at any time of the turn in progress."""
    return table.rules.rounds.always(table) if table.entity and not has_gone(table) else ()


def _choices(table: View, about: Action | None) -> Iterator[Choice]:
    first = urgent(table)
    if first is not None:
        if about is None or first.takes(about):
            yield from first.choices(table, about)
        return
    current = current_step(table)
    for step in (current, *always_steps(table)):
        if about is None or step.takes(about):
            yield from step.choices(table, about)
    if current.may_pass(table):
        yield Choice(Pass())


def may_wait(table: View) -> bool:
    """Whether the turn in progress stands where somebody can do something."""
    if urgent(table) is None:
        current = current_step(table)
        if current.finished(table) or current.may_pass(table):
            return not current.finished(table)
    return any(True for _ in _choices(table, None))


def decides(state: State) -> str:
    """The player who is to decide now; nobody where it is nobody's turn."""
    if state.turn is None or state.over:
        return ""
    table = view_of(state)
    return (urgent(table) or current_step(table)).decides(table)


def best_now(state: State) -> Result | None:
    """The best run of the company whose turn has come to its run; None at any other time."""
    if state.turn is None or state.over:
        return None
    table = view_of(state)
    if not is_legal(state, Run()):
        return None
    return best_result(running_position(table))


def steps_left(state: State) -> tuple[Step, ...]:
    """The step that a turn has come to, and those after it."""
    if state.turn is None:
        return ()
    table = view_of(state)
    steps, current = steps_of(table), current_step(table)
    return steps[[step.name for step in steps].index(current.name) :]


def has_lays_left(state: State) -> bool:
    """Whether a turn is at its track, and has a tile left to lay and the money for any."""
    if state.turn is None or not state.turn.entity:
        return False
    table = view_of(state)
    if not current_step(table).takes(Lay("", "", 0)):
        return False
    cost = table.title.play.track.least_cost
    allowed = table.rules.track.may_lay(table, False) or table.rules.track.may_lay(table, True)
    return allowed and table.acting.cash >= cost


def step_choices(state: State) -> Iterator[Choice]:
    """What the step offers that a turn has come to: no pass, nothing that waits for no step."""
    if state.turn is None or state.over:
        return
    table = view_of(state)
    step = urgent(table) or current_step(table)
    yield from step.choices(table, None)


class Choices(Sequence[Choice]):
    """The legal actions, listed only when somebody looks; asking for one is quick."""

    def __init__(self, state: State) -> None:
        self.state = state

    @functools.cached_property
    def _all(self) -> list[Choice]:
        return legal_actions(self.state)

    def allows(self, action: Action) -> bool:
        """Whether an action is legal."""
        return is_legal(self.state, action)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._all)

    def __bool__(self) -> bool:
        return self.state.turn is not None and not self.state.over

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        return self._all[index]


def is_legal(state: State, action: Action) -> bool:
    """Whether an action is among the legal ones; routes of a run are not looked at."""
    if state.turn is None or state.over:
        return False
    table = view_of(state)
    if isinstance(action, Pass):
        return (urgent(table) or current_step(table)).may_pass(table)
    return any(choice.allows(action) for choice in _choices(table, action))
