"""Playing rounds: what may be done now, and what follows from it.

>>> from operating_round import new_game, legal_actions, apply  # doctest: +SKIP

Every function takes a state and gives a new one with what happened; nothing else remembers
anything, so that undoing is taking the earlier state.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator, Sequence
from typing import overload

from operating_round.actions import Action, Choice, EndGame, Lay, Pass, Run
from operating_round.errors import IllegalAction, StateError
from operating_round.history import Timeline
from operating_round.rules import rules_of
from operating_round.state import AFTER_SET, Corporation, State, Turn
from operating_round.steps.base import Step
from operating_round.steps.run import best_result, running_position
from operating_round.steps.trains import DiscardStep
from operating_round.table import Event, Table, View
from route_opt.result import Result

Outcome = tuple[State, tuple[Event, ...]]

_DISCARD = DiscardStep()


_last = threading.local()
"""The view that was looked at last: mostly what is done next is done to the same state."""


def view_of(state: State) -> View:
    """A state to look at; what was found out of the last one asked for is not sought again."""
    view: View | None = getattr(_last, "view", None)
    if view is None or view.state is not state or view.rules is not rules_of(state.rules):
        view = _last.view = View(state, rules_of(state.rules))
    return view


def table_of(state: State) -> Table:
    """A state to change."""
    table = Table(state, rules_of(state.rules))
    table.map.know(view_of(state).map)
    return table


def _outcome(table: Table) -> Outcome:
    return table.state, tuple(table.events)


# rounds and turns


def start_round(state: State) -> Outcome:
    """Begin the next operating round: income, then the first turn may start."""
    table = table_of(state)
    _start_round(table)
    return _outcome(table)


def _start_round(table: Table) -> None:
    rounds = table.state.operating_rounds
    number, of = (rounds[0] + 1, rounds[1]) if rounds else (1, table.phase.operating_rounds)
    table.set(operating_rounds=(number, of), done=(), turn=None)
    table.set(round=_round_name(table.state.round, number))
    table.say("round", f"operating round {number} of {of}", number=number, of=of)
    table.bank.check()
    table.rules.effects.start_round(table)
    steps = table.rules.rounds.before_turns(table)
    if steps:
        table.set(turn=Turn(entity="", step=steps[0].name))


def _round_name(before: str, number: int) -> str:
    """The name of a round: ``OR 2.1`` is the first after the second stock round."""
    return f"OR {_set_number(before)}.{number}"


def _set_number(name: str) -> int:
    """Which stock round, with the rounds after it, a round belongs to."""
    return int(name.partition(" ")[2].partition(".")[0] or 1)


def waiting(state: State) -> list[str]:
    """Who has still to operate in this round, in order as it stands now."""
    table = view_of(state)
    return [name for name in table.rules.rounds.order(table) if name not in state.done]


def start_turn(state: State, entity: str = "") -> Outcome:
    """Begin a turn: that of the next in order, if nobody is named."""
    table = table_of(state)
    names = [entity] if entity else waiting(state)[:1]
    if not names:
        raise StateError("everyone has operated in this round")
    _start_turn(table, names[0])
    return _outcome(table)


def _start_turn(table: Table, name: str) -> None:
    row = table.company(name)
    table.set(turn=Turn(entity=name, first=isinstance(row, Corporation) and not row.operated))
    table.say("turn", f"{name} operates", corporation=name)
    table.rules.effects.start_turn(table)
    first = table.rules.rounds.steps(table)[0]
    table.set_turn(step=first.name)
    first.enter(table)
    settle(table)


def steps_of(table: View) -> tuple[Step, ...]:
    """The steps of the turn in progress."""
    if _gone(table):
        return table.rules.rounds.after_leaving(table)
    if table.entity:
        return table.rules.rounds.steps(table)
    before = table.rules.rounds.before_turns(table)
    if any(step.name == table.turn.step for step in before):
        return before
    return table.rules.rounds.after_turns(table)


def current_step(table: View) -> Step:
    """The step a turn has come to."""
    return next(step for step in steps_of(table) if step.name == table.turn.step)


def settle(table: Table) -> None:
    """Leave steps in which nothing is left to do; after the last one the turn is over."""
    while table.state.turn is not None and not _DISCARD.crowded(table) and not table.state.over:
        if _gone(table) and not any(step.name == table.turn.step for step in steps_of(table)):
            _leave(table)
        elif current_step(table).finished(table):
            _next_step(table)
        else:
            return


def _gone(table: View) -> bool:
    """Whether the company whose turn it is can act no more."""
    return bool(table.entity) and table.rules.rounds.has_left(table, table.entity)


def _leave(table: Table) -> None:
    """A company left the game in its own turn: what is done without it, then the turn is over."""
    steps = table.rules.rounds.after_leaving(table)
    if steps:
        table.set_turn(step=steps[0].name)
        steps[0].enter(table)
    else:
        end_turn(table)


def _next_step(table: Table) -> None:
    current = current_step(table)
    current.leave(table)
    if table.state.turn is None:
        return
    steps = steps_of(table)
    names = [step.name for step in steps]
    if current.name not in names:
        return
    at = names.index(current.name) + 1
    if at == len(steps):
        end_turn(table)
        return
    table.set_turn(step=steps[at].name)
    steps[at].enter(table)


def end_turn(table: Table) -> None:
    """The turn in progress is over, whatever step it has come to."""
    name, used = table.entity, dict(table.state.used)
    if not name and any(
        table.turn.step == step.name for step in table.rules.rounds.after_turns(table)
    ):
        table.set(done=(*table.state.done, name))
    if name:
        if not _gone(table):
            table.rules.effects.end_turn(table)
        table.rules.effects.turn_over(table)
        for private, times in table.turn.used.items():
            used[private] = used.get(private, 0) + times
        table.set(done=(*table.state.done, name), used=used)
    table.set(turn=None)


def _start_after_turns(table: Table) -> bool:
    """Begin the steps after the last turn, if there are any and they have not been done."""
    steps = table.rules.rounds.after_turns(table)
    if not steps or "" in table.state.done:
        return False
    table.set(turn=Turn(entity="", step=steps[0].name))
    steps[0].enter(table)
    settle(table)
    return True


def proceed(state: State) -> Outcome:
    """Go on after a turn: the next turn, or the end of the round and the start of another."""
    table = table_of(state)
    while table.state.turn is None and not table.state.over:
        rounds = table.state.operating_rounds
        if rounds is None:
            break
        left = [name for name in table.rules.rounds.order(table) if name not in table.state.done]
        if left:
            _start_turn(table, left[0])
            continue
        if _start_after_turns(table):
            continue
        table.rules.effects.end_round(table)
        table.say("round_end", "the round is over")
        if table.state.over:
            break
        if rounds[0] < rounds[1]:
            _start_round(table)
        elif table.state.finish in AFTER_SET:
            table.set(done=(), over=True)
        else:
            table.rules.effects.end_set(table)
            table.set(operating_rounds=None, done=())
            table.set(round=f"SR {_set_number(table.state.round) + 1}")
            table.say("set_end", "the operating rounds are over")
    return _outcome(table)


# actions


def legal_actions(state: State) -> list[Choice]:
    """Everything that may be done now; prices that players agree on are ranges.

    An empty list means that nobody is to act: between rounds, or when the game is over.
    """
    if state.turn is None or state.over:
        return []
    table = view_of(state)
    return list(_choices(table, None))


def _always(table: View) -> tuple[Step, ...]:
    """What may be done at any time of the turn in progress."""
    return table.rules.rounds.always(table) if table.entity and not _gone(table) else ()


def _choices(table: View, about: Action | None) -> Iterator[Choice]:
    if _DISCARD.crowded(table):
        yield from _DISCARD.choices(table, about)
        return
    current = current_step(table)
    for step in (current, *_always(table)):
        if about is None or step.takes(about):
            yield from step.choices(table, about)
    if current.may_pass(table):
        yield Choice(Pass())


def may_wait(table: View) -> bool:
    """Whether the turn in progress stands where somebody can do something."""
    if not _DISCARD.crowded(table):
        current = current_step(table)
        if current.finished(table) or current.may_pass(table):
            return not current.finished(table)
    return any(True for _ in _choices(table, None))


def decides(state: State) -> str:
    """The player who is to decide now; nobody where it is nobody's turn."""
    if state.turn is None or state.over:
        return ""
    table = view_of(state)
    return (_DISCARD if _DISCARD.crowded(table) else current_step(table)).decides(table)


