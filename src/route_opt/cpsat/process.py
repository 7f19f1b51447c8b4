"""The worker process as its parent sees it: started on first use, kept warm, never left behind."""

from __future__ import annotations

import atexit
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO

import msgspec

from route_opt.cpsat.problem import Message, Ready, Task
from route_opt.errors import RouteOptError
from route_opt.readable import readable

MEMORY = 8 * 2**30
"""Bytes of address space the solver may use; the hardest boards known take a tenth of it."""

TICK = 0.01
"""Seconds between two looks at the clock while waiting."""


class SolverError(RouteOptError, RuntimeError):
    """The solver gave no answer.

    The code of its problem says why: ``solver_crash``, the process ended; ``solver_failed``, it
    could not handle the problem; ``contradiction``, it proved the bounds it was given wrong.
    """

    exit_code = 70


class Worker:
    """One process that solves one task at a time.

    `ready` once it has loaded the library, which takes a second or two.
    """

    def __init__(self) -> None:
        self.ready = False
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as we do
        paths = [path for path in sys.path if path]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "route_opt.cpsat.worker", str(MEMORY)],
            bufsize=0,  # no locks in the pipes that a fork could inherit
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # Ctrl-C is for us; we pass it on
        )
        self.heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """To the process, and from it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def _listen(self) -> None:
        begun = b""
        while chunk := os.read(self.pipes[1].fileno(), 65536):
            *lines, begun = (begun + chunk).split(b"\n")
            for line in lines:
                self.heard.put(line)
        self.heard.put(b"")

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    def send(self, task: Task) -> None:
        """Hand over a task; the process must be ready."""
        line = memoryview(msgspec.json.encode(task) + b"\n")
        try:
            while line:
                line = line[self.pipes[0].write(line) :]
        except OSError:
            raise self.crash() from None

    def hear(self, deadline: float) -> Message | None:
        """The next message; None when there is none for a moment or the deadline has come."""
        wait = min(TICK, max(deadline - time.monotonic(), 0))
        try:
            line = self.heard.get(timeout=wait)
        except queue.Empty:
            return None
        if not line:
            raise self.crash()
        message: Message = msgspec.json.decode(line, type=readable(Message))
        self.ready = self.ready or isinstance(message, Ready)
        return message

    def crash(self) -> SolverError:
        """What to say about a process that ended by itself."""
        self.close()
        code = self.process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        self.errors.seek(0)
        last = self.errors.read().decode(errors="replace").strip().splitlines()[-3:]
        said = "".join(f"; {line.strip()}" for line in last)
        return SolverError(f"the solver process {how}{said}", "solver_crash")

    def kill(self) -> None:
        """End the process, and let somebody else wait until it has given back its memory."""
        if self.alive:
            self.process.kill()
        threading.Thread(target=self.close, daemon=True).start()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        if self.alive:
            self.process.kill()
        self.process.wait()
        self.listener.join()
        for pipe in self.pipes:
            pipe.close()

    def forget(self) -> None:
        """In a fork: the process is our parent's; let go of it without harm."""
        self.process.returncode = 0
        for pipe in self.pipes:
            pipe.close()


class Keeper:
    """Keeps one worker warm and lends it to one caller at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.worker: Worker | None = None

    def lend(self) -> Worker:
        """The worker, started if there is none; call with the lock held."""
        if self.worker is None or not self.worker.alive:
            self.drop()
            self.worker = Worker()
        return self.worker

    def drop(self, *, wait: bool = True) -> None:
        """End the worker, if there is one."""
        worker, self.worker = self.worker, None
        if worker is not None:
            (worker.close if wait else worker.kill)()

    def after_fork(self) -> None:
        """A fork starts its own worker."""
        worker, self.worker = self.worker, None
        self.lock = threading.Lock()
        if worker is not None:
            worker.forget()


KEEPER = Keeper()
atexit.register(KEEPER.drop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=KEEPER.after_fork)
