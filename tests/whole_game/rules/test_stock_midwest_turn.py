"""1850 and 1870: turns, sales, limits, prices and presidents in a stock round.

Prices in column 6 of the market, where companies start: 100, 90, 82, 76, 72, 68 from the top row,
then 64, 60, 55, 50, 40.
"""

from __future__ import annotations

from typing import Any

import pytest
from midwest import (
    COMPANIES,
    TITLES,
    allowed,
    at,
    cash,
    changed,
    choices,
    counted,
    do,
    held,
    limit,
    money,
    owning,
    place,
    replace,
    row,
    stock_round,
    turn,
    with_cash,
)
from rule_table import rule

from operating_round.actions import BuyPrivate, Object, Pass, SellShares
from operating_round.errors import IllegalAction
from whole_game.actions import Accept, Action, BuyShare, Par, RedeemShare, Refuse
from whole_game.engine import apply, legal_actions, player_to_act
from whole_game.game import Game

both = pytest.mark.parametrize("title", TITLES)
LIMIT = {"1850": (17, 15), "1870": (20, 17)}
"""Certificates with three players: all companies there, and one closed."""


def three(title: str, **fields: Any) -> Game:
    """x at 100, y at 90, z at 82, all of Ann, Bob and Cy."""
    x, y, z = COMPANIES[title]
    return stock_round(
        title,
        (x, 100, {"Ann": 40, "Bob": 20}),
        (y, 90, {"Bob": 40, "Ann": 20}),
        (z, 82, {"Cy": 50, "Ann": 20}),
        **fields,
    )


def full(title: str, number: int, player: str = "Ann") -> Game:
    """A player with so many certificates that count, none of x, y or z: minority holdings."""
    game = three(title)
    for name in COMPANIES[title]:
        game = held(game, name, Bob=50, Cy=30)
    others = [name for name in game.operating.corporations if name not in COMPANIES[title]]
    for name in others:
        take = min(number, 5)
        number -= take
        if not take:
            break
        game = changed(game, name, ipoed=True, floated=True, operated=True, par=68)
        game = at(game, name, 5, 6)
        shares = {player: 10 * take, "IPO": 100 - 10 * take}
        # Nobody is president of these: the certificates are counted one by one
        game = changed(game, name, shares=shares, owner=None)
    assert not number
    return game


def unsaleable(title: str) -> Game:
    """Ann has one certificate too many, all of companies of which the market is full."""
    game = full(title, LIMIT[title][0] + 1)
    for name, company in game.operating.corporations.items():
        part = company.shares.get("Ann", 0)
        if part:
            rest = {"market": 50, "IPO": 50 - part}
            shares = {"Ann": part, **{who: p for who, p in rest.items() if p}}
            game = changed(game, name, shares=shares)
    return game


# a turn


@rule("1850", "5a", "5b")
@rule("1870", "4e")
@both
def test_sales_then_a_purchase_or_the_other_way_round(title: str) -> None:
    x, y, z = COMPANIES[title]
    game = do(three(title), SellShares("Ann", y, 1), SellShares("Ann", z, 1))
    game = do(game, BuyShare(x, "IPO"))
    # Sold, sold, bought: the turn is over
    assert player_to_act(game) != "Ann"
    # Bought first: then any sales, of the new share too, and no second purchase
    game = do(three(title), BuyShare(y, "IPO"))
    assert not allowed(game, BuyShare)
    assert {(a.corporation, a.count) for a in allowed(game, SellShares)} == {
        (x, 1), (x, 2), (x, 3), (x, 4), (y, 1), (y, 2), (y, 3), (z, 1), (z, 2),
    }  # fmt: skip
    game = do(game, SellShares("Ann", y, 3), SellShares("Ann", z, 1))
    assert not allowed(game, BuyShare)
    assert row(game, y).shares.get("Ann") is None


