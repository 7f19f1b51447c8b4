"""1830: prices, presidents, floating, exchanges and private companies between players.

The market is described in test_stock_1830_turns.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from hand_game import (
    after,
    all_pass,
    allowed,
    cash,
    held,
    offered,
    passes,
    president,
    price,
    refused,
    replace,
    started,
    stock_round,
)
from rule_table import rule

from operating_round.actions import BuyPrivate, Exchange, Pass, SellPrivate, SellShares
from operating_round.round import waiting
from whole_game.actions import Accept, Bid, BuyShare, Par, Refuse
from whole_game.engine import on_table, player_to_act
from whole_game.game import Game, Stock
from whole_game.setup import new_game


def place(game: Game, name: str) -> tuple[int, int] | None:
    """Where a corporation stands on the market."""
    return game.operating.corporations[name].market


# sales


@rule("1830", "12a", "12b")
def test_the_example_of_the_rulebook() -> None:
    # Two of the Canadian Pacific at 100 bring 200, and the price is 82 then (15.0).
    game = stock_round("1830", {"CPR": started("Bob", 100, Bob=30, Ann=20)})
    game = after(game, SellShares("Ann", "CPR", 2))
    assert cash(game, "Ann") == 800 + 200
    assert cash(game, "bank") == 12000 - 2400 - 200
    assert (price(game, "CPR"), place(game, "CPR")) == (82, (2, 6))
    assert held(game, "CPR") == {"Bob": 30, "IPO": 50, "market": 20}


def test_the_last_dollar_buys() -> None:
    """A share at 100, and a president's certificate at 2 x 67: with that much, not with less."""
    prr = {"PRR": started("Bob", 100, Bob=30)}
    for money, share, office in ((99, False, False), (100, True, False), (134, True, True)):
        game = stock_round("1830", prr, cash={"Ann": money}, turn="Ann")
        assert allowed(game, BuyShare("PRR", "IPO")) is share
        assert allowed(game, Par("NYC", 67)) is office


def test_what_is_sold_in_several_sales_adds_up() -> None:
    game = stock_round("1830", {"CPR": started("Bob", 100, Bob=30, Ann=40)}, turn="Ann")
    game = after(game, SellShares("Ann", "CPR", 1), SellShares("Ann", "CPR", 2))
    assert game.stock is not None
    assert game.stock.sold == {"Ann": {"CPR": 30}}


@rule("1830", "12c")
def test_down_to_the_bottom_and_no_further() -> None:
    # From the yellow 50 at (9,6) one row is left, to 40.
    prr = started("Bob", 67, at=(9, 6), Bob=30, Ann=30)
    game = after(stock_round("1830", {"PRR": prr}), SellShares("Ann", "PRR", 3))
    assert cash(game, "Ann") == 800 + 150
    assert (price(game, "PRR"), place(game, "PRR")) == (40, (10, 6))


@rule("1830", "12c")
def test_straight_down_only() -> None:
    # Under the 68 at (7,7), at the end of its row, there is nothing: it stays.
    prr = started("Bob", 67, at=(7, 7), Bob=30, Ann=30)
    game = after(stock_round("1830", {"PRR": prr}), SellShares("Ann", "PRR", 2))
    assert cash(game, "Ann") == 800 + 136
    assert place(game, "PRR") == (7, 7)


@rule("1830", "12d")
def test_half_of_a_company_in_the_pool() -> None:
    prr = started("Bob", 67, Bob=20, Ann=20, market=40)
    game = stock_round("1830", {"PRR": prr})
    assert refused(game, SellShares("Ann", "PRR", 2)).startswith("12.0")
    game = after(game, SellShares("Ann", "PRR", 1))
    assert held(game, "PRR")["market"] == 50
    assert refused(game, SellShares("Ann", "PRR", 1))


@rule("1830", "12e", "14e")
def test_the_presidents_certificate_stays_with_a_player() -> None:
    alone = stock_round("1830", {"PRR": started("Ann", 67, Ann=30, Bob=10)})
    assert allowed(alone, SellShares("Ann", "PRR", 1))
    assert refused(alone, SellShares("Ann", "PRR", 2)).startswith("12.0")
    followed = stock_round("1830", {"PRR": started("Ann", 67, Ann=30, Bob=20)})
    game = after(followed, SellShares("Ann", "PRR", 3))
    assert president(game, "PRR") == "Bob"
    assert held(game, "PRR") == {"Bob": 20, "IPO": 50, "market": 30}
    # half of the certificate alone goes too: Ann keeps 10%, Bob has the office
    game = after(followed, SellShares("Ann", "PRR", 2))
    assert president(game, "PRR") == "Bob"
    assert held(game, "PRR")["Ann"] == 10


