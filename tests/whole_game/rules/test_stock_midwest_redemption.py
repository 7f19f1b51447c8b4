"""1850 5.10, 5.11 and 1870 Share Redemption, Share Reissue.

x at 100 is Ann's with 40%; Bob has 30%, Cy 10%, the market 10%, 10% are unsold.
"""

from __future__ import annotations

import pytest
from hand_game import refused
from midwest import (
    COMPANIES,
    TITLES,
    allowed,
    at,
    cash,
    changed,
    choices,
    do,
    held,
    money,
    place,
    replace,
    row,
    stock_round,
    turn,
    with_cash,
)
from rule_table import rule

from operating_round.actions import BuyPrivate, Protect, SellShares
from operating_round.errors import IllegalAction
from whole_game.actions import Accept, BuyShare, Par, RedeemShare, Refuse, ReissueShares
from whole_game.engine import player_to_act
from whole_game.game import Game, parse

both = pytest.mark.parametrize("title", TITLES)


def one(title: str, **shares: int) -> Game:
    """x with these shares, or those above; 1000 in its treasury."""
    x, y, _ = COMPANIES[title]
    game = stock_round(title, (x, 100, {"Ann": 60}), (y, 90, {"Bob": 40, "Ann": 20}), cash=1000)
    shares = shares or {"Ann": 40, "Bob": 30, "Cy": 10, "market": 10}
    return held(game, x, **shares)


# redemption


