"""1850 and 1870: what happens when several rules meet in one turn or round.

x stands at 100 and is Ann's, y at 90 and is Bob's, z at 82 and is Cy's, each with 40%; Dan has 20%
of each, and the turn. Ann, Bob, Cy and Dan sit in this order.
"""

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
    four,
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
    with_turn,
)
from rule_table import rule

from operating_round.actions import (
    Bankrupt,
    BuyTrain,
    Dividend,
    Pass,
    Protect,
    Run,
    SellShares,
    Special,
)
from operating_round.state import Depot
from route_opt.position import Marker
from whole_game.actions import BuyShare, RedeemShare, ReissueShares
from whole_game.engine import History, legal_actions, player_to_act
from whole_game.game import Game, parse
from whole_game.standings import standings

both = pytest.mark.parametrize("title", TITLES)


def with_bank(game: Game, amount: int, keeper: str) -> Game:
    """The bank with so much; a company has the rest."""
    game = changed(game, keeper, cash=row(game, keeper).cash + game.operating.bank - amount)
    return replace(game, operating=replace(game.operating, bank=amount))


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


def to_operating(game: Game) -> Game:
    while game.stock is not None:
        game = do(game, Pass())
    return game


# protection and the bank (1850 5.9, 12.2)


@rule("1850", "14f")
@rule("1870", "O8")
@both
@pytest.mark.parametrize(
    ("answers", "bank", "broken"),
    [
        # The bank has 100; Dan gets 100 for x and 164 for z
        ("protect protect", 100, False),
        ("pass protect", 0, False),
        ("protect pass", -64, True),
        ("pass pass", -164, True),
    ],
)
def test_only_sales_that_nobody_protects_break_the_bank(
    title: str, answers: str, bank: int, broken: bool
) -> None:
    x, y, z = COMPANIES[title]
    game = turn(with_bank(four(title), 100, y), SellShares("Dan", x, 1), SellShares("Dan", z, 2))
    for answer, offer in zip(answers.split(), (Protect("Ann", x), Protect("Cy", z)), strict=True):
        assert allowed(game, Protect) == [offer]
        game = do(game, offer if answer == "protect" else Pass())
    assert game.operating.bank == bank
    assert game.operating.finish == ("bank" if broken else "")
    assert game.stock is not None
    assert parse(game.document()) == game


@rule("1850", "14f", "17c")
@rule("1870", "O8", "12a")
@both
def test_a_purchase_after_a_sale_does_not_mend_the_bank(title: str) -> None:
    # 100 do not pay the 164; that 90 come in for y before the turn is over changes nothing
    _, y, z = COMPANIES[title]
    game = with_bank(four(title), 100, y)
    game = do(game, SellShares("Dan", z, 2), BuyShare(y, "IPO"))
    assert parse(game.document()) == game
    kept, fallen = do(game, Protect("Cy", z)), do(game, Pass())
    assert (kept.operating.bank, kept.operating.finish) == (190, "")
    assert (fallen.operating.bank, fallen.operating.finish) == (26, "bank")
    # Bought first, the 90 are there when the shares are sold: 190 pay 164
    game = with_bank(four(title), 100, y)
    game = do(game, BuyShare(y, "IPO"), SellShares("Dan", z, 2), Pass(), Pass())
    assert (game.operating.bank, game.operating.finish) == (26, "")


@rule("1850", "17c")
@rule("1870", "12a")
@both
def test_the_cash_of_a_closed_company_does_not_mend_the_bank(title: str) -> None:
    # Dan sells one of x, which closes by it, and two of z: 10 and 164 out of 100
    x, y, z = COMPANIES[title]
    game = with_cash(at(four(title), x, 7, 0), Ann=0, Cy=0)
    game = with_bank(game, 100, y)
    treasury = cash(game, x)
    game = turn(game, SellShares("Dan", x, 1), SellShares("Dan", z, 2))
    assert x not in game.operating.corporations
    assert (game.operating.bank, game.operating.finish) == (100 + treasury - 174, "bank")


