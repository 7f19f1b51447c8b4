"""1830: turns of a stock round, what may be bought and sold in them, and who begins.

The market (row and column from the top left): 100 at (0,6), 90 at (1,6), 82 at (2,6), 76 at (3,6),
71 at (4,6), 67 at (5,6), (6,6) and (7,6), yellow 60 at (8,6), yellow 50 at (9,6), orange 40 at
(10,6); brown 30 at (10,5) and (9,4).
"""

from __future__ import annotations

import pytest
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
    stock_round,
)
from rule_table import rule

from operating_round.actions import Pass, SellPrivate, SellShares
from whole_game.actions import Accept, BuyShare, Par, Refuse
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game


@rule("1830", "8a", "8b")
def test_turns_go_clockwise_from_the_priority_deal() -> None:
    game = stock_round("1830", turn="Bob")
    order = []
    for name in ("PRR", "NYC", "CPR", "C&O"):
        order.append(player_to_act(game))
        game = after(game, Par(name, 67))  # a president's certificate: nothing left to do
    assert order == ["Bob", "Cy", "Ann", "Bob"]


def two_companies(**given: object) -> Game:
    """Ann and Bob hold 40% and 30% of the PRR, 30% and 20% of the NYC, both at 90."""
    companies = {
        "PRR": started("Ann", 90, Ann=40, Bob=30),
        "NYC": started("Ann", 90, Ann=30, Bob=20),
    }
    return stock_round("1830", companies, **given)  # type: ignore[arg-type]


@rule("1830", "8b")
def test_one_purchase_a_turn() -> None:
    game = after(two_companies(), BuyShare("PRR", "IPO"))
    assert player_to_act(game) == "Ann"  # she might still sell
    assert refused(game, BuyShare("PRR", "IPO")).startswith("4.0")
    assert refused(game, Par("CPR", 67))
    assert player_to_act(after(game, Pass())) == "Bob"


@rule("1830", "8c")
def test_any_number_of_sales_of_any_companies() -> None:
    game = after(two_companies(), SellShares("Ann", "PRR", 1), SellShares("Ann", "NYC", 1))
    game = after(game, SellShares("Ann", "PRR", 1))
    assert held(game, "PRR") == {"Ann": 20, "Bob": 30, "IPO": 30, "market": 20}
    assert held(game, "NYC") == {"Ann": 20, "Bob": 20, "IPO": 50, "market": 10}
    # PRR 90, NYC 90, then the PRR at 82
    assert cash(game, "Ann") == 800 + 90 + 90 + 82


@rule("1830", "8d")
def test_sales_then_the_purchase_and_no_more_sales() -> None:
    game = after(two_companies(), SellShares("Ann", "PRR", 1), BuyShare("NYC", "IPO"))
    if player_to_act(game) == "Ann":
        assert refused(game, SellShares("Ann", "NYC", 1))
        assert refused(game, SellShares("Ann", "PRR", 1))


@rule("1830", "8d")
def test_the_purchase_then_sales_and_no_more_purchases() -> None:
    game = after(two_companies(), BuyShare("NYC", "IPO"), SellShares("Ann", "PRR", 1))
    assert refused(game, BuyShare("NYC", "IPO"))
    game = after(game, SellShares("Ann", "NYC", 1), SellShares("Ann", "PRR", 1))
    assert held(game, "NYC")["Ann"] == 30
    assert held(game, "PRR")["Ann"] == 20


@rule("1830", "D2")
def test_or_sales_before_and_after_the_purchase() -> None:
    game = two_companies(options=["sell_buy_sell"])
    game = after(game, SellShares("Ann", "PRR", 1), BuyShare("NYC", "IPO"))
    assert allowed(game, SellShares("Ann", "NYC", 1))


