"""1867 Big Wyoming, point by point of its operating rounds (O1 to O25).

Every expected value follows from the rulebook, by the arithmetic beside it.
"""

from __future__ import annotations

import pytest
from wyoming import (
    CASPER,
    CN,
    CNW,
    EAST,
    NWW,
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
    told,
    turn,
)

from operating_round.actions import (
    Assign,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    Issue,
    Lay,
    Pass,
    Redeem,
    Run,
    SellShares,
    Special,
    Token,
)
from operating_round.errors import IllegalAction, StateError
from operating_round.round import legal_actions, waiting
from operating_round.rules import rules_of
from operating_round.setup import float_corporation, new_game
from operating_round.state import Depot, State
from operating_round.table import Table
from operating_round.titles.g1867bw.union_pacific import acquire
from route_opt import titles
from route_opt.lays import fitting

TITLE = titles.find("1867bw")


def deliver(to: str, deposit: str, route: int = 1) -> Special:
    return Special("deliver", to, deposit, route)


# O1 income


def test_o1_privates_pay_their_owners() -> None:
    state = game(CN, privates={"P2": "Bob", "P3": "C&N", "P6": "Cal", "P13": "Ann"})
    before = state.players
    after = begin(state)
    assert after.players["Bob"] == before["Bob"] + 5
    assert cash_of(after, "C&N") == 160 + 10  # twice 80 paid in; P3 pays 10
    assert after.players["Cal"] == before["Cal"]  # P6 pays when the UPR takes a train
    assert after.players["Ann"] == before["Ann"] + 25


# O2 order


def test_o2_price_then_farther_right_then_higher_in_the_stack() -> None:
    state = game(CN, CNW, ("GINW", "Cal", 60), NWW)
    state = place(state, "GINW", 1, 2)  # 80 too, one column to the left of the start space
    state = replace(state, operating_rounds=(1, 1))
    assert waiting(state) == ["C&N", "CNW", "GINW", "NWW"]


# O3 tile actions


def test_o3_one_or_two_yellows() -> None:
    state = begin(game(CN))
    state = play(state, Lay("L12", "9", 1))
    assert state.turn is not None
    assert state.turn.step == "track"
    assert all(TITLE.tiles[spec.partition("@")[0]].colour == "yellow" for _, spec in lays(state))
    state = play(state, next(iter(options_of(state, Lay))))
    assert state.turn is not None
    assert state.turn.step == "token"


def test_o3_an_upgrade_stands_alone() -> None:
    state = begin(game(CN, tiles=EAST, phase="3"))
    first = play(state, Lay("K13", "14c", 1))
    assert first.turn is not None
    assert first.turn.step == "token"
    after_yellow = play(state, next(a for a in options_of(state, Lay) if a.hex == "J14"))
    assert {hex_id for hex_id, _ in lays(after_yellow)}
    colours = {TITLE.tiles[spec.partition("@")[0]].colour for _, spec in lays(after_yellow)}
    assert colours == {"yellow"}


@pytest.mark.parametrize(
    ("phase", "tile", "better"),
    [("2", "", "14c"), ("3", "14c@1", "125c"), ("4", "14c@1", "125c"), ("6", "125c@1", "290c")],
)
def test_o3_colours_come_with_the_phases(phase: str, tile: str, better: str) -> None:
    later = {"2": "3", "3": "5", "4": "5", "6": "D"}[phase]
    tiles = {"K13": tile} if tile else {}

    def may(at_phase: str) -> bool:
        found = lays(begin(game(CN, tiles=tiles, phase=at_phase)))
        return any(hex_id == "K13" and spec.startswith(better) for hex_id, spec in found)

    assert not may(phase)
    assert may(later)


# O4 letters and deposits


def test_o4_each_kind_of_space_has_its_tiles() -> None:
    def names(hex_id: str, spec: str = "") -> set[str]:
        return {tile for tile, _ in fitting(TITLE, hex_id, spec)}

    assert names("B6") == {"6j"}
    assert names("H8") == {"6*", "57*"}
    assert names("I11") == {"d1", "d2"}
    assert names("L12") == {"7", "8", "9"}
    assert names("K13") <= {"14c", "619c"}
    assert names("I11", "d1@0") <= {"d4", "d5"}


# O5 connection


def test_o5_all_new_track_of_a_country_tile_is_connected() -> None:
    state = begin(game(CN, tiles=EAST, phase="3"))
    upgrades = {spec for hex_id, spec in lays(state) if hex_id == "L12"}
    assert upgrades
    old = {frozenset((1, 4))}
    for spec in upgrades:  # the track of C&N comes to L12 from Cheyenne, over side 1, only
        tile, _, rotation = spec.partition("@")
        new = {frozenset(piece) for piece in TITLE.tiles[tile].rotated(int(rotation))} - old
        assert all(1 in piece for piece in new)
    fits = {tile for tile, _ in fitting(TITLE, "L12", "9@1")}
    assert "20" in fits  # a crossing fits, its new track is apart
    assert not any(spec.startswith("20@") for spec in upgrades)


def test_o5_of_a_city_tile_one_section_is_enough() -> None:
    state = begin(game(CN, tiles=EAST, phase="3"))
    assert {spec for hex_id, spec in lays(state) if hex_id == "K13"}


def test_o5_nothing_without_connection() -> None:
    near = {hex_id for hex_id, _ in lays(begin(game(CN)))}
    assert near == {"J14", "L12"}  # Cheyenne's printed track leads south-west and north-east


# O6 edges and supply