# protection and companies that close (1850 5.1.1, 5.9; 1870 Compliance Sales)


@rule("1850", "10c", "13e")
@rule("1870", "7d", "8c")
@both
def test_room_for_protection_is_that_after_a_company_closed(title: str) -> None:
    # x at 10 closes with one share, since Ann has no cash; z waits for Cy
    x, _, z = COMPANIES[title]
    most, fewer = {"1850": (14, 12), "1870": (16, 14)}[title]
    game = with_cash(at(four(title), x, 7, 0), Ann=0)
    # Cy: the president's certificate of z and two; with two more he is at the old limit
    game = holding(game, "Cy", most - 2 - 3)
    assert (counted(game, "Cy"), limit(game)) == (most - 2, most)
    closing = turn(game, SellShares("Dan", x, 1), SellShares("Dan", z, 2))
    assert (x in closing.operating.corporations, limit(closing)) == (False, fewer)
    assert not allowed(closing, Protect)
    assert place(closing, z) == (4, 6)
    # The other way round he is asked before x closes, and is above the limit then
    game = turn(game, SellShares("Dan", z, 2), SellShares("Dan", x, 1))
    assert allowed(game, Protect) == [Protect("Cy", z)]
    game = do(game, Protect("Cy", z))
    assert (counted(game, "Cy"), limit(game)) == (most, fewer)
    # Play goes on left of Cy, though x was answered after z: nobody protected it
    assert (player_to_act(game), game.priority) == ("Dan", "Dan")
    while player_to_act(game) != "Cy":
        game = do(game, Pass())
    assert {type(choice.action) for choice in legal_actions(game)} == {SellShares}


@rule("1850", "10a", "14a")
@rule("1870", "7c", "8e")
@both
def test_a_company_saved_and_one_that_closes_in_one_turn(title: str) -> None:
    x, y, z = COMPANIES[title]
    game = at(at(at(four(title), x, 7, 0), y, 7, 0), z, 7, 0)
    sales = [SellShares("Dan", name, 1) for name in (y, x, z)]
    game = turn(game, *sales)
    game = do(game, Pass(), Protect("Ann", x), Pass())
    assert {name for name in (x, y, z) if name in game.operating.corporations} == {x}
    assert row(game, x).shares == {"Ann": 50, "Dan": 10, "IPO": 40}
    assert (player_to_act(game), money(game)) == ("Bob", 12_000)
    assert parse(game.document()) == game
    # What he sold of it he does not buy back; of those that closed nothing is left
    assert game.stock is not None
    assert set(game.stock.sold["Dan"]) >= {x}
    assert x not in {a.corporation for a in allowed(with_turn(game, "Dan"), BuyShare)}


# presidents (1850 5.5, 5.9.3; 1870 Transfer of Presidency)


@rule("1850", "11a", "13a", "14e")
@rule("1870", "5d", "8a", "8g")
@both
def test_a_president_sells_his_office_and_shares_that_are_protected(title: str) -> None:
    # Bob sells three of y: Dan, with 20%, has more than his 10%. One of x, which Ann protects.
    x, y, _ = COMPANIES[title]
    game = with_turn(held(four(title), x, Ann=40, Bob=20), "Bob")
    game = turn(game, SellShares("Bob", y, 3), SellShares("Bob", x, 1))
    assert row(game, y).owner == "Dan"
    # Nobody is asked for y: it falls from 90 in row 1 by three before Ann is asked
    assert (place(game, y), allowed(game, Protect)) == ((4, 6), [Protect("Ann", x)])
    game = do(game, Protect("Ann", x))
    assert (row(game, x).shares["Ann"], player_to_act(game)) == (50, "Bob")


