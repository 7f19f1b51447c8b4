"""Reading pictures back: what the tests of drawing share."""

from __future__ import annotations

import cmath
import math
import re
from typing import Any
from xml.etree import ElementTree

from route_opt.position import Position
from route_opt.title import Title

SVG = "{http://www.w3.org/2000/svg}"

# Sides count clockwise. On flat-topped maps side 0 is the bottom, on pointed ones the lower left;
# angles grow clockwise from the right because y points down.
FIRST_SIDE = {"flat": 90, "pointy": 120}
HALF = 50.0
"""From the middle of a hex to the middle of its side, the picture's unit of length."""

GRAND_TRUNK: dict[str, Any] = {
    "title": "1846",
    "phase": "II",
    "corporation": "GT",
    "trains": ["2", "3/5"],
    "tiles": {"B16": "6@4", "C15": "295@0"},
    "tokens": {"B16.0": ["GT"]},
}
ROUTES = [
    {"train": "2", "track": ["B18.0", "B16.0"]},
    {"train": "3/5", "track": ["B16.0", "C15.0"]},
]


def side_middle(layout: str, side: int) -> complex:
    return cmath.rect(HALF, math.radians(FIRST_SIDE[layout] + 60 * side))


def hex_middle(layout: str, hex_id: str) -> complex:
    """Rows are lettered on pointed maps; rows of hexes lie three quarters of a height apart."""
    letter, number = ord(hex_id[0]) - ord("A"), int(hex_id[1:])
    apart = letter * HALF * math.sqrt(3)
    return complex(number * HALF, apart) if layout == "pointy" else complex(apart, number * HALF)


def empty(title: Title) -> Position:
    return Position(title.name, next(iter(title.phases)), "")


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def groups(root: ElementTree.Element, attribute: str) -> dict[str, ElementTree.Element]:
    """The groups with an attribute, by its value; each value must stand once."""
    found: dict[str, ElementTree.Element] = {}
    for element in root.iter(f"{SVG}g"):
        value = element.get(attribute)
        if value is not None:
            assert value not in found, f"{attribute}={value} is drawn twice"
            found[value] = element
    return found


_COMMAND = re.compile(r"([MLAZ])([^MLAZ]*)")


def vertices(path: str) -> list[complex]:
    """The points a path of M, L and A commands passes, in order."""
    found = []
    for command, words in _COMMAND.findall(path):
        numbers = [float(word) for word in words.split()]
        if command != "Z":
            found.append(complex(*numbers[-2:]))
    return found


def near(first: complex, second: complex) -> bool:
    return abs(first - second) < 0.05
