"""Shares: who holds what, and who is president."""

from __future__ import annotations

import pytest

from route_opt import titles
from route_opt.records.holdings import MARKET, TREASURY, Holdings, kept


@pytest.fixture
def shares() -> Holdings:
    """NYC with A (president) at 30%, B at 20%; half of it unsold."""
    found = Holdings(titles.find("1846"), ["A", "B", "C"])
    found.par("NYC", "A")
    found.buy("A", ["NYC_1"])
    found.buy("B", ["NYC_2", "NYC_3"])
    return found


def test_what_is_held(shares: Holdings) -> None:
    assert shares.with_players("NYC") == {"A": 30, "B": 20}
    assert shares.percent("NYC", TREASURY) == 50
    assert shares.president["NYC"] == "A"


def test_whoever_holds_more_becomes_president(shares: Holdings) -> None:
    shares.buy("B", ["NYC_4"])
    assert shares.president["NYC"] == "A"
    shares.buy("B", ["NYC_5"])
    assert shares.president["NYC"] == "B"
    assert shares.with_players("NYC") == {"A": 30, "B": 40}
    # A got the first two ordinary certificates of B for the president's.
    assert shares.held["NYC"]["A"] == ["NYC_1", "NYC_2", "NYC_3"]
    assert "NYC_0" in shares.held["NYC"]["B"]


def test_of_equals_the_next_in_seat_order_becomes_president(shares: Holdings) -> None:
    shares.buy("C", ["NYC_4", "NYC_5"])
    shares.sell("A", ["NYC_1", "NYC_0"])
    assert shares.president["NYC"] == "B"


def test_the_next_seat_is_counted_from_the_old_president() -> None:
    """B presides with 20%; A and C have 30% each: C sits to the left of B, A does not."""
    found = Holdings(titles.find("1846"), ["A", "B", "C"])
    found.par("NYC", "B")
    found.buy("A", ["NYC_1", "NYC_2"])
    found.buy("C", ["NYC_3", "NYC_4"])
    assert found.president["NYC"] == "B"
    found.sell("B", ["NYC_0"])
    assert found.president["NYC"] == "C"


@pytest.mark.parametrize(
    ("revenue", "dividend", "stays"),
    [
        # 1846, 6.4: of 250 the corporation keeps 120 and pays 13 a share.
        (250, "half", 120),
        # 1850, 9.1: of 130 it keeps 60 and pays 7 a share.
        (130, "half", 60),
        (120, "half", 60),
        (10, "half", 0),
        (250, "payout", 0),
        (250, "withhold", 250),
        (250, "", 250),
    ],
)
def test_what_a_corporation_keeps(revenue: int, dividend: str, stays: int) -> None:
    assert kept(revenue, dividend) == stays


def test_part_of_the_presidents_certificate(shares: Holdings) -> None:
    """A sells 20 of 30%: the ordinary certificate and half the president's, and keeps 10%."""
    shares.sell("A", ["NYC_1", "NYC_0"], 20)
    assert shares.with_players("NYC") == {"A": 10, "B": 20}
    assert shares.percent("NYC", MARKET) == 20
    assert shares.president["NYC"] == "B"
    assert "NYC_0" in shares.held["NYC"]["B"]


def test_a_corporation_issues_and_redeems(shares: Holdings) -> None:
    shares.sell("NYC", ["NYC_4"])
    assert (shares.percent("NYC", TREASURY), shares.percent("NYC", MARKET)) == (40, 10)
    shares.buy("NYC", ["NYC_4"])
    assert (shares.percent("NYC", TREASURY), shares.percent("NYC", MARKET)) == (50, 0)


def test_nobody_is_left(shares: Holdings) -> None:
    shares.sell_all("A")
    assert shares.president["NYC"] == "B"
    shares.sell_all("B")
    assert shares.president["NYC"] is None
    assert shares.percent("NYC", MARKET) == 50
