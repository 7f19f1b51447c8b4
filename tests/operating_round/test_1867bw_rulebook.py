"""Operating rounds of 1867 Big Wyoming, read from the rulebook alone: a test for each point.

Sides: 0 south, 1 southwest, 2 northwest, 3 north, 4 northeast, 5 southeast. Cheyenne (K13) has
printed track to Laramie (J14) and to L12, which borders Omaha (M11). C&N starts in Cheyenne and
CNW in Casper (H8). A start at 60 puts 120 into a treasury, one at 80 puts 160.
"""

from __future__ import annotations

from typing import Any

import pytest
from wyoming import (
    CASPER,
    CNW,
    EAST,
    SOUTH,
    accept,
    at,
    begin,
    cash_of,
    choices,
    cubes,
    decline,
    end,
    game,
    hold,
    lays,
    money,
    options_of,
    place,
    play,
    price_of,
    refinery,
    replace,
    turn,
)

from operating_round import actions as act
from operating_round.errors import IllegalAction
from operating_round.round import is_legal
from operating_round.state import Depot, State

CN = ("C&N", "Ann", 60)
EMPTY: list[list[str | None]] = [[None, None], [None, None], [None, None], [None, None]]


def laying(*started: tuple[str, str, int], **given: Any) -> State:
    """The first of these corporations is about to lay track."""
    return turn(game(*started, **given), started[0][0], "track")


def tiles_on(state: State, hex_id: str) -> set[str]:
    """The tiles that may be laid on a hex, without rotation."""
    return {tile.split("@")[0] for where, tile in lays(state) if where == hex_id}


def stations(state: State) -> dict[str, int]:
    """Where a station may be placed, and what it costs."""
    return {choice.action.stop: choice.cost for choice in choices(state, act.Token)}  # type: ignore[union-attr]


def with_tokens(state: State, **tokens: tuple[str | None, ...]) -> State:
    """Stations on the map; ``H8`` stands for the stop H8.0."""
    placed = {f"{name}.0": circles for name, circles in tokens.items()}
    return replace(state, board=replace(state.board, tokens={**state.board.tokens, **placed}))


def with_cash(state: State, **players: int) -> State:
    """Players with other money."""
    return replace(state, players={**state.players, **players})


# O1 (8.1)


def test_o1_private_companies_pay_their_owners() -> None:
    before = game(CN, privates={"P1": "Ann", "P13": "Cal", "P11": "C&N", "P6": "Bob"})
    after = begin(before)
    assert after.players["Ann"] - before.players["Ann"] == 5
    assert after.players["Cal"] - before.players["Cal"] == 25
    assert cash_of(after, "C&N") - cash_of(before, "C&N") == 15
    # P6 earns only when the Union Pacific takes a train (14.6)
    assert after.players["Bob"] == before.players["Bob"]


# O2 (8, 8.2)


def test_o2_the_highest_price_operates_first() -> None:
    first = begin(game(CN, CNW)).turn
    assert first is not None
    assert first.entity == "CNW"  # 80 before 60


def test_o2_of_equal_prices_the_one_farther_right_is_first() -> None:
    # row 4 of the market has its 80 in the fifth column, the start space 80 is in the fourth
    first = begin(place(game(CN, CNW), "C&N", 3, 4)).turn
    assert first is not None
    assert first.entity == "C&N"


def test_o2_in_one_box_the_higher_token_is_first() -> None:
    # who comes second goes beneath (4.3)
    for one, two in ((CN, ("CNW", "Bob", 60)), (("CNW", "Bob", 60), CN)):
        first = begin(game(one, two)).turn
        assert first is not None
        assert first.entity == one[0]


def test_o2_who_moves_goes_beneath_those_who_were_there() -> None:
    # both start at 60; CNW, below, moves first, then C&N: CNW is now on top
    state = game(CN, ("CNW", "Bob", 60), queue=EMPTY)
    for name in ("CNW", "C&N"):
        state = play(turn(state, name, "dividend", revenue=60), act.Dividend("full"))
    state = replace(state, turn=None, done=())
    first = begin(state).turn
    assert (price_of(state, "CNW"), price_of(state, "C&N")) == (70, 70)
    assert first is not None
    assert first.entity == "CNW"


# O3 (8.2.A)


def test_o3_two_yellow_tiles_and_no_third() -> None:
    state = play(laying(CN), act.Lay("J14", "6*", 2), act.Lay("L12", "9", 1))
    assert not lays(state)


def test_o3_after_a_yellow_tile_there_is_no_upgrade() -> None:
    state = laying(CN, phase="3")
    assert tiles_on(state, "K13") == {"14c", "619c"}
    state = play(state, act.Lay("L12", "9", 1))
    assert tiles_on(state, "K13") == set()
    assert "6*" in tiles_on(state, "J14")


def test_o3_after_an_upgrade_there_is_nothing_more() -> None:
    assert not lays(play(laying(CN, phase="3"), act.Lay("K13", "14c", 1)))


@pytest.mark.parametrize(
    ("tile", "phase", "next_tiles"),
    [
        ("", "2", set()),
        ("", "3", {"14c", "619c"}),
        ("14c@1", "4", set()),
        ("14c@1", "5", {"125c"}),
        ("125c@1", "6", set()),
        ("125c@1", "D", {"290c"}),
    ],
)
def test_o3_colours_come_with_phases(tile: str, phase: str, next_tiles: set[str]) -> None:
    state = laying(CN, phase=phase, tiles={"K13": tile} if tile else {})
    assert tiles_on(state, "K13") == next_tiles


# O4 (8.2.A)


def test_o4_letters_and_deposits_take_their_own_tiles_only() -> None:
    # Pocatello (A9) to B8 and on to Jackson (B6), and to B10 and on to the deposit C11
    state = laying(("OSL", "Ann", 60), tiles={"B8": "8@1", "B10": "9@2"})
    assert tiles_on(state, "B6") == {"6j"}
    assert tiles_on(state, "C11") == {"d1", "d2"}
    assert tiles_on(laying(("OSL", "Ann", 60)), "B8") <= {"7", "8", "9"}
    assert tiles_on(laying(CN), "J14") == {"6*"}  # 57* would leave the map at the other end


# O5 (8.2.A)


