"""Rules on private companies."""

from __future__ import annotations

import functools
import math
from fractions import Fraction

from operating_round.rules.base import TitleRules
from operating_round.table import View
from route_opt.title import Private, PrivateSales


class PrivateRules(TitleRules):
    """When they are sold, at which prices, and when they close."""

    def private(self, name: str) -> Private | None:
        """A private company by its name, or None for a card that is none."""
        return self.title.privates.get(name)

    @property
    def private_sales(self) -> PrivateSales | None:
        """When corporations buy private companies."""
        return self.title.play.privates

    @property
    def section(self) -> str:
        """The section on private companies."""
        return self.private_sales.rule if self.private_sales else ""

    def private_prices(self, table: View, name: str) -> tuple[int, int] | None:
        """The range of prices at which the acting corporation may buy a private company."""
        private, sales = self.private(name), self.private_sales
        if private is None or sales is None or not private.for_sale:
            return None
        if self.is_sold_early(table, name):
            return _range(sales.least, "1", private.price)
        if table.state.phase not in sales.phases:
            return None
        return _range(sales.least, sales.most, private.price)

    def is_sold_early(self, table: View, name: str) -> bool:
        """Whether a private company may be bought a phase before the others, up to its price."""
        private = self.private(name)
        return private is not None and private.sold_from == table.state.phase

    def closes(self, table: View, name: str, phase: str) -> bool:
        """Whether a private company closes when a phase begins."""
        private = self.private(name)
        if private is None or private.closes_on != phase:
            return False
        return not (private.kept_by_player and table.privates.owner_of(name) in table.state.players)


@functools.cache
def _range(least: str, most: str, price: int) -> tuple[int, int]:
    """From one part of a price to another, the least of it rounded up, and 1 at least."""
    return max(1, math.ceil(Fraction(least) * price)), int(Fraction(most) * price)
