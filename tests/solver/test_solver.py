"""What `best` promises beyond the number: limits, interruption, two engines, ties, threads."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import route_opt
from corpus import examples, rows
from full_boards import endless_board
from route_opt import _core, solver
from route_opt.errors import UnprovedAnswerError

# Detroit 40 (printed) and Toledo 20 (tile 5): a 2-train of the Michigan Southern earns 60.
DETROIT = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}


@pytest.mark.parametrize("file", examples(), ids=lambda file: file.stem)
def test_same_input_same_routes(file: Path) -> None:
    position = route_opt.load(file)
    first, second = (route_opt.best(position).document() for _ in range(2))
    for document in (first, second):
        document["stats"].pop("seconds")
    assert first == second


def test_fewer_sides_win_a_tie() -> None:
    """Two ways from Detroit to Toledo: straight over one tile, or round by Port Huron's side.

    Toledo and Detroit are worth the same over either, so the short way is taken.
    """
    position = route_opt.parse(DETROIT)
    (route,) = route_opt.best(position).routes
    assert sorted((route.track[0], route.track[-1])) == ["C15.0", "D14.0"]
    assert len(route.track) == 3


def test_no_trains_and_no_track_earn_nothing() -> None:
    changes: list[dict[str, Any]] = [{"trains": []}, {"tiles": {}}, {"tokens": {}}]
    for change in changes:
        result = route_opt.best(route_opt.parse(DETROIT | change))
        assert (result.status, result.revenue, result.routes) == ("optimal", 0, ())


def test_what_the_core_refuses_is_an_error_of_ours() -> None:
    """A connection run from a city to itself: no route has one stop at both its ends."""
    run = {"kind": "connection_run", "owner": "SP", "from": "N17", "to": "N17"}
    position = route_opt.parse(
        {"title": "1870", "phase": "2", "corporation": "SP", "trains": ["3"], "markers": [run]}
    )
    with pytest.raises(route_opt.InvalidInstanceError):
        route_opt.best(position, engine="native")


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(ValueError, match="'gurobi' is not one of auto, native, cpsat"):
        route_opt.best(route_opt.parse(DETROIT), engine="gurobi")


def test_a_time_limit_is_kept_and_the_bound_stays_valid() -> None:
    """The board takes minutes: an answer at all comes of the limit."""
    position = route_opt.parse(endless_board(), lenient=True)
    result = route_opt.best(position, engine="native", time_limit=0.3)
    assert result.status == "feasible"
    assert result.stats.seconds > 0.2
    assert 0 < result.revenue <= result.bound


def test_a_node_limit_stops_at_the_same_answer_every_time() -> None:
    position = route_opt.parse(endless_board(), lenient=True)
    answers = [route_opt.best(position, engine="native", node_limit=50_000) for _ in range(2)]
    first, second = ((a.revenue, a.bound, a.stats.nodes, a.status) for a in answers)
    assert first == second
    assert first[3] == "feasible"


def test_progress_is_told_and_may_stop_the_search() -> None:
    told: list[tuple[int, int, int, float]] = []

    def progress(*state: Any) -> bool:
        told.append(state)
        return len(told) == 3

    result = route_opt.best(
        route_opt.parse(endless_board(), lenient=True), engine="native", progress=progress
    )
    assert result.status == "feasible"
    assert len(told) == 3
    assert [state[3] for state in told] == sorted(state[3] for state in told)


def test_an_error_in_progress_reaches_the_caller() -> None:
    def progress(*_: Any) -> bool:
        raise LookupError("no such window")

    with pytest.raises(LookupError, match="no such window"):
        route_opt.best(
            route_opt.parse(endless_board(), lenient=True), engine="native", progress=progress
        )


@pytest.mark.parametrize("keep", [True, False])
def test_ctrl_c_stops_soon_with_the_best_so_far(keep: bool) -> None:
    """The search takes minutes, and Ctrl-C comes when it has something: it ends by that."""
    position = route_opt.parse(endless_board(), lenient=True)
    searching = threading.Event()

    def progress(value: int, *_: Any) -> None:
        if value:
            searching.set()

    def interrupt() -> None:
        if searching.wait(60):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        if keep:
            result = route_opt.best(position, progress=progress, keep_interrupted=True)
            assert result.status == "feasible"
            assert result.bound >= result.revenue > 0
        else:
            with pytest.raises(KeyboardInterrupt):
                route_opt.best(position, progress=progress)
    finally:
        thread.join()


def test_an_answer_that_fails_the_verifier_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def boast(*arguments: Any, **options: Any) -> Any:
        status, value, bound, *rest = _real(*arguments, **options)
        return (status, value + 10, bound + 10, *rest)

    _real = _core.solve
    monkeypatch.setattr(_core, "solve", boast)
    with pytest.raises(UnprovedAnswerError, match=r"says 70, .* is worth 60, not 70"):
        route_opt.best(route_opt.parse(DETROIT))


@pytest.mark.parametrize("look", [lambda r: r.routes, lambda r: r.told(judged=False)])
def test_routes_that_fail_the_judge_are_never_told(
    look: Callable[[route_opt.Result], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engine and verifier agree on 70; the judge, who reads the board himself, on 60."""

    def boast(*arguments: Any, **options: Any) -> Any:
        status, value, bound, *rest = _real(*arguments, **options)
        return (status, value + 10, bound + 10, *rest)

    _real = _core.solve
    monkeypatch.setattr(_core, "solve", boast)
    monkeypatch.setattr(_core, "verify", lambda *_: [])
    result = route_opt.best(route_opt.parse(DETROIT))
    with pytest.raises(UnprovedAnswerError, match="says 70, the judge 60"):
        look(result)