@rule("1830", "14e")
def test_an_office_is_not_sold_into_a_full_pool() -> None:
    prr = started("Ann", 67, Ann=30, Bob=20, market=40)
    game = stock_round("1830", {"PRR": prr})
    assert allowed(game, SellShares("Ann", "PRR", 1))
    assert refused(game, SellShares("Ann", "PRR", 2))


# prices


@rule("1830", "13a")
def test_a_token_that_falls_goes_under_those_there() -> None:
    rows = {
        "PRR": started("Bob", 100, Bob=60, Ann=10, Cy=10),
        "NYC": started("Ann", 90, Ann=60),
    }
    game = stock_round("1830", rows)
    assert waiting(replace(game.operating, operating_rounds=(1, 1))) == ["PRR", "NYC"]
    game = after(game, SellShares("Ann", "PRR", 1))
    assert game.operating.market_order["1,6"] == ("NYC", "PRR")
    assert waiting(replace(game.operating, operating_rounds=(1, 1))) == ["NYC", "PRR"]


@rule("1830", "13b", "13c", "13d")
@pytest.mark.parametrize(
    ("at", "shares", "to"),
    [
        ((2, 6), {"Ann": 60, "Bob": 40}, (1, 6)),  # all ten with players
        ((0, 7), {"Ann": 60, "Bob": 40}, (0, 7)),  # in the top row already
        ((2, 6), {"Ann": 60, "Bob": 30}, (2, 6)),  # one unsold
        ((2, 6), {"Ann": 60, "Bob": 30, "market": 10}, (2, 6)),  # one in the pool
    ],
)
def test_sold_out_goes_up(at: tuple[int, int], shares: dict[str, int], to: tuple[int, int]) -> None:
    prr = started("Ann", 82, at=at, **shares)
    game = all_pass(stock_round("1830", {"PRR": prr}))
    assert place(game, "PRR") == to


@rule("1830", "13e")
def test_a_company_not_floated_moves_by_sales_only() -> None:
    prr = started("Ann", 82, Ann=20, Bob=20, market=10, cash=0)
    game = stock_round("1830", {"PRR": prr})
    ended = passes(game, 3)
    assert ended.stock_rounds == 3  # nobody operated
    assert place(ended, "PRR") == (2, 6)
    sold = after(game, Pass(), SellShares("Bob", "PRR", 1))
    assert place(sold, "PRR") == (3, 6)


# presidents


@rule("1830", "14a", "14b", "14c")
def test_the_larger_holding_takes_the_office() -> None:
    # The example of 13.0: both hold 30%, the second buys a fourth share.
    nyc = started("Ann", 67, Ann=30, Bob=30)
    game = stock_round("1830", {"NYC": nyc}, turn="Bob")
    assert president(game, "NYC") == "Ann"
    before = on_table(game)
    assert before.certificates("Ann", "NYC") == 2
    assert before.certificates("Bob", "NYC") == 3
    game = after(game, BuyShare("NYC", "IPO"))
    assert president(game, "NYC") == "Bob"
    assert held(game, "NYC") == {"Ann": 30, "Bob": 40, "IPO": 30}
    now = on_table(game)
    assert now.certificates("Ann", "NYC") == 3
    assert now.certificates("Bob", "NYC") == 3


@rule("1830", "14b")
def test_an_equal_holding_takes_nothing() -> None:
    game = stock_round("1830", {"NYC": started("Ann", 67, Ann=30, Bob=20)}, turn="Bob")
    game = after(game, BuyShare("NYC", "IPO"))
    assert president(game, "NYC") == "Ann"
    rows = {"NYC": started("Ann", 67, Ann=40, Bob=30)}
    game = after(stock_round("1830", rows), SellShares("Ann", "NYC", 1))
    assert president(game, "NYC") == "Ann"


@rule("1830", "14d")
@pytest.mark.parametrize(("old", "new"), [("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")])
def test_among_equals_the_next_on_the_left(old: str, new: str) -> None:
    shares: dict[str, Any] = dict.fromkeys(("Ann", "Bob", "Cy"), 20) | {old: 30}
    game = stock_round("1830", {"NYC": started(old, 67, **shares)}, turn=old)
    assert president(after(game, SellShares(old, "NYC", 2)), "NYC") == new


@rule("1830", "14d")
def test_the_largest_before_the_nearest() -> None:
    nyc = started("Ann", 67, Ann=40, Bob=20, Cy=30)
    game = after(stock_round("1830", {"NYC": nyc}), SellShares("Ann", "NYC", 3))
    assert president(game, "NYC") == "Cy"


