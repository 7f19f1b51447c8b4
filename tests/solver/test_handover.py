"""What the search leaves open is handed to CP-SAT: what comes back, and how far it is proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import route_opt
from corpus import rows
from route_opt import cpsat, solver
from route_opt.cpsat.problem import Problem
from route_opt.result import Result


def handed_over(corpus: Path, monkeypatch: pytest.MonkeyPatch, *says: Any) -> tuple[Result, Any]:
    """A board stopped after a few nodes; what CP-SAT says: its status, and how far the bound fell.

    With the answer comes what was handed over.
    """
    known: dict[str, Any] = {}

    def solve(instance: Any, **options: Any) -> Any:
        known.update(options)
        status, below = says
        problem = Problem.of(instance)
        routes = [(*route, problem.route_value(*route)) for route in options["hint"]]
        return status, options["lower"], options["upper"] - below, routes, (7, 0, 0.0), None

    monkeypatch.setattr(cpsat, "solve", solve)
    monkeypatch.setattr(solver, "HANDOVER", 10)
    row = next(row for row in rows(corpus, "hard/*.jsonl") if row["id"] == "1830/hard/01")
    return route_opt.best(route_opt.parse(row["position"])), known


def test_a_second_engine_that_does_not_finish_leaves_limits(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, known = handed_over(corpus, monkeypatch, "feasible", 10)
    assert known["lower"] < known["upper"] - 10
    assert (result.status, result.engine) == ("feasible", "cpsat")
    assert (result.revenue, result.bound) == (known["lower"], known["upper"] - 10)


def test_a_weaker_bound_of_the_second_engine_is_not_taken(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, known = handed_over(corpus, monkeypatch, "feasible", -100)
    assert (result.status, result.bound) == ("feasible", known["upper"])


def test_what_the_search_knew_is_the_optimum_when_nothing_better_is_left(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, known = handed_over(corpus, monkeypatch, "feasible", 0)
    gap = known["upper"] - known["lower"]
    result, _ = handed_over(corpus, monkeypatch, "optimal", gap)
    assert (result.status, result.revenue, result.bound) == ("optimal", *2 * (known["lower"],))
