"""OR-Tools CP-SAT on the compiled problem: the fallback engine and the second opinion.

The library runs in a process of its own, so that whatever becomes of it, a crash, a memory
blow-up, an endless presolve, is a clean error or a kept time limit here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from route_opt.cpsat.problem import Bound, Failure, Found, Outcome, Problem, Route, Task
from route_opt.cpsat.process import KEEPER, SolverError, Worker

__all__ = ["SolverError", "close", "solve"]

MARGIN = 0.05
"""Seconds before its limit at which a search shall stop by itself; at the limit it is ended."""

Answer = tuple[
    str,
    int,
    int,
    list[tuple[int, list[int], list[int], int]],
    tuple[int, int, float],
    BaseException | None,
]
Progress = Callable[[int, int, int, float], bool | None]


def solve(
    instance: Any,
    *,
    time_limit: float | None = None,
    hint: Iterable[Route] | None = None,
    lower: int | None = None,
    upper: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Solve an instance with CP-SAT.

    Parameters
    ----------
    instance
        A compiled `Instance`.
    time_limit
        Seconds, with the start of the solver process.
    hint
        Routes to start from, as ``(train, path, counted)``.
    lower, upper
        A value known to be reached, and one proved not to be passed.
    progress
        Told best, bound, 0 and seconds; a true answer stops the search.

    Returns
    -------
    tuple
        What ``_core.solve`` returns, in the same encoding.

    Raises
    ------
    SolverError
        If the solver process fails, or finds that `lower` or `upper` is wrong.
    """
    start = time.monotonic()
    wait = math.inf if time_limit is None else max(time_limit, 0)
    seconds = None if wait == math.inf else wait
    task = Task(Problem.of(instance), seconds, list(hint or ()), lower, upper)
    # Another thread may be using the worker: waiting for it counts.
    search, lock = _Search(task, start, progress), KEEPER.lock
    if lock.acquire(timeout=-1 if seconds is None else seconds):
        try:
            search.run(KEEPER.lend(), start + wait)
        finally:
            lock.release()
    return search.answer()


def close() -> None:
    """End the solver process; the next `solve` starts another."""
    with KEEPER.lock:
        KEEPER.drop()


class _Search:
    """One task under way: the best routes and the best bound heard of."""

    def __init__(self, task: Task, start: float, progress: Progress | None) -> None:
        self.task, self.problem, self.start, self.progress = task, task.problem, start, progress
        # Routes known to reach the lower bound are an answer until better ones are heard of.
        self.known = bool(task.hint) and task.lower is not None
        self.value = task.lower or 0 if self.known else 0
        self.routes: list[Route] = task.hint if self.known else []
        ceiling = self.problem.ceiling()
        self.bound = ceiling if task.upper is None else min(ceiling, task.upper)
        self.searching = self.found = self.infeasible = False
        self.branches = 0
        self.begun = math.inf
        self.error: BaseException | None = None

    @property
    def seconds(self) -> float:
        """Since it was asked for, with the start of the solver process."""
        return time.monotonic() - self.start

    def run(self, worker: Worker, deadline: float) -> None:
        """Give the task to the worker and listen until it is done or out of time."""
        try:
            if self._await_ready(worker, deadline):
                self._listen(worker, deadline)
        except SolverError:
            raise
        except BaseException as error:
            # Ctrl-C, or the caller's `progress`: what was found so far is an answer.
            self.error = error
        finally:
            # A worker still searching is ended: nobody shall hear of this task any more. One
            # still loading is left to get ready.
            if self.searching or self.error is not None:
                KEEPER.drop(wait=False)

    def _await_ready(self, worker: Worker, deadline: float) -> bool:
        while not worker.ready:
            worker.hear(deadline)
            if time.monotonic() >= deadline or self._is_stopped():
                return False
        return True

    def _listen(self, worker: Worker, deadline: float) -> None:
        task = self.task
        if task.seconds is not None:
            left = deadline - time.monotonic() - MARGIN
            if left <= 0:
                return
            task = Task(task.problem, left, task.hint, task.lower, task.upper)
        self.searching, self.begun = True, time.monotonic()
        worker.send(task)
        while self.searching:
            match worker.hear(deadline):
                case Found(value, routes):
                    self._improve(value, routes)
                case Bound(bound):
                    self.bound = min(self.bound, bound)
                case Outcome(proved, branches):
                    self.searching = False
                    self._finish(proved, branches)
                case Failure(message):
                    self.searching = False
                    raise SolverError(f"the solver failed: {message}", "solver_failed")
            if time.monotonic() >= deadline or self._is_stopped():
                return

    def _improve(self, value: int, routes: list[Route]) -> None:
        if self.task.upper is not None and value > self.task.upper:
            text = f"the solver found routes worth {value}, more than {self.task.upper}"
            raise SolverError(text, "contradiction")
        self.value, self.routes, self.found = value, routes, True

    def _finish(self, proved: bool, branches: int) -> None:
        self.branches = branches
        if proved and self.found:
            self.bound = self.value
        elif proved and self.problem.required_ends and not self.task.lower:
            self.infeasible = True
        elif proved:
            # Without required ends no routes at all are a solution, worth 0.
            text = f"the solver proved that no routes are worth {self.task.lower}"
            raise SolverError(text, "contradiction")

    def _is_stopped(self) -> bool:
        if self.progress is None:
            return False
        return bool(self.progress(self.value, self.bound, 0, self.seconds))

    def answer(self) -> Answer:
        """The answer in the shape of the core's."""
        routes = [
            (train, path, counted, self.problem.route_value(train, path, counted))
            for train, path, counted in self.routes
        ]
        stats = self.branches, 0, max(time.monotonic() - self.begun, 0.0)
        if self.infeasible:
            return "infeasible", 0, 0, [], stats, self.error
        done = (self.found or self.known) and self.bound <= self.value
        return "optimal" if done else "feasible", self.value, self.bound, routes, stats, self.error
