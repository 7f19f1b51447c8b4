"""Rules on private companies."""

from __future__ import annotations

from fractions import Fraction

from operating_round.rules.base import TitleRules
from operating_round.state import CLOSED
from operating_round.table import Table
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

    def private_prices(self, table: Table, name: str) -> tuple[int, int] | None:
        """The range of prices at which the acting corporation may buy a private company."""
        private, sales = self.private(name), self.private_sales
        if private is None or sales is None or not private.for_sale:
            return None
        if table.state.phase not in sales.phases:
            return None
        least = Fraction(sales.least) * private.price
        return max(1, -(-least.numerator // least.denominator)), int(
            Fraction(sales.most) * private.price
        )

    def private_bought(self, table: Table, name: str) -> None:
        """After the acting corporation bought a private company."""

    def times_used(self, table: Table, private: str) -> int:
        """How often the power of a private company was used, as far as is known."""
        now = table.turn.used.get(private, 0) if table.state.turn else 0
        seen: dict[str, int] = table.state.own.get("used", {})
        return table.state.used.get(private, 0) + now + seen.get(private, 0)

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """After a private company came to an owner, or was ``closed``."""

    def close_privates(self, table: Table, phase: str) -> None:
        """Private companies that close with a phase."""
        for name, owner in table.state.privates.items():
            if owner != CLOSED and self.closes(table, name, phase):
                table.give_private(name, CLOSED)

    def closes(self, table: Table, name: str, phase: str) -> bool:
        """Whether a private company closes when a phase begins."""
        private = self.private(name)
        return private is not None and private.closes_on == phase
