"""Which test holds which rule outside operating rounds: the lists, and the mark for tests.

How to use it stands in README.md here.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from whole_game import data

HERE = Path(__file__).parent
TITLES = sorted(name for name in data.titles() if (HERE / f"{name}.toml").exists())
"""The titles whose rules are listed here."""

TESTS: dict[tuple[str, str], list[Callable[..., Any]]] = {}
"""The tests of each point, by title and point."""

Test = TypeVar("Test", bound=Callable[..., Any])


class Point(NamedTuple):
    """One thing that a rulebook asks: where it says so, and what, in our words."""

    section: str
    text: str
    option: str = ""


@functools.cache
def points(title: str) -> dict[str, Point]:
    """What a title's rulebook asks outside operating rounds, by number."""
    lines = tomllib.loads((HERE / f"{title}.toml").read_text(encoding="utf-8"))
    return {number: Point(*line) for number, line in lines.items()}


def rule(title: str, *numbers: str) -> Callable[[Test], Test]:
    """Mark a test that some points of a title would fail if they were not held."""

    def mark(test: Test) -> Test:
        for number in numbers:
            TESTS.setdefault((title, number), []).append(test)
        return test

    return mark
