"""Mail and cubes booked on routes: on one train, for its own stops, and never twice."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from claim_boards import GRAND_TRUNK, WYOMING, judged, run

MAIL = [{"kind": "mail_contract", "owner": "GT"}]
SHORT, LONG = "B16.0 B18.0", "D14.0 C13 C15.0 B16.0"
# Port Huron 20 and Sarnia 50; Toledo 30, Detroit 40 and Port Huron 20. The mail pays 10 a stop.
SHORT_PAYS, LONG_PAYS = 20 + 50, 30 + 40 + 20


def booked(short: int | None, long: int | None) -> Any:
    return judged(
        GRAND_TRUNK,
        run("2", SHORT, revenue=short),
        run("3/5", LONG, revenue=long),
        markers=MAIL,
    )


def test_left_alone_the_mail_goes_with_the_longest_train() -> None:
    verdict = booked(None, None)
    assert [route.revenue for route in verdict.routes] == [SHORT_PAYS, LONG_PAYS + 30]


def test_on_the_shorter_train_it_pays_for_the_stops_of_that_train() -> None:
    """3: to the route of one of its trains; that another would pay more is for 6.35."""
    verdict = booked(SHORT_PAYS + 20, LONG_PAYS)
    assert verdict.legal
    assert [route.revenue for route in verdict.routes] == [SHORT_PAYS + 20, LONG_PAYS]
    assert verdict.revenue == SHORT_PAYS + LONG_PAYS + 20
    assert verdict.true_value == SHORT_PAYS + LONG_PAYS + 30
    assert [statement.total for statement in verdict.statement] == [SHORT_PAYS + 20, LONG_PAYS]
    assert [bonus.why for bonus in verdict.statement[1].bonuses] == [
        "no mail contract: it goes with route 1"
    ]


@pytest.mark.parametrize(
    ("short", "long", "words"),
    [
        (SHORT_PAYS + 10, LONG_PAYS + 20, "said to pay"),  # split over two trains
        (SHORT_PAYS + 15, LONG_PAYS + 15, "said to pay"),
        (SHORT_PAYS + 30, LONG_PAYS, "said to pay"),  # another train's stops
        (SHORT_PAYS, LONG_PAYS + 20, "said to pay"),
        (SHORT_PAYS + 20, LONG_PAYS + 30, "adds to the route of one train, 20 to route 1 or 30"),
        (SHORT_PAYS, LONG_PAYS, "adds to the route of one train, 20 to route 1 or 30 to route 2"),
    ],
)
def test_what_the_mail_does_not_pay(short: int, long: int, words: str) -> None:
    verdict = booked(short, long)
    assert {violation.code for violation in verdict.violations} == {"wrong_revenue"}
    assert words in " ".join(violation.message for violation in verdict.violations)


def test_one_route_that_says_what_it_pays_binds_the_other() -> None:
    assert booked(SHORT_PAYS + 20, None).revenue == SHORT_PAYS + LONG_PAYS + 20
    assert booked(SHORT_PAYS, None).revenue == SHORT_PAYS + LONG_PAYS + 30
    assert not booked(SHORT_PAYS + 30, None).legal


def test_every_booking_against_a_list_of_the_legal_ones() -> None:
    legal = {(SHORT_PAYS + 20, LONG_PAYS), (SHORT_PAYS, LONG_PAYS + 30)}
    around = itertools.product(range(-10, 45, 5), repeat=2)
    for more, further in around:
        said = (SHORT_PAYS + more, LONG_PAYS + further)
        assert booked(*said).legal == (said in legal), said


def test_cubes_by_brute_force() -> None:
    """1867bw: two trains, one deposit, refineries at both ends: who delivers what is free."""
    tokens = {"J14.0": ["C&N"], "H12.0": ["C&N"]}
    refineries = [
        {"kind": "refinery", "at": stop, "state": "operational"} for stop in ("J14.0", "H12.0")
    ]
    for cubes in (0, 1, 2, 3):
        markers = [{"kind": "cube", "at": "I11.0", "count": cubes}, *refineries]
        for first, second in itertools.product(range(0, 100, 10), repeat=2):
            verdict = judged(
                WYOMING,
                run("2", "J14.0 I13 I11.0", revenue=first),
                run("2", "I11.0 H12.0", revenue=second),
                tokens=tokens,
                markers=markers,
            )
            # Each city pays 20, each train brings one cube at most, each cube pays 30.
            legal = {(20 + 30 * a, 20 + 30 * b) for a in (0, 1) for b in (0, 1) if a + b <= cubes}
            assert verdict.legal == ((first, second) in legal), (cubes, first, second)
            if verdict.legal:
                assert verdict.revenue == first + second