def test_verify_is_loud_when_the_engines_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    from route_opt import cpsat

    def timid(*arguments: Any, **options: Any) -> Any:
        return "optimal", 0, 0, [], (0, 0, 0.0), None

    monkeypatch.setattr(cpsat, "solve", timid)
    with pytest.raises(route_opt.DisagreementError) as caught:
        route_opt.best(route_opt.parse(DETROIT), verify=True)
    message = str(caught.value)
    assert "native says 60" in message
    assert "cpsat says 0" in message
    assert '"corporation":"MS"' in message


def test_verify_agrees_on_a_real_answer() -> None:
    assert route_opt.best(route_opt.parse(DETROIT), verify=True).revenue == 60


def test_auto_hands_over_with_what_is_known(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget of a few nodes the search stops at once; CP-SAT goes on from there."""
    from route_opt import cpsat

    asked: dict[str, Any] = {}

    def solve(instance: Any, **options: Any) -> Any:
        asked.update(options)
        return _real(instance, **options)

    _real = cpsat.solve
    monkeypatch.setattr(cpsat, "solve", solve)
    monkeypatch.setattr(solver, "HANDOVER", 10)
    row = next(iter(_rows(corpus, "1830/hard/01")))
    result = route_opt.best(route_opt.parse(row["position"]), time_limit=60)
    assert (result.status, result.revenue, result.engine) == ("optimal", row["best"], "cpsat")
    assert asked["lower"] <= row["best"] <= asked["upper"]


def _rows(corpus: Path, name: str) -> list[dict[str, Any]]:
    from corpus import rows

    return [row for row in rows(corpus, "hard/*.jsonl") if row["id"] == name]


def test_all_best_lists_each_optimal_set_once() -> None:
    """Centralia's three lines (10 + 20, 20, 70) serve a 3/5 and a 2: three ways to split them.

    The 2-train takes one line and the 3/5 the other two, and every split earns 160: the mail
    always pays for the three stops of the 3/5.
    """
    file = next(file for file in examples() if file.stem == "centralia")
    results, complete = solver.all_best(route_opt.load(file), sets=10)
    assert complete
    assert [result.revenue for result in results] == [160, 160, 160]
    tracks = {tuple(sorted(route.track for route in result.routes)) for result in results}
    assert len(tracks) == 3


def test_a_second_goal_breaks_ties() -> None:
    """One line from Detroit to Toledo for two 2-trains: only one can run, the other stays idle."""
    position = route_opt.parse(DETROIT | {"trains": ["2", "2"]})
    results, complete = solver.all_best(position, sets=5, goal="idle-train")
    assert complete
    assert [len(result.routes) for result in results] == [1]


def hexes(result: route_opt.Result) -> int:
    return len({place.partition(".")[0] for route in result.routes for place in route.track})


def sides(result: route_opt.Result) -> int:
    """Hex sides crossed: one less than the hexes of a track, stop to stop in one hex none."""
    return sum(
        here.partition(".")[0] != there.partition(".")[0]
        for route in result.routes
        for here, there in itertools.pairwise(route.track)
    )


def test_fewest_hexes_counts_hexes(corpus: Path) -> None:
    """Two routes that share stops cross more sides here, and run through fewer hexes."""
    stress = rows(corpus, "stress/synth1.jsonl")
    row = next(row for row in stress if row["id"] == "1850/synth1/8")
    position = route_opt.parse(row["position"], lenient=True)
    every, complete = solver.all_best(position, sets=500)
    assert complete
    assert [hexes(result) for result in every] == sorted(hexes(result) for result in every)
    assert min(map(sides, every)) < sides(every[0])
    (first,), complete = solver.all_best(position, sets=1, goal="fewest-hexes")
    assert not complete
    assert hexes(first) == min(map(hexes, every))
    assert not any("compared" in note for note in first.notes)


def test_nothing_says_why() -> None:
    """No train; no token; a token whose track joins nothing."""
    assert solver.best(route_opt.parse(DETROIT | {"trains": []})).summary() == (
        "0: proved; MS has no train"
    )
    alone = solver.best(route_opt.parse(DETROIT | {"tokens": {}}))
    assert alone.summary() == "0: proved; MS has no token on the map"
    assert alone.document()["reason"] == "MS has no token on the map"
    unjoined = solver.best(route_opt.parse(DETROIT | {"tiles": {}}))
    assert unjoined.reason == "no track leads from a token of MS to another stop"
    assert not solver.best(route_opt.parse(DETROIT)).reason


def test_threads_share_nothing() -> None:
    positions = [route_opt.load(file) for file in examples()] * 20
    alone = [route_opt.best(position).revenue for position in positions]
    with ThreadPoolExecutor(4) as pool:
        together = [result.revenue for result in pool.map(route_opt.best, positions)]
    assert together == alone


def test_a_result_shows_itself() -> None:
    result = route_opt.best(route_opt.parse(DETROIT))
    assert repr(result) == "<Result 60: proved, 1 route>"
    assert result._repr_svg_().startswith("<svg")
    document = result.document()
    assert document["format"] == "route-opt/result@1"
    assert [line["value"] for line in document["routes"][0]["statement"]] in ([20, 40], [40, 20])
