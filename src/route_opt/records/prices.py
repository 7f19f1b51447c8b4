"""Share prices in a market of one row, where a corporation whose price reaches the end closes."""

from __future__ import annotations

from fractions import Fraction

from route_opt.records.rules import RecordRules
from route_opt.title import Title


class Prices:
    """The price of every corporation, as a place in the row."""

    def __init__(self, title: Title, rules: RecordRules) -> None:
        self.row = [cell for cell in title.market.grid[0] if cell]
        self.place: dict[str, int] = {}
        moves = title.play.dividends.moves
        self.moves = sorted(((Fraction(least), steps) for least, steps in moves.items()))
        self.steps_from = rules.steps_from

    def start(self, corporation: str, price: int) -> None:
        """A corporation starts at a price."""
        prices = [cell.price for cell in self.row]
        if price in prices:
            self.place[corporation] = prices.index(price)

    def price(self, corporation: str) -> int:
        """What a share costs."""
        return self.row[self.place[corporation]].price

    def step(self, corporation: str, steps: int) -> None:
        """Move to the right, or to the left for negative steps."""
        if corporation in self.place:
            place = self.place[corporation] + steps
            self.place[corporation] = min(max(place, 0), len(self.row) - 1)

    def pay(self, corporation: str, payout: int) -> None:
        """Move as a dividend moves the price: by how many times the price it pays."""
        if corporation not in self.place:
            return
        price = self.price(corporation)
        reached = [
            steps
            for least, steps in self.moves
            if payout >= int(least * price) and price >= self.steps_from.get(str(steps), 0)
        ]
        self.step(corporation, reached[-1])

    def closed(self) -> list[str]:
        """The corporations that have reached the end of the row."""
        return [name for name, place in self.place.items() if "closed" in self.row[place].marks]
