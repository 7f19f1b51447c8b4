"""The problems of a document, collected while it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from route_opt.errors import PositionError, Problem
from route_opt.harmless import brief
from route_opt.names import hint, one_of

_MOST = 100
"""After so many problems a document is given up: it is not a position with slips."""

# What no box of tiles could show, though it is clear what it would mean. `lenient` lets it pass.
_IMPOSSIBLE = frozenset(
    {
        "too_many_tiles",
        "reserved_place",
        "track_off_map",
        "impassable",
        "blank_side",
        "forbidden_rotation",
        "token_beyond_slots",
    }
)


class Problems:
    """What is wrong with a document, and what was let pass (`notes`) because it is `lenient`."""

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.found: list[Problem] = []
        self.notes: list[str] = []

    @property
    def count(self) -> int:
        """How much there is to say so far."""
        return len(self.found) + len(self.notes)

    def add(self, code: str, where: str, message: str) -> None:
        """Note a problem."""
        problem = Problem(code, where, message)
        if self.lenient and code in _IMPOSSIBLE:
            self.notes.append(str(problem))
        else:
            self.found.append(problem)
        if len(self.found) >= _MOST:
            more = Problem("too_many_problems", "", "there may be more; mend these first")
            raise PositionError([*self.found, more])

    def unknown(self, code: str, where: str, what: str, value: Any, known: Iterable[str]) -> None:
        """Note that a value is none of the known names."""
        names = list(known)
        expected = hint(value, names)
        if not expected and len(names) <= 16:
            expected = f"; expected one of {', '.join(names)}"
        article = "an" if what[0] in "aeiou" else "a"
        self.add(code, where, f"{brief(value)} is not {article} {what} here{expected}")

    def known(self, code: str, where: str, what: str, value: Any, known: Collection[str]) -> str:
        """A name under its own spelling; one that is not known is a problem."""
        if isinstance(value, str) and value in known:
            return value
        names = list(known)
        found = one_of(value, names)
        if found is None:
            self.unknown(code, where, what, value, names)
        return found or ""
