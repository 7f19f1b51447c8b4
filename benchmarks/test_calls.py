"""A call from its first byte to its last, and what a command takes to start."""

from __future__ import annotations

from benchmarks import calls
from benchmarks.report import Report
from benchmarks.samples import GROWN, RECORDED, samples


def test_steps(report: Report, quick: bool) -> None:
    """Where the time of one answer goes."""
    found = [*samples(RECORDED), *samples(GROWN)][:: 10 if quick else 1]
    section = report.section("Where the time goes", calls.NOTE, calls.COLUMNS)
    for row in calls.table(found):
        section.add(*row)


def test_starts(report: Report) -> None:
    """From the start of a process to its end."""
    section = report.section("Starts", calls.START_NOTE, calls.START_COLUMNS)
    for row in calls.starts():
        section.add(*row)
