"""1846: what its stock rounds have that data cannot say."""

from __future__ import annotations

from operating_round.state import MARKET
from operating_round.titles.g1846.shares import price_after_sale
from whole_game.rules import StockRules
from whole_game.table import GameTable


class Stock(StockRules):
    """The rules of 1846."""

    def offers(self, play: GameTable, player: str, name: str, source: str) -> bool:
        """A president's certificate alone in the market is had as a second share only (7.04)."""
        row = play.corporation(name)
        alone = row.owner == MARKET == source and row.shares.get(MARKET) == 20
        if alone and not play.held(player, name):
            return False
        return super().offers(play, player, name, source)

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """The price moves once in a turn."""
        play.table.market.to_market(player, name, count)
        price_after_sale(play.table, player, name, again=play.stock.sold_now.count(name) > 1)
        if name in play.state.corporations:
            play.table.market.check_president(name)

    def round_ends(self, play: GameTable) -> None:
        """In order of price: left for shares in the market, right for none left to buy (5.4)."""
        for name in play.table.market.by_price():
            shares = play.corporation(name).shares
            if shares.get(MARKET):
                play.table.market.move_price(name, "left")
            elif self.sold_out(play, name):
                play.table.market.move_price(name, "right")
