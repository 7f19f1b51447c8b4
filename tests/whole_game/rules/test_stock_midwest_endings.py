"""1850 and 1870: companies that close, the end of a game, final scores, and variants."""

from __future__ import annotations

import pytest
from midwest import (
    COMPANIES,
    TITLES,
    allowed,
    at,
    cash,
    changed,
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

from operating_round.actions import Bankrupt, BuyTrain, Dividend, Pass, Protect, Run, SellShares
from operating_round.state import Depot
from whole_game.actions import Bid, BuyShare, Par
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game, parse
from whole_game.recorded.states import shown
from whole_game.setup import new_game
from whole_game.show import show
from whole_game.standings import standings

both = pytest.mark.parametrize("title", TITLES)


def to_the_end_of_the_round(game: Game) -> Game:
    while game.stock is not None:
        game = do(game, Pass())
    return game


# closing (1850 5.1.1, 1870 Glossary)


HOMES = {"1850": ("I4.0", "L13.0"), "1870": ("C18.0", "K16.0")}
"""The homes of x and y; x has a token in both."""


def doomed(title: str) -> Game:
    """x at 10, of Bob, who has no cash; one share sold closes it. Ann has the turn."""
    x, y, z = COMPANIES[title]
    game = stock_round(
        title,
        (x, 100, {"Bob": 40, "Ann": 20}),
        (y, 90, {"Bob": 40, "Ann": 20}),
        (z, 82, {"Cy": 60}),
    )
    game = at(with_cash(game, Bob=0, **{x: 321}), x, 7, 0)
    home, other = HOMES[title]
    board = replace(
        game.operating.board,
        tokens={home: (x,), other: (y, x)},
    )
    game = changed(game, y, tokens_on_map=(other,), tokens_unplaced=(40,))
    game = changed(game, x, trains=("2", "3"), tokens_on_map=(home, other), tokens_unplaced=(100,))
    game = owning(game, GRSC=x)
    game = changed(game, x, companies=("GRSC",))
    return replace(game, operating=replace(game.operating, board=board))


@rule("1850", "8d", "10a", "10b")
@rule("1870", "7c")
@both
def test_a_company_in_the_closed_area_leaves_the_game(title: str) -> None:
    x, y, _ = COMPANIES[title]
    before = doomed(title)
    game = turn(before, SellShares("Ann", x, 1))
    state = game.operating
    # Shares and tokens are gone; trains lie in the open market, the 321 in the bank
    assert x not in state.corporations
    assert not any(x in names for names in state.market_order.values())
    assert not any(x in (owners or ()) for owners in state.board.tokens.values())
    assert state.depot.discarded == {"2": 1, "3": 1}
    # Ann was paid 10 for the share
    assert state.bank == before.operating.bank + 321 - 10
    assert money(game) == 12_000
    assert parse(game.document()) == game
    # It is not started again
    assert x not in {a.corporation for a in allowed(game, Par)}
    assert x not in {a.corporation for a in allowed(game, BuyShare)}
    assert state.board.tokens == {HOMES[title][1]: (y,)}


@rule("1850", "10c")
@rule("1870", "7d")
@both
def test_a_company_that_closes_lowers_the_limit_at_once(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = doomed(title)
    most = {"1850": (17, 15), "1870": (20, 17)}[title]
    assert limit(game) == most[0]
    game = turn(game, SellShares("Ann", x, 1))
    assert limit(game) == most[1]


@rule("1850", "10d")
@rule("1870", "6c", "7d")
@both
def test_who_is_above_the_new_limit_sells_at_his_next_turn(title: str) -> None:
    x, _, z = COMPANIES[title]
    most = {"1850": 15, "1870": 17}[title]
    game = with_cash(doomed(title), Bob=500)
    # Cy: the president's certificate of z and four
    game = holding(game, "Cy", most + 1 - 5)
    assert counted(game, "Cy") == most + 1
    game = turn(game, SellShares("Ann", x, 1))
    # Bob does not buy x back
    game = turn(do(game, Pass()))
    assert player_to_act(game) == "Cy"
    assert {type(c.action) for c in legal_actions(game)} == {SellShares}
    game = do(game, SellShares("Cy", z, 1))
    assert Pass() in [c.action for c in legal_actions(game)]


@rule("1850", "10d")
@rule("1870", "6c")
@both
def test_a_company_that_closes_in_an_operating_round_makes_nobody_sell_there(title: str) -> None:
    x, _, z = COMPANIES[title]
    most = {"1850": 15, "1870": 17}[title]
    game = doomed(title)
    game = changed(game, x, trains=())
    game = holding(game, "Cy", most + 1 - 5)
    assert (counted(game, "Cy"), limit(game) > most + 1) == (most + 1, True)
    game = to_the_end_of_the_round(game)
    # x has no train: its price goes left, which at the edge is down, and it closes
    while x in game.operating.corporations:
        assert game.stock is None
        game = do(game, Pass())
    assert limit(game) == most
    while game.stock is None:
        assert SellShares not in {type(c.action) for c in legal_actions(game)}
        game = do(game, Pass())
    while player_to_act(game) != "Cy":
        game = do(game, Pass())
    assert {type(c.action) for c in legal_actions(game)} == {SellShares}
    assert z in {sale.corporation for sale in allowed(game, SellShares)}


def holding(game: Game, player: str, number: int) -> Game:
    """A player with so many certificates more, of companies of which nobody is president."""
    for name in game.operating.corporations:
        part = min(5, number)
        if not row(game, name).ipoed and part:
            number -= part
            game = at(changed(game, name, ipoed=True, par=68), name, 5, 6)
            game = changed(game, name, shares={player: 10 * part, "IPO": 100 - 10 * part})
    assert not number
    return game


@both
def test_a_market_share_of_a_closed_company_is_gone_for_all(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = turn(doomed(title), SellShares("Ann", x, 1))
    for standing in standings(game):
        assert x not in {part.what for part in standing.holdings}


@both
def test_a_game_without_companies_is_over(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = doomed(title)
    state = replace(game.operating, corporations={x: row(game, x)})
    game = turn(replace(game, operating=state), SellShares("Ann", x, 1))
    assert game.over
    assert game.operating.finish == "all_closed"


# the bank (1850 12.2, 1870 Ending the Game)


@rule("1850", "17c")
@rule("1870", "12a")
@both
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_next_set(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = stock_round(title, (x, 100, {"Ann": 60}), (y, 90, {"Bob": 40, "Ann": 20}), cash=0)
    game = replace(game, operating=replace(game.operating, bank=100))
    game = turn(game, SellShares("Ann", y, 2))
    assert (game.operating.bank, game.operating.finish, game.over) == (-80, "bank", False)
    # A refill does not mend it
    game = replace(game, operating=replace(game.operating, bank=5000))
    game = to_the_end_of_the_round(game)
    assert game.operating.operating_rounds == (1, 1)
    while not game.over:
        game = do(game, Pass())
    assert game.operating.finish == "bank"
    assert game.stock is None


@rule("1850", "O6")
@rule("1870", "O6")
@both
def test_a_bank_with_nothing_left_is_not_broken(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = stock_round(title, (x, 100, {"Ann": 60}), (y, 90, {"Bob": 40, "Ann": 20}), cash=0)
    game = replace(game, operating=replace(game.operating, bank=180))
    game = turn(game, SellShares("Ann", y, 2))
    assert (game.operating.bank, game.operating.finish) == (0, "")


@rule("1850", "17e")
@rule("1870", "12a")
@both
def test_an_income_that_the_bank_cannot_pay_breaks_it_for_good(title: str) -> None:
    x = NEEDY[title][0]
    game = owning(changed(in_need(title), x, trains=("8",)), GRSC="closed")
    game = to_the_end_of_the_round(replace(game, operating=replace(game.operating, bank=20)))
    while not allowed(game, Run):
        game = do(game, Pass())
    game = do(game, Run(), Dividend("withhold"))
    # 20 and 10, for which the bank has 20; then it gets money again
    assert (game.operating.bank, game.operating.finish) == (-10, "bank")
    game = replace(game, operating=replace(game.operating, bank=3000))
    while not game.over:
        run = allowed(game, Run)
        game = do(game, Run(), Dividend("half")) if run else do(game, Pass())
    # The set of three rounds was played to its end
    assert game.operating.operating_rounds == (3, 3)


@rule("1850", "17d")
@rule("1870", "12a")
@both
def test_capital_that_the_bank_cannot_pay_breaks_it(title: str) -> None:
    x, _, _ = COMPANIES[title]
    game = stock_round(title, (x, 100, {"Ann": 40, "Bob": 10}))
    game = replace(game, operating=replace(game.operating, bank=500))
    game = turn(changed(game, x, cash=0), BuyShare(x, "IPO"))
    assert game.operating.finish == ""
    game = to_the_end_of_the_round(game)
    # 600 for 1000
    assert (game.operating.bank, game.operating.finish, game.over) == (-400, "bank", False)


# bankruptcy and scores (1850 12.1, 13; 1870 Bankruptcy, Winning the Game)


NEEDY = {"1850": ("UP", "MP", "NP"), "1870": ("FW", "IC", "MP")}


def in_need(title: str, options: tuple[str, ...] = ()) -> Game:
    """Ann, with 50, cannot pay the 800 that her company x needs for a train.

    x at 90 is hers with 60%, y at 90 Bob's with 80%, z at 68 Cy's with 80%; 10% of z are Ann's.
    x has a route from its home, 20, to a town, 10.
    """
    x, y, z = NEEDY[title]
    game = stock_round(
        title,
        (x, 90, {"Ann": 60}),
        (y, 90, {"Bob": 80}),
        (z, 68, {"Cy": 80, "Ann": 10}),
        options=options,
        cash=500,
    )
    game = owning(with_cash(game, Ann=50, **{x: 0}), GRSC="Ann")
    home, tiles = {
        "1850": ("I4.0", {"I4": "57@1", "I2": "3@3"}),
        "1870": ("J3.0", {"J3": "57@0", "I4": "8@0", "H3": "4@2"}),
    }[title]
    phase, depot = {"1850": "8", "1870": "6"}[title], Depot({"8": 3, "10": 2, "12": 1})
    state = game.operating
    board = replace(state.board, tiles=tiles, tokens={home: (x,)})
    state = replace(state, board=board, phase=phase, depot=depot)
    game = replace(game, operating=state)
    game = changed(game, x, tokens_on_map=(home,), tokens_unplaced=(40,), operated=True)
    return game


def bankrupt_moment(title: str, options: tuple[str, ...] = ()) -> Game:
    game = to_the_end_of_the_round(in_need(title, options))
    while not allowed(game, Bankrupt):
        game = do(game, Pass())
    return game


@rule("1850", "13f", "17a", "17b")
@rule("1870", "8h", "12b")
@both
def test_a_bankrupts_score_is_what_he_could_not_sell(title: str) -> None:
    game = bankrupt_moment(title)
    x, _, z = NEEDY[title]
    # No run: x fell from 90 to 82, in row 1. Ann: 50, four of x and one of z at 68
    assert place(game, x) == (1, 5)
    game = do(game, Bankrupt())
    # 5.8.2, 5.9: x, her own, falls by four, from 82 in row 1 to 64 in row 5; Cy is asked for z
    assert (game.over, place(game, x)) == (False, (5, 5))
    assert allowed(game, Protect) == [Protect("Cy", z)]
    kept, fallen = do(game, Protect("Cy", z)), do(game, Pass())
    for after, price in ((kept, 68), (fallen, 64)):
        assert (after.over, after.operating.finish) == (True, "bankrupt")
        (ann,) = [s for s in standings(after) if s.player == "Ann"]
        # The 20% she may not sell and the private company at its face value of 20; no cash
        assert (ann.cash, ann.worth) == (0, 2 * 64 + 20)
        (cy,) = [s for s in standings(after) if s.player == "Cy"]
        shares = 9 if price == 68 else 8
        assert cy.worth == cash(after, "Cy") + shares * price
    assert (cash(kept, "Cy"), cash(fallen, "Cy")) == (500 - 68, 500)


@rule("1850", "D4")
@rule("1870", "D4")
@both
def test_records_leave_the_prices_of_a_bankrupt_alone(title: str) -> None:
    game = do(bankrupt_moment(title, ("bankrupt_prices_stay",)), Bankrupt())
    x, _, z = NEEDY[title]
    assert game.over
    assert (place(game, x), place(game, z)) == ((1, 5), (5, 6))


@rule("1850", "17f")
@rule("1870", "12c")
@both
def test_a_score_is_cash_stock_at_market_and_private_companies_at_face(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = stock_round(title, (x, 100, {"Ann": 60}), (y, 90, {"Bob": 40, "Ann": 20}))
    game = owning(at(game, x, 0, 8), GRSC="Ann")
    (ann,) = [s for s in standings(game) if s.player == "Ann"]
    # 1000, six at 120, two at 90, 20
    assert ann.worth == 1000 + 720 + 180 + 20
    # Companies' money and trains count nothing
    richer = changed(with_cash(game, **{x: 5000}), x, trains=("8",))
    assert [s.worth for s in standings(richer)] == [s.worth for s in standings(game)]


@rule("1850", "13f")
@rule("1870", "8h")
@both
def test_forced_sales_are_protected_before_the_train_is_bought(title: str) -> None:
    x, _, z = NEEDY[title]
    game = to_the_end_of_the_round(with_cash(in_need(title), **{x: 700}))
    while not allowed(game, SellShares):
        game = do(game, Pass())
    # 100 are missing, and Ann has 50: one share of z brings 68
    game = do(game, SellShares("Ann", z, 1))
    assert (player_to_act(game), allowed(game, Protect)) == ("Cy", [Protect("Cy", z)])
    kept, fallen = do(game, Protect("Cy", z)), do(game, Pass())
    assert (place(kept, z), place(fallen, z)) == ((5, 6), (6, 6))
    for after in (kept, fallen):
        assert allowed(after, BuyTrain) == [BuyTrain("8", 800)]
    # It was no stock round: the priority card stays
    assert kept.priority == game.priority


# variants


@rule("1850", "17g")
@rule("1870", "12d")
@both
def test_400_at_the_end_of_a_stock_round_ends_the_game(title: str) -> None:
    # 375 in row 1, column 20; sold out it goes up to 400
    x, y, _ = COMPANIES[title]
    for options, over in (("finish_on_400",), True), ((), False):
        game = stock_round(
            title, (x, 100, {"Ann": 60, "Bob": 40}), (y, 90, {"Bob": 60}), options=options
        )
        game = owning(at(game, x, 1, 20), GRSC="Ann")
        before = cash(game, "Ann")
        game = to_the_end_of_the_round(game)
        assert place(game, x) == (0, 20)
        assert game.over is over
        if over:
            # Nobody operates, nothing is paid
            assert (game.operating.finish, cash(game, "Ann")) == ("price", before)


@rule("1870", "D10")
def test_1870_400_ends_a_recorded_game_at_once() -> None:
    # As above; the operating round is not even called
    x, y, _ = COMPANIES["1870"]
    options = ("finish_on_400", "finish_at_once")
    game = stock_round(
        "1870", (x, 100, {"Ann": 60, "Bob": 40}), (y, 90, {"Ann": 50, "Bob": 50}), options=options
    )
    game = to_the_end_of_the_round(at(game, x, 1, 20))
    assert (game.over, game.operating.finish, game.operating.round) == (True, "price", "SR 2")
    # What is sold out besides has moved as well: from 90 in row 1, column 6
    assert (place(game, x), place(game, y)) == ((0, 20), (0, 6))
    assert shown(game, "")["ending"]["reason"] == "stock_market"


@rule("1850", "17h")
@rule("1870", "12e")
@both
def test_diesels_take_the_place_of_the_last_trains(title: str) -> None:
    game = new_game(title, ["Ann", "Bob", "Cy"], options=("diesels",))
    trains = game.operating.depot.upcoming
    assert list(trains) == ["2", "3", "4", "5", "6", "D"]
    plain = new_game(title, ["Ann", "Bob", "Cy"])
    assert list(plain.operating.depot.upcoming) == ["2", "3", "4", "5", "6", "8", "10", "12"]


def sold(game: Game, name: str, percent: int, player: str = "Ann") -> Game:
    """A company started at 68 of which so much has left the offering."""
    game = at(changed(game, name, ipoed=True, par=68, owner=player), name, 5, 6)
    floated = percent >= 60
    shares = {player: min(percent, 60), "market": max(percent - 60, 0), "IPO": 100 - percent}
    shares = {who: part for who, part in shares.items() if part}
    return changed(game, name, shares=shares, floated=floated)


@rule("1850", "17i")
def test_1850_historical_order_lets_companies_wait() -> None:
    # CBQ, MILW, RI, MP, GN, NP, KATY, UP, SOO (15.3, 16.4)
    game = stock_round("1850", options=("historical_order",), cash=2000)
    game = sold(game, "MP", 100, "Ann")
    game = changed(game, "MP", shares={"Ann": 60, "Bob": 40}, cash=680)
    game = sold(game, "CBQ", 60, "Bob")
    # Shares of all are for sale
    assert "SOO" in {a.corporation for a in allowed(game, Par)}
    game = to_the_end_of_the_round(game)
    # MP is sold out, but MILW and RI have not started: it neither moves nor operates (5.6.2)
    assert place(game, "MP") == (5, 6)
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "CBQ"
    game = stock_round("1850", options=("historical_order",))
    for name, player in ("CBQ", "Bob"), ("MILW", "Cy"), ("RI", "Cy"):
        game = sold(game, name, 60, player)
    game = changed(sold(game, "MP", 100, "Ann"), "MP", shares={"Ann": 60, "Bob": 40}, cash=680)
    assert place(to_the_end_of_the_round(game), "MP") == (4, 6)


@rule("1870", "12f")
def test_1870_historical_order_sells_five_shares_of_a_company_that_waits() -> None:
    # GMO, IC, MP, SLSF, ATSF, SP, MKT, SSW, TP, FW (Variants)
    game = stock_round("1870", options=("historical_order",), cash=2000)
    game = sold(sold(game, "GMO", 60, "Bob"), "MP", 50, "Ann")
    # IC has not sold six: the sixth share of MP is not for sale
    assert BuyShare("MP", "IPO") not in allowed(game, BuyShare)
    assert BuyShare("GMO", "IPO") in allowed(game, BuyShare)
    game = sold(game, "IC", 50, "Cy")
    # IC comes next: GMO has sold six
    assert BuyShare("IC", "IPO") in allowed(game, BuyShare)
    game = sold(game, "IC", 60, "Cy")
    assert BuyShare("MP", "IPO") in allowed(game, BuyShare)
    four = sold(game, "FW", 40, "Cy")
    assert BuyShare("FW", "IPO") in allowed(four, BuyShare)
    # Without the variant nobody waits
    plain = sold(stock_round("1870", cash=2000), "MP", 50, "Ann")
    assert BuyShare("MP", "IPO") in allowed(plain, BuyShare)


@rule("1870", "12g")
def test_1870_historical_order_starts_slsf_with_six_shares() -> None:
    game = stock_round("1870", options=("historical_order",), cash=2000)
    for name in ("GMO", "IC", "MP"):
        game = sold(game, name, 60, "Bob")
    game = sold(game, "SLSF", 40, "Ann")
    assert not row(game, "SLSF").floated
    game = turn(game, BuyShare("SLSF", "IPO"))
    assert not row(game, "SLSF").floated
    waits = to_the_end_of_the_round(game)
    # It pays 20 as a private company until it starts, to whoever has the president's certificate
    assert cash(waits, "Ann") == cash(game, "Ann") + 20
    assert cash(waits, "SLSF") == 0
    game = turn(game, BuyShare("SLSF", "IPO"))
    assert row(game, "SLSF").floated
    starts = to_the_end_of_the_round(game)
    assert (cash(starts, "SLSF"), cash(starts, "Ann")) == (680, cash(game, "Ann"))


@rule("1870", "12g")
def test_1870_slsf_in_the_auction_does_not_start_in_historical_order() -> None:
    game = new_game("1870", ["Ann", "Bob", "Cy"], options=("historical_order",))
    for name, price in ("GRSC", 20), ("MRBC", 40), ("SCC", 50), ("GSC", 80), ("SLSF", 140):
        game = do(game, Bid(name, price))
    game = do(game, Par("SLSF", 100), Bid("MKT", 160))
    assert not row(game, "SLSF").floated
    game = to_the_end_of_the_round(game)
    assert cash(game, "SLSF") == 0


@rule("1870", "12h")
def test_1870_the_other_market_counts_other_certificates() -> None:
    # 60 in row 7, column 6: yellow, but white in the market of 1850; 40 in row 4, column 0: brown,
    # but green there
    for options, counts in ((), 2), (("market_1850",), 4):
        game = stock_round(
            "1870", ("MP", 90, {"Bob": 60}), ("IC", 90, {"Bob": 60, "Ann": 20}), options=options
        )
        game = at(held(game, "MP", Bob=40, Ann=20), "MP", 7, 6)
        assert counted(game, "Ann") == counts
        # What is shown is what counts
        assert ("yellow" in show(game)) is (counts == 2)
    for options, several in ((), True), (("market_1850",), False):
        game = stock_round("1870", ("MP", 90, {"Bob": 60}), options=options)
        game = at(held(game, "MP", Bob=60, market=40), "MP", 4, 0)
        again = do(game, BuyShare("MP", "market"))
        assert bool(allowed(again, BuyShare)) is several
