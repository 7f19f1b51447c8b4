"""Who solves: worker processes of our own, or an executor that is given.

Pools of processes share one queue between their workers, so that one killed in the middle of a
message takes all work under way with it. Here each worker has a thread and a line of its own: its
death is the end of that line, its questions are known, and nobody else notices.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing.connection import Pipe

import msgspec

from route_opt.batching.rows import Line, Settings, crashed_line
from route_opt.batching.sources import Item
from route_opt.errors import RouteOptError
from route_opt.readable import readable

TRIES = 3
"""Workers that a question may cost before it is given up: others may have killed the first."""

STARTS = 100
"""Workers killed in a row, before they could begin, after which no more are started."""

Solved = list[Line]
"""The rows of some questions."""


class Task(msgspec.Struct, array_like=True):
    """Questions on their way to a worker process; their rows come back together."""

    items: list[Item]
    settings: Settings
    suffix: str


class PoolError(RouteOptError, RuntimeError):
    """Nobody is there to solve anything."""


class _Stopped(Exception):  # noqa: N818 (it is what was asked for)
    """The pool is being closed."""


class _Died(Exception):  # noqa: N818 (its task is asked again)
    """A worker ended before it had answered."""


class _Worker:
    """A worker process and the line to it."""

    def __init__(self, module: str) -> None:
        self.line, theirs = Pipe()
        paths = [path for path in sys.path if path]
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
                start_new_session=True,  # Ctrl-C is for us
            )

    def end(self, *, kill: bool) -> int:
        """End the process, at once or when it has nothing to do; the code it ended with."""
        if kill:
            self.process.kill()
        self.line.close()
        return self.process.wait()


class _Lane:
    """A worker, and whoever takes its place when it dies."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.worker: _Worker | None = None
        self.closed = False
        self.lock = threading.Lock()

    def solve(self, task: Task) -> Solved:
        """The rows of a task: all at once, or if that costs a worker, one by one."""
        try:
            return self._ask(task)
        except _Died:
            return [self._alone(item, task) for item in task.items]

    def _alone(self, item: Item, task: Task) -> Line:
        for _ in range(TRIES):
            with contextlib.suppress(_Died):
                return self._ask(Task([item], task.settings, task.suffix))[0]
        message = "the worker died on this position"
        return crashed_line(item, task.settings, task.suffix, message)

    def _ask(self, task: Task) -> Solved:
        worker = self._ready()
        try:
            worker.line.send_bytes(_ENCODER.encode(task))
            return _SOLVED.decode(worker.line.recv_bytes())
        except (EOFError, OSError):
            self._bury(worker, kill=True)
            raise _Died from None

    def _ready(self) -> _Worker:
        """A worker that waits for work."""
        for _ in range(STARTS):
            with self.lock:
                if self.closed:
                    raise _Stopped
                if self.worker is not None:
                    return self.worker
                worker = _Worker(self.module)
                self.worker = worker
            try:
                worker.line.recv_bytes()
            except (EOFError, OSError):
                code = self._bury(worker, kill=False)
                if code >= 0:  # by itself, so the next one would do the same
                    message = f"no worker starts: it ends with code {code}"
                    raise PoolError(message, "no_worker") from None
        raise PoolError(f"no worker starts: {STARTS} in a row were killed", "no_worker")

    def _bury(self, worker: _Worker, *, kill: bool) -> int:
        with self.lock:
            self.worker = None
        return worker.end(kill=kill)

    def close(self, *, kill: bool) -> None:
        """End the worker, whatever it is doing, or when it has nothing to do."""
        with self.lock:
            self.closed = True
            if self.worker is not None and kill:
                self.worker.process.kill()  # its thread sees the end of the line
            elif self.worker is not None:
                self.worker.end(kill=False)


_ENCODER = msgspec.msgpack.Encoder()
_SOLVED = msgspec.msgpack.Decoder(readable(Solved))


class LocalPool:
    """Worker processes on this machine; they are started when there is work for them."""

    def __init__(
        self,
        workers: int,
        settings: Settings,
        suffix: str,
        module: str = "route_opt.batching.worker",
    ) -> None:
        self.workers, self.settings, self.suffix = workers, settings, suffix
        self.threads = ThreadPoolExecutor(workers)
        self.lanes = [_Lane(module) for _ in range(workers)]
        self.idle: queue.LifoQueue[_Lane] = queue.LifoQueue()
        for lane in self.lanes:
            self.idle.put(lane)

    def submit(self, items: list[Item]) -> Future[Solved]:
        """Begin with some questions."""
        return self.threads.submit(self._solve, items)

    def _solve(self, items: list[Item]) -> Solved:
        lane = self.idle.get()
        try:
            return lane.solve(Task(items, self.settings, self.suffix))
        finally:
            self.idle.put(lane)

    def result(self, items: list[Item], future: Future[Solved]) -> Solved:
        """The rows of questions that were begun."""
        return future.result()

    def close(self, *, finished: bool) -> None:
        """End the workers; unless all is finished, whatever they are doing."""
        for lane in self.lanes:
            lane.close(kill=not finished)
        self.threads.shutdown(wait=True, cancel_futures=True)


class GivenExecutor:
    """Any executor of concurrent.futures, such as the one of a cluster."""

    def __init__(self, executor: Executor, settings: Settings, suffix: str) -> None:
        self.executor, self.settings, self.suffix = executor, settings, suffix
        self.workers = getattr(executor, "_max_workers", 0) or 8

    def submit(self, items: list[Item]) -> Future[Solved]:
        """Hand questions to the executor."""
        # Who has workers of his own solves nothing himself.
        from route_opt.batching.solving import solve_chunk

        try:
            return self.executor.submit(solve_chunk, items, self.settings, self.suffix)
        except RuntimeError as error:  # broken, or shut down
            raise self._broken(error) from error

    def result(self, items: list[Item], future: Future[Solved]) -> Solved:
        """The rows of questions; those that fail are asked once more, each on its own."""
        try:
            return future.result()
        except BrokenExecutor as error:
            raise self._broken(error) from error
        except Exception:
            return [self._alone(item) for item in items]

    def _alone(self, item: Item) -> Line:
        try:
            (line,) = self.submit([item]).result()
        except BrokenExecutor as error:
            raise self._broken(error) from error
        except RouteOptError:
            raise
        except Exception as error:
            message = f"the executor failed on this position: {type(error).__name__}: {error}"
            return crashed_line(item, self.settings, self.suffix, message)
        return line

    def _broken(self, error: Exception) -> PoolError:
        return PoolError(f"the executor takes no more work: {error}", "executor_broken")

    def close(self, *, finished: bool) -> None:
        """Leave the executor to its owner."""
