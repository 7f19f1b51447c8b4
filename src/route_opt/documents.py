"""Reading JSON from people and programs: strict, bounded, and with errors that say where.

This is the one way in. What comes out can be trusted to be text, numbers of ordinary size, lists
and objects of ordinary depth: it can be shown, written and walked without a second look. Reading
takes time in proportion to the size, and what is larger than a document of ours is refused.
"""

from __future__ import annotations

import gc
import json
import math
import os
import re
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from route_opt._reading import keys_in
from route_opt.errors import Problem, RouteOptError

LARGEST = 32 * 1024 * 1024
"""The largest document read, in bytes: far beyond any position or record."""

LARGEST_TOML = 1024 * 1024
"""The largest file of a title; the largest of ours has a tenth of it."""

MOST_DIGITS = 100
"""The longest whole number read; the seeds of old records have up to 39 digits."""

MOST_PARTS = 1_000_000
"""So many lists and objects a document may hold; the longest record has a fiftieth of it."""

DEEPEST = 100
"""So deep may lists and objects stand in one another; ours go down to ten."""


SHORT = 256 * 1024
"""So many bytes hold any position many times over; only records are longer."""

_LIMIT = 10**MOST_DIGITS


def moment_named(source: str) -> tuple[str, str] | None:
    """The record and the action that ``game.json@312`` names; nothing where that is a file.

    >>> moment_named("game.json@312:NYC")
    ('game.json', '312:NYC')
    >>> moment_named("friday.json")
    """
    path, at, action = source.rpartition("@")
    return (path, action) if at and not os.path.exists(source) else None


def read_source(source: str | Path, error: type[RouteOptError], largest: int = LARGEST) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    try:
        if str(source) == "-":
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(source).open("rb") as file:
                if os.fstat(file.fileno()).st_size > largest:
                    raise error([_too_large(str(source), largest)])
                data = file.read(largest + 1)
    except (OSError, ValueError) as problem:
        if isinstance(problem, RouteOptError):
            raise
        reason = getattr(problem, "strerror", None) or str(problem)
        raise error([Problem("unreadable", str(source), f"cannot be read: {reason}")]) from None
    if len(data) > largest:
        raise error([_too_large(str(source), largest)])
    return data


def read_json(data: str | bytes, error: type[RouteOptError], where: str = "") -> Any:
    """Read JSON; a duplicate key, half a character, a number beyond all bounds is an error."""
    plain = _plain(data)
    if plain is not None:
        return plain
    if len(data) > LARGEST:
        raise error([_too_large(where, LARGEST)])
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        parts = text.count("[") + text.count("{")
        if parts > MOST_PARTS:
            message = f"holds more than {MOST_PARTS:,} lists and objects; no document of ours does"
            raise error([Problem("too_large", where, message)])
        if parts > DEEPEST and _is_deep(text):
            raise RecursionError
        document = _decoded(text)
        _check_text(text)
        return document
    except UnicodeDecodeError as problem:
        message = f"not UTF-8 text (byte {problem.start})"
    except json.JSONDecodeError as problem:
        message = f"not JSON: {problem.msg} at line {problem.lineno} column {problem.colno}"
    except RecursionError:
        message = f"not a document of ours: nested too deeply (beyond {DEEPEST})"
    except RouteOptError:
        raise
    except ValueError as problem:
        message = f"not JSON: {problem}"
    raise error([Problem("bad_json", where, message)])


def _plain(data: str | bytes) -> Any:
    """A short document with nothing unusual in it, read in the quickest way; else None.

    That way is as strict as ours but for three things: keys that stand twice (there are more
    colons then than keys), numbers of any length, and halves of characters, which are written so.
    """
    if len(data) > SHORT:
        return None
    half, colon = (r"\u", ":") if isinstance(data, str) else (rb"\u", b":")
    if half in data:  # type: ignore[operator]
        return None
    try:
        document = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None
    keys = keys_in(document, DEEPEST, _LIMIT)
    return document if keys == data.count(colon) else None  # type: ignore[arg-type]


def read_toml(file: Path, error: type[RouteOptError]) -> dict[str, Any]:
    """Read a TOML file, one of a title's; whatever is wrong with it is one problem."""
    import tomllib

    data = read_source(file, error, LARGEST_TOML)
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as problem:
        message = f"not UTF-8 text (byte {problem.start})"
    except RecursionError:
        message = "nested too deeply"
    except ValueError as problem:
        message = str(problem)
    raise error([Problem("title_file", file.name, f"cannot be read: {message}")])


def _too_large(where: str, largest: int) -> Problem:
    message = f"is larger than {largest >> 20} MB; no document of ours is"
    return Problem("too_large", where, message)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"key {twice[:60]!r} stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _whole(digits: str) -> int:
    length = len(digits) - digits.startswith("-")
    if length > MOST_DIGITS:
        told = f"a number of {length} digits"
        raise ValueError(f"{told}; no document of ours holds one of more than {MOST_DIGITS}")
    return int(digits)


def _broken(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits[:60]} is beyond every number there is room for")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole, parse_float=_broken
)

_DECODING = threading.Lock()


def _decoded(text: str) -> Any:
    """Decode; one document at a time, for nobody else can do anything meanwhile.

    The library holds the interpreter from the first to the last bracket, and the collector of
    garbage, which has nothing to find here, would make that four times as long.
    """
    with _DECODING:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return _DECODER.decode(text)
        finally:
            if collecting:
                gc.enable()


_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def _is_deep(text: str) -> bool:
    """Whether lists and objects stand in one another too deeply: peeled off layer by layer."""
    outside = _STRING.sub("", text).encode(errors="replace")
    brackets = outside.translate(None, _NOT_BRACKETS)
    for _ in range(DEEPEST):
        peeled = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if not peeled or len(peeled) == len(brackets):
            return False
        brackets = peeled
    return True


_HALF = r"u[dD][89a-fA-F][0-9a-fA-F]{2}"
_PAIR = r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPE = re.compile(rf"\\(?:{_PAIR}|(?P<half>{_HALF})|.)", re.DOTALL)


def _check_text(text: str) -> None:
    """Half a character (a lone surrogate) is no text: it can neither be written nor shown."""
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        raise ValueError(_half(text, problem.start, ascii(text[problem.start]))) from None
    for escape in _ESCAPE.finditer(text) if "\\u" in text else ():
        if escape["half"]:
            raise ValueError(_half(text, escape.start(), escape.group()))


def _half(text: str, place: int, shown: str) -> str:
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    return f"{shown} is half a character (a lone surrogate) at line {line} column {column}"
