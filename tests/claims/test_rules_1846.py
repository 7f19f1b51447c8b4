"""1846: each numbered rule for routes, kept and broken."""

from __future__ import annotations

from collections.abc import Iterable

from claim_boards import ALLEGHENY, GRAND_TRUNK, GRAND_TRUNK_LINE, breaks, broken, judged, pays, run

from route_opt import Violation
from route_opt.claims.claim import judge, read_claim

Found = Iterable[Violation]

# Two cities of Chicago, joined by track outside.
CHICAGO = {
    "title": "1846",
    "phase": "I",
    "corporation": "GT",
    "trains": ["2"],
    "tiles": {"E7": "7@2", "D8": "7@0"},
    "tokens": {"D6.3": ["GT"]},
}


@breaks("no_own_token", "1846.1")
def test_a_route_needs_an_own_token() -> Found:
    assert pays(GRAND_TRUNK, run("2", "C15.0 B16.0")) == 40 + 20
    return broken(GRAND_TRUNK, run("2", "D14.0 C13 C15.0"))


@breaks("one_hex_only", "1846.1")
def test_another_location_lies_in_another_hex() -> Found:
    return broken(CHICAGO, run("2", "D6.3 E7 D8 D6.2"))


@breaks("full_city_passed", "1846.2")
def test_a_full_city_is_an_end() -> Found:
    tokens = {"B16.0": ["GT"], "C15.0": ["MS", "NYC"]}
    assert pays(GRAND_TRUNK, run("2", "C15.0 B16.0"), tokens=tokens) == 40 + 20
    return broken(GRAND_TRUNK, run("5", "D14.0 C13 C15.0 B16.0"), tokens=tokens)


@breaks("side_used_twice", "1846.2")
def test_no_backtracking() -> Found:
    return broken(GRAND_TRUNK, run("5", "B16.0 C15.0 B16.0"))


@breaks("stop_twice", "1846.2")
def test_no_location_twice() -> Found:
    # Both entries of Pittsburgh: one region.
    return broken(ALLEGHENY, run("4", "F22.0 F20.0 G21.0"))


@breaks("off_board_passed", "1846.2")
def test_an_off_board_is_an_end() -> Found:
    assert pays(ALLEGHENY, run("2", "F20.0 G21.0")) == 10 + 30
    return broken(ALLEGHENY, run("4", "F20.0 G21.0 G19.0"))


@breaks("two_cities_of_hex", "1846.3")
def test_one_city_of_chicago_a_route() -> Found:
    return broken(CHICAGO, run("2", "D6.3 E7 D8 D6.2"))


@breaks("forbidden_ends", "1846.4")
def test_no_east_to_east() -> Found:
    return broken(ALLEGHENY, run("4", "E23.0 E21.0 E19 F20.0 F22.0"))


def test_west_to_west_is_allowed_without_a_bonus() -> None:
    tiles = {"D6": "298@0", "E5": "9@0", "F4": "9@0", "G3": "57@0", "H2": "9@0"}
    tokens = {"G3.0": ["GT"]}
    route = run("5", "C5.0 D6.0 E5 F4 G3.0 H2 I1.0")
    assert pays(GRAND_TRUNK, route, tiles=tiles, tokens=tokens) == 40 + 40 + 20 + 70


@breaks("own_token_not_counted", "1846.5")
def test_an_own_token_is_among_the_counted() -> Found:
    # The best three of five without Port Huron would be 50 + 40 + 40.
    route = "D6.2 D8 D10 D12 D14.0 C13 C15.0 B16.0 B18.0"
    assert pays(GRAND_TRUNK, run("3/5", route, counted="C15.0 B16.0 B18.0")) == 40 + 20 + 50
    verdict = judged(GRAND_TRUNK, run("3/5", route, counted="D6.2 C15.0 B18.0", revenue=130))
    assert verdict.true_value == 40 + 20 + 50
    return verdict.violations


@breaks("too_many_counted", "1846.5")
def test_no_more_is_counted_than_the_first_number() -> Found:
    route = "D14.0 C13 C15.0 B16.0 B18.0"
    return broken(GRAND_TRUNK, run("3/5", route, counted="D14.0 C15.0 B16.0 B18.0"))


@breaks("too_many_stops", "1846.5")
def test_no_more_is_visited_than_the_second_number() -> Found:
    return broken(GRAND_TRUNK, run("3/5", GRAND_TRUNK_LINE, counted="C5.0 B16.0 B18.0"))


@breaks("stop_not_counted", "1846.5")
def test_a_plain_train_counts_all_it_visits() -> Found:
    return broken(GRAND_TRUNK, run("5", "D14.0 C13 C15.0 B16.0", counted="C15.0 B16.0"))


@breaks("full_city_passed", "1846.6")
def test_a_full_city_cannot_be_skipped_over() -> Found:
    tokens = {"B16.0": ["GT"], "C15.0": ["MS", "NYC"]}
    route = run("3/5", "D14.0 C13 C15.0 B16.0 B18.0", counted="D14.0 B16.0 B18.0")
    return broken(GRAND_TRUNK, route, tokens=tokens)


