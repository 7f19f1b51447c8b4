"""1867 Big Wyoming: directors, the end of a stock round, corporations that close (7.4, 7.5, 9).

The market is drawn in ``test_stock_1867bw_turns.py``.
"""

from __future__ import annotations

from typing import Any

import pytest
from big_wyoming import TITLE, acquired, queue, sr
from hand_game import (
    after,
    all_pass,
    allowed,
    cash,
    held,
    passes,
    president,
    price,
    refused,
    replace,
    started,
)
from rule_table import rule

from operating_round import market
from operating_round.actions import Pass, SellShares
from operating_round.rules import rules_of
from operating_round.table import Table
from route_opt import titles
from whole_game.actions import BuyShare, Par
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game

# directors


@rule(TITLE, "10a", "10b")
def test_whoever_holds_more_is_director_at_once() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20, Bob=10)}, turn="Bob")
    game = after(game, BuyShare("NWW", "treasury"))
    assert president(game, "NWW") == "Ann"  # 20 each
    game = sr({"NWW": started("Ann", 80, Ann=20, Bob=20)}, turn="Bob")
    game = after(game, BuyShare("NWW", "treasury"))
    assert president(game, "NWW") == "Bob"
    assert held(game, "NWW") == {"Ann": 20, "Bob": 30, "treasury": 50}


@rule(TITLE, "10c")
@pytest.mark.parametrize(("old", "new"), [("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")])
def test_the_nearest_to_the_left_of_the_old_one(old: str, new: str) -> None:
    others: dict[str, Any] = {name: 30 for name in ("Ann", "Bob", "Cy") if name != old}
    game = sr({"NWW": started(old, 80, **others | {old: 40})}, turn=old)
    assert president(after(game, SellShares(old, "NWW", 2)), "NWW") == new
    game = after(game, SellShares(old, "NWW", 1))
    assert president(game, "NWW") == old  # 30 each


@rule(TITLE, "10d")
def test_half_of_a_directors_certificate_is_sold_after_the_exchange() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20, Bob=20)})
    game = after(game, SellShares("Ann", "NWW", 1))
    assert held(game, "NWW") == {"Ann": 10, "Bob": 20, "market": 10, "treasury": 60}
    assert president(game, "NWW") == "Bob"
    assert cash(game, "Ann") == 450 + 80


FULL = {
    "C&N": started("Ann", 80, Ann=60),
    "CBQ": started("Ann", 80, Ann=60),
    "NP": started("Cy", 60, Cy=50, Ann=40),
    "NWW": started("Ann", 80, Ann=20, Bob=20),
}
"""Ann holds 5 + 5 + 4 + 1 certificates: the 15 that three players may have."""


@rule(TITLE, "10e", "10f")
def test_who_loses_an_office_and_is_overfull_sells_at_once() -> None:
    game = after(sr(FULL, turn="Bob"), BuyShare("NWW", "treasury"))
    # Bob has 30% and the director's certificate; Ann got two certificates for it, and has 16.
    assert president(game, "NWW") == "Bob"
    assert player_to_act(game) == "Ann"
    offered = {choice.action for choice in legal_actions(game)}
    assert offered == {SellShares("Ann", name, 1) for name in ("C&N", "CBQ", "NP", "NWW")}
    assert refused(game, Pass()) == "7.1, 7.4"
    assert refused(game, SellShares("Ann", "NP", 2)) == "7.2"
    game = after(game, SellShares("Ann", "NP", 1))
    assert cash(game, "Ann") == 450 + 60
    assert price(game, "NP") == 50  # from 60 in row 2 to row 3
    assert held(game, "NP") == {"Cy": 50, "Ann": 30, "market": 10, "treasury": 10}
    assert player_to_act(game) == "Bob"


@rule(TITLE, "10f")
def test_half_of_another_office_is_not_enough() -> None:
    # Of C&N Ann holds the director's certificate alone, and Cy as much: one share sold is half
    # of what she gets for it, and leaves her one certificate, as many as before.
    companies = {
        **FULL,
        "C&N": started("Ann", 80, Ann=20, Cy=20),
        "OSL": started("Bob", 60, Bob=60, Ann=40),
    }
    game = after(sr(companies, turn="Bob"), BuyShare("NWW", "treasury"))
    assert player_to_act(game) == "Ann"  # 1 + 5 + 4 + 4 + 2 of 15
    assert allowed(game, SellShares("Ann", "C&N", 2))
    game = after(game, SellShares("Ann", "C&N", 1))
    assert president(game, "C&N") == "Cy"
    assert player_to_act(game) == "Ann"
    assert {c.action for c in legal_actions(game)} == {
        SellShares("Ann", name, 1) for name in ("C&N", "CBQ", "NP", "NWW", "OSL")
    }


