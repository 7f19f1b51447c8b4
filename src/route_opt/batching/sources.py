"""Where positions come from: files, globs, standard input; single documents, lines, records."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from route_opt.documents import LARGEST, read_json, read_source
from route_opt.errors import PositionError, Problem, RouteOptError


class Item(msgspec.Struct, frozen=True):
    """One question, not yet read: its JSON, and the name its row gets if it brings none.

    `problem` is set where there is nothing to read: a file that cannot be opened, a bad record.
    """

    name: str
    data: bytes
    problem: Problem | None = None


def read_items(sources: Iterable[str]) -> Iterator[Item]:
    """Every question of the sources, in order, one at a time."""
    for source in sources:
        for name in _expand(source):
            yield from _read(name)


def count_items(sources: Iterable[str]) -> int | None:
    """How many questions the sources hold, where counting lines tells; None where it does not."""
    total = 0
    for name in (name for source in sources for name in _expand(source)):
        if name == "-" or name.endswith(".json") or not Path(name).is_file():
            return None
        with Path(name).open("rb") as file:
            while block := file.read(1 << 20):
                total += block.count(b"\n")
    return total


def _expand(source: str) -> list[str]:
    if source == "-" or Path(source).exists():
        return [source]
    found = sorted(glob.glob(source, recursive=True))
    return found or [source]


def _read(name: str) -> Iterator[Item]:
    try:
        if name == "-":
            yield from _lines(name, sys.stdin.buffer)
        elif name.endswith(".json"):
            yield from _document(name)
        else:
            with Path(name).open("rb") as file:
                yield from _lines(name, file)
    except OSError as error:
        reason = error.strerror or str(error)
        yield Item(name, b"", Problem("unreadable", name, f"cannot be read: {reason}"))
    except RouteOptError as error:
        yield Item(name, b"", error.problems[0])


def _lines(name: str, file: IO[bytes]) -> Iterator[Item]:
    for number in range(1, sys.maxsize):
        line = file.readline(LARGEST)
        if not line:
            return
        if line.strip():
            yield Item(f"{name}:{number}", line.strip())


def _document(name: str) -> Iterator[Item]:
    """A whole JSON file: one position, a list of them, or a record with all its runs."""
    data = read_source(name, PositionError)
    document = read_json(data, PositionError, name)
    if isinstance(document, dict) and "actions" in document:
        from route_opt.records import runs

        for run in runs(document):
            position = {"id": f"{name}@{run.action}", "position": run.position.document()}
            yield Item(f"{name}@{run.action}", msgspec.json.encode(position))
    elif isinstance(document, list):
        for number, entry in enumerate(document):
            yield Item(f"{name}[{number}]", msgspec.json.encode(entry))
    else:
        yield Item(name, data)


def items_of(positions: Iterable[Any]) -> Iterator[Item]:
    """Questions from Python: positions, documents, or ``{"id", "position"}`` dicts."""
    for number, entry in enumerate(positions):
        document = entry.document() if hasattr(entry, "document") else entry
        yield Item(str(number), msgspec.json.encode(document))
