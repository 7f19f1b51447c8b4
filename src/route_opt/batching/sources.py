"""Where positions come from: files, globs, standard input; single documents, lines, records."""

from __future__ import annotations

import errno
import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from route_opt.documents import LARGEST, read_json, read_source
from route_opt.errors import PositionError, Problem, RouteOptError

STDIN = "-"
"""The source that is standard input."""


class SourceError(RouteOptError, ValueError):
    """An input that is not there or cannot be read."""


class Item(msgspec.Struct, frozen=True):
    """One question, not yet read: its JSON, and the name its row gets if it brings none.

    `problem` is set where there is nothing to read: a file that cannot be opened, a bad record.
    `source` is the input it comes from.
    """

    name: str
    data: bytes
    problem: Problem | None = None
    source: str = ""


def find_inputs(sources: Iterable[str]) -> list[str]:
    """The files that the sources name now; what appears later, such as our output, is not read.

    Raises
    ------
    SourceError
        With every source that is not there or cannot be read.
    """
    found: list[str] = []
    problems: list[Problem] = []
    for source in sources:
        for name in _expand(source):
            found.append(name)
            if reason := _unreadable(name):
                message = f"cannot be read: {reason}"
                problems.append(Problem("unreadable", shown(name), message))
    if problems:
        raise SourceError(problems)
    return found


def status_of(name: str) -> os.stat_result | None:
    """The file behind an input, however it is called; None if there is none."""
    try:
        return os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)
    except (OSError, ValueError):
        return None


def read_items(names: Iterable[str]) -> Iterator[Item]:
    """Every question of the inputs, in order, one at a time."""
    for name in names:
        yield from _read(name)


def count_items(names: Iterable[str]) -> int | None:
    """How many questions the inputs hold, where counting lines tells; None where it does not."""
    total = 0
    for name in names:
        if name == STDIN or name.endswith(".json") or not Path(name).is_file():
            return None
        with Path(name).open("rb") as file:
            while block := file.read(1 << 20):
                total += block.count(b"\n")
    return total


def shown(name: str) -> str:
    """A file's name as it can be printed and written, whatever its bytes are."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _expand(source: str) -> list[str]:
    if source == STDIN or os.path.lexists(source):
        return [source]
    return sorted(glob.glob(source, recursive=True)) or [source]


def _unreadable(name: str) -> str:
    """Why an input cannot be read; empty if it can. It is not opened: it may be a pipe."""
    if name == STDIN:
        return ""
    try:
        if stat.S_ISDIR(os.stat(name).st_mode):
            return os.strerror(errno.EISDIR)
        return "" if os.access(name, os.R_OK) else os.strerror(errno.EACCES)
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)


def _read(name: str) -> Iterator[Item]:
    """The questions of an input; what goes wrong on the way is a row, and ends this input only."""
    source = shown(name)
    try:
        if name == STDIN:
            yield from _lines(source, sys.stdin.buffer)
        elif name.endswith(".json"):
            yield from _document(name, source)
        else:
            with Path(name).open("rb") as file:
                yield from _lines(source, file)
    except RouteOptError as error:
        problem = error.problems[0]
    except OSError as error:
        reason = error.strerror or str(error)
        problem = Problem("unreadable", source, f"cannot be read: {reason}")
    except Exception as error:  # a defect of ours must not cost the other inputs
        problem = Problem("defect", source, f"{type(error).__name__}: {error}")
    else:
        return
    yield Item(source, b"", problem, source)


def _lines(source: str, file: IO[bytes]) -> Iterator[Item]:
    for number in range(1, sys.maxsize):
        line = end = file.readline(LARGEST + 2)
        if not line:
            return
        while len(end) == LARGEST + 2 and not end.endswith(b"\n"):
            end = file.readline(LARGEST + 2)  # too long: what is kept of it is enough to say so
        if line.strip():
            yield Item(f"{source}:{number}", line.strip(), None, source)


def _document(name: str, source: str) -> Iterator[Item]:
    """A whole JSON file: one position, a list of them, or a record with all its runs."""
    data = read_source(name, PositionError)
    document = read_json(data, PositionError, source)
    if isinstance(document, dict) and "actions" in document:
        from route_opt.records import runs

        for run in runs(document):
            position = {"id": f"{source}@{run.action}", "position": run.position.document()}
            yield Item(f"{source}@{run.action}", msgspec.json.encode(position), None, source)
    elif isinstance(document, list):
        for number, entry in enumerate(document):
            yield _item(f"{source}[{number}]", entry, source)
    else:
        yield Item(source, data, None, source)


def items_of(positions: Iterable[Any]) -> Iterator[Item]:
    """Questions from Python: positions, documents, or ``{"id", "position"}`` dicts."""
    for number, entry in enumerate(positions):
        yield _item(str(number), entry.document() if hasattr(entry, "document") else entry, "")


def _item(name: str, document: Any, source: str) -> Item:
    try:
        return Item(name, msgspec.json.encode(document), None, source)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return Item(name, b"", Problem("bad_json", "", f"not JSON: {error}"), source)