@rule("1850", "11a", "14c")
@rule("1870", "5d", "8d")
@both
def test_an_office_held_by_protection_is_sold_down_to_60(title: str) -> None:
    # Cy has 80% by protection and Dan 20%: he sells two at least, and keeps the office
    _, _, z = COMPANIES[title]
    game = with_turn(held(four(title), z, Cy=80, Dan=20), "Cy")
    assert [a.count for a in allowed(game, SellShares) if a.corporation == z] == [2, 3, 4, 5]
    game = turn(game, SellShares("Cy", z, 5))
    assert (row(game, z).owner, row(game, z).shares["Cy"]) == ("Cy", 30)
    # Nobody protects his own sale: 82 in row 2 falls by five
    assert place(game, z) == (7, 6)


# redemption, reissue and need (1850 5.10, 5.11, 10.7; 1870 Forced Stock Sales)


NEEDY = {"1850": ("UP", "I4.0", {"I4": "57@1", "I2": "3@3"}), "1870": ("FW", "J3.0", {})}
"""A company with a route from home to a town, its home and its track."""
NEEDY["1870"][2].update({"J3": "57@0", "I4": "8@0", "H3": "4@2"})


def needy(title: str, **shares: int) -> Game:
    """Ann's company at 90, without money or a train; the cheapest train costs 800."""
    name, home, tiles = NEEDY[title]
    other = COMPANIES[title][1]
    game = stock_round(title, (name, 90, {"Ann": 60}), (other, 68, {"Cy": 80, "Ann": 10}))
    game = held(game, name, **shares)
    state = game.operating
    board = replace(state.board, tiles=tiles, tokens={home: (name,)})
    phase, depot = {"1850": "8", "1870": "6"}[title], Depot({"8": 3, "10": 2, "12": 1})
    game = replace(game, operating=replace(state, board=board, phase=phase, depot=depot))
    return changed(game, name, tokens_on_map=(home,), tokens_unplaced=(40,), operated=True)


@rule("1850", "16e", "16f")
@rule("1870", "9i")
@both
def test_money_of_reissued_shares_buys_the_train_that_is_needed(title: str) -> None:
    # 790, and one reissued share at 90 that Bob buys: 880 when the operating round begins
    name = NEEDY[title][0]
    game = with_cash(needy(title, Ann=40, Bob=30, treasury=30), **{name: 790})
    game = turn(do(game, ReissueShares(name)), BuyShare(name, "IPO"))
    assert (player_to_act(game), cash(game, name)) == ("Cy", 880)
    game = to_operating(game)
    while not allowed(game, BuyTrain):
        game = do(game, Pass())
    assert BuyTrain("8", 800) in allowed(game, BuyTrain)
    assert not allowed(game, SellShares)
    game = do(game, BuyTrain("8", 800))
    assert (cash(game, name), cash(game, "Ann")) == (80, 1000)


@rule("1850", "15h", "13f")
@rule("1870", "9c", "8h")
@both
def test_redeemed_shares_are_not_sold_in_need_and_sold_ones_are_redeemed_later(title: str) -> None:
    # 700 and Ann's 20: one of Cy's company at 68 and one of her own are to pay 80
    name, other = NEEDY[title][0], COMPANIES[title][1]
    game = needy(title, Ann=50, Bob=20, treasury=30)
    game = to_operating(with_cash(game, Ann=20, Cy=0, **{name: 700}))
    while not allowed(game, SellShares):
        game = do(game, Pass())
    sales = {(a.player, a.corporation) for a in allowed(game, SellShares)}
    assert sales == {("Ann", name), ("Ann", other)}
    price = row(game, name).share_price or 0
    game = do(game, SellShares("Ann", name, 1))
    # Of her own company nobody is asked: it falls one row at once
    assert row(game, name).shares == {"Ann": 40, "Bob": 20, "market": 10, "treasury": 30}
    game = do(game, BuyTrain("8", 800))
    assert cash(game, "Ann") == 20 + price - 100
    # In the next stock round the company may take it back from the market, at the lower price
    while game.stock is None:
        run = allowed(game, Run)
        game = do(game, Run(), Dividend("withhold")) if run else do(game, Pass())
    while player_to_act(game) != "Ann":
        game = turn(game)
    assert RedeemShare(name, "market") not in allowed(with_cash(game, **{name: 10}), RedeemShare)
    game = with_cash(game, **{name: 500})
    assert RedeemShare(name, "market") in allowed(game, RedeemShare)


