"""A run is required, and the search is stopped before it has found one: a bound is all there is.

1870: the Southern Pacific has to run from its home, the Southwest, to New Orleans. Its 3-train can:
Southwest 20, Galveston 20, and New Orleans, its destination at the end of a run, 2 x 20. A 2-train
cannot.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import route_opt
from route_opt import _core, solver
from route_opt.auditing import _answer
from route_opt.batching.rows import ENCODERS, Settings
from route_opt.batching.solving import solve_rows
from route_opt.batching.sources import Item
from route_opt.cli import STOPPED, main
from route_opt.cli.whatif import told
from route_opt.next_moves import searches, whatif
from route_opt.questions import Control, answer

TILES = (
    *("N3: 9@1", "N5: 9@1", "N7: 57@1", "N9: 9@1", "N11: 9@1", "N13: 9@1", "N15: 9@1"),
    *("N17: 5@1", "M16: 8@5", "M14: 57@1"),
)
BOARD: dict[str, Any] = {
    "title": "1870",
    "phase": "1",
    "corporation": "SP",
    "trains": ["3"],
    "tiles": dict(text.split(": ") for text in TILES),
    "tokens": {"N1.0": ["SP"], "N17.0": [None, "SP"]},
    "markers": [
        {"kind": "destination", "at": "N17.0", "owner": "SP"},
        {"kind": "connection_run", "owner": "SP", "from": "N1", "to": "N17"},
    ],
}
BEST = 20 + 20 + 2 * 20
AT_ONCE: dict[str, Any] = {"engine": "cpsat", "time_limit": 1e-9}
"""Stopped before it has begun."""


def is_unknown(document: dict[str, Any]) -> bool:
    """A bound that holds, and no word of revenue or routes."""
    assert document["bound"] >= BEST
    return document["status"] == "unknown" and not {"revenue", "routes"} & document.keys()


def test_the_whole_search_finds_it() -> None:
    result = route_opt.best(route_opt.parse(BOARD))
    assert (result.status, result.revenue) == ("optimal", BEST)


@pytest.mark.parametrize("how", [{"node_limit": 1}, AT_ONCE, {"engine": "native", "node_limit": 1}])
def test_stopped_before_the_first_legal_set(how: dict[str, Any]) -> None:
    result = route_opt.best(route_opt.parse(BOARD), **how)
    assert is_unknown(result.document())
    assert result.routes == ()
    assert str(result.bound) in result.summary()


def test_without_the_required_run_nothing_at_all_is_a_legal_set() -> None:
    """The same stop without the marker: no train runs, for 0, and that is a set of routes."""
    free = {**BOARD, "markers": BOARD["markers"][:1]}
    result = route_opt.best(route_opt.parse(free), node_limit=1)
    assert (result.status, result.revenue) == ("feasible", 0)
    assert result.bound >= BEST


def test_listing_all_optima_is_stopped_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = functools.partial(_core.all_optimal, nodes=1)
    monkeypatch.setattr(_core, "all_optimal", stopped)
    (result,), complete = solver.all_best(route_opt.parse(BOARD))
    assert is_unknown(result.document())
    assert not complete


def test_listing_all_optima_where_there_is_no_legal_set() -> None:
    with pytest.raises(route_opt.NoLegalRunError):
        solver.all_best(route_opt.parse({**BOARD, "trains": ["2"]}))


@pytest.mark.parametrize("trains", [["3"], ["2"]])
def test_handed_over_before_the_first_legal_set(
    trains: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CP-SAT takes on where nothing was found yet: it finds the run, or proves there is none."""
    monkeypatch.setattr(solver, "HANDOVER", 1)
    position = route_opt.parse({**BOARD, "trains": trains})
    if trains == ["3"]:
        result = route_opt.best(position)
        assert (result.status, result.revenue, result.engine) == ("optimal", BEST, "cpsat")
    else:
        with pytest.raises(route_opt.NoLegalRunError):
            route_opt.best(position)


