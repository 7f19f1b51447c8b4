"""Numbers from anywhere, as the arrays the core takes: lists, ``array``, numpy, any buffer.

What already has the right type is used where it lies; everything else is copied into it. numpy is
not needed for that: its arrays are buffers like others.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from route_opt.harmless import brief

LEAST, MOST = -(2**31), 2**31 - 1
"""What fits into an entry of an array."""

Complaint = Callable[[str], None]
"""Told what is wrong with a field."""


def integers(value: Any, complain: Complaint, *, rows: bool = False) -> Any:
    """An array of 32-bit integers, flat; with `rows` they may come in lists of their own."""
    view = _memory(value, ("i", "l"), 4)
    if view is not None:
        return view.cast("i")
    found = array("i")
    for place, item in enumerate(_flat(value, complain, rows)):
        number = _integer(item)
        if number is None or not LEAST <= number <= MOST:
            complain(f"entry {place} is {brief(item)}, not an integer of 32 bits")
            number = 0
        found.append(number)
    return found


def integers_in_rows(value: Any, complain: Complaint) -> Any:
    """The same, also from rows: of pairs, or of one entry a stop."""
    return integers(value, complain, rows=True)


def flags(value: Any, complain: Complaint) -> Any:
    """An array of bytes, 0 or 1: from truth values, or from numbers 0 and 1."""
    view = _memory(value, ("?", "B", "b"), 1)
    if view is not None:
        return view
    found = bytearray()
    for place, item in enumerate(_flat(value, complain, False)):
        number = _integer(item)
        if number not in (0, 1):
            complain(f"entry {place} is {brief(item)}, neither true nor false")
        found.append(bool(number))
    return found


def _memory(value: Any, formats: tuple[str, ...], size: int) -> memoryview | None:
    """The bytes of a value, if they lie in one piece and are of such a type."""
    try:
        view = memoryview(value)
    except TypeError:
        return None
    fits = view.format.lstrip("@=<") in formats and view.itemsize == size
    return view.cast("B") if fits and view.c_contiguous and view.nbytes else None


def _flat(value: Any, complain: Complaint, rows: bool) -> Iterator[Any]:
    """The entries of a list, and with `rows` of lists in it."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        complain(f"{brief(value)} is not a list of numbers")
        return
    for item in value:
        if rows and isinstance(item, Iterable) and not isinstance(item, str):
            yield from item
        else:
            yield item


def _integer(item: Any) -> int | None:
    try:
        return operator.index(item)
    except TypeError:
        return None
