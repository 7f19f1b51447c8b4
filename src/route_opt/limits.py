"""Limits of a search, as they may be stated: looked at in one place, before anything is begun."""

from __future__ import annotations

import operator
from numbers import Real
from typing import Any

from route_opt.harmless import brief


def seconds(limit: Any) -> float | None:
    """A time limit: None, or a number of seconds from 0 on.

    >>> seconds(-1)
    Traceback (most recent call last):
    ...
    ValueError: time_limit is -1, not a number of seconds from 0 on
    """
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, Real) or not float(limit) >= 0:
        raise ValueError(f"time_limit is {brief(limit)}, not a number of seconds from 0 on")
    return float(limit)


def count(name: str, limit: Any, least: int, most: int) -> int:
    """A whole number from `least` on; what is more than `most` is as good as that.

    >>> count("sets", 1.5, 1, 100)
    Traceback (most recent call last):
    ...
    ValueError: sets is 1.5, not a whole number from 1 on
    """
    try:
        number = None if isinstance(limit, bool) else operator.index(limit)
    except TypeError:
        number = None
    if number is None or number < least:
        raise ValueError(f"{name} is {brief(limit)}, not a whole number from {least} on")
    return min(number, most)
