"""Where the time of some work goes, by the files that it is spent in."""

from __future__ import annotations

import cProfile
import pstats
from collections import Counter
from collections.abc import Callable, Iterable

Parts = Iterable[tuple[str, tuple[str, ...]]]
"""Names of parts, each with pieces of the paths of its files; a file is of the first that fits."""


def spent(work: Callable[[], object], parts: Parts) -> Counter[str]:
    """Own seconds of all functions under the profiler, by part; the rest is ``Python``."""
    profile = cProfile.Profile()
    profile.runcall(work)
    found: Counter[str] = Counter()
    for (file, _, _), row in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        found[next((part for part, marks in parts if any(m in file for m in marks)), "Python")] += (
            row[2]
        )
    return found