@rule(TITLE, "10f")
def test_the_market_must_have_room_for_it() -> None:
    companies = {
        "C&N": started("Ann", 80, Ann=50, market=50),
        "CBQ": started("Ann", 80, Ann=50, market=50),
        "NP": started("Cy", 60, Cy=30, Ann=20, market=50),
        "GINW": started("Cy", 60, Cy=20, Ann=20, market=50),
        "BH": started("Cy", 60, Cy=20, Ann=20, market=50),
        "NWW": started("Ann", 80, Ann=20, Bob=20),
    }
    # 4 + 4 + 2 + 2 + 2 + 1; of the others the market has its half.
    game = after(sr(companies, turn="Bob"), BuyShare("NWW", "treasury"))
    assert [c.action for c in legal_actions(game)] == [SellShares("Ann", "NWW", 1)]
    packed = {**companies, "NWW": started("Ann", 80, Ann=20, Bob=20, market=50)}
    game = after(sr(packed, turn="Bob"), BuyShare("NWW", "treasury"))
    assert player_to_act(game) == "Cy"  # there is nothing that Ann could sell, nor Bob


@rule(TITLE, "10e")
def test_nobody_sells_in_the_first_round_not_even_then() -> None:
    game = after(sr(FULL, turn="Bob", number=1), BuyShare("NWW", "treasury"))
    assert player_to_act(game) == "Cy"


@rule(TITLE, "10g")
def test_the_turn_goes_on_with_the_buyer() -> None:
    game = after(sr(FULL, turn="Bob"), BuyShare("NWW", "treasury"), SellShares("Ann", "NP", 1))
    assert player_to_act(game) == "Bob"
    assert allowed(game, SellShares("Bob", "NWW", 1))
    assert not allowed(game, BuyShare("NP", "market"))
    game = passes(game)
    assert player_to_act(game) == "Cy"
    assert all_pass(game).priority == "Cy"


# the end of the round


@rule(TITLE, "11a")
def test_the_first_of_the_last_passers_has_the_priority() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20)})
    game = after(game, Pass(), BuyShare("NWW", "treasury"))  # Bob
    assert all_pass(game).priority == "Cy"
    sold = after(sr({"NWW": started("Ann", 80, Ann=30)}), SellShares("Ann", "NWW", 1))
    assert all_pass(sold).priority == "Bob"


@rule(TITLE, "11b")
def test_it_stays_after_passes_only() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20)}, turn="Cy")
    assert all_pass(game).priority == "Cy"


WHOLE = {"Ann": 40, "Bob": 30, "Cy": 30}
"""Every share is with the players."""


def places(game: Game) -> dict[str, tuple[str, ...]]:
    """Who stands where on the market when the stock round is over."""
    found: list[dict[str, tuple[str, ...]]] = []
    while game.stock is not None:
        found.append(game.operating.market_order)
        game = passes(game)
    assert found
    return game.operating.market_order


@rule(TITLE, "11c", "11d")
def test_what_the_players_hold_whole_goes_up() -> None:
    companies = {
        "NWW": started("Ann", 80, at=(2, 3), **WHOLE),
        "C&N": started("Ann", 80, at=(2, 4), Ann=50, Bob=40),
        "CBQ": started("Ann", 80, at=(2, 5), Ann=50, Bob=40, market=10),
        "NP": started("Ann", 80, at=(3, 1), **WHOLE),
    }
    game = all_pass(acquired(sr(companies), "NP"))
    prices = {name: price(game, name) for name in companies}
    assert prices == {"NWW": 90, "C&N": 90, "CBQ": 100, "NP": 50}


@rule(TITLE, "11e")
def test_all_move_together() -> None:
    companies = {
        "NP": started("Ann", 80, at=(1, 3), Ann=20),  # stays at 90
        "BH": started("Ann", 80, at=(1, 3), **WHOLE),  # from 90 to 100
        "NWW": started("Ann", 80, at=(2, 3), **WHOLE),  # both from 80 to 90,
        "C&N": started("Ann", 80, at=(2, 3), **WHOLE),  # C&N under NWW as before
        "CBQ": started("Ann", 80, at=(2, 3), Ann=20),  # stays at 80
        "OSL": started("Ann", 80, at=(3, 3), **WHOLE),  # from 70 to 80, under CBQ
    }
    assert places(sr(companies)) == {
        "0,3": ("BH",),
        "1,3": ("NP", "NWW", "C&N"),
        "2,3": ("CBQ", "OSL"),
    }


