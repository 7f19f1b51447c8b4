"""Share prices in a market of one row, where a corporation whose price reaches the end closes."""

from __future__ import annotations

from route_opt.title import Title


class Prices:
    """The price of every corporation, as a place in the row."""

    def __init__(self, title: Title) -> None:
        self.row = [cell for cell in title.market.grid[0] if cell]
        self.place: dict[str, int] = {}

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
        """Move as a dividend of that much moves the price.

        Less than half the price: one left. The price, twice, or from 165 on three times the price:
        one, two, three right.
        """
        if corporation not in self.place:
            return
        price = self.price(corporation)
        if payout < price // 2:
            self.step(corporation, -1)
        elif price:
            most = 3 if price >= 165 else 2
            self.step(corporation, min(payout // price, most))

    def closed(self) -> list[str]:
        """The corporations that have reached the end of the row."""
        return [name for name, place in self.place.items() if "closed" in self.row[place].marks]
