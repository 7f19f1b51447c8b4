"""What these titles have in common, subject by subject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from operating_round import market
from operating_round.actions import Action, Protect
from operating_round.closing import leave_game
from operating_round.memory import CompanyMemory, TurnMemory
from operating_round.protected.history import is_eligible
from operating_round.protected.market import check_top, fall, least_sale
from operating_round.protected.sales import Reissued, Sale, Sold, game_over, price_of
from operating_round.protected.steps import PROTECT, asks
from operating_round.rules import (
    Effects,
    MemoryRules,
    MoneyRules,
    NeedRules,
    RecordRules,
    RoundRules,
    TrainRules,
)
from operating_round.state import BANK, MARKET, State
from operating_round.steps.base import Step
from operating_round.table import Table, View
from route_opt.errors import Problem


class ProtectedRounds(RoundRules):
    """Their turns."""

    def order(self, table: View) -> list[str]:
        """In the historical variant a company waits for those before it."""
        return [name for name in super().order(table) if is_eligible(table, name)]

    def always(self, table: View) -> tuple[Step, ...]:
        """Nothing while a president is asked: he buys what was sold, and that is all."""
        return () if asks(table) else self.at_any_time(table)

    def at_any_time(self, table: View) -> tuple[Step, ...]:
        """What the company may do at any time of its turn."""
        return super().always(table)

    def after_leaving(self, table: View) -> tuple[Step, ...]:
        """Presidents still answer what was sold when the company closed by it."""
        return (PROTECT,)


class ProtectedMoney(MoneyRules):
    """Their prices."""

    def price_steps(
        self, table: View, place: market.Place, direction: str, number: int
    ) -> market.Place:
        """Up from the top row is right and down; the highest price stays."""
        for _ in range(number):
            if direction == "up" and place[0] == 0:
                corner = (1, place[1] + 1)
                place = corner if self.title.market.cell(corner) else place
            else:
                place = market.step(self.title.market, place, direction)
        return place

    def dividend_steps(self, table: View, name: str, kind: str, payout: int) -> int:
        """A half dividend that pays all counts as a full one, where that is the reading."""
        if kind == "half" and payout == table.turn.revenue and "all_paid_moves_right" in table:
            kind = "full"
        return super().dividend_steps(table, name, kind, payout)


class ProtectedTrains(TrainRules):
    """Their trains."""

    def may_sell_train(self, table: View, seller: str, train: str) -> bool:
        """A president who has sold shares for a train helps to buy one of the bank's."""
        return not Sold.of(table).sold and super().may_sell_train(table, seller, train)


class ProtectedNeed(NeedRules):
    """What is sold for a train."""

    def sale_limit(self, table: View, player: str, name: str) -> int:
        """All shares of a company in one block, and enough to come down to the limit."""
        if name in Sold.of(table).sold:
            return 0
        most = super().sale_limit(table, player, name)
        return most if most >= least_sale(table, player, name) else 0

    def sale_counts(self, table: View, player: str, name: str, needed: int) -> list[int]:
        """No more than needed; but always down to the limit."""
        least, most = least_sale(table, player, name), self.sale_limit(table, player, name)
        price = table.corporation(name).share_price or 0
        return [n for n in range(least, most + 1) if n == least or (n - 1) * price < needed]


class ProtectedRecords(RecordRules):
    """Their records."""

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """A player who buys in an operating round protects a price."""
        if action["type"] == "buy_shares" and action["entity_type"] == "player":
            return Protect(str(action["entity"]), str(action["shares"][0]).rpartition("_")[0])
        return super().decode(action, state)


class ProtectedMemory(MemoryRules):
    """What is sold and not answered."""

    company: ClassVar[tuple[type[CompanyMemory], ...]] = (Reissued,)
    turn: ClassVar[tuple[type[TurnMemory], ...]] = (Sold,)

    def misfits(self, table: View) -> Iterator[Problem]:
        """What was sold lies in the market; who is bankrupt plays."""
        if table.state.turn is None:
            return
        sold: Counter[str] = Counter()
        for sale in Sold.of(table).sales:
            sold[sale.corporation] += 10 * sale.count
        for name, percent in sold.items():
            row = table.state.corporations.get(name)
            if row is None or row.market is None or row.shares.get(MARKET, 0) < percent:
                message = f"{percent}% of {name!r} are not in the market"
                yield Problem("wrong_sale", "turn.notes.sales", message)
        player = Sold.of(table).bankrupt
        if player is not None and (player not in table.state.players or not sold):
            message = f"{player!r} does not wait for answers to his sales"
            yield Problem("wrong_sale", "turn.notes.bankrupt", message)


class ProtectedEffects(Effects):
    """What follows from what happens."""

    def price_at_closed(self, table: Table, name: str) -> None:
        """A company in the closed zone leaves the game; its trains go to the open market."""
        table.say("closing", f"{name} leaves the game", corporation=name, state=table.state)
        row = table.corporation(name)
        in_turn = table.state.turn is not None and table.entity == name
        raised = in_turn and bool(Sold.of(table).sold)
        raised = raised and "protection_after_purchase" not in table
        if raised and row.owner in table.state.players:
            table.bank.pay(row.owner, BANK, table.bank.cash(row.owner))
        for train in row.trains:
            table.depot.change("discarded", train, 1)
        leave_game(table, name)

    def price_moved(self, table: Table) -> None:
        """Records of the short variant end as soon as a price is at the top."""
        if "finish_at_once" in table:
            check_top(table)

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """The price waits for the president's answer; records do not wait for the seller's own."""
        if name == table.entity and "protection_after_purchase" in table:
            table.bank.check()
            fall(table, name, count)
        else:
            president = table.corporation(name).owner or ""
            sale = Sale(seller, president, name, count)
            if not Sold.of(table).sales:
                Sold.set(table, funds=table.state.bank + price_of(table, sale))
            Sold.set(table, sales=(*Sold.of(table).sales, sale))
        Sold.set(table, sold=(*Sold.of(table).sold, name))

    def pay_sale(self, table: Table, player: str, amount: int) -> None:
        """The bank may not be able to: that is seen when nobody has protected what was sold."""
        players = table.state.players
        paid = {**players, player: players[player] + amount}
        table.set(bank=table.state.bank - amount, players=paid)

    def bankrupt(self, table: Table, player: str) -> None:
        """He sells what he may; the game ends when his sales are protected, or prices fallen."""
        table.market.sell_all(player)
        Sold.set(table, bankrupt=player)
        if "bankrupt_prices_stay" in table:
            game_over(table)

    def start_round(self, table: Table) -> None:
        """In the short variant nobody operates once a price is at the top."""
        check_top(table)
        if not table.state.over:
            super().start_round(table)

    def turn_over(self, table: Table) -> None:
        """In the short variant the game ends with the turn that brings a price to the top."""
        check_top(table)