@rule(TITLE, "11f")
def test_the_top_is_the_top() -> None:
    companies = {
        "NWW": started("Ann", 80, at=(0, 5), **WHOLE),
        "C&N": started("Ann", 80, at=(0, 15), **WHOLE),
    }
    game = all_pass(sr(companies))
    assert (price(game, "NWW"), price(game, "C&N")) == (120, 350)
    grid = titles.find(TITLE).market
    assert market.step(grid, (0, 15), "right") == (0, 15)


@rule(TITLE, "11g")
def test_the_ends_of_rows_turn() -> None:
    grid = titles.find(TITLE).market
    for row, cells in enumerate(grid.grid):
        last = len([cell for cell in cells if cell]) - 1
        assert market.step(grid, (row, last), "right") == (max(row - 1, 0), last)
        down = min(row + 1, len(grid.grid) - 1)
        assert market.step(grid, (row, 0), "left") == (down, 0)


@rule(TITLE, "11l")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)]
)
def test_so_many_operating_rounds_follow(phase: str, rounds: int) -> None:
    game = all_pass(sr({"NWW": started("Ann", 80, Ann=20)}, phase=phase))
    assert game.operating.operating_rounds == (1, rounds)


# closing


def at_ten(waiting: list[list[str | None]]) -> Game:
    """NP at 10 above the space that closes: it has 77, a train and P5, and a station on C1."""
    companies = {
        "NP": started(
            "Bob",
            60,
            at=(6, 0),
            cash=77,
            Bob=30,
            Ann=20,
            trains=("2",),
            companies=("P5",),
            tokens_on_map=("C1.0",),
            tokens_unplaced=(0, 0, 0),
        )
    }
    game = sr(companies, waiting=waiting, privates={"P5": "NP"})
    state = game.operating
    board = replace(state.board, tokens={"C1.0": ("NP",)})
    return replace(game, operating=replace(state, board=board))


@rule(TITLE, "11h")
def test_a_sale_closes_a_corporation_at_once() -> None:
    game = at_ten([["BH", "OSL"]])
    bank = cash(game, "bank")
    game = after(game, SellShares("Ann", "NP", 1))
    row = game.operating.corporations["NP"]
    assert cash(game, "Ann") == 450 + 10
    assert cash(game, "bank") == bank - 10 + 77
    assert (row.cash, row.trains, row.companies, row.owner) == (0, (), (), None)
    assert (row.market, row.share_price, row.shares) == (None, None, {"treasury": 100})
    assert row.tokens_on_map == ()
    assert len(row.tokens_unplaced) == 4
    assert game.operating.privates["P5"] == "closed"
    assert game.operating.board.tokens == {}
    assert game.operating.market_order == {}
    assert game.operating.depot.discarded == {}


@rule(TITLE, "11i")
def test_it_goes_to_the_back_of_the_queue() -> None:
    sale = SellShares("Ann", "NP", 1)
    assert queue(after(at_ten([["BH", None]]), sale)) == [["BH", None], ["NP", None]]
    gap: list[list[str | None]] = [["BH", None], [None, None], [None, "OSL"]]
    assert queue(after(at_ten(gap), sale)) == [["BH", None], ["NP", None], [None, "OSL"]]
    assert queue(after(at_ten([[None, "BH"]]), sale)) == [[None, "BH"], ["NP", None]]


@rule(TITLE, "11j")
def test_it_can_be_started_again() -> None:
    game = after(at_ten([]), SellShares("Ann", "NP", 1))
    assert queue(game) == [["NP", None]]
    game = after(game, Par("NP", 80))  # even as the purchase of that turn
    assert held(game, "NP") == {"Ann": 20, "treasury": 80}
    assert cash(game, "NP") == 160
    assert game.operating.board.tokens == {"C1.0": ("NP",)}
    assert queue(game) == []


@rule(TITLE, "11k")
def test_without_room_it_leaves_the_game() -> None:
    full: list[list[str | None]] = [["BH", None], [None, "OSL"], ["CBQ", None], ["C&N", None]]
    game = after(at_ten(full), SellShares("Ann", "NP", 1))
    assert queue(game) == full
    assert game.operating.corporations["NP"].closed
    assert not allowed(game, Par("NP", 60))
    table = Table(game.operating, rules_of(game.operating.rules))
    assert table.map.reserved("C1.0") == {}
    waiting = after(at_ten([["BH", None]]), SellShares("Ann", "NP", 1)).operating
    table = Table(waiting, rules_of(waiting.rules))
    assert table.map.reserved("C1.0") == {0: "NP"}
