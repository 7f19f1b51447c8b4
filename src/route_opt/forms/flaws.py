"""Documents read as forms; of a wrong one all is told: each place, its value, what was expected.

msgspec reads a document and tells the first mistake; this looks for all of them, once there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from route_opt.errors import Problem
from route_opt.harmless import brief
from route_opt.names import hint
from route_opt.readable import readable


def read_form(
    document: Any, kind: type[msgspec.Struct], beside: Iterable[str] = ()
) -> tuple[Any, list[Problem]]:
    r"""A document of a kind, and all its problems, with which it is None.

    `beside` are names that its author may have meant to be in it, too.

    >>> from route_opt.forms import Search
    >>> wrong = {"position": {}, "engine": "fast", "time_limit": 0, "limit": 5}
    >>> print(*read_form(wrong, Search)[1], sep="\n")
    limit: is none of id, note, position, lenient, engine, time_limit; did you mean 'time_limit'?
    engine: 'fast' is none of auto, cpsat, native
    time_limit: 0 is neither a number above 0 nor null
    """
    try:
        return msgspec.convert(document, readable(kind)), []
    except msgspec.ValidationError as first:
        found = list(_flaws(document, inspect.type_info(kind), "", beside))
        return None, found or [Problem("wrong_type", "", str(first))]


def _flaws(value: Any, kind: Any, where: str, beside: Iterable[str] = ()) -> Iterator[Problem]:
    match kind:
        case inspect.Metadata():
            yield from _flaws(value, kind.type, where)
        case inspect.StructType() if isinstance(value, dict):
            yield from _in_object(value, kind, where, beside)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list | tuple):
            for place, item in enumerate(value):
                yield from _flaws(item, kind.item_type, f"{where}[{place}]")
        case inspect.DictType() if isinstance(value, dict):
            for name, item in value.items():
                yield from _flaws(item, kind.value_type, f"{where}.{name}")
        case inspect.UnionType():
            yield from _of_several(value, kind, where)
        case _ if not _fits(value, kind):
            wrong = "is" if isinstance(kind, inspect.LiteralType) else "is not"
            yield Problem("wrong_type", where, f"{brief(value)} {wrong} {_words(kind)}")


def _in_object(
    value: dict[str, Any], kind: inspect.StructType, where: str, beside: Iterable[str]
) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in kind.fields}
    names = [*fields, *beside]
    dot = f"{where}." if where else ""
    for name in value:
        if name not in fields and kind.forbid_unknown_fields:
            message = f"is none of {', '.join(names)}{hint(name, names)}"
            yield Problem("unknown_field", f"{dot}{name}", message)
    for name, field in fields.items():
        if name in value:
            yield from _flaws(value[name], field.type, f"{dot}{name}")
        elif field.required:
            yield Problem("missing", f"{dot}{name}", "is missing")


def _of_several(value: Any, kind: inspect.UnionType, where: str) -> Iterator[Problem]:
    """What is wrong with a value of which several kinds would do: told of that one it is like."""
    found = [list(_flaws(value, one, where)) for one in kind.types]
    if all(found):
        deeper = [one for one in found if any(problem.where != where for problem in one)]
        words = " nor ".join(map(_words, kind.types))
        message = f"{brief(value)} is neither {words}"
        yield from deeper[0] if deeper else [Problem("wrong_type", where, message)]


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value that has no parts is of a kind."""
    match kind:
        case inspect.AnyType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType():
            return isinstance(value, str | int) and value in kind.values
        case inspect.IntType() | inspect.FloatType():
            whole = isinstance(kind, inspect.IntType)
            number = isinstance(value, int if whole else int | float)
            return number and not isinstance(value, bool) and _within(value, kind)
        case _:
            return False


def _within(value: float, kind: inspect.IntType | inspect.FloatType) -> bool:
    return (
        (kind.gt is None or value > kind.gt)
        and (kind.ge is None or value >= kind.ge)
        and (kind.lt is None or value < kind.lt)
        and (kind.le is None or value <= kind.le)
    )


def _words(kind: Any) -> str:
    """What a value of a kind is."""
    match kind:
        case inspect.Metadata():
            return _words(kind.type)
        case inspect.LiteralType():
            return f"none of {', '.join(map(str, kind.values))}"
        case inspect.IntType() | inspect.FloatType():
            return _number(kind)
        case inspect.StructType() | inspect.DictType():
            return "an object"
        case inspect.VarTupleType() | inspect.ListType():
            return "a list"
    plain = {inspect.NoneType: "null", inspect.BoolType: "true or false", inspect.StrType: "a text"}
    return plain.get(type(kind), "of its kind")


def _number(kind: inspect.IntType | inspect.FloatType) -> str:
    words = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    if kind.gt is not None:
        words += f" above {kind.gt:g}"
    if kind.ge is not None:
        words += " of 64 bits" if kind.ge == -(2**63) else f" from {kind.ge:g} on"
    return words
