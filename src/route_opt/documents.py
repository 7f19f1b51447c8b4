"""Reading JSON from people and programs: strict, bounded, and with errors that say where."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from route_opt.errors import Problem, RouteOptError

LARGEST = 32 * 1024 * 1024
"""The largest document read, in bytes: far beyond any position or record."""


def read_source(source: str | Path, error: type[RouteOptError]) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    try:
        if str(source) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(source).open("rb") as file:
                if os.fstat(file.fileno()).st_size > LARGEST:
                    raise error([_too_large(str(source))])
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        if isinstance(problem, RouteOptError):
            raise
        reason = getattr(problem, "strerror", None) or str(problem)
        raise error([Problem("unreadable", str(source), f"cannot be read: {reason}")]) from None
    if len(data) > LARGEST:
        raise error([_too_large(str(source))])
    return data


def read_json(data: str | bytes, error: type[RouteOptError], where: str = "") -> Any:
    """Read JSON; a duplicate key, a number that is none, or a broken end is an error."""
    if len(data) > LARGEST:
        raise error([_too_large(where)])
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        return _DECODER.decode(text)
    except UnicodeDecodeError as problem:
        message = f"not UTF-8 text (byte {problem.start})"
    except json.JSONDecodeError as problem:
        message = f"not JSON: {problem.msg} at line {problem.lineno} column {problem.colno}"
    except RecursionError:
        message = "not a document of ours: nested too deeply"
    except ValueError as problem:
        message = f"not JSON: {problem}"
    raise error([Problem("bad_json", where, message)])


def _too_large(where: str) -> Problem:
    size = LARGEST // (1024 * 1024)
    return Problem("too_large", where, f"is larger than {size} MB; no document of ours is")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"key {key[:60]!r} stands twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
