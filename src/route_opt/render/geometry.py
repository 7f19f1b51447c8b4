"""Hexes in the plane: centres, corners, sides, and the one curve that all track is made of.

Points and directions are complex numbers, y downwards as in SVG. Every piece of track leaves its
side at a right angle and is the arc of a circle from there (a straight line when it aims at its
end): between two sides, or from a side to a stop, the same formula draws them all.
"""

from __future__ import annotations

import cmath
import functools
import math
from typing import NamedTuple

APOTHEM = 50.0
"""From a hex's centre to the middle of a side; two neighbours' centres are twice that apart."""

RADIUS = 2 * APOTHEM / math.sqrt(3)

# The direction of side 0, in degrees clockwise from the right.
_TILT = {"flat": 90, "pointy": 120}


def direction(degrees: float) -> complex:
    """The unit vector at an angle, clockwise from the right."""
    return cmath.rect(1, math.radians(degrees))


class Layout:
    """A way to lay hexes side by side: ``pointy`` or ``flat`` tops.

    Attributes
    ----------
    turn
        What turns a tile drawn for flat tops into this layout.
    normals
        The outward direction of each side.
    corners
        Corner `n` lies between sides `n` and `n + 1`, as seen from the centre.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        tilt = _TILT[name]
        self.turn = direction(tilt - _TILT["flat"])
        self.normals = tuple(direction(tilt + 60 * side) for side in range(6))
        self.corners = tuple(RADIUS * direction(tilt + 30 + 60 * side) for side in range(6))

    def centre(self, hex_id: str) -> complex:
        """Where a hex lies: rows are lettered on pointy maps, columns on flat ones."""
        along = int(hex_id[1:]) * APOTHEM
        across = (ord(hex_id[0]) - ord("A")) * 1.5 * RADIUS
        return complex(along, across) if self.name == "pointy" else complex(across, along)

    def side(self, side: int) -> complex:
        """The middle of a side, from the centre."""
        return APOTHEM * self.normals[side]

    def leg(self, side: int, end: complex) -> Piece:
        """The track from a side to a point of the tile."""
        return Piece(self.side(side), -self.normals[side], end)

    def join(self, first: int, second: int) -> Piece:
        """The track between two sides."""
        return self.leg(first, self.side(second))


@functools.cache
def layout_of(name: str) -> Layout:
    """The layout of that name."""
    return Layout(name)


class Piece(NamedTuple):
    """The arc that starts in a direction and reaches a point: all that track is made of."""

    start: complex
    heading: complex
    end: complex

    @property
    def turn(self) -> float:
        """The angle it turns through, clockwise positive; 0 for a straight line."""
        chord = (self.end - self.start) * self.heading.conjugate()
        angle = 2 * math.atan2(chord.imag, chord.real)
        return angle if abs(angle) > 1e-6 else 0.0

    def at(self, part: float) -> complex:
        """The point after a part (0 to 1) of its length."""
        turn, chord = self.turn, self.end - self.start
        if not turn:
            return self.start + part * chord
        return self.start + chord * (cmath.exp(1j * turn * part) - 1) / (cmath.exp(1j * turn) - 1)

    def heading_at(self, part: float) -> complex:
        """The direction of travel after a part of its length."""
        return self.heading * cmath.exp(1j * self.turn * part)

    def reversed(self) -> Piece:
        """The same arc run the other way."""
        return Piece(self.end, -self.heading_at(1), self.start)

    def points(self, step: float = 4.0) -> list[complex]:
        """Points along it, about `step` apart, with both ends."""
        count = max(2, round(abs(self.end - self.start) / step))
        return [self.at(n / count) for n in range(count + 1)]

    def draw(self, origin: complex = 0) -> str:
        """The SVG path command that continues from its start to its end."""
        end, turn = self.end + origin, self.turn
        if not turn:
            return f"L{xy(end)}"
        radius = abs((self.end - self.start) / (2 * math.sin(turn / 2)))
        large, sweep = int(abs(turn) > math.pi), int(turn > 0)
        return f"A{number(radius)} {number(radius)} 0 {large} {sweep} {xy(end)}"


def number(value: float) -> str:
    """A coordinate as short as two decimals allow."""
    return f"{round(value, 2) + 0.0:.7g}"


def xy(point: complex) -> str:
    """A point as SVG writes it."""
    return f"{number(point.real)} {number(point.imag)}"