def test_o5_new_track_on_a_plain_tile_must_connect() -> None:
    state = laying(CN, phase="3", tiles=EAST)
    # 9 joins SW and NE. 24, 26 and 27 add a branch from SW; 18, 19 and 20 a second track that meets
    # nothing; that of 23 would leave the map from SW, or start in Omaha, beyond which is no network
    assert tiles_on(state, "L12") == {"24", "26", "27"}


def test_o5_on_a_city_one_section_is_enough() -> None:
    # CNW fills Laramie, so C&N reaches its NE side only; the new side is N
    state = with_tokens(laying(CN, CNW, phase="3", tiles=SOUTH), J14=("CNW",))
    assert ("J14", "475*@3") in lays(state)
    assert tiles_on(state, "I13") == set()  # beyond the full city


# O6 (8.2.A, 15)


def test_o6_upgrades_keep_their_track() -> None:
    # d1 in I11 joins S and N: d4 (0 1 3) and d5 (0 3 5) hold a straight, d3 and d6 do not
    state = laying(CN, phase="3", tiles=SOUTH)
    assert tiles_on(state, "I11") == {"d4", "d5"}


def test_o6_no_track_into_the_reservation() -> None:
    # E7 lies north of Lander & Riverton (E9): no tile with side 3. 6* has r and r+2, 57* r and r+3
    state = laying(("WNW", "Ann", 60))
    sixes = {("E9", f"6*@{r}") for r in (0, 2, 4, 5)}
    others = {("E9", f"57*@{r}") for r in (1, 2, 4, 5)}
    assert lays(state) == sixes | others


def test_o6_a_tile_that_is_used_up_cannot_be_laid() -> None:
    used = {"J14": "6*@2", "G5": "6*@0", "H8": "6*@0", "H12": "6*@0", "D8": "6*@0"}
    assert tiles_on(laying(("WNW", "Ann", 60), tiles=used), "E9") == {"57*"}


# O7 (8.2.A)


def test_o7_terrain_is_paid_for_yellow_and_again_for_an_upgrade() -> None:
    state = play(laying(CN), act.Lay("J14", "6*", 2))
    assert cash_of(state, "C&N") == 120 - 30
    state = play(laying(CN, phase="3", tiles=SOUTH), act.Lay("J14", "475*", 3))
    assert cash_of(state, "C&N") == 120 - 30


def test_o7_who_cannot_pay_cannot_lay() -> None:
    assert "J14" in {where for where, _ in lays(laying(CN, CN={"cash": 30}))}
    assert "J14" not in {where for where, _ in lays(laying(CN, CN={"cash": 29}))}


# O8 (8.2.A)


def test_o8_a_tile_on_a_deposit_brings_a_cube() -> None:
    tiles = {name: tile for name, tile in SOUTH.items() if name != "I11"}
    state = play(laying(CN, tiles=tiles), act.Lay("I11", "d1", 0))
    assert at(state, "I11.0") == 1
    assert cash_of(state, "C&N") == 120 - 10


@pytest.mark.parametrize(("there", "then"), [(0, 1), (1, 2), (2, 2)])  # capacity 2 in phase 3
def test_o8_an_upgrade_keeps_cubes_and_adds_one_up_to_capacity(there: int, then: int) -> None:
    markers = (cubes("I11.0", there),) if there else ()
    state = laying(CN, phase="3", tiles=SOUTH, markers=markers)
    assert at(play(state, act.Lay("I11", "d4", 0)), "I11.0") == then


# O9 (8.2.B)


def test_o9_a_station_costs_three_times_the_value_without_a_refinery() -> None:
    given = game(CN, tiles=SOUTH, markers=(refinery("J14.0", "operational"),))
    assert stations(turn(given, "C&N", "token")) == {"J14.0": 60}  # 3 x 20
    state = play(turn(given, "C&N", "token"), act.Token("J14.0"))
    assert cash_of(state, "C&N") == 60
    green = game(CN, phase="3", tiles={**SOUTH, "J14": "475*@3"})
    assert stations(turn(green, "C&N", "token")) == {"J14.0": 90}  # 3 x 30


def test_o9_one_a_turn_and_not_twice_in_a_city() -> None:
    # Cheyenne green has a free circle, Casper is open: two places, but one station only
    tiles = {**CASPER, "K13": "14c@1", "H8": "441*@2"}
    state = turn(game(CN, phase="3", tiles=tiles, CN={"cash": 500}), "C&N", "token")
    assert stations(state) == {"J14.0": 60, "H8.0": 90}
    assert not stations(play(state, act.Token("J14.0")))


def test_o9_p12_pays_the_value_once() -> None:
    state = turn(game(CN, tiles=SOUTH, privates={"P12": "C&N"}), "C&N", "token")
    assert stations(state) == {"J14.0": 20}


# O10 (4.2, 9.2)


def test_o10_the_last_circle_is_kept_whichever_it_is() -> None:
    """Two circles in Casper, one of them taken by BH: the other is CNW's, first or second."""
    tiles = {**CASPER, "H8": "441*@2"}
    given = game(CN, ("BH", "Bob", 60), phase="3", tiles=tiles, CN={"cash": 500})
    for circles in (("BH", None), (None, "BH")):
        state = with_tokens(turn(given, "C&N", "token"), H8=circles)
        assert stations(state) == {"J14.0": 60}


def test_o10_the_home_of_a_queued_corporation_is_kept() -> None:
    # Casper in yellow has one circle, and CNW waits in the queue
    state = turn(game(CN, tiles=CASPER, CN={"cash": 500}), "C&N", "token")
    assert stations(state) == {"J14.0": 60}


def test_o10_a_second_circle_may_be_used_the_last_one_not() -> None:
    # Worland (G5) over H6 to Casper in green, which C&N reaches as well; CNW waits
    tiles = {**CASPER, "H8": "441*@2", "H6": "8@0", "G5": "57*@2"}
    rich = {"cash": 500}
    given = game(CN, ("BH", "Bob", 60), phase="3", tiles=tiles, CN=rich, BH=rich)
    state = play(turn(given, "BH", "token"), act.Token("H8.0"))
    assert cash_of(state, "BH") == 500 - 90
    assert stations(turn(state, "C&N", "token")) == {"J14.0": 60}