@rule("1830", "8e", "8f")
def test_a_pass_bars_nobody_and_all_in_a_row_end_the_round() -> None:
    game = passes(stock_round("1830"), 2)
    game = after(game, Par("PRR", 67))  # Cy
    game = after(game, Par("NYC", 67))  # Ann, who had passed
    assert game.stock is not None
    game = passes(game, 2)  # Bob, Cy: with Ann's turn not all in a row
    assert (game.operating.round, player_to_act(game)) == ("SR 2", "Ann")
    game = passes(game)
    assert game.stock_rounds == 3  # an operating round without companies lies between


@rule("1830", "8f")
def test_a_turn_of_sales_is_no_pass() -> None:
    game = passes(two_companies(), 2)
    game = passes(game)  # Cy: all have passed
    assert game.stock is None
    game = passes(two_companies(turn="Bob"), 1)  # Bob
    game = passes(game)  # Cy
    game = after(game, SellShares("Ann", "PRR", 1), Pass())
    assert game.stock is not None
    assert player_to_act(game) == "Bob"


@rule("1830", "8g")
def test_priority_goes_left_of_the_last_to_buy() -> None:
    game = after(stock_round("1830"), Par("PRR", 67))
    assert all_pass_once(game).priority == "Bob"
    game = after(game, Par("NYC", 67))
    assert all_pass_once(game).priority == "Cy"


def all_pass_once(game: Game) -> Game:
    """The game when all have passed in a row, in the next stock round if nobody operates."""
    return passes(game, 3)


@rule("1830", "8g")
def test_priority_goes_left_of_the_last_to_sell() -> None:
    game = after(two_companies(turn="Bob"), SellShares("Bob", "PRR", 1), Pass())
    game = all_pass(game)
    assert game.priority == "Cy"


@rule("1830", "8h")
def test_priority_stays_without_deals() -> None:
    game = passes(stock_round("1830", turn="Cy"), 3)
    assert game.stock_rounds == 3
    assert (game.priority, player_to_act(game)) == ("Cy", "Cy")


@rule("1830", "9a", "9b")
def test_offering_at_par_pool_at_the_market_price() -> None:
    # Par 90; the price stands at 112, (1,8).
    prr = started("Ann", 90, at=(1, 8), Ann=40, market=10)
    game = stock_round("1830", {"PRR": prr}, turn="Bob")
    assert cash(after(game, BuyShare("PRR", "IPO")), "Bob") == 800 - 90
    assert cash(after(game, BuyShare("PRR", "market")), "Bob") == 800 - 112
    # and at 67, (6,6)
    prr = started("Ann", 90, at=(6, 6), Ann=40, market=10)
    game = stock_round("1830", {"PRR": prr}, turn="Bob")
    bought = after(game, BuyShare("PRR", "IPO"))
    assert cash(bought, "Bob") == 800 - 90
    assert cash(bought, "bank") == cash(game, "bank") + 90
    assert cash(after(game, BuyShare("PRR", "market")), "Bob") == 800 - 67


@rule("1830", "9b")
def test_who_has_too_little_does_not_buy() -> None:
    prr = started("Ann", 90, at=(1, 8), Ann=40, market=10)
    game = stock_round("1830", {"PRR": prr}, turn="Bob", cash={"Bob": 111})
    assert refused(game, BuyShare("PRR", "market"))
    assert allowed(game, BuyShare("PRR", "IPO"))


@rule("1830", "9c")
def test_the_presidents_certificate_is_bought_first() -> None:
    game = stock_round("1830")
    assert refused(game, BuyShare("NYC", "IPO"))
    for wrong in (66, 68, 70, 80, 112):
        assert refused(game, Par("NYC", wrong))
    for right in (67, 71, 76, 82, 90, 100):
        new = after(game, Par("NYC", right))
        assert cash(new, "Ann") == 800 - 2 * right
        assert held(new, "NYC") == {"Ann": 20, "IPO": 80}
        assert president(new, "NYC") == "Ann"
        assert price(new, "NYC") == right
    poor = stock_round("1830", cash={"Ann": 133})
    assert refused(poor, Par("NYC", 67))  # twice 67 is 134