@rule("1850", "15a", "15h", "9d")
@rule("1870", "9a", "9b", "10b")
@both
def test_a_share_is_redeemed_from_the_market_if_there_is_one(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = at(one(title), x, 0, 7)
    assert allowed(game, RedeemShare) == [RedeemShare(x, "market")]
    after = do(game, RedeemShare(x, "market"))
    # 110 from the company to the bank; the price stays; the turn is over
    assert (cash(after, x), after.operating.bank) == (890, game.operating.bank + 110)
    assert row(after, x).shares == {"Ann": 40, "Bob": 30, "Cy": 10, "treasury": 10, "IPO": 10}
    assert (place(after, x), player_to_act(after), after.priority) == ((0, 7), "Bob", "Bob")
    assert money(after) == money(game)


@rule("1850", "15b", "15h")
@rule("1870", "9b", "9c")
@both
def test_else_from_a_player_who_agrees(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = one(title, Ann=50, Bob=40, Cy=10)
    assert set(allowed(game, RedeemShare)) == {RedeemShare(x, who) for who in ("Ann", "Bob", "Cy")}
    asked = do(game, RedeemShare(x, "Cy"))
    assert player_to_act(asked) == "Cy"
    assert parse(asked.document()) == asked
    refused = do(asked, Refuse())
    assert (player_to_act(refused), refused.operating) == ("Ann", game.operating)
    agreed = do(asked, Accept())
    assert (cash(agreed, "Cy"), cash(agreed, x)) == (1100, 900)
    assert row(agreed, x).shares == {"Ann": 50, "Bob": 40, "treasury": 10}
    # From himself without asking anybody
    own = do(game, RedeemShare(x, "Ann"))
    assert (cash(own, "Ann"), row(own, x).shares["Ann"], own.offer) == (1100, 40, None)
    # The price stays, and who gave a share may buy another
    assert (place(agreed, x), player_to_act(agreed)) == ((0, 6), "Bob")
    back = held(turn(agreed), x, Ann=40, Bob=40, market=10, treasury=10)
    assert player_to_act(back) == "Cy"
    assert BuyShare(x, "market") in allowed(back, BuyShare)


@rule("1850", "15c")
@rule("1870", "9c")
@both
def test_a_redemption_changes_no_president(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = one(title, Ann=50, Bob=50)
    # Ann's would leave her with less than Bob
    assert allowed(game, RedeemShare) == [RedeemShare(x, "Bob")]
    game = one(title, Ann=20, Bob=20, Cy=20, market=10)
    assert allowed(game, RedeemShare) == [RedeemShare(x, "market")]


@rule("1850", "5d", "15d")
@rule("1870", "9a")
@both
def test_once_a_round_and_nothing_beside_it(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = turn(one(title, Ann=40, Bob=30, market=30), RedeemShare(x, "market"))
    game = turn(turn(game))
    assert player_to_act(game) == "Ann"
    assert not allowed(game, RedeemShare)
    # Not with a purchase or a sale of one's own
    game = one(title)
    assert not allowed(do(game, BuyShare(y, "IPO")), RedeemShare)
    assert not allowed(do(game, SellShares("Ann", y, 1)), RedeemShare)


@rule("1850", "15e", "15f")
@rule("1870", "9d")
@both
def test_four_at_most_and_six_stay_out(title: str) -> None:
    x, _, _ = COMPANIES[title]
    assert not allowed(one(title, Ann=40, Bob=10, market=10, treasury=40), RedeemShare)
    assert allowed(one(title, Ann=40, Bob=10, market=20, treasury=30), RedeemShare)
    # 30% unsold: 70% are out, and one may go; 40% unsold: none
    assert allowed(one(title, Ann=40, market=30), RedeemShare)
    assert not allowed(one(title, Ann=40, market=20), RedeemShare)
    # Never from the offering
    assert RedeemShare(x, "IPO") not in allowed(one(title), RedeemShare)


@rule("1850", "15g")
@rule("1870", "9e")
@both
def test_only_a_company_that_has_operated_and_can_pay(title: str) -> None:
    x, _, _ = COMPANIES[title]
    assert not allowed(changed(one(title), x, operated=False), RedeemShare)
    assert not allowed(with_cash(one(title), **{x: 99}), RedeemShare)
    assert allowed(with_cash(one(title), **{x: 100}), RedeemShare)
    # For the president alone
    game = one(title)
    assert game.stock is not None
    game = replace(game, stock=replace(game.stock, turn="Bob"))
    assert not [a for a in allowed(game, RedeemShare) if a.corporation == x]


@both
def test_refusals_name_the_section(title: str) -> None:
    x, y, _ = COMPANIES[title]
    redemption = {"1850": "5.10", "1870": "Share Redemption"}[title]
    reissue = {"1850": "5.1.2, 5.11", "1870": "Share Reissue"}[title]
    protection = {"1850": "5.9", "1870": "Share Price Protection"}[title]
    turns = {"1850": "5.3, 5.3.1", "1870": "Stock Round, Buying Shares"}[title]
    game = one(title)
    assert refused(game, RedeemShare(y, "market")) == redemption
    assert refused(game, RedeemShare(x, "IPO")) == redemption
    assert refused(game, ReissueShares(x)) == reissue
    assert refused(game, Protect("Ann", x)) == protection
    assert refused(do(game, SellShares("Ann", y, 1)), RedeemShare(x, "market")) == turns


def why(game: Game, action: RedeemShare | ReissueShares | SellShares) -> str:
    with pytest.raises(IllegalAction) as caught:
        do(game, action)
    return str(caught.value).partition(" (")[0]


@both
def test_refusals_say_what_stands_against_it(title: str) -> None:
    x, _, _ = COMPANIES[title]
    take, back = RedeemShare(x, "market"), ReissueShares(x)
    assert why(changed(one(title), x, operated=False), take) == f"{x} has not operated yet"
    poor = with_cash(one(title), **{x: 99})
    assert why(poor, take) == f"a share costs 100, and {x} may use 99 in this round"
    few = one(title, Ann=40, market=20)
    assert why(few, take) == f"players and market hold 60% of {x}, and keep 60%"
    there = RedeemShare(x, "Bob")
    assert why(one(title), there) == f"{x} redeems the share that lies in the market first"
    game = one(title, Ann=50, Bob=50)
    text = f"Ann has no share of {x} to give, or has to stay its president"
    assert why(game, RedeemShare(x, "Ann")) == text
    assert why(game, back) == f"{x} has no redeemed share"
    again = turn(turn(turn(one(title, Ann=40, Bob=30, market=30), take)))
    assert why(again, take) == f"{x} has redeemed a share in this round"
    some = one(title, Ann=40, Bob=20, treasury=30)
    assert why(some, back) == f"10% of {x} are still in the offering"
    again = turn(turn(do(redeemed(title), back)))
    assert why(again, back) == f"{x} has reissued shares in this round"
    above = held(one(title), x, Ann=90)
    text = f"Ann holds 90% of {x}, and sells 3 at least, down to 60%"
    assert why(above, SellShares("Ann", x, 1)) == text


# reissue


def redeemed(title: str, price: tuple[int, int] = (0, 6), par: int = 68) -> Game:
    """x, whose first par was 68, with 30% redeemed, and nothing left in the offering."""
    x, _, _ = COMPANIES[title]
    game = one(title, Ann=40, Bob=20, Cy=10, treasury=30)
    return at(changed(game, x, par=par), x, *price)


@rule("1850", "16b", "9d")
@rule("1870", "9f", "10b")
@both
def test_all_redeemed_shares_are_reissued_at_once(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = redeemed(title)
    (choice,) = choices(game, ReissueShares)
    assert choice.action == ReissueShares(x)
    after = do(game, ReissueShares(x))
    assert row(after, x).shares == {"Ann": 40, "Bob": 20, "Cy": 10, "IPO": 30}
    # 75% of 100 is 75: 76 is nearest. The market price stays, nobody is paid yet
    assert (row(after, x).par, place(after, x)) == (76, (0, 6))
    assert after.operating.bank == game.operating.bank
    assert (player_to_act(after), after.priority) == ("Bob", "Bob")
    assert parse(after.document()) == after


@rule("1850", "5d", "16a")
@rule("1870", "9f")
@both
def test_only_when_the_offering_is_sold_out_and_as_the_sole_action(title: str) -> None:
    _, y, _ = COMPANIES[title]
    game = redeemed(title)
    assert not allowed(one(title, Ann=40, Bob=20, treasury=30), ReissueShares)
    assert not allowed(one(title, Ann=40, Bob=60), ReissueShares)
    assert not allowed(do(game, BuyShare(y, "IPO")), ReissueShares)
    assert not allowed(do(game, SellShares("Ann", y, 1)), ReissueShares)
    # Shares in the market do not matter
    assert allowed(one(title, Ann=40, market=30, treasury=30), ReissueShares)
    assert game.stock is not None
    other = replace(game, stock=replace(game.stock, turn="Bob"))
    assert not allowed(other, ReissueShares)


@rule("1850", "16e")
@rule("1870", "9i")
@both
def test_the_company_is_paid_as_its_reissued_shares_are_sold(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = do(redeemed(title), ReissueShares(x))
    (cost,) = [c.cost for c in choices(game, BuyShare) if c.action == BuyShare(x, "IPO")]
    assert cost == 76
    after = turn(game, BuyShare(x, "IPO"))
    assert (cash(after, "Bob"), cash(after, x)) == (924, 1076)
    assert after.operating.bank == game.operating.bank
    # Also in later rounds
    assert after.stock is not None
    later = replace(after, stock=replace(after.stock, reissued=(), income={}))
    assert cash(turn(later, BuyShare(x, "IPO")), x) == 1152


@rule("1850", "16e")
@rule("1870", "9i")
@both
def test_shares_never_redeemed_are_paid_to_the_bank(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = one(title)
    after = do(game, BuyShare(x, "IPO"))
    assert (cash(after, x), after.operating.bank) == (1000, game.operating.bank + 100)


@rule("1850", "16f")
@rule("1870", "9i")
@both
def test_that_money_is_not_used_in_this_round(title: str) -> None:
    # A company may redeem in the round in which it reissued, if it had the money before
    x, _, _ = COMPANIES[title]
    game = with_cash(redeemed(title), **{x: 99})
    game = do(game, ReissueShares(x))
    game = turn(turn(game, BuyShare(x, "IPO")), BuyShare(x, "IPO"))
    assert (player_to_act(game), cash(game, x)) == ("Ann", 99 + 2 * 76)
    assert not [a for a in allowed(game, RedeemShare) if a.corporation == x]
    game = with_cash(game, **{x: 100 + 2 * 76})
    assert [a for a in allowed(game, RedeemShare) if a.corporation == x]
    # In the next round it is like any other money
    assert game.stock is not None
    fresh = replace(game, stock=type(game.stock)(turn="Ann"))
    fresh = with_cash(fresh, **{x: 99 + 2 * 76})
    assert [a for a in allowed(fresh, RedeemShare) if a.corporation == x]


@rule("1850", "16b")
@rule("1870", "9f")
@both
def test_once_a_round(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = do(redeemed(title), ReissueShares(x))
    game = turn(turn(game))
    game = held(game, x, Ann=40, Bob=30, treasury=30)
    assert player_to_act(game) == "Ann"
    assert not allowed(game, ReissueShares)


PARS = [
    # 75% of the price, the nearest par; never below the old one
    ((5, 6), 68, 68),  # 68: 51
    ((0, 5), 68, 68),  # 90: 67.5
    ((0, 6), 68, 76),  # 100: 75
    ((0, 7), 68, 82),  # 110: 82.5
    ((0, 8), 68, 90),  # 120: 90
    ((0, 9), 68, 110),  # 140: 105, as near to 100; the table has 110
    ((0, 10), 68, 120),  # 160: 120
    ((0, 11), 68, 140),  # 180: 135
    ((0, 12), 68, 140),  # 200: 150, as near to 160; the table has 140
    ((0, 13), 68, 160),  # 225: 168.75
    ((0, 14), 68, 180),  # 250: 187.5
    ((0, 15), 68, 200),  # 275: 206.25
    ((0, 7), 100, 100),  # below its old par of 100
    ((0, 6), 90, 90),
]


@rule("1850", "16c", "O7")
@rule("1870", "9g", "O7")
@both
@pytest.mark.parametrize(("place", "par", "new"), PARS)
def test_the_new_par(title: str, place: tuple[int, int], par: int, new: int) -> None:
    x, _, _ = COMPANIES[title]
    assert row(do(redeemed(title, place, par), ReissueShares(x)), x).par == new


ABOVE = {300: 225, 325: 250, 350: 250, 375: 275, 400: 300}


@rule("1850", "16d")
@rule("1870", "9h", "O7")
@pytest.mark.parametrize("price", list(ABOVE))
def test_above_200_only_1870_goes_on_with_the_top_row(price: int) -> None:
    column = [300, 325, 350, 375, 400].index(price) + 16
    high = do(redeemed("1870", (0, column)), ReissueShares("MP"))
    assert row(high, "MP").par == ABOVE[price]
    # 5.1.2: the par boxes of 1850 end at 200
    low = do(redeemed("1850", (0, column)), ReissueShares("UP"))
    assert row(low, "UP").par == 200


@rule("1850", "D5")
@rule("1870", "D5")
@both
def test_new_pars_where_records_say_so(title: str) -> None:
    x, _, _ = COMPANIES[title]
    # 200: 150, between 140 and 160. 140: 105 gives 110 in any case
    for column, par in ((12, 160), (9, 110), (11, 140)):
        game = with_options(redeemed(title, (0, column)), "reissue_ties_up")
        assert row(do(game, ReissueShares(x)), x).par == par
    if title == "1870":
        # 350: 262.5, between 250 and 275
        game = with_options(redeemed(title, (0, 18)), "reissue_ties_up")
        assert row(do(game, ReissueShares(x)), x).par == 275


@rule("1870", "D12")
def test_1870_new_pars_end_at_200_where_records_say_so() -> None:
    # 275: 206.25, 300: 225, 400: 300; an old par of 225 stays
    for column, old, par in ((15, 68, 200), (16, 68, 200), (20, 68, 200), (20, 225, 225)):
        game = with_options(changed(redeemed("1870", (0, column)), "MP", par=old), "reissue_to_200")
        assert row(do(game, ReissueShares("MP")), "MP").par == par


@rule("1850", "D6")
def test_1850_new_pars_go_on_to_the_top_row_where_records_say_so() -> None:
    for price, par in ((275, 200), (300, 225), (325, 250), (350, 275), (375, 275), (400, 300)):
        column = [275, 300, 325, 350, 375, 400].index(price) + 15
        game = with_options(redeemed("1850", (0, column)), "reissue_to_400")
        assert row(do(game, ReissueShares("UP")), "UP").par == par


@rule("1850", "D7")
@rule("1870", "D7")
@both
def test_a_reissue_beside_other_deals_where_records_say_so(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = with_options(redeemed(title), "reissue_any_time")
    game = do(game, SellShares("Ann", y, 1))
    assert allowed(game, ReissueShares) == [ReissueShares(x)]
    # A redemption still comes alone
    assert not allowed(game, RedeemShare)
    after = do(game, ReissueShares(x))
    assert player_to_act(after) == "Bob"


def with_options(game: Game, *options: str) -> Game:
    return replace(game, operating=replace(game.operating, options=options))


@rule("1850", "16g")
@rule("1870", "9j")
@both
def test_reissued_shares_are_offered_ones(title: str) -> None:
    # They pay the company, keep it from being sold out, and are not redeemed
    x, _, _ = COMPANIES[title]
    game = with_cash(do(redeemed(title), ReissueShares(x)), Ann=0, Bob=0, Cy=0)
    assert RedeemShare(x, "IPO") not in allowed(game, RedeemShare)
    while game.stock is not None:
        game = turn(game)
    assert place(game, x) == (0, 6)


@rule("1850", "16g")
@rule("1870", "9j")
@both
def test_redeemed_shares_are_not_for_sale(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = redeemed(title)
    assert not [a for a in allowed(game, BuyShare) if a.corporation == x]
    assert not allowed(game, BuyPrivate)
    assert x not in {a.corporation for a in allowed(game, Par)}