@rule("1850", "13f", "14f")
@rule("1870", "8h", "O8")
@both
def test_in_need_too_only_what_nobody_protects_breaks_the_bank(title: str) -> None:
    # 650 and Ann's 20: one of her own at 90 and one of Cy's company at 68 bring the 130 more
    name, other = NEEDY[title][0], COMPANIES[title][1]
    game = needy(title, Ann=50, Bob=20, treasury=30)
    game = to_operating(with_cash(game, Ann=20, Cy=100, **{name: 650}))
    game = with_bank(game, 95, other)
    while not allowed(game, SellShares):
        game = do(game, Pass())
    assert row(game, name).share_price == 90
    game = do(game, SellShares("Ann", name, 1), SellShares("Ann", other, 1))
    # Her own fell, for which the 95 were enough; Cy is asked
    assert (game.operating.finish, allowed(game, Protect)) == ("", [Protect("Cy", other)])
    assert parse(game.document()) == game
    kept, fallen = do(game, Protect("Cy", other)), do(game, Pass())
    assert (kept.operating.bank, kept.operating.finish) == (5, "")
    assert (fallen.operating.bank, fallen.operating.finish) == (-63, "bank")


@rule("1850", "13f", "17a", "14f")
@rule("1870", "8h", "12b", "O8")
@both
def test_a_bankruptcy_with_an_empty_bank_ends_by_bankruptcy(title: str) -> None:
    # Ann sells what she may: three of her own and one of Cy's. The bank has nothing for them.
    name, other = NEEDY[title][0], COMPANIES[title][1]
    game = with_cash(needy(title, Ann=50, Bob=20, treasury=30), Ann=20, Cy=100, **{name: 0})
    game = with_bank(to_operating(game), 0, other)
    while not allowed(game, Bankrupt):
        game = do(game, Pass())
    game = do(game, Bankrupt())
    assert (game.over, allowed(game, Protect)) == (False, [Protect("Cy", other)])
    assert parse(game.document()) == game
    for answer, paid in ((Protect("Cy", other), 68), (Pass(), 0)):
        after = do(game, answer)
        assert (after.over, cash(after, "Ann"), cash(after, "Cy")) == (True, 0, 100 - paid)
        assert after.operating.finish == "bankrupt"
        (ann,) = [standing for standing in standings(after) if standing.player == "Ann"]
        assert ann.worth == 2 * (row(after, name).share_price or 0)


# private companies whose share is of a company that closes (1850 15.2, 1870 Private Companies)


SHARED = {"1850": ("MMR", "RI"), "1870": ("MKT", "MKT")}
"""A private company that brings a share, and its company."""


@rule("1850", "4a", "10a", "17f")
@rule("1870", "2c", "7c", "12c")
@both
def test_a_private_company_outlives_the_company_whose_share_it_brought(title: str) -> None:
    # It has no train: at 10 in row 7 its price goes left, which there is down, and it is closed
    private, name = SHARED[title]
    y = COMPANIES[title][1]
    game = stock_round(title, (name, 100, {"Ann": 60, "Bob": 10}), (y, 90, {"Bob": 60}))
    game = owning(at(changed(game, name, trains=()), name, 7, 0), **{private: "Bob"})
    before = counted(game, "Bob")
    game = to_operating(game)
    while name in game.operating.corporations:
        game = do(game, Pass())
    assert game.operating.privates[private] == "Bob"
    # The share at 10 did not count; the private company still does
    assert counted(game, "Bob") == before
    assert parse(game.document()) == game
    (bob,) = [standing for standing in standings(game) if standing.player == "Bob"]
    assert {part.what: part.worth for part in bob.holdings}.get(private) == 160
    assert all(part.what != name or part.each == 160 for part in bob.holdings)
    # It goes on to pay 20 a round
    while game.stock is None:
        game = do(game, Pass())
    held_cash = cash(game, "Bob")
    game = to_operating(game)
    assert cash(game, "Bob") == held_cash + 20