def test_o6_no_track_off_the_map_or_into_closed_areas() -> None:
    state = begin(game(CN))
    for hex_id, spec in lays(state):
        tile, _, rotation = spec.partition("@")
        ends = {end for piece in TITLE.tiles[tile].rotated(int(rotation)) for end in piece}
        assert not (hex_id == "L12" and 5 in ends)  # M13 is not there
    for tile, turned in fitting(TITLE, "E9", ""):
        assert 3 not in {end for piece in TITLE.tiles[tile].rotated(turned) for end in piece}


def test_o6_tiles_run_out() -> None:
    far = dict.fromkeys(("D10", "D12", "F10", "F12", "F8"), "7@0")
    assert any(spec.startswith("7@") for _, spec in lays(begin(game(CN))))
    assert not any(spec.startswith("7@") for _, spec in lays(begin(game(CN, tiles=far))))


def test_o6_upgrades_keep_the_old_track() -> None:
    state = begin(game(CN, tiles=SOUTH, phase="3"))
    for hex_id, spec in lays(state):
        if hex_id == "I13":
            tile, _, rotation = spec.partition("@")
            pieces = {frozenset(p) for p in TITLE.tiles[tile].rotated(int(rotation))}
            assert frozenset((3, 5)) in pieces


# O7 terrain


def test_o7_terrain_is_paid_on_laying_and_on_upgrading() -> None:
    state = begin(game(CN, tiles={"J14": "6*@2"}))
    assert cash_of(play(state, Lay("I13", "8", 3)), "C&N") == 160 - 20
    state = begin(game(CN, tiles=SOUTH, phase="3"))
    upgrade = next(lay for lay in options_of(state, Lay) if lay.hex == "I13")
    assert cash_of(play(state, upgrade), "C&N") == 160 - 20


def test_o7_only_from_the_treasury() -> None:
    state = begin(game(CN, tiles={"J14": "6*@2"}, CN={"cash": 19}))
    assert "I13" not in {hex_id for hex_id, _ in lays(state)}
    with pytest.raises(IllegalAction) as error:
        play(state, Lay("I13", "8", 3))
    assert "8.2.A" in error.value.rule


# O8 cubes come with deposit tiles


def test_o8_a_cube_on_laying() -> None:
    tiles = {"J14": "6*@2", "I13": "8@3"}
    state = play(begin(game(CN, tiles=tiles)), Lay("I11", "d1", 0))
    assert at(state, "I11.0") == 1
    assert cash_of(state, "C&N") == 160 - 10


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_o8_a_cube_on_upgrading_up_to_the_capacity(before: int, after: int) -> None:
    there = (cubes("I11.0", before),) if before else ()
    state = begin(game(CN, tiles=SOUTH, markers=there, phase="3"))
    upgrade = next(lay for lay in options_of(state, Lay) if lay.hex == "I11")
    assert at(play(state, upgrade), "I11.0") == after  # two at most in phase 3


# O9 stations


def test_o9_three_times_the_value_without_the_refinery() -> None:
    board = (refinery("J14.0", "operational"),)
    state = turn(game(CN, tiles=SOUTH, markers=board), "C&N", "token")
    assert [(c.action, c.cost) for c in choices(state, Token)] == [(Token("J14.0"), 60)]
    after = play(state, Token("J14.0"))
    assert cash_of(after, "C&N") == 160 - 60
    assert after.board.tokens["J14.0"] == ("C&N",)
    assert not options_of(after, Token)  # one a turn


def test_o9_not_twice_in_a_city_and_only_in_the_network() -> None:
    state = turn(game(CN, tiles={"H12": "57*@0"}), "C&N", "token")
    assert options_of(state, Token) == []


def test_o9_green_costs_ninety() -> None:
    state = turn(game(CN, tiles={"J14": "475*@3"}, phase="3"), "C&N", "token")
    assert [choice.cost for choice in choices(state, Token)] == [90]


# O10 homes


def test_o10_a_home_is_kept_while_its_corporation_waits() -> None:
    state = turn(game(CN, tiles=CASPER), "C&N", "token")
    assert Token("H8.0") not in options_of(state, Token)
    tiles = {**CASPER, "H8": "441*@2"}
    state = turn(game(CN, NWW, tiles=tiles, phase="3", CN={"cash": 500}), "C&N", "token")
    state = play(state, Token("H8.0"))  # the second circle is free
    assert [owner for owner in state.board.tokens["H8.0"] if owner] == ["C&N"]
    full = replace(state, turn=None)
    full = turn(replace(full, done=()), "NWW", "token")
    assert Token("H8.0") not in options_of(full, Token)
    started = float_corporation(
        replace(full, turn=None, own={**full.own, "queue": [["CNW", None]]}), "CNW", 60, {"Cal": 20}
    )
    assert sorted(owner or "" for owner in started.board.tokens["H8.0"]) == ["C&N", "CNW"]


def test_o10_a_removed_corporation_frees_its_home() -> None:
    state = game(CN, tiles=CASPER, CNW={"closed": True}, queue=[["GINW", None]])
    assert Token("H8.0") in options_of(turn(state, "C&N", "token"), Token)


def test_o10_an_off_board_home_that_is_free_takes_a_station() -> None:
    state = game(CN, tiles=EAST, phase="3", NWW={"closed": True}, queue=[["GINW", None]])
    found = choices(turn(state, "C&N", "token"), Token)
    assert [(c.action, c.cost) for c in found] == [(Token("M11.0"), 150)]  # three times 50


# O11 dividends


