"""1830: each numbered rule for routes, kept and broken."""

from __future__ import annotations

from collections.abc import Iterable

from claim_boards import CANADA, PENNSYLVANIA, breaks, broken, judged, pays, run

from route_opt import Violation
from route_opt.claims.claim import judge, read_claim

Found = Iterable[Violation]
LINE = "H10.0 H12.0 H14 H16.0"


@breaks("no_own_token", "1830.1")
def test_a_route_needs_an_own_token() -> Found:
    assert pays(PENNSYLVANIA, run("3", LINE)) == 20 + 10 + 20
    return broken(PENNSYLVANIA, run("2", "H10.0 H12 H14 H16.0"))


@breaks("too_few_stops", "1830.1")
def test_a_route_joins_two_stops() -> Found:
    return broken(PENNSYLVANIA, run("2", "H12.0"))


@breaks("stop_not_counted", "1830.2")
def test_no_stop_is_left_out_of_the_count() -> Found:
    return broken(PENNSYLVANIA, run("3", LINE, counted="H12.0 H16.0"))


@breaks("stop_passed_over", "1830.2")
def test_no_stop_is_slipped_past() -> Found:
    return broken(PENNSYLVANIA, run("2", "G7.1 H8 H10 H12.0"))


@breaks("too_many_stops", "1830.3")
def test_a_train_is_as_long_as_its_number() -> Found:
    assert pays(PENNSYLVANIA, run("D", f"G7.1 H8 {LINE}")) == 10 + 20 + 10 + 20
    assert pays(PENNSYLVANIA, run("4", "H10.0 H12.0")) == 20 + 10
    return broken(PENNSYLVANIA, run("2", LINE))


@breaks("train_used_twice", "1830.3")
def test_a_train_runs_once() -> Found:
    return broken(PENNSYLVANIA, run("3", "H10.0 H12.0"), run("3", "H12.0 H14 H16.0"))


@breaks("off_board_passed", "1830.4")
def test_a_red_area_is_an_end() -> Found:
    assert pays(CANADA, run("2", "B10.0 A11.0")) == 30 + 30
    return broken(CANADA, run("3", "B10.0 A11.0 B12 B14 B16.0"))


@breaks("wrong_revenue", "1830.4")
def test_a_red_area_is_worth_more_from_phase_5() -> Found:
    assert pays(CANADA, run("2", "B10.0 A9.0"), phase="5") == 30 + 50
    return broken(CANADA, run("2", "B10.0 A9.0", revenue=80), phase="4")


@breaks("stop_twice", "1830.5")
def test_the_two_hexes_of_a_red_area_are_one_stop() -> Found:
    both = run("3", "A9.0 B10.0 A11.0")
    assert pays(CANADA, both, options=["red_hexes_separate"]) == 30 + 30 + 30
    return broken(CANADA, both)


def test_two_cities_of_one_hex_are_two_stops() -> None:
    # New York: one city on sides 0 and 1, the other on 2 and 3; a loop over G17 and F18.
    board = {
        "title": "1830",
        "phase": "3",
        "corporation": "NYNH",
        "trains": ["3"],
        "tiles": {"G19": "54@0", "G17": "2@2", "F18": "7@5"},
        "tokens": {"G19.0": ["NYNH"]},
    }
    assert pays(board, run("3", "G19.0 G17.1 F18 G19.1")) == 60 + 10 + 60


@breaks("side_used_twice", "1830.6")
def test_no_track_twice() -> Found:
    return broken(PENNSYLVANIA, run("3", "H12.0 H10.0 H12.0"))


@breaks("reversed_at_junction", "1830.6")
def test_no_reversing_at_a_junction() -> Found:
    tiles = {**PENNSYLVANIA["tiles"], "H8": "25@0"}
    return broken(PENNSYLVANIA, run("3", "G7.1 H8 H10.0 H12.0"), tiles=tiles)


@breaks("no_track", "1830.6")
def test_no_changing_at_a_crossing() -> Found:
    tiles = {**PENNSYLVANIA["tiles"], "H8": "20@1"}
    return broken(PENNSYLVANIA, run("3", "G7.1 H8 H10.0 H12.0"), tiles=tiles)


