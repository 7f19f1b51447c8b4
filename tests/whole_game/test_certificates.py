"""Which certificate lies where, and what a record's actions say by naming them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from operating_round.actions import SellShares
from operating_round.state import MARKET
from route_opt import titles
from route_opt.records.rules import rules_of
from whole_game.actions import BuyShare
from whole_game.game import Game
from whole_game.recorded.certificates import Certificates
from whole_game.recorded.decode import Decoder
from whole_game.setup import new_game

replace = msgspec.structs.replace


def book(**held: str) -> Certificates:
    """Certificates by holder: ``book(Ann="0 3", Bob="1 2")``."""
    found = Certificates()
    for who, numbers in held.items():
        for number in numbers.split():
            found.move(f"PRR_{number}", who)
    return found


def where(certificates: Certificates) -> dict[str, list[str]]:
    return {who: [one[4:] for one in held] for who, held in certificates.held.items() if held}


@pytest.mark.parametrize(
    ("sold", "percent", "ann", "market"),
    [
        # Ann sells her 20% as president: Bob gives his two oldest for the office.
        ("0", 20, [], ["1", "2"]),
        # Or a half of it: one of Bob's two is hers, the other in the market.
        ("0", 10, ["1"], ["2"]),
        # Or 30% of her 40%, the office among them: one share comes back.
        ("4 5 0", 30, ["4"], ["5", "1", "2"]),
        ("4 5 0", 40, [], ["4", "5", "1", "2"]),
    ],
)
def test_the_office_is_sold(sold: str, percent: int, ann: list[str], market: list[str]) -> None:
    found = book(Ann=sold, Bob="1 2 3")
    found.sell([f"PRR_{number}" for number in sold.split()], "Ann", percent, "Bob")
    expected = {"Ann": ann, "Bob": ["3", "0"], MARKET: market}
    assert where(found) == {who: held for who, held in expected.items() if held}


def decoder() -> Decoder:
    title = titles.find("1830")
    return Decoder(title, {"1": "Ann", "2": "Bob"}, {}, rules_of(title))


def stock_round(**shares: int) -> Game:
    """A game of 1830 in which the PRR is held like that."""
    game = new_game("1830", ["Ann", "Bob"])
    state = game.operating
    row = replace(state.corporations["PRR"], shares=shares, owner="Ann", ipoed=True)
    rows = {**state.corporations, "PRR": row}
    return replace(game, auction=None, operating=replace(state, corporations=rows))


def told(kind: str, **rest: Any) -> dict[str, Any]:
    return {"type": kind, "entity": "Ann", "entity_type": "player", **rest}


@pytest.mark.parametrize(
    ("names", "percent", "count"),
    [("1 2 3", None, 3), ("1 2 3", 30, 3), ("0", 20, 2), ("0", 10, 1), ("4 0", 30, 3)],
)
def test_percent_counts_where_a_certificate_is_two(names: str, percent: int, count: int) -> None:
    shares = [f"PRR_{name}" for name in names.split()]
    action = told("sell_shares", shares=shares, percent=percent)
    found = decoder().sell(action, stock_round(Ann=60, Bob=30, IPO=10))
    assert found == SellShares("Ann", "PRR", count)


def test_a_share_comes_from_where_it_lies() -> None:
    """From the market if it was sold there; one that nobody has seen from the bank if any is."""
    read = decoder()
    read.book("PRR").move("PRR_8", MARKET)
    for share, shares, source in (
        ("PRR_8", {"Ann": 60, MARKET: 10, "IPO": 30}, MARKET),
        ("PRR_7", {"Ann": 60, MARKET: 10, "IPO": 30}, "IPO"),
        ("PRR_7", {"Ann": 90, MARKET: 10}, MARKET),
        ("PRR_8", {"Ann": 60, "IPO": 40}, "IPO"),
    ):
        found = read.buy(told("buy_shares", shares=[share]), stock_round(**shares))
        assert found == BuyShare("PRR", source)
