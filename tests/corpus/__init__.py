"""The recorded games and proved boards that tests and benchmarks run on, unpacked on first use.

They are packed beside this file, one archive a folder (README.md there); the environment variable
`ROUTE_OPT_CORPUS` adds the files of another folder of the same shape.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from route_opt import best, load, records, titles

HERE = Path(__file__).parent


@functools.cache
def folder() -> Path:
    """Where the corpus lies on disk for as long as this process runs: `positions/`, `games/`, …"""
    found = Path(tempfile.mkdtemp(prefix="route-opt-corpus-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    for archive in sorted(HERE.glob("*.tar.xz")):
        unpack(archive, found)
    if added := os.environ.get("ROUTE_OPT_CORPUS"):
        add(Path(added), found)
    return found


def unpack(archive: Path, target: Path) -> None:
    """Write the files of an archive into a folder."""
    with tarfile.open(archive) as packed:
        for member in packed:
            file = target / member.name
            file.parent.mkdir(parents=True, exist_ok=True)
            content = packed.extractfile(member)
            assert content is not None, f"{archive.name}: {member.name} is not a file"
            file.write_bytes(content.read())


def add(source: Path, target: Path) -> None:
    """Copy another folder's files in; where both have a file, the added one is taken."""
    if not source.is_dir():
        raise FileNotFoundError(f"ROUTE_OPT_CORPUS is {source}, which is not a folder")
    shutil.copytree(source, target, dirs_exist_ok=True)


def rows(corpus: Path, *patterns: str) -> Iterator[dict[str, Any]]:
    """The rows of the corpus files that match, in a fixed order."""
    for pattern in patterns:
        for file in sorted(corpus.glob(pattern)):
            with file.open(encoding="utf-8") as lines:
                yield from (json.loads(line) for line in lines)


def positions(corpus: Path, title: str) -> list[dict[str, Any]]:
    """Real positions of a title with the routes that were run: listed, or out of its records.

    Of a title that has none yet, its examples with a best run.
    """
    listed = list(rows(corpus, f"positions/{title}/*.jsonl"))
    return listed or _recorded(corpus, title) or [_example(file) for file in examples(title)]


def _recorded(corpus: Path, title: str) -> list[dict[str, Any]]:
    own = titles.find(title).folder.glob("examples/games/*.json")
    return [
        {
            "id": f"{title}/{record.stem}/{run.moment.action}",
            "position": run.moment.position.document(),
            "routes": list(run.routes),
            "revenue": run.revenue,
        }
        for record in (*sorted(corpus.glob(f"more/{title}/*.json")), *sorted(own))
        for run in records.runs(record)
    ]


def _example(file: Path) -> dict[str, Any]:
    result = best(load(file))
    routes = [{"train": route.train, "track": list(route.track)} for route in result.routes]
    position = result.position.document()
    return {"id": file.stem, "position": position, "routes": routes, "revenue": result.revenue}


def recorded_titles() -> list[str]:
    """The titles of which there are recorded games."""
    return sorted(name for name in titles.names() if (folder() / "games" / name).is_dir())


def examples(title: str = "") -> list[Path]:
    """The example positions of a title, or of all."""
    folders = [titles.names()[title]] if title else titles.names().values()
    files = sorted(file for folder in folders for file in folder.glob("examples/*.json"))
    return [file for file in files if not file.name.startswith("claim-")]


def example_claims() -> list[Path]:
    """The example claims of all titles."""
    folders = titles.names().values()
    return sorted(file for folder in folders for file in folder.glob("examples/claim-*.json"))
