"""The solver process: limits kept, crashes clean, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from boards import board, grid
from checking import total

from route_opt import cpsat
from route_opt.cpsat import process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks")

SMALL = board([10, 20, 30], [(0, 1), (1, 2)], [(3, 3)], [0])
HARD = grid(6, 3)
KNOWN = [(0, [0, 36, 1], [0, 1])]
WORTH = 10 + 80
"""From the token in stop 0 over side 0, which has the first number after 36 stops, to stop 1."""


@pytest.fixture(autouse=True)
def _warm() -> None:
    """Each test starts with a worker that has loaded the library."""
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)


def pid() -> int:
    assert process.KEEPER.worker is not None
    return process.KEEPER.worker.process.pid


PATIENCE = 60
"""Seconds after which what is waited for is taken never to come."""


def is_gone(number: int) -> bool:
    """Whether a process ends; one that nobody waits for has ended too."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(number, 0)
            stat = Path(f"/proc/{number}/stat")
            if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


class Once:
    """A `progress` that does something once, when the search is under way."""

    def __init__(self, action: Any) -> None:
        self.action = action

    def __call__(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        if value and self.action:
            action, self.action = self.action, None
            return bool(action())
        return False


def test_a_warm_worker_is_used_again() -> None:
    first = pid()
    cpsat.solve(SMALL)
    assert pid() == first


@pytest.mark.parametrize("limit", [1, 1.5])
def test_a_time_limit_is_kept(limit: float) -> None:
    """The board takes hours: an answer at all comes of the limit."""
    status, value, bound, routes, (_, _, seconds), error = cpsat.solve(
        HARD, time_limit=limit, hint=KNOWN, lower=WORTH
    )
    assert seconds > limit / 2
    assert status == "feasible"
    assert error is None
    assert WORTH <= total(HARD, routes) == value < bound


def test_nobody_waits_beyond_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the next word of a solver that is late."""
    waits: list[tuple[float, float]] = []
    hear = process.Worker.hear

    def noted(self: process.Worker, deadline: float) -> Any:
        waits.append((time.monotonic(), deadline))
        return hear(self, deadline)

    monkeypatch.setattr(process.Worker, "hear", noted)
    start = time.monotonic()
    cpsat.solve(HARD, time_limit=1)
    (deadline,) = {deadline for _, deadline in waits}
    assert start + 1 <= deadline <= waits[0][0] + 1


def test_a_time_limit_covers_the_start_of_the_process() -> None:
    cpsat.close()
    status, value, bound, routes, _, _ = cpsat.solve(SMALL, time_limit=0.01)
    assert (status, value, routes) == ("feasible", 0, [])
    assert bound >= 60
    # It goes on loading for the next one.
    assert cpsat.solve(SMALL)[:3] == ("optimal", 60, 60)


def test_a_time_limit_covers_waiting_for_another_thread() -> None:
    taken, over = threading.Event(), threading.Event()

    def progress(*_: Any) -> bool:
        taken.set()
        return over.is_set()

    thread = threading.Thread(target=cpsat.solve, args=(HARD,), kwargs={"progress": progress})
    thread.start()
    assert taken.wait(PATIENCE)
    assert cpsat.solve(SMALL, time_limit=0.1)[0] == "feasible"
    assert thread.is_alive()
    over.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.parametrize("limit", [0, -1])
def test_no_time_at_all_is_an_answer_without_routes(limit: float) -> None:
    assert cpsat.solve(SMALL, time_limit=limit)[:2] == ("feasible", 0)
    assert cpsat.solve(SMALL, time_limit=float("inf"))[:2] == ("optimal", 60)


def test_a_worker_that_hangs_is_ended() -> None:
    worker = pid()
    hang = Once(lambda: os.kill(worker, signal.SIGSTOP))
    status, value, bound, routes, _, _ = cpsat.solve(
        HARD, time_limit=2, hint=KNOWN, lower=WORTH, progress=hang
    )
    assert hang.action is None
    assert status == "feasible"
    assert WORTH <= total(HARD, routes) == value < bound
    assert is_gone(worker)


def test_what_is_known_is_the_answer_when_time_is_short() -> None:
    cpsat.close()
    answer = cpsat.solve(HARD, time_limit=0.01, hint=KNOWN, lower=WORTH)
    assert answer[:2] == ("feasible", WORTH)
    assert [route[:3] for route in answer[3]] == KNOWN


def test_a_killed_worker_is_a_clean_error() -> None:
    kill = Once(lambda: os.kill(pid(), signal.SIGKILL))
    with pytest.raises(cpsat.SolverError, match="signal 9") as caught:
        cpsat.solve(HARD, progress=kill)
    assert caught.value.problems[0].code == "solver_crash"
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)


def test_a_worker_killed_while_idle_is_replaced() -> None:
    worker = process.KEEPER.worker
    assert worker is not None
    worker.process.kill()
    worker.process.wait(timeout=PATIENCE)  # with all its threads: before that it seems to be alive
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)


def test_too_much_memory_is_a_clean_error(monkeypatch: pytest.MonkeyPatch) -> None:
    cpsat.close()
    monkeypatch.setattr(process, "MEMORY", 150 * 2**20)
    with pytest.raises(cpsat.SolverError):
        cpsat.solve(SMALL)
    monkeypatch.undo()
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)


def test_a_maze_is_refused_and_the_worker_lives_on() -> None:
    # Twenty tiles in a row, two ways from each to the next: a million ways to the far stop.
    track = [0, 2]
    for tile in range(20):
        left = 2 + 4 * tile
        right = left + 4
        track += [left + 1, right, left + 3, right, left + 1, right + 2, left + 3, right + 2]
    maze = board([10, 10], [], [(2, 2)], [0], track=[*track, 2 + 4 * 20 + 1, 1], sides=42)
    worker = pid()
    with pytest.raises(cpsat.SolverError, match="ways from stop to stop"):
        cpsat.solve(maze)
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)
    assert pid() == worker


def test_progress_can_stop_the_search() -> None:
    worker = pid()
    status, value, bound, routes, _, error = cpsat.solve(HARD, progress=Once(lambda: True))
    assert (status, error) == ("feasible", None)
    assert 0 < total(HARD, routes) == value < bound
    assert is_gone(worker)


def test_an_interrupt_gives_the_best_so_far_and_ends_the_worker() -> None:
    worker = pid()
    interrupt = Once(lambda: os.kill(os.getpid(), signal.SIGINT))
    status, value, _, routes, _, error = cpsat.solve(HARD, progress=interrupt)
    assert status == "feasible"
    assert isinstance(error, KeyboardInterrupt)
    assert total(HARD, routes) == value
    assert is_gone(worker)


def test_threads_take_turns() -> None:
    values: list[int] = []
    threads = [
        threading.Thread(target=lambda: values.append(cpsat.solve(SMALL)[1])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [60] * 4


def test_a_fork_has_a_worker_of_its_own() -> None:
    child = os.fork()
    if not child:
        code = 1
        try:
            code = 0 if cpsat.solve(SMALL)[:2] == ("optimal", 60) else 2
            cpsat.close()
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert cpsat.solve(SMALL)[:2] == ("optimal", 60)


# Programs of their own: what is left of them?

PROGRAM = """
import sys
from boards import board, grid
from route_opt import cpsat
from route_opt.cpsat import process

small = board([10, 20, 30], [(0, 1), (1, 2)], [(3, 3)], [0])
assert cpsat.solve(small)[1] == 60
print(process.KEEPER.worker.process.pid, "ortools" in sys.modules, flush=True)
if "search" in sys.argv:
    told = []

    def progress(*state):
        if not told:
            print("searching", flush=True)
        told.append(state)

    error = cpsat.solve(grid(6, 3), progress=progress)[5]
    print(type(error).__name__)
"""


def start(*arguments: str) -> tuple[subprocess.Popen[str], int, str]:
    """A program that solves; the number of its worker, and whether it imported the library."""
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert program.stdout is not None
    worker, imported = program.stdout.readline().split()
    return program, int(worker), imported


def test_the_end_of_a_program_ends_its_worker() -> None:
    program, worker, imported = start()
    program.communicate()
    assert imported == "False"
    assert is_gone(worker)


def test_an_interrupted_program_ends_its_worker() -> None:
    program, worker, _ = start("search")
    assert program.stdout is not None
    assert program.stdout.readline().strip() == "searching"
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=PATIENCE)[0].strip() == "KeyboardInterrupt"
    assert is_gone(worker)


@pytest.mark.parametrize("arguments", [("search",), ()])
def test_the_worker_of_a_killed_program_ends(arguments: tuple[str, ...]) -> None:
    program, worker, _ = start(*arguments)
    program.kill()
    program.communicate()
    assert is_gone(worker)


def test_nothing_is_heard_of_a_search_given_up() -> None:
    with pytest.raises(cpsat.SolverError, match="more than 10"):
        cpsat.solve(HARD, upper=10)
    assert cpsat.solve(SMALL)[:3] == ("optimal", 60, 60)
