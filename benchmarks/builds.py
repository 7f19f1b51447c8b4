"""Two builds beside each other, as ratios: the same questions to both, by turns, in one run.

    python -m benchmarks.builds BEFORE AFTER [TURNS]

BEFORE and AFTER are Pythons in which a build is installed, of any age (``asked.py`` is what they
run). All times are processor time; of each figure the best of all turns is taken.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.corpus import folder as corpus_folder

from benchmarks.calls import spent_by
from benchmarks.report import machine, progress
from benchmarks.samples import RECORDED, files

TURNS = 3
STARTS = 10
LINES = 3_000
HERE = Path(__file__).parent


class Figure(NamedTuple):
    """What came of one question; `more` is better, or less."""

    name: str
    unit: str
    value: float
    more: bool

    def __str__(self) -> str:
        digits = f"{self.value:,.0f}" if self.value >= 1000 else f"{self.value:.3g}"
        return f"{digits} {self.unit}"


def figures(python: Path, room: Path) -> Iterator[Figure]:
    """All that one build is asked, once."""
    asked = [str(python), str(HERE / "asked.py"), str(corpus_folder())]
    answer = subprocess.run(asked, cwd=room, check=True, capture_output=True, text=True).stdout
    yield from (Figure(*row) for row in json.loads(answer))
    command = str(python.parent / "route-opt")
    batch = [command, "batch", "lines.jsonl", "--out", "rows.jsonl", "--workers", "1"]
    yield Figure("a line of a batch", "µs", 1e6 * _without_start(batch, room) / LINES, False)
    for name, arguments in (("--help", ["--help"]), ("best", ["best", "position.json"])):
        least = min(spent_by([command, *arguments], room) for _ in range(STARTS))
        yield Figure(f"route-opt {name}", "ms", 1e3 * least, False)


def _without_start(batch: list[str], room: Path) -> float:
    """What a batch takes beyond one of a single line."""
    (room / "rows.jsonl").unlink(missing_ok=True)
    whole = spent_by(batch, room)
    (room / "rows.jsonl").unlink()
    return whole - spent_by([*batch[:2], "line.jsonl", *batch[3:]], room)


def prepare(room: Path) -> None:
    """The files that commands are given."""
    rows = [json.loads(line) for file in files(RECORDED) for line in file.open(encoding="utf-8")]
    asked = [json.dumps({"id": row["id"], "position": row["position"]}) for row in rows]
    lines = (asked * (LINES // len(asked) + 1))[:LINES]
    (room / "lines.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (room / "line.jsonl").write_text(lines[0] + "\n", encoding="utf-8")
    (room / "position.json").write_text(json.dumps(rows[-1]["position"]), encoding="utf-8")


def main(before: str, after: str, turns: int = TURNS) -> None:
    """One row a figure."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        prepare(room)
        best: list[dict[str, Figure]] = [{}, {}]
        for turn in range(turns):
            for known, python in zip(best, (before, after), strict=True):
                progress(f"turn {turn + 1} of {turns}: {python}")
                for figure in figures(Path(python), room):
                    old = known.get(figure.name, figure)
                    pick = max if figure.more else min
                    known[figure.name] = pick(old, figure, key=lambda one: one.value)
    print("\n".join([*machine(f"python -m benchmarks.builds BEFORE AFTER {turns}"), ""]))
    print("| what | before | after | ratio |\n|---|---|---|---|")
    for name, old in best[0].items():
        new = best[1][name]
        ratio = new.value / old.value if old.more else old.value / new.value
        print(f"| {name} | {old} | {new} | {ratio:.2f} |")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else TURNS)