@rule("1830", "9c")
def test_a_share_that_came_first_does_not_open_the_offering() -> None:
    # The Camden & Amboy has brought Bob a share of the PRR, which has no president.
    game = stock_round("1830", privates={"CA": "Bob"}, turn="Bob")
    rows = game.operating.corporations
    from hand_game import replace

    prr = replace(rows["PRR"], shares={"Bob": 10, "IPO": 90})
    state = replace(game.operating, corporations={**rows, "PRR": prr})
    game = replace(game, operating=state)
    assert refused(game, BuyShare("PRR", "IPO"))
    assert refused(game, SellShares("Bob", "PRR", 1))
    game = after(game, Par("PRR", 67))
    assert held(game, "PRR") == {"Bob": 30, "IPO": 70}


@rule("1830", "9d")
def test_no_buying_back_in_the_same_round() -> None:
    game = after(two_companies(), SellShares("Ann", "PRR", 1))
    assert refused(game, BuyShare("PRR", "IPO"))
    assert refused(game, BuyShare("PRR", "market"))
    assert allowed(game, BuyShare("NYC", "IPO"))
    game = after(game, Pass(), Pass(), BuyShare("PRR", "market"))  # Bob, Cy
    while player_to_act(game) != "Ann":
        game = passes(game)
    assert refused(game, BuyShare("PRR", "IPO"))  # a later turn, the same round
    assert not held(game, "PRR").get("market")


@rule("1830", "9d")
def test_buying_back_in_the_next_round() -> None:
    companies = {"PRR": started("Ann", 90, Ann=30, Bob=10)}
    game = after(stock_round("1830", companies), SellShares("Ann", "PRR", 1), Pass())
    game = passes(game, 3)
    assert game.stock_rounds == 3
    while player_to_act(game) != "Ann":
        game = passes(game)
    assert allowed(game, BuyShare("PRR", "market"))


@rule("1830", "10a")
def test_sixty_percent_of_a_company_at_most() -> None:
    companies = {"PRR": started("Ann", 90, Ann=60), "NYC": started("Ann", 90, Ann=50)}
    game = stock_round("1830", companies)
    assert refused(game, BuyShare("PRR", "IPO")).startswith("10.0")
    assert allowed(game, BuyShare("NYC", "IPO"))


LIMITS = {2: 28, 3: 20, 4: 16, 5: 13, 6: 11}
NAMES = "Ann Bob Cy Di Ed Flo"
COMPANIES = ("PRR", "NYC", "CPR", "C&O", "ERIE", "NYNH")


def crowded(number: int, certificates: int, **given: object) -> Game:
    """A game in which Ann, presidents of all, holds so many certificates; the B&M is for sale."""
    companies = {}
    for name in COMPANIES:
        mine = min(5, certificates)  # 60% on five certificates
        certificates -= mine
        if mine:
            companies[name] = started("Ann", 67, Ann=10 * mine + 10)
    companies["B&M"] = started("Bob", 67, Bob=20)
    names = " ".join(NAMES.split()[:number])
    return stock_round("1830", companies, players=names, **given)  # type: ignore[arg-type]


@rule("1830", "10b", "10c")
@pytest.mark.parametrize(("number", "limit"), LIMITS.items())
def test_certificates_by_players(number: int, limit: int) -> None:
    assert refused(crowded(number, limit), BuyShare("B&M", "IPO")).startswith("10.0")
    assert allowed(crowded(number, limit - 1), BuyShare("B&M", "IPO"))
    full = crowded(number, limit - 1, privates={"SV": "Ann"})
    assert refused(full, BuyShare("B&M", "IPO"))
    assert refused(full, Par("B&O", 67))


