"""Running a batch: bounded work in flight, answers in order, a crash costs its own row only."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from route_opt import titles
from route_opt.batching.output import Output
from route_opt.batching.rows import ENCODERS, Settings, key_of, solve_item
from route_opt.batching.sources import Item, items_of, read_items
from route_opt.errors import RouteOptError

CHUNK = 32
"""Questions sent to a worker at once: few enough for order and progress, enough to pay the way."""

MEMORY = 4 * 1024**3
"""Bytes of address space a local worker may use before its row becomes an error."""


class Counts(msgspec.Struct):
    """How a batch stands."""

    proved: int = 0
    open: int = 0
    bad: int = 0
    kept: int = 0

    @property
    def done(self) -> int:
        """Rows finished, those of an earlier run among them."""
        return self.proved + self.open + self.bad + self.kept

    def add(self, status: str) -> None:
        """Count a row."""
        if status == "optimal":
            self.proved += 1
        elif status in ("feasible", "unknown"):
            self.open += 1
        else:
            self.bad += 1


Solved = list[tuple[str, bytes]]
"""What a worker returns for a chunk: status and encoded row of each question."""


def solve_chunk(items: list[Item], settings: Settings, suffix: str) -> Solved:
    """Solve some questions, in a worker."""
    for folder in settings.title_folders:
        titles.add_folder(folder, trust=True)  # it was asked about where it came in
    rows = [solve_item(item, settings) for item in items]
    return [(row["status"], ENCODERS[suffix](row)) for row in rows]


def _start_worker(parent: int) -> None:
    """A local worker leaves Ctrl-C to its parent, and is held to its memory."""
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this worker when its parent is gone, however it went."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


Task = Callable[[list[Item], Settings, str], Solved]


class LocalPool:
    """Worker processes that are replaced when one of them dies."""

    def __init__(self, workers: int, task: Task = solve_chunk) -> None:
        self.workers, self.task = workers, task
        self.pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers,
            mp_context=get_context("spawn"),
            initializer=_start_worker,
            initargs=(os.getpid(),),
        )

    def submit(self, items: list[Item], settings: Settings, suffix: str) -> Future[Solved]:
        """Hand a chunk to a worker."""
        try:
            return self.pool.submit(self.task, items, settings, suffix)
        except BrokenExecutor:
            self.renew()
            return self.pool.submit(self.task, items, settings, suffix)

    def renew(self) -> None:
        """Replace a broken pool."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._new()

    def rescue(self, items: list[Item], settings: Settings, suffix: str) -> Solved:
        """Solve a chunk whose worker died: again as a whole, then one by one to find the cause."""
        self.renew()
        try:
            return self.pool.submit(self.task, items, settings, suffix).result()
        except BrokenExecutor:
            if len(items) > 1:
                return [row for item in items for row in self.rescue([item], settings, suffix)]
            self.renew()
            row: dict[str, Any] = {"id": items[0].name, "key": key_of(items[0], settings)}
            row |= RouteOptError("the worker died on this position", "crashed").document()
            return [("error", ENCODERS[suffix](row))]

    def close(self, *, wait: bool) -> None:
        """End the workers; without `wait`, whatever they are doing."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=wait, cancel_futures=True)
        if not wait:
            for process in processes:
                process.kill()


class GivenExecutor:
    """Any executor of concurrent.futures, such as the one of a cluster."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.workers = getattr(executor, "_max_workers", 0) or 8

    def submit(self, items: list[Item], settings: Settings, suffix: str) -> Future[Solved]:
        """Hand a chunk to the executor."""
        return self.executor.submit(solve_chunk, items, settings, suffix)

    def rescue(self, items: list[Item], settings: Settings, suffix: str) -> Solved:
        """Ask once more: the executor replaces its own workers."""
        return self.executor.submit(solve_chunk, items, settings, suffix).result()

    def close(self, *, wait: bool) -> None:
        """Leave the executor to its owner."""


class _Slot(msgspec.Struct):
    """A stretch of output: rows that stand ready, and questions under way between them."""

    ready: list[bytes | None]
    items: list[Item]
    future: Future[Solved] | None = None


def _in_order(
    slots: Iterator[_Slot], pool: LocalPool | GivenExecutor, settings: Settings, suffix: str
) -> Iterator[tuple[_Slot, Solved]]:
    """Solve slots with bounded work in flight; give them back in order."""
    waiting: deque[_Slot] = deque()
    for slot in slots:
        if slot.items:
            slot.future = pool.submit(slot.items, settings, suffix)
        waiting.append(slot)
        if len(waiting) > 2 * pool.workers + 2:
            first = waiting.popleft()
            yield first, _result(first, pool, settings, suffix)
    while waiting:
        first = waiting.popleft()
        yield first, _result(first, pool, settings, suffix)


def _result(
    slot: _Slot, pool: LocalPool | GivenExecutor, settings: Settings, suffix: str
) -> Solved:
    if slot.future is None:
        return []
    try:
        return slot.future.result()
    except BrokenExecutor:
        return pool.rescue(slot.items, settings, suffix)


def _slots(items: Iterable[Item], reuse: Callable[[Item], bytes | None]) -> Iterator[_Slot]:
    slot = _Slot([], [])
    for item in items:
        line = reuse(item)
        slot.ready.append(line)
        if line is None:
            slot.items.append(item)
        if len(slot.items) >= CHUNK or len(slot.ready) >= 1024:
            yield slot
            slot = _Slot([], [])
    yield slot


def batch(
    positions: Iterable[Any],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    engine: str = "auto",
    time_limit: float | None = None,
    verify: bool = False,
    cache: str | Path = "",
) -> Iterator[dict[str, Any]]:
    """Solve many positions; rows come in the order of the positions.

    Parameters
    ----------
    positions
        Positions, position documents, or ``{"id": …, "position": …}`` dicts; any iterable.
    executor
        Any `concurrent.futures.Executor`; by default local processes, one a core.

    Yields
    ------
    dict
        A row: the result document with ``id`` and ``key``, or ``status: "error"`` with its reason.
    """
    settings = Settings(engine, time_limit, verify, str(cache), _folders())
    pool = GivenExecutor(executor) if executor else LocalPool(workers or os.cpu_count() or 1)
    finished = False
    try:
        slots = _slots(items_of(positions), lambda item: None)
        for _, solved in _in_order(slots, pool, settings, ".jsonl"):
            for _, line in solved:
                yield msgspec.json.decode(line)
        finished = True
    finally:
        pool.close(wait=finished)


def run_to_file(
    sources: Iterable[str],
    out: Path,
    settings: Settings,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    resume: bool = False,
    report: Callable[[Counts], None] = lambda counts: None,
) -> Counts:
    """Solve every question of the sources into a file; `report` is told how it stands."""
    output = Output(out, resume=resume)
    counts = Counts()
    pool = GivenExecutor(executor) if executor else LocalPool(workers or os.cpu_count() or 1)
    settings = msgspec.structs.replace(settings, title_folders=_folders())
    finished = False
    try:
        slots = _slots(read_items(sources), lambda item: output.reuse(key_of(item, settings)))
        for slot, solved in _in_order(slots, pool, settings, output.suffix):
            rows = iter(solved)
            lines = [line if line is not None else next(rows)[1] for line in slot.ready]
            output.write([line for line in lines if line])
            for status, _ in solved:
                counts.add(status)
            counts.kept = output.kept
            report(counts)
        finished = True
    finally:
        pool.close(wait=finished)
        output.close(finished=finished)
    return counts


def _folders() -> tuple[str, ...]:
    return tuple(str(folder) for folder in titles.folders())
