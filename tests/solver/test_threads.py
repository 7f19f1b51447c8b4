"""More threads than one change nothing but the time."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from click.testing import CliRunner

import route_opt
from full_boards import everything_at_once, full_board
from route_opt import _core, titles
from route_opt.cli import main
from route_opt.compile import compile_network
from route_opt.network import Network


def hard_board(seed: int) -> dict[str, Any]:
    """A board that graphs are joined and wide sweeps are made for."""
    return {**full_board("1846", seed), "trains": ["7/8", "7/8", "6", "6", "6"]}


def test_answers_bounds_and_nodes_are_the_same_wherever_a_search_ends() -> None:
    luck = random.Random(7)
    position = route_opt.parse(hard_board(1), lenient=True)
    question = _core.Question(compile_network(Network(position)))
    for nodes in (*(luck.randrange(100_000) for _ in range(3)), 2**40):
        alone, two = (_core.solve(question, nodes=nodes, threads=threads) for threads in (1, 2))
        assert alone[:4] == two[:4]
        assert alone[4][:2] == two[4][:2]  # nodes and routes, not seconds


def test_a_stop_is_heard_and_progress_is_told_on_the_thread_that_asked() -> None:
    heard = set()

    def stop(value: int, bound: int, nodes: int, seconds: float) -> bool:
        heard.add(threading.get_ident())
        return nodes > 40_000

    position = route_opt.parse(full_board("1846", 3, 9), lenient=True)
    result = route_opt.best(position, engine="native", progress=stop, threads=2)
    assert heard == {threading.get_ident()}
    assert result.status == "feasible"
    assert result.revenue <= result.bound


def test_what_progress_raises_is_raised() -> None:
    def fail(value: int, bound: int, nodes: int, seconds: float) -> bool:
        raise RuntimeError("enough")

    position = route_opt.parse(full_board("1846", 3, 9), lenient=True)
    with pytest.raises(RuntimeError, match="enough"):
        route_opt.best(position, engine="native", progress=fail, threads=2)


def test_a_problem_is_solved_by_threads_too() -> None:
    problem = everything_at_once("1889", 2, 3)
    alone, two = (problem.solve(engine="native", threads=threads) for threads in (1, 2))
    assert (alone.value, alone.bound, alone.routes) == (two.value, two.bound, two.routes)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2"])
def test_a_number_of_threads_is_a_whole_number_from_1_on(threads: Any) -> None:
    position = route_opt.parse(hard_board(1), lenient=True)
    with pytest.raises(ValueError, match=r"threads is .*, not a whole number from 1 on"):
        route_opt.best(position, threads=threads)


def test_routes_that_are_kept_go_with_threads() -> None:
    position = route_opt.load(titles.find("1846").folder / "examples" / "centralia.json")
    keep = "3/5: Terre Haute, Centralia, Cairo"  # 20 + 10 + 20, mail 30; the 2 to St. Louis 80
    assert route_opt.best(position, keep=[keep], threads=2).revenue == 50 + 30 + 80


def test_threads_of_the_command_line(tmp_path: Any) -> None:
    file = tmp_path / "board.json"
    route_opt.parse(hard_board(1), lenient=True).save(file)
    run, ask = CliRunner().invoke, ["best", str(file), "--lenient"]
    alone, two = (run(main, [*ask, "--threads", n]) for n in ("1", "2"))
    assert alone.exit_code == two.exit_code == 0
    assert alone.output.splitlines()[0] == two.output.splitlines()[0]
    for more in (["--all", "2"], ["--every-corporation"]):
        assert run(main, [*ask, "--threads", "2", *more]).exit_code == 2
    assert run(main, [*ask, "--threads", "0"]).exit_code == 2


@pytest.mark.parametrize("more", [["--threads", "2"], ["--keep", "3/5: Detroit, Cleveland"]])
def test_what_does_not_go_together_is_refused_before_a_file_is_written(
    more: list[str], tmp_path: Any
) -> None:
    example = titles.find("1846").folder / "examples" / "centralia.json"
    kept = tmp_path / "kept.json"
    ask = ["best", str(example), "--save", str(kept), "--all", "2", *more]
    assert CliRunner().invoke(main, ask).exit_code == 2
    assert not kept.exists()
