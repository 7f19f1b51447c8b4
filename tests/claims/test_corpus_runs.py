"""Recorded runs are legal and pay what they paid; broken variants of them are refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from corpus import rows
from route_opt import Verdict, check, parse
from route_opt.claims import check_on
from route_opt.network import Network
from route_opt.tiles import FIRST_STOP

Row = dict[str, Any]
FIELDS = ("train", "track", "counted", "revenue")


def claimed(row: Row) -> list[Row]:
    return [{field: route[field] for field in FIELDS if field in route} for route in row["routes"]]


def codes(verdict: Verdict) -> set[str]:
    return {violation.code for violation in verdict.violations}


class Recorded(NamedTuple):
    """A row of the corpus and its network."""

    row: Row
    network: Network


@pytest.fixture(scope="module")
def recorded(corpus: Path) -> list[Recorded]:
    found = rows(corpus, "positions/*/*.jsonl")
    return [Recorded(row, Network(parse(row["position"]))) for row in found]


def test_every_recorded_run_is_legal_with_its_revenue(recorded: list[Recorded]) -> None:
    assert len(recorded) > 700
    for row, network in recorded:
        verdict = check_on(network, claimed(row))
        assert verdict.legal, (row["id"], verdict.violations)
        assert verdict.revenue == row["revenue"], row["id"]
        assert [statement.total for statement in verdict.statement] == [
            route.revenue for route in verdict.routes
        ]
        if row["position"]["title"] != "1867bw":  # there the split of cubes is not unique
            for got, want in zip(verdict.routes, row["routes"], strict=True):
                assert got.revenue == want["revenue"], row["id"]
                assert set(got.counted) == set(want["counted"]), row["id"]


def test_the_best_known_runs_of_hard_boards_are_legal(corpus: Path) -> None:
    found = [row for row in rows(corpus, "hard/*.jsonl") if row.get("routes")]
    assert found
    for row in found:
        verdict = check(parse(row["position"], lenient=True), claimed(row))
        assert verdict.legal, (row["id"], verdict.violations)
        assert verdict.revenue == sum(route["revenue"] for route in row["routes"])


def single_routes(recorded: list[Recorded]) -> Iterator[tuple[Recorded, Row]]:
    """Every route of the corpus by itself; connection runs left out, they bind the set."""
    for one in recorded:
        if all(marker["kind"] != "connection_run" for marker in one.row["position"]["markers"]):
            for route in claimed(one.row):
                route.pop("revenue")
                yield one, route


def test_a_stop_dropped_is_refused(recorded: list[Recorded]) -> None:
    tried = 0
    for (row, network), route in single_routes(recorded):
        for n, place in enumerate(route["track"][1:-1], start=1):
            hex_id, dot, _ = place.partition(".")
            if not dot or any(max(p) < FIRST_STOP for p in network.laid[hex_id].track):
                continue  # plain track, or a hex with track that does by-pass its city
            track = [*route["track"][:n], hex_id, *route["track"][n + 1 :]]
            verdict = check_on(network, [{"train": route["train"], "track": track}])
            assert "stop_passed_over" in codes(verdict), (row["id"], track)
            tried += 1
    assert tried > 300


def test_a_side_used_twice_is_refused(recorded: list[Recorded]) -> None:
    for (row, network), route in single_routes(recorded):
        there_and_back = route["track"] + route["track"][-2::-1]
        verdict = check_on(network, [{"train": route["train"], "track": there_and_back}])
        assert {"side_used_twice", "stop_twice"} <= codes(verdict), row["id"]
        if row["position"]["trains"].count(route["train"]) > 1:
            assert "side_shared" in codes(check_on(network, [route, route])), row["id"]


def test_one_stop_too_many_is_refused(recorded: list[Recorded]) -> None:
    tried = 0
    for (row, network), route in single_routes(recorded):
        stops = [place for place in route["track"] if "." in place]
        shorter = [
            train.name
            for train in network.title.trains.values()
            if train.visits == len(stops) - 1 and not train.option
        ]
        for train in shorter:
            one = {**row["position"], "trains": [train]}
            verdict = check(parse(one), [{"train": train, "track": route["track"]}])
            assert codes(verdict) == {"too_many_stops"}, row["id"]
            tried += 1
    assert tried > 300


def test_a_blocked_city_passed_is_refused(recorded: list[Recorded]) -> None:
    tried = 0
    for (row, network), route in single_routes(recorded):
        others = [
            name for name in network.title.corporations if name != row["position"]["corporation"]
        ]
        for place in route["track"][1:-1]:
            stop = network.stops.get(place)
            if stop is None or stop.kind != "city" or stop.own or not stop.slots:
                continue
            blocked = copy.deepcopy(row)
            blocked["position"]["tokens"][place] = others[: stop.slots]
            verdict = check(parse(blocked["position"]), [route])
            assert "full_city_passed" in codes(verdict), row["id"]
            tried += 1
    assert tried > 100


def test_reversing_at_a_junction_is_refused(recorded: list[Recorded]) -> None:
    tried = 0
    for (row, network), route in single_routes(recorded):
        for n, hex_id in enumerate(route["track"][1:-1], start=1):
            if "." in hex_id:
                continue
            before = route["track"][n - 1].partition(".")[0]
            laid = network.laid[hex_id]
            sides = {network.title.neighbour(hex_id, side): side for side in range(6)}
            into = sides[before]
            for out, other in ((side, name) for name, side in sides.items() if name):
                meet = set(laid.exits.get(into, ())) & set(laid.exits.get(out, ()))
                if out == into or out in laid.exits.get(into, ()) or not meet:
                    continue
                if any(end >= FIRST_STOP for end in meet):
                    continue
                track = [*route["track"][: n + 1], other]
                verdict = check_on(network, [{"train": route["train"], "track": track}])
                assert "reversed_at_junction" in codes(verdict), (row["id"], track)
                tried += 1
    assert tried > 100


def test_another_corporations_token_does_not_do(recorded: list[Recorded]) -> None:
    tried = 0
    for (row, network), route in single_routes(recorded):
        called = {network.board.stop_of[place] for place in route["track"] if "." in place}
        stops = [stop for stop in network.stops.values() if stop.id in called]
        there = {owner for stop in stops for owner in stop.tokens}
        for stranger in sorted(set(network.title.corporations) - there)[:1]:
            position = {**row["position"], "corporation": stranger}
            assert "no_own_token" in codes(check(parse(position), [route])), row["id"]
            tried += 1
    assert tried > 500
