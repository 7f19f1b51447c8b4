"""Rules on money: dividends, prices, and a corporation's own shares."""

from __future__ import annotations

from fractions import Fraction

from operating_round import market
from operating_round.rules.base import TitleRules
from operating_round.state import MARKET
from operating_round.table import View
from route_opt.position import Position
from route_opt.rules.dividends import kept


class MoneyRules(TitleRules):
    """Who keeps what, what that does to a price, and what shares cost."""

    def half_kept(self, table: View) -> str:
        """How the company's half of its earnings is rounded: ``up``, ``down`` or ``dollar``."""
        play = self.title.play.dividends
        return table.chosen(play.half_kept_with, play.half_kept)

    def keeps(self, table: View, kind: str, revenue: int) -> int:
        """What the company keeps of its earnings."""
        return kept(revenue, kind, self.half_kept(table))

    def paid_to(self, table: View, name: str, holder: str) -> str:
        """Who is paid on the shares of a corporation that somebody holds; nobody if empty."""
        if holder in table.state.players:
            return holder
        play = self.title.play.dividends
        where = play.pool_pays if holder == MARKET else play.unsold_pays
        return name if where == "corporation" else ""

    def dividend_steps(self, table: View, name: str, kind: str, payout: int) -> int:
        """Steps of the price to the right, negative to the left, after a dividend."""
        moves = self.title.play.dividends.moves
        if kind in moves:
            return moves[kind] if payout else moves["withhold"]
        price = table.corporation(name).share_price or 0
        shares = [share for share in moves if share not in self.title.play.dividends.kinds]
        reached = [share for share in shares if payout >= Fraction(share) * price]
        return moves[max(reached, key=Fraction)] if payout else moves["0"]

    def price_steps(
        self, table: View, place: market.Place, direction: str, number: int
    ) -> market.Place:
        """The space so many steps away on the stock market."""
        return market.steps(self.title.market, place, direction, number)

    def run_position(self, table: View, position: Position) -> Position:
        """The question of a run; seldom any other than that of the board."""
        return position

    def issue_limit(self, table: View) -> int:
        """How many shares it may issue."""
        return 0

    def redeem_limit(self, table: View) -> int:
        """How many shares it may buy back, and can pay for."""
        return 0

    def issue_price(self, table: View) -> int:
        """What it gets for a share."""
        return table.corporation(table.entity).share_price or 0

    def redeem_price(self, table: View) -> int:
        """What it pays for a share."""
        return table.corporation(table.entity).share_price or 0
