"""1846: how a dividend moves the price, and where it ends."""

from __future__ import annotations

import pytest

from route_opt.records.prices import Prices
from route_opt.records.rules import find_title


@pytest.mark.parametrize(
    ("price", "payout", "moved"),
    [
        (100, 0, 90),
        (100, 40, 90),
        (100, 50, 100),
        (100, 90, 100),
        (100, 100, 112),
        (100, 200, 124),
        (100, 300, 124),
        (150, 450, 180),
        (165, 82, 165),
        (165, 500, 212),
        (550, 550, 550),
    ],
)
def test_a_dividend_moves_the_price(price: int, payout: int, moved: int) -> None:
    """Less than half: left. The price, twice, and from 165 on three times it: 1, 2, 3 right."""
    prices = Prices(*find_title("1846"))
    prices.start("NYC", 100)
    prices.place["NYC"] = [cell.price for cell in prices.row].index(price)
    prices.pay("NYC", payout)
    assert prices.price("NYC") == moved


def test_the_end_of_the_row() -> None:
    prices = Prices(*find_title("1846"))
    prices.start("NYC", 40)
    prices.step("NYC", -3)
    assert prices.closed() == []
    prices.step("NYC", -5)
    assert (prices.price("NYC"), prices.closed()) == (0, ["NYC"])
