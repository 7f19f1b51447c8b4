"""Rules on a train that must be bought and cannot be paid."""

from __future__ import annotations

from operating_round.rules.rounds import RoundRules
from operating_round.rules.trains import Offer, TrainRules
from operating_round.state import BANK, MARKET
from operating_round.table import Table


class NeedRules(TrainRules, RoundRules):
    """Who helps, what is sold for it, and what a bankruptcy does."""

    def help_offers(self, table: Table, offers: list[Offer]) -> list[Offer]:
        """The trains of the bank for which the president may, and must, add his money."""
        cash = table.acting.cash
        if not offers or any(offer.price <= cash for offer in offers):
            return []
        least = min(offer.price for offer in offers)
        if self.train_sales.cheapest:
            return [offer for offer in offers if offer.price == least]
        return offers

    def forced_issues(self, table: Table, offers: list[Offer]) -> list[int]:
        """Numbers of shares of which one must be issued before the president helps."""
        return []

    def forced_issue_cash(self, table: Table, counts: list[int]) -> int:
        """The most that such an issue brings."""
        return 0

    def forced_issue(self, table: Table, count: int) -> None:
        """Issue shares to buy a train."""

    def sale_limit(self, table: Table, player: str, name: str) -> int:
        """The most shares of a corporation a player may sell to help the acting company."""
        row = table.corporation(name)
        held = row.shares.get(player, 0)
        room = self.title.play.pool_limit - row.shares.get(MARKET, 0)
        most = max(0, min(held, room) // 10)
        if row.market is None or row.closed:
            return 0
        while most and not self._keeps_office(table, player, name, held - 10 * most):
            most -= 1
        return most

    def sale_counts(self, table: Table, player: str, name: str, needed: int) -> list[int]:
        """Numbers of shares a player may sell at once: no more than the money needed asks for."""
        price = table.corporation(name).share_price or 0
        most = self.sale_limit(table, player, name)
        return [count for count in range(1, most + 1) if (count - 1) * price < needed]

    def _keeps_office(self, table: Table, player: str, name: str, left: int) -> bool:
        """Whether a sale leaves the president's certificate with a player who may have it."""
        row = table.corporation(name)
        if row.owner != player:
            return True
        others = [part for who, part in row.shares.items() if who in table.state.players]
        rival = max(
            (p for who, p in row.shares.items() if who in table.state.players and who != player),
            default=0,
        )
        if name == table.entity:
            return left >= 20 and left >= rival
        return left >= 20 or (rival >= 20 and bool(others))

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """The price after a sale: down one space a share."""
        table.move_price(name, "down", count)

    def bankrupt(self, table: Table, player: str) -> None:
        """A player cannot pay: he sells what he may, and the game ends."""
        self.sell_all(table, player)
        table.pay(player, BANK, table.cash(player))
        table.set(finish="bankrupt", over=True)

    def sells_privates(self, table: Table) -> bool:
        """Whether a president may sell private companies to other players to help."""
        return self.train_sales.private_sales

    def sell_all(self, table: Table, player: str) -> None:
        """A player sells all he is allowed to."""
        for name in self.by_price(table.state):
            most = self.sale_limit(table, player, name)
            if most:
                self.sell(table, player, name, most)

    def sell(self, table: Table, player: str, name: str, count: int) -> None:
        """A player sells shares to the market."""
        price = table.corporation(name).share_price or 0
        table.pay(BANK, player, count * price)
        table.move_shares(name, player, MARKET, 10 * count)
        table.say(
            "sale",
            f"{player} sells {10 * count}% of {name} for {count * price}",
            player=player,
            corporation=name,
        )
        self.share_sold(table, player, name, count)
        if name in table.state.corporations and not table.corporation(name).closed:
            table.check_president(name)