def best_now(state: State) -> Result | None:
    """The best run of the company whose turn has come to its run; None at any other time."""
    if state.turn is None or state.over:
        return None
    table = view_of(state)
    if _DISCARD.crowded(table) or not is_legal(state, Run()):
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
    step = _DISCARD if _DISCARD.crowded(table) else current_step(table)
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
        return not _DISCARD.crowded(table) and current_step(table).may_pass(table)
    return any(choice.allows(action) for choice in _choices(table, action))


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
        return _outcome(table)
    if state.turn is None and not state.over and _between(table, action):
        return _outcome(table)
    if state.turn is None or state.over:
        raise IllegalAction("the game is over" if state.over else "nobody is to act now")
    _do(table, action)
    settle(table)
    return _outcome(table)


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
    steps = (_DISCARD,) if _DISCARD.crowded(table) else (current_step(table), *_always(table))
    if isinstance(action, Pass):
        if not steps[0].may_pass(table):
            message = f"{table.entity} must do something in the {steps[0].name} step"
            raise IllegalAction(message, steps[0].rule(table))
        table.set_turn(begun=True)
        if steps[0].passed(table):
            _next_step(table)
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
        if step.takes(action) or step is _DISCARD:
            raise IllegalAction(step.refusal(table, action), step.rule_of(table, action))
    now, everything = table.turn.step, steps_of(table)
    at = [step.name for step in everything].index(now)
    for step in (*everything[at:], *everything[:at]):  # those to come before those gone by
        if step.takes(action):
            message = f"{table.entity} is at the {now} step, not at the {step.name} step"
            raise IllegalAction(message, step.rule_of(table, action))
    raise IllegalAction(f"no step of this turn knows {type(action).__name__}")


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
