"""1846: stock rounds. The market is one row: 0 10 20 30 40 50 60 70 80 90 100 112 124 137 150 …

Column 10 is 100, column 9 is 90. Three players, all seven corporations in the game: the
certificate limit is that of five, 14.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hand_game import (
    Held,
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
    stock_round,
)
from rule_table import rule

from operating_round.actions import Pass, SellShares
from whole_game.actions import BuyShare, Par
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game


def of(companies: Mapping[str, Held] | None = None, **given: object) -> Game:
    """A stock round of 1846."""
    return stock_round("1846", companies, **given)  # type: ignore[arg-type]


def two_companies(**given: object) -> Game:
    """Ann is president of the NYC and the B&O, both at 100; Bob holds shares of both."""
    return of(
        {
            "NYC": started("Ann", 100, Ann=40, Bob=20),
            "B&O": started("Ann", 100, Ann=30, Bob=20),
        },
        **given,
    )


@rule("1846", "5a", "6c", "6d", "6e")
def test_launching() -> None:
    game = of(turn="Bob")
    assert refused(game, BuyShare("NYC", "treasury"))
    for wrong in (30, 45, 165):
        assert refused(game, Par("NYC", wrong))
    game = after(game, Par("NYC", 40))
    assert cash(game, "Bob") == 400 - 80
    assert cash(game, "NYC") == 80
    assert held(game, "NYC") == {"Bob": 20, "treasury": 80}
    assert "NYC" in game.operating.board.tokens["D20.0"]  # Buffalo
    assert player_to_act(game) == "Cy"
    game = after(game, Par("B&O", 150))
    assert cash(game, "B&O") == 300
    assert player_to_act(game) == "Ann"
    assert price(game, "B&O") == 150


@rule("1846", "6f")
def test_the_illinois_central_gets_its_price() -> None:
    game = of()
    bank = cash(game, "bank")
    game = after(game, Par("IC", 70))
    assert cash(game, "IC") == 140 + 70
    assert cash(game, "bank") == bank - 70


@rule("1846", "5b", "5c")
def test_sales_then_one_purchase() -> None:
    game = two_companies()
    game = after(game, SellShares("Ann", "NYC", 1), SellShares("Ann", "B&O", 1), Par("GT", 40))
    assert player_to_act(game) == "Bob"  # nothing is left for Ann to do
    game = after(two_companies(), BuyShare("B&O", "treasury"))
    assert player_to_act(game) == "Bob"
    game = two_companies(turn="Bob")
    game = after(game, SellShares("Bob", "NYC", 1), BuyShare("B&O", "treasury"))
    assert player_to_act(game) == "Cy"


@rule("1846", "5d", "5e")
def test_passes_and_the_priority_deal() -> None:
    game = passes(two_companies(), 2)  # Ann, Bob
    game = after(game, Par("GT", 40))  # Cy
    game = passes(game)  # Ann
    game = after(game, SellShares("Bob", "NYC", 1), Pass())  # Bob, who had passed
    assert game.stock is not None
    game = passes(game, 2)  # Cy, Ann
    assert game.stock is not None
    game = passes(game)  # Bob
    assert game.stock is None
    assert game.priority == "Cy"  # left of Bob


@rule("1846", "6a", "6b")
def test_own_shares_pay_the_corporation_market_shares_the_bank() -> None:
    nyc = started("Ann", 70, at=(0, 10), Ann=30, market=10)  # launched at 70, now 100
    game = of({"NYC": nyc}, turn="Bob")
    bank = cash(game, "bank")
    own = after(game, BuyShare("NYC", "treasury"))
    assert (cash(own, "Bob"), cash(own, "NYC"), cash(own, "bank")) == (300, 100, bank)
    other = after(game, BuyShare("NYC", "market"))
    assert (cash(other, "Bob"), cash(other, "NYC"), cash(other, "bank")) == (300, 0, bank + 100)


@rule("1846", "7a")
def test_sixty_percent_at_most() -> None:
    game = of({"NYC": started("Ann", 40, Ann=60), "B&O": started("Ann", 40, Ann=50)})
    assert refused(game, BuyShare("NYC", "treasury")).startswith("5.11")
    assert allowed(game, BuyShare("B&O", "treasury"))


CHART = {
    (3, 5): 14,
    (3, 4): 11,
    (3, 3): 11,
    (4, 6): 12,
    (4, 5): 10,
    (4, 4): 8,
    (5, 7): 11,
    (5, 6): 10,
    (5, 5): 8,
    (5, 4): 6,
    (5, 2): 6,
}
ALL = ("PRR", "NYC", "B&O", "C&O", "ERIE", "GT", "IC")


def crowded(players: int, left: int, certificates: int, **given: object) -> Game:
    """Ann, president of all but the last, holds so many certificates; `left` corporations."""
    names, companies = ALL[:left], {}
    for name in names[:-1]:
        mine = min(5, certificates)
        certificates -= mine
        if mine:
            companies[name] = started("Ann", 40, Ann=10 * mine + 10)
    assert not certificates
    companies[names[-1]] = started("Bob", 40, Bob=20)
    seats = " ".join(["Ann", "Bob", "Cy", "Di", "Ed"][:players])
    return of(companies, players=seats, removed=ALL[left:], **given)


@rule("1846", "7b", "7c", "7g")
@pytest.mark.parametrize(("key", "limit"), CHART.items(), ids=str)
def test_the_chart_of_limits(key: tuple[int, int], limit: int) -> None:
    players, left = key
    limit_of = BuyShare(ALL[left - 1], "treasury")
    if limit <= 5 * (left - 1):
        assert refused(crowded(players, left, limit), limit_of).startswith("5.11")
        assert allowed(crowded(players, left, limit - 1), limit_of)
        full = crowded(players, left, limit - 1, privates={"MAIL": "Ann"})
        assert refused(full, limit_of)
    else:
        game = crowded(players, left, 5 * (left - 1))
        assert on_table(game).stock_rules.certificate_limit(on_table(game)) == limit


@rule("1846", "7d")
def test_private_companies_of_corporations_do_not_count() -> None:
    game = crowded(3, 5, 13, privates={"MAIL": "NYC"})
    rows = game.operating.corporations
    nyc = replace(rows["NYC"], companies=("MAIL",))
    game = replace(game, operating=replace(game.operating, corporations={**rows, "NYC": nyc}))
    assert allowed(game, BuyShare("ERIE", "treasury"))


def at_the_limit() -> dict[str, Held]:
    """Holdings of Ann: 11 certificates on three corporations (5 + 5 + 1) of five."""
    return {
        "PRR": started("Ann", 40, Ann=60),
        "NYC": started("Ann", 40, Ann=60),
        "B&O": started("Ann", 40, Ann=20),
    }


@rule("1846", "7e")
def test_no_purchase_that_a_change_of_president_would_repair() -> None:
    # 14 certificates: 5 + 5 + 1 + three shares of the C&O, whose president Bob has 30% too. A
    # fourth share would make her president of it with 40% on three certificates: 14 again.
    rows = {**at_the_limit(), "C&O": started("Bob", 40, Bob=30, Ann=30)}
    game = of(rows, removed=("ERIE", "GT"))
    assert refused(game, BuyShare("C&O", "treasury")).startswith("5.11")
    rows["B&O"] = started("Ann", 40, Ann=20, market=10)
    fewer = of({**rows, "NYC": started("Ann", 40, Ann=50)}, removed=("ERIE", "GT"))
    assert allowed(fewer, BuyShare("C&O", "treasury"))


@rule("1846", "7f")
def test_who_lost_an_office_sells() -> None:
    # 5 + 5 + 1 and 40% of the C&O on three: 14. Bob takes the C&O: 40% on four, 15.
    rows = {**at_the_limit(), "C&O": started("Ann", 40, Ann=40, Bob=40)}
    game = of(rows, removed=("ERIE", "GT"), turn="Bob")
    game = after(game, BuyShare("C&O", "treasury"))
    assert president(game, "C&O") == "Bob"
    while player_to_act(game) != "Ann":
        game = passes(game)
    assert refused(game, Pass()).startswith("5.11")
    assert refused(game, Par("IC", 40))
    assert all(isinstance(choice.action, SellShares) for choice in legal_actions(game))
    game = after(game, SellShares("Ann", "C&O", 1))
    assert allowed(game, Pass())


@rule("1846", "7f")
def test_if_he_can() -> None:
    # The same, but nothing may be sold: markets are half full, and the B&O is one certificate.
    rows = {
        "PRR": started("Ann", 40, Ann=50, market=50),
        "NYC": started("Ann", 40, Ann=50, market=50),
        "B&O": started("Ann", 40, Ann=20),
        "C&O": started("Bob", 40, Bob=50, Ann=10, operated=False),
    }
    privates = {"MAIL": "Ann", "C&WI": "Ann", "MS": "Ann", "BIG4": "Ann", "TBC": "Ann"}
    game = of(rows, removed=("ERIE", "GT"), privates=privates)  # 4 + 4 + 1 + 1 + 5 = 15
    assert allowed(game, Pass())
    assert refused(game, Par("IC", 40)).startswith("5.11")


@rule("1846", "7g", "11b")
def test_a_price_of_0_removes_a_corporation_and_lowers_the_limit() -> None:
    # At 10, a sale of the president brings the NYC to 0.
    nyc = started(
        "Ann", 40, at=(0, 1), Ann=30, Bob=20, cash=123, trains=("2",), companies=("MAIL",)
    )
    nyc = nyc._replace(fields={**nyc.fields, "tokens_on_map": ("D20.0",)})
    game = of({"NYC": nyc}, removed=("ERIE", "PRR"), privates={"MAIL": "NYC"})
    game = put_token(game, "D20.0", "NYC")
    limits = on_table(game).stock_rules
    assert limits.certificate_limit(on_table(game)) == 14
    bank = cash(game, "bank")
    game = after(game, SellShares("Ann", "NYC", 1))
    row = game.operating.corporations.get("NYC")
    assert row is None or row.closed
    assert "NYC" not in game.operating.board.tokens.get("D20.0", ())
    assert game.operating.privates["MAIL"] == "closed"
    assert limits.certificate_limit(on_table(game)) == 11
    assert on_table(game).held("Bob", "NYC") == 0 if row else True
    assert cash(game, "bank") == bank - 10 + 123
    assert refused(game, BuyShare("NYC", "treasury"))


def put_token(game: Game, stop: str, owner: str) -> Game:
    """The game with a token more on its board."""
    board = game.operating.board
    there = board.tokens.get(stop, ())
    board = replace(board, tokens={**board.tokens, stop: (*there, owner)})
    return replace(game, operating=replace(game.operating, board=board))


@rule("1846", "8a")
def test_no_buying_back() -> None:
    game = after(two_companies(turn="Bob"), SellShares("Bob", "NYC", 1))
    assert refused(game, BuyShare("NYC", "market"))
    assert refused(game, BuyShare("NYC", "treasury"))
    assert allowed(game, BuyShare("B&O", "treasury"))


@rule("1846", "8b", "8c")
def test_before_it_has_operated_the_president_alone_sells() -> None:
    rows = {"NYC": started("Ann", 100, Ann=40, Bob=20, operated=False)}
    for number in (1, 2):
        game = of(rows, number=number)
        assert allowed(game, SellShares("Ann", "NYC", 1))
        assert refused(of(rows, number=number, turn="Bob"), SellShares("Bob", "NYC", 1)) == "5.2"
    done = {"NYC": started("Ann", 100, Ann=40, Bob=20, operated=True)}
    assert allowed(of(done, turn="Bob"), SellShares("Bob", "NYC", 1))


@rule("1846", "9a", "9b", "9c")
def test_sales_and_the_price() -> None:
    game = two_companies()
    sold = after(game, SellShares("Ann", "NYC", 2))
    assert cash(sold, "Ann") == 400 + 200
    assert price(sold, "NYC") == 90  # one box, for two shares
    game = two_companies(turn="Bob")
    sold = after(game, SellShares("Bob", "NYC", 2))
    assert cash(sold, "Bob") == 400 + 200
    assert price(sold, "NYC") == 100


@rule("1846", "9b", "O3a", "D1")
def test_several_sales_of_one_corporation_in_a_turn() -> None:
    game = after(two_companies(), SellShares("Ann", "NYC", 1))
    again = after(game, SellShares("Ann", "NYC", 1))
    assert price(again, "NYC") == 90
    record = two_companies(options=["one_block_a_turn"])
    record = after(record, SellShares("Ann", "NYC", 1))
    assert refused(record, SellShares("Ann", "NYC", 1))
    assert allowed(record, SellShares("Ann", "B&O", 1))


@rule("1846", "9d", "9e")
def test_half_in_the_market_and_never_the_presidents_certificate() -> None:
    nyc = started("Ann", 100, Ann=30, Bob=20, market=40)
    game = of({"NYC": nyc}, turn="Bob")
    assert refused(game, SellShares("Bob", "NYC", 2)) == "5.2"
    assert allowed(game, SellShares("Bob", "NYC", 1))
    alone = of({"NYC": started("Ann", 100, Ann=30, Bob=10)})
    assert allowed(alone, SellShares("Ann", "NYC", 1))
    assert refused(alone, SellShares("Ann", "NYC", 2)) == "5.2"


@rule("1846", "9f", "10b", "10c")
@pytest.mark.parametrize(("old", "new"), [("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")])
def test_the_example_of_half_a_presidents_certificate(old: str, new: str) -> None:
    # All three hold 20%, 40% is in the market; the president sells one share (5.24).
    game = of({"NYC": started(old, 100, Ann=20, Bob=20, Cy=20, market=40)}, turn=old)
    assert refused(game, SellShares(old, "NYC", 2))
    game = after(game, SellShares(old, "NYC", 1))
    assert president(game, "NYC") == new
    assert held(game, "NYC")["market"] == 50
    assert held(game, "NYC")[old] == 10
    assert price(game, "NYC") == 90


@rule("1846", "10a")
def test_the_larger_holding_takes_the_office() -> None:
    rows = {"NYC": started("Ann", 100, Ann=30, Bob=20)}
    game = after(of(rows, turn="Bob"), BuyShare("NYC", "treasury"))
    assert president(game, "NYC") == "Ann"
    rows = {"NYC": started("Ann", 100, Ann=30, Bob=30)}
    game = after(of(rows, turn="Bob"), BuyShare("NYC", "treasury"))
    assert president(game, "NYC") == "Bob"
    assert on_table(game).certificates("Ann", "NYC") == 3
    assert on_table(game).certificates("Bob", "NYC") == 3


@rule("1846", "10b")
def test_the_largest_other_holder() -> None:
    rows = {"NYC": started("Ann", 100, Ann=40, Bob=20, Cy=30)}
    assert president(after(of(rows), SellShares("Ann", "NYC", 1)), "NYC") == "Ann"  # 30 and 30
    assert president(after(of(rows), SellShares("Ann", "NYC", 2)), "NYC") == "Cy"


@rule("1846", "11a")
def test_markers_enter_below() -> None:
    rows = {
        "NYC": started("Ann", 100, Ann=40, Bob=20),
        "B&O": started("Bob", 90, Bob=30),
    }
    game = after(of(rows), SellShares("Ann", "NYC", 1))
    assert game.operating.market_order["0,9"] == ("B&O", "NYC")


@rule("1846", "12a", "12b", "12c")
def test_prices_at_the_end_of_the_round() -> None:
    rows = {
        "NYC": started("Ann", 100, Ann=40, Bob=50, market=10),  # a share in the market
        "B&O": started("Ann", 70, Ann=50, Bob=50),  # all with players
        "GT": started("Ann", 50, Ann=20),  # unsold shares
    }
    game = all_pass(of(rows))
    assert [price(game, name) for name in ("NYC", "B&O", "GT")] == [90, 80, 50]


@rule("1846", "12d")
def test_in_the_order_of_prices() -> None:
    # The NYC falls from 100 to 90 first, then the B&O rises from 80 to 90, below it.
    rows = {
        "B&O": started("Ann", 80, Ann=50, Bob=50),
        "NYC": started("Ann", 100, Ann=40, Bob=50, market=10),
    }
    game = all_pass(of(rows))
    assert game.operating.market_order["0,9"] == ("NYC", "B&O")
    # The NYC is at 80 and rises, the B&O at 100 falls: the B&O moves first.
    rows = {
        "NYC": started("Ann", 80, Ann=50, Bob=50),
        "B&O": started("Ann", 100, Ann=40, Bob=50, market=10),
    }
    assert all_pass(of(rows)).operating.market_order["0,9"] == ("B&O", "NYC")


@rule("1846", "13a", "13b")
def test_a_corporation_without_a_president() -> None:
    # A bankruptcy has brought the president's certificate of the NYC to the market, with 10%.
    rows = {"NYC": started("market", 50, Ann=10, Bob=10, market=30)}
    game = of(rows)
    assert refused(game, SellShares("Ann", "NYC", 1)) == "5.2"
    game = after(game, BuyShare("NYC", "treasury"))
    assert president(game, "NYC") == "Ann"
    assert held(game, "NYC")["Ann"] == 20


@rule("1846", "13b")
def test_one_share_is_no_presidency() -> None:
    rows = {"NYC": started("market", 50, Bob=10, market=30)}
    game = after(of(rows), BuyShare("NYC", "market"))
    assert president(game, "NYC") == "market"


@rule("1846", "13c")
def test_the_certificate_in_the_market_alone() -> None:
    # 20% in the market is the certificate itself: not for Cy, who has nothing, but as a second
    # share for Ann, who has 10%.
    rows = {"NYC": started("market", 50, Ann=10, Bob=10, market=20)}
    assert refused(of(rows, turn="Cy"), BuyShare("NYC", "market"))
    game = after(of(rows), BuyShare("NYC", "market"))
    assert president(game, "NYC") == "Ann"
    assert held(game, "NYC") == {"Ann": 20, "Bob": 10, "market": 10, "treasury": 60}
    assert cash(game, "Ann") == 400 - 50
    # with 30% there is an ordinary share beside it
    rows = {"NYC": started("market", 50, Ann=10, market=30)}
    assert allowed(of(rows, turn="Cy"), BuyShare("NYC", "market"))