def test_o10_removal_frees_the_home() -> None:
    # the first 6 takes the fuller column of the queue: CNW and BH, two to one
    queue: list[list[str | None]] = [["CNW", "OSL"], ["BH", None], [None, None], [None, None]]
    given = game(CN, phase="5", tiles=CASPER, queue=queue, CN={"cash": 1000})
    given = replace(given, depot=Depot({"6": 2, "D": 8}))
    assert stations(turn(given, "C&N", "token")) == {"J14.0": 60}
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("6", 600))
    assert state.phase == "6"
    assert state.own["queue"][0] == [None, "OSL"]
    assert stations(turn(state, "C&N", "token")) == {"J14.0": 60, "H8.0": 60}


def test_o10_of_equal_columns_the_right_one_goes() -> None:
    queue: list[list[str | None]] = [["CNW", "OSL"], ["BH", "NP"], [None, None], [None, None]]
    given = game(CN, phase="5", tiles=CASPER, queue=queue, CN={"cash": 1000})
    given = turn(replace(given, depot=Depot({"6": 2, "D": 8})), "C&N", "trains")
    state = play(given, act.BuyTrain("6", 600))
    assert state.own["queue"][:2] == [["CNW", None], ["BH", None]]


# O11 (8.2.C.e)


@pytest.mark.parametrize(
    ("revenue", "price"),
    [(50, 60), (60, 70), (110, 70), (120, 80), (180, 80)],  # less, once, once, twice, at most two
)
def test_o11_a_dividend_pays_shares_and_moves_right(revenue: int, price: int) -> None:
    before = hold(game(CN), "C&N", Ann=40, Cal=10, market=20)  # and 30 in its treasury
    after = play(turn(before, "C&N", "dividend", revenue=revenue), act.Dividend("full"))
    assert after.players["Ann"] - before.players["Ann"] == revenue * 4 // 10
    assert after.players["Cal"] - before.players["Cal"] == revenue // 10
    assert cash_of(after, "C&N") - 120 == revenue * 3 // 10
    assert before.bank - after.bank == revenue * 8 // 10  # what the market earns stays in it
    assert price_of(after, "C&N") == price


def test_o11_withholding_moves_left() -> None:
    state = turn(game(CN), "C&N", "dividend", revenue=90)
    state = play(state, act.Dividend("withhold"))
    assert cash_of(state, "C&N") == 120 + 90
    assert price_of(state, "C&N") == 50


def test_o11_no_revenue_is_withheld() -> None:
    state = begin(game(CN))
    while state.turn is not None and state.turn.step in ("track", "token"):
        state = play(state, act.Pass())
    assert price_of(state, "C&N") == 50
    assert cash_of(state, "C&N") == 120


@pytest.mark.parametrize(
    ("space", "kind", "price"),
    [
        ((3, 0), "withhold", 30),  # leftmost: down instead
        ((2, 12), "full", 220),  # rightmost: up instead, below 245
        ((0, 15), "full", 350),  # no further
    ],
)
def test_o11_edges_of_the_market(space: tuple[int, int], kind: str, price: int) -> None:
    given = place(game(CN), "C&N", *space)
    state = turn(given, "C&N", "dividend", revenue=350)
    assert price_of(play(state, act.Dividend(kind)), "C&N") == price


# O12 (8.2.D)


def test_o12_only_the_cheapest_type_of_the_bank_and_any_of_others() -> None:
    given = game(CN, CNW, phase="3", CNW={"trains": ("2", "3")}, CN={"cash": 400})
    state = turn(given, "C&N", "trains")
    offers = {(c.action.source, c.action.train): c for c in choices(state, act.BuyTrain)}  # type: ignore[union-attr]
    assert set(offers) == {("bank", "3"), ("CNW", "2"), ("CNW", "3")}
    assert offers["bank", "3"].cost == 160
    assert offers["CNW", "3"].prices == (1, 400)


def test_o12_trains_of_others_in_phase_2_too() -> None:
    given = game(CN, CNW, CNW={"trains": ("2",)})
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("2", 1, "CNW"))
    assert state.corporations["C&N"].trains == ("2",)
    assert (cash_of(state, "C&N"), cash_of(state, "CNW")) == (119, 161)


@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2)])
def test_o12_o23_no_train_above_the_limit(phase: str, limit: int) -> None:
    def offers(count: int) -> list[Any]:
        row = {"trains": (phase,) * count, "cash": 2000}
        return options_of(turn(game(CN, phase=phase, CN=row), "C&N", "trains"), act.BuyTrain)

    assert offers(limit - 1)
    assert not offers(limit)


def test_o12_who_has_a_route_and_no_train_must_buy() -> None:
    with_route = turn(game(CN, tiles=EAST), "C&N", "trains")
    assert not is_legal(with_route, act.Pass())
    assert is_legal(turn(game(CN), "C&N", "trains"), act.Pass())
    owner = game(CN, tiles=EAST, CN={"trains": ("2",)})
    assert is_legal(turn(owner, "C&N", "trains"), act.Pass())


# O13 (8.2.D.c)


def test_o13_the_director_adds_what_is_missing() -> None:
    given = with_cash(game(CN, tiles=EAST, CN={"cash": 40}), Ann=70)
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("2", 100))
    assert cash_of(state, "C&N") == 0
    assert state.players["Ann"] == 70 - 60
    assert state.corporations["C&N"].trains == ("2",)


def test_o13_the_director_may_sell_others_shares() -> None:
    given = game(CN, CNW, tiles=EAST, CN={"cash": 40})
    given = hold(hold(given, "CNW", Bob=20, Ann=10), "C&N", Ann=40)
    state = turn(with_cash(given, Ann=20), "C&N", "trains")
    assert {sale.corporation for sale in options_of(state, act.SellShares)} == {"CNW"}
    state = play(state, act.SellShares("Ann", "CNW", 1))
    assert state.players["Ann"] == 20 + 80
    assert price_of(state, "CNW") == 70  # one down for one share
    state = play(state, act.BuyTrain("2", 100))
    assert state.players["Ann"] == 100 - 60


def test_o13_crisis_when_selling_is_declined_or_not_enough() -> None:
    given = with_cash(game(CN, CNW, tiles=EAST, CN={"cash": 40}), Ann=20)
    for shares in ({"Bob": 20, "Ann": 10}, {"Bob": 20}):
        before = turn(hold(given, "CNW", **shares), "C&N", "trains")
        state = play(before, act.Special("crisis"))
        assert state.players["Ann"] == 20  # keeps his money, and there is no bonus
        row = state.corporations["C&N"]
        assert row.own["acquired"]
        assert row.cash == 0
        assert price_of(state, "C&N") == 10  # no train: the lowest space of the second column
        assert money(state) == money(before)
        assert state.board.tokens["K13.0"] == ("C&N",)


