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


def examples(field: str = "best") -> list[Path]:
    """The examples of all titles that state a field: ``best`` for positions with a hand proof."""
    folders = titles.names().values()
    files = sorted(file for folder in folders for file in folder.glob("examples/*.json"))
    return [file for file in files if field in json.loads(file.read_text(encoding="utf-8"))]
