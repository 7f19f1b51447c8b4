"""Stock rounds of titles in which presidents protect prices.

Shares that a player sells move no price at once: when his turn is over, their presidents are
asked one after another, in the order of the sales.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from operating_round import market
from operating_round.actions import Choice
from operating_round.protected import ProtectedRules
from operating_round.state import BANK, MARKET
from operating_round.steps.protection import Sale
from whole_game.actions import RedeemShare
from whole_game.rules import StockRules
from whole_game.table import GameTable

TREASURY, MOST_REDEEMED, LEAST_OUT = "treasury", 40, 60
"""Where redeemed shares lie, the most percent of them, and the least that stays with others."""


class ProtectedStockRules(StockRules):
    """Sales that wait for their presidents."""

    def least_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """What protection has brought above the limit comes down to it with the next sale."""
        return self._rules(play).least_sale(play.table, player, name)

    def above_limit(self, play: GameTable, player: str) -> bool:
        """Only too many certificates have to be sold."""
        return self.counted(play, player) > self.certificate_limit(play)

    def company_choices(self, play: GameTable, player: str) -> Iterator[Choice]:
        """A share redeemed: from the market if there is one, else from a player."""
        for name, row in play.state.corporations.items():
            price = row.share_price or 0
            if row.owner != player or not row.operated or name in play.stock.redeemed:
                continue
            if row.cash < price or row.shares.get(TREASURY, 0) >= MOST_REDEEMED:
                continue
            out = 100 - row.shares.get(play.unsold, 0) - row.shares.get(TREASURY, 0)
            if out - 10 < LEAST_OUT:
                continue
            holders = [who for who in play.players if self._may_give(play, who, name)]
            for source in [MARKET] if play.pool(name) else holders:
                yield Choice(RedeemShare(name, source), cost=price)  # type: ignore[arg-type]

    def _may_give(self, play: GameTable, player: str, name: str) -> bool:
        """Whether a player's share may be redeemed: the president stays in office."""
        row = play.corporation(name)
        held = play.held(player, name)
        others = max(
            (play.held(other, name) for other in play.players if other != player), default=0
        )
        return held >= 10 and (row.owner != player or (held - 10 >= 20 and held - 10 >= others))

    def redeem(self, play: GameTable, action: RedeemShare) -> None:
        """The company pays the price; it does not move."""
        name = action.corporation
        price = play.corporation(name).share_price or 0
        play.table.pay(name, BANK if action.source == MARKET else action.source, price)
        play.table.move_shares(name, action.source, TREASURY, 10)
        play.set_stock(redeemed=(*play.stock.redeemed, name))
        play.table.say("redeem", f"{name} redeems a share for {price}", corporation=name)

    def zone_place(self, play: GameTable, name: str) -> market.Place | None:
        """Where a price will stand if nobody protects it: certificates are counted by that."""
        place = play.corporation(name).market
        for sale in play.game.stock.sales if play.game.stock else ():
            if sale.corporation == name and place:
                place = self._rules(play).fallen(place, sale.count)
        return place

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """The price stays where it is until the turn is over."""
        president = play.corporation(name).owner or ""
        self.to_market(play, player, name, count)
        play.table.check_president(name)
        sale = Sale(player, president, name, count)
        play.set_stock(sales=(*play.stock.sales, sale))

    def may_protect(self, play: GameTable, sale: Sale) -> bool:
        """Whether the president of a company may buy what was sold of it."""
        mine = play.stock.sold.get(sale.president, {})
        protection = self.data.protection
        if sale.corporation in mine and not (protection and protection.after_own_sale):
            return False
        if sale.seller == sale.president:
            return False
        return self._rules(play).may_protect(play.table, sale)

    def protect(self, play: GameTable, sale: Sale) -> None:
        """He buys it: the price stays, and play goes on to his left."""
        self._rules(play).protect(play.table, sale)
        play.set_stock(resume=play.left_of(sale.president))
        play.set(priority=play.left_of(sale.president))

    def falls(self, play: GameTable, sale: Sale) -> None:
        """He does not: the price falls by as many rows as shares were sold."""
        self._rules(play).price_falls(play.table, sale)

    def _rules(self, play: GameTable) -> ProtectedRules:
        return cast(ProtectedRules, play.table.rules)

    def round_ends(self, play: GameTable) -> None:
        """What players and the company itself hold whole goes up."""
        for name in play.table.rules.by_price(play.state):
            shares = play.corporation(name).shares
            if not shares.get(MARKET) and not shares.get(play.unsold):
                play.table.move_price(name, "up")