@breaks("not_adjacent", "1830.6")
def test_no_gaps() -> Found:
    return broken(PENNSYLVANIA, run("2", "H12.0 H16.0"))


@breaks("ends_on_track", "1830.6")
def test_no_ends_between_stops() -> Found:
    return broken(PENNSYLVANIA, run("2", "H10.0 H12.0 H14"))


@breaks("side_used_twice", "1830.7")
def test_a_city_is_left_by_another_line() -> Found:
    # Into Pittsburgh from the left or the upper left, out to the right: any two lines will do.
    tiles = {**PENNSYLVANIA["tiles"], "H10": "14@1", "G9": "8@5"}
    assert pays(PENNSYLVANIA, run("3", "G7.1 H8 H10.0 H12.0"), tiles=tiles) == 10 + 30 + 10
    assert pays(PENNSYLVANIA, run("3", "G7.0 G9 H10.0 H12.0"), tiles=tiles) == 10 + 30 + 10
    return broken(PENNSYLVANIA, run("D", "G7.1 H8 H10.0 H8 G7.1"))


@breaks("full_city_passed", "1830.8")
def test_a_full_city_is_an_end() -> Found:
    full = {"H12.0": ["PRR"], "H10.0": ["B&O"]}
    assert pays(PENNSYLVANIA, run("2", "H10.0 H12.0"), tokens=full) == 20 + 10
    # Two slots, one of them free: everybody passes.
    through = run("3", "G7.1 H8 H10.0 H12.0")
    free = {**PENNSYLVANIA["tiles"], "H10": "14@1"}
    assert pays(PENNSYLVANIA, through, tiles=free, tokens=full) == 10 + 30 + 10
    return broken(PENNSYLVANIA, through, tokens=full)


@breaks("side_shared", "1830.9")
def test_trains_keep_apart() -> Found:
    meeting = (run("2", "H10.0 H12.0"), run("2", "H12.0 H14 H16.0"))
    assert pays(PENNSYLVANIA, *meeting) == 20 + 10 + 10 + 20
    return broken(PENNSYLVANIA, run("2", "H10.0 H12.0"), run("3", LINE))


@breaks("side_shared", "1830.9")
def test_the_by_pass_shares_its_ends_with_the_city_track() -> Found:
    tokens = {"H12.0": ["PRR"], "H10.0": ["PRR"]}
    assert pays(PENNSYLVANIA, run("2", "H10.0 H12 H14 H16.0"), tokens=tokens) == 20 + 20
    by_pass = (run("2", "H10.0 H12 H14 H16.0"), run("2", "H10.0 H12.0"))
    return broken(PENNSYLVANIA, *by_pass, tokens=tokens)


@breaks("wrong_revenue", "1830.10")
def test_the_tile_replaces_the_value_of_the_map() -> Found:
    tiles = {**PENNSYLVANIA["tiles"], "H16": "14@1"}
    assert pays(PENNSYLVANIA, run("2", "H12.0 H14 H16.0"), tiles=tiles) == 10 + 30
    return broken(PENNSYLVANIA, run("2", "H12.0 H14 H16.0", revenue=30), tiles=tiles)


@breaks("better_shown", "1830.11")
def test_the_highest_total_shown_is_taken() -> Found:
    claim = {**PENNSYLVANIA, "declared": [run("2", "H10.0 H12.0")], "challenge": [run("3", LINE)]}
    return judge(read_claim(claim)).reasons


@breaks("train_not_owned", "1830.12")
def test_a_train_bought_this_turn_does_not_run() -> Found:
    return broken(PENNSYLVANIA, run("5", LINE))


def test_every_violation_is_told_not_the_first() -> None:
    verdict = judged(PENNSYLVANIA, run("2", "G7.1 H8 H10.0 H8 G7.1"), run("6", "H14"))
    codes = {violation.code for violation in verdict.violations}
    assert codes >= {"side_used_twice", "stop_twice", "no_own_token", "too_many_stops"}
    assert codes >= {"train_not_owned", "ends_on_track", "too_few_stops"}
    assert {violation.route for violation in verdict.violations} == {0, 1}