@pytest.mark.parametrize(
    ("revenue", "kind", "price"),
    [
        (70, "full", 80),
        (80, "full", 90),
        (150, "full", 90),
        (160, "full", 100),
        (400, "full", 100),
        (70, "withhold", 70),
        (400, "withhold", 70),
    ],
)
def test_o11_price_against_dividend(revenue: int, kind: str, price: int) -> None:
    state = turn(game(CN), "C&N", "dividend", revenue=revenue)
    assert price_of(play(state, Dividend(kind)), "C&N") == price


def test_o11_who_gets_what() -> None:
    state = hold(game(CN), "C&N", Ann=20, Bob=10, market=10)  # 60 in the treasury
    state = turn(state, "C&N", "dividend", revenue=80)
    after = play(state, Dividend("full"))
    assert after.players["Ann"] - state.players["Ann"] == 16
    assert after.players["Bob"] - state.players["Bob"] == 8
    assert cash_of(after, "C&N") - cash_of(state, "C&N") == 48
    assert state.bank - after.bank == 72


def test_o11_no_revenue_is_withholding() -> None:
    state = begin(game(CN))
    state = play(state, Pass(), Pass())  # no train: nothing to run
    assert price_of(state, "C&N") == 70
    assert state.turn is not None
    assert state.turn.step == "trains"


def test_o11_ends_of_rows_and_the_highest_price() -> None:
    for start, moves, target in [
        ((2, 12), 1, (1, 12)),  # 200 at the right end of its row: up to 220
        ((2, 12), 2, (1, 13)),
        ((0, 15), 2, (0, 15)),  # 350 goes nowhere
    ]:
        state = turn(place(game(CN), "C&N", *start), "C&N", "dividend", revenue=350 * moves)
        after = play(state, Dividend("full"))
        assert after.corporations["C&N"].market == target
    state = turn(place(game(CN), "C&N", 3, 0), "C&N", "dividend", revenue=10)
    assert play(state, Dividend("withhold")).corporations["C&N"].market == (4, 0)


# O12 trains


def test_o12_the_cheapest_type_of_the_bank() -> None:
    state = turn(game(CN, CN={"cash": 500}), "C&N", "trains")
    assert options_of(state, BuyTrain) == [BuyTrain("2", 100)]


def test_o12_from_others_for_one_or_more() -> None:
    state = game(CN, NWW, CN={"cash": 50}, NWW={"trains": ("2", "3")})
    found = choices(turn(state, "C&N", "trains"), BuyTrain)
    assert [(c.action.train, c.prices) for c in found] == [("2", (1, 50)), ("3", (1, 50))]  # type: ignore[union-attr]
    after = play(turn(state, "C&N", "trains"), BuyTrain("3", 7, "NWW"))
    assert cash_of(after, "NWW") == 120 + 7
    assert after.phase == "2"


def test_o12_must_buy_with_a_route_only() -> None:
    no_route = turn(game(CN), "C&N", "trains")
    assert Pass() in options_of(no_route, Pass)
    route = turn(game(CN, tiles=EAST), "C&N", "trains")
    assert options_of(route, Pass) == []
    with pytest.raises(IllegalAction) as error:
        play(route, Pass())
    assert error.value.rule.startswith("8.2.D")


def test_o12_no_more_than_the_limit() -> None:
    state = turn(game(CN, CN={"cash": 500, "trains": ("2",) * 4}), "C&N", "trains")
    assert options_of(state, BuyTrain) == []


def test_o12_nothing_to_buy_is_nothing_to_be_forced_to() -> None:
    state = replace(game(CN, tiles=EAST, phase="D"), depot=Depot())
    assert options_of(turn(state, "C&N", "trains"), Pass) == [Pass()]


# O13 forced purchase and crisis


def poor(cash: int, treasury: int = 30) -> State:
    state = game(CN, CNW, tiles=EAST, CN={"cash": treasury})
    return replace(state, players={**state.players, "Ann": cash})


def test_o13_the_director_adds_what_is_missing() -> None:
    state = turn(poor(70), "C&N", "trains")
    assert options_of(state, BuyTrain) == [BuyTrain("2", 100)]
    assert options_of(state, Special) == []
    after = play(state, BuyTrain("2", 100))
    assert (after.players["Ann"], cash_of(after, "C&N")) == (0, 0)


def test_o13_he_may_sell_shares_of_others_or_decline() -> None:
    state = hold(hold(poor(60), "CNW", Bob=20, Ann=10), "C&N", Ann=50)
    state = turn(state, "C&N", "trains")
    assert options_of(state, SellShares) == [SellShares("Ann", "CNW", 1)]
    assert Special("crisis") in options_of(state, Special)
    sold = play(state, SellShares("Ann", "CNW", 1))
    assert sold.players["Ann"] == 60 + 80
    assert price_of(sold, "CNW") == 70
    assert options_of(sold, Special) == []
    bought = play(sold, BuyTrain("2", 100))
    assert bought.players["Ann"] == 140 - 70


def test_o13_crisis_is_acquisition_at_once() -> None:
    state = turn(poor(69), "C&N", "trains")
    assert [choice.action for choice in legal_actions(state)] == [Special("crisis")]
    after = play(state, Special("crisis"))
    row = after.corporations["C&N"]
    assert row.own["acquired"]
    assert (row.cash, row.trains, row.tokens_unplaced) == (0, (), ())
    assert after.players["Ann"] == 69  # and no bonus dividend
    assert row.market == (7, 3)  # no train: the lowest space of the column, 30
    assert row.shares == {"Ann": 20, "removed": 80}
    assert after.board.tokens["K13.0"] == ("C&N",)
    assert after.turn is None or after.turn.entity != "C&N"
    assert money(after) == money(state)


