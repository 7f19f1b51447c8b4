"""A long-lived worker: a question a line in, an answer a line out, in the same order.

A line is a question as the HTTP interface takes it, with its kind in ``ask`` (``best`` if there is
none) and an ``id`` that the answer repeats::

    {"id": 1, "ask": "best", "position": {"title": "1846", ...}, "time_limit": 5}
    {"cancel": 1}

A cancelled question is still answered, in its place: with the best found so far if its search had
begun, else with an error. An error never ends the worker; the end of its input does, once every
question is answered, and the end of whoever reads its answers does at once.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, BinaryIO

import msgspec

from route_opt.documents import LARGEST, read_json
from route_opt.errors import Problem, RouteOptError
from route_opt.harmless import harmless_json
from route_opt.questions import Control, QuestionError, answer

MOST_WAITING = 1000
"""So many questions may wait for their answers; then the worker stops reading for a while."""

_CHUNK = 65536


class NobodyReadsError(BrokenPipeError):
    """Whoever read the answers has gone."""


class Worker:
    """Reads questions from one stream and writes answers to another.

    The thread that calls `run` writes the answers, so that whatever goes wrong there is seen; a
    second one reads, and may be left waiting for a line when there is nobody to answer to.

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
        self.tasks: set[_Task] = set()
        self.deserted = threading.Event()

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer every line, to the end.

        Raises
        ------
        NobodyReadsError
            As soon as nobody is there any more who could read the answers.
        OSError
            If they cannot be written, or the questions not be read, for any other reason.
        """
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()
        try:
            while (future := self.waiting.get()) is not None:
                self._write(future.result())
        except BrokenPipeError as error:
            raise NobodyReadsError(error.errno, error.strerror) from None
        finally:
            self.deserted.set()
            self._cancel()
            self.pool.shutdown(cancel_futures=True)

    # reading

    def _read(self, lines: Iterable[bytes]) -> None:
        """Start on every line; whatever ends the reading is told to the one who writes."""
        last: Future[bytes] | None = None
        try:
            for line in lines:
                if line.strip():
                    self._take(line)
        except BaseException as error:
            last = Future()
            last.set_exception(error)
        if last is not None:
            self.waiting.put(last)
        self.waiting.put(None)

    def _take(self, line: bytes) -> None:
        """Start on a line; a cancellation takes effect at once and has no answer of its own."""
        try:
            document = read_json(line, QuestionError)
        except RouteOptError as error:
            self._answered(_line(error.document()))
            return
        if isinstance(document, dict) and document.keys() == {"cancel"}:
            self._cancel(_key(document["cancel"]))
            return
        task = _Task(document, self.longest)
        self.tasks.add(task)
        future = self.pool.submit(task.run)
        future.add_done_callback(lambda _: self.tasks.discard(task))
        self.waiting.put(future)

    def _answered(self, line: bytes) -> None:
        future: Future[bytes] = Future()
        future.set_result(line)
        self.waiting.put(future)

    # writing

    def _write(self, line: bytes) -> None:
        if self.deserted.is_set():
            raise BrokenPipeError
        self.out.write(line)
        self.out.flush()

    def _watch(self) -> None:
        """End what is under way as soon as nobody reads, not when there is something to write."""
        with contextlib.suppress(AttributeError, OSError, ValueError):  # no pipe, or none here
            poll = select.poll()
            poll.register(self.out.fileno(), 0)
            while not self.deserted.is_set():
                if poll.poll(1000):
                    self.deserted.set()
                    self._cancel()
                    self._answered(b"")

    def _cancel(self, *keys: Any) -> None:
        """End every question, or those of that name; without a name there is none to end."""
        for task in list(self.tasks):
            if not keys or (task.key is not None and task.key in keys):
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
            return _line(self._named(error.document()))
        except Exception as error:  # a defect of ours must not cost the other answers
            problem = Problem("defect", "", f"{type(error).__name__}: {error}")
            return _line(self._named(RouteOptError([problem]).document()))

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
        return document if self.key is None else {"id": self.key, **document}


def _key(name: Any) -> Any:
    """An id as a key: anything else than a text or a number of 64 bits names nothing."""
    if isinstance(name, bool) or not isinstance(name, str | int):
        return None
    return name if isinstance(name, str) or -(2**63) <= name < 2**63 else None


def _line(document: dict[str, Any]) -> bytes:
    line = msgspec.json.encode(document)
    if not line.isascii():  # it may be a person who reads it
        line = harmless_json(line.decode()).encode()
    return line + b"\n"


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, each as soon as it is there.

    Of one that is too long only enough to see that it is, as soon as that is seen. It is read
    from the file below: nothing is held that a process could wait for at its end.
    """
    begun, skipping = bytearray(), False
    while chunk := os.read(stream.fileno(), _CHUNK):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            if not skipping:
                yield bytes(begun + end)
            begun.clear()
            skipping = False
        if not skipping:
            begun += rest
        if len(begun) > LARGEST:
            yield bytes(begun)
            begun.clear()
            skipping = True
    if begun:
        yield bytes(begun)