@rule("1830", "10d")
@pytest.mark.parametrize("at", [(8, 6), (10, 6), (10, 5)], ids=["yellow", "orange", "brown"])
def test_certificates_in_a_zone_do_not_count(at: tuple[int, int]) -> None:
    game = crowded(3, 20)
    rows = {name: started("Ann", 67, Ann=60) for name in COMPANIES[:4]}
    rows["B&M"] = started("Bob", 67, Bob=20)
    assert refused(stock_round("1830", rows), BuyShare("B&M", "IPO"))
    rows["PRR"] = started("Ann", 67, at=at, Ann=60)
    assert allowed(stock_round("1830", rows), BuyShare("B&M", "IPO"))
    # and what stands there is bought above the limit
    rows["PRR"] = started("Ann", 67, Ann=60)
    rows["B&M"] = started("Bob", 67, at=at, Bob=20)
    assert allowed(stock_round("1830", rows), BuyShare("B&M", "IPO"))
    assert game.players == ("Ann", "Bob", "Cy")


@rule("1830", "10e")
def test_an_orange_company_is_held_without_limit() -> None:
    for at, may in (((9, 6), False), ((10, 6), True), ((10, 5), True)):
        game = stock_round("1830", {"PRR": started("Ann", 67, at=at, Ann=60, market=10)})
        assert allowed(game, BuyShare("PRR", "market")) is may
        assert allowed(game, BuyShare("PRR", "IPO")) is may


@rule("1830", "10f")
def test_brown_stock_in_any_quantity() -> None:
    prr = started("Bob", 67, at=(10, 5), Bob=20, market=30)
    game = stock_round("1830", {"PRR": prr})
    game = after(game, *[BuyShare("PRR", "market")] * 3, *[BuyShare("PRR", "IPO")] * 5)
    # three from the pool at 30, five from the bank at 67; above 60% at that
    assert held(game, "PRR") == {"Ann": 80, "Bob": 20}
    assert cash(game, "Ann") == 800 - 3 * 30 - 5 * 67
    assert president(game, "PRR") == "Ann"


@rule("1830", "10f")
def test_several_brown_companies_in_one_turn() -> None:
    rows = {"PRR": started("Bob", 67, at=(10, 5), Bob=20, market=30)}
    rows["NYC"] = started("Bob", 67, at=(9, 4), Bob=20, market=30)
    game = after(stock_round("1830", rows), BuyShare("PRR", "market"), BuyShare("NYC", "market"))
    assert allowed(game, BuyShare("PRR", "IPO"))


@rule("1830", "10f")
def test_one_only_from_the_orange_zone() -> None:
    prr = started("Bob", 67, at=(10, 6), Bob=20, market=30)
    game = after(stock_round("1830", {"PRR": prr}), BuyShare("PRR", "market"))
    if player_to_act(game) == "Ann":
        assert refused(game, BuyShare("PRR", "market"))


@rule("1830", "10f")
def test_brown_stock_beside_the_one_certificate() -> None:
    # Brown stock is free of the rules that limit buying: one other certificate goes with it.
    rows = {"PRR": started("Bob", 67, at=(10, 5), Bob=20, market=30)}
    rows["NYC"] = started("Bob", 67, Bob=20)
    game = stock_round("1830", rows)
    one = after(game, BuyShare("NYC", "IPO"), BuyShare("PRR", "market"), BuyShare("PRR", "market"))
    assert refused(one, BuyShare("NYC", "IPO"))
    two = after(game, BuyShare("PRR", "market"), BuyShare("PRR", "market"), BuyShare("NYC", "IPO"))
    assert refused(two, BuyShare("NYC", "IPO"))
    assert allowed(two, BuyShare("PRR", "market"))


@rule("1830", "D4")
def test_or_several_of_one_company_from_the_pool() -> None:
    rows = {"PRR": started("Bob", 67, at=(10, 5), Bob=20, market=30)}
    rows["NYC"] = started("Bob", 67, at=(9, 4), Bob=20, market=30)
    game = stock_round("1830", rows, options=["several_from_market"])
    game = after(game, BuyShare("PRR", "market"))
    assert refused(game, BuyShare("PRR", "IPO"))
    assert refused(game, BuyShare("NYC", "market"))
    assert allowed(game, BuyShare("PRR", "market"))


