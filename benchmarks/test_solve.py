"""How long a proof takes: real positions, stress, hard boards; every answer is compared first."""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.report import Report, duration, progress, spread
from benchmarks.samples import GROWN, HARD, RECORDED, STRESS, Sample, files, read, samples
from benchmarks.solving import Solved, solve_apart
from route_opt.solver import best

REPEATS = 5
"""A position's time is the least of so many runs: what is above it is the machine's doing."""

STAGES = {"early": 0.1, "middle": 0.5, "late": 0.9}
"""How far into a game."""

GRADES = {"easy": 0.02, "medium": 0.2, "hard": 3.0, "extreme": 20.0}
"""Seconds that the proof of a hard position of a grade should take at most."""

ENGINES = ("native", "cpsat", "auto")


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("folder", [*RECORDED, *GROWN])
def test_stage(benchmark: BenchmarkFixture, folder: str, stage: str) -> None:
    """One position of each title's longest game, early, in the middle and late."""
    game = max((list(read(file)) for file in files((folder,))), key=len)
    sample = game[int(STAGES[stage] * len(game))]
    result = benchmark(best, sample.position, engine="native")
    sample.check(result)
    benchmark.extra_info |= {
        "id": sample.id,
        "nodes": result.stats.nodes,
        "routes": result.stats.routes,
        "gap": result.bound - result.revenue,
    }


class Times(NamedTuple):
    """Of one position: in the core, in all of `best`, and whether that proved it."""

    search: float
    whole: float
    proved: bool


def timed(sample: Sample, limit: float) -> Times:
    """The least times of a few runs, fewer for a long one; the answers must be right."""
    runs: list[Times] = []
    while len(runs) < REPEATS and sum(run.whole for run in runs) < 1:
        start = time.perf_counter()
        result = best(sample.position, engine="native", time_limit=limit)
        whole = time.perf_counter() - start
        runs.append(Times(result.stats.seconds, whole, result.status == "optimal"))
        sample.check(result)
    search, whole = min(run.search for run in runs), min(run.whole for run in runs)
    return Times(search, whole, any(run.proved for run in runs))


def every(quick: bool, found: list[Sample], step: int) -> list[Sample]:
    """All positions, or one in so many for a quick run."""
    return found[::step] if quick else found


def test_corpora(report: Report, quick: bool, limit: float) -> None:
    """Search and whole answer over the real, the grown and the stress positions."""
    table = report.section(
        "A proof, by corpus",
        "Native engine, one thread; every answer equals the recorded best. *Search* is the time in"
        " the core (graph and search); *whole* is `best` from a parsed position: network, compile,"
        f" search, check. The least of {REPEATS} runs of each position, of at most {limit:g} s.",
        ["corpus", "proved", "", "median", "99%", "max", "target"],
    )
    targets = {
        RECORDED: ("search: 50 µs, 2 ms, 50 ms", "whole: median 1 ms"),
        GROWN: ("", ""),
        STRESS: ("search: 99% 100 ms, max 5 s", ""),
    }
    for folders, (search, whole) in targets.items():
        found = every(quick, samples(folders), 10)
        times: list[Times] = []
        for sample in found:
            progress(f"{sample.id} ({len(times)}/{len(found)})")
            times.append(timed(sample, limit))
        name = folders[0].partition("/")[0] if len(folders) > 1 else folders[0]
        proved = f"{sum(t.proved for t in times)} of {len(found)}"
        table.add(name, proved, "search", *spread([t.search for t in times]), search)
        table.add("", "", "whole", *spread([t.whole for t in times]), whole)
        slowest = max(zip(times, found, strict=True), key=lambda pair: pair[0].search)
        table.add("", "", "slowest", slowest[1].id, "", duration(slowest[0].search), "")


def test_hard(report: Report, quick: bool, limit: float) -> None:
    """Dense boards, engine by engine: who proves what, how soon, in how much memory."""
    summary = report.section(
        "Hard boards, by grade",
        f"At most {limit:g} s a position, each in a process of its own. Times are those of the"
        " engine, over the positions it proved; *routes found* is when the best of them was known."
        " CP-SAT has its library loaded before. Memory is the peak of the process with its"
        " interpreter, and of the CP-SAT process with its library.",
        [
            *("engine", "grade", "proved", "median", "max", "routes found (median)"),
            *("in target", "widest gap", "peak memory"),
        ],
    )
    table = report.section(
        "Hard boards, one by one",
        "Seconds to the proof, or the gap left at the limit; nodes and routes of the native search."
        " *Open* boards have no proof in the corpus either.",
        ["position", "trains", "grade", *ENGINES, "nodes", "routes", "best", "open"],
    )
    solved: dict[tuple[str, str], list[tuple[Sample, Solved]]] = {}
    try:
        for sample in every(quick, samples(HARD), 8):
            answers = {engine: _apart(sample, engine, limit) for engine in ENGINES}
            for engine, answer in answers.items():
                solved.setdefault((engine, sample.grade), []).append((sample, answer))
            table.add(*_line(sample, answers))
    finally:
        for engine in ENGINES:
            for grade, target in GRADES.items():
                if pairs := solved.get((engine, grade)):
                    summary.add(engine, grade, *_grade(pairs, target))


def _apart(sample: Sample, engine: str, limit: float) -> Solved:
    progress(f"{sample.id} {engine}")
    answer = solve_apart(sample.position, engine, limit)
    assert sample.agrees(answer.status, answer.revenue, answer.bound), (sample.id, answer)
    return answer


def _line(sample: Sample, answers: dict[str, Solved]) -> list[str]:
    native = answers["native"]
    times = [
        duration(answer.seconds) if answer.status == "optimal" else f"gap {answer.gap:.1f}%"
        for answer in answers.values()
    ]
    best_found = max(answer.revenue for answer in answers.values())
    counts = [f"{native.nodes:,}", f"{native.routes:,}", str(best_found)]
    return [sample.id, sample.kind, sample.grade, *times, *counts, "open" if sample.open else ""]


def _grade(pairs: list[tuple[Sample, Solved]], target: float) -> list[str]:
    proved = [answer for _, answer in pairs if answer.status == "optimal"]
    times = [answer.seconds for answer in proved]
    due = [answer for sample, answer in pairs if not sample.open]
    kept = sum(answer.status == "optimal" and answer.seconds <= target for answer in due)
    memory, largest = max((answer.memory, sample.id) for sample, answer in pairs)
    return [
        f"{len(proved)} of {len(pairs)}",
        duration(statistics.median(times)) if times else "",
        duration(max(times)) if times else "",
        duration(statistics.median(answer.found for answer in proved)) if proved else "",
        f"{kept} of {len(due)} in {duration(target)}",
        f"{max(answer.gap for _, answer in pairs):.1f}%",
        f"{memory:.0f} MB ({largest})",
    ]