# floating


@rule("1830", "15a", "15c", "15d")
def test_sixty_percent_out_of_the_offering_floats_it() -> None:
    # 40% with Ann, 10% in the pool, par 82: with one share more it floats, at a price of 76.
    prr = started("Ann", 82, at=(3, 6), Ann=40, market=10)
    game = stock_round("1830", {"PRR": prr}, turn="Bob")
    pool = after(game, BuyShare("PRR", "market"))
    assert not pool.operating.corporations["PRR"].floated
    game = after(game, BuyShare("PRR", "IPO"))
    assert game.operating.corporations["PRR"].floated
    assert cash(game, "PRR") == 0
    bank = cash(game, "bank")
    game = all_pass(game)
    assert game.operating.round == "OR 2.1"
    assert cash(game, "PRR") == 820
    assert cash(game, "bank") == bank - 820


@rule("1830", "15d")
def test_the_example_of_the_rulebook_for_capital() -> None:
    # Par 90 and 70% sold: 900.
    nyc = started("Ann", 90, at=(1, 8), Ann=50, floated=False, operated=False)
    game = after(stock_round("1830", {"NYC": nyc}, turn="Bob"), BuyShare("NYC", "IPO"), Pass())
    game = all_pass(after(game, Pass(), Pass(), BuyShare("NYC", "IPO")))
    assert held(game, "NYC")["IPO"] == 30
    assert cash(game, "NYC") == 900
    # Once: not again when the next stock round is over.
    state = replace(game.operating, turn=None, operating_rounds=None)
    game = all_pass(replace(game, operating=state, stock=Stock(turn="Ann")))
    assert cash(game, "NYC") == 900


@rule("1830", "D3")
def test_or_capital_with_the_share_that_floats_it() -> None:
    prr = started("Ann", 82, Ann=50)
    game = stock_round("1830", {"PRR": prr}, turn="Bob", options=["capital_at_once"])
    game = after(game, BuyShare("PRR", "IPO"))
    assert cash(game, "PRR") == 820


@rule("1830", "15b")
def test_shares_of_private_companies_count() -> None:
    # The Camden & Amboy's share is one of the six of the PRR.
    bids = {"SV": 20, "CS": 40, "DH": 70, "MH": 110, "CA": 160, "BO": 220}
    game = new_game("1830", ["Ann", "Bob", "Cy"])
    for name, bid in bids.items():
        game = after(game, Bid(name, bid))
    game = after(game, Par("B&O", 67), Par("PRR", 67))  # Ann; Bob has the Camden & Amboy
    for buyer in ("Bob", "Cy", "Ann"):
        assert player_to_act(game) == buyer
        assert not game.operating.corporations["PRR"].floated
        game = after(game, BuyShare("PRR", "IPO"))
    # 20 + 10 (free) + 30 bought
    assert held(game, "PRR")["IPO"] == 40
    assert game.operating.corporations["PRR"].floated
    # and of the B&O the certificate of the private company
    assert held(game, "B&O") == {"Cy": 20, "IPO": 80}
    for _ in range(4):
        assert not game.operating.corporations["B&O"].floated
        game = after(game, BuyShare("B&O", "IPO"))
    assert game.operating.corporations["B&O"].floated


@rule("1830", "15e")
def test_below_sixty_percent_nobody_operates() -> None:
    rows = {"PRR": started("Ann", 82, Ann=50), "NYC": started("Bob", 67, Bob=60)}
    game = all_pass(stock_round("1830", rows))
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "NYC"
    assert waiting(game.operating) in (["NYC"], [])


# the Mohawk & Hudson


def mohawk(**given: object) -> Game:
    """Ann owns the Mohawk & Hudson; the NYC has Bob for president and a share in the pool."""
    rows = {"NYC": started("Bob", 67, Bob=40, market=10)}
    return stock_round("1830", rows, privates={"MH": "Ann"}, **given)  # type: ignore[arg-type]


@rule("1830", "16a", "15b")
@pytest.mark.parametrize("source", ["IPO", "market"])
def test_the_mohawk_and_hudson_for_a_share(source: str) -> None:
    game = mohawk()
    game = after(game, Exchange("MH", source))
    assert held(game, "NYC")["Ann"] == 10
    assert game.operating.privates["MH"] == "closed"
    assert cash(game, "Ann") == 800
    game = all_pass(game)
    # 50% had left the bank: a share from the bank floats the NYC, one from the pool does not.
    assert cash(game, "NYC") == (670 if source == "IPO" else 0)


