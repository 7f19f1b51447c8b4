"""Running a batch: bounded work in flight, answers in order, a crash costs its own row only."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec

from route_opt import limits, titles
from route_opt.batching.output import Output
from route_opt.batching.pool import GivenExecutor, LocalPool, PoolError, Solved
from route_opt.batching.program import all_data
from route_opt.batching.rows import Settings, key_of
from route_opt.batching.sources import Item, find_inputs, items_of, read_items

CHUNK = 32
"""Questions sent to a worker at once: few enough for order and progress, enough to pay the way."""

CHUNK_BYTES = 1 << 20
"""A chunk is full as well when its questions are so long: work in flight is bounded in memory."""

CHUNK_ROWS = 1024
"""A stretch of rows that stand ends here, so that progress is seen."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C during a batch; its text says what is left of it."""


class Counts(msgspec.Struct):
    """How a batch stands: `kept` rows are from before, `others` belong to other inputs."""

    proved: int = 0
    open: int = 0
    bad: int = 0
    kept: int = 0
    others: int = 0

    @property
    def done(self) -> int:
        """Rows finished, those of an earlier run among them."""
        return self.proved + self.open + self.bad + self.kept

    def add(self, status: str) -> None:
        """Count a row."""
        if status == "optimal":
            self.proved += 1
        elif status == "error":
            self.bad += 1
        else:
            self.open += 1


class _Slot(msgspec.Struct):
    """A stretch of the input: where each row stands, or None; and the questions to solve."""

    places: list[int | None]
    items: list[Item]
    size: int = 0
    future: Future[Solved] | None = None

    def add(self, item: Item, place: int | None) -> bool:
        """Take a question; true when the slot is full."""
        self.places.append(place)
        if place is None:
            self.items.append(item)
            self.size += len(item.data)
        full = len(self.items) >= CHUNK or self.size >= CHUNK_BYTES
        return full or len(self.places) >= CHUNK_ROWS


def _slots(items: Iterable[Item], standing: Callable[[Item], int | None]) -> Iterator[_Slot]:
    slot = _Slot([], [])
    for item in items:
        if slot.add(item, standing(item)):
            yield slot
            slot = _Slot([], [])
    yield slot


def _in_order(
    slots: Iterator[_Slot], pool: LocalPool | GivenExecutor
) -> Iterator[tuple[_Slot, Solved]]:
    """Solve slots with bounded work in flight; give them back in order."""
    waiting: deque[_Slot] = deque()
    for slot in slots:
        if slot.items:
            slot.future = pool.submit(slot.items)
        waiting.append(slot)
        if len(waiting) > 2 * pool.workers + 2:
            yield _result(waiting.popleft(), pool)
    while waiting:
        yield _result(waiting.popleft(), pool)


def _result(slot: _Slot, pool: LocalPool | GivenExecutor) -> tuple[_Slot, Solved]:
    return slot, pool.result(slot.items, slot.future) if slot.future else []


def _pool(
    executor: Executor | None, workers: int | None, settings: Settings, suffix: str
) -> LocalPool | GivenExecutor:
    if executor:
        return GivenExecutor(executor, settings, suffix)
    if sys.platform == "win32":  # our own workers are handed their end of a socket by its number
        raise PoolError("on Windows a batch needs an executor of its caller's", "platform")
    return LocalPool(workers or os.cpu_count() or 1, settings, suffix)


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
    cache
        A folder in which proved answers are kept.

    Yields
    ------
    dict
        A row: the result document with ``id`` and ``key``, or ``status: "error"`` with its reason.
    """
    settings = _complete(Settings(engine, limits.seconds(time_limit), verify, str(cache)))
    pool = _pool(executor, workers, settings, ".jsonl")
    finished = False
    try:
        slots = _slots(items_of(positions), lambda item: None)
        for _, solved in _in_order(slots, pool):
            for _, line in solved:
                yield msgspec.json.decode(line)
        finished = True
    finally:
        pool.close(finished=finished)


def run_to_file(
    sources: Iterable[str],
    out: Path,
    settings: Settings,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    resume: bool = False,
    force: bool = False,
    report: Callable[[Counts], None] = lambda counts: None,
) -> Counts:
    """Solve every question of the sources into a file; `report` is told how it stands.

    Raises
    ------
    SourceError, OutputError
        Before anything is touched, if an input cannot be read or the output is not ours to write.
    Stopped
        On Ctrl-C, once the output is open.
    """
    inputs = find_inputs(sources)
    settings = _complete(settings)
    output = Output(out, resume=resume, force=force, inputs=inputs)
    try:
        pool = _pool(executor, workers, settings, output.suffix)
        return _run(read_items(inputs), output, pool, settings, report)
    except KeyboardInterrupt:
        raise Stopped(output.left()) from None
    finally:
        output.close()


def _run(
    items: Iterable[Item],
    output: Output,
    pool: LocalPool | GivenExecutor,
    settings: Settings,
    report: Callable[[Counts], None],
) -> Counts:
    counts = Counts()
    finished = False
    try:
        slots = _slots(items, _standing(output, settings))
        for slot, solved in _in_order(slots, pool):
            rows = iter(solved)
            output.write([next(rows)[1] if place is None else place for place in slot.places])
            for status, _ in solved:
                counts.add(status)
            counts.kept = output.kept
            report(counts)
        finished = True
    finally:
        pool.close(finished=finished)
    output.finish()
    counts.others = output.others
    return counts


def _standing(output: Output, settings: Settings) -> Callable[[Item], int | None]:
    """Where the row of a question stands already; of an output that is new, nobody asks."""
    if not output.continues:
        return lambda item: None
    return lambda item: output.standing(key_of(item, settings))


def _complete(settings: Settings) -> Settings:
    """The settings with what the answers rest on."""
    folders = tuple(str(folder) for folder in titles.folders())
    return msgspec.structs.replace(settings, title_folders=folders, data=all_data())