@rule("1870", "2a", "2b", "7c")
def test_1870_slsf_closes_in_its_own_turn_with_its_presidents_certificate() -> None:
    # It operates with the 20% of its private company, which is its president's certificate
    game = stock_round("1870", ("SLSF", 100, {"Ann": 20}), ("IC", 90, {"Bob": 60}))
    game = changed(game, "SLSF", floated=True, operated=True)
    game = at(game, "SLSF", 7, 0)
    assert counted(game, "Ann") == 0  # brown
    assert counted(at(game, "SLSF", 5, 6), "Ann") == 1
    game = to_operating(game)
    assert game.operating.turn is not None
    while "SLSF" in game.operating.corporations:
        game = do(game, Pass())
    assert parse(game.document()) == game
    assert limit(game) == 17
    (ann,) = [standing for standing in standings(game) if standing.player == "Ann"]
    assert ann.holdings == ()
    assert money(game) == 12_000


# undo through all of it


@both
def test_what_was_asked_and_answered_is_taken_back(title: str) -> None:
    x, y, z = COMPANIES[title]
    history = History(with_cash(at(four(title), x, 7, 0), Ann=0))
    moments = [history.game]
    for action in (
        SellShares("Dan", z, 2),
        SellShares("Dan", x, 1),
        BuyShare(y, "IPO"),
        Protect("Cy", z),
        Pass(),
    ):
        history.apply(action)
        moments.append(history.game)
    assert x not in history.game.operating.corporations
    while len(moments) > 1:
        assert history.game == moments.pop()
        history.undo()
    assert history.game == moments[0]


# connection runs (1870)


@rule("1870", "7d", "12a")
def test_1870_a_bank_broken_in_a_connection_run_that_a_stock_round_opened_ends_the_set() -> None:
    # IC's marker fills Fort Worth, on FW's way: with one share of it sold IC is gone
    tiles = {
        "B3": "8@0", "C2": "8@3", "D3": "9@2", "E4": "8@0", "F3": "9@0", "G2": "8@3",
        "H3": "4@2", "I4": "8@0", "J3": "57@0",
    }  # fmt: skip
    game = stock_round("1870", ("FW", 100, {"Ann": 60}), ("IC", 90, {"Bob": 40, "Ann": 20}))
    game = at(with_cash(game, Bob=0, IC=0), "IC", 7, 0)
    state = game.operating
    tokens = {"J3.0": ("FW",), "A2.0": ("IC",)}
    board = replace(state.board, tiles=tiles, tokens=tokens, markers=())
    game = replace(game, operating=replace(state, board=board))
    game = changed(game, "FW", trains=("3",), tokens_on_map=("J3.0",), tokens_unplaced=(40,))
    game = changed(game, "IC", tokens_on_map=("A2.0",), tokens_unplaced=(40,))
    game = turn(game, SellShares("Ann", "IC", 1))
    assert "IC" not in game.operating.corporations
    game = with_bank(to_operating(game), 50, "FW")
    assert game.operating.turn is not None
    assert game.operating.turn.step == "first_connection"
    game = do(game, Special("destination", "FW", "map"), Run())
    assert Marker("destination", "A2.0", "FW") in game.operating.board.markers
    # Fort Worth 20, H3 10, Denver twice 30: 90, and the bank has 50
    assert Dividend("half") not in allowed(game, Dividend)
    game = do(game, Dividend("withhold"))
    assert (game.operating.bank, game.operating.finish, game.over) == (-40, "bank", False)
    # Then FW has its turn, and the set of one round is the last
    assert game.operating.operating_rounds == (1, 1)
    while not game.over:
        game = do(game, Run(), Dividend("half")) if allowed(game, Run) else do(game, Pass())
    assert (game.operating.finish, game.stock) == ("bank", None)