def test_o13_no_crisis_for_who_can_pay() -> None:
    given = with_cash(game(CN, tiles=EAST, CN={"cash": 40}), Ann=60)
    assert not is_legal(turn(given, "C&N", "trains"), act.Special("crisis"))


def test_o13_a_crisis_exports_and_that_deposit_does_not_produce() -> None:
    markers = (cubes("I11.0", 1),)
    given = game(CN, tiles=SOUTH, markers=markers, queue=EMPTY, CN={"cash": 0})
    state = with_cash(replace(given, done=()), Ann=0)
    state = play(turn(state, "C&N", "trains"), act.Special("crisis"))
    # 1 - 1 at the acquisition; nothing is added at the end of that round (8.3)
    assert at(state, "I11.0") == 0


def test_o13_no_sale_that_puts_more_than_half_into_the_market() -> None:
    given = game(CN, CNW, tiles=EAST, CN={"cash": 40})
    given = hold(given, "CNW", Bob=20, Ann=10, market=50)
    state = turn(with_cash(given, Ann=20), "C&N", "trains")
    assert not options_of(state, act.SellShares)


def test_o13_shares_of_an_acquired_corporation_cannot_be_sold() -> None:
    given = game(CN, CNW, ("OSL", "Cal", 60), phase="6", tiles=EAST, CN={"cash": 40})
    given = hold(given, "CNW", Bob=20, Ann=10)
    trains = turn(with_cash(given, Ann=550), "C&N", "trains")  # a 6 costs 600: 10 are missing
    assert {sale.corporation for sale in options_of(trains, act.SellShares)} == {"CNW"}
    state = play(end(given), accept("CNW"))
    trains = turn(with_cash(state, Ann=550), "C&N", "trains")
    assert not options_of(trains, act.SellShares)


def test_o13_the_directors_certificate_needs_a_successor() -> None:
    given = game(CN, ("CNW", "Ann", 80), tiles=EAST, CN={"cash": 40})
    state = turn(with_cash(given, Ann=20), "C&N", "trains")
    assert not options_of(state, act.SellShares)
    given = hold(given, "CNW", Ann=20, Bob=20)
    state = turn(with_cash(given, Ann=20), "C&N", "trains")
    state = play(state, act.SellShares("Ann", "CNW", 1))
    assert state.corporations["CNW"].owner == "Bob"
    assert state.players["Ann"] == 20 + 80


# O14 (8.2.E)


def test_o14_issuing_brings_the_price_and_moves_down() -> None:
    state = turn(hold(game(CN), "C&N", Ann=40, market=40), "C&N", "shares")
    after = play(state, act.Issue(1))
    assert cash_of(after, "C&N") == 120 + 60
    assert price_of(after, "C&N") == 50
    assert after.corporations["C&N"].shares == {"Ann": 40, "market": 50, "treasury": 10}
    assert not is_legal(after, act.Redeem(1))


def test_o14_not_with_five_in_the_market_nor_more_than_one() -> None:
    full = turn(hold(game(CN), "C&N", Ann=40, market=50), "C&N", "shares")
    assert not options_of(full, act.Issue)
    some = turn(hold(game(CN), "C&N", Ann=40, market=20), "C&N", "shares")
    assert options_of(some, act.Issue) == [act.Issue(1)]
    assert options_of(some, act.Redeem) == [act.Redeem(1)]


def test_o14_redeeming_costs_the_price_and_moves_nothing() -> None:
    state = turn(hold(game(CN), "C&N", Ann=40, market=40), "C&N", "shares")
    after = play(state, act.Redeem(1))
    assert cash_of(after, "C&N") == 120 - 60
    assert price_of(after, "C&N") == 60
    assert after.corporations["C&N"].shares == {"Ann": 40, "market": 30, "treasury": 30}
    assert not is_legal(after, act.Issue(1))
    poor = turn(hold(game(CN, CN={"cash": 59}), "C&N", Ann=40, market=40), "C&N", "shares")
    assert not options_of(poor, act.Redeem)


# O15 (8.2)


@pytest.mark.parametrize("step", ["track", "token", "run", "trains", "shares"])
def test_o15_private_companies_at_half_to_double_from_phase_3(step: str) -> None:
    owned = {"P2": "Ann", "P9": "Bob", "P13": "Cal"}
    state = turn(game(CN, phase="3", privates=owned), "C&N", step)
    found = {c.action.private: c.prices for c in choices(state, act.BuyPrivate)}  # type: ignore[union-attr]
    # P2 40: 20 to 80; P9 70: 35 to 140, but 120 is all there is; P13 is never for sale
    assert found == {"P2": (20, 80), "P9": (35, 120)}
    assert not options_of(turn(game(CN, privates=owned), "C&N", step), act.BuyPrivate)


def test_o15_the_money_goes_to_the_player() -> None:
    before = game(CN, phase="3", privates={"P9": "Bob"})
    after = play(turn(before, "C&N", "token"), act.BuyPrivate("P9", 50))
    assert after.players["Bob"] - before.players["Bob"] == 50
    assert cash_of(after, "C&N") == 120 - 50
    assert after.privates["P9"] == "C&N"


# O16 (8.2)


def test_o16_an_acquired_corporation_only_moves_right() -> None:
    state = end(game(CN, CNW, phase="6", queue=EMPTY, CNW={"trains": ("5",)}), 1, 2)
    state = play(state, accept("CNW"))
    # the next round begins: CNW goes from 80 to 90 and it is C&N's turn at once
    assert price_of(state, "CNW") == 90
    assert state.turn is not None
    assert state.turn.entity == "C&N"


# O17 (8.3, 11)


@pytest.mark.parametrize(
    ("phase", "there", "then"),
    [
        ("2", 0, 1),  # produces 1
        ("2", 1, 2),
        ("2", 2, 1),  # at capacity 2: exports 1, does not produce
        ("3", 1, 2),
        ("4", 0, 2),  # produces 2
        ("4", 2, 3),  # 4 would be above 3
        ("4", 3, 2),  # exports 1
        ("5", 3, 2),
    ],
)
def test_o17_deposits_of_a_network_produce_or_export(phase: str, there: int, then: int) -> None:
    markers = (cubes("I11.0", there),) if there else ()
    assert at(end(game(CN, tiles=SOUTH, phase=phase, markers=markers)), "I11.0") == then


