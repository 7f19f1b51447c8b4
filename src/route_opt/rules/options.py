"""What options change: the data name them, each with what is otherwise under it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

Value = TypeVar("Value")


def chosen(ways: Mapping[str, Value], options: Collection[str], usual: Value) -> Value:
    """What the first of these options that is in force says; without one, the usual.

    >>> chosen({"short": 4, "long": 6}, ["long"], 5), chosen({"short": 4}, [], 5)
    (6, 5)
    """
    return next((way for option, way in ways.items() if option in options), usual)
