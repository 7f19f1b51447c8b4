"""Names that a title's data uses and must know."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Report = Callable[[str, str], None]
"""Takes the place of a contradiction and what it is."""


def is_hex(text: str) -> bool:
    """Whether a text is a coordinate, such as ``F20``."""
    return text[:1].isupper() and text[:1].isascii() and text[1:].isdecimal()


def check_known(
    report: Report, where: str, what: str, names: Iterable[str], known: Iterable[str]
) -> None:
    """Report every name that is not among the known ones; an empty name says nothing."""
    there = set(known)
    for name in names:
        if name and name not in there:
            report(where, f"{what} {name!r} does not exist in this title")
