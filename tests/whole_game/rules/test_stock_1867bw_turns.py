"""1867 Big Wyoming: turns of a stock round, starts, purchases and sales (7.1, 7.2).

The market as far as these tests walk on it, from the top left, row and column counted from 0:

    row 1:  60   70   80   90  100  110  120
    row 2:  50   60p  70   80p  90  100  110p 125 140p
    row 3:  40   50   60   70   80   90  100
    row 4:  30   40   50   60   70   80   90
    row 5:  20   30   40   50   60   70
    row 6:  10   20   30   40   50
    row 7:   0   10   20   30
"""

from __future__ import annotations

import pytest
from big_wyoming import TITLE, Places, acquired, queue, sr
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
    started,
)
from rule_table import rule

from operating_round.actions import Pass, SellShares
from operating_round.errors import IllegalAction
from whole_game.actions import Action, BuyShare, Par
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game

FIRST: Places = [["NWW", "C&N"], ["BH", None], ["OSL", "CBQ"]]
"""A queue."""


def starts(game: Game) -> set[tuple[str, int]]:
    """What may be started, and at which prices."""
    return {
        (choice.action.corporation, choice.action.price)
        for choice in legal_actions(game)
        if isinstance(choice.action, Par)
    }


# turns


@rule(TITLE, "6a", "6e", "6f")
def test_clockwise_until_all_pass_in_a_row() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20)}, turn="Bob")
    assert player_to_act(game) == "Bob"
    game = passes(game)
    assert player_to_act(game) == "Cy"
    game = passes(game)
    assert player_to_act(game) == "Ann"
    game = after(game, BuyShare("NWW", "treasury"), Pass())
    game = after(game, BuyShare("NWW", "treasury"))  # Bob, who had passed
    assert held(game, "NWW") == {"Ann": 30, "Bob": 10, "treasury": 60}
    game = after(game, Pass(), Pass(), Pass())
    assert game.stock is not None  # Bob ended his turn, Cy and Ann passed
    assert player_to_act(game) == "Bob"
    assert passes(game).stock is None


@rule(TITLE, "6b")
def test_one_purchase_a_turn() -> None:
    game = sr({"NWW": started("Ann", 80, Ann=20, market=10)}, waiting=[["BH", "NP"]])
    game = after(game, BuyShare("NWW", "treasury"))
    assert player_to_act(game) == "Ann"  # she could sell
    assert not allowed(game, BuyShare("NWW", "treasury"))
    assert not allowed(game, BuyShare("NWW", "market"))
    assert starts(game) == set()
    game = sr({"NWW": started("Ann", 80, Ann=30)}, waiting=[["BH", "NP"]])
    game = after(game, Par("BH", 60))
    assert player_to_act(game) == "Ann"
    assert not allowed(game, Par("NP", 60))
    assert not allowed(game, BuyShare("NWW", "treasury"))


TWO = {
    "NWW": started("Bob", 80, Bob=30, Ann=30),
    "C&N": started("Bob", 80, Bob=40, Ann=20),
}


@rule(TITLE, "6c", "6d")
def test_sales_before_the_purchase() -> None:
    game = after(sr(TWO), SellShares("Ann", "NWW", 2), SellShares("Ann", "C&N", 1))
    assert cash(game, "Ann") == 450 + 160 + 80
    assert not allowed(game, SellShares("Ann", "NWW", 1))  # that sale is over
    game = after(game, BuyShare("C&N", "treasury"))
    assert player_to_act(game) == "Bob"  # no sale is left to her after her purchase


@rule(TITLE, "6c", "6d")
def test_sales_after_the_purchase() -> None:
    game = after(sr(TWO), BuyShare("C&N", "treasury"), SellShares("Ann", "C&N", 3))
    assert not allowed(game, SellShares("Ann", "C&N", 1))
    assert not allowed(game, BuyShare("NWW", "treasury"))
    game = after(game, SellShares("Ann", "NWW", 3))
    assert cash(game, "Ann") == 450 - 80 + 240 + 240
    assert player_to_act(game) == "Bob"


# starting corporations


@rule(TITLE, "7a", "8c")
def test_only_the_top_row_starts() -> None:
    game = sr(waiting=FIRST)
    assert starts(game) == {("NWW", 60), ("NWW", 80), ("C&N", 60), ("C&N", 80)}
    for name in ("BH", "OSL", "GINW"):
        assert refused(game, Par(name, 60)) == "7, 7.1"