def test_o13_nothing_is_sold_where_all_would_not_be_enough() -> None:
    # 30 + 10 of Ann's, and one share of CNW at 80: 120 of the 160 a 3 costs
    state = hold(poor(10), "CNW", Bob=20, Ann=10)
    state = replace(state, phase="3", depot=Depot({"3": 4}))
    state = turn(state, "C&N", "trains")
    assert state.rules.trains["3"].price == 160
    assert [choice.action for choice in legal_actions(state)] == [Special("crisis")]
    with pytest.raises(IllegalAction, match=r"none is sold \(8\.2\.D\.c\)"):
        play(state, SellShares("Ann", "CNW", 1))
    after = play(state, Special("crisis"))
    assert (after.players["Ann"], price_of(after, "CNW")) == (10, 80)
    # With 40 more it would be: then he may sell
    assert options_of(with_money(state, Ann=50), SellShares) == [SellShares("Ann", "CNW", 1)]


def with_money(state: State, **cash: int) -> State:
    """Players with other sums of money."""
    return replace(state, players={**state.players, **cash})


def test_o13_no_bonus_in_a_crisis() -> None:
    state = poor(69)
    row = replace(state.corporations["C&N"], own={"revenue": 100})
    state = replace(state, corporations={**state.corporations, "C&N": row})
    after = play(turn(state, "C&N", "trains"), Special("crisis"))
    assert after.players["Ann"] == 69


# O14 issue or redeem


def test_o14_issue_one() -> None:
    state = turn(game(CN), "C&N", "shares")
    assert options_of(state, Issue) == [Issue(1)]
    after = play(state, Issue(1))
    assert cash_of(after, "C&N") == 160 + 80
    assert price_of(after, "C&N") == 70  # one down
    assert after.corporations["C&N"].shares == {"Ann": 20, "market": 10, "treasury": 70}
    assert not options_of(after, Issue)
    assert not options_of(after, Redeem)


def test_o14_not_with_five_shares_in_the_market() -> None:
    state = turn(hold(game(CN), "C&N", Ann=20, market=50), "C&N", "shares")
    assert options_of(state, Issue) == []
    assert options_of(state, Redeem) == [Redeem(1)]
    after = play(state, Redeem(1))
    assert cash_of(after, "C&N") == 160 - 80
    assert price_of(after, "C&N") == 80
    assert after.corporations["C&N"].shares["market"] == 40


def test_o14_nothing_to_issue_or_no_money_to_redeem() -> None:
    state = hold(game(CN, CN={"cash": 79}), "C&N", Ann=60, Bob=30, market=10)
    state = turn(state, "C&N", "shares")
    assert options_of(state, Issue) == []
    assert options_of(state, Redeem) == []


# O15 private companies


def test_o15_from_phase_3_at_half_to_double() -> None:
    owners = {"P2": "Bob", "P13": "Ann", "P11": "Cal"}
    assert options_of(begin(game(CN, privates=owners)), BuyPrivate) == []
    state = begin(game(CN, privates=owners, phase="3"))
    found = {c.action.private: c.prices for c in choices(state, BuyPrivate)}  # type: ignore[union-attr]
    assert found == {"P2": (20, 80), "P11": (45, 160)}  # 180 would be double, 160 is there
    after = play(state, BuyPrivate("P2", 50))
    assert after.players["Bob"] == state.players["Bob"] + 50
    assert after.privates["P2"] == "C&N"
    late = begin(game(CN, privates={"P11": "Cal"}, phase="6"))
    assert options_of(late, BuyPrivate)  # P11 stays in the game, so it can be bought


# O16 acquired corporations


def acquired(state: State, name: str) -> State:
    """The same with a corporation that the UPR acquired earlier."""
    table = Table(state, rules_of(TITLE))
    acquire(table, name, 0, crisis=False)
    return replace(table.state, own={**table.state.own, "exported": []})


def test_o16_an_acquired_corporation_only_moves_right() -> None:
    state = acquired(game(CN, NWW, CN={"trains": ("2",)}), "C&N")
    before = state.corporations["C&N"]
    after = begin(state)
    assert after.turn is not None
    assert after.turn.entity == "NWW"
    assert after.corporations["C&N"].market == (2, 4)
    moved = replace(before, market=(2, 4), share_price=90, par=90, operated=True)
    assert after.corporations["C&N"] == moved


# O17 production


@pytest.mark.parametrize(
    ("phase", "before", "after"),
    [
        ("2", 0, 1),
        ("2", 1, 2),
        ("2", 2, 1),  # at capacity: exports one, produces nothing
        ("3", 2, 1),
        ("4", 0, 2),
        ("4", 2, 3),  # two more would pass the capacity of three
        ("4", 3, 2),
        ("6", 1, 4),
        ("6", 4, 2),
        ("D", 3, 4),
    ],
)
def test_o17_production_and_export(phase: str, before: int, after: int) -> None:
    there = (cubes("I11.0", before),) if before else ()
    state = game(CN, tiles=SOUTH, markers=there, phase=phase, CN={"trains": ("2",)})
    assert at(end(state), "I11.0") == after


def test_o17_only_in_a_network() -> None:
    there = (cubes("F2.0", 1), cubes("L6.0", 2))
    tiles = {"F2": "d1@0", "L6": "d1@0"}
    state = end(game(CN, tiles=tiles, markers=there))
    assert at(state, "F2.0") == 1  # nobody's: no production
    assert at(state, "L6.0") == 1  # full: exports all the same


