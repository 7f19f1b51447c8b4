"""Actions as people type them, and files of such actions.

A line is what ``legal`` prints (``par corporation=PRR price=90``), the same without the names of
the fields, in their order (``par PRR 90``), or the action's JSON form. Routes are typed as they are
said: ``run_routes 2: Erie, Buffalo; 3: Detroit, Toledo``.
"""

from __future__ import annotations

import re
import shlex
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from operating_round.errors import IllegalAction, StateError
from route_opt.documents import read_json, read_source
from route_opt.names import hint

LONGEST = 10_000
"""Letters of a line: far more than any action has."""

_FIELD = re.compile(r"(?:^|\s)([a-z_]+)=")
_COST = re.compile(r"\s*\(\d+(-\d+)*\)$")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})(?: by [0-9]+)?")


def script(source: str, kinds: Any) -> Iterator[tuple[str, Any]]:
    """The actions of a file in their JSON forms, each with its place: a JSON list, or one a line.

    Lines that are empty or begin with ``#`` say nothing.
    """
    data = read_source(source, StateError).removeprefix(BOM_UTF8)
    if data.lstrip().startswith(b"["):
        rows = read_json(data, StateError, source)
        yield from ((f"{source}, action {number}", row) for number, row in enumerate(rows, 1))
        return
    for number, line in enumerate(data.splitlines(), 1):
        where = f"{source}, line {number}"
        if line.strip() and not line.lstrip().startswith(b"#"):
            try:
                yield where, typed(line.decode(), kinds)
            except UnicodeDecodeError:
                raise StateError(f"{where} is not UTF-8 text") from None
            except IllegalAction as error:
                raise IllegalAction(f"{where}: {error}") from None


def typed(line: str, kinds: Any) -> Any:
    """The JSON form of an action that somebody typed; `kinds` is the union of all actions.

    >>> from operating_round.actions import Action
    >>> typed("buy_train 2 80", Action)
    {'type': 'buy_train', 'train': '2', 'price': 80}
    >>> typed("lay_tile hex=H10 tile=57 rotation=1 (40)", Action)
    {'type': 'lay_tile', 'hex': 'H10', 'tile': '57', 'rotation': 1}
    """
    text = line.strip()
    if text.startswith("{"):
        return read_json(text, IllegalAction)
    if len(text) > LONGEST or not text.isprintable():
        raise IllegalAction(f"not an action: {text[:40]!a}")
    name, _, rest = text.partition(" ")
    known = {kind.__struct_config__.tag: kind for kind in get_args(kinds)}
    if name not in known:
        said = f"{ascii(name)[:60]} is not an action"
        raise IllegalAction(f"{said}{hint(name, known)}; what may be done now is listed by legal")
    fields = {field.name: field for field in msgspec.structs.fields(known[name])}
    return {"type": name, **_values(name, rest, fields)}


def _values(name: str, rest: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an action, by their names or in their order."""
    if "routes" in fields and "routes=" not in rest:
        return _with_routes(name, rest, fields)
    rest = _COST.sub("", rest.strip())
    marks = [mark for mark in _FIELD.finditer(rest) if mark[1] in fields]
    ends = [*(mark.start() for mark in marks), len(rest)]
    words = _words(rest[: ends[0]], fields)
    found = dict(zip(fields, words, strict=False))
    if len(found) < len(words):
        raise IllegalAction(f"{name} has no more than {', '.join(fields) or 'its name'}")
    for mark, end in zip(marks, ends[1:], strict=True):
        found[mark[1]] = rest[mark.end() : end].strip()
    return {field: _value(name, fields[field], text) for field, text in found.items()}


def _words(text: str, fields: dict[str, Any]) -> list[str]:
    """The words of a line; quotes keep a name together, and the only field needs none."""
    if len(fields) == 1 and text.strip():
        return [text.strip().strip("\"'")]
    try:
        return shlex.split(text)
    except ValueError:
        raise IllegalAction(f"a quotation mark is left open in {text.strip()[:60]!r}") from None


def _with_routes(name: str, rest: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Routes stand last, with a semicolon between two; before them stand the other fields."""
    found: dict[str, Any] = {}
    for field in fields:
        if field != "routes":
            word, _, rest = rest.strip().removeprefix(f"{field}=").partition(" ")
            found |= {field: _value(name, fields[field], word)} if word else {}
    routes = [route.strip() for route in rest.split(";") if route.strip()]
    return {**found, "routes": routes} if routes else found


def _value(name: str, field: msgspec.structs.FieldInfo, text: str) -> Any:
    """A field's value as its type asks for it."""
    if field.type is bool:
        return text.lower() in ("true", "yes", "1")
    if field.type is not int:
        return read_json(text, IllegalAction) if text.startswith("[") else text
    if _NUMBER.fullmatch(text):
        return int(text)
    span = _RANGE.fullmatch(text)
    if span and span[1] == span[2]:
        return int(span[1])
    if span:
        raise IllegalAction(f"name one {field.name} from {span[1]} to {span[2]}")
    if "," in text:
        raise IllegalAction(f"name one {field.name} of {text}")
    raise IllegalAction(f"the {field.name} of {name} is a number, not {ascii(text)[:40]}")