@rule(TITLE, "8c")
@pytest.mark.parametrize(
    ("phase", "prices"),
    [
        ("2", {60, 80}),
        ("3", {60, 80, 110}),
        ("4", {60, 80, 110}),
        ("5", {60, 80, 110, 140}),
        ("6", {60, 80, 110, 140}),
        ("D", {60, 80, 110, 140}),
    ],
)
def test_first_prices_come_with_the_phases(phase: str, prices: set[int]) -> None:
    game = sr(waiting=[["BH", None]], phase=phase)
    assert starts(game) == {("BH", price) for price in prices}


@rule(TITLE, "8a", "8b")
def test_a_start() -> None:
    game = sr(waiting=FIRST)
    bank = cash(game, "bank")
    game = after(game, Par("NWW", 80))
    assert cash(game, "Ann") == 450 - 160
    assert cash(game, "NWW") == 160
    assert cash(game, "bank") == bank
    assert held(game, "NWW") == {"Ann": 20, "treasury": 80}
    assert (president(game, "NWW"), price(game, "NWW")) == ("Ann", 80)
    assert game.operating.board.tokens == {"M11.0": ("NWW",)}
    assert len(game.operating.corporations["NWW"].tokens_unplaced) == 3


@rule(TITLE, "8a")
def test_who_cannot_pay_twice_the_price_does_not_start() -> None:
    assert starts(sr(waiting=[["BH", None]], cash={"Ann": 160})) == {("BH", 60), ("BH", 80)}
    assert starts(sr(waiting=[["BH", None]], cash={"Ann": 159})) == {("BH", 60)}
    assert starts(sr(waiting=[["BH", None]], cash={"Ann": 119})) == set()


@rule(TITLE, "8d")
def test_the_queue_moves_up_when_its_top_row_is_empty() -> None:
    game = after(sr(waiting=FIRST), Par("C&N", 60))
    assert queue(game) == [["NWW", None], ["BH", None], ["OSL", "CBQ"]]
    game = after(game, Par("NWW", 60))
    assert queue(game) == [["BH", None], ["OSL", "CBQ"]]
    assert {name for name, _ in starts(game)} == {"BH"}


@rule(TITLE, "8f", "9h")
def test_a_start_goes_under_who_is_there() -> None:
    game = sr({"CBQ": started("Bob", 80, Bob=20)}, waiting=FIRST)
    game = after(game, Par("NWW", 80))
    assert game.operating.market_order == {"2,3": ("CBQ", "NWW")}


@rule(TITLE, "8e")
def test_twenty_percent_is_enough_to_operate() -> None:
    game = all_pass(after(sr(waiting=FIRST), Par("NWW", 80)))
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "NWW"


@rule(TITLE, "7b")
def test_the_pundit_opens_the_second_row() -> None:
    game = sr(waiting=FIRST, privates={"P4": "Ann"})
    assert {name for name, _ in starts(game)} == {"NWW", "C&N", "BH"}
    game = after(game, Par("BH", 60))
    assert game.operating.privates["P4"] == "closed"
    assert queue(game) == [["NWW", "C&N"], [None, None], ["OSL", "CBQ"]]
    assert held(game, "BH") == {"Ann": 20, "treasury": 80}
    assert cash(game, "BH") == 120
    assert player_to_act(game) == "Bob"  # that was her purchase


@rule(TITLE, "7c")
def test_what_the_pundit_does_not_do() -> None:
    game = sr(waiting=FIRST, privates={"P4": "Ann"})
    assert refused(game, Par("OSL", 60)) == "7, 7.1"
    assert refused(passes(game), Par("BH", 60)) == "7, 7.1"  # Bob does not own it
    game = after(game, Par("NWW", 60))
    assert game.operating.privates["P4"] == "Ann"


def reason(game: Game, action: Action) -> str:
    """The words with which something is refused."""
    with pytest.raises(IllegalAction) as caught:
        after(game, action)
    return str(caught.value)


@rule(TITLE, "7a", "7i", "9c")
def test_the_true_reason_is_told() -> None:
    game = sr(waiting=FIRST)
    assert "row 2" in reason(game, Par("BH", 60))
    assert "60, 80" in reason(game, Par("NWW", 110))
    game = acquired(sr({"NP": started("Ann", 80, Ann=50)}), "NP")
    for action in (SellShares("Ann", "NP", 1), BuyShare("NP", "market")):
        assert "acquired" in reason(game, action)


# buying shares


@rule(TITLE, "7d")
def test_a_share_of_the_treasury() -> None:
    game = sr({"NWW": started("Ann", 80, at=(1, 3), cash=10, Ann=20)}, turn="Bob")
    bank = cash(game, "bank")
    game = after(game, BuyShare("NWW", "treasury"))
    assert cash(game, "Bob") == 450 - 90  # it started at 80, and stands at 90
    assert cash(game, "NWW") == 10 + 90
    assert cash(game, "bank") == bank
    assert held(game, "NWW") == {"Ann": 20, "Bob": 10, "treasury": 70}


