"""Questions for batches, and what their outputs hold."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from route_opt.batching import Settings, run_to_file
from route_opt.batching.run import Counts

# Detroit 40 (printed) and Toledo 20 (tile 5): a 2-train of the Michigan Southern earns 60.
DETROIT = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}
# Without the tile in Toledo there is nowhere to run to.
NOWHERE = DETROIT | {"tiles": {"C13": "7@4"}}

FORMATS = [".jsonl", ".csv", ".parquet"]


def question(name: Any, position: dict[str, Any] = DETROIT) -> str:
    return json.dumps({"id": name, "position": position}) + "\n"


def write_questions(path: Path, names: Iterable[Any]) -> None:
    path.write_text("".join(map(question, names)))


def names(count: int) -> list[str]:
    return [f"q{n}" for n in range(count)]


def solve(*sources: Path | str, out: Path, settings: Settings = Settings(), **how: Any) -> Counts:
    """A batch in this process, which is quicker than starting workers."""
    with ThreadPoolExecutor(2) as executor:
        return run_to_file([*map(str, sources)], out, settings, executor=executor, **how)


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of an output; those of the flat formats as their columns say."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return found
    if path.suffix == ".csv":
        before = csv.field_size_limit(sys.maxsize)
        try:
            with path.open(newline="", encoding="utf-8") as file:
                flat = list(csv.DictReader(file))
        finally:
            csv.field_size_limit(before)
        return [row | {"revenue": int(row["revenue"] or -1)} for row in flat]
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def ids(path: Path) -> list[Any]:
    return [row["id"] for row in rows(path)]


def revenues(path: Path) -> list[int]:
    return [row["revenue"] for row in rows(path)]


def answers(path: Path) -> list[tuple[Any, int]]:
    return [(row["id"], row["revenue"]) for row in rows(path)]


def timeless(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines without what differs from run to run: the time they took."""
    found = rows(path)
    for row in found:
        row.get("stats", {}).pop("seconds", None)
        del row["check"]
    return found


def command(*words: str | Path) -> list[str]:
    run = "from route_opt.cli import run; run()"
    return [sys.executable, "-c", run, "batch", *map(str, words)]


def children(pid: int) -> list[int]:
    """The workers of a process that are running now; a core that is built anew is none of them."""
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text().split() if is_worker(child)]


def is_worker(pid: str) -> bool:
    try:
        return b"route_opt.batching" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has gone meanwhile
        return False
