"""Reading typed values from documents, with every problem told, not the first alone."""

from __future__ import annotations

import math
import types
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from operating_round.errors import StateError
from route_opt.errors import Problem
from route_opt.readable import readable

MOST_PROBLEMS = 100
"""After so many problems a document is given up: it is not one with slips."""

DEEPEST = 30
"""How far lists and objects may stand within each other: far more than any document of ours."""


def plain_problems(data: Any) -> Iterator[Problem]:
    """Why data cannot be written as JSON, or stands too deep within itself, if so."""
    level = [data]
    for _ in range(DEEPEST + 1):
        if any(isinstance(value, float) and not math.isfinite(value) for value in level):
            yield Problem("bad_json", "", "is not JSON: a number is infinite, or none")
            return
        level = [part for value in level for part in _parts(value)]
    if level:
        yield Problem("too_deep", "", f"lists and objects stand more than {DEEPEST} deep")
        return
    try:
        msgspec.json.encode(data)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        yield Problem("bad_json", "", f"is not JSON: {error}")


def _parts(value: Any) -> Collection[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def type_problems(data: Any, kind: Any, where: str = "") -> Iterator[Problem]:
    """Everything that keeps data from being of a type: each with its place and what was expected.

    >>> [str(problem) for problem in type_problems({"a": 1, "b": "x"}, dict[str, bool])]
    ['a: Expected `bool`, got `int`', 'b: Expected `bool`, got `str`']
    """
    try:
        msgspec.convert(data, readable(kind))
    except msgspec.ValidationError as error:
        inside = list(_inside(data, _without_none(kind), where))
        yield from inside or [Problem("wrong_type", where, str(error).partition(" - at ")[0])]


def shape_problems(
    data: Mapping[str, Any], kind: type[msgspec.Struct], what: str, beside: str = ""
) -> Iterator[Problem]:
    """Wrong types, and fields that are none of a document; `beside` names what else it has."""
    known = kind.__struct_fields__
    yield from type_problems({key: value for key, value in data.items() if key in known}, kind)
    for key in data:
        if key not in known:
            message = f"is not a field of {what}; expected {beside}one of {', '.join(known)}"
            yield Problem("unknown_field", str(key)[:60], message)


def _inside(data: Any, kind: Any, where: str) -> Iterator[Problem]:
    """The problems of the parts of a struct, a table or a list."""
    arguments = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(data, dict):
        for field in msgspec.structs.fields(kind):
            if field.encode_name in data:
                yield from type_problems(
                    data[field.encode_name], field.type, _join(where, field.encode_name)
                )
            elif field.required:
                yield Problem("missing", _join(where, field.encode_name), "is missing")
        if where and kind.__struct_config__.forbid_unknown_fields:  # else see shape_problems
            known = kind.__struct_encode_fields__
            for key in (key for key in data if key not in known):
                message = f"is not known here; expected one of {', '.join(known)}"
                yield Problem("unknown_field", _join(where, key), message)
    elif get_origin(kind) is dict and isinstance(data, dict):
        for key, entry in data.items():
            yield from type_problems(key, arguments[0], where)
            yield from type_problems(entry, arguments[1], _join(where, key))
    elif arguments[1:] == (...,) and isinstance(data, list | tuple):
        for number, entry in enumerate(data):
            yield from type_problems(entry, arguments[0], f"{where}[{number}]")


def _without_none(kind: Any) -> Any:
    """The type itself, where it is one with a limit or one that may also be missing."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        others = [part for part in get_args(kind) if part is not type(None)]
        return _without_none(others[0]) if len(others) == 1 else kind
    return kind


def _join(where: str, name: Any) -> str:
    text = str(name)
    if len(text) > 60 or not text.isprintable():
        text = ascii(text[:60])
    return f"{where}.{text}" if where else text


def raise_all(problems: Iterable[Problem]) -> None:
    """Raise a `StateError` with all problems, if there are any; no more than one can mend."""
    found = list(problems)
    if len(found) > MOST_PROBLEMS:
        more = Problem("too_many_problems", "", "there may be more; mend these first")
        found = [*found[:MOST_PROBLEMS], more]
    if found:
        raise StateError(found)
