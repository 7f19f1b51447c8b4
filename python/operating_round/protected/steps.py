"""Shares sold to pay for a train: their presidents may buy them before the price falls."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Bankrupt, BuyTrain, Choice, Protect
from operating_round.protected.sales import (
    Sold,
    game_over,
    may_protect,
    price_falls,
    price_of,
    protect,
)
from operating_round.steps.base import Step
from operating_round.steps.trains import TrainStep, buyable_offers, must_buy
from operating_round.table import Table, View


class ProtectStep(Step):
    """Each president in turn buys all that was sold of his company, or lets its price fall."""

    name = "protection"
    does = "protect that price now"
    occasion = "may protect a price"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.shares_rule

    def takes(self, action: Action) -> bool:
        """Protection."""
        return isinstance(action, Protect)

    def decides(self, table: View) -> str:
        """The president of the company whose shares were sold."""
        return next((sale.president for sale in Sold.of(table).sales), "")

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The first sale alone: the others wait."""
        for sale in Sold.of(table).sales[:1]:
            if may_protect(table, sale):
                action = Protect(sale.president, sale.corporation)
                yield Choice(action, cost=price_of(table, sale))

    def apply(self, table: Table, action: Action) -> None:
        """The president takes the shares at the price they were sold for."""
        sale, *others = Sold.of(table).sales
        Sold.set(table, sales=others)
        protect(table, sale)
        self.settle(table)

    def passed(self, table: Table) -> bool:
        """The president lets the price fall; then the next one is asked."""
        self._fall(table)
        self.settle(table)
        return False

    def enter(self, table: Table) -> None:
        """Those who cannot buy are not asked."""
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Let prices fall that cannot be protected, up to the first that can."""
        while sales := Sold.of(table).sales:
            if may_protect(table, sales[0]):
                return
            self._fall(table)
        if Sold.of(table).bankrupt is not None:
            game_over(table)

    def _fall(self, table: Table) -> None:
        """The first sale is not protected."""
        sold = Sold.of(table)
        Sold.set(table, sales=sold.sales[1:])
        Sold.set(table, funds=price_falls(table, sold.sales[0], sold.funds))

    def finished(self, table: View) -> bool:
        """Whether every price has moved."""
        return not Sold.of(table).sales


def asks(table: View) -> bool:
    """Whether the selling for a train is over and presidents are to answer."""
    if not Sold.of(table).sales:
        return False
    if Sold.of(table).bankrupt is not None:
        return True
    if "protection_after_purchase" in table:
        return table.turn.step == PROTECT.name
    president = table.acting.owner or ""
    if not must_buy(table):
        return True
    money = table.acting.cash + table.bank.cash(president)
    least = min((offer.price for offer in buyable_offers(table)), default=0)
    return money >= least


class ProtectedTrainStep(TrainStep):
    """Buying trains; what was sold to pay for one is protected, or falls, before it is bought."""

    def rule(self, table: View) -> str:
        """That on protection while a president is asked."""
        return PROTECT.rule(table) if asks(table) else super().rule(table)

    def takes(self, action: Action) -> bool:
        """Protection too."""
        return isinstance(action, Protect) or super().takes(action)

    def decides(self, table: View) -> str:
        """A president who is asked, or that of the company."""
        return PROTECT.decides(table) if asks(table) else super().decides(table)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Enough sold: the presidents first."""
        if asks(table):
            yield from PROTECT.choices(table, about)
        else:
            yield from super().choices(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Protect, or as always; with the last sale the presidents are asked."""
        if isinstance(action, Protect):
            PROTECT.apply(table, action)
            return
        super().apply(table, action)
        if not table.state.over and (isinstance(action, Bankrupt) or asks(table)):
            PROTECT.settle(table)

    def refusal(self, table: View, action: Action) -> str:
        """Who is to answer first, if anyone."""
        if asks(table):
            sale = Sold.of(table).sales[0]
            return f"first {sale.president} protects {sale.corporation} or passes"
        if isinstance(action, Protect):
            return PROTECT.refusal(table, action)
        from_another = isinstance(action, BuyTrain) and action.source in table.state.corporations
        if from_another and Sold.of(table).sold:
            return f"{table.acting.owner} has sold shares to help: the train comes from the bank"
        return super().refusal(table, action)

    def passed(self, table: Table) -> bool:
        """No protection, or no train."""
        return PROTECT.passed(table) if asks(table) else True

    def may_pass(self, table: View) -> bool:
        """A president who is asked may decline."""
        return asks(table) or super().may_pass(table)

    def finished(self, table: View) -> bool:
        """Not while a president is asked."""
        return not asks(table) and super().finished(table)


PROTECT = ProtectStep()
