"""What happened though the rules refuse it: done as far as its effect is clear.

A recorded game happened. Where our rules say no, its players went on all the same; so that what
follows can be read, the thing is done by the same steps that do it when it is legal, without being
asked for. Whoever lacks the money is lent it by the bank.
"""

from __future__ import annotations

from operating_round.actions import Action, Bankrupt, BuyTrain, Discard, Lay, Pass, Run, Token
from operating_round.choices import legal_actions
from operating_round.errors import IllegalAction
from operating_round.rules import rules_of
from operating_round.state import BANK, State, Turn
from operating_round.steps.base import Step
from operating_round.steps.run import running_position
from operating_round.steps.track import put_tile
from operating_round.steps.trains import DiscardStep
from operating_round.table import Table
from operating_round.table.bank import Bank
from operating_round.turns import end_turn, settle, steps_of
from route_opt.claims import check
from route_opt.errors import RouteOptError
from route_opt.lays import lay_of
from route_opt.position import checked_tile


class LenientBank(Bank):
    """A bank that lends what somebody lacks."""

    def pay(self, giver: str, taker: str, amount: int) -> None:
        """Money from one to another, the missing part of it from the bank."""
        short = amount - self.cash(giver)
        if giver != BANK and short > 0:
            super().pay(BANK, giver, short)
        super().pay(giver, taker, amount)


def lenient(state: State) -> Table:
    """A state on a table with such a bank."""
    table = Table(state, rules_of(state.rules))
    table.bank = LenientBank(table)
    return table


def do(state: State, action: Action, *, revenue: int | None = None) -> State:
    """The state after an action of the turn in progress that need not be legal.

    `revenue` is what a run has brought, if that is known.

    Raises
    ------
    IllegalAction
        Where nobody could say what it would do.
    """
    table = lenient(state)
    table.set_turn(begun=True)
    if isinstance(action, Lay):
        _lay(table, action)
    elif isinstance(action, Token):
        _token(table, action)
    elif isinstance(action, Run):
        _run(table, action, revenue)
    else:
        _check(table, action)
        _step_for(table, action).apply(table, action)
    if table.state.turn is not None:
        settle(table)
    return table.state


def lay_alone(state: State, hex_id: str, spec: str) -> State:
    """A tile that lies on the map, whoever laid it."""
    table = lenient(state)
    table.map.lay(hex_id, _fitting(table, hex_id, spec))
    return table.state


def leave_turn(state: State) -> State:
    """A state in which the turn in progress is over, though something had to be done in it."""
    if state.turn is None:
        return state
    table = lenient(without_surplus(state))
    end_turn(table)
    return table.state


def in_turn(state: State, name: str, action: Action, *, late: bool) -> State:
    """A state in which a company acts out of turn, at the step that knows such an action."""
    done = tuple(other for other in state.done if other != name)
    fields = {"revenue": 0, "paid": True} if late else {}
    turn = Turn(entity=name, begun=True, **fields)  # type: ignore[arg-type]
    table = lenient(state)
    table.set(turn=turn, done=done)
    steps = table.rules.rounds.steps(table)
    known = [step for step in steps if step.takes(action)] or [steps[-1]]
    table.set_turn(step=known[0].name)
    return table.state


def without_surplus(state: State) -> State:
    """A state in which nobody has more trains than allowed: the oldest went back to the bank."""
    while state.turn is not None and DiscardStep().crowded(lenient(state)):
        found = [choice.action for choice in legal_actions(state)]
        if not found:
            break
        table = lenient(state)
        DiscardStep().apply(table, found[0])
        settle(table)
        state = table.state
    return state


def _step_for(table: Table, action: Action) -> Step:
    rules = table.rules
    steps = (
        *steps_of(table),
        *rules.rounds.always(table),
        *rules.rounds.between_turns(table),
        DiscardStep(),
    )
    for step in steps:
        if step.takes(action):
            return step
    raise IllegalAction(f"no step of this turn knows {type(action).__name__}")


def _check(table: Table, action: Action) -> None:
    """What cannot be done whatever the rules say."""
    if isinstance(action, Pass):
        raise IllegalAction("there is nothing to pass")
    giver = action.source if isinstance(action, BuyTrain) else ""
    giver = action.corporation if isinstance(action, Discard) else giver
    owned = table.company(giver).trains if giver in table.state.corporations else None
    if isinstance(action, BuyTrain | Discard) and owned is not None and action.train not in owned:
        raise IllegalAction(f"{giver} has no {action.train}")
    if isinstance(action, Bankrupt) and table.acting.owner not in table.state.players:
        raise IllegalAction(f"nobody is president of {table.entity}")


def _fitting(table: Table, hex_id: str, spec: str) -> str:
    found, problems = checked_tile(table.title, hex_id, spec)
    if not found:
        raise IllegalAction(problems[0].message)
    return found


def _lay(table: Table, action: Lay) -> None:
    if action.hex not in table.title.hexes:
        raise IllegalAction(f"there is no hex {action.hex!r}")
    spec = _fitting(table, action.hex, f"{action.tile}@{action.rotation}")
    network = table.map.network()
    lay = lay_of(network, network.board.lay(action.hex, spec), action.tile, action.rotation)
    extras = [e for e in table.rules.track.extra_lays(table) if e.private == action.by]
    put_tile(table, extras[0] if extras else None, action, lay)


def _token(table: Table, action: Token) -> None:
    stop, name = action.stop, table.entity
    if not table.map.has_stop(stop) or table.map.stop(stop).kind not in ("city", "offboard"):
        raise IllegalAction(f"there is no city {stop!r} on the map")
    if name in table.map.anyones.tokens.get(stop, ()):
        raise IllegalAction(f"{name} has a token on {stop} already")
    slot = table.map.free_slot(stop, name)
    if action.by and slot is not None:
        table.rules.effects.place_free_token(table, action.by, stop)
        return
    slots = table.map.slots_of(stop)
    if slot is None:
        slot = slots.index(None) if None in slots else len(table.state.board.tokens[stop])
    prices = table.acting.tokens_unplaced
    table.bank.pay(name, BANK, prices[0] if prices and not action.by else 0)
    table.map.place_next_token(name, stop, slot)
    table.set_turn(tokens=table.turn.tokens + 1)


def _run(table: Table, action: Run, revenue: int | None) -> None:
    """The trains have run: for what is said, else for whatever the routes pay."""
    routes = [dict(route) for route in action.routes or () if not isinstance(route, str)]
    if revenue is None:
        try:
            revenue = int(check(running_position(table), routes).revenue)
        except RouteOptError:
            revenue = 0
    table.set_turn(revenue=revenue)
    table.rules.effects.ran(table, routes)
