"""Rules on trains."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from operating_round.rules.base import TitleRules
from operating_round.state import BANK, Corporation
from operating_round.table import View
from route_opt.rules.trains import card_of, sold_by_bank
from route_opt.title import TrainSales


class Offer(msgspec.Struct, frozen=True):
    """A train the bank sells: new, or ``discarded``; in part for another train."""

    train: str
    price: int
    source: str = BANK
    trade_in: str = ""


class TrainRules(TitleRules):
    """What the bank sells, and who must own a train."""

    @property
    def train_sales(self) -> TrainSales:
        """The title's rules on buying trains."""
        return self.title.play.trains or TrainSales("route", "")

    def train_limit(self, table: View, name: str) -> int:
        """How many trains a company may own."""
        return table.phase.train_limit

    def offers(self, table: View) -> list[Offer]:
        """The trains the bank sells now, at their prices, trade-ins apart."""
        state = table.state
        found = [
            Offer(name, self.title.trains[name].price)
            for name in sold_by_bank(self.title, state.options, state.phase, table.depot.is_left)
        ]
        for name in state.depot.discarded:
            for side in card_of(self.title, name):
                found.append(Offer(side, self.title.trains[side].price, f"discarded:{name}"))
        return found

    def trade_ins(self, table: View, offer: Offer) -> Iterator[Offer]:
        """The same train with another one in part payment."""
        rates = self.title.trains[offer.train].trade_in
        for train in dict.fromkeys(table.depot.working_trains(table.entity)):
            if train in rates:
                yield Offer(offer.train, offer.price - rates[train], offer.source, train)

    def may_sell_train(self, table: View, seller: str, train: str) -> bool:
        """Whether a company's train is for sale to others at all."""
        return True

    def may_buy_more(self, table: View, offer: Offer) -> bool:
        """A title's limit on trains a turn."""
        return True

    def must_own(self, table: View) -> bool:
        """Whether the acting company must own a train."""
        if not isinstance(table.acting, Corporation):
            return False
        return self.train_sales.required == "always" or table.map.has_route()

    def discards_now(self, table: View, crowded: list[str]) -> list[str]:
        """Those of the companies above their limit that are to discard now."""
        return crowded
