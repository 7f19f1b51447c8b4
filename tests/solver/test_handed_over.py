"""What the search hands to CP-SAT, and what becomes of the two answers."""

from __future__ import annotations

from typing import Any

import pytest

import route_opt
from full_boards import full_board
from route_opt import solver
from route_opt.claims import check_on
from route_opt.compile import read_track
from route_opt.cpsat.problem import Problem
from route_opt.network import Network


class Second:
    """In place of CP-SAT: notes what it is told, and answers as it is told to."""

    def __init__(self, value: int = 0, bound: int = 0, status: str = "feasible") -> None:
        self.value, self.bound, self.status = value, bound, status
        self.told: dict[str, Any] = {}

    def __call__(self, instance: Any, **told: Any) -> Any:
        self.told = told
        problem = Problem.of(instance)
        routes = [(*route, problem.route_value(*route)) for route in told["hint"]]
        answer = told["lower"] + self.value, told["upper"] + self.bound
        return self.status, *answer, routes, (7, 0, 0.5), None


@pytest.fixture
def position(monkeypatch: pytest.MonkeyPatch) -> route_opt.Position:
    """A board that the search does not prove in so many nodes, though it finds something."""
    monkeypatch.setattr(solver, "HANDOVER", 20_000)
    return route_opt.parse(full_board("1870", 1, 3), lenient=True)


def best(position: route_opt.Position, second: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("route_opt.cpsat.solve", second)
    return route_opt.best(position)


def test_all_that_is_known_is_handed_over(
    position: route_opt.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The routes found, what they are worth by the judge, and the bound that was proved."""
    second = Second()
    result = best(position, second, monkeypatch)
    alone = route_opt.best(position, engine="native", node_limit=20_000)
    assert (alone.status, alone.revenue > 0) == ("feasible", True)
    assert (second.told["lower"], second.told["upper"]) == (alone.revenue, alone.bound)
    network = Network(position)
    routes = []
    for train, path, counted in second.told["hint"]:
        track = read_track(network, path)
        stops = [code for code in path if code < len(network.board.stop_names)]
        names = dict(zip(stops, (entry for entry in track if "." in entry), strict=True))
        seen = [names[code] for code in counted]
        routes.append({"train": position.trains[train], "track": track, "counted": seen})
    verdict = check_on(network, routes)
    assert verdict.legal
    assert verdict.revenue == second.told["lower"]
    assert (result.status, result.engine) == ("feasible", "cpsat")
    assert (result.revenue, result.bound) == (alone.revenue, alone.bound)


@pytest.mark.parametrize("change", [-10, 10])
def test_the_better_of_both_bounds_counts(
    change: int, position: route_opt.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Second(bound=change)
    result = best(position, second, monkeypatch)
    assert result.status == "feasible"
    assert result.bound == second.told["upper"] + min(change, 0)


def test_bound_and_value_that_meet_are_a_proof(
    position: route_opt.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One engine has the routes, the other the bound."""

    class Closing(Second):
        def __call__(self, instance: Any, **told: Any) -> Any:
            super().__call__(instance, **told)
            return "feasible", 0, told["lower"], [], (0, 0, 0.0), None

    second = Closing()
    result = best(position, second, monkeypatch)
    assert result.status == "optimal"
    assert result.revenue == result.bound == second.told["lower"]
    assert result.routes


def test_a_wrong_value_of_the_second_is_never_an_answer(
    position: route_opt.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It claims ten more for the same routes: the judge does not agree."""
    with pytest.raises(route_opt.UnprovedAnswerError):
        best(position, Second(value=10), monkeypatch)


def test_one_who_says_stop_is_not_handed_over(
    position: route_opt.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Second()
    monkeypatch.setattr("route_opt.cpsat.solve", second)
    result = route_opt.best(position, progress=lambda *_: True)
    assert result.engine == "native"
    assert not second.told
