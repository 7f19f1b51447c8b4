"""Positions to measure on: the recorded corpus, each with the answer it has to have."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.corpus import folder

from route_opt.position import Position, parse
from route_opt.result import Result

ROOT = Path(__file__).parent.parent
"""The project's folder."""

RECORDED = ("positions/1830", "positions/1846", "positions/1850", "positions/1870")
GROWN = ("positions/1867bw",)
STRESS = ("stress",)
HARD = ("hard",)


class Sample(NamedTuple):
    """A position of the corpus; the best it can earn lies between `best` and `bound`."""

    id: str
    position: Position
    best: int
    bound: int
    grade: str
    kind: str

    @property
    def title(self) -> str:
        return self.position.title

    @property
    def open(self) -> bool:
        """Whether the corpus has no proof either."""
        return self.bound > self.best

    def agrees(self, status: str, revenue: int, bound: int) -> bool:
        """Whether an answer is right as far as it goes: an optimum, or limits around it."""
        if status == "optimal":
            return self.best <= revenue <= self.bound
        return revenue <= self.bound and bound >= self.best

    def check(self, result: Result) -> None:
        """Fail on a wrong answer: no figure is worth anything without this."""
        assert self.agrees(result.status, result.revenue, result.bound), (
            f"{self.id}: {result.summary()}, but the corpus has {self.best} to {self.bound}"
        )


def files(folders: tuple[str, ...]) -> list[Path]:
    return [file for name in folders for file in sorted((folder() / name).glob("*.jsonl"))]


def read(file: Path) -> Iterator[Sample]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield _sample(json.loads(line))


@functools.cache
def samples(folders: tuple[str, ...]) -> list[Sample]:
    """All positions of some folders of the corpus, in a fixed order."""
    return [sample for file in files(folders) for sample in read(file)]


def _sample(row: dict[str, Any]) -> Sample:
    no_proof = row.get("status", "proved") != "proved"
    return Sample(
        id=row["id"],
        position=parse(row["position"], lenient=True),
        best=row["best"] or 0,
        bound=row.get("bound", 10**9 if no_proof else row["best"]),
        grade=row.get("grade", ""),
        kind=row.get("class", ""),
    )