@rule(TITLE, "7e")
def test_a_share_of_the_market() -> None:
    game = sr({"NWW": started("Ann", 80, at=(3, 3), cash=10, Ann=20, market=20)}, turn="Bob")
    bank = cash(game, "bank")
    game = after(game, BuyShare("NWW", "market"))
    assert cash(game, "Bob") == 450 - 70
    assert cash(game, "NWW") == 10
    assert cash(game, "bank") == bank + 70
    assert held(game, "NWW") == {"Ann": 20, "Bob": 10, "market": 10, "treasury": 60}


@rule(TITLE, "7d", "7j")
def test_nothing_to_buy_it_with_and_nothing_to_buy() -> None:
    companies = {"NWW": started("Ann", 80, Ann=60, Cy=40)}
    game = sr(companies, turn="Bob", waiting=FIRST[1:])
    assert refused(game, BuyShare("NWW", "treasury")) == "7, 7.1"
    assert refused(game, BuyShare("NWW", "market")) == "7, 7.1"
    assert refused(game, BuyShare("BH", "treasury")) == "7, 7.1"  # waits in the queue
    poor = sr({"NWW": started("Ann", 80, Ann=20)}, turn="Bob", cash={"Bob": 79})
    assert refused(poor, BuyShare("NWW", "treasury")) == "7, 7.1"


@rule(TITLE, "7f")
def test_sixty_percent_is_the_most() -> None:
    for percent, may in ((50, True), (60, False)):
        companies = {"NWW": started("Ann", 80, Ann=percent, market=10)}
        game = sr(companies)
        assert allowed(game, BuyShare("NWW", "treasury")) is may
        assert allowed(game, BuyShare("NWW", "market")) is may


@rule(TITLE, "7g", "7h")
@pytest.mark.parametrize(
    ("players", "third"), [("Ann Bob Cy", 60), ("Ann Bob Cy Di", 40), ("Ann Bob Cy Di Eve", 30)]
)
def test_the_certificate_limit(players: str, third: int) -> None:
    # Two corporations at 60% are 5 certificates each, director's certificate included. With the
    # third at 60 (5), 40 (3) or 30 (2) that is 15, 13 or 12.
    for percent, may in ((third, False), (third - 10, True)):
        companies = {
            "NWW": started("Ann", 80, Ann=60),
            "C&N": started("Ann", 80, Ann=60),
            "CBQ": started("Ann", 80, Ann=percent),
            "NP": started("Bob", 60, Bob=20, market=10),
        }
        game = sr(companies, players=players, waiting=[["BH", None]])
        assert allowed(game, BuyShare("NP", "treasury")) is may
        assert allowed(game, BuyShare("NP", "market")) is may
        assert allowed(game, Par("BH", 60)) is may


@rule(TITLE, "7h", "7i", "9c")
def test_what_was_acquired_counts_and_is_not_traded() -> None:
    companies = {
        "NWW": started("Ann", 80, Ann=60, market=30),
        "C&N": started("Ann", 80, Ann=60),
        "CBQ": started("Bob", 80, Bob=40, Ann=50),
        "NP": started("Bob", 60, Bob=20),
    }
    # 5 + 5 + 5 = 15: the director's certificate of NWW is still one.
    game = acquired(sr(companies), "NWW")
    assert not allowed(game, BuyShare("NP", "treasury"))
    assert not allowed(game, SellShares("Ann", "NWW", 1))
    less = {**companies, "CBQ": started("Bob", 80, Bob=40, Ann=40)}
    game = acquired(sr(less), "NWW")  # 5 + 5 + 4 = 14
    assert allowed(game, BuyShare("NP", "treasury"))
    for source in ("treasury", "market"):
        assert not allowed(passes(game), BuyShare("NWW", source))


@rule(TITLE, "O5a", "O5b")
def test_private_companies_and_the_limit() -> None:
    companies = {
        "NWW": started("Ann", 80, Ann=60),
        "C&N": started("Ann", 80, Ann=60),
        "CBQ": started("Bob", 80, Bob=40, Ann=40),
    }
    held_ = {"P5": "Ann"}  # 5 + 5 + 4 certificates of 15, and a private company
    assert allowed(sr(companies, privates=held_), BuyShare("CBQ", "treasury"))
    strict = sr(companies, privates=held_, options=["privates_are_certificates"])
    assert not allowed(strict, BuyShare("CBQ", "treasury"))