def test_o17_what_exported_in_a_crisis_does_not_produce() -> None:
    state = game(CN, NWW, tiles={**SOUTH, **EAST}, markers=(cubes("I11.0", 2),), CN={"cash": 0})
    state = replace(state, players={**state.players, "Ann": 0})
    state = turn(replace(state, done=("NWW",)), "C&N", "trains")
    state = play(state, Special("crisis"))
    assert at(state, "I11.0") == 1  # 2 - 1 on the crisis; then neither full nor producing


def test_o17_an_export_counts_for_its_round_only() -> None:
    state = game(CN, tiles=SOUTH, markers=(cubes("I11.0", 2),), CN={"trains": ("2",)})
    state = end(state, 1, 2)  # full: exports to 1, and the second round has begun
    assert at(state, "I11.0") == 1
    state = end(replace(state, turn=None), 2, 2)
    assert at(state, "I11.0") == 2  # not full, nothing exported: produces


@pytest.mark.parametrize(("options", "after"), [((), 1), (("acquired_networks_idle",), 0)])
def test_o17_networks_of_acquired_corporations(options: tuple[str, ...], after: int) -> None:
    state = game(CN, NWW, tiles=SOUTH, options=options, CN={"trains": ("2",)})
    assert at(end(acquired(state, "C&N")), "I11.0") == after


# O18 refineries


def test_o18_development() -> None:
    states = {
        "J14.0": ("disrepair", ""),
        "H8.0": ("inoperational", "disrepair"),
        "H12.0": ("construction", "inoperational"),
        "J4.0": ("operational", "inoperational"),
        "C1.0": ("operational", "operational"),
    }
    board = tuple(refinery(stop, before) for stop, (before, _) in states.items())
    state = end(game(CN, markers=board))
    assert {stop: at(state, stop, "refinery") for stop in states} == {
        stop: after for stop, (_, after) in states.items()
    }


# O19 UPR takes a train


def test_o19_only_in_the_last_round_of_a_set() -> None:
    state = game(CN, privates={"P6": "Cal"})
    assert end(state, 1, 2).depot.upcoming["2"] == 8
    after = end(state, 2, 2)
    assert after.depot.upcoming["2"] == 7
    assert after.players["Cal"] == state.players["Cal"] + 20


def test_o19_a_first_of_its_type_changes_the_phase() -> None:
    state = replace(game(CN, CN={"trains": ("2",)}), depot=Depot({"4": 4, "5": 2}), phase="3")
    after = end(state, 2, 2)
    assert after.phase == "4"
    assert after.depot.upcoming == {"4": 3, "5": 2}
    assert after.corporations["C&N"].trains == ()  # a 4 rusts the 2


def test_o19_p6_owned_by_a_corporation() -> None:
    state = game(CN, privates={"P6": "C&N"})
    assert cash_of(end(state, 1, 1), "C&N") == 160 + 20


# O20 offers


def late(*started: tuple[str, str, int], **more: object) -> State:
    trains = {
        name.replace("C&N", "CN"): {"trains": ("5",), "own": {"revenue": 100}}
        for name, _, _ in started
    }
    for name, fields in more.pop("rows", {}).items():  # type: ignore[attr-defined]
        trains[name] = {**trains[name], **fields}
    return game(*started, phase="6", **trains, **more)  # type: ignore[arg-type]


def test_o20_none_before_phase_6() -> None:
    assert end(game(CN, phase="5")).turn is None or not options_of(
        end(game(CN, phase="5")), Special
    )


def test_o20_offers_by_price_and_refusals_move_down() -> None:
    state = end(late(CN, NWW, queue=[["CNW", None], ["BH", None]]))
    assert options_of(state, Special) == [accept("C&N"), decline("C&N")]
    state = play(state, decline("C&N"))
    assert price_of(state, "C&N") == 70  # from 80, one down
    assert options_of(state, Special) == [accept("NWW"), decline("NWW")]
    taken = play(state, accept("NWW"))
    assert taken.corporations["NWW"].own["acquired"]
    assert not taken.corporations["C&N"].own.get("acquired")


def test_o20_all_refuse_and_the_queue_pays() -> None:
    state = end(late(CN, NWW, queue=[["CNW", None], ["BH", None]]))
    state = play(state, decline("C&N"), decline("NWW"))
    assert state.own["queue"] == [["BH", None], [None, None], [None, None], [None, None]]
    assert state.board.tokens["H8.0"] == ("CNW",)
    assert state.corporations["CNW"].closed


def test_o20_the_last_must_accept_when_the_queue_is_empty() -> None:
    state = end(late(CN, NWW, queue=[]))
    state = play(state, decline("C&N"))
    assert options_of(state, Special) == [accept("NWW")]


# O21 acquisition of a running corporation


def test_o21_bonus_dividend() -> None:
    state = late(CN, NWW, ("GINW", "Cal", 60), queue=[])
    state = hold(state, "NWW", Bob=30, Cal=20, market=20)  # 30 in the treasury
    state = end(state)
    before = state
    state = play(state, decline("C&N"))
    state = play(state, accept("NWW"))
    # Last revenue 100, one refusal: 130. Bob 30% = 39, Cal 20% = 26; the rest ends in the bank.
    assert state.players["Bob"] - before.players["Bob"] == 39
    assert state.players["Cal"] - before.players["Cal"] == 26
    row = state.corporations["NWW"]
    assert row.cash == 0
    assert row.shares == {"Bob": 30, "Cal": 20, "removed": 50}
    assert row.trains == ()
    assert row.market == (2, 1)  # it had a train, and a bonus moves nothing
    assert money(state) == money(before)