@rule("1830", "16a")
def test_not_where_there_is_no_share() -> None:
    nyc = started("Bob", 67, Bob=60, Cy=40)
    game = stock_round("1830", {"NYC": nyc}, privates={"MH": "Ann"})
    assert refused(game, Exchange("MH", "IPO"))
    assert refused(game, Exchange("MH", "market"))


@rule("1830", "16b")
def test_not_with_sixty_percent_of_the_nyc() -> None:
    nyc = started("Ann", 67, Ann=60, market=10)
    game = stock_round("1830", {"NYC": nyc}, privates={"MH": "Ann"})
    assert refused(game, Exchange("MH", "market")).startswith("Table 1")
    fewer = started("Ann", 67, Ann=50, market=10)
    assert allowed(
        stock_round("1830", {"NYC": fewer}, privates={"MH": "Ann"}), Exchange("MH", "market")
    )


@rule("1830", "16c")
def test_in_ones_own_turn_beside_a_purchase() -> None:
    game = after(mohawk(), BuyShare("NYC", "IPO"))
    assert player_to_act(game) == "Ann"
    game = after(game, Exchange("MH", "market"))
    assert held(game, "NYC")["Ann"] == 20
    game = after(mohawk(), Exchange("MH", "market"))
    assert allowed(game, BuyShare("NYC", "IPO"))


@rule("1830", "16d")
def test_between_the_turns_of_others() -> None:
    game = mohawk(turn="Bob")
    assert player_to_act(game) == "Bob"
    assert allowed(game, Exchange("MH", "IPO"))
    begun = after(game, BuyShare("NYC", "IPO"))
    assert player_to_act(begun) == "Bob"  # who may still sell
    assert refused(begun, Exchange("MH", "IPO"))
    assert allowed(after(begun, Pass()), Exchange("MH", "IPO"))  # before Cy has done anything


@rule("1830", "16e")
def test_between_the_turns_of_companies() -> None:
    rows = {"NYC": started("Bob", 67, Bob=40), "PRR": started("Cy", 67, Cy=60, cash=670)}
    game = all_pass(stock_round("1830", rows, privates={"MH": "Ann"}))
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "PRR"
    game = after(game, Exchange("MH", "IPO"))
    assert held(game, "NYC")["Ann"] == 10
    assert game.operating.privates["MH"] == "closed"


@rule("1830", "O2", "D7")
def test_not_before_the_nyc_has_a_president() -> None:
    game = stock_round("1830", privates={"MH": "Ann"})
    assert refused(game, Exchange("MH", "IPO")).startswith("Table 1")
    record = stock_round("1830", privates={"MH": "Ann"}, options=["exchange_before_president"])
    game = after(record, Exchange("MH", "IPO"))
    assert held(game, "NYC") == {"Ann": 10, "IPO": 90}


# private companies between players


def rented(**given: object) -> Game:
    """Ann owns the Schuylkill, Bob the Champlain; 800 each."""
    return stock_round("1830", privates={"SV": "Ann", "CS": "Bob"}, **given)  # type: ignore[arg-type]


@rule("1830", "16f", "16g")
def test_a_private_company_is_bought_in_ones_own_turn() -> None:
    game = after(rented(), BuyPrivate("CS", 333))
    assert player_to_act(game) == "Bob"  # he is asked
    assert set(offered(game)) == {Accept(), Refuse()}
    sold = after(game, Accept())
    assert sold.operating.privates["CS"] == "Ann"
    assert (cash(sold, "Ann"), cash(sold, "Bob")) == (800 - 333, 800 + 333)
    assert player_to_act(sold) == "Ann"
    assert allowed(sold, Par("PRR", 67))  # her purchase is still to come
    kept = after(game, Refuse())
    assert kept.operating.privates["CS"] == "Bob"
    assert (cash(kept, "Ann"), player_to_act(kept)) == (800, "Ann")


@rule("1830", "16f", "16g")
def test_or_sold_in_ones_own_turn() -> None:
    game = after(rented(), SellPrivate("SV", "Cy", 1))
    assert player_to_act(game) == "Cy"
    game = after(game, Accept())
    assert game.operating.privates["SV"] == "Cy"
    assert (cash(game, "Ann"), cash(game, "Cy")) == (801, 799)


@rule("1830", "16f")
def test_nobody_pays_what_he_has_not() -> None:
    assert refused(rented(), BuyPrivate("CS", 801)).startswith("23.1")
    assert refused(rented(), SellPrivate("SV", "Cy", 801))


