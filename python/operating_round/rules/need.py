"""Rules on a train that must be bought and cannot be paid."""

from __future__ import annotations

from operating_round.rules.base import TitleRules
from operating_round.rules.trains import Offer
from operating_round.table import View


class NeedRules(TitleRules):
    """Who helps, and what is sold for it."""

    def help_offers(self, table: View, offers: list[Offer]) -> list[Offer]:
        """The trains of the bank for which the president may, and must, add his money."""
        cash = table.acting.cash
        if not offers or any(offer.price <= cash for offer in offers):
            return []
        least = min(offer.price for offer in offers)
        if table.rules.trains.train_sales.cheapest:
            return [offer for offer in offers if offer.price == least]
        return offers

    def forced_issues(self, table: View, offers: list[Offer]) -> list[int]:
        """Numbers of shares of which one must be issued before the president helps."""
        return []

    def forced_issue_cash(self, table: View, counts: list[int]) -> int:
        """The most that such an issue brings."""
        return 0

    def sale_limit(self, table: View, player: str, name: str) -> int:
        """The most shares of a corporation a player may sell to help the acting company."""
        return table.market.most_for_sale(player, name, stays=self.stays(table, name))

    def why_no_sale(self, table: View, player: str, name: str) -> str:
        """Why a player may sell no share of a corporation to help; empty where he may."""
        return table.market.why_none_for_sale(player, name, stays=self.stays(table, name))

    def stays(self, table: View, name: str) -> bool:
        """Whether a president who helps stays the president of a corporation."""
        return name == table.entity or table.rules.trains.train_sales.keeps_offices

    def sale_counts(self, table: View, player: str, name: str, needed: int) -> list[int]:
        """Numbers of shares a player may sell at once: no more than the money needed asks for."""
        price = table.corporation(name).share_price or 0
        most = self.sale_limit(table, player, name)
        return [count for count in range(1, most + 1) if (count - 1) * price < needed]
