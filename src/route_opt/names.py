"""Names as people write them: any case, with or without dots, commas and accents, a beginning.

Nothing is guessed: a name that fits several things means all of them, and whoever asked decides
whether that matters.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from route_opt.title import Title

LONGEST = 60
"""No name is longer; beyond that nothing is compared."""

_WORD = re.compile(r"[^\W_]+")
_SHORT = {"saint": "st", "sainte": "ste", "fort": "ft", "mount": "mt", "and": ""}
_COORDINATE = re.compile(r"[A-Za-z][0-9]{1,3}(\.[0-9]{1,3})?")


def folded(text: str) -> str:
    """What is left of a name when case, accents, dots, commas and spaces do not matter.

    >>> folded("St. Louis") == folded("saint louis")
    True
    >>> folded("Akron & Canton") == folded("Akron/Canton")
    True
    """
    plain = unicodedata.normalize("NFKD", text[: 4 * LONGEST].casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return "".join(_SHORT.get(word, word) for word in _WORD.findall(plain))


def one_of(value: Any, known: Iterable[str]) -> str | None:
    """The known name that was meant: as it is, or in another case or with other dots and spaces.

    A slash counts, for ``3/5`` is no 35.

    >>> one_of("meat packing", ["meat_packing", "steamboat"])
    'meat_packing'
    """
    if not isinstance(value, str) or len(value) > LONGEST:
        return None
    names = list(known)
    if value in names:
        return value
    wanted = _spelling(value)
    same = [name for name in names if _spelling(name) == wanted]
    return same[0] if wanted and len(same) == 1 else None


def _spelling(text: str) -> tuple[str, ...]:
    parts = tuple(map(folded, text.split("/")))
    return parts if any(parts) else ()


def nearest(value: Any, known: Iterable[str]) -> str:
    """The known name most like one that is not known, in its own spelling; empty if none is."""
    if not isinstance(value, str) or len(value) > LONGEST:
        return ""
    import difflib  # for mistakes only

    spelled = {folded(name) or name: name for name in reversed(list(known))}
    near = difflib.get_close_matches(folded(value) or value, spelled, 1)
    return spelled[near[0]] if near else ""


def hint(value: Any, known: Iterable[str]) -> str:
    """The nearest name as the end of a sentence."""
    near = nearest(value, known)
    return f"; did you mean {near!r}?" if near else ""


def number_of(count: int, noun: str) -> str:
    """A number of things.

    >>> number_of(1, "stop"), number_of(2, "stop")
    ('1 stop', '2 stops')
    """
    return f"{count} {noun}{'s' * (count != 1)}"


def either(choices: Iterable[str], word: str = "or") -> str:
    """Choices in a sentence.

    >>> either(["D6.0", "D6.1", "D6.2"])
    'D6.0, D6.1 or D6.2'
    """
    *most, last = choices
    return f"{', '.join(most)} {word} {last}" if most else last


def all_of(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> all_of(["Toledo", "Erie"])
    'Toledo and Erie'
    """
    return either(names, "and")


def corporation_named(title: Title, name: Any) -> str | None:
    """A corporation from its initials, another name the title knows, or a clear beginning."""
    own = one_of(name, title.corporations)
    if own is not None or not isinstance(name, str):
        return own
    wanted = folded(name)
    rows = title.corporations.items()
    for spelled in (
        [own for own, row in rows if any(folded(other) == wanted for other in row.also)],
        [own for own, row in rows if len(wanted) > 2 and folded(row.name).startswith(wanted)],
    ):
        if len(spelled) == 1:
            return spelled[0]
    return None


class Places:
    """What the hexes of a title are called."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.spelled: dict[str, str] = {}
        self._hexes: dict[str, tuple[str, ...]] = {}
        for hex_ in title.hexes.values():
            # Of a hex that names two cities, Akron & Canton, either will do.
            for name in dict.fromkeys((hex_.name, *hex_.name.split(" & "))):
                if key := folded(name):
                    self.spelled.setdefault(key, name)
                    self._hexes[key] = (*self._hexes.get(key, ()), hex_.id)
        self.most_commas = max((name.count(",") for name in self.spelled.values()), default=0)

    def hexes(self, word: str) -> tuple[str, ...]:
        """The hexes a word can mean: a coordinate, a name, the beginning of names."""
        hex_id = "".join(word.split()).upper()
        if hex_id in self.title.hexes:
            return (hex_id,)
        wanted = folded(word)
        if wanted in self._hexes:
            return self._hexes[wanted]
        if len(wanted) < 2 or len(word) > LONGEST:
            return ()
        begins = (hexes for name, hexes in self._hexes.items() if name.startswith(wanted))
        return tuple(dict.fromkeys(hex_id for hexes in begins for hex_id in hexes))

    def is_name(self, text: str) -> bool:
        """Whether a text is a whole name, not a part of one."""
        return folded(text) in self._hexes

    def hint(self, word: str) -> str:
        """The place that was probably meant, as the end of a sentence."""
        return hint(word, [*self.title.hexes, *self.spelled.values()])


@functools.cache
def places(title: Title) -> Places:
    """What the hexes of a title are called, prepared once."""
    return Places(title)


def is_coordinate(text: str) -> bool:
    """Whether a word looks like a hex or a stop: ``D6``, ``d6.2``."""
    return _COORDINATE.fullmatch(text) is not None


def split_number(name: str) -> tuple[str, int | None]:
    """A place and the number of its stop: ``D6.2``, ``Chicago.2``; None where there is none."""
    base, dot, number = name.rpartition(".")
    if dot and number.isascii() and number.isdecimal() and len(number) <= 3:
        return base, int(number)
    return name, None
