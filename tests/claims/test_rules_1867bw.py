"""1867 Big Wyoming: each numbered rule for routes and cubes, kept and broken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from claim_boards import WYOMING, WYOMING_LINE, breaks, broken, judged, pays, run

from route_opt import Violation

Found = Iterable[Violation]
TO_DEPOSIT = "K13.0 J14.0 I13 I11.0"
LANDER = {
    "title": "1867bw",
    "phase": "2",
    "corporation": "WNW",
    "trains": ["2"],
    "tiles": {"D8": "57*@2", "E9": "57*@2"},
    "tokens": {"E9.0": ["WNW"]},
}


def refinery(at: str, state: str = "operational", **more: Any) -> dict[str, Any]:
    return {"kind": "refinery", "at": at, "state": state, **more}


def cubes(count: int, at: str = "I11.0") -> dict[str, Any]:
    return {"kind": "cube", "at": at, "count": count}


@breaks("too_many_stops", "1867bw.R1")
def test_length_is_the_number_of_locations() -> Found:
    assert pays(WYOMING, run("D", WYOMING_LINE)) == 30 + 20 + 20 + 0 + 20
    return broken(WYOMING, run("4", WYOMING_LINE))


@breaks("too_many_stops", "1867bw.R2")
def test_a_deposit_is_a_location() -> Found:
    return broken(WYOMING, run("3", f"{TO_DEPOSIT} H12.0"))


@breaks("no_own_token", "1867bw.R3")
def test_a_route_needs_an_own_token() -> Found:
    home = {"M11.0": ["NWW"]}
    assert pays(WYOMING, run("2", "M11.0 L12 K13.0"), corporation="NWW", tokens=home) == 30 + 20
    return broken(WYOMING, run("2", "M11.0 L12 K13.0"), corporation="NWW")


@breaks("stop_twice", "1867bw.R4")
def test_no_location_twice() -> Found:
    return broken(WYOMING, run("4", "K13.0 J14.0 K13.0"))


@breaks("side_used_twice", "1867bw.R5")
def test_no_track_twice() -> Found:
    return broken(WYOMING, run("4", "K13.0 J14.0 K13.0"))


@breaks("reversed_at_junction", "1867bw.R6")
def test_no_switching_back_between_branches() -> Found:
    tiles = {**WYOMING["tiles"], "I13": "25@1"}
    return broken(WYOMING, run("3", TO_DEPOSIT), tiles=tiles)


@breaks("off_board_passed", "1867bw.R7")
def test_an_off_board_is_an_end_for_its_own_corporation_too() -> Found:
    tiles = {**WYOMING["tiles"], "L10": "9@2", "K9": "9@2", "J8": "9@2", "I7": "d1@2"}
    tokens = {"M11.0": ["NWW"]}
    route = run("3", "K13.0 L12 M11.0 L10 K9 J8 I7.0")
    return broken(WYOMING, route, tiles=tiles, tokens=tokens, corporation="NWW")


@breaks("full_city_passed", "1867bw.R8")
def test_a_full_city_is_an_end() -> Found:
    tokens = {"K13.0": ["C&N"], "J14.0": ["BH"]}
    assert pays(WYOMING, run("2", "K13.0 J14.0"), tokens=tokens) == 20 + 20
    return broken(WYOMING, run("3", TO_DEPOSIT), tokens=tokens)


@breaks("no_own_token", "1867bw.R9")
def test_a_route_lies_in_the_network() -> Found:
    # Beyond the full city of Laramie there is no way back to an own token.
    tokens = {"K13.0": ["C&N"], "J14.0": ["BH"]}
    return broken(WYOMING, run("2", "I11.0 H12.0"), tokens=tokens)


@breaks("side_shared", "1867bw.R10")
def test_trains_share_no_track() -> Found:
    assert pays(WYOMING, run("2", "M11.0 L12 K13.0"), run("2", "K13.0 J14.0")) == 50 + 40
    return broken(WYOMING, run("2", "K13.0 J14.0"), run("3", TO_DEPOSIT))


@breaks("wrong_revenue", "1867bw.R11")
def test_a_cube_without_a_refinery_pays_nothing() -> Found:
    assert pays(WYOMING, run("3", TO_DEPOSIT), markers=[cubes(1)]) == 20 + 20
    with_it = [cubes(1), refinery("J14.0")]
    assert pays(WYOMING, run("3", TO_DEPOSIT), markers=with_it) == 20 + 20 + 30
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=70), markers=[cubes(1)])


@breaks("wrong_revenue", "1867bw.R12")
def test_off_boards_rise_in_phases_3_and_5() -> Found:
    omaha = "M11.0 L12 K13.0"
    assert pays(WYOMING, run("2", omaha), phase="4") == 50 + 20
    assert pays(WYOMING, run("2", omaha), phase="5") == 70 + 20
    return broken(WYOMING, run("2", omaha, revenue=70), phase="2")


@breaks("wrong_revenue", "1867bw.R13")
def test_the_business_council_pays_its_owner() -> Found:
    council = {"kind": "business_council", "at": "E9.0", "owner": "WNW"}
    assert pays(LANDER, run("2", "D8.0 E9.0"), markers=[council]) == 20 + 20 + 20
    other = [council | {"owner": "BH"}]
    return broken(LANDER, run("2", "D8.0 E9.0", revenue=60), markers=other)


@breaks("wrong_revenue", "1867bw.R14")
def test_the_survey_company_pays_its_owner() -> Found:
    survey = {"kind": "survey_company", "owner": "C&N"}
    own = [cubes(1), refinery("J14.0"), survey]
    assert pays(WYOMING, run("3", TO_DEPOSIT), markers=own) == 20 + 20 + 30 + 10
    other = [cubes(1), refinery("J14.0"), survey | {"owner": "BH"}]
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=80), markers=other)


@breaks("too_few_stops", "1867bw.R15")
def test_a_route_has_two_locations() -> Found:
    tokens = {"H12.0": ["C&N"]}
    assert pays(WYOMING, run("2", "I11.0 H12.0"), tokens=tokens) == 0 + 20
    return broken(WYOMING, run("2", "K13.0"))


@breaks("no_track", "1867bw.R16")
def test_a_deposit_joins_the_sides_of_its_tile_only() -> Found:
    # d4 joins below, lower left and above; d1 only below and above.
    assert pays(WYOMING, run("4", f"{TO_DEPOSIT} H12.0")) == 20 + 20 + 0 + 20
    tiles = {**WYOMING["tiles"], "I11": "d1@0"}
    return broken(WYOMING, run("4", f"{TO_DEPOSIT} H12.0"), tiles=tiles)


@breaks("wrong_revenue", "1867bw.C1")
def test_cubes_come_from_deposits_on_the_route() -> Found:
    two = [cubes(2), refinery("J14.0"), refinery("K13.0")]
    assert pays(WYOMING, run("3", TO_DEPOSIT), markers=two) == 40 + 2 * 30
    return broken(WYOMING, run("2", "K13.0 J14.0", revenue=100), markers=two)


@breaks("wrong_revenue", "1867bw.C2")
def test_a_train_brings_a_city_one_cube() -> Found:
    markers = [cubes(2), refinery("J14.0")]
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=100), markers=markers)


@breaks("wrong_revenue", "1867bw.C3")
def test_no_cube_to_a_refinery_under_construction() -> Found:
    markers = [cubes(1), refinery("J14.0", "construction")]
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=70), markers=markers)


@breaks("wrong_revenue", "1867bw.C4")
def test_inoperational_pays_as_operational() -> Found:
    markers = [cubes(2), refinery("J14.0", "inoperational"), refinery("K13.0", "operational")]
    assert pays(WYOMING, run("3", TO_DEPOSIT), markers=markers) == 40 + 2 * 30
    # Having become operational, it takes no second cube of the same train.
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=130), markers=markers)


@breaks("wrong_revenue", "1867bw.C5")
def test_a_refinery_in_disrepair_pays_nothing() -> Found:
    markers = [cubes(1), refinery("J14.0", "disrepair")]
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=70), markers=markers)


@breaks("wrong_revenue", "1867bw.C6")
def test_a_city_without_refinery_pays_nothing() -> Found:
    markers = [cubes(2), refinery("J14.0")]
    return broken(WYOMING, run("4", f"{TO_DEPOSIT} H12.0", revenue=120), markers=markers)


@breaks("wrong_revenue", "1867bw.C7")
def test_no_cube_to_an_off_board() -> Found:
    return broken(WYOMING, run("5", WYOMING_LINE, revenue=120), markers=[cubes(1)])


@breaks("wrong_revenue", "1867bw.C8")
def test_a_reserved_refinery_serves_its_owner() -> Found:
    # Another line: Rapid City (M3) 20 - a deposit (L6) - Cheyenne (K13) 30.
    tiles = {"L4": "8@4", "L6": "d2@1", "K7": "8@4", "K9": "9@0", "K11": "9@0", "K13": "619c@1"}
    board = {**WYOMING, "tiles": tiles}
    route = "M3.0 L4 L6.0 K7 K9 K11 K13.0"
    mine = [cubes(1, "L6.0"), refinery("M3.0", owner="C&N")]
    assert pays(board, run("3", route), markers=mine) == 20 + 30 + 30
    free = [cubes(1, "L6.0"), refinery("M3.0")]
    assert pays(board, run("3", route), markers=free) == 20 + 30 + 30
    theirs = [cubes(1, "L6.0"), refinery("M3.0", owner="BH")]
    return broken(board, run("3", route, revenue=80), markers=theirs)


@breaks("wrong_revenue", "1867bw.C9")
def test_a_cube_is_delivered_once() -> Found:
    # Both trains call at the deposit; each alone would earn 30 with the one cube.
    tokens = {"J14.0": ["C&N"], "H12.0": ["C&N"]}
    both = (run("2", "J14.0 I13 I11.0"), run("2", "I11.0 H12.0"))
    markers = [cubes(1), refinery("J14.0"), refinery("H12.0")]
    assert pays(WYOMING, *both, tokens=tokens, markers=markers) == 20 + 20 + 30
    two = [cubes(2), *markers[1:]]
    assert pays(WYOMING, *both, tokens=tokens, markers=two) == 20 + 20 + 2 * 30
    claimed = (run("2", "J14.0 I13 I11.0", revenue=50), run("2", "I11.0 H12.0", revenue=50))
    return broken(WYOMING, *claimed, tokens=tokens, markers=markers)


@breaks("wrong_revenue", "1867bw.C10")
def test_delivery_is_optional_but_whole() -> Found:
    markers = [cubes(1), refinery("J14.0")]
    assert pays(WYOMING, run("3", TO_DEPOSIT, revenue=70), markers=markers) == 70
    # Nothing delivered: the run is legal and pays 40; 70 is what the same track could pay.
    assert pays(WYOMING, run("3", TO_DEPOSIT, revenue=40), markers=markers) == 40
    undelivered = judged(WYOMING, run("3", TO_DEPOSIT, revenue=40), markers=markers)
    assert undelivered.true_value == 70
    return broken(WYOMING, run("3", TO_DEPOSIT, revenue=55), markers=markers)


@breaks("wrong_revenue", "1867bw.C11")
def test_the_extra_cube_needs_room() -> Found:
    extra = {"kind": "extraction_company", "owner": "C&N"}
    three = [refinery("J14.0"), refinery("K13.0"), refinery("H12.0")]
    route = f"{TO_DEPOSIT} H12.0"
    one = [cubes(1), extra, *three]
    assert pays(WYOMING, run("4", route), markers=one) == 60 + 2 * 30
    assert pays(WYOMING, run("4", route), markers=[extra, *three]) == 60 + 30
    # In phase 2 a deposit holds two.
    full = [cubes(2), extra, *three]
    assert pays(WYOMING, run("4", route), markers=full) == 60 + 2 * 30
    return broken(WYOMING, run("4", route, revenue=150), markers=full)
