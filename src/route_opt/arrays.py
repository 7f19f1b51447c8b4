"""Numbers from anywhere, as the arrays the core takes: lists, ``array``, numpy, any buffer.

What already has the right type is used where it lies; everything else is copied into it. numpy is
not needed for that: its arrays are buffers like others.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Iterable, Iterator, Mapping, Set
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
    """An array of bytes, 0 or 1: from truth values, or from numbers 0 and 1."""
    view = _memory(value, ("?", "B", "b"), 1, width)
    if view is not None and max(view) <= 1:
        return view
    found = bytearray()
    for place, item in enumerate(_flat(value, complain, width)):
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
    """The entries of a list, and with a `width` of rows of so many in it."""
    for place, item in enumerate(_listed(value, complain)):
        if width and isinstance(item, Iterable) and not isinstance(item, str):
            row = list(item)
            if width not in (len(row), ANY):
                complain(f"row {place} has {len(row)} entries, not {width}", place * width)
                row = [*row, *[0] * width][:width]  # what follows keeps its place
            yield from row
        else:
            yield item


def _listed(value: Any, complain: Complain) -> Iterator[Any]:
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
        return _truth(item)


def _truth(item: Any) -> int | None:
    """A truth value of numpy, which is no integer of Python's: a buffer of one such value."""
    view = _view(item)
    lone = view is not None and view.ndim == 0 and view.format == "?"
    return int(item) if lone else None
