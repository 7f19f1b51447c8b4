"""What was read before, in documents of the same title, and need not be read again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

MOST = 100_000
"""So many things are remembered; then all are forgotten, whoever sent them."""


class Remembered(Generic[Value]):
    """Parts of documents with nothing wrong, by all that their meaning depends on."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Value] = {}

    def get(self, part: Any) -> Value | None:
        """What a part means, if it was read before."""
        try:
            return self._kept.get(part)
        except TypeError:  # a list or an object stands in it where none belongs
            return None

    def put(self, part: Hashable, value: Value) -> None:
        """Remember what a part means."""
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[part] = value