def test_o21_without_a_train_to_the_bottom_of_the_column() -> None:
    rows = {"CN": {"trains": (), "own": {"revenue": 0}}}
    state = play(end(late(CN, NWW, queue=[], rows=rows)), accept("C&N"))
    assert state.corporations["C&N"].market == (7, 3)
    assert price_of(state, "C&N") == 30


def test_o21_deposits_export_again() -> None:
    state = late(CN, NWW, tiles=SOUTH, markers=(cubes("I11.0", 4),), queue=[])
    state = play(end(state), accept("C&N"))
    assert at(state, "I11.0") == 0  # 4 at capacity exports 2, then 2 on the acquisition


def test_o21_stations_stay_and_block() -> None:
    state = play(end(late(CN, NWW, queue=[])), accept("C&N"))
    assert state.board.tokens["K13.0"] == ("C&N",)


def test_o21_private_companies_leave() -> None:
    state = late(CN, NWW, queue=[], privates={"P11": "C&N"})
    assert play(end(state), accept("C&N")).privates["P11"] == "closed"


# O22 acquisition from the queue


def test_o22_home_token_export_and_the_queue_moves_up() -> None:
    tiles = {"H8": "57*@2", "I9": "8@0", "I11": "d1@0"}
    there = (cubes("I11.0", 3),)
    state = late(CN, queue=[["CNW", None], ["BH", None], ["NP", None]], tiles=tiles, markers=there)
    state = play(end(state), decline("C&N"))
    assert at(state, "I11.0") == 1  # nobody's network before; export 2 now
    assert [row[0] for row in state.own["queue"]] == ["BH", "NP", None, None]
    with pytest.raises(StateError):
        float_corporation(replace(state, turn=None), "CNW", 60, {"Bob": 20})


# O23 train limits


def test_o23_excess_trains_leave_the_game() -> None:
    state = game(CN, NWW, phase="3", CN={"cash": 300}, NWW={"trains": ("3",) * 4})
    state = replace(state, depot=Depot({"4": 4, "5": 2}))
    state = play(turn(state, "C&N", "trains"), BuyTrain("4", 300))
    assert state.phase == "4"
    assert [choice.action for choice in legal_actions(state)] == [Discard("NWW", "3")]
    state = play(state, Discard("NWW", "3"))
    assert state.corporations["NWW"].trains == ("3",) * 3
    assert state.depot.discarded == {}


@pytest.mark.parametrize(
    ("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)]
)
def test_o23_limits(phase: str, limit: int) -> None:
    trains = ("5",) * limit
    full = turn(game(CN, phase=phase, CN={"trains": trains, "cash": 900}), "C&N", "trains")
    room = turn(game(CN, phase=phase, CN={"trains": trains[1:], "cash": 900}), "C&N", "trains")
    assert options_of(full, BuyTrain) == []
    assert options_of(room, BuyTrain)


# O24 closing


def test_o24_closed_and_back_to_the_queue() -> None:
    owners = {"P11": "C&N"}
    state = game(CN, privates=owners, queue=[["BH", "NP"], ["NWW", None]], CN={"trains": ("2",)})
    state = turn(place(state, "C&N", 6, 0), "C&N", "dividend", revenue=30)
    before = state
    state = play(state, Dividend("withhold"))
    row = state.corporations["C&N"]
    assert (row.floated, row.market, row.trains, row.cash) == (False, None, (), 0)
    assert row.shares == {"treasury": 100}
    assert state.own["queue"] == [["BH", "NP"], ["NWW", None], ["C&N", None], [None, None]]
    assert "K13.0" not in state.board.tokens
    assert state.privates["P11"] == "closed"
    assert money(state) == money(before)
    again = replace(state, turn=None, own={**state.own, "queue": [["C&N", None]]})
    again = float_corporation(again, "C&N", 60, {"Cal": 20})
    assert again.board.tokens["K13.0"] == ("C&N",)


def test_o24_removed_where_the_queue_has_no_room() -> None:
    rows: list[list[str | None]] = [["BH", "NP"], ["NWW", None], ["OSL", None], ["CBQ", None]]
    state = turn(place(game(CN, queue=rows), "C&N", 6, 0), "C&N", "dividend", revenue=30)
    state = play(state, Dividend("withhold"))
    assert state.own["queue"] == rows
    assert state.corporations["C&N"].closed


# O25 the end


def test_o25_the_game_ends_with_the_round_of_the_last_acquisition() -> None:
    state = end(late(CN, queue=[]), 1, 3)
    state = play(state, accept("C&N"))
    assert state.over
    assert state.finish == "acquired"
    assert legal_actions(state) == []


def test_o25_not_before_the_last() -> None:
    state = play(end(late(CN, NWW, queue=[]), 1, 3), accept("C&N"))
    assert not state.over
    assert state.operating_rounds == (2, 3)


def test_o25_a_broken_bank_ends_nothing() -> None:
    state = turn(replace(game(CN), bank=10), "C&N", "dividend", revenue=200)
    state = play(state, Dividend("withhold"))
    assert state.bank < 0
    assert state.finish == ""


# the queue and starting (7.1, 8.2.D)


def test_start_only_from_the_top_row() -> None:
    state = game(queue=[["C&N", None], ["NWW", "BH"]])
    with pytest.raises(StateError):
        float_corporation(state, "NWW", 60, {"Bob": 20})
    state = float_corporation(state, "C&N", 60, {"Bob": 20})
    assert state.own["queue"] == [["NWW", "BH"], [None, None], [None, None], [None, None]]
    assert cash_of(state, "C&N") == 120


@pytest.mark.parametrize(
    ("phase", "prices"),
    [("2", (60, 80)), ("3", (60, 80, 110)), ("4", (60, 80, 110)), ("5", (60, 80, 110, 140))],
)
def test_start_prices_by_phase(phase: str, prices: tuple[int, ...]) -> None:
    state = game(queue=[["C&N", None]], phase=phase)
    for price in TITLE.market.pars:
        if price in prices:
            assert cash_of(float_corporation(state, "C&N", price, {"Ann": 20}), "C&N") == 2 * price
        else:
            with pytest.raises(StateError):
                float_corporation(state, "C&N", price, {"Ann": 20})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([["BH", "NP"], [None, "OSL"]], [["BH", None]]),  # the right column has more
        ([["BH", "NP"], ["OSL", None]], [[None, "NP"]]),  # the left one has
        ([["BH", "NP"], ["OSL", "CBQ"]], [["BH", None], ["OSL", None]]),  # equal: the right goes
    ],
)
def test_phase_6_takes_a_column_of_the_queue(
    before: list[list[str | None]], after: list[list[str | None]]
) -> None:
    state = game(CN, phase="5", queue=before, CN={"cash": 600})
    state = replace(state, depot=Depot({"6": 2, "D": 8}))
    state = play(turn(state, "C&N", "trains"), BuyTrain("6", 600))
    assert state.own["queue"] == after + [[None, None]] * (4 - len(after))
    kept = {name for row in after for name in row if name}
    for name in {name for row in before for name in row if name} - kept:
        assert state.corporations[name].closed