@pytest.mark.parametrize(("there", "then"), [(0, 3), (2, 4), (3, 4), (4, 2)])  # 3, capacity 4, 2
def test_o17_phase_6(there: int, then: int) -> None:
    markers = (cubes("I11.0", there),) if there else ()
    state = end(game(CN, CNW, tiles=SOUTH, phase="6", markers=markers))
    assert at(state, "I11.0") == then


@pytest.mark.parametrize(("there", "then"), [(0, 0), (1, 1), (2, 1)])
def test_o17_outside_all_networks_deposits_export_but_do_not_produce(there: int, then: int) -> None:
    markers = (cubes("L6.0", there),) if there else ()
    state = end(game(CN, tiles={**SOUTH, "L6": "d1@0"}, markers=markers))
    assert at(state, "L6.0") == then


# O18 (8.4, 14.9)


def test_o18_refineries_develop_and_the_off_board_one_stays() -> None:
    given = game(
        CN,
        markers=(
            refinery("J14.0", "disrepair"),
            refinery("H8.0", "inoperational"),
            refinery("G5.0", "construction"),
            refinery("E3.0", "operational"),
            refinery("C1.0", "operational"),
        ),
    )
    state = end(given)
    found = {name: at(state, f"{name}.0", "refinery") for name in ("J14", "H8", "G5", "E3", "C1")}
    assert found == {
        "J14": "",
        "H8": "disrepair",
        "G5": "inoperational",
        "E3": "inoperational",
        "C1": "operational",
    }


def test_o18_then_p9_may_found_one() -> None:
    state = end(game(CN, privates={"P9": "Bob"}, markers=(refinery("J14.0", "construction"),)))
    assert at(state, "J14.0", "refinery") == "inoperational"
    assert "J14" not in {found.hex for found in options_of(state, act.Assign)}
    state = play(state, act.Assign("P9", "H8"))
    assert at(state, "H8.0", "refinery") == "inoperational"  # not developed in this round
    assert state.privates["P9"] == "closed"


def test_o18_p9_not_with_five_nor_by_a_corporation() -> None:
    five = tuple(refinery(f"{n}.0", "construction") for n in ("J14", "H8", "G5", "E3", "E9"))
    for owner, markers in (("Bob", five), ("C&N", ())):
        state = end(game(CN, privates={"P9": owner}, markers=markers))
        assert not options_of(state, act.Assign)


# O19 (8.5)


def test_o19_the_union_pacific_takes_a_train_after_the_last_round() -> None:
    given = game(CN, phase="3", privates={"P6": "Bob"})
    assert given.depot.upcoming["3"] == 5
    last = end(given, 2, 2)
    assert last.depot.upcoming["3"] == 4
    assert last.players["Bob"] - given.players["Bob"] == 20
    earlier = end(given, 1, 2)
    assert earlier.depot.upcoming["3"] == 5
    assert earlier.players["Bob"] == given.players["Bob"]


def test_o19_the_first_of_a_type_changes_the_phase() -> None:
    given = game(CN, CNW, phase="3", CN={"trains": ("2", "3")}, CNW={"trains": ("2",)})
    state = end(replace(given, depot=Depot({"4": 4, "5": 2, "6": 2, "D": 8})), 2, 2)
    assert state.phase == "4"
    assert state.depot.upcoming["4"] == 3
    assert state.corporations["C&N"].trains == ("3",)  # 2-trains leave
    assert state.corporations["CNW"].trains == ()


def test_o19_the_first_5_of_the_union_pacific_closes_private_companies() -> None:
    given = game(CN, phase="4", privates={"P1": "Ann", "P11": "C&N", "P6": "Bob"})
    state = end(replace(given, depot=Depot({"5": 2, "6": 2, "D": 8})), 2, 2)
    assert state.phase == "5"
    assert state.privates["P1"] == "closed"
    assert (state.privates["P11"], state.privates["P6"]) == ("C&N", "Bob")
    assert state.players["Bob"] - given.players["Bob"] == 20


def test_o19_o20_its_first_6_brings_offers_in_the_same_round() -> None:
    queue: list[list[str | None]] = [["CBQ", "OSL"], ["BH", None], [None, None], [None, None]]
    given = game(CN, phase="5", queue=queue)
    state = end(replace(given, depot=Depot({"6": 2, "D": 8})), 3, 3)
    assert state.phase == "6"
    assert state.own["queue"][0] == [None, "OSL"]
    state = play(state, decline("C&N"))
    assert state.board.tokens["A9.0"] == ("OSL",)


# O20 (8.6)


def test_o20_no_offers_before_phase_6() -> None:
    assert not options_of(end(game(CN, CNW, phase="5")), act.Special)


def test_o20_offers_go_by_price_and_refusals_move_down() -> None:
    queue: list[list[str | None]] = [["CBQ", None], ["BH", None], [None, None], [None, None]]
    state = end(game(CN, CNW, phase="6", queue=queue))
    both = [accept("CNW"), decline("CNW")]
    assert sorted(options_of(state, act.Special), key=str) == sorted(both, key=str)
    state = play(state, decline("CNW"))
    assert price_of(state, "CNW") == 70
    state = play(state, decline("C&N"))
    assert price_of(state, "C&N") == 50
    assert state.board.tokens["E3.0"] == ("CBQ",)  # the top of the queue


def test_o20_with_an_empty_queue_the_last_one_must_accept() -> None:
    state = play(end(game(CN, CNW, phase="6", queue=EMPTY)), decline("CNW"))
    if state.turn is not None and state.turn.step == "offers":
        assert not is_legal(state, decline("C&N"))
        state = play(state, accept("C&N"))
    assert state.corporations["C&N"].own["acquired"]
    assert not state.corporations["CNW"].own.get("acquired")


def test_o20_the_first_acceptance_ends_the_offers() -> None:
    state = play(end(game(CN, CNW, phase="6")), accept("CNW"))
    assert not options_of(state, act.Special)
    assert price_of(state, "C&N") == 60


def test_o20_equal_prices_go_by_place_on_the_market() -> None:
    state = end(place(game(CN, CNW, phase="6"), "C&N", 3, 4))  # 80 too, but farther right
    assert {offer.at for offer in options_of(state, act.Special)} == {"C&N"}


