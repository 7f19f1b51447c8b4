"""Typed values out of the tables of TOML files, with every problem noted and none in the way."""

from __future__ import annotations

import functools
import typing
from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeVar

import msgspec

from route_opt.errors import Problem
from route_opt.readable import readable

Table = TypeVar("Table", bound=msgspec.Struct)


class Tables:
    """The tables of a folder's files; what cannot be read is a problem and stays empty.

    Of the files that are `unread` nothing is said to be missing: it all is.
    """

    def __init__(
        self, files: Mapping[str, dict[str, Any]], unread: set[str], problems: list[Problem]
    ) -> None:
        self.files, self.unread, self.problems = files, unread, problems

    def problem(self, where: str, message: str) -> None:
        """Note that something is wrong somewhere."""
        self.problems.append(Problem("title_data", where, message))

    def part(self, file: str, field: str) -> dict[str, Any]:
        """A table of a file, empty where there is none."""
        found = self.files[file].get(field, {})
        if isinstance(found, dict):
            return found
        self.problem(f"{file}.{field}", "is not a table")
        return {}

    def convert(self, where: str, data: Any, type_: Any) -> Any:
        """A value of a type, empty if it is none."""
        try:
            return msgspec.convert(data, readable(type_))
        except msgspec.ValidationError as error:
            return self._inside(where, data, type_, str(error))

    def _inside(self, where: str, data: Any, type_: Any, error: str) -> Any:
        """What can be read of a value that is wrong somewhere: each of its parts by itself."""
        type_ = _one_kind(type_)
        origin, parts = typing.get_origin(type_), typing.get_args(type_)
        if origin is typing.Literal and isinstance(data, str):
            self.problem(where, f"{data!r} is not one of {', '.join(filter(None, parts))}")
        elif origin is dict and isinstance(data, dict):
            return {
                self.convert(where, key, parts[0]): self.convert(f"{where}.{key}", row, parts[1])
                for key, row in data.items()
            }
        elif origin is tuple and isinstance(data, list) and parts[1:] == (...,):
            rows = enumerate(data)
            return tuple(self.convert(f"{where}[{n}]", row, parts[0]) for n, row in rows)
        elif _is_struct(type_) and isinstance(data, dict):
            return self.one(where, data, type_)
        else:
            self.problem(where, error)
        return _blank(type_)

    def field(self, file: str, field: str, type_: Any) -> Any:
        """A table of a file as a value of a type."""
        return self.convert(f"{file}.{field}", self.part(file, field), type_)

    def one(self, where: str, data: Any, type_: type[Table]) -> Table:
        """A struct from its table; each field that is wrong, missing or unknown is a problem."""
        if not isinstance(data, dict):
            self.problem(where, "is not a table")
            data = {}
        self.known(where, data, type_)
        found: dict[str, Any] = {}
        for field in _fields(type_):
            if field.name in data:
                found[field.name] = self.convert(
                    f"{where}.{field.name}", data[field.name], field.type
                )
            elif field.required:
                if where.partition(".")[0] not in self.unread:
                    self.problem(where, f"{field.name!r} is missing")
                found[field.name] = _blank(field.type)
        return type_(**found)

    def fields_of(self, file: str, type_: type[Table]) -> Table:
        """A struct from those fields at the top of a file that it has."""
        written = self.files[file]
        names = (field.name for field in _fields(type_))
        return self.one(file, {name: written[name] for name in names if name in written}, type_)

    def known(self, where: str, data: dict[str, Any], type_: type[msgspec.Struct]) -> None:
        """Note every field that the type does not have."""
        names = [field.name for field in _fields(type_)]
        for extra in sorted(data.keys() - set(names)):
            self.problem(where, f"{extra!r} is not a field here; there are {', '.join(names)}")

    def named(self, file: str, field: str, type_: type[Table]) -> dict[str, Table]:
        """A table of tables as structs by name."""
        tables = self.part(file, field)
        return {name: self.one(f"{file}.{name}", data, type_) for name, data in tables.items()}

    def rows(self, file: str, field: str, type_: type[Table], key: str) -> dict[str, Table]:
        """A list of tables as structs by the field that names them."""
        rows = self.files[file].get(field, [])
        if not isinstance(rows, list):
            self.problem(f"{file}.{field}", "is not a list of tables")
            rows = []
        found: dict[str, Table] = {}
        for number, row in enumerate(rows):
            where = f"{file}.{field}[{number}]"
            read = self.one(where, row, type_)
            name = getattr(read, key)
            if name in found:
                self.problem(where, f"{name!r} stands here a second time")
            found[name] = read
        return found

    def lists(self, file: str, field: str) -> dict[str, tuple[str, ...]]:
        """A table of words as lists of words by name."""
        return self.split(f"{file}.{field}", self.part(file, field))

    def lists_by_option(self, file: str, field: str) -> dict[str, dict[str, tuple[str, ...]]]:
        """The same once an option."""
        tables = self.part(file, field)
        return {
            option: self.split(f"{file}.{field}.{option}", data) for option, data in tables.items()
        }

    def split(self, where: str, data: Any) -> dict[str, tuple[str, ...]]:
        """Names with words in one text each: ``7 = "18 26 27"``."""
        texts: dict[str, str] = self.convert(where, data, dict[str, str])
        return {name: tuple(text.split()) for name, text in texts.items()}


def _blank(type_: Any) -> Any:
    """An empty value in place of one that cannot be read."""
    type_ = _one_kind(type_)
    origin = typing.get_origin(type_) or type_
    if origin is typing.Literal:
        return typing.get_args(type_)[0]
    if _is_struct(origin):
        fields = _fields(origin)
        return origin(**{field.name: _blank(field.type) for field in fields if field.required})
    return None if origin is Any else origin()


def _one_kind(type_: Any) -> Any:
    """Of a type that is one of several, the first."""
    several = typing.get_origin(type_) in (UnionType, typing.Union)
    return typing.get_args(type_)[0] if several else type_


def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, msgspec.Struct)


_fields = functools.cache(msgspec.structs.fields)
