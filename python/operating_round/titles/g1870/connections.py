"""1870: connection runs, from home to destination."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Choice, Dividend, Object, Run, Special
from operating_round.memory import Interruption
from operating_round.state import BANK, replace
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep, objections
from operating_round.steps.run import RunStep
from operating_round.table import Table, View
from operating_round.titles.g1870.destinations import (
    can_run,
    connected,
    is_connected,
    place_destination,
    stands_there,
)

_RUN, _DIVIDEND = RunStep(), DividendStep()


class ConnectionStep(Step):
    """Connection runs, after every company's turn: marker, run, dividend, one company at a time.

    While it lasts the turn is that of the company that runs; `notes` remember whose it was, and
    who is still to run.
    """

    does = "do that in a connection run"
    occasion = "makes the connection run of {}"
    section = "Connection Run"

    def __init__(self, name: str) -> None:
        self.name = name

    def rule_of(self, table: View, action: Action) -> str:
        """Objections fall under theirs, as after any run."""
        if isinstance(action, Object):
            return _DIVIDEND.rule_of(table, action)
        return self.rule(table)

    def refusal(self, table: View, action: Action) -> str:
        """Who may object."""
        waits = table.turn.revenue is not None and not table.turn.paid
        if isinstance(action, Object) and waits:
            if not can_run(table, table.entity):
                return f"no train of {table.entity} can make its connection run"
            return _DIVIDEND.refusal(table, action)
        return super().refusal(table, action)

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """Where the marker goes."""
        assert isinstance(action, Special)
        where = "the map" if action.choice == "map" else "its charter"
        return f"Put the destination token of {action.at} on {where}"

    def takes(self, action: Action) -> bool:
        """The marker, the run and the dividend."""
        return isinstance(action, Run | Dividend | Object) or (
            isinstance(action, Special) and action.kind == "destination"
        )

    def enter(self, table: Table) -> None:
        """Find out who is connected now."""
        table.set_turn(notes={})
        Interruption.set(table, operator=table.entity, queue=connected(table))
        self.next_run(table)

    def next_run(self, table: Table) -> None:
        """On to the next company; with none left the turn is the operator's again."""
        now = Interruption.of(table)
        name, *others = now.queue or (now.operator,)
        fresh = replace(table.turn, entity=name, revenue=None, paid=False, resting=(), notes={})
        table.set(turn=fresh)
        Interruption.set(table, operator=now.operator, queue=others)
        if now.queue:
            Interruption.set(table, running=name)
            table.say("connection", f"{name} is connected to its destination", corporation=name)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """First where the marker goes, then the run, then all or nothing."""
        turn = table.turn
        if not is_connected(table.state, table.entity):
            waiting = Interruption.of(table).queue or ()
            others = waiting if "connections_in_any_order" in table else ()
            for name in (table.entity, *others):
                if not stands_there(table, name):
                    yield Choice(Special("destination", name, "map"))
                yield Choice(Special("destination", name, "charter"))
        elif turn.revenue is None:
            yield from _RUN.choices(table, about)
        elif not turn.paid:
            yield Choice(Dividend("full"))
            yield Choice(Dividend("withhold"))
            if can_run(table, table.entity):  # else nobody can show a better run
                yield from objections(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Do it; after the dividend the next company follows."""
        if isinstance(action, Special):
            if action.at != table.entity:
                self.go_first(table, action.at)
            place_destination(table, action.choice == "map")
        elif isinstance(action, Run):
            _RUN.apply(table, action)
        elif isinstance(action, Object):
            _DIVIDEND.object(table, action)
        elif isinstance(action, Dividend):
            self.pay(table, action.kind)
            self.next_run(table)

    def go_first(self, table: Table, name: str) -> None:
        """Another of those who wait runs now."""
        waiting = Interruption.of(table).queue or ()
        others = [table.entity, *(other for other in waiting if other != name)]
        Interruption.set(table, queue=others, running=name)
        table.set_turn(entity=name)

    def pay(self, table: Table, kind: str) -> None:
        """All or nothing; a price only moves right."""
        name, revenue = table.entity, table.turn.revenue or 0
        if kind == "full":
            table.market.pay_shares(name, revenue)
        else:
            table.bank.pay(BANK, name, revenue)
        table.say("dividend", f"{name} {'pays' if kind == 'full' else 'keeps'} {revenue}")
        moves = table.title.play.special["connection_run"]["moves"]
        if revenue and moves[kind]:
            table.market.move_price(name, "right", moves[kind])

    def finished(self, table: View) -> bool:
        """Whether nobody is left to run."""
        return not Interruption.of(table).running

    def may_pass(self, table: View) -> bool:
        """Never, if a train can make the run."""
        waits = not is_connected(table.state, table.entity)
        return waits and not can_run(table, table.entity)

    def passed(self, table: Table) -> bool:
        """Without a train that reaches so far the next company follows."""
        self.next_run(table)
        return False


class FirstConnectionStep(ConnectionStep):
    """Connection runs before anybody has operated: those that a stock round has opened.

    The round begins with them, so that the order of turns is that of the prices after them, and no
    company has placed its first marker yet.
    """

    def pay(self, table: Table, kind: str) -> None:
        """A company whose price passes that of the first one has the turn in its place."""
        name, first = table.entity, Interruption.of(table).operator
        behind = self._comes_before(table, first, name)
        super().pay(table, kind)
        if "connections_in_first_turn" in table:
            return
        if behind and self._comes_before(table, name, first):
            Interruption.set(table, operator=name)
            table.set_turn(first=False)
            table.say("turn", f"{name} operates before {first}", corporation=name)

    def _comes_before(self, table: View, one: str, other: str) -> bool:
        order = table.rules.rounds.order(table)
        return order.index(one) < order.index(other)

    def leave(self, table: Table) -> None:
        """Now its home marker is placed, if this is its first turn."""
        table.rules.effects.place_home(table, table.entity)


BEFORE, AFTER = FirstConnectionStep("first_connection"), ConnectionStep("connection")
"""Before the first turn of a round, and after every turn."""


def cannot_run(table: View) -> bool:
    """Whether the marker is placed and the run to be made, but no train can make it."""
    ready = table.turn.revenue is None and is_connected(table.state, table.entity)
    return ready and not can_run(table, table.entity)