def test_o20_a_refusal_in_the_lowest_row_moves_nothing() -> None:
    # the ninth column ends with 120
    state = end(place(game(CN, CNW, phase="6"), "C&N", 3, 8))
    assert price_of(play(state, decline("C&N")), "C&N") == 120


# O21 (8.6)


def test_o21_the_bonus_is_the_last_revenue_and_30_for_each_refusal() -> None:
    row = {"trains": ("5",), "cash": 100}
    given = game(
        CN, CNW, tiles=EAST, phase="6", privates={"P11": "C&N"}, CN=row, CNW={"trains": ("5",)}
    )
    given = replace(given, done=("CNW",))
    given = hold(given, "C&N", Ann=40, Cal=10, market=30)
    state = play(turn(given, "C&N", "run"), act.Run(), act.Dividend("withhold"))
    assert cash_of(state, "C&N") == 100 + 90  # Cheyenne 20 and Omaha 70
    assert price_of(state, "C&N") == 50
    while state.turn is not None and state.turn.step != "offers":
        state = play(state, act.Pass())
    before = play(state, decline("CNW"))
    after = play(before, accept("C&N"))
    assert after.players["Ann"] - before.players["Ann"] == 48  # 40% of 90 + 30
    assert after.players["Cal"] - before.players["Cal"] == 12
    gone = after.corporations["C&N"]
    assert (gone.cash, gone.trains, gone.tokens_unplaced, gone.companies) == (0, (), (), ())
    assert after.privates["P11"] == "closed"
    assert after.board.tokens["K13.0"] == ("C&N",)
    assert {name: gone.shares.get(name, 0) for name in ("Ann", "Cal", "market", "treasury")} == {
        "Ann": 40,
        "Cal": 10,
        "market": 0,
        "treasury": 0,
    }
    assert money(after) == money(before)


def test_o21_deposits_export_and_a_corporation_without_train_falls() -> None:
    given = game(("C&N", "Ann", 140), phase="6", tiles=SOUTH, markers=(cubes("I11.0", 1),))
    state = end(given)
    assert at(state, "I11.0") == 4  # 1 + 3
    state = play(state, accept("C&N"))
    assert at(state, "I11.0") == 2
    assert price_of(state, "C&N") == 120  # the ninth column ends in row 4, below 140


# O22 (8.6)


def test_o22_a_queued_corporation_goes_to_its_home() -> None:
    # Cody (E3) leads northeast to the deposit F2
    queue: list[list[str | None]] = [["CBQ", None], ["BH", None], ["NP", None], [None, None]]
    given = game(
        CN, phase="6", queue=queue, tiles={"E3": "57*@1", "F2": "d1@1"}, markers=(cubes("F2.0", 3),)
    )
    state = end(given)
    assert at(state, "F2.0") == 3  # in nobody's network, below 4
    state = play(state, decline("C&N"))
    assert state.board.tokens["E3.0"] == ("CBQ",)
    assert at(state, "F2.0") == 1  # exports 2
    assert [row for row in state.own["queue"] if any(row)] == [["BH", None], ["NP", None]]
    assert state.own["queue"][0] == ["BH", None]
    assert not state.corporations["CBQ"].floated


# O23 (11)


def test_o23_trains_above_a_new_limit_leave_the_game_at_once() -> None:
    given = game(
        CN,
        CNW,
        phase="3",
        CN={"trains": ("3", "3"), "cash": 300},
        CNW={"trains": ("3", "3", "3", "3")},
    )
    given = replace(given, depot=Depot({"4": 4, "5": 2, "6": 2, "D": 8}))
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("4", 300))
    assert state.phase == "4"
    if len(state.corporations["CNW"].trains) > 3:
        state = play(state, act.Discard("CNW", "3"))
    assert state.corporations["CNW"].trains == ("3", "3", "3")
    assert state.corporations["C&N"].trains == ("3", "3", "4")
    assert not state.depot.discarded


def test_o23_the_first_5_closes_private_companies_but_p6_and_p11() -> None:
    owners = {"P1": "Ann", "P8": "C&N", "P6": "Bob", "P11": "C&N", "P13": "Cal"}
    given = game(CN, phase="4", privates=owners, CN={"cash": 500})
    given = replace(given, depot=Depot({"5": 2, "6": 2, "D": 8}))
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("5", 450))
    assert state.phase == "5"
    left = {name for name, owner in state.privates.items() if owner not in ("closed", None)}
    assert left == {"P6", "P11"}


def test_o23_rust() -> None:
    for bought, before, price, rusted in (
        ("4", "3", 300, "2"),
        ("6", "5", 600, "3"),
        ("D", "6", 900, "4"),
    ):
        row = {"trains": (rusted,), "cash": 1000}
        given = game(CN, CNW, phase=before, CN=row, CNW={"trains": (rusted, "5")})
        given = turn(replace(given, depot=Depot({bought: 2})), "C&N", "trains")
        state = play(given, act.BuyTrain(bought, price))
        assert state.corporations["C&N"].trains == (bought,)
        assert state.corporations["CNW"].trains == ("5",)


def test_o23_the_union_pacific_changes_limits_too() -> None:
    given = game(CN, CNW, phase="3", CNW={"trains": ("3", "3", "3", "3")})
    state = end(replace(given, depot=Depot({"4": 4, "5": 2, "6": 2, "D": 8})), 2, 2)
    if len(state.corporations["CNW"].trains) > 3:
        state = play(state, act.Discard("CNW", "3"))
    assert state.corporations["CNW"].trains == ("3", "3", "3")
    assert state.round == "SR 4"


def test_o23_more_operating_rounds_begin_with_the_next_set() -> None:
    state = begin(game(CN, CN={"cash": 700}), of=1)
    state = replace(state, depot=Depot({"3": 6, "4": 4, "5": 2, "6": 2, "D": 8}))
    state = play(turn(state, "C&N", "trains", of=1), act.BuyTrain("3", 160))
    while state.turn is not None:
        state = play(state, act.Pass())
    assert (state.phase, state.round) == ("3", "SR 4")  # phase 3 has two, this set had one


# O24 (9.1)


def closing(queue: list[list[str | None]]) -> State:
    """C&N withholds 50 on the space beside Closed; P12 and a train are its own."""
    row = {"trains": ("2",)}
    given = game(CN, CNW, tiles=EAST, queue=queue, CN=row, privates={"P12": "C&N"})
    given = turn(place(given, "C&N", 7, 1), "C&N", "dividend", revenue=50)
    return play(given, act.Dividend("withhold"))


