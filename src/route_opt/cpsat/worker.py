"""The process in which OR-Tools runs: tasks on standard input, messages on standard output.

Run as ``python -m route_opt.cpsat.worker MEMORY``. It ends when its input does, or when the
process that started it is gone.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from route_opt.cpsat.problem import Bound, Failure, Found, Message, Outcome, Ready, Task
from route_opt.readable import readable

if TYPE_CHECKING:
    from route_opt.cpsat.model import Model

SETTINGS = {
    "num_workers": 1,  # deterministic
    "random_seed": 1,
    "linearization_level": 2,  # subtour cuts on the circuits: what proves long routes
}


class Talk:
    """The line to the parent. Callbacks of the library use it from its own threads."""

    def __init__(self) -> None:
        # The library may print to standard output; keep the line to ourselves.
        self.out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self.lock = threading.Lock()

    def tell(self, message: Message) -> None:
        """Send a message."""
        with self.lock:
            self.out.write(msgspec.json.encode(message) + b"\n")
            self.out.flush()


def limit_memory(size: int) -> None:
    """Make a memory blow-up the end of this process, not of the machine."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def listen(tasks: queue.Queue[bytes]) -> None:
    """Pass on tasks; end the process when no more can come, whatever it is doing."""
    for line in sys.stdin.buffer:
        tasks.put(line)
    os._exit(0)


def watch(parent: int) -> None:
    """End when the parent is gone; a fork of it may hold the pipe open."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def main() -> None:
    """Answer tasks until the input ends."""
    limit_memory(int(sys.argv[1]))
    talk = Talk()
    tasks: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=listen, args=(tasks,), daemon=True).start()
    threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    import route_opt.cpsat.model  # noqa: F401

    talk.tell(Ready())
    while True:
        task = msgspec.json.decode(tasks.get(), type=readable(Task))
        try:
            solve(task, talk)
        except Exception as error:
            talk.tell(Failure(f"{type(error).__name__}: {error}"))


def solve(task: Task, talk: Talk) -> None:
    """Solve one task; tell what is found and proved on the way."""
    from ortools.sat.python import cp_model

    from route_opt.cpsat.model import Model

    start = time.monotonic()
    model = Model(task.problem)
    if task.lower is not None:
        model.at_least(task.lower)
    if task.hint:
        model.hint(task.hint)
    solver = cp_model.CpSolver()
    for name, value in SETTINGS.items():
        setattr(solver.parameters, name, value)
    if task.seconds is not None:
        left = task.seconds - (time.monotonic() - start)
        solver.parameters.max_time_in_seconds = max(left, 0.001)
    solver.best_bound_callback = lambda bound: talk.tell(Bound(_money(model, bound)))
    status = solver.solve(model.model, _teller(model, talk, task.upper))
    if status == cp_model.MODEL_INVALID:
        raise ValueError(model.model.validate())
    proved = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        talk.tell(Bound(_money(model, solver.best_objective_bound)))
    talk.tell(Outcome(proved, solver.num_branches))


def _money(model: Model, bound: float) -> int:
    return math.floor(bound + 1e-6) * model.board.unit


def _teller(model: Model, talk: Talk, enough: int | None) -> Any:
    """A callback of the library that tells each better solution, and stops at the best possible."""
    from ortools.sat.python import cp_model

    class Teller(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            value = round(self.objective_value) * model.board.unit
            true = self.response_proto.solution
            talk.tell(Found(value, model.routes(true)))
            if enough is not None and value >= enough:
                self.stop_search()

    return Teller()


if __name__ == "__main__":
    main()