@rule(TITLE, "O5b", "O5c")
def test_buying_again_what_was_sold() -> None:
    companies = {"NWW": started("Bob", 80, Bob=40, Ann=20)}
    sale, waiting = SellShares("Ann", "NWW", 2), [["BH", None]]
    game = after(sr(companies, waiting=waiting), sale)
    assert player_to_act(game) == "Ann"
    assert allowed(game, BuyShare("NWW", "market"))
    assert allowed(game, BuyShare("NWW", "treasury"))
    strict = after(sr(companies, waiting=waiting, options=["no_buying_back"]), sale)
    assert player_to_act(strict) == "Ann"  # she could start the BH
    assert not allowed(strict, BuyShare("NWW", "market"))
    strict = after(strict, Pass(), Pass(), Pass())  # nor when her turn comes again
    assert player_to_act(strict) == "Ann"
    assert not allowed(strict, BuyShare("NWW", "treasury"))


# selling shares


@rule(TITLE, "9e", "9f")
def test_a_sale_pays_the_old_price_and_goes_down() -> None:
    game = sr({"NWW": started("Bob", 80, Bob=40, Ann=30)})
    bank = cash(game, "bank")
    game = after(game, SellShares("Ann", "NWW", 3))
    assert cash(game, "Ann") == 450 + 3 * 80
    assert cash(game, "bank") == bank - 240
    assert price(game, "NWW") == 50  # 80, down to 70, 60, 50
    assert held(game, "NWW") == {"Bob": 40, "market": 30, "treasury": 30}


@rule(TITLE, "9f")
def test_the_lowest_row_of_a_column_stops() -> None:
    game = sr({"NWW": started("Bob", 80, at=(6, 3), Bob=40, Ann=30)})
    game = after(game, SellShares("Ann", "NWW", 3))
    assert price(game, "NWW") == 30  # 40 in row 6, 30 in row 7, and no further
    assert cash(game, "Ann") == 450 + 3 * 40


@rule(TITLE, "9a")
def test_half_of_it_is_the_most_the_market_takes() -> None:
    game = sr({"NWW": started("Bob", 80, Bob=30, Ann=20, market=40)})
    assert allowed(game, SellShares("Ann", "NWW", 1))
    assert refused(game, SellShares("Ann", "NWW", 2)) == "7.2"
    full = sr({"NWW": started("Bob", 80, Bob=30, Ann=20, market=50)})
    assert refused(full, SellShares("Ann", "NWW", 1)) == "7.2"


@rule(TITLE, "9b")
def test_the_directors_certificate_needs_a_taker() -> None:
    alone = sr({"NWW": started("Ann", 80, Ann=40, Bob=10, Cy=10)})
    assert allowed(alone, SellShares("Ann", "NWW", 2))
    assert refused(alone, SellShares("Ann", "NWW", 3)) == "7.2"
    game = sr({"NWW": started("Ann", 80, Ann=40, Bob=20, Cy=10)})
    game = after(game, SellShares("Ann", "NWW", 4))
    assert held(game, "NWW") == {"Bob": 20, "Cy": 10, "market": 40, "treasury": 30}
    assert president(game, "NWW") == "Bob"


@rule(TITLE, "9d")
def test_no_sales_in_the_first_stock_round() -> None:
    companies = {"NWW": started("Bob", 80, Bob=40, Ann=20)}
    assert refused(sr(companies, number=1), SellShares("Ann", "NWW", 1)) == "7.2"
    assert allowed(sr(companies, number=2), SellShares("Ann", "NWW", 1))


@rule(TITLE, "9g", "9h")
def test_the_seller_chooses_whose_token_moves_first() -> None:
    companies = {
        "NWW": started("Bob", 80, at=(2, 3), Bob=40, Ann=20),
        "C&N": started("Bob", 80, at=(3, 3), Bob=40, Ann=20),
        "NP": started("Bob", 60, at=(4, 3), Bob=20),
    }
    two, one = SellShares("Ann", "NWW", 2), SellShares("Ann", "C&N", 1)
    # Both come to row 4 of the column, where NP stands.
    game = after(sr(companies), two, one)
    assert game.operating.market_order["4,3"] == ("NP", "NWW", "C&N")
    game = after(sr(companies), one, two)
    assert game.operating.market_order["4,3"] == ("NP", "C&N", "NWW")


@rule(TITLE, "O5d")
def test_the_bank_pays_what_it_does_not_have() -> None:
    game = sr({"NWW": started("Bob", 80, Bob=40, Ann=20)}, bank=5)
    game = after(game, SellShares("Ann", "NWW", 2))
    assert cash(game, "bank") == 5 - 160
    assert cash(game, "Ann") == 450 + 160
    game = all_pass(game)
    assert not game.over
    assert not game.operating.finish
