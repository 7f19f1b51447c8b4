"""The fields of a document as plain values of the right kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from route_opt.harmless import brief
from route_opt.position.problems import Problems

MOST_ENTRIES = 200
"""The longest list of trains, markers, options or tokens in one city that is read."""

MOST_REMEMBERED = 100_000
"""So many parts of documents with nothing wrong are remembered; then all are forgotten."""


class Fields:
    """The fields of one document; what is of the wrong kind is a problem and reads as empty."""

    def __init__(self, document: dict[str, Any], problems: Problems) -> None:
        self.document, self.problems = document, problems

    def text(self, field: str) -> str | None:
        """The text in a field that has to be there."""
        value = self.document.get(field)
        if value is None:
            self.problems.add("missing", field, "is missing")
        elif not isinstance(value, str):
            self.problems.add("wrong_type", field, f"{brief(value)} is not a text")
        else:
            return value
        return None

    def name(self, field: str, code: str, known: Collection[str]) -> str:
        """The known name in a field that has to be there."""
        value = self.text(field)
        return "" if value is None else self.problems.known(code, field, field, value, known)

    def table(self, field: str) -> dict[str, Any]:
        """The object in a field, by names of places."""
        value = self.document.get(field, {})
        if not isinstance(value, dict):
            self.problems.add("wrong_type", field, f"{brief(value)} is not an object")
            return {}
        if set(map(type, value)) <= {str}:
            return value
        for name in value:
            if not isinstance(name, str):
                self.problems.add(
                    "wrong_type", f"{field}.{place(name)}", "is not the name of a place"
                )
        return {name: entry for name, entry in value.items() if isinstance(name, str)}

    def entries(self, field: str) -> list[Any]:
        """The list in a field."""
        value = self.document.get(field, [])
        if not isinstance(value, list | tuple):
            self.problems.add("wrong_type", field, f"{brief(value)} is not a list")
            return []
        if len(value) > MOST_ENTRIES:
            self.problems.add(
                "too_long", field, f"has {len(value)} entries; {MOST_ENTRIES} is the most"
            )
            return []
        return list(value)

    def number(self, value: Any, where: str) -> int | None:
        """A whole number, None if there is none."""
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000:
            return value
        self.problems.add(
            "wrong_number", where, f"{brief(value)} is not a whole number from 0 to 10000"
        )
        return None


def place(name: Any) -> str:
    """A key of the document as part of a path: as it is, if that can be printed on a line."""
    if isinstance(name, str) and len(name) <= 60 and name.isprintable():
        return name
    return brief(name)
