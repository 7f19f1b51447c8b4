"""Reading recorded positions, and the examples that come with the titles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from route_opt import titles


def rows(corpus: Path, *patterns: str) -> Iterator[dict[str, Any]]:
    """The rows of the corpus files that match, in a fixed order."""
    for pattern in patterns:
        for file in sorted(corpus.glob(pattern)):
            with file.open(encoding="utf-8") as lines:
                yield from (json.loads(line) for line in lines)


def examples() -> list[Path]:
    """The example positions of all titles."""
    folders = titles.names().values()
    files = sorted(file for folder in folders for file in folder.glob("examples/*.json"))
    return [file for file in files if not file.name.startswith("claim-")]


def example_claims() -> list[Path]:
    """The example claims of all titles."""
    folders = titles.names().values()
    return sorted(file for folder in folders for file in folder.glob("examples/claim-*.json"))


def hard_board(corpus: Path) -> dict[str, Any]:
    """A position that keeps a search busy: eight different long trains on a dense board of 1850."""
    boards = rows(corpus, "hard/*.jsonl")
    found: dict[str, Any] = next(row["position"] for row in boards if row["id"] == "1850/hard/28")
    return {**found, "trains": ["12", "12", "10", "10", "8", "8", "6", "5"]}
