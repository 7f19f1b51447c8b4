"""The money of a new game, and where first prices stand."""

from __future__ import annotations

import pytest
from hand_game import after, price, stock_round
from rule_table import rule

from whole_game.actions import Par
from whole_game.setup import new_game

NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"]


@rule("1830", "0a")
@rule("1850", "0a")
@rule("1870", "0a")
@pytest.mark.parametrize(
    ("title", "shared"), [("1830", 2400), ("1850", 2100), ("1870", 2100)], ids=str
)
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_the_players_share_their_money_and_the_bank_has_the_rest(
    title: str, shared: int, number: int
) -> None:
    state = new_game(title, NAMES[:number]).operating
    # 2400: 1200 800 600 480 400; 2100: 1050 700 525 420 350
    assert list(state.players.values()) == [shared // number] * number
    assert sum(state.players.values()) == shared
    assert state.bank == 12000 - shared


@rule("1830", "9e")
def test_all_companies_may_have_one_first_price() -> None:
    # 8.1: all eight could select 100; each goes under those there, in the red edged box.
    names = ["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"]
    game = stock_round("1830", players="Ann Bob", cash={"Ann": 900, "Bob": 900})
    for name in names:
        game = after(game, Par(name, 100))
    assert [price(game, name) for name in names] == [100] * 8
    places = {game.operating.corporations[name].market for name in names}
    assert len(places) == 1
    assert [list(stack) for stack in game.operating.market_order.values()] == [names]


@rule("1830", "9e")
@pytest.mark.parametrize(("par", "row"), [(100, 0), (90, 1), (82, 2), (76, 3), (71, 4), (67, 5)])
def test_a_first_price_stands_in_the_red_edged_column(par: int, row: int) -> None:
    # One below the other on the market: 100 90 82 76 71 67. For a sale of three, 100 falls to 76.
    game = after(stock_round("1830"), Par("PRR", par))
    place = game.operating.corporations["PRR"].market
    assert place is not None
    assert place[0] == row
    assert game.operating.corporations["PRR"].par == price(game, "PRR") == par
