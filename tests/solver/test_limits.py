"""Time limits on boards filled to the last hex: the work between two looks at the clock.

The clock on the wall tells nothing on a busy machine, so this counts the processor time of the
searching thread from one look to the next: that is how late a limit can be noticed.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

import route_opt
from full_boards import everything_at_once, full_board
from route_opt import solver, titles
from route_opt.next_moves import whatif
from route_opt.solver import SPENT, all_best

MOST = 0.25
"""Seconds of processor time: several times what is seen, for slow machines."""


class Looks:
    """A `progress` that notes when it is called, and stops the search after a while."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.times = [time.thread_time()]

    def __call__(self, *_: Any) -> bool:
        self.times.append(time.thread_time())
        return len(self.times) > self.enough

    def longest(self) -> float:
        """The most work between two looks, from the first line of the call to its return."""
        self.times.append(time.thread_time())
        pairs = zip(self.times, self.times[1:], strict=False)
        return max(after - before for before, after in pairs)


@pytest.mark.parametrize("title", sorted(titles.names()))
@pytest.mark.parametrize("trains", [1, 4, 9])
def test_the_clock_is_looked_at_all_the_time(title: str, trains: int) -> None:
    position = route_opt.parse(full_board(title, trains, trains), lenient=True)
    looks = Looks(enough=60)
    result = route_opt.best(position, engine="native", progress=looks)
    assert result.revenue <= result.bound
    assert looks.longest() < MOST


def test_a_limit_ends_a_search_that_would_not_end() -> None:
    position = route_opt.parse(full_board("1870", 1, 9), lenient=True)
    result = route_opt.best(position, engine="native", time_limit=0.05)
    assert result.status == "feasible"
    assert 0 <= result.revenue < result.bound


@pytest.mark.parametrize("title", sorted(titles.names()))
@pytest.mark.parametrize(("trains", "visits"), [(1, 4), (4, 12), (9, 0)])
def test_a_limit_ends_a_search_of_everything_at_once(title: str, trains: int, visits: int) -> None:
    """Between two stops there are more ways than anyone can list: they have to be left."""
    problem = everything_at_once(title, trains, visits)
    start = time.thread_time()
    solution = problem.solve(engine="native", time_limit=0.2)
    assert time.thread_time() - start < 0.2 + MOST
    assert solution.value <= solution.bound
    assert problem.verify(solution) == []


def test_everything_at_once_needs_no_limit_to_end() -> None:
    """The ways are given up by their number, and nothing that needs them is claimed."""
    problem = everything_at_once("1870", 1, 3)
    solution = problem.solve(engine="native", node_limit=10_000)
    assert solution.bound > 0
    assert problem.verify(solution) == []


@pytest.mark.parametrize(
    ("seed", "nodes"),
    [(1, 40_000), *(pytest.param(seed, 400_000, marks=pytest.mark.slow) for seed in (1, 2, 3))],
)
@pytest.mark.parametrize(("title", "fewer", "more"), [("1850", 1, 9), ("1870", 4, 8)])
def test_more_trains_than_a_sweep_takes_never_give_less(
    title: str, fewer: int, more: int, seed: int, nodes: int
) -> None:
    """Nine 12-trains on a full 1850 board once earned less than one, eight on 1870 than four."""
    few, many = (
        route_opt.best(
            route_opt.parse(full_board(title, seed, trains), lenient=True),
            engine="native",
            node_limit=nodes,
        )
        for trains in (fewer, more)
    )
    assert 0 < few.revenue <= many.revenue <= many.bound
    # A train more adds no more than one alone, and the bound says so.
    assert many.bound <= few.bound * more // fewer


@pytest.mark.parametrize(
    ("seed", "nodes"),
    [(1, 10_000), *(pytest.param(seed, 100_000, marks=pytest.mark.slow) for seed in (2, 3, 4))],
)
@pytest.mark.parametrize("title", sorted(titles.names()))
def test_one_train_more_never_gives_less(title: str, seed: int, nodes: int) -> None:
    """Left in the depot, the train more would give as much; and no bound is below what was found.

    What one train could earn alone bounds them all: as often as there are trains.
    """
    known = alone = 0
    for trains in range(1, 13):
        position = route_opt.parse(full_board(title, seed, trains), lenient=True)
        found = route_opt.best(position, engine="native", node_limit=nodes)
        alone = alone or found.bound
        assert 0 < known <= found.revenue or trains == 1
        assert found.revenue <= found.bound <= trains * alone
        known = found.revenue