def test_o24_closed_goes_to_the_back_of_the_queue() -> None:
    state = closing([["OSL", "CBQ"], ["BH", None], [None, None], [None, None]])
    row = state.corporations["C&N"]
    assert (row.cash, row.trains, row.companies, row.ipoed) == (0, (), (), False)
    assert state.privates["P12"] == "closed"
    assert not any("C&N" in circles for circles in state.board.tokens.values())
    # the highest row that has no token, leftmost
    assert state.own["queue"][1:3] == [["BH", None], ["C&N", None]]


def test_o24_without_room_it_leaves_the_game() -> None:
    state = closing([["OSL", "CBQ"], ["BH", None], ["NP", None], ["NWW", None]])
    assert not any("C&N" in row for row in state.own["queue"])
    assert state.corporations["C&N"].closed


def test_o24_issuing_and_refusing_can_close_too() -> None:
    queue: list[list[str | None]] = [["OSL", None], [None, None], [None, None], [None, None]]
    # 10 at the foot of the first column lies on Closed
    given = place(game(CN, CNW, queue=queue), "C&N", 6, 0)
    state = play(turn(given, "C&N", "shares"), act.Issue(1))
    assert not state.corporations["C&N"].ipoed
    assert state.own["queue"][1] == ["C&N", None]
    given = place(game(CN, CNW, phase="6", queue=queue), "C&N", 6, 0)
    state = play(end(given), decline("CNW"), decline("C&N"))
    assert not state.corporations["C&N"].ipoed
    # OSL was at the top of the queue and is acquired; C&N moves up from the second row
    assert state.board.tokens["A9.0"] == ("OSL",)
    assert state.own["queue"][0] == ["C&N", None]


# O25 (2, 10)


def test_o25_the_game_ends_with_the_last_acquisition() -> None:
    state = end(game(CN, CNW, phase="6", CN={"trains": ("5",)}, CNW={"trains": ("5",)}), 1, 2)
    state = play(state, accept("CNW"))
    assert not state.over  # C&N still runs
    while state.turn is not None and state.turn.step != "offers":
        move = act.Run() if state.turn.step == "run" else act.Pass()
        state = play(state, move)
    state = play(state, accept("C&N"))
    assert state.over


# Private companies (14)


def test_p1_blocks_laramie_until_a_corporation_buys_it() -> None:
    state = laying(CN, phase="3", privates={"P1": "Ann"})
    assert tiles_on(state, "J14") == set()
    state = play(state, act.BuyPrivate("P1", 30), act.Lay("J14", "6*", 2, by="P1"))
    assert cash_of(state, "C&N") == 120 - 30 - 30  # price and terrain
    # it was an extra: the two yellow tiles are still to come
    state = play(state, act.Lay("I13", "8", 3), act.Lay("L12", "9", 1))
    assert not lays(state)


def test_p1_opens_laramie_when_it_closes() -> None:
    given = game(CN, phase="4", privates={"P1": "Ann"}, CN={"cash": 600})
    given = replace(given, depot=Depot({"5": 2, "6": 2, "D": 8}))
    assert tiles_on(turn(given, "C&N", "track"), "J14") == set()
    state = play(turn(given, "C&N", "trains"), act.BuyTrain("5", 450))
    assert tiles_on(turn(state, "C&N", "track"), "J14") == {"6*"}


def test_p2_extra_tile_at_any_step() -> None:
    # Lander & Riverton (E9) south over E11 to Green River (E13)
    tiles = {"E9": "6*@4", "E11": "9@0"}
    given = game(("WNW", "Ann", 60), phase="3", tiles=tiles, privates={"P2": "Ann"})
    assert tiles_on(turn(given, "WNW", "track"), "E13") == set()
    state = play(turn(given, "WNW", "shares"), act.BuyPrivate("P2", 40))
    state = play(state, act.Lay("E13", "57*", 0, by="P2"))
    assert cash_of(state, "WNW") == 120 - 40
    assert state.board.tiles["E13"] == "57*@0"


def test_p3_places_a_refinery_that_only_its_owner_uses() -> None:
    given = game(("OSL", "Ann", 60), CN, phase="3", privates={"P3": "OSL"})
    state = turn(given, "OSL", "run")
    # Pocatello is in its network; Butte, Grand Junction and Rapid City are not
    assert options_of(state, act.Assign) == [act.Assign("P3", "A9")]
    state = play(state, act.Assign("P3", "A9"))
    assert at(state, "A9.0", "refinery") == "operational"


@pytest.mark.parametrize(("owner", "revenue"), [("CBQ", 80), ("NP", 50)])
def test_p3_only_its_corporation_delivers(owner: str, revenue: int) -> None:
    # the deposit F2, Cody (E3), D2, Butte (C1): 20 + 30 in phase 3, and 30 for a cube in Butte
    given = game(
        ("CBQ", "Ann", 60),
        ("NP", "Bob", 60),
        phase="3",
        tiles={"F2": "d1@1", "E3": "6*@2", "D2": "9@2"},
        markers=(cubes("F2.0", 1),),
        privates={"P3": owner},
        CBQ={"trains": ("3",)},
    )
    state = play(turn(given, owner, "run"), act.Assign("P3", "C1"))
    state = play(turn(state, "CBQ", "run"), act.Run())
    assert state.turn is not None
    assert state.turn.revenue == revenue


@pytest.mark.parametrize(("privates", "cost"), [({}, 20), ({"P5": "OSL"}, 10)])
def test_p5_half_the_terrain(privates: dict[str, str], cost: int) -> None:
    state = laying(("OSL", "Ann", 60), privates=privates)
    assert {c.cost for c in choices(state, act.Lay) if c.action.hex == "B8"} == {cost}  # type: ignore[union-attr]
    assert {c.cost for c in choices(state, act.Lay) if c.action.hex == "B10"} == {10}  # type: ignore[union-attr]
    # Jackson itself is excluded
    near = laying(("OSL", "Ann", 60), privates=privates, tiles={"B8": "8@1"})
    assert {c.cost for c in choices(near, act.Lay) if c.action.hex == "B6"} == {20}  # type: ignore[union-attr]