@breaks("wrong_revenue", "1846.7")
def test_east_west_needs_both_ends_counted() -> Found:
    # 4/6: both ends, the own token, and one of Chicago and Detroit; 50 + 20 for the ends.
    best = run("4/6", GRAND_TRUNK_LINE, counted="C5.0 D6.2 B16.0 B18.0")
    assert pays(GRAND_TRUNK, best) == 40 + 40 + 20 + 50 + 70
    short = "C5.0 D6.2 C15.0 B16.0"
    assert pays(GRAND_TRUNK, run("4/6", GRAND_TRUNK_LINE, counted=short)) == 40 + 40 + 40 + 20
    return broken(GRAND_TRUNK, run("4/6", GRAND_TRUNK_LINE, counted=short, revenue=210))


@breaks("wrong_revenue", "1846.8")
def test_the_mail_contract_goes_with_one_train() -> Found:
    mail = [{"kind": "mail_contract", "owner": "GT"}]
    one, other = "C15.0 B16.0", "B16.0 B18.0"
    both = (run("2", one), run("2", other))
    assert pays(GRAND_TRUNK, *both, markers=mail) == (40 + 20) + (20 + 50) + 10 * 2
    # It may be booked on either train, once.
    assert pays(GRAND_TRUNK, run("2", one, revenue=80), run("2", other, revenue=70), markers=mail)
    assert pays(GRAND_TRUNK, run("2", one, revenue=60), run("2", other, revenue=90), markers=mail)
    twice = (run("2", one, revenue=80), run("2", other, revenue=90))
    return broken(GRAND_TRUNK, *twice, markers=mail)


def test_the_mail_contract_pays_for_visits_counted_or_not() -> None:
    mail = [{"kind": "mail_contract", "owner": "GT"}]
    route = run("3/5", "D14.0 C13 C15.0 B16.0 B18.0", counted="C15.0 B16.0 B18.0")
    assert pays(GRAND_TRUNK, route, markers=mail) == 40 + 20 + 50 + 10 * 4


@breaks("wrong_revenue", "1846.9")
def test_meat_packing_is_for_its_owner() -> Found:
    route = "C5.0 D6.2"
    tokens = {"D6.2": ["GT"]}
    meat = {"kind": "meat_packing", "at": "D6.0", "owner": "GT"}
    assert pays(GRAND_TRUNK, run("2", route), tokens=tokens, markers=[meat]) == 40 + 40 + 30
    other = [meat | {"owner": "IC"}]
    return broken(GRAND_TRUNK, run("2", route, revenue=110), tokens=tokens, markers=other)


@breaks("wrong_revenue", "1846.9")
def test_a_port_pays_only_where_the_location_is_counted() -> Found:
    port = [{"kind": "steamboat", "at": "D14.0", "owner": "GT"}]
    route = "D14.0 C13 C15.0 B16.0 B18.0"
    # 30 + 20 for Toledo beats the 40 of Detroit: 50 + 20 + 50.
    assert pays(GRAND_TRUNK, run("3/5", route), markers=port) == 50 + 20 + 50
    without = run("3/5", route, counted="C15.0 B16.0 B18.0", revenue=130)
    return broken(GRAND_TRUNK, without, markers=port)


def test_a_boomtown_pays_its_owner() -> None:
    town = [{"kind": "boomtown", "at": "C15.0", "owner": "GT"}]
    assert pays(GRAND_TRUNK, run("2", "C15.0 B16.0"), markers=town) == 40 + 20 + 20


@breaks("wrong_revenue", "1846.10")
def test_off_boards_are_worth_more_from_phase_iii() -> Found:
    assert pays(GRAND_TRUNK, run("2", "B16.0 B18.0"), phase="II") == 20 + 30
    return broken(GRAND_TRUNK, run("2", "B16.0 B18.0", revenue=70), phase="II")


@breaks("side_shared", "1846.11")
def test_trains_use_distinct_track() -> Found:
    return broken(GRAND_TRUNK, run("2", "C15.0 B16.0"), run("5", "C15.0 B16.0 B18.0"))


@breaks("train_not_owned", "1846.12")
def test_a_train_removed_does_not_run() -> Found:
    return broken(GRAND_TRUNK, run("4", "C15.0 B16.0"))


@breaks("train_used_twice", "1846.13")
def test_a_train_not_yet_at_hand_does_not_run() -> Found:
    # The independent's 2 comes with its purchase, after which the buyer still runs one 2 only.
    both = (run("2", "C15.0 B16.0"), run("2", "B16.0 B18.0"))
    return broken(GRAND_TRUNK, *both, trains=["2"])


@breaks("better_shown", "1846.14")
def test_a_better_set_must_be_run() -> Found:
    claim = {
        **GRAND_TRUNK,
        "declared": [run("2", "C15.0 B16.0")],
        "challenge": [run("5", "C15.0 B16.0 B18.0")],
    }
    return judge(read_claim(claim)).reasons


@breaks("full_city_passed", "1846.15")
def test_the_token_of_a_removed_corporation_blocks() -> Found:
    board = {
        "title": "1846",
        "phase": "II",
        "corporation": "B&O",
        "trains": ["4"],
        "tiles": {"G15": "57@2", "H16": "8@0"},
        "tokens": {"G15.0": ["B&O"]},
    }
    route = run("4", "G15.0 H16 I15.0 I17.0")
    assert pays(board, route) == 20 + 20 + 20
    removed = {"kind": "removed_corporation", "at": "I15.0", "owner": "C&O"}
    return broken(board, route, markers=[removed])