def test_handed_over_and_stopped_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither engine has a set: the better of their two bounds is left."""
    monkeypatch.setattr(solver, "HANDOVER", 1)
    bounds = {}

    def stopped(instance: Any, *, upper: int, **_: Any) -> Any:
        bounds["upper"] = upper
        return "feasible", 0, upper - 10, [], (0, 0, 0.0), None

    monkeypatch.setattr("route_opt.cpsat.solve", stopped)
    result = route_opt.best(route_opt.parse(BOARD))
    assert result.status == "unknown"
    assert result.bound == bounds["upper"] - 10


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD))
    return str(path)


FLAGS = ["--engine", "cpsat", "--time-limit", "1e-9"]


def test_the_command_best(file: str, tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["best", file, *FLAGS])
    assert told.exit_code == STOPPED
    assert told.output.startswith("stopped before any legal run was found; at most ")
    assert "idle" not in told.output
    told = CliRunner().invoke(main, ["best", file, *FLAGS, "--json"])
    assert told.exit_code == STOPPED
    assert is_unknown(json.loads(told.output))
    picture = tmp_path / "board.svg"
    told = CliRunner().invoke(main, ["best", file, *FLAGS, "--svg", str(picture)])
    assert told.exit_code == STOPPED
    assert picture.read_text().startswith("<svg")


def test_the_command_claim(file: str, tmp_path: Path) -> None:
    """A legal run and a challenge that only the search could settle."""
    claim = {"position": BOARD, "declared": ["3: Southwest, Galveston, New Orleans"]}
    path = tmp_path / "claim.json"
    path.write_text(json.dumps({**claim, "challenge": BEST + 10}))
    told = CliRunner().invoke(main, ["claim", str(path), *FLAGS])
    assert told.exit_code == STOPPED, told.output
    assert " at most; the search was stopped." in told.output
    for flags in ([], ["--verdict-only"]):
        told = CliRunner().invoke(main, ["claim", str(path), *FLAGS, "--json", *flags])
        judged = json.loads(told.output)
        assert judged["verdict"] == "open"
        assert is_unknown(judged["best"])


def test_a_question(file: str) -> None:
    assert is_unknown(answer("best", {"position": BOARD, **AT_ONCE}, Control()))


def test_a_row_of_a_batch() -> None:
    settings = Settings(engine="cpsat", time_limit=1e-9)
    (row,) = solve_rows([Item("1", json.dumps(BOARD).encode())], settings)
    assert is_unknown(row)
    assert b"unknown" in ENCODERS[".csv"](row)


def test_a_run_of_an_audit() -> None:
    found = _answer(route_opt.parse(BOARD), {"node_limit": 1})
    assert (found["status"], found["best"], found["best_routes"]) == ("unknown", None, [])
    assert found["bound"] >= BEST


def test_one_such_search_does_not_end_a_whatif(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "best", functools.partial(route_opt.best, node_limit=1))
    ranking = whatif(route_opt.parse(BOARD), workers=1)
    assert not ranking.complete
    assert ranking.examined > 0
    # Nothing was found yet, and that is no proof that there is nothing: BEST can be run.
    assert ranking.revenue == 0
    assert ranking.bound is not None
    assert ranking.bound >= BEST
    first = next(told(ranking, 3))
    assert first == f"{ranking.corporation} runs for 0 to {ranking.bound} now: " + (
        "the search was stopped before the proof."
    )


@pytest.mark.parametrize("depth", [1, 2])
def test_a_whatif_that_has_no_time_at_all_has_a_bound(depth: int) -> None:
    """A 3 counts three stops, none of which pays more than 20 or, doubled, 40 in this phase."""
    ranking = whatif(route_opt.parse(BOARD), depth=depth, workers=1, **AT_ONCE)
    assert (ranking.complete, ranking.revenue) == (False, 0)
    assert ranking.bound is not None
    assert BEST <= ranking.bound <= 3 * 40


def test_a_whatif_that_was_stopped_before_it_began_has_a_bound() -> None:
    ranking = whatif(route_opt.parse(BOARD), workers=1, progress=lambda *_: True)
    assert ranking.bound is None or BEST <= ranking.bound <= 3 * 40


def test_a_proved_whatif_has_no_bound_beside_its_revenue() -> None:
    ranking = whatif(route_opt.parse(BOARD), workers=1)
    assert (ranking.revenue, ranking.bound) == (BEST, None)
    assert "bound" not in ranking.document()
