"""The course of rounds and turns: who comes next, which step, and when each is over."""

from __future__ import annotations

from operating_round.errors import StateError
from operating_round.looking import Outcome, outcome, table_of, view_of
from operating_round.state import AFTER_SET, Corporation, State, Turn
from operating_round.steps.base import Step
from operating_round.steps.privates import SecondTileStep
from operating_round.steps.trains import DiscardStep
from operating_round.table import Table, View

DISCARD = DiscardStep()
SECOND_TILE = SecondTileStep()


def urgent(table: View) -> Step | None:
    """What comes before any step: trains above the limit, or the second of two tiles."""
    if DISCARD.crowded(table):
        return DISCARD
    if SECOND_TILE.due(table) and any(True for _ in SECOND_TILE.choices(table)):
        return SECOND_TILE
    return None


def start_round(state: State) -> Outcome:
    """Begin the next operating round: income, then the first turn may start."""
    table = table_of(state)
    _start_round(table)
    return outcome(table)


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
    return outcome(table)


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
    if has_gone(table):
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
    while table.state.turn is not None and urgent(table) is None and not table.state.over:
        if has_gone(table) and not any(step.name == table.turn.step for step in steps_of(table)):
            _leave(table)
        elif current_step(table).finished(table):
            next_step(table)
        else:
            return


def has_gone(table: View) -> bool:
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


def next_step(table: Table) -> None:
    """On to the step after this one; after the last one the turn is over."""
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
        if not has_gone(table):
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
    return outcome(table)
