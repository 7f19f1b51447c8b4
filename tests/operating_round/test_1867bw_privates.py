"""1867 Big Wyoming: the thirteen private companies (14), one power after the other."""

from __future__ import annotations

from typing import Any

import pytest
from wyoming import (
    CN,
    EAST,
    NWW,
    SOUTH,
    accept,
    at,
    begin,
    cash_of,
    choices,
    cubes,
    end,
    game,
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

from operating_round.actions import Assign, BuyPrivate, BuyTrain, Lay, Pass, Run, Special, Token
from operating_round.errors import StateError
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import Depot, State


def hexes(state: State, by: str = "") -> set[str]:
    return {lay.hex for lay in options_of(state, Lay) if lay.by == by}


# P1, P2


@pytest.mark.parametrize(("owner", "open_"), [("Ann", False), ("C&N", True), ("closed", True)])
def test_p1_keeps_laramie_closed(owner: str, open_: bool) -> None:
    assert ("J14" in hexes(begin(game(CN, privates={"P1": owner})))) is open_


def test_p1_its_buyer_may_lay_at_once_and_pays_the_terrain() -> None:
    state = begin(game(CN, privates={"P1": "Ann"}, phase="3"))
    state = play(state, BuyPrivate("P1", 30))
    assert cash_of(state, "C&N") == 130
    assert hexes(state, "P1") == {"J14"}
    laid = play(state, Lay("J14", "6*", 2, by="P1"))
    assert cash_of(laid, "C&N") == 100  # terrain 30
    assert laid.turn is not None
    assert (laid.turn.yellows, laid.turn.upgrades) == (0, 0)
    assert hexes(laid, "P1") == set()


def test_p1_at_once_or_never() -> None:
    state = begin(game(CN, privates={"P1": "Ann"}, phase="3"))
    state = play(state, BuyPrivate("P1", 30), Lay("L12", "9", 1))
    assert hexes(state, "P1") == set()
    assert "J14" in hexes(state)  # as a tile of the turn it may be laid


def test_p1_the_tile_needs_a_connection_unless_read_otherwise() -> None:
    for options, expected in [((), set()), (("land_tile_anywhere",), {"J14"})]:
        state = begin(game(NWW, privates={"P1": "Ann"}, phase="3", options=options))
        assert hexes(play(state, BuyPrivate("P1", 15)), "P1") == expected


def test_p2_keeps_green_river_closed() -> None:
    tiles = {"F12": "8@1", "G13": "8@0"}
    state = game(("OSL", "Ann", 80), tiles=tiles, privates={"P2": "Bob"}, phase="3")
    state = begin(state)
    state = play(state, BuyPrivate("P2", 20))
    assert "P2" in state.corporations["OSL"].companies
    assert hexes(state, "P2") == set()  # OSL in Pocatello has no track there
    anywhere = replace(state, options=("land_tile_anywhere",))
    assert hexes(anywhere, "P2") == {"E13"}


# P3


def test_p3_its_refinery_goes_to_an_off_board_of_the_network() -> None:
    tiles = {"D2": "8@2", "E3": "57*@1"}  # Butte - D2 - Cody
    state = game(("NP", "Ann", 80), tiles=tiles, privates={"P3": "NP"}, phase="3")
    state = turn(state, "NP", "token")
    assert options_of(state, Assign) == [Assign("P3", hex="C1")]
    state = play(state, Assign("P3", hex="C1"))
    assert at(state, "C1.0", "refinery") == "operational"
    assert [m.owner for m in state.board.markers] == ["NP"]
    assert options_of(state, Assign) == []  # one refinery
    ran = turn(state, "NP", "dividend", revenue=0)
    assert options_of(replace(ran, board=replace(ran.board, markers=())), Assign) == []


def test_p3_opens_to_all_when_it_closes() -> None:
    state = game(("NP", "Ann", 80), privates={"P3": "NP"}, phase="4", NP={"cash": 450})
    state = play(turn(state, "NP", "token"), Assign("P3", hex="C1"))
    state = replace(state, depot=Depot({"5": 2}), turn=None)
    state = play(turn(state, "NP", "trains"), BuyTrain("5", 450))
    assert state.privates["P3"] == "closed"
    assert [m.owner for m in state.board.markers] == [""]


# P4


def test_p4_starts_a_corporation_of_the_second_row_and_closes() -> None:
    state = game(queue=[["C&N", None], ["NWW", "BH"]], privates={"P4": "Bob"})
    with pytest.raises(StateError):
        float_corporation(state, "NWW", 60, {"Ann": 20})
    state = float_corporation(state, "NWW", 60, {"Bob": 20})
    assert state.privates["P4"] == "closed"
    assert state.own["queue"][:2] == [["C&N", None], [None, "BH"]]


# P5


def test_p5_half_the_terrain_around_the_lake_and_jackson() -> None:
    def cost(privates: dict[str, str]) -> dict[str, int]:
        state = begin(game(("NP", "Ann", 80), privates=privates, phase="3"))
        return {c.action.hex: c.cost for c in choices(state, Lay)}  # type: ignore[union-attr]

    assert cost({}) == {"B2": 30, "D2": 20}
    assert cost({"P5": "NP"}) == {"B2": 15, "D2": 10}


def test_p5_not_on_jackson_itself() -> None:
    tiles = {"B2": "8@4", "B4": "9@0"}  # Butte - B2 - B4 - Jackson
    state = game(("NP", "Ann", 80), tiles=tiles, privates={"P5": "NP"}, phase="3")
    found = {c.action.hex: c.cost for c in choices(begin(state), Lay)}  # type: ignore[union-attr]
    assert found["B6"] == 20


# P6


def late(owner: str, **rows: dict[str, Any]) -> State:
    trains: dict[str, Any] = {"trains": ("5",), "own": {"revenue": 100}}
    fields: dict[str, Any] = {
        "CN": {**trains, **rows.get("CN", {})},
        "NWW": {**trains, **rows.get("NWW", {})},
    }
    return game(
        CN, NWW, phase="6", tiles={**EAST, **SOUTH}, privates={"P6": owner}, queue=[], **fields
    )


def test_p6_replaces_a_station_of_the_acquired_with_one_of_its_own() -> None:
    state = play(end(late("NWW")), accept("C&N"))
    assert state.privates["P6"] == "closed"
    assert set(options_of(state, Special)) == {
        Special("replace", "K13.0", "charter"),
        Special("replace", "K13.0", "M11.0"),
    }
    charter = play(state, Special("replace", "K13.0", "charter"))
    assert charter.board.tokens["K13.0"] == ("NWW",)
    assert charter.board.tokens["M11.0"] == ("NWW",)
    row = charter.corporations["NWW"]
    assert (len(row.tokens_unplaced), set(row.tokens_on_map)) == (2, {"K13.0", "M11.0"})
    assert row.cash == 120
    moved = play(state, Special("replace", "K13.0", "M11.0"))
    assert moved.board.tokens["K13.0"] == ("NWW",)
    assert "M11.0" not in moved.board.tokens
    passed = play(state, Pass())
    assert passed.board.tokens["K13.0"] == ("C&N",)


def test_p6_not_where_its_corporation_stands_already() -> None:
    state = late("NWW", NWW={"tokens_on_map": ("M11.0", "J14.0")})
    tokens = {"M11.0": ("NWW",), "J14.0": ("NWW", "C&N"), "K13.0": ("C&N",)}
    tiles = {**state.board.tiles, "J14": "475*@3"}
    state = replace(state, board=replace(state.board, tiles=tiles, tokens=tokens))
    row = replace(state.corporations["C&N"], tokens_on_map=("K13.0", "J14.0"))
    state = replace(state, corporations={**state.corporations, "C&N": row})
    state = play(end(state), accept("C&N"))
    assert {action.at for action in options_of(state, Special)} == {"K13.0"}


def test_p6_of_a_player_only_closes() -> None:
    state = play(end(late("Cal")), accept("C&N"))
    assert state.privates["P6"] == "closed"
    assert options_of(state, Special) == []


@pytest.mark.parametrize("owner", ["NWW", "Cal"])
def test_p6_closes_though_the_acquired_corporation_does_too(owner: str) -> None:
    # 8.6: without a train C&N goes down its column, the first, to the space that closes (9.1). It
    # was acquired all the same, the first that was; of its stations none is left to replace.
    state = place(late(owner, CN={"trains": ()}), "C&N", 4, 0)
    state = end(state)
    while options_of(state, Special) and options_of(state, Special)[0].at != "C&N":
        state = play(state, Special("acquire", options_of(state, Special)[0].at, "decline"))
    state = play(state, accept("C&N"))
    assert state.corporations["C&N"].market is None
    assert state.privates["P6"] == "closed"
    assert not [action for action in options_of(state, Special) if action.kind == "replace"]


def test_p6_not_by_a_crisis() -> None:
    state = late("NWW", CN={"trains": (), "cash": 0})
    state = replace(state, players={**state.players, "Ann": 0})
    state = play(turn(state, "C&N", "trains"), Special("crisis"))
    assert state.privates["P6"] == "NWW"


def test_p6_stays_in_phase_5() -> None:
    state = game(CN, phase="4", privates={"P6": "Cal", "P7": "Bob"}, CN={"cash": 450})
    state = replace(state, depot=Depot({"5": 2}))
    state = play(turn(state, "C&N", "trains"), BuyTrain("5", 450))
    assert (state.privates["P6"], state.privates["P7"]) == ("Cal", "closed")


# P7


def test_p7_a_yellow_tile_after_an_upgrade_and_not_before() -> None:
    state = begin(game(CN, tiles=EAST, privates={"P7": "C&N"}, phase="3"))
    state = play(state, Lay("K13", "14c", 1))
    assert state.turn is not None
    assert state.turn.step == "track"
    colours = {state.rules.tiles[spec.partition("@")[0]].colour for _, spec in lays(state)}
    assert colours == {"yellow"}
    state = play(state, options_of(state, Lay)[0])
    assert state.turn is not None
    assert state.turn.step == "token"
    first = begin(game(CN, tiles=EAST, privates={"P7": "C&N"}, phase="3"))
    first = play(first, next(a for a in options_of(first, Lay) if a.hex == "J14"))
    colours = {state.rules.tiles[spec.partition("@")[0]].colour for _, spec in lays(first)}
    assert colours == {"yellow"}


# P8


def test_p8_thirty_for_a_deposit_tile_and_ten_for_a_cube() -> None:
    tiles = {"J14": "6*@2", "I13": "8@3"}
    state = begin(game(CN, tiles=tiles, privates={"P8": "C&N"}))
    state = play(state, Lay("I11", "d1", 0))
    assert cash_of(state, "C&N") == 160 + 10 - 10 + 30  # income, terrain, survey
    board = (cubes("I11.0", 1), refinery("J14.0", "operational"))
    state = game(CN, tiles=SOUTH, markers=board, privates={"P8": "C&N"}, CN={"trains": ("3",)})
    state = play(turn(state, "C&N", "run"), Run())
    assert state.turn is not None
    assert state.turn.revenue == 20 + 20 + 40


def test_p8_nothing_after_it_closed() -> None:
    state = game(CN, privates={"P8": "C&N"}, phase="4", CN={"cash": 450})
    assert [m.kind for m in state.board.markers] == ["survey_company"]
    state = replace(state, depot=Depot({"5": 2}))
    state = play(turn(state, "C&N", "trains"), BuyTrain("5", 450))
    assert state.board.markers == ()


# P9


def test_p9_a_refinery_after_development() -> None:
    state = end(game(CN, privates={"P9": "Cal"}, markers=(refinery("H8.0", "inoperational"),)))
    assert at(state, "H8.0", "refinery") == "disrepair"
    found = {action.hex for action in options_of(state, Assign)}
    assert "H8" not in found
    assert {"H12", "J14", "K13", "B6"} <= found
    assert not found & {"A9", "C1", "M11", "I11"}  # cities of Wyoming only
    state = play(state, Assign("P9", hex="H12"))
    assert at(state, "H12.0", "refinery") == "inoperational"
    assert state.privates["P9"] == "closed"


def test_p9_not_with_five_on_the_map_nor_by_a_corporation() -> None:
    sites = ("H8", "H12", "J4", "E9", "G5")
    board = tuple(refinery(f"{hex_id}.0", "operational") for hex_id in sites)
    assert options_of(end(game(CN, privates={"P9": "Cal"}, markers=board)), Assign) == []
    assert options_of(end(game(CN, privates={"P9": "C&N"})), Assign) == []


# P10


def test_p10_twenty_on_each_route_of_its_corporation() -> None:
    tiles = {"E9": "57*@1", "F8": "9@1", "D10": "9@1"}
    state = game(("WNW", "Ann", 80), tiles=tiles, privates={"P10": "WNW"}, phase="3")
    state = turn(state, "WNW", "track")
    assert options_of(state, Assign) == [Assign("P10", hex="E9")]
    state = play(state, Assign("P10", hex="E9"))
    assert state.privates["P10"] == "closed"
    marker = state.board.markers[0]
    assert (marker.kind, marker.at, marker.owner) == ("business_council", "E9.0", "WNW")


# P11


def test_p11_one_cube_before_the_run() -> None:
    board = (cubes("I11.0", 1), refinery("J14.0", "operational"), cubes("F2.0", 1))
    tiles = {**SOUTH, "F2": "d1@0"}
    state = game(CN, tiles=tiles, markers=board, privates={"P11": "C&N"}, CN={"trains": ("3",)})
    state = turn(state, "C&N", "track")
    assert options_of(state, Assign) == [Assign("P11", hex="I11")]  # F2 is not in the network
    state = play(state, Assign("P11", hex="I11"))
    assert at(state, "I11.0") == 2
    assert options_of(state, Assign) == []  # once a turn
    full = game(CN, tiles=SOUTH, markers=(cubes("I11.0", 2),), privates={"P11": "C&N"})
    assert options_of(turn(full, "C&N", "track"), Assign) == []  # at its capacity
    late = turn(game(CN, tiles=SOUTH, privates={"P11": "C&N"}), "C&N", "dividend", revenue=10)
    assert options_of(late, Assign) == []


def test_p11_does_not_close_in_phase_5() -> None:
    state = game(CN, privates={"P11": "C&N"}, phase="4", CN={"cash": 450})
    state = replace(state, depot=Depot({"5": 2}))
    state = play(turn(state, "C&N", "trains"), BuyTrain("5", 450))
    assert state.privates["P11"] == "C&N"


# P12


def test_p12_once_the_value() -> None:
    state = turn(game(CN, tiles=SOUTH, privates={"P12": "C&N"}), "C&N", "token")
    assert [(c.action, c.cost) for c in choices(state, Token)] == [(Token("J14.0"), 20)]


# P13


def test_p13_starts_its_corporation_with_money_of_the_bank() -> None:
    state = new_game("1867bw", ["Ann", "Bob", "Cal"])
    ninth = state.own["ninth"]
    with pytest.raises(StateError):
        float_corporation(state, ninth, 80, {"Bob": 20})
    state = sell_private(state, "P13", "Bob", 450)  # all he has
    before = state.players["Bob"]
    state = float_corporation(state, ninth, 80, {"Bob": 20})
    assert state.players["Bob"] == before
    assert cash_of(state, ninth) == 160
    assert state.corporations[ninth].owner == "Bob"
    assert money(state) == 9000


def test_p13_closes_when_its_corporation_buys_a_train() -> None:
    state = game(CN, NWW, privates={"P13": "Ann"})
    state = replace(state, own={**state.own, "ninth": "C&N"})
    other = play(turn(state, "NWW", "trains"), BuyTrain("2", 100))
    assert other.privates["P13"] == "Ann"
    own = play(turn(state, "C&N", "trains"), BuyTrain("2", 100))
    assert own.privates["P13"] == "closed"


def test_p13_closes_with_its_corporation() -> None:
    from wyoming import place

    from operating_round.actions import Dividend

    state = game(CN, NWW, privates={"P13": "Ann"})
    state = replace(state, own={**state.own, "ninth": "C&N"})
    state = turn(place(state, "C&N", 6, 0), "C&N", "dividend", revenue=10)
    assert play(state, Dividend("withhold")).privates["P13"] == "closed"


def test_privates_close_in_phase_5_but_the_token_of_p10_stays() -> None:
    state = game(
        ("WNW", "Ann", 80), privates={"P10": "WNW", "P1": "Bob"}, phase="4", WNW={"cash": 450}
    )
    state = play(turn(state, "WNW", "track"), Assign("P10", hex="E9"))
    state = replace(state, depot=Depot({"5": 2}), turn=None)
    state = play(turn(state, "WNW", "trains"), BuyTrain("5", 450))
    assert state.privates["P1"] == "closed"
    assert [m.kind for m in state.board.markers] == ["business_council"]
    assert price_of(state, "WNW") == 80


@pytest.mark.parametrize("number", range(1, 14))
def test_every_company_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_p{number}_") for name in globals())
