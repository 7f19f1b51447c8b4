"""Shares sold to pay for a train: their presidents may buy them before the price falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, cast

import msgspec

from operating_round.actions import Action, Bankrupt, Choice, Protect
from operating_round.steps.base import Step
from operating_round.steps.trains import TrainStep, buyable_offers, must_buy
from operating_round.table import Table

if TYPE_CHECKING:
    from operating_round.protected import ProtectedRules


class Sale(msgspec.Struct, frozen=True):
    """A block of shares just sold, and the president who may buy it."""

    seller: str
    president: str
    corporation: str
    count: Annotated[int, msgspec.Meta(ge=1, le=10)]


def waiting_sales(table: Table) -> list[Sale]:
    """Sales whose price has not moved yet, in order."""
    return msgspec.convert(table.turn.notes.get("sales", []), list[Sale])


def set_sales(table: Table, sales: list[Sale]) -> None:
    """Remember sales whose price has not moved yet."""
    table.set_turn(notes={**table.turn.notes, "sales": msgspec.to_builtins(sales)})


class ProtectStep(Step):
    """Each president in turn buys all that was sold of his company, or lets its price fall."""

    name = "protection"
    does = "protect that price now"

    def rule(self, table: Table) -> str:
        """As the title's data cites."""
        return table.title.play.shares_rule

    def takes(self, action: Action) -> bool:
        """Protection."""
        return isinstance(action, Protect)

    def decides(self, table: Table) -> str:
        """The president of the company whose shares were sold."""
        return next((sale.president for sale in waiting_sales(table)), "")

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """The first sale alone: the others wait."""
        for sale in waiting_sales(table)[:1]:
            if _rules(table).may_protect(table, sale):
                price = table.corporation(sale.corporation).share_price or 0
                action = Protect(sale.president, sale.corporation)
                yield Choice(action, cost=sale.count * price)

    def apply(self, table: Table, action: Action) -> None:
        """The president takes the shares at the price they were sold for."""
        sale, *others = waiting_sales(table)
        set_sales(table, others)
        _rules(table).protect(table, sale)
        self.settle(table)

    def passed(self, table: Table) -> bool:
        """The president lets the price fall; then the next one is asked."""
        sale, *others = waiting_sales(table)
        set_sales(table, others)
        _rules(table).price_falls(table, sale)
        self.settle(table)
        return False

    def enter(self, table: Table) -> None:
        """Those who cannot buy are not asked."""
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Let prices fall that cannot be protected, up to the first that can."""
        while sales := waiting_sales(table):
            if _rules(table).may_protect(table, sales[0]):
                return
            set_sales(table, sales[1:])
            _rules(table).price_falls(table, sales[0])
        if "bankrupt" in table.turn.notes:
            _rules(table).game_over(table)

    def finished(self, table: Table) -> bool:
        """Whether every price has moved."""
        return not waiting_sales(table)


class ProtectedTrainStep(TrainStep):
    """Buying trains; what was sold to pay for one is protected, or falls, before it is bought."""

    def takes(self, action: Action) -> bool:
        """Protection too."""
        return isinstance(action, Protect) or super().takes(action)

    def decides(self, table: Table) -> str:
        """A president who is asked, or that of the company."""
        return PROTECT.decides(table) if self.asks(table) else super().decides(table)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Enough sold: the presidents first."""
        if self.asks(table):
            yield from PROTECT.choices(table, about)
        else:
            yield from super().choices(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Protect, or as always; with the last sale the presidents are asked."""
        if isinstance(action, Protect):
            PROTECT.apply(table, action)
            return
        super().apply(table, action)
        if not table.state.over and (isinstance(action, Bankrupt) or self.asks(table)):
            PROTECT.settle(table)

    def refusal(self, table: Table, action: Action) -> str:
        """Who is to answer first, if anyone."""
        if self.asks(table):
            sale = waiting_sales(table)[0]
            return f"first {sale.president} protects {sale.corporation} or passes"
        if isinstance(action, Protect):
            return PROTECT.refusal(table, action)
        return super().refusal(table, action)

    def passed(self, table: Table) -> bool:
        """No protection, or no train."""
        return PROTECT.passed(table) if self.asks(table) else True

    def may_pass(self, table: Table) -> bool:
        """A president who is asked may decline."""
        return self.asks(table) or super().may_pass(table)

    def finished(self, table: Table) -> bool:
        """Not while a president is asked."""
        return not self.asks(table) and super().finished(table)

    def asks(self, table: Table) -> bool:
        """Whether the selling is over and presidents are to answer."""
        if not waiting_sales(table):
            return False
        if "bankrupt" in table.turn.notes:
            return True
        if "protection_after_purchase" in table:
            return False
        president = table.acting.owner or ""
        if not must_buy(table):
            return True
        money = table.acting.cash + table.cash(president)
        least = min((offer.price for offer in buyable_offers(table)), default=0)
        return money >= least


def _rules(table: Table) -> ProtectedRules:
    return cast("ProtectedRules", table.rules)


PROTECT = ProtectStep()
