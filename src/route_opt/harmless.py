r"""Names and notes of others, shown so that they can do nothing to whoever looks at them.

A player may be called anything: a name may hold the codes with which a terminal is told to clear
its screen, write into its title, or show text from right to left. What cannot be printed is shown
as it would be typed, such as ``\x1b``.
"""

from __future__ import annotations

import reprlib
from typing import Any

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = _brief.maxlong = 60


def harmless(text: str) -> str:
    r"""A text as it may be shown on one line, with the rest written out.

    >>> harmless("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _typed(sign) for sign in text)


def harmless_json(text: str) -> str:
    r"""JSON text with the same signs escaped; it still says the same.

    >>> harmless_json('{"name": "\x9b2J"}')
    '{"name": "\\u009b2J"}'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text)


def brief(value: Any) -> str:
    """A value on one short line, whatever it is and however large.

    >>> brief([1, 10**5000])
    'this list'
    """
    try:
        text = _brief.repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a bottomless list
        text = f"this {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def kind_of(value: Any) -> str:
    """What a value of JSON is, in the words of people.

    >>> kind_of(None), kind_of([]), kind_of(3)
    ('null', 'a list', 'a number')
    """
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    number = "a number" if isinstance(value, int | float) else type(value).__name__
    return "null" if value is None else kinds.get(type(value), number)


def _typed(sign: str) -> str:
    return sign.encode("unicode_escape").decode()


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    pairs = (units[n : n + 2] for n in range(0, len(units), 2))
    return "".join(f"\\u{int.from_bytes(pair):04x}" for pair in pairs)