@rule("1830", "D10")
def test_or_from_the_offering_too() -> None:
    rows = {"PRR": started("Bob", 67, at=(10, 5), Bob=20, market=30)}
    rows["NYC"] = started("Bob", 67, at=(9, 4), Bob=20, market=30)
    options = ["several_from_market", "multiple_brown_from_ipo"]
    game = after(stock_round("1830", rows, options=options), BuyShare("PRR", "market"))
    assert allowed(game, BuyShare("PRR", "IPO"))
    assert refused(game, BuyShare("NYC", "market"))


def dethroned() -> Game:
    """Ann has 20 certificates, two of them 30% of the PRR; Bob takes that office from her."""
    rows = {name: started("Ann", 67, Ann=60) for name in ("NYC", "CPR", "C&O")}  # 15
    rows["ERIE"] = started("Ann", 67, Ann=40)  # 3
    rows["PRR"] = started("Ann", 67, Ann=30, Bob=30)  # 2
    game = stock_round("1830", rows, turn="Bob")
    assert refused(stock_round("1830", rows), BuyShare("ERIE", "IPO"))  # at her limit
    game = after(game, BuyShare("PRR", "IPO"))
    assert president(game, "PRR") == "Bob"
    while player_to_act(game) != "Ann":
        game = passes(game)
    return game


@rule("1830", "11a", "11b", "14c")
def test_who_lost_an_office_sells_down_to_the_limit() -> None:
    game = dethroned()  # 30% on three certificates: 21
    assert refused(game, Pass()).startswith("10.0")
    assert refused(game, BuyShare("ERIE", "IPO"))
    for choice in legal_actions(game):
        assert isinstance(choice.action, SellShares)
    game = after(game, SellShares("Ann", "NYC", 1))  # 20: enough
    assert refused(game, BuyShare("ERIE", "IPO"))
    assert allowed(game, Pass())
    game = after(game, SellShares("Ann", "NYC", 1))  # 19
    assert allowed(game, BuyShare("ERIE", "IPO"))


@rule("1830", "11d")
def test_a_private_company_sold_brings_him_down_too() -> None:
    # Eight companies, 30% each as their president: 16 certificates, and five private companies: 21
    # of 20. Bob has one, and room for more.
    names = ("PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M")
    rows = {name: started("Ann", 67, Ann=30, Cy=10) for name in names}
    privates = dict.fromkeys(("SV", "CS", "DH", "MH", "CA"), "Ann")
    game = stock_round("1830", rows, privates=privates, cash={"Ann": 100})
    assert refused(game, Pass()).startswith("10.0")
    assert refused(game, SellPrivate("SV", "Bob", 801)).startswith("23.1")  # he has 800
    sold = after(game, SellPrivate("SV", "Bob", 20))
    assert refused(after(sold, Refuse()), Pass())  # nothing has changed
    sold = after(sold, Accept())
    assert (cash(sold, "Ann"), cash(sold, "Bob")) == (120, 780)
    assert allowed(sold, Pass())  # 20 of 20
    assert refused(sold, BuyShare("PRR", "IPO")).startswith("10.0")


@rule("1830", "11c")
def test_who_can_sell_nothing_may_buy_what_does_not_count() -> None:
    # Four companies on four certificates each, whose pools are full, and six private companies:
    # 22 of 20. The PRR stands at 50, in the yellow zone.
    rows = {name: started("Ann", 67, Ann=50, market=50) for name in ("NYC", "CPR", "C&O", "B&M")}
    rows["PRR"] = started("Bob", 67, at=(5, 3), Bob=60, market=20)
    rows["ERIE"] = started("Cy", 67, Cy=60)
    privates = dict.fromkeys(("SV", "CS", "DH", "MH", "CA", "BO"), "Ann")
    game = stock_round("1830", rows, privates=privates)
    assert refused(game, SellShares("Ann", "NYC", 1))
    assert refused(game, BuyShare("ERIE", "IPO")).startswith("10.0")
    assert allowed(game, BuyShare("PRR", "market"))
    assert allowed(game, Pass())
