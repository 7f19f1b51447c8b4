"""A long-lived worker: a question a line in, an answer a line out, in the same order.

A line is a question as the HTTP interface takes it, with its kind in ``ask`` (``best`` if there is
none) and an ``id`` that the answer repeats::

    {"id": 1, "ask": "best", "position": {"title": "1846", ...}, "time_limit": 5}
    {"cancel": 1}

A cancelled question is still answered, in its place: with the best found so far if its search had
begun, else with an error. An error never ends the worker; the end of its input does, once every
question is answered.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, BinaryIO

import msgspec

from route_opt.documents import LARGEST, read_json
from route_opt.errors import Problem, RouteOptError
from route_opt.questions import Control, QuestionError, answer, error_answer

MOST_WAITING = 1000
"""So many questions may wait for their answers; then the worker stops reading for a while."""


class Worker:
    """Reads questions from one stream and writes answers to another.

    Parameters
    ----------
    threads
        How many questions are worked on at a time.
    longest
        No question takes longer than so many seconds.
    """

    def __init__(self, out: BinaryIO, *, threads: int = 1, longest: float | None = None) -> None:
        self.out, self.longest = out, longest
        self.pool = ThreadPoolExecutor(threads)
        self.waiting: queue.Queue[Future[bytes] | None] = queue.Queue(MOST_WAITING)
        self.controls: dict[Any, _Task] = {}
        self.failed: OSError | None = None

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer every line, to the end."""
        writer = threading.Thread(target=self._write)
        writer.start()
        try:
            for line in lines:
                if self.failed:
                    break
                if line.strip():
                    self._take(line)
        except KeyboardInterrupt:
            self._cancel_all()
            raise
        finally:
            self.waiting.put(None)
            writer.join()
            self.pool.shutdown()

    def _take(self, line: bytes) -> None:
        """Start on a line; a cancellation takes effect at once and has no answer of its own."""
        try:
            document = read_json(line, QuestionError)
        except RouteOptError as error:
            self._answered(_line(error_answer(error)))
            return
        if isinstance(document, dict) and document.keys() == {"cancel"}:
            task = self.controls.get(_key(document["cancel"]))
            if task is not None:
                task.cancel()
            return
        task = _Task(document, self.longest)
        self.controls[task.key] = task
        future = self.pool.submit(task.run)
        future.add_done_callback(lambda _: self._forget(task))
        self.waiting.put(future)

    def _answered(self, line: bytes) -> None:
        future: Future[bytes] = Future()
        future.set_result(line)
        self.waiting.put(future)

    def _forget(self, task: _Task) -> None:
        if self.controls.get(task.key) is task:
            del self.controls[task.key]

    def _write(self) -> None:
        """Write answers in the order of their questions, each as soon as it is its turn."""
        while (future := self.waiting.get()) is not None:
            line = future.result()
            if self.failed is None:
                try:
                    self.out.write(line)
                    self.out.flush()
                except OSError as error:  # nobody reads any more: end what is under way
                    self.failed = error
                    self._cancel_all()

    def _cancel_all(self) -> None:
        for task in list(self.controls.values()):
            task.cancel()


class _Task:
    """A question from its line to its answer."""

    def __init__(self, document: Any, longest: float | None) -> None:
        self.document, self.longest = document, longest
        self.id = document.get("id") if isinstance(document, dict) else None
        self.key = _key(self.id)
        self.control: Control | None = None
        self.cancelled = threading.Event()

    def cancel(self) -> None:
        """Stop its search, or keep it from starting."""
        self.cancelled.set()
        if self.control is not None:
            self.control.stop()

    def run(self) -> bytes:
        """The answer as a line, whatever happens."""
        try:
            return _line(self._answer())
        except RouteOptError as error:
            return _line(self._named(error_answer(error)))
        except Exception as error:  # a defect of ours must not cost the other answers
            problem = Problem("defect", "", f"{type(error).__name__}: {error}")
            return _line(self._named(error_answer(RouteOptError([problem]))))

    def _answer(self) -> dict[str, Any]:
        self.control = Control(self.longest)
        if self.cancelled.is_set():
            raise QuestionError("was cancelled before it was begun", "cancelled")
        ask, document = "best", self.document
        if isinstance(document, dict):
            document = dict(document)
            ask = document.pop("ask", ask)
        return answer(ask, document, self.control)

    def _named(self, document: dict[str, Any]) -> dict[str, Any]:
        known = isinstance(self.id, str | int) and not isinstance(self.id, bool)
        return {"id": self.id, **document} if known else document


def _key(name: Any) -> Any:
    """An id as a key: anything else than a text or a number names nothing."""
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None


def _line(document: dict[str, Any]) -> bytes:
    return msgspec.json.encode(document) + b"\n"


def lines_of(stream: BinaryIO) -> Iterable[bytes]:
    """The lines of a stream; of one that is too long only enough to see that it is."""
    while line := stream.readline(LARGEST + 2):
        end = line
        while len(end) == LARGEST + 2 and not end.endswith(b"\n"):
            end = stream.readline(LARGEST + 2)
        yield line
