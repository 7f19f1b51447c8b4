"""A corporation's own shares: issued to the market, or bought back from it."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Issue, Redeem
from operating_round.state import MARKET, Corporation
from operating_round.steps.base import Step
from operating_round.table import Table, View


class ShareStep(Step):
    """Issue or redeem, once a turn."""

    name = "shares"
    does = "issue or redeem so many shares"
    occasion = "may issue or redeem shares of {}"

    def takes(self, action: Action) -> bool:
        """Issues that are no emergency, and redemptions."""
        return isinstance(action, Redeem) or (isinstance(action, Issue) and not action.forced)

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.shares_rule

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every number the title allows."""
        if self.finished(table):
            return
        for count in range(1, table.rules.money.issue_limit(table) + 1):
            yield Choice(Issue(count))
        for count in range(1, table.rules.money.redeem_limit(table) + 1):
            yield Choice(Redeem(count))

    def apply(self, table: Table, action: Action) -> None:
        """Issue or redeem."""
        table.set_turn(traded=True)
        if isinstance(action, Issue):
            price = table.rules.money.issue_price(table)
            table.market.issue(table.entity, action.count, price)
            table.rules.effects.issued(table, action.count)
        elif isinstance(action, Redeem):
            price = table.rules.money.redeem_price(table)
            table.market.redeem(table.entity, action.count, price)

    def refusal(self, table: View, action: Action) -> str:
        """How many there may be."""
        if table.turn.traded:
            return f"{table.entity} has issued or redeemed shares in this turn"
        rules, issues = table.rules.money, isinstance(action, Issue)
        most = rules.issue_limit(table) if issues else rules.redeem_limit(table)
        deed = "issue" if issues else "redeem"
        if most:
            count = action.count if isinstance(action, Issue | Redeem) else 0
            return f"{table.entity} may {deed} 1 to {most}, not {count}"
        shares = table.corporation(table.entity).shares
        own, pool = shares.get(table.title.play.unsold, 0), shares.get(MARKET, 0)
        has = f"it holds {own}%, the market {pool}%, and it has {table.acting.cash}"
        return f"{table.entity} may {deed} no share now: {has}"

    def finished(self, table: View) -> bool:
        """Whether it was done, or cannot be."""
        return table.turn.traded or not isinstance(table.acting, Corporation)
