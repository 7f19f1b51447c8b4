"""Numbers from anywhere, as the arrays the core takes: lists, ``array``, numpy, any buffer.

What already has the right type is used where it lies; everything else is copied into it. numpy is
not needed for that: its arrays are buffers like others.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Iterator, Mapping, Set
from typing import Any, Protocol

from route_opt.harmless import brief

LEAST, MOST = -(2**31), 2**31 - 1
"""What fits into an entry of an array."""

ANY = -1
"""A width that is not known: rows of any length."""


class Complain(Protocol):
    """Told what is wrong with a field, and with which of its entries, or of its rows."""

    def __call__(self, message: str, place: int | None = None) -> None:
        """Take note of it."""


def integers(value: Any, complain: Complain, width: int = 0) -> Any:
    """An array of 32-bit integers, flat; with a `width` they may come in rows of so many."""
    view = _memory(value, ("i", "l"), 4, width)
    if view is not None:
        return view.cast("i")
    found = array("i")
    for place, item in enumerate(_flat(value, complain, width)):
        number = _integer(item)
        if number is None or not LEAST <= number <= MOST:
            complain(f"{brief(item)} is not an integer of 32 bits", place)
            number = 0
        found.append(number)
    return found


def flags(value: Any, complain: Complain, width: int = 0) -> Any:
    """An array of bytes, 0 or 1: from truth values, or from numbers 0 and 1.

    It is the other way round that is refused: a truth value is not a number.
    """
    view = _memory(value, ("?", "B", "b"), 1, width)
    if view is not None and max(view) <= 1:
        return view
    found = bytearray()
    for place, item in enumerate(_flat(value, complain, width)):
        number = _truth(item)
        if number is None:
            number = _integer(item)
        if number not in (0, 1):
            complain(f"{brief(item)} is neither true nor false", place)
        found.append(number == 1)
    return found


def _memory(value: Any, formats: tuple[str, ...], size: int, width: int) -> memoryview | None:
    """The bytes of a value, if they lie in one piece, in the right form and of such a type."""
    view = _view(value)
    if view is None or hasattr(value, "mask"):  # entries behind a mask say nothing
        return None
    flat = view.ndim == 1 or (
        view.ndim == 2 and view.shape is not None and width in (view.shape[1], ANY)
    )
    fits = flat and view.format.lstrip("@=<") in formats and view.itemsize == size
    return view.cast("B") if fits and view.c_contiguous and view.nbytes else None


def _view(value: Any) -> memoryview | None:
    """A value as a buffer; None if it is none, or of a type that no buffer has, such as dates."""
    try:
        return memoryview(value)
    except (TypeError, ValueError, BufferError):
        return None


def _flat(value: Any, complain: Complain, width: int) -> Iterator[Any]:
    """The entries of a list, or with a `width` those of rows of so many, if the first is a row."""
    entries = _entries(value)
    if entries is None:
        complain(f"{brief(value)} is not a list of numbers")
        return
    in_rows = None
    for place, item in enumerate(entries):
        row = _entries(item) if width else None
        if in_rows is None:
            in_rows = row is not None
        yield from _row(place, item, row, complain, width) if in_rows else (item,)


def _row(
    place: int, item: Any, row: Iterator[Any] | None, complain: Complain, width: int
) -> list[Any]:
    """The entries of a row; of one that is none as many zeros, so that the others keep places."""
    found = [] if row is None else list(row)
    if row is not None and width in (len(found), ANY):
        return found
    what = f"row {place} has {len(found)} entries, not {width}"
    if row is None:
        what = f"{brief(item)} is not a row like the first"
    size = max(width, 1)
    complain(what, place * size)
    return [*found, *[0] * size][:size]


def _entries(value: Any) -> Iterator[Any] | None:
    """The entries of what is a list: it has an order, and is no text."""
    if isinstance(value, str | Mapping | Set):
        return None
    try:
        entries: Iterator[Any] = iter(value)
    except TypeError:
        return None
    return entries


def _integer(item: Any) -> int | None:
    """A whole number, also one that is written as 20.0, as JSON may have it."""
    if isinstance(item, bool):
        return None
    try:
        return operator.index(item)
    except TypeError:
        broken = isinstance(item, float) or _format(item) in ("e", "f", "d")
        return int(item) if broken and float(item).is_integer() else None


def _truth(item: Any) -> int | None:
    """A truth value, of Python or of numpy, as a number."""
    return int(item) if isinstance(item, bool) or _format(item) == "?" else None


def _format(item: Any) -> str:
    """The type of a single value of numpy, which is a buffer; nothing for all else."""
    view = None if hasattr(item, "mask") else _view(item)
    return view.format if view is not None and view.ndim == 0 else ""
