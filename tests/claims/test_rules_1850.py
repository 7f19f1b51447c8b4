"""1850: each numbered rule for routes, kept and broken."""

from __future__ import annotations

from collections.abc import Iterable

from claim_boards import DULUTH, DULUTH_LINE, SAULT, breaks, broken, pays, run

from route_opt import Violation
from route_opt.claims.claim import judge, read_claim

Found = Iterable[Violation]
MESABI = {"kind": "mesabi", "owner": "NP"}


@breaks("no_own_token", "1850.1")
def test_an_edge_token_is_no_station() -> Found:
    assert pays(DULUTH, run("5", DULUTH_LINE)) == 30 + 20 + 10 + 20 + 30
    edge = [MESABI, {"kind": "edge_token", "at": "B1.0", "owner": "NP"}]
    return broken(DULUTH, run("2", "B1.0 B3 B5.0"), markers=edge)


@breaks("too_many_stops", "1850.2")
def test_a_2_train_runs_exactly_two() -> Found:
    return broken(DULUTH, run("2", "B7.0 B9 B11.0 A10.0"))


@breaks("too_few_stops", "1850.2")
def test_a_route_has_two_stops() -> Found:
    return broken(DULUTH, run("2", "B11.0"))


@breaks("stop_passed_over", "1850.2")
def test_towns_count() -> Found:
    return broken(DULUTH, run("2", "B5.0 B7 B9 B11.0"))


@breaks("off_board_passed", "1850.3")
def test_an_off_board_is_an_end() -> Found:
    tiles = {**DULUTH["tiles"], "C2": "9@2", "D3": "9@2", "E4": "57@2"}
    tokens = {"B5.0": ["NP"]}
    return broken(DULUTH, run("3", "B5.0 B3 B1.0 C2 D3 E4.0"), tiles=tiles, tokens=tokens)


def test_trains_run_through_sault_ste_marie() -> None:
    route = run("3", "E18.0 D19 C20.0 C18 C16.0")
    assert pays(SAULT, route) == 20 + 20 + 10
    edge = [{"kind": "edge_token", "at": "C20", "owner": "SOO"}]
    assert pays(SAULT, route, markers=edge) == 20 + 2 * 20 + 10


@breaks("no_access", "1850.4")
def test_mesabi_needs_its_token() -> Found:
    return broken(DULUTH, run("2", "B11.0 A10.0"), markers=[MESABI | {"owner": "GN"}])


@breaks("stop_twice", "1850.5")
def test_an_area_is_one_stop() -> Found:
    tiles = {**DULUTH["tiles"], "B3": "7@1"}
    return broken(DULUTH, run("2", "B1.0 B3 A2.0"), tiles=tiles)


@breaks("stop_twice", "1850.6")
def test_brown_chicago_is_one_city() -> Found:
    board = {
        "title": "1850",
        "phase": "5",
        "corporation": "CBQ",
        "trains": ["4"],
        "tiles": {"I18": "130@0", "I16": "3@3", "H17": "3@5"},
        "tokens": {"I18.0": ["CBQ"]},
    }
    assert pays(board, run("4", "I18.0 I16.0 H17.0")) == 70 + 10 + 10
    return broken(board, run("4", "I18.0 I16.0 H17.0 I18.0"))


@breaks("side_used_twice", "1850.7")
def test_where_sections_meet_one_is_used() -> Found:
    # Both tracks of B9 end at the side towards Duluth; only one of them can be used.
    tiles = {**DULUTH["tiles"], "B9": "23@4", "A8": "7@4"}
    return broken(DULUTH, run("4", "B7.0 B9 B11.0 B9 A8 A10.0"), tiles=tiles)


@breaks("full_city_passed", "1850.8")
def test_a_full_city_is_counted_not_passed() -> Found:
    tokens = {"B11.0": ["NP"], "B5.0": ["GN"]}
    assert pays(DULUTH, run("3", "B11.0 B9 B7.0 B5.0"), tokens=tokens) == 20 + 10 + 20
    return broken(DULUTH, run("4", "B11.0 B9 B7.0 B5.0 B3 B1.0"), tokens=tokens)


@breaks("wrong_revenue", "1850.9")
def test_an_own_edge_token_doubles_its_area() -> Found:
    edge = {"kind": "edge_token", "at": "A2", "owner": "NP"}
    assert pays(DULUTH, run("5", DULUTH_LINE), markers=[MESABI, edge]) == 60 + 20 + 10 + 20 + 30
    other = [MESABI, edge | {"owner": "GN"}]
    return broken(DULUTH, run("5", DULUTH_LINE, revenue=140), markers=other)


@breaks("wrong_revenue", "1850.10")
def test_the_west_keeps_its_second_value() -> Found:
    assert pays(DULUTH, run("5", DULUTH_LINE), phase="5") == 40 + 20 + 10 + 20 + 40
    assert pays(DULUTH, run("5", DULUTH_LINE), phase="8") == 40 + 20 + 10 + 20 + 60
    return broken(DULUTH, run("5", DULUTH_LINE, revenue=130), phase="8")


@breaks("side_shared", "1850.11")
def test_trains_share_no_track() -> Found:
    assert pays(DULUTH, run("2", "B11.0 A10.0"), run("3", "B11.0 B9 B7.0 B5.0")) == 50 + 50
    return broken(DULUTH, run("2", "B11.0 A10.0"), run("3", "B7.0 B9 B11.0 A10.0"))


@breaks("better_shown", "1850.12")
def test_a_stockholder_may_force_a_higher_route() -> Found:
    declared, better = run("2", "B11.0 A10.0"), run("5", DULUTH_LINE)
    return judge(read_claim({**DULUTH, "declared": [declared], "challenge": [better]})).reasons


@breaks("train_not_owned", "1850.13")
def test_diesels_belong_to_a_variant() -> Found:
    with_them = {"options": ["diesels"], "phase": "D", "trains": ["D"]}
    assert pays(DULUTH, run("D", DULUTH_LINE), **with_them) == 40 + 20 + 10 + 20 + 60
    return broken(DULUTH, run("D", DULUTH_LINE))


def test_reduced_tokens_change_no_route() -> None:
    assert pays(DULUTH, run("2", "B11.0 A10.0"), options=["reduced_tokens"]) == 20 + 30
