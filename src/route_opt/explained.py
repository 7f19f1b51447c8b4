"""What the fields of a type mean, out of its docstring: said once, for code, schemas and pages."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

_HEADING = re.compile(r"\n*^Attributes\n-+\n", re.MULTILINE)
_NAMES = re.compile(r"\w+(?:, \w+)*")


def split(docstring: str) -> tuple[str, dict[str, str]]:
    """A docstring as what it says of the whole, and what of each of its attributes.

    >>> whole, attributes = split('''A train.
    ...
    ...     Attributes
    ...     ----------
    ...     visits, counts
    ...         How many stops it calls at,
    ...         and how many pay.
    ...     ''')
    >>> whole
    'A train.'
    >>> attributes
    {'visits': 'How many stops it calls at, and how many pay.', 'counts': 'See `visits`.'}
    """
    whole, *rest = _HEADING.split(inspect.cleandoc(docstring), maxsplit=1)
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in "".join(rest).splitlines():
        if _NAMES.fullmatch(line):
            names = line.split(", ")
            found |= {names[0]: []} | {name: [f"See `{names[0]}`."] for name in names[1:]}
        elif names and line.strip():
            found[names[0]].append(line.strip())
    return whole, {name: " ".join(lines) for name, lines in found.items()}


def meanings(type_: type) -> dict[str, str]:
    """What each attribute of a type means, those of the types it is made from too."""
    found: dict[str, str] = {}
    for base in reversed(type_.__mro__):
        found |= split(base.__dict__.get("__doc__") or "")[1]
    return found


def structs(types: Iterable[Any]) -> list[type[msgspec.Struct]]:
    """These types and all that their fields are made of, as far as they are structs, in order."""
    found: dict[type[msgspec.Struct], None] = {}

    def look(type_: Any) -> None:
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and type_ not in found:
            found[type_] = None
            for field in msgspec.structs.fields(type_):
                look(field.type)
        for part in typing.get_args(type_):
            look(part)

    for type_ in types:
        look(type_)
    return list(found)


def schema_components(
    types: list[Any], ref_template: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The JSON Schemas of types, and their components: every field with its meaning."""
    parts = structs(types)
    schemas, components = msgspec.json.schema_components(
        [*types, *parts], ref_template=ref_template
    )
    # Of two types with one name neither would have it: what refers to them would find nothing.
    assert not (twice := [name for name in components if "." in name]), twice
    for type_, schema in zip(parts, schemas[len(types) :], strict=True):
        component = components[schema["$ref"].rpartition("/")[2]]
        component["description"] = split(type_.__doc__ or "")[0]
        told = meanings(type_)
        for name, field in component["properties"].items():
            if name in told:
                field.setdefault("description", told[name])
    return schemas[: len(types)], components