def test_a_limit_ends_the_comparison_of_the_best_sets_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be thousands, and each takes its time; those that are left come last."""
    board = full_board("1846", 1) | {"trains": ["2"] * 4}
    position = route_opt.parse(board, lenient=True)
    results, complete = all_best(position)
    assert complete
    assert len(results) > 1
    monkeypatch.setattr(solver._Clock, "is_over", lambda _: True)
    hurried, complete = all_best(position, time_limit=60)
    assert not complete
    assert "not all best sets were compared" in hurried[0].notes[-1]
    assert {str(one.routes) for one in hurried} == {str(one.routes) for one in results}


def test_a_limit_ends_a_whatif_that_would_not_end() -> None:
    """Each search alone would take all the time there is."""
    position = route_opt.parse(full_board("1870", 1, 9), lenient=True)
    ranking = whatif(position, engine="native", time_limit=0.05)
    assert not ranking.complete


def test_once_stopped_a_whatif_does_not_even_list_the_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a full board that alone takes longer than a limit may be passed by."""

    def never(*_: Any) -> Any:
        raise AssertionError("moves are listed after the end")

    monkeypatch.setattr("route_opt.next_moves.rank.lays_of", never)
    monkeypatch.setattr("route_opt.next_moves.rank.tokens_of", never)
    position = route_opt.parse(full_board("1870", 1, 9), lenient=True)
    ranking = whatif(position, engine="native", progress=lambda *_: True)
    assert not ranking.complete
    assert ranking.moves == ()


@pytest.mark.parametrize(
    ("nodes", "seconds", "early"), [(5, 0.1, True), (10, 0.1, False), (5, 2.0, False)]
)
def test_a_search_that_gives_up_says_so(
    monkeypatch: pytest.MonkeyPatch, nodes: int, seconds: float, early: bool
) -> None:
    """With nodes and time to spare the board was too much for it; at a limit there is no more."""
    answer: Any = "feasible", 0, 10**6, [], (nodes, 0, seconds), None
    monkeypatch.setattr("route_opt._core.solve", lambda *_, **__: answer)
    position = route_opt.parse(full_board("1850", 1, 1), lenient=True)
    found = route_opt.best(position, engine="native", node_limit=10, time_limit=2)
    assert (SPENT in found.notes) == early
    assert (SPENT in found.document().get("notes", [])) == early


def test_a_limit_is_for_both_engines_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """To verify, CP-SAT gets what the search has left of the time."""
    given = []

    def solve(instance: Any, *, time_limit: float, **_: Any) -> Any:
        given.append(time_limit)
        return "feasible", 0, 10**6, [], (0, 0, 0.0), None

    monkeypatch.setattr("route_opt.cpsat.solve", solve)
    position = route_opt.parse(full_board("1870", 1, 9), lenient=True)
    route_opt.best(position, verify=True, time_limit=0.2)
    assert given[0] < 0.1


def test_nan_is_no_limit() -> None:
    position = route_opt.parse(full_board("1870", 1, 1), lenient=True)
    with pytest.raises(ValueError, match="is nan"):
        route_opt.best(position, time_limit=float("nan"))


@pytest.mark.parametrize(
    "command", ["best", "whatif", "claim", "batch", "audit", "serve", "worker"]
)
@pytest.mark.parametrize("limit", ["nan", "NaN", "-nan", "0", "-1", "x"])
def test_a_command_refuses_what_is_no_time(command: str, limit: str) -> None:
    from click.testing import CliRunner

    from route_opt.cli import BAD_INPUT, main

    needed = {"worker": [], "serve": [], "batch": ["x", "--out", "y.jsonl"]}.get(command, ["x"])
    done = CliRunner().invoke(main, [command, *needed, "--time-limit", limit])
    assert done.exit_code == BAD_INPUT
    assert "--time-limit" in done.output
