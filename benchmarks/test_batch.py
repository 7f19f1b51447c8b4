"""Many positions: end to end through the command, and two threads in one process."""

from __future__ import annotations

import functools
import itertools
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.calls import spent_by
from benchmarks.report import Report, duration, progress
from benchmarks.samples import HARD, RECORDED, Sample, samples
from route_opt.position import Position
from route_opt.solver import best

LINES = 10_000
ROUNDS = 3


def test_batch(report: Report, quick: bool, tmp_path: Path) -> None:
    """`route-opt batch` on the real positions, repeated; JSON lines in, JSON lines out."""
    found = samples(RECORDED)
    lines = list(itertools.islice(itertools.cycle(found), LINES // 10 if quick else LINES))
    table = report.section(
        "Batch, end to end",
        f"`route-opt batch IN.jsonl --out OUT.jsonl` on the real positions repeated to"
        f" {len(lines):,} lines, the start of all processes included; every row equals the"
        " recorded best. *A core* is a second of processor time, of all processes together.",
        ["workers", "time", "positions/s", "positions/s a core", "against one"],
    )
    source = tmp_path / "in.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for number, sample in enumerate(lines):
            row = {"id": f"{sample.id}#{number}", "position": sample.position.document()}
            file.write(json.dumps(row) + "\n")
    first = 0.0
    for workers in (1, 2):
        progress(f"batch, {workers} workers")
        wall, cores = _batch(source, tmp_path / f"out{workers}.jsonl", workers, lines)
        first = first or wall
        rates = (f"{len(lines) / wall:,.0f}", f"{len(lines) / cores:,.0f}")
        table.add(workers, duration(wall), *rates, f"{first / wall:.2f}")
    table.text("Targets: 1,000 positions a second a core; two workers 1.8 times one.")


def _batch(source: Path, out: Path, workers: int, lines: list[Sample]) -> tuple[float, float]:
    """Seconds by the clock and of the processors; every answer is compared."""
    run = "from route_opt.cli import run; run()"
    command = [sys.executable, "-c", run, "batch", source, "--out", out]
    start = time.perf_counter()
    cores = spent_by([*map(str, command), "--workers", str(workers)])
    wall = time.perf_counter() - start
    with out.open(encoding="utf-8") as rows:
        for sample, line in zip(lines, rows, strict=True):
            row = json.loads(line)
            assert (row["status"], row["revenue"]) == ("optimal", sample.best), row
    return wall, cores


def test_threads(report: Report, quick: bool) -> None:
    """Two threads against one in one process; two processes show what the machine can give."""
    table = report.section(
        "Two at once",
        "The same positions solved one after the other, then by two threads of one process, then by"
        " two processes: what those reach is what this machine has to give at that moment.",
        ["positions", "in turn", "two threads", "times", "two processes", "times"],
    )
    real = [sample.position for sample in samples(RECORDED)] * (1 if quick else 5)
    with (
        ThreadPoolExecutor(2) as threads,
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes,
    ):
        for name, positions in (("dense boards", _dense(quick)), ("real positions", real)):
            progress(f"threads, {name}")
            list(processes.map(_solve, positions[:8]))
            # In turns, so that a busy moment of the machine does not fall on one of them alone.
            rounds = [_round(positions, threads, processes) for _ in range(ROUNDS)]
            one, two, apart = (min(times) for times in zip(*rounds, strict=True))
            gains = (f"{one / two:.2f}", duration(apart), f"{one / apart:.2f}")
            table.add(f"{len(positions)} {name}", duration(one), duration(two), *gains)
    table.text("Target: two threads 1.7 times one.")


def _round(positions: list[Position], *pools: Executor) -> list[float]:
    """Seconds in turn, then in each of the pools."""
    ways = [lambda: list(map(_solve, positions))]
    ways += [functools.partial(_all, pool, positions) for pool in pools]
    return [_clock(way) for way in ways]


def _dense(quick: bool) -> list[Position]:
    """Hard boards that take 5 to 500 ms: long enough that the core, not Python, is measured."""
    chosen: list[tuple[float, Position]] = []
    for sample in samples(HARD):
        result = best(sample.position, engine="native", time_limit=0.5)
        sample.check(result)
        if result.status == "optimal" and result.stats.seconds > 0.005:
            chosen.append((result.stats.seconds, sample.position))
    # The long ones first, so that both threads end together.
    chosen.sort(key=lambda pair: -pair[0])
    return [position for _, position in chosen[:: 4 if quick else 1]]


def _solve(position: Position) -> int:
    return best(position, engine="native").revenue


def _all(pool: Executor, positions: list[Position]) -> list[int]:
    return list(pool.map(_solve, positions))


def _clock(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
