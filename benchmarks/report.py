"""The report of a run: tables in Markdown, written anew with every row, so that none is lost."""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.samples import ROOT
from route_opt import __version__, _core


class Report:
    """Sections of text and tables, kept in a file as they grow."""

    def __init__(self, file: Path, command: str) -> None:
        self.file = file
        self.parts: list[list[str]] = [["# Benchmarks", "", *machine(command)]]

    def section(self, title: str, note: str, columns: Sequence[str]) -> Section:
        """A new table under a heading."""
        lines = [f"## {title}", "", note, "", _row(columns), _row(["---"] * len(columns))]
        self.parts.append(lines)
        return Section(self, lines)

    def write(self) -> None:
        """Bring the file up to date, whole or not at all."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        new = self.file.with_suffix(".new")
        new.write_text("\n\n".join("\n".join(part) for part in self.parts) + "\n", encoding="utf-8")
        new.replace(self.file)


class Section:
    """A table that rows are added to."""

    def __init__(self, report: Report, lines: list[str]) -> None:
        self.report, self.lines = report, lines

    def add(self, *cells: Any) -> None:
        self.lines.append(_row(cells))
        self.report.write()

    def text(self, *lines: str) -> None:
        """Words below the table."""
        self.lines += ["", *lines]
        self.report.write()


def _row(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def duration(seconds: float) -> str:
    """Three digits in the unit that fits: ``29.4 µs``, ``1.20 ms``, ``3.05 s``."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            value = seconds / size
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"
    raise AssertionError


def spread(seconds: Sequence[float]) -> tuple[str, str, str]:
    """Median, 99% and maximum of some times."""
    ordered = sorted(seconds)
    most = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return duration(statistics.median(ordered)), duration(most), duration(ordered[-1])


def machine(command: str) -> list[str]:
    """What a figure means nothing without."""
    return [
        f"- command: `{command}`",
        f"- route-opt {__version__}, commit {commit()}",
        f"- {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start",
        f"- core compiled by {compiler()}; Python {platform.python_version()}, {platform.system()}",
    ]


def processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def compiler() -> str:
    """The compiler of the core, as it signed its work."""
    found = re.search(
        rb"GCC: \([^)]*\) [\d.]+|clang version [\d.]+", Path(_core.__file__).read_bytes()
    )
    return found[0].decode() if found else "an unknown compiler"


def commit() -> str:
    """The commit measured; a plus where the files differ from it."""
    git = ["git", "-C", str(ROOT)]
    try:
        name = subprocess.check_output([*git, "rev-parse", "--short", "HEAD"], text=True).strip()
        changed = subprocess.check_output([*git, "status", "--porcelain", "-uno"], text=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return name + ("+" if changed.strip() else "")


def progress(text: str) -> None:
    """A line on a terminal that says what is being measured; nothing in a pipe."""
    if sys.__stderr__ is not None and sys.__stderr__.isatty():
        sys.__stderr__.write(f"\r\x1b[K{text}")
        sys.__stderr__.flush()
