"""Rules on money: dividends, prices, and a corporation's own shares."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from operating_round import market
from operating_round.rules.base import TitleRules
from operating_round.state import BANK, MARKET
from operating_round.table import Table
from route_opt.position import Position


class MoneyRules(TitleRules):
    """Who earns what, and what that does to a price."""

    def keeps(self, table: Table, kind: str, revenue: int) -> int:
        """What the company keeps of its earnings."""
        if kind == "withhold":
            return revenue
        if kind == "full":
            return 0
        down = revenue // 20 * 10
        return down if self.title.play.dividends.half_kept == "down" else -(-revenue // 20) * 10

    def pay_shares(self, table: Table, name: str, amount: int) -> None:
        """Pay a dividend of `amount` on all shares of a corporation."""
        play = self.title.play.dividends
        if not amount:
            return
        for holder, percent in table.corporation(name).shares.items():
            part = amount * percent // 100
            if holder in table.state.players:
                table.pay(BANK, holder, part)
                table.say("dividend", f"{holder} gets {part}", player=holder, amount=part)
            else:
                where = play.pool_pays if holder == MARKET else play.unsold_pays
                if where == "corporation" and part:
                    table.pay(BANK, name, part)
                    table.say("dividend", f"{name} gets {part} on its shares", amount=part)

    def pay_minor(self, table: Table) -> None:
        """A minor company shares its earnings with its owner, who gets the larger part."""
        revenue = table.turn.revenue or 0
        owner = table.acting.owner
        if revenue and owner:
            table.pay(BANK, table.entity, revenue // 2)
            table.pay(BANK, owner, revenue - revenue // 2)
            table.say("dividend", f"{owner} gets {revenue - revenue // 2} of {table.entity}")

    def dividend_steps(self, table: Table, name: str, kind: str, payout: int) -> int:
        """Steps of the price to the right, negative to the left, after a dividend."""
        moves = self.title.play.dividends.moves
        if kind in moves:
            return moves[kind] if payout else moves["withhold"]
        price = table.corporation(name).share_price or 0
        shares = [share for share in moves if share not in self.title.play.dividends.kinds]
        reached = [share for share in shares if payout >= Fraction(share) * price]
        return moves[max(reached, key=Fraction)] if payout else moves["0"]

    def price_steps(
        self, table: Table, place: market.Place, direction: str, number: int
    ) -> market.Place:
        """The space so many steps away on the stock market."""
        return market.steps(self.title.market, place, direction, number)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A price has come to a closed space."""

    def run_position(self, table: Table, position: Position) -> Position:
        """The question of a run; seldom any other than that of the board."""
        return position

    def bank_broken(self, table: Table) -> None:
        """The bank has no money left: the game ends after this set."""
        table.set(finish="bank")
        table.say("bank_broken", "the bank is out of money: the game ends after this set")

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """After trains have run on these routes, the revenue being known."""

    def after_run(self, table: Table) -> None:
        """After the run step, whether trains ran or not: phased out trains go."""
        row = table.acting
        for train in row.phased_out:
            if train not in table.turn.resting:
                table.lose_train(table.entity, train)
                table.say("phased_out", f"{table.entity} removes a {train}", train=train)

    def issue_limit(self, table: Table) -> int:
        """How many shares it may issue."""
        return 0

    def redeem_limit(self, table: Table) -> int:
        """How many shares it may buy back, and can pay for."""
        return 0

    def issue_price(self, table: Table) -> int:
        """What it gets for a share."""
        return table.corporation(table.entity).share_price or 0

    def redeem_price(self, table: Table) -> int:
        """What it pays for a share."""
        return table.corporation(table.entity).share_price or 0

    def issue(self, table: Table, count: int, price: int | None = None) -> None:
        """Shares from the treasury to the market."""
        name = table.entity
        price = self.issue_price(table) if price is None else price
        table.move_shares(name, self.title.play.unsold, MARKET, 10 * count)
        table.pay(BANK, name, count * price)
        table.say("issue", f"{name} issues {count} at {price}", count=count, price=price)

    def redeem(self, table: Table, count: int) -> None:
        """Shares from the market to the treasury."""
        name, price = table.entity, self.redeem_price(table)
        table.pay(name, BANK, count * price)
        table.move_shares(name, MARKET, self.title.play.unsold, 10 * count)
        table.say("redeem", f"{name} redeems {count} at {price}", count=count, price=price)
