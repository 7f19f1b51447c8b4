"""The parts of a value that choose: which stops to count, which cubes to deliver."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from claim_boards import GRAND_TRUNK, GRAND_TRUNK_LINE, PENNSYLVANIA, Document, judged, run
from hypothesis import given
from hypothesis import strategies as st

from route_opt import ClaimError, Verdict, check, parse
from route_opt.board import Laid, board_of
from route_opt.claims import check_on
from route_opt.claims.value import Rates, deliveries
from route_opt.claims.walk import Run
from route_opt.network import Network
from route_opt.tiles import read_tile

PLACES = GRAND_TRUNK_LINE.split()
STOPS = [n for n, place in enumerate(PLACES) if "." in place]


@given(
    ends=st.lists(st.sampled_from(STOPS), min_size=2, max_size=2, unique=True).map(sorted),
    train=st.sampled_from(["3/5", "4/6", "6"]),
    phase=st.sampled_from(["II", "III"]),
    own=st.sets(st.sampled_from(["C5.0", "D6.2", "D14.0", "C15.0", "B16.0"]), min_size=1),
    port=st.sampled_from([0, 20, 60]),
)
def test_left_alone_the_best_counting_is_taken(
    ends: list[int], train: str, phase: str, own: set[str], port: int
) -> None:
    """Against every choice of stops, each judged as if it had been claimed."""
    track = PLACES[ends[0] : ends[1] + 1]
    stops = [place for place in track if "." in place]
    board = {
        **GRAND_TRUNK,
        "phase": phase,
        "tokens": {stop: ["GT"] for stop in own if stop != "C5.0"} or {"B16.0": ["GT"]},
        "markers": [{"kind": "steamboat", "at": "D14.0", "owner": "GT", "value": port}],
    }
    network = Network(parse(board))
    choices = [
        check_on(network, [run(train, " ".join(track), counted=" ".join(counted))])
        for count in range(len(stops) + 1)
        for counted in itertools.combinations(stops, count)
    ]
    legal = [verdict.revenue for verdict in choices if verdict.legal]
    left_alone = check_on(network, [run(train, " ".join(track))])
    assert left_alone.legal == bool(legal)
    if legal:
        assert left_alone.revenue == max(legal)


def formula(trains: list[tuple[int, set[str]]], cubes: dict[str, int]) -> int:
    """The most paid cubes by max-flow min-cut: the least over all sets of trains."""
    best = 10**9
    for size in range(len(trains) + 1):
        for chosen in itertools.combinations(range(len(trains)), size):
            reached = set().union(*(trains[t][1] for t in chosen)) if chosen else set()
            others = sum(trains[t][0] for t in range(len(trains)) if t not in chosen)
            best = min(best, others + sum(cubes[deposit] for deposit in reached))
    return best


@given(st.integers(0, 2**32 - 1))
def test_cubes_are_matched_as_well_as_possible(seed: int) -> None:
    chance = random.Random(seed)
    cubes = {f"D{n}": chance.randint(0, 4) for n in range(chance.randint(1, 5))}
    trains = [
        (chance.randint(0, 4), {name for name in cubes if chance.random() < 0.5})
        for _ in range(chance.randint(1, 4))
    ]
    runs = [
        SimpleNamespace(
            calls=[SimpleNamespace(name=name, kind="deposit") for name in sorted(deposits)]
            + [SimpleNamespace(name=f"R{n}", kind="city") for n in range(payable)]
        )
        for payable, deposits in trains
    ]
    rates = SimpleNamespace(
        cubes=cubes,
        extra_cubes=0,
        refineries={f"R{n}" for n in range(4)},
        network=SimpleNamespace(
            title=SimpleNamespace(phases={"2": SimpleNamespace(cubes={"capacity": 2})}),
            position=SimpleNamespace(phase="2"),
        ),
    )
    found = deliveries(cast(Rates, rates), cast(list[Run], runs))
    assert len(found) == formula(trains, cubes)
    for name, count in cubes.items():
        assert sum(source == name for _, source, _ in found) <= count
    assert len({(id(train), city) for train, _, city in found}) == len(found)


def test_track_from_stop_to_stop_inside_a_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two towns in G7, joined to each other: the line from H8 enters the first of them only.
    position = parse(PENNSYLVANIA)
    through = run("4", "H12.0 H10.0 H8 G7.0 G7.1")

    def verdict_with(tile: str, route: Document) -> Verdict:
        """On a tile of our own, which lies there under its description."""
        own = msgspec.structs.replace(position, tiles=position.tiles | {"G7": tile})
        board = board_of(position.rules, False)
        laid = Laid(board, "G7", read_tile(tile), 0, tile)
        monkeypatch.setitem(board.pieces, ("G7", tile), laid)
        return check_on(Network(own), [route])

    joined, apart = "yellow town:10 town:20 a:5 b:4 a-b", "yellow town:10 town:20 a:5 b:4"
    legal = verdict_with(joined, through)
    assert legal.legal
    assert legal.revenue == 10 + 20 + 10 + 20
    for tile, route in ((apart, through), (joined, run("4", "H12.0 H10.0 H8 G7.1"))):
        found = verdict_with(tile, route).violations
        assert [violation.code for violation in found] == ["no_track"]


def test_an_area_may_be_named_by_any_of_its_hexes() -> None:
    board = {
        "title": "1846",
        "phase": "II",
        "corporation": "PRR",
        "trains": ["2"],
        "tokens": {"F20.0": ["PRR"]},
    }
    position = parse(board)
    # Homewood has track to both hexes of Pittsburgh; each is its own way in, and one stop.
    for name in ("F22.0", "G21.0"):
        verdict = check(position, [run("2", f"F20.0 {name}")])
        assert verdict.legal
        assert verdict.routes[0].stops == ("F20.0", name)
        assert verdict.revenue == 10 + 30
    # Wheeling touches only the second hex, and may yet name the area by its first.
    wheeling = {**board, "tiles": {"G19": "14@1"}, "tokens": {"G19.0": ["PRR"]}}
    assert check(parse(wheeling), [run("2", "G19.0 F22.0")]).revenue == 30 + 30


def test_routes_as_objects_are_judged_like_documents() -> None:
    route = SimpleNamespace(train="2", track=("C15.0", "B16.0"), counted=["C15", "B16"], revenue=60)
    verdict = check(parse(GRAND_TRUNK), [route])
    assert verdict.legal
    assert check(parse(GRAND_TRUNK), verdict.routes).revenue == verdict.revenue == 40 + 20


def test_no_routes_are_legal_and_pay_nothing() -> None:
    verdict = judged(GRAND_TRUNK)
    assert verdict.legal
    assert verdict.revenue == verdict.true_value == 0


def test_the_statement_says_why_and_why_not() -> None:
    markers = [
        {"kind": "steamboat", "at": "D14.0", "owner": "GT"},
        {"kind": "meat_packing", "at": "D6.0", "owner": "IC"},
        {"kind": "mail_contract", "owner": "GT"},
    ]
    route = run("4/6", GRAND_TRUNK_LINE, counted="C5.0 D6.2 C15.0 B16.0")
    verdict = judged(GRAND_TRUNK, route, markers=markers)
    (statement,) = verdict.statement
    lines = {line.stop: line for line in statement.lines}
    assert [lines[stop].total for stop in ("C5.0", "D6.2", "C15.0", "B16.0")] == [40, 40, 40, 20]
    assert lines["B16.0"].own
    assert not lines["D14.0"].counted
    assert [bonus.why for bonus in lines["D14.0"].bonuses] == [
        "no steamboat: the stop is not counted"
    ]
    assert [bonus.why for bonus in lines["D6.2"].bonuses] == ["meat packing belongs to IC"]
    assert [(bonus.amount, bonus.why) for bonus in statement.bonuses] == [
        (0, "no W-E bonus: Sarnia (B18) is not counted"),
        (60, "mail contract, 6 stops visited at 10"),
    ]
    assert statement.total == verdict.revenue == 140 + 60


def test_a_marker_past_its_time_counts_and_is_told() -> None:
    meat = [{"kind": "meat_packing", "at": "D6.2", "owner": "GT"}]
    tokens = {"D6.2": ["GT"]}
    verdict = judged(GRAND_TRUNK, run("2", "C5.0 D6.2"), tokens=tokens, markers=meat, phase="IV")
    assert verdict.revenue == 40 + 40 + 30
    (bonus,) = verdict.statement[0].lines[1].bonuses
    assert "leaves the game in phase IV" in bonus.why


@pytest.mark.parametrize(
    ("routes", "codes"),
    [
        ("2: C15.0 B16.0", ["wrong_type"]),
        ([7], ["wrong_type"]),
        ([{"train": "9", "track": ["C15.0", "Z9"]}], ["unknown_train", "unknown_place"]),
        ([{"train": "2", "track": "C15.0"}], ["wrong_type"]),
        ([{"train": "2", "track": []}], ["empty_track"]),
        ([{"train": "2", "track": ["C15.1", "B16.0"]}], ["unknown_place"]),
        ([{"train": "2", "track": ["D6.0", "D8.0"]}], ["unknown_place"]),
        ([{"train": "2", "track": ["C15.0"], "counted": ["C13"]}], ["unknown_place"]),
        ([{"train": "2", "track": ["C15.0"], "revenue": "60"}], ["wrong_number"]),
        ([{"train": "2", "track": ["C15.0"], "revenue": 10**5000}], ["wrong_number"]),
        ([{"train": "2", "track": ["C15.0"], "revenue": -(10**10)}], ["wrong_number"]),
        ([{"train": "2", "track": ["C15.0"], "colour": "red"}], ["unknown_field"]),
        ([{"train": ["2"], "track": [None]}], ["unknown_train", "unknown_place"]),
        ([{}, {"train": "2"}], ["unknown_train", "wrong_type", "wrong_type"]),
    ],
)
def test_what_cannot_be_read_is_an_error_with_every_problem(routes: Any, codes: list[str]) -> None:
    with pytest.raises(ClaimError) as caught:
        check(parse(GRAND_TRUNK), routes)
    assert [problem.code for problem in caught.value.problems] == codes
    assert all(problem.where.startswith("routes") for problem in caught.value.problems)


def test_a_stop_that_the_tile_does_not_have() -> None:
    board = {"title": "1850", "phase": "5", "corporation": "CBQ", "tiles": {"I18": "130@0"}}
    with pytest.raises(ClaimError, match=r"I18 has 1 stop as it lies, so there is no I18\.1"):
        check(parse(board), [run("2", "I18.1 I16.0")])