def test_p6_replaces_a_station_and_closes() -> None:
    given = game(CN, CNW, ("OSL", "Cal", 60), phase="6", privates={"P6": "OSL"})
    state = play(end(given), accept("CNW"))
    assert state.privates["P6"] == "closed"
    before = cash_of(state, "OSL")
    state = play(state, act.Special("replace", "H8.0", "charter"))
    assert state.board.tokens["H8.0"] == ("OSL",)
    assert cash_of(state, "OSL") == before
    assert len(state.corporations["OSL"].tokens_unplaced) == 2  # of four: home, Casper


def test_p6_stays_in_a_crisis() -> None:
    given = with_cash(game(CN, CNW, tiles=EAST, CN={"cash": 0}, privates={"P6": "Bob"}), Ann=0)
    state = play(turn(given, "C&N", "trains"), act.Special("crisis"))
    assert state.privates["P6"] == "Bob"


def test_p7_a_yellow_tile_after_an_upgrade() -> None:
    state = laying(CN, phase="3", privates={"P7": "C&N"})
    state = play(state, act.Lay("K13", "14c", 1))
    found = options_of(state, act.Lay)
    assert {lay.tile for lay in found} <= {"6*", "57*", "7", "8", "9"}
    chosen = next(lay for lay in found if lay.hex == "L12")
    assert not lays(play(state, chosen))


def test_p7_nothing_more_after_two_yellow_tiles() -> None:
    state = laying(CN, phase="3", privates={"P7": "C&N"})
    assert not lays(play(state, act.Lay("J14", "6*", 2), act.Lay("L12", "9", 1)))


def test_powers_of_corporations_are_not_their_players() -> None:
    owned = dict.fromkeys(("P7", "P8", "P11", "P12"), "Ann")
    given = game(CN, phase="3", tiles=SOUTH, privates=owned)
    assert stations(turn(given, "C&N", "token")) == {"J14.0": 60}
    assert not options_of(turn(given, "C&N", "run"), act.Assign)
    state = play(turn(given, "C&N", "track"), act.Lay("I11", "d4", 0))
    assert cash_of(state, "C&N") == 120 - 10
    assert not lays(state)


def test_p8_pays_30_for_a_tile_on_a_deposit() -> None:
    state = laying(CN, phase="3", tiles=SOUTH, privates={"P8": "C&N"})
    state = play(state, act.Lay("I11", "d4", 0))
    assert cash_of(state, "C&N") == 120 - 10 + 30


@pytest.mark.parametrize(("privates", "revenue"), [({}, 70), ({"P8": "C&N"}, 80)])
def test_p8_adds_10_for_a_cube(privates: dict[str, str], revenue: int) -> None:
    markers = (cubes("I11.0", 1), refinery("J14.0", "inoperational"))
    row = {"trains": ("3",)}
    given = game(CN, tiles=SOUTH, markers=markers, privates=privates, CN=row)
    state = play(turn(given, "C&N", "run"), act.Run())
    # Laramie 20, Cheyenne 20, a cube 30 (40)
    assert state.turn is not None
    assert state.turn.revenue == revenue
    assert at(state, "I11.0") == 0
    assert at(state, "J14.0", "refinery") == "operational"


def test_p10_marks_a_city_of_the_network_for_20() -> None:
    # Pinedale (D8) lies northwest of Lander & Riverton (E9): a run of two cities
    given = game(
        ("WNW", "Ann", 60),
        tiles={"E9": "57*@2", "D8": "57*@2"},
        privates={"P10": "WNW"},
        WNW={"trains": ("2",)},
    )
    state = turn(given, "WNW", "token")
    assert {found.hex for found in options_of(state, act.Assign)} == {"E9", "D8"}
    state = play(state, act.Assign("P10", "D8"))
    assert state.privates["P10"] == "closed"
    state = play(turn(state, "WNW", "run"), act.Run())
    assert state.turn is not None
    assert state.turn.revenue == 20 + 20 + 20


def test_p11_adds_a_cube_below_capacity_before_the_run() -> None:
    given = game(CN, tiles=SOUTH, privates={"P11": "C&N"}, markers=(cubes("I11.0", 1),))
    state = turn(given, "C&N", "run")
    assert options_of(state, act.Assign) == [act.Assign("P11", "I11")]
    state = play(state, act.Assign("P11", "I11"))
    assert at(state, "I11.0") == 2
    assert not options_of(state, act.Assign)
    full = game(CN, tiles=SOUTH, privates={"P11": "C&N"}, markers=(cubes("I11.0", 2),))
    assert not options_of(turn(full, "C&N", "run"), act.Assign)


def test_p13_closes_when_its_corporation_buys_a_train() -> None:
    given = game(CN, CNW, privates={"P13": "Cal"})
    given = replace(given, own={**given.own, "ninth": "C&N"})
    other = play(turn(given, "CNW", "trains"), act.BuyTrain("2", 100))
    assert other.privates["P13"] == "Cal"
    own = play(turn(given, "C&N", "trains"), act.BuyTrain("2", 100))
    assert own.privates["P13"] == "closed"


def test_illegal_actions_are_refused() -> None:
    with pytest.raises(IllegalAction):
        play(laying(CN), act.Lay("K13", "14c", 1))


# Cubes (8.2.C.c)


def test_cubes_found_refineries_for_nothing_and_save_those_in_disrepair() -> None:
    markers = (cubes("I11.0", 2), refinery("J14.0", "disrepair"))
    given = game(CN, tiles=SOUTH, markers=markers, CN={"trains": ("3",)})
    route = {"train": "3", "track": ["I11.0", "I13", "J14.0", "K13.0"]}
    state = play(turn(given, "C&N", "run"), act.Run((route,)))
    assert state.turn is not None
    assert state.turn.revenue == 40  # 20 and 20, no cube is paid
    while found := options_of(state, act.Special):
        state = play(state, found[0])
    assert at(state, "I11.0") == 0
    assert at(state, "J14.0", "refinery") == "construction"
    assert at(state, "K13.0", "refinery") == "construction"


def test_cubes_found_no_sixth_refinery() -> None:
    five = tuple(refinery(f"{n}.0", "inoperational") for n in ("H8", "G5", "E3", "E9", "D8"))
    given = game(CN, tiles=SOUTH, markers=(cubes("I11.0", 2), *five), CN={"trains": ("3",)})
    route = {"train": "3", "track": ["I11.0", "I13", "J14.0", "K13.0"]}
    state = play(turn(given, "C&N", "run"), act.Run((route,)))
    assert not options_of(state, act.Special)
    assert at(state, "I11.0") == 2
