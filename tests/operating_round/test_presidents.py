"""Who is president: whoever holds more, and of equals the next to the left of the old one."""

from __future__ import annotations

import pytest

from operating_round.rules import rules_of
from operating_round.setup import new_game
from operating_round.table import Table
from route_opt import titles

SEATS = ["Ann", "Bob", "Cy"]


def president(title: str, now: str, **shares: int) -> str | None:
    """Who presides over the first corporation of a title when so many percent are held."""
    state = new_game(title, SEATS)
    table = Table(state, rules_of(state.rules))
    name = next(iter(state.corporations))
    table.change(name, owner=now, shares=shares)
    table.market.check_president(name)
    return table.corporation(name).owner


@pytest.mark.parametrize("title", titles.names())
@pytest.mark.parametrize(
    ("now", "shares", "then"),
    [
        # As much as the president is not more.
        ("Ann", {"Ann": 30, "Bob": 30}, "Ann"),
        ("Cy", {"Ann": 40, "Bob": 40, "Cy": 40}, "Cy"),
        ("Ann", {"Ann": 20, "Bob": 30}, "Bob"),
        ("Ann", {"Ann": 20, "Bob": 30, "Cy": 40}, "Cy"),
        # Two have more and the same: from the president's left, around the table.
        ("Ann", {"Ann": 20, "Bob": 30, "Cy": 30}, "Bob"),
        ("Bob", {"Ann": 30, "Bob": 20, "Cy": 30}, "Cy"),
        ("Cy", {"Ann": 30, "Bob": 30, "Cy": 20}, "Ann"),
    ],
)
def test_the_office_follows_the_shares(
    title: str, now: str, shares: dict[str, int], then: str
) -> None:
    assert president(title, now, **shares) == then


@pytest.mark.parametrize("title", titles.names())
def test_ten_percent_make_no_president(title: str) -> None:
    """The president's certificate is 20%: who has less cannot take it."""
    assert president(title, "Ann", Bob=10) == "Ann"