@rule("1850", "5a", "9a")
@rule("1870", "4a", "4b")
@both
def test_a_purchase_is_one_certificate_and_a_pass_is_not_final(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = turn(three(title))
    assert player_to_act(game) == "Bob"
    game = turn(game, BuyShare(x, "IPO"))
    assert player_to_act(game) == "Cy"
    game = turn(turn(game))
    assert game.stock is not None
    # Ann passed, Bob bought, Cy and Ann passed: Bob is to act, and may
    assert player_to_act(game) == "Bob"
    assert BuyShare(x, "IPO") in allowed(game, BuyShare)


@rule("1850", "5c")
@rule("1870", "4b")
@both
def test_offered_shares_cost_par_and_market_shares_the_price(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = at(held(three(title), x, Ann=40, market=20), x, 0, 8)
    costs = {c.action: c.cost for c in choices(game, BuyShare)}
    assert (costs[BuyShare(x, "IPO")], costs[BuyShare(x, "market")]) == (100, 120)
    after = do(game, BuyShare(x, "market"))
    assert cash(after, "Ann") == 880
    assert after.operating.bank == game.operating.bank + 120
    poor = with_cash(game, Ann=110)
    assert BuyShare(x, "market") not in allowed(poor, BuyShare)
    assert BuyShare(x, "IPO") in allowed(poor, BuyShare)


@rule("1850", "6d")
@rule("1870", "4d")
@both
def test_what_was_sold_is_not_bought_again_in_this_round(title: str) -> None:
    x, y, z = COMPANIES[title]
    game = turn(three(title), SellShares("Ann", z, 1))
    game = do(game, Pass()) if game.stock and game.stock.asked else game
    game = turn(turn(game))
    assert player_to_act(game) == "Ann"
    assert {a.corporation for a in allowed(game, BuyShare)} == {x, y}
    assert game.stock is not None
    later = replace(game, stock=replace(game.stock, sold={}))
    assert z in {a.corporation for a in allowed(later, BuyShare)}


@rule("1850", "6a", "6b")
@rule("1870", "5a")
@both
def test_a_block_is_paid_at_the_price_of_the_start_of_the_turn(title: str) -> None:
    _, y, z = COMPANIES[title]
    game = three(title, cash=0)
    game = do(game, SellShares("Ann", z, 2))
    # 82 each; one block of a company a turn
    assert cash(game, "Ann") == 164
    assert z not in {a.corporation for a in allowed(game, SellShares)}
    game = do(game, SellShares("Ann", y, 2))
    assert cash(game, "Ann") == 164 + 180
    # Prices fall when the turn is over: nobody has the cash to protect them
    game = do(game, Pass())
    assert (place(game, y), place(game, z)) == ((3, 6), (4, 6))


@rule("1850", "6c")
@rule("1870", "5b")
@both
def test_half_of_a_company_at_most_lies_in_the_market(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = held(three(title), x, Bob=30, Ann=30, market=30)
    assert [a.count for a in allowed(game, SellShares) if a.corporation == x] == [1, 2]
    game = held(three(title), x, Bob=30, Ann=20, market=50)
    assert not [a for a in allowed(game, SellShares) if a.corporation == x]


# private companies between players


@rule("1850", "5e", "9d")
@rule("1870", "4c", "10b")
@both
def test_a_private_company_is_bought_in_place_of_a_share(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = owning(three(title), GRSC="Bob")
    (choice,) = choices(game, BuyPrivate)
    # At any price agreed on; of at least 1 in 1850 (15.1)
    assert choice.prices == ((1, 1000) if title == "1850" else (0, 1000))
    least = choice.prices[0]
    (poor,) = choices(with_cash(game, Ann=least), BuyPrivate)
    assert poor.prices == (least, least)
    for action, text in (
        (BuyPrivate("GRSC", 1001), f"GRSC is bought for {least} to 1000, not for 1001"),
        (BuyPrivate("SCC", 50), "SCC does not change hands between players now"),
        (Accept(), "Ann is not asked for anything"),
        (Object("Bob"), "nobody objects in a stock round: there is no run"),
    ):
        with pytest.raises(IllegalAction) as caught:
            apply(game, action)
        assert str(caught.value).partition(" (")[0] == text
    asked = do(game, BuyPrivate("GRSC", 150))
    assert player_to_act(asked) == "Bob"
    refused = do(asked, Refuse())
    assert (player_to_act(refused), refused.operating) == ("Ann", game.operating)
    game = do(asked, Accept())
    assert game.operating.privates["GRSC"] == "Ann"
    assert (cash(game, "Ann"), cash(game, "Bob")) == (850, 1150)
    # It was the purchase of this turn, and moves the priority card
    assert not allowed(game, BuyShare)
    game = turn(game, Pass())
    assert game.priority == "Bob"
    game = owning(three(title), GRSC="Bob")
    assert not allowed(do(game, BuyShare(x, "IPO")), BuyPrivate)


@rule("1870", "D13")
def test_1870_or_a_private_company_leaves_the_priority() -> None:
    game = owning(three("1870"), GRSC="Bob")
    options = ("private_keeps_priority",)
    game = replace(game, priority="Cy", operating=replace(game.operating, options=options))
    game = do(game, BuyPrivate("GRSC", 20), Accept())
    assert (game.operating.privates["GRSC"], game.priority) == ("Ann", "Cy")


@rule("1850", "5f")
@rule("1870", "6a")
@both
def test_a_private_company_needs_room_among_the_certificates(title: str) -> None:
    most = LIMIT[title][0]
    game = owning(full(title, most), GRSC="Bob")
    assert (counted(game, "Ann"), limit(game)) == (most, most)
    assert not allowed(game, BuyPrivate)
    assert allowed(owning(full(title, most - 1), GRSC="Bob"), BuyPrivate)


# limits


@rule("1850", "7a")
@rule("1870", "6b")
@both
def test_private_companies_and_presidents_certificates_count_one_each(title: str) -> None:
    game = three(title)
    # x: the president's and two; y and z two each
    assert counted(game, "Ann") == 3 + 2 + 2
    assert counted(owning(game, GRSC="Ann"), "Ann") == 8
    assert limit(game) == LIMIT[title][0]


@rule("1850", "7b")
@rule("1870", "6b")
@both
@pytest.mark.parametrize(
    ("players", "limits"),
    [
        ("A B", {"1850": (24, 21), "1870": (28, 24)}),
        ("A B C", {"1850": (17, 15), "1870": (20, 17)}),
        ("A B C D", {"1850": (14, 12), "1870": (16, 14)}),
        ("A B C D E", {"1850": (11, 9), "1870": (13, 11)}),
        ("A B C D E F", {"1850": (9, 8), "1870": (11, 9)}),
    ],
)
def test_the_table_of_limits(title: str, players: str, limits: dict[str, tuple[int, int]]) -> None:
    game = stock_round(title, players=players)
    assert limit(game) == limits[title][0]
    for gone in (1, 2, 3):
        rows = dict(list(game.operating.corporations.items())[gone:])
        fewer = replace(game, operating=replace(game.operating, corporations=rows))
        # 1870 prints no row for fewer than nine: they count as nine
        assert limit(fewer) == limits[title][1]


@rule("1850", "7c")
@rule("1870", "6a")
@both
def test_no_purchase_above_the_certificate_limit(title: str) -> None:
    most = LIMIT[title][0]
    assert not allowed(full(title, most), BuyShare)
    assert not allowed(full(title, most), Par)
    assert allowed(full(title, most - 1), BuyShare)


@rule("1850", "7d", "7e", "7f")
@rule("1870", "7a")
@both
@pytest.mark.parametrize(
    ("space", "counts", "above_60", "several"),
    [
        ((0, 5), True, False, False),  # 90
        ((2, 1), False, False, False),  # 60, yellow
        ((4, 1), False, True, False),  # 50, green
        ((6, 1), False, True, True),  # 30, brown
    ],
)
def test_zones(
    title: str, space: tuple[int, int], counts: bool, above_60: bool, several: bool
) -> None:
    x, _, _ = COMPANIES[title]
    game = at(held(three(title), x, Ann=50, Bob=10, market=40), x, *space)
    # y and z are two certificates each; x four more: the president's and three
    assert counted(game, "Ann") == (8 if counts else 4)
    rich = at(held(three(title), x, Ann=60, market=40), x, *space)
    assert (BuyShare(x, "market") in allowed(rich, BuyShare)) is above_60
    once = do(game, BuyShare(x, "market"))
    assert (BuyShare(x, "market") in allowed(once, BuyShare)) is several
    if several:
        # All there are, one company, the market only
        once = do(once, *[BuyShare(x, "market")] * 3)
        assert row(once, x).shares == {"Ann": 90, "Bob": 10}
        mixed = held(game, x, Ann=50, market=20)
        assert allowed(do(mixed, BuyShare(x, "market")), BuyShare) == [BuyShare(x, "market")]
        assert not allowed(do(mixed, BuyShare(x, "IPO")), BuyShare)


@rule("1850", "O8")
@rule("1870", "4e")
@both
def test_several_purchases_are_not_parted_by_a_sale(title: str) -> None:
    # Sell and then buy, or buy and then sell (1850 5.3.4)
    x, _, z = COMPANIES[title]
    game = at(held(three(title), x, Ann=50, Bob=10, market=40), x, 6, 1)
    game = do(game, BuyShare(x, "market"), SellShares("Ann", z, 1))
    assert not allowed(game, BuyShare)


@rule("1850", "7g")
@rule("1870", "6d")
@both
def test_a_sale_into_a_zone_makes_room_at_once(title: str) -> None:
    # 68 in row 1, column 2; one row down is 64, yellow: as if nobody protected it (5.3.5)
    x, y, _ = COMPANIES[title]
    game = at(held(full(title, LIMIT[title][0] - 2), x, Bob=60, Ann=20), x, 1, 2)
    assert counted(game, "Ann") == LIMIT[title][0]
    assert not allowed(game, BuyShare)
    after = do(game, SellShares("Ann", x, 1))
    assert place(after, x) == (1, 2)
    assert counted(after, "Ann") == LIMIT[title][0] - 2
    assert y in {a.corporation for a in allowed(after, BuyShare)}


@rule("1850", "7g")
@rule("1870", "6d")
@both
def test_a_sale_into_the_closed_area_takes_room_at_once(title: str) -> None:
    # 10 in row 7, column 0: one row down a company closes, and the limit falls (5.3.5)
    x, _, _ = COMPANIES[title]
    most, fewer = LIMIT[title]
    game = at(held(full(title, fewer), x, Bob=60, Ann=20), x, 7, 0)
    assert (counted(game, "Ann"), limit(game)) == (fewer, most)
    assert allowed(game, BuyShare)
    after = do(game, SellShares("Ann", x, 1))
    assert (counted(after, "Ann"), limit(after)) == (fewer, fewer)
    assert not allowed(after, BuyShare)


@rule("1850", "D9")
@rule("1870", "D9")
@both
def test_or_when_the_company_has_closed(title: str) -> None:
    x, _, _ = COMPANIES[title]
    most, fewer = LIMIT[title]
    game = at(held(full(title, fewer), x, Bob=60, Ann=20), x, 7, 0)
    options = ("closing_comes_first",)
    game = replace(game, operating=replace(game.operating, options=options))
    after = do(game, SellShares("Ann", x, 1))
    assert (counted(after, "Ann"), limit(after)) == (fewer, most)
    assert allowed(after, BuyShare)
    after = do(with_cash(after, Bob=0), Pass())  # Bob cannot protect 10
    assert x not in after.operating.corporations
    assert limit(after) == fewer


@rule("1850", "7h")
@rule("1870", "6c")
@both
def test_the_limit_is_kept_by_selling_at_the_next_turn(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = held(full(title, LIMIT[title][0]), x, Bob=50, Ann=20)
    assert not allowed(game, BuyShare)
    assert not allowed(game, BuyPrivate)
    with pytest.raises(IllegalAction):
        apply(game, Pass())
    after = do(game, SellShares("Ann", x, 2))
    assert Pass() in [choice.action for choice in legal_actions(after)]


@rule("1850", "7h")
@rule("1870", "6c")
@both
def test_who_cannot_sell_what_is_too_much_passes(title: str) -> None:
    game = unsaleable(title)
    assert not allowed(game, SellShares)
    assert not allowed(game, BuyShare)
    assert player_to_act(turn(game)) == "Bob"


@rule("1850", "7d", "7h")
@rule("1870", "6c", "7a")
@both
def test_nobody_above_the_limit_sells_what_does_not_count(title: str) -> None:
    game = unsaleable(title)
    # The market takes nothing of what counts. x is yellow at 60 in row 1: selling its two shares
    # would leave as many certificates too many as there are
    x, _, _ = COMPANIES[title]
    game = at(held(game, x, Bob=50, Cy=20, Ann=20), x, 1, 0)
    assert {a.corporation for a in allowed(game, SellShares)} == {x}
    assert counted(game, "Ann") == limit(game) + 1
    assert player_to_act(turn(game)) == "Bob"
    # Room for one share of what counts: that is to be sold first
    name = next(n for n, r in game.operating.corporations.items() if r.shares.get("market") == 50)
    shares = {**row(game, name).shares, "market": 40}
    game = changed(game, name, shares={**shares, "IPO": shares.get("IPO", 0) + 10})
    assert {a.corporation for a in allowed(game, SellShares)} == {x, name}
    with pytest.raises(IllegalAction):
        do(game, Pass())
    game = do(game, SellShares("Ann", name, 1), Pass())
    assert player_to_act(game) == "Bob"


# prices


@rule("1850", "8a", "8b", "8c")
@rule("1870", "7b")
@both
@pytest.mark.parametrize(
    ("start", "count", "to"),
    [
        ((0, 6), 1, (1, 6)),
        ((0, 6), 3, (3, 6)),
        # 140 on the soft ledge, column 12: exactly one too many stays, two go on
        ((3, 12), 1, (3, 12)),
        ((3, 12), 2, (5, 12)),
        ((2, 12), 2, (3, 12)),
        ((2, 12), 3, (5, 12)),
        # The lower ledge stops everything: 110 in row 5 is the last of column 12
        ((4, 12), 3, (5, 12)),
        # 50 in row 9 of column 6, 40 below it
        ((9, 6), 2, (10, 6)),
    ],
)
def test_unprotected_sales_move_down(
    title: str, start: tuple[int, int], count: int, to: tuple[int, int]
) -> None:
    x, _, _ = COMPANIES[title]
    game = at(held(three(title), x, Bob=50, Ann=40), x, *start)
    game = with_cash(game, Bob=0)
    game = turn(game, SellShares("Ann", x, count))
    assert place(game, x) == to


@rule("1850", "8g")
@rule("1870", "7b")
@both
def test_a_token_comes_to_stand_under_the_others(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = at(held(with_cash(three(title), Bob=0), x, Bob=40, Ann=20), x, 0, 6)
    game = turn(game, SellShares("Ann", x, 1))
    # y started at 90
    assert game.operating.market_order["1,6"] == (y, x)


@rule("1850", "9b", "9c")
@rule("1870", "10a")
@both
def test_sold_out_goes_up_at_the_end_in_the_order_of_prices(title: str) -> None:
    x, y, z = COMPANIES[title]
    game = at(three(title, cash=0), y, 1, 7)
    # x whole with players, y with one redeemed, z with one in the market
    game = held(game, x, Ann=60, Bob=40)
    game = held(game, y, Bob=60, Ann=30, treasury=10)
    game = held(game, z, Cy=60, Ann=30, market=10)
    game = at(at(game, x, 2, 7), z, 5, 6)
    after = turn(turn(turn(game)))
    assert after.stock is None
    assert (place(after, x), place(after, y), place(after, z)) == ((1, 7), (0, 7), (5, 6))
    # Of two that go to the same space the dearer comes first, and stands above
    same = turn(turn(turn(at(at(game, x, 0, 6), y, 2, 7))))
    assert (place(same, x), place(same, y)) == ((1, 7), (1, 7))
    assert same.operating.market_order["1,7"] == (x, y)


@rule("1850", "8e", "8f")
@rule("1870", "10a")
@both
def test_up_from_the_top_row_is_right_and_down(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = held(three(title, cash=0), x, Ann=60, Bob=40)
    for start, to in ((0, 6), (1, 7)), ((0, 19), (1, 20)), ((0, 20), (0, 20)):
        assert place(turn(turn(turn(at(game, x, *start)))), x) == to


# presidents


@rule("1850", "11a")
@rule("1870", "5d")
@both
def test_more_than_the_president_is_president(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = held(three(title), x, Bob=30, Ann=30)
    equal = counted(game, "Ann")
    assert row(game, x).owner == "Bob"
    game = do(game, BuyShare(x, "IPO"))
    assert row(game, x).owner == "Ann"
    # Two certificates for the one of the president: four shares are three certificates
    assert counted(game, "Ann") == equal
    assert counted(game, "Bob") == counted(held(three(title), x, Ann=30, Bob=30), "Bob")


@rule("1850", "11b")
@rule("1870", "5c")
@both
def test_the_office_is_sold_only_to_one_with_two_shares(title: str) -> None:
    x, _, _ = COMPANIES[title]

    def counts(game: Game) -> list[int]:
        return [a.count for a in allowed(game, SellShares) if a.corporation == x]

    game = held(three(title), x, Ann=40, Bob=10, Cy=10)
    assert counts(game) == [1, 2]
    game = held(three(title), x, Ann=40, Bob=20)
    assert counts(game) == [1, 2, 3, 4]
    # With room in the market for it
    game = held(three(title), x, Ann=20, Bob=20, market=50)
    assert counts(game) == []
    game = held(three(title), x, Ann=20, Bob=20, market=40)
    assert counts(game) == [1]
    assert row(do(game, SellShares("Ann", x, 1)), x).owner == "Bob"


@rule("1850", "11c")
@rule("1870", "5d")
@both
def test_equals_take_the_office_from_the_left(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = held(three(title), x, Bob=20, Ann=20, Cy=20, market=10)
    assert game.stock is not None
    game = replace(game, stock=replace(game.stock, turn="Bob"))
    game = do(game, SellShares("Bob", x, 1))
    # Left of Bob sits Cy
    assert row(game, x).owner == "Cy"


# a new company


@rule("1850", "12a")
@rule("1870", "11a")
@both
def test_a_company_starts_with_its_presidents_certificate(title: str) -> None:
    game = three(title)
    name = next(n for n in game.operating.corporations if n not in COMPANIES[title])
    assert [a.price for a in allowed(game, Par) if a.corporation == name] == [
        68, 72, 76, 82, 90, 100,
    ]  # fmt: skip
    game = do(game, Par(name, 72))
    assert row(game, name).shares == {"Ann": 20, "IPO": 80}
    assert (cash(game, "Ann"), place(game, name), row(game, name).owner) == (856, (4, 6), "Ann")
    poor = with_cash(three(title), Ann=150)
    assert {a.price for a in allowed(poor, Par)} == {68, 72}


@rule("1850", "12b", "12c", "D3")
@rule("1870", "11b", "O9", "D3")
@both
@pytest.mark.parametrize("at_once", [False, True])
def test_capital_comes_when_the_round_is_over(title: str, at_once: bool) -> None:
    options = ("capital_at_once",) if at_once else ()
    game = stock_round(title, options=options)
    name = COMPANIES[title][0]
    game = turn(game, Par(name, 90))
    for _ in range(4):
        assert not row(game, name).floated
        game = turn(game, BuyShare(name, "IPO"))
    # Six shares have left the offering
    assert row(game, name).floated
    assert cash(game, name) == (900 if at_once else 0)
    while game.stock is not None:
        game = turn(game)
    assert cash(game, name) == 900
    assert money(game) == 12_000


@rule("1850", "12d")
@rule("1870", "11c")
@both
def test_a_company_that_does_not_operate_moves_by_sales_only(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = stock_round(title, (x, 90, {"Ann": 30, "Bob": 20}), cash=0)
    assert place(turn(turn(turn(game))), x) == (1, 6)
    game = turn(game, SellShares("Ann", x, 1))
    assert place(game, x) == (2, 6)


# the end of a round


@rule("1850", "9d", "9e")
@rule("1870", "10b")
@both
def test_priority_is_left_of_the_last_who_acted(title: str) -> None:
    x, _, z = COMPANIES[title]
    deeds: dict[str, tuple[Game, Action]] = {
        "sale": (three(title), SellShares("Ann", z, 1)),
        "purchase": (three(title), BuyShare(x, "IPO")),
        "redemption": (
            with_cash(held(three(title), x, Ann=40, Bob=20, market=20, IPO=20), **{x: 500}),
            RedeemShare(x, "market"),
        ),
    }
    for what, (game, deed) in deeds.items():
        game = replace(game, priority="Ann")
        after = turn(with_cash(game, Bob=0, Cy=0), deed)
        assert after.priority == "Bob", what
    idle = replace(three(title), priority="Cy")
    after = turn(turn(turn(idle)))
    assert (after.stock, after.priority) == (None, "Cy")


@rule("1850", "9a")
@rule("1870", "4a")
@both
def test_the_round_ends_when_all_pass_in_a_row(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = turn(turn(three(title)))
    game = turn(game, BuyShare(x, "IPO"))
    game = turn(turn(game))
    assert game.stock is not None
    game = turn(game)
    assert game.stock is None
    assert game.operating.round == "OR 2.1"