def test_a_new_game_has_eight_in_the_queue_and_one_beside_p13() -> None:
    state = new_game("1867bw", ["Ann", "Bob", "Cal"], removed=["P3"])
    queued = [name for row in state.own["queue"] for name in row]
    assert len(queued) == 8
    assert {*queued, state.own["ninth"]} == set(TITLE.corporations)
    assert at(state, "C1.0", "refinery") == "operational"
    assert at(new_game("1867bw", ["Ann", "Bob", "Cal"]), "C1.0", "refinery") == ""


# runs with cubes (C1 to C10)


def running(*there: object, trains: tuple[str, ...] = ("3",), **more: object) -> State:
    state = game(CN, tiles=SOUTH, markers=there, CN={"trains": trains}, **more)  # type: ignore[arg-type]
    return turn(state, "C&N", "run")


def by_deposit(state: State) -> State:
    """Of the best runs, one that calls at the deposit, though it is not paid for that."""
    routes = next(run for run in options_of(state, Run) if run.routes and "I11" in str(run.routes))
    return play(state, routes)


def test_deliveries_for_revenue_are_made_by_themselves() -> None:
    state = running(cubes("I11.0", 1), refinery("J14.0", "inoperational"))
    state = play(state, Run())
    assert state.turn is not None
    assert state.turn.revenue == 70  # 20 + 20 + 30
    assert at(state, "I11.0") == 0
    assert at(state, "J14.0", "refinery") == "operational"
    assert state.turn is not None
    assert state.turn.step == "dividend"


def test_a_spare_cube_may_found_a_refinery() -> None:
    state = play(running(cubes("I11.0", 2), refinery("J14.0", "operational")), Run())
    assert set(options_of(state, Special)) == {
        deliver("J14.0", "I11.0"),
        deliver("K13.0", "I11.0"),
    }
    founded = play(state, deliver("K13.0", "I11.0"))
    assert at(founded, "K13.0", "refinery") == "construction"
    assert at(founded, "I11.0") == 0  # the other cube was paid for, and has no choice
    left = play(state, Pass())
    assert at(left, "I11.0") == 1
    assert at(left, "K13.0", "refinery") == ""


def test_a_refinery_in_disrepair_may_be_saved_and_not_one_under_construction() -> None:
    board = (cubes("I11.0", 2), refinery("J14.0", "disrepair"), refinery("K13.0", "construction"))
    state = by_deposit(running(*board))
    assert state.turn is not None
    assert state.turn.revenue == 40
    assert options_of(state, Special) == [deliver("J14.0", "I11.0")]
    state = play(state, deliver("J14.0", "I11.0"))
    assert at(state, "J14.0", "refinery") == "construction"
    assert at(state, "I11.0") == 1


def test_five_refineries_in_wyoming_at_most() -> None:
    others = [refinery(f"{hex_id}.0", "inoperational") for hex_id in ("H8", "H12", "J4", "E9")]
    four = by_deposit(running(cubes("I11.0", 2), *others, refinery("C1.0", "operational")))
    assert len(options_of(four, Special)) == 2  # Laramie or Cheyenne; Butte is not counted
    assert options_of(play(four, deliver("J14.0", "I11.0")), Special) == []  # now there are five


def test_a_cube_for_each_refinery_once_a_train() -> None:
    state = play(running(cubes("I11.0", 2), refinery("J14.0", "operational")), Run())
    state = play(state, deliver("J14.0", "I11.0"))
    assert options_of(state, Special) == [deliver("K13.0", "I11.0")]


def test_fewer_cubes_may_be_declared() -> None:
    state = running(cubes("I11.0", 1), refinery("J14.0", "operational"))
    event = next(e for e in told(state, Run()) if e.kind == "run")
    routes = tuple({**route, "revenue": 40} for route in event.data["routes"])
    state = play(state, Run(routes))
    assert state.turn is not None
    assert state.turn.revenue == 40  # the cube stays at home
    assert at(play(state, *([Pass()] if options_of(state, Pass) else [])), "I11.0") == 1


def test_delivered_cubes_are_gone_for_the_next_corporation() -> None:
    state = play(running(cubes("I11.0", 1), refinery("J14.0", "operational")), Run())
    assert at(state, "I11.0") == 0


