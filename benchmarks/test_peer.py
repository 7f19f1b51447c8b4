"""Against routes-18xx: the same boards of 1846 with two or more trains, in the same run."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter

import pytest

from benchmarks.peer import Answer, ask
from benchmarks.report import Report, Section, duration, progress
from benchmarks.samples import Sample, samples
from route_opt.solver import best

PATIENCE = 60.0
"""Seconds that the other program gets for a position, its start included."""

BUDGET = 300.0
"""Seconds after which no further position is begun."""


def test_routes_18xx(report: Report, quick: bool) -> None:
    """Both programs on a sample, in an order that chance has fixed, until the time is over."""
    pytest.importorskip("routes18xx", reason="the peer is not installed: pip install routes-18xx")
    found = [s for s in samples(("positions/1846",)) if len(s.position.trains) >= 2]
    random.Random(1846).shuffle(found)
    table = report.section(
        "Against routes-18xx",
        "Positions of 1846 with two or more trains. Its time is that of `find_best_routes` on a"
        f" loaded board, at most {PATIENCE:g} s; ours that of the core and that of all of `best`."
        " Its rules are those of a later edition, so answers may differ.",
        ["position", "trains", "its answer", "ours", "its time", "search", "whole", "ratio"],
    )
    fates: Counter[str] = Counter()
    ratios: list[tuple[float, float, float]] = []
    start, budget = time.monotonic(), 30.0 if quick else BUDGET
    try:
        for sample in found:
            if time.monotonic() - start > budget:
                break
            progress(f"{sample.id} routes-18xx ({sum(fates.values())}/{len(found)})")
            answer = ask(sample.position, PATIENCE)
            if answer.refused:
                fates[f"refused: {answer.refused[:70]}"] += 1
                continue
            search, whole = _ours(sample)
            fates[_fate(sample, answer)] += 1
            ratios.append(
                (answer.seconds / search, answer.seconds / whole, answer.listing / search)
            )
            said = "none in time" if answer.late else answer.revenue
            trains = "+".join(sample.position.trains)
            late = "over " if answer.late else ""
            times = (late + duration(answer.seconds), duration(search), duration(whole))
            table.add(sample.id, trains, said, sample.best, *times, f"{ratios[-1][0]:,.0f}")
    finally:
        _sum_up(table, fates, ratios)


def _ours(sample: Sample) -> tuple[float, float]:
    """Our least times of five, in the core and in all."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        result = best(sample.position, engine="native")
        times.append((result.stats.seconds, time.perf_counter() - start))
        sample.check(result)
    return min(search for search, _ in times), min(whole for _, whole in times)


def _fate(sample: Sample, answer: Answer) -> str:
    if answer.late:
        return "no answer in time"
    if answer.revenue == sample.best:
        return "same answer"
    return "it earns more" if answer.revenue > sample.best else "it earns less"


def _sum_up(table: Section, fates: Counter[str], ratios: list[tuple[float, float, float]]) -> None:
    table.text("; ".join(f"{name}: {count}" for name, count in fates.most_common()) + ".")
    if not ratios:
        return
    search, whole, listing = (statistics.median(column) for column in zip(*ratios, strict=True))
    table.text(
        f"Median ratio of {len(ratios)} positions: {search:,.0f} times faster in the search"
        f" (target 5,000), {whole:,.0f} times with network, compile and check; {listing:,.0f} times"
        " against the part of its time in which it lists routes, without its worker processes.",
    )
