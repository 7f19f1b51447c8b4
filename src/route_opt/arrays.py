"""Numbers from anywhere, as the arrays the core takes: lists, ``array``, numpy, any buffer.

What already has the right type is used where it lies; everything else is copied into it. numpy is
not needed for that: its arrays are buffers like others.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from route_opt.harmless import brief

LEAST, MOST = -(2**31), 2**31 - 1
"""What fits into an entry of an array."""

Complaint = Callable[[str], None]
"""Told what is wrong with a field."""


def integers(value: Any, complain: Complaint, width: int = 0) -> Any:
    """An array of 32-bit integers, flat; with a `width` they may come in rows of so many."""
    view = _memory(value, ("i", "l"), 4, width)
    if view is not None:
        return view.cast("i")
    found = array("i")
    for place, item in enumerate(_flat(value, complain, width)):
        number = _integer(item)
        if number is None or not LEAST <= number <= MOST:
            complain(f"entry {place} is {brief(item)}, not an integer of 32 bits")
            number = 0
        found.append(number)
    return found


def flags(value: Any, complain: Complaint, width: int = 0) -> Any:
    """An array of bytes, 0 or 1: from truth values, or from numbers 0 and 1."""
    view = _memory(value, ("?", "B", "b"), 1, width)
    if view is not None and max(view) <= 1:
        return view
    found = bytearray()
    for place, item in enumerate(_flat(value, complain, width)):
        number = _integer(item)
        if number not in (0, 1):
            complain(f"entry {place} is {brief(item)}, neither true nor false")
        found.append(bool(number))
    return found


def _memory(value: Any, formats: tuple[str, ...], size: int, width: int) -> memoryview | None:
    """The bytes of a value, if they lie in one piece, in the right form and of such a type."""
    try:
        view = memoryview(value)
    except TypeError:
        return None
    flat = view.ndim == 1 or (view.ndim == 2 and view.shape is not None and view.shape[1] == width)
    fits = flat and view.format.lstrip("@=<") in formats and view.itemsize == size
    return view.cast("B") if fits and view.c_contiguous and view.nbytes else None


def _flat(value: Any, complain: Complaint, width: int) -> Iterator[Any]:
    """The entries of a list, and with a `width` of rows of so many in it."""
    for place, item in enumerate(_listed(value, complain)):
        if width and isinstance(item, Iterable) and not isinstance(item, str):
            row = list(item)
            if len(row) != width:
                complain(f"row {place} has {len(row)} entries, not {width}")
            yield from row
        else:
            yield item


def _listed(value: Any, complain: Complaint) -> Iterator[Any]:
    """The entries of what is a list: it has an order, and is no text."""
    if not isinstance(value, str | Mapping | Set):
        try:
            return iter(value)
        except TypeError:
            pass
    complain(f"{brief(value)} is not a list of numbers")
    return iter(())


def _integer(item: Any) -> int | None:
    try:
        return operator.index(item)
    except TypeError:
        return None
