"""Placing station tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Choice, Token
from operating_round.reasons import why_not_token
from operating_round.state import BANK
from operating_round.steps.base import Step
from operating_round.table import Table, View
from route_opt.rules.tokens import takes_tokens


class TokenStep(Step):
    """One token a turn, where the company's track leads."""

    name = "token"
    does = "place a token there"
    occasion = "may place a token of {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.tokens.rule

    def takes(self, action: Action) -> bool:
        """Tokens of the company itself."""
        return isinstance(action, Token) and not action.by

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every stop with room."""
        if self.finished(table) or (about is not None and not self.takes(about)):
            return
        for stop, connected in table.rules.tokens.token_stops(table):
            if isinstance(about, Token) and about.stop != stop:
                continue
            price = self.price(table, stop, connected)
            if price is not None and price <= table.acting.cash:
                yield Choice(Token(stop), cost=price)

    def price(self, table: View, stop: str, connected: bool) -> int | None:
        """What a token costs on a stop, or None where none may stand."""
        there = takes_tokens(table.title, table.map.stop(stop))
        if not there or table.rules.tokens.one_token_only(table, stop):
            return None
        if table.map.free_slot(stop, table.entity) is None:
            return None
        return table.rules.tokens.token_price(table, stop, connected)

    def apply(self, table: Table, action: Action) -> None:
        """Pay for a token and place it."""
        assert isinstance(action, Token)
        price = next(c.cost for c in self.choices(table, action) if c.action == action)
        slot = table.map.free_slot(action.stop, table.entity)
        assert slot is not None
        table.bank.pay(table.entity, BANK, price)
        table.map.place_next_token(table.entity, action.stop, slot)
        table.set_turn(tokens=table.turn.tokens + 1)
        table.say("token", f"{table.entity} places a token on {action.stop} for {price}")

    def refusal(self, table: View, action: Action) -> str:
        """The first rule it breaks."""
        assert isinstance(action, Token)
        return f"{table.entity} may not {self.does}: {why_not_token(table, action)}"

    def why_nowhere(self, table: View) -> str:
        """Why there is no stop at all for a token, where the company has one left to place."""
        found = (self.price(table, *stop) for stop in table.rules.tokens.token_stops(table))
        prices = [price for price in found if price is not None]
        if prices:
            return f"it costs {min(prices)}, and {table.entity} has {table.acting.cash}"
        return f"no city with a free space is connected with a token of {table.entity}"

    def finished(self, table: View) -> bool:
        """Whether no token is left, or none may be placed any more."""
        most = table.title.play.tokens.per_turn
        return table.turn.tokens >= most or not table.acting.tokens_unplaced


class AnyOrder(Step):
    """Several steps at once, in any order."""

    occasion = "builds for {}"

    def __init__(self, name: str, *steps: Step) -> None:
        self.name = name
        self.steps = steps

    def rule(self, table: View) -> str:
        """The sections of all."""
        return ", ".join(dict.fromkeys(step.rule(table) for step in self.steps))

    def takes(self, action: Action) -> bool:
        """What any of them takes."""
        return any(step.takes(action) for step in self.steps)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The choices of all."""
        for step in self.steps:
            if about is None or step.takes(about):
                yield from step.choices(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Do it in the step that takes it."""
        self.taking(action).apply(table, action)

    def rule_of(self, table: View, action: Action) -> str:
        """That of the step that takes it."""
        return self.taking(action).rule_of(table, action)

    def refusal(self, table: View, action: Action) -> str:
        """Why the step that takes it refuses."""
        return self.taking(action).refusal(table, action)

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """As the step that takes it tells it."""
        return self.taking(action).told(table, action, place)

    def taking(self, action: Action) -> Step:
        """The step that takes an action of a kind that one of them takes."""
        return next(step for step in self.steps if step.takes(action))

    def finished(self, table: View) -> bool:
        """Whether all are."""
        return all(step.finished(table) for step in self.steps)