@rule("1830", "16i")
def test_who_has_nothing_but_a_private_company_has_his_turn() -> None:
    game = after(rented(cash={"Bob": 0}), Pass())
    assert player_to_act(game) == "Bob"
    game = after(game, SellPrivate("CS", "Cy", 300), Accept())
    assert allowed(game, Par("PRR", 67))  # with the 300
    game = after(rented(), Par("PRR", 67))
    assert player_to_act(game) == "Ann"  # she has bought, and may still trade
    assert allowed(game, SellPrivate("SV", "Bob", 20))


@rule("1830", "16h")
def test_not_in_the_first_stock_round() -> None:
    game = rented(number=1)
    assert refused(game, BuyPrivate("CS", 40)).startswith("23.1")
    assert refused(game, SellPrivate("SV", "Cy", 20))


@rule("1830", "D5")
def test_or_as_the_purchase_of_the_buyer() -> None:
    game = rented(options=["private_is_purchase"])
    assert refused(game, SellPrivate("SV", "Cy", 20))
    game = after(game, BuyPrivate("CS", 40), Accept())
    assert game.operating.privates["CS"] == "Ann"
    assert player_to_act(game) == "Bob"  # nothing is left to do for Ann
    assert allowed(game, BuyPrivate("SV", 20))
    assert allowed(game, Par("PRR", 67))


# which round is the first


def second_round(*options: str) -> Game:
    """Nobody bought the Delaware & Hudson in a whole round; then all private companies are sold."""
    game = new_game("1830", ["Ann", "Bob", "Cy"], options=options)
    game = after(game, Bid("SV", 20), Bid("CS", 40), Pass(), Pass(), Pass())
    for name, bid in {"DH": 70, "MH": 110, "CA": 160, "BO": 220}.items():
        game = after(game, Bid(name, bid))
    game = after(game, Par("B&O", 67))
    while player_to_act(game) != "Cy":
        game = passes(game)
    game = after(game, Par("PRR", 67))
    game = to_next_turn_of_cy(game)
    return to_next_turn_of_cy(after(game, BuyShare("PRR", "IPO")))


def to_next_turn_of_cy(game: Game) -> Game:
    """The others pass, and Cy has nothing done yet."""
    while game.stock is not None and (game.stock.bought or player_to_act(game) != "Cy"):
        game = passes(game)
    return game


@rule("1830", "O1c", "D6")
def test_after_a_closed_round_it_is_no_longer_the_first() -> None:
    assert allowed(second_round(), SellShares("Cy", "PRR", 1))
    record = second_round("sales_after_operating")
    assert refused(record, SellShares("Cy", "PRR", 1)).startswith("12.0")


@rule("1830", "D9")
def test_or_any_price_for_the_offered_one() -> None:
    game = new_game("1830", ["Ann", "Bob", "Cy"], options=["offer_takes_any_price"])
    assert refused(game, Bid("SV", 19))
    game = after(game, Bid("SV", 33))
    assert cash(game, "Ann") == 800 - 33


@rule("1830", "O7")
def test_an_exchange_is_no_deal() -> None:
    game = passes(after(mohawk(), Exchange("MH", "market")), 3)
    assert game.stock_rounds == 3  # all have passed
    assert game.priority == "Ann"  # as before


@rule("1830", "O8")
def test_a_private_company_sold_is_a_deal() -> None:
    game = after(rented(turn="Bob"), BuyPrivate("SV", 20), Accept(), Pass())
    assert game.priority == "Cy"
    game = passes(game, 2)
    assert game.stock_rounds == 2  # Bob has not passed
    assert passes(game).stock_rounds == 3


@rule("1830", "D11")
def test_or_one_that_leaves_the_priority() -> None:
    game = rented(turn="Bob", options=["private_is_purchase", "private_keeps_priority"])
    game = after(game, BuyPrivate("SV", 20), Accept())
    assert (player_to_act(game), game.priority) == ("Cy", "Bob")


@rule("1830", "O9", "13a")
def test_sold_out_in_the_order_of_prices() -> None:
    # 100 at (1,7) and 90 at (1,6) both go up: to 112 and 100 of the top row.
    rows = {
        "NYC": started("Ann", 90, Ann=50, Bob=50),
        "PRR": started("Ann", 90, at=(1, 7), Ann=50, Bob=50),
        "B&O": started("Cy", 82, at=(2, 7), Ann=50, Cy=50),
    }
    game = all_pass(stock_round("1830", rows))
    # The B&O, at 90 but farther right than the NYC, moves before it: to the space of the PRR.
    assert [place(game, name) for name in ("PRR", "B&O", "NYC")] == [(0, 7), (1, 7), (0, 6)]
