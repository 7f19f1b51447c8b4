"""1870: each numbered rule for routes, kept and broken."""

from __future__ import annotations

from collections.abc import Iterable

from claim_boards import EAST_GULF, GULF, WEST_GULF, breaks, broken, pays, run

from route_opt import Violation
from route_opt.claims.claim import judge, read_claim

Found = Iterable[Violation]
WHOLE = f"{WEST_GULF} {EAST_GULF.removeprefix('N7.0 ')}"
AT_NEW_ORLEANS = {
    "tokens": {"N1.0": ["SP"], "N17.0": [None, "SP"]},
    "markers": [{"kind": "destination", "at": "N17.0", "owner": "SP"}],
}
BEYOND = f"{EAST_GULF} M16 M14.0"


@breaks("no_own_token", "1870.1")
def test_a_route_needs_an_own_marker() -> Found:
    assert pays(GULF, run("2", WEST_GULF)) == 20 + 30
    # A destination marker serves as the station marker a route needs.
    assert pays(GULF, run("3", BEYOND), **AT_NEW_ORLEANS) == 30 + 20 + 20
    return broken(GULF, run("2", EAST_GULF))


@breaks("too_many_stops", "1870.2")
def test_no_more_cities_than_the_train_type() -> Found:
    return broken(GULF, run("2", WHOLE))


@breaks("stop_not_counted", "1870.2")
def test_all_cities_on_the_way_count() -> Found:
    return broken(GULF, run("3", WHOLE, counted="N1.0 N17.0"))


@breaks("off_board_passed", "1870.3")
def test_southwest_too_is_an_end() -> Found:
    return broken(GULF, run("3", f"M2.0 {WEST_GULF}"))


@breaks("stop_twice", "1870.4")
def test_no_city_twice() -> Found:
    return broken(GULF, run("4", f"{WEST_GULF} N5 N3 N1.0"))


@breaks("reversed_at_junction", "1870.4")
def test_no_reversing_at_a_junction() -> Found:
    # N5: from the left and from the upper right to the lower right only.
    tiles = {**GULF["tiles"], "N5": "25@5", "M6": "57@0"}
    return broken(GULF, run("2", "N1.0 N3 N5 M6.0"), tiles=tiles)


@breaks("full_city_passed", "1870.5")
def test_a_full_city_is_an_end() -> Found:
    tokens = {"N1.0": ["SP"], "N7.0": ["TP", "MP"]}
    assert pays(GULF, run("2", WEST_GULF), tokens=tokens) == 20 + 30
    return broken(GULF, run("3", WHOLE), tokens=tokens)


@breaks("wrong_revenue", "1870.6")
def test_a_destination_doubles_at_the_end_only() -> Found:
    assert pays(GULF, run("3", WHOLE), **AT_NEW_ORLEANS) == 20 + 30 + 2 * 20
    return broken(GULF, run("3", BEYOND, revenue=90), **AT_NEW_ORLEANS)


def test_doubling_takes_the_printed_value_unless_the_option_says_more() -> None:
    port = {"kind": "port_closed", "at": "N17.0", "owner": "SP"}
    board = {**AT_NEW_ORLEANS, "markers": [*AT_NEW_ORLEANS["markers"], port]}
    assert pays(GULF, run("3", WHOLE), **board) == 20 + 30 + 2 * 20 + 20
    option = ["double_markers"]
    assert pays(GULF, run("3", WHOLE), options=option, **board) == 20 + 30 + 2 * (20 + 20)


@breaks("connection_not_run", "1870.7")
def test_a_connection_run_goes_exactly_home_to_destination() -> Found:
    run_ = {"kind": "connection_run", "owner": "SP", "from": "N1.0", "to": "N17.0"}
    board = {**AT_NEW_ORLEANS, "markers": [*AT_NEW_ORLEANS["markers"], run_]}
    assert pays(GULF, run("3", WHOLE), **board) == 20 + 30 + 2 * 20
    return broken(GULF, run("4", f"{WHOLE} M16 M14.0"), **board)


@breaks("wrong_revenue", "1870.8")
def test_ports_and_cattle_pay_their_owner() -> Found:
    def at_galveston(kind: str, owner: str) -> list[dict[str, str]]:
        return [{"kind": kind, "at": "N7.0", "owner": owner}]

    route = run("2", WEST_GULF)
    assert pays(GULF, route, markers=at_galveston("port_closed", "SP")) == 20 + 30 + 20
    assert pays(GULF, route, markers=at_galveston("port_closed", "MP")) == 20 + 30
    assert pays(GULF, route, markers=at_galveston("port_open", "SP")) == 20 + 30 + 20
    assert pays(GULF, route, markers=at_galveston("port_open", "MP")) == 20 + 30 + 10
    assert pays(GULF, route, markers=at_galveston("cattle", "SP")) == 20 + 30 + 10
    wrong = run("2", WEST_GULF, revenue=60)
    return broken(GULF, wrong, markers=at_galveston("cattle", "MP"))


@breaks("wrong_revenue", "1870.9")
def test_off_boards_rise_in_phases_4_and_6() -> Found:
    assert pays(GULF, run("2", WEST_GULF), phase="4") == 40 + 30
    assert pays(GULF, run("2", WEST_GULF), phase="6") == 50 + 30
    return broken(GULF, run("2", WEST_GULF, revenue=70), phase="3")


@breaks("side_shared", "1870.10")
def test_trains_share_no_track() -> Found:
    assert pays(GULF, run("2", WEST_GULF), run("2", "M2.0 N1.0")) == 50 + 40
    return broken(GULF, run("2", WEST_GULF), run("3", WHOLE))


@breaks("better_shown", "1870.11")
def test_a_stockholder_may_force_a_higher_total() -> Found:
    claim = {**GULF, "declared": [run("2", WEST_GULF)], "challenge": [run("3", WHOLE)]}
    return judge(read_claim(claim)).reasons


@breaks("full_city_passed", "1870.12")
def test_in_station_marker_wars_destination_markers_block() -> Found:
    # New Orleans has one space. Beside it TP's marker blocks nobody; inside it does.
    beside = {"N1.0": ["SP"], "N17.0": [None, "TP"]}
    assert pays(GULF, run("4", f"{WHOLE} M16 M14.0"), tokens=beside) == 20 + 30 + 20 + 20
    inside = {"N1.0": ["SP"], "N17.0": ["TP"]}
    options = ["station_marker_wars"]
    return broken(GULF, run("4", f"{WHOLE} M16 M14.0"), tokens=inside, options=options)


@breaks("train_not_owned", "1870.12")
def test_diesels_belong_to_a_variant() -> Found:
    with_them = {"options": ["diesels"], "phase": "D", "trains": ["D"]}
    assert pays(GULF, run("D", WHOLE), **with_them) == 50 + 30 + 20
    return broken(GULF, run("D", WHOLE))
