"""1846: shares issued and redeemed, sold for a train, and what their price does."""

from __future__ import annotations

from operating_round import market
from operating_round.actions import Action
from operating_round.memory import TurnMemory
from operating_round.rules import HoldingRules, MoneyRules, NeedRules, Offer
from operating_round.state import MARKET, Count
from operating_round.steps.shares import ShareStep
from operating_round.table import Table, View
from route_opt.rules.trains import card_of


class InNeed(TurnMemory, frozen=True):
    """Shares issued for a train, and who sold those of which corporation as its president."""

    issued: Count = 0
    sold: tuple[tuple[str, str], ...] = ()


class EarlyShareStep(ShareStep):
    """Issuing or redeeming, before track is laid or a token placed (6, 6.1)."""

    def finished(self, table: View) -> bool:
        """Also when the usual building has begun; records allow it up to the dividend."""
        turn = table.turn
        if "issue_until_dividend" in table:
            return turn.paid or super().finished(table)
        return self.too_late(table) or super().finished(table)

    def too_late(self, table: View) -> bool:
        """Whether the usual building has begun; tiles of private companies come at any time."""
        turn = table.turn
        return bool(turn.yellows or turn.upgrades or turn.tokens)

    def refusal(self, table: View, action: Action) -> str:
        """Why not."""
        if self.too_late(table):
            return f"{table.entity} issues or redeems shares before track and tokens"
        return super().refusal(table, action)


class Holdings(HoldingRules):
    """What its players hold."""

    def why_not_for_sale(self, table: View, player: str, name: str) -> str:
        """Only the president sells before a corporation has operated; none run from the market.

        So it is in every round (5.21, 7.02).
        """
        row = table.corporation(name)
        if row.owner == MARKET:
            return f"{name} is run from the market"
        may = row.operated or row.owner == player
        return "" if may else f"{name} has not operated: only its president sells it"


def price_after_sale(table: Table, seller: str, name: str, *, again: bool) -> bool:
    """One space left if the president sold, however many and how often in a turn (5.2).

    Whether it has moved; not `again` where he has sold in this turn before.
    """
    moves = table.corporation(name).owner == seller and not again
    if moves:
        table.market.move_price(name, "left")
    return moves


def price_at(table: View, direction: str, number: int) -> int:
    """The price of the acting corporation after so many steps."""
    place = market.steps(table.title.market, table.market.place(table.entity), direction, number)
    return market.price(table.title.market, place)


def _forced_value(table: View, count: int) -> int:
    """What so many shares bring in need: the price falls first, one lower is paid (6.5)."""
    return count * price_at(table, "left", count + 1)


class Prices(MoneyRules):
    """Its dividends, prices and shares."""

    def dividend_steps(self, table: View, name: str, kind: str, payout: int) -> int:
        """Three spaces only from a price above 150 (6.4)."""
        steps = super().dividend_steps(table, name, kind, payout)
        return min(steps, 2) if (table.corporation(name).share_price or 0) <= 150 else steps

    def issue_limit(self, table: View) -> int:
        """As many as players hold less those in the market (6.1)."""
        shares = table.corporation(table.entity).shares
        held = sum(shares.get(player, 0) for player in table.state.players)
        unsold = shares.get(self.title.play.unsold, 0)
        return max(0, min(unsold, held - shares.get(MARKET, 0)) // 10)

    def issue_price(self, table: View) -> int:
        """One value lower."""
        return price_at(table, "left", 1)

    def redeem_price(self, table: View) -> int:
        """One value higher."""
        return price_at(table, "right", 1)

    def redeem_limit(self, table: View) -> int:
        """What lies in the market and can be paid."""
        row = table.corporation(table.entity)
        price = self.redeem_price(table)
        return min(row.shares.get(MARKET, 0) // 10, row.cash // price if price else 0)


class Need(NeedRules):
    """What is sold and issued for a train."""

    def forced_issues(self, table: View, offers: list[Offer]) -> list[int]:
        """Enough for a train; all there are if they do not suffice (6.5)."""
        if InNeed.of(table).issued or not offers:
            return []
        least = min(offers, key=lambda offer: offer.price)
        card = card_of(self.title, least.train)
        sides = [o.price for o in offers if o.train in card and o.source == least.source]
        cheapest, dearest = least.price, max(sides)
        cash = table.acting.cash
        if cash >= dearest:
            return []
        counts = list(range(1, table.rules.money.issue_limit(table) + 1))
        if "issue_what_is_needed" in table:
            counts = [count for count in counts if _forced_value(table, count)]
        by_value = sorted(counts, key=lambda count: _forced_value(table, count))
        enough = [n for n in by_value if cash + _forced_value(table, n) >= cheapest]
        if not enough:
            return counts[-1:]
        most = next(
            (
                place
                for place, count in enumerate(enough)
                if cash + _forced_value(table, count) >= dearest
            ),
            len(enough),
        )
        return enough[: most + 1] if "issue_what_is_needed" in table else enough

    def forced_issue_cash(self, table: View, counts: list[int]) -> int:
        """The most that one of these issues brings."""
        return max((_forced_value(table, count) for count in counts), default=0)

    def sale_limit(self, table: View, player: str, name: str) -> int:
        """Not what would close the corporation that operates."""
        if name == table.entity and table.corporation(name).share_price == 10:
            return 0
        return super().sale_limit(table, player, name)
