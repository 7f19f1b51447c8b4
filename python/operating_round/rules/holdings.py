"""Rules on what players may hold."""

from __future__ import annotations

from collections.abc import Mapping

from operating_round import market
from operating_round.rules.base import TitleRules
from operating_round.table import View
from route_opt.title import Lift

Places = Mapping[str, market.Place | None]
"""Where the corporations of a game stand on the market; None before they have started."""


class HoldingRules(TitleRules):
    """Certificates and how many of them count, and the most of one corporation."""

    def places(self, table: View) -> Places:
        """Where the corporations stand that have not closed."""
        rows = table.state.corporations.items()
        return {name: row.market for name, row in rows if not row.closed}

    def lifted(self, table: View, place: market.Place | None, limit: Lift) -> bool:
        """Whether a limit does not hold for a corporation that stands there."""
        return place is not None and limit in self.title.market.lifts(place, table.state.options)

    def certificates(self, table: View, player: str, name: str, sold: int = 0) -> int:
        """On how many certificates a player holds a corporation, so many shares sold."""
        percent = table.corporation(name).shares.get(player, 0) - 10 * sold
        led = percent > 0 and self.has_presidents(table, player, name, sold)
        return percent // 10 - (table.market.presidents(name) // 10 - 1 if led else 0)

    def has_presidents(self, table: View, player: str, name: str, sold: int = 0) -> bool:
        """Whether a player has the certificate of its president, so many shares sold."""
        row = table.corporation(name)
        if not sold:
            return row.owner == player
        after = {**row.shares, player: row.shares.get(player, 0) - 10 * sold}
        return table.market.president_with(name, after) == player

    def why_not_for_sale(self, table: View, player: str, name: str) -> str:
        """Why a player may sell no share of a corporation in any round; empty if he may."""
        return ""

    def counted(self, table: View, player: str, places: Places) -> int:
        """The certificates of a player that count, with the corporations at these places."""
        shares = sum(
            self.certificates(table, player, name)
            for name, place in places.items()
            if not self.lifted(table, place, "uncounted")
        )
        return shares + (len(table.privates.of(player)) if self.privates_count(table) else 0)

    def privates_count(self, table: View) -> bool:
        """Whether private companies count as certificates."""
        limits = self.title.play.limits
        return limits.privates_count or table.any_of(limits.privates_count_with)

    def most_certificates(self, table: View, places: Places) -> int:
        """How many certificates a player may hold, by players and corporations left."""
        return self.title.play.certificate_limit(len(table.state.players), len(places))

    def most_of_one(self, table: View) -> int:
        """The most percent of one corporation that a player may hold, where no zone lifts that."""
        limits = self.title.play.limits
        return table.chosen(limits.holding_with, limits.holding)