def test_nobody_objects_to_a_lower_run() -> None:
    from operating_round.actions import Object

    state = turn(game(CN, tiles=EAST, CN={"trains": ("2",)}), "C&N", "dividend", revenue=10)
    with pytest.raises(IllegalAction):
        play(state, Object("Ann"))


# errors cite sections, and change nothing


def test_an_illegal_action_changes_nothing() -> None:
    state = begin(game(CN))
    before = state.document()
    with pytest.raises(IllegalAction) as error:
        play(state, Assign("P10", hex="E9"))
    assert error.value.rule
    assert state.document() == before


# several trains and deposits


def test_two_trains_share_the_cubes_of_a_deposit() -> None:
    tiles = {**SOUTH, "I11": "d4@0", "H12": "57*@1"}  # Rawlins lies south-west of the deposit
    board = (cubes("I11.0", 1), refinery("J14.0", "operational"), refinery("H12.0", "operational"))
    state = game(CN, tiles=tiles, markers=board, CN={"trains": ("2", "2")}, phase="3")
    state = replace(
        state, board=replace(state.board, tokens={"J14.0": ("C&N",), "H12.0": ("C&N",)})
    )
    state = play(turn(state, "C&N", "run"), Run())
    assert state.turn is not None
    # Laramie 20 - Cheyenne 20 - nothing to carry = 40, Rawlins 20 - deposit 30 = 50: 90 in all.
    assert state.turn.revenue == 90
    assert at(state, "I11.0") == 0


def test_which_of_two_deposits_is_drained_is_a_choice() -> None:
    tiles = {**SOUTH, "I9": "9@0", "I7": "d1@0"}
    board = (cubes("I11.0", 2), cubes("I7.0", 1), refinery("J14.0", "operational"))
    refs = (refinery("K13.0", "construction"),)
    state = game(CN, tiles=tiles, markers=board + refs, CN={"trains": ("4",)}, phase="3")
    state = turn(state, "C&N", "run")
    runs = [run for run in options_of(state, Run) if run.routes]
    full = {"train": "4", "track": ["K13.0", "J14.0", "I13", "I11.0", "I9", "I7.0"]}
    state = play(state, Run((full,)))
    assert not runs  # Cheyenne is under construction: there is nothing to bring but to Laramie
    assert set(options_of(state, Special)) == {
        deliver("J14.0", "I11.0"),
        deliver("J14.0", "I7.0"),
    }
    after = play(state, deliver("J14.0", "I7.0"))
    assert (at(after, "I11.0"), at(after, "I7.0")) == (2, 0)


# at the edges


def test_an_acquired_corporation_without_train_in_the_first_column_closes() -> None:
    rows = {"CN": {"trains": (), "own": {"revenue": 0}}}
    state = end(place(late(CN, NWW, queue=[], rows=rows), "C&N", 6, 0))
    state = play(state, decline("NWW"))
    state = play(state, accept("C&N"))
    assert not state.corporations["C&N"].floated
    assert state.own["queue"][0] == ["C&N", None]
    assert not state.over


def test_read_otherwise_it_keeps_a_price() -> None:
    rows = {"CN": {"trains": (), "own": {"revenue": 0}}}
    state = late(CN, NWW, queue=[], rows=rows, options=("acquired_keep_a_price",))
    state = play(end(place(state, "C&N", 5, 0)), decline("NWW"))
    state = play(state, accept("C&N"))
    assert price_of(state, "C&N") == 10
    assert state.corporations["C&N"].own["acquired"]


def test_read_otherwise_excess_trains_are_sold_again() -> None:
    option = ("excess_trains_for_sale",)
    state = game(CN, phase="4", CN={"trains": ("4", "4", "3"), "cash": 200}, options=option)
    state = end(replace(state, depot=Depot({"5": 2, "6": 2})), 2, 2)
    state = play(state, Discard("C&N", "3"))
    assert state.depot.discarded == {"3": 1}
    offers = options_of(turn(game_without_trains(state), "C&N", "trains"), BuyTrain)
    assert [(offer.train, offer.price) for offer in offers] == [("3", 160)]


def game_without_trains(state: State) -> State:
    """The same after C&N lost its trains."""
    row = replace(state.corporations["C&N"], trains=())
    return replace(state, corporations={**state.corporations, "C&N": row})


def test_a_refusal_may_close_a_corporation() -> None:
    state = end(place(late(CN, NWW, queue=[["BH", None]]), "C&N", 6, 0))
    state = play(state, decline("NWW"), decline("C&N"))
    assert not state.corporations["C&N"].floated
    assert state.corporations["BH"].closed  # acquired from the top of the queue
    assert state.own["queue"][0] == ["C&N", None]


def test_a_phase_that_the_upr_starts_may_cost_trains() -> None:
    state = game(CN, phase="4", CN={"trains": ("4", "4", "3")})
    state = end(replace(state, depot=Depot({"5": 2, "6": 2})), 2, 2)
    assert state.phase == "5"
    assert set(options_of(state, Discard)) == {Discard("C&N", "4"), Discard("C&N", "3")}
    state = play(state, Discard("C&N", "3"))
    assert state.corporations["C&N"].trains == ("4", "4")
    assert state.operating_rounds is None


def test_with_nobody_left_to_acquire_the_game_is_over() -> None:
    assert end(game(phase="6", queue=[])).over
    assert not end(game(phase="5", queue=[])).over


@pytest.mark.parametrize("number", range(1, 26))
def test_every_point_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_o{number}_") for name in globals())
