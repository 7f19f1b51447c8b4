"""1846: what its stock rounds have that data cannot say."""

from __future__ import annotations

from operating_round.state import MARKET
from whole_game.rules import StockRules
from whole_game.table import GameTable


class Rules(StockRules):
    """The rules of 1846."""

    def most_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """Only the president sells before a corporation has operated; none run from the market."""
        row = play.corporation(name)
        if row.owner == MARKET or (not row.operated and row.owner != player):
            return 0
        return super().most_for_sale(play, player, name)

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """One space left if the president sold, however many and how often in a turn (5.2)."""
        first = play.stock.sold_now.count(name) == 1
        president = play.corporation(name).owner == player
        self.to_market(play, player, name, count)
        if president and first:
            play.table.move_price(name, "left")
        if name in play.state.corporations:
            play.table.check_president(name)

    def round_ends(self, play: GameTable) -> None:
        """In order of price: left for shares in the market, right for none left to buy (5.4)."""
        for name in play.table.rules.by_price(play.state):
            shares = play.corporation(name).shares
            if shares.get(MARKET):
                play.table.move_price(name, "left")
            elif sum(shares.get(player, 0) for player in play.players) == 100:
                play.table.move_price(name, "right")
