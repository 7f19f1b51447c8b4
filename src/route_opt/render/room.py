"""Finding room for labels in a hex.

A hex is a grid of small cells kept as one integer, a bit a cell: what a label would cover is one
`&` and one count away, so that each can be tried in every spot.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Sequence

from route_opt.render.geometry import APOTHEM, Layout

_CELL = 4.0
_HALF = 17
"""Cells from the middle to the edge of the grid: a little more than a hex."""

_SIZE = 2 * _HALF

_SLACK = 0.7
"""A cell of which less than this is covered counts as free."""

# What covering a cell costs: another label or stop, track, a place outside the hex. The distance
# from the wished spot costs a fortieth of a cell a unit.
_TAKEN, _TRACK, _OUTSIDE, _FAR = 10.0, 5.0, 8.0, 0.1

_SPOTS = tuple(
    complex(x, y)
    for y, x in itertools.product(range(-42, 43, 6), range(-42, 43, 6))
    if abs(complex(x, y)) < APOTHEM
)


def dots(points: Iterable[complex], thick: float = 5.0) -> int:
    """The cells near points, such as those along a piece of track."""
    found = 0
    for point in points:
        found |= area(point, thick, thick)
    return found


@functools.lru_cache(maxsize=20_000)
def area(at: complex, width: float, height: float) -> int:
    """The cells a box around a point covers."""
    left, right = _range(at.real, width)
    top, bottom = _range(at.imag, height)
    if right <= left:
        return 0
    row = ((1 << (right - left)) - 1) << left
    found = 0
    for line in range(top, bottom):
        found |= row << (line * _SIZE)
    return found


def _range(middle: float, extent: float) -> tuple[int, int]:
    """The cells from the first to the one past the last, within the grid."""
    low = math.floor((middle - extent / 2 + _SLACK) / _CELL) + _HALF
    high = math.ceil((middle + extent / 2 - _SLACK) / _CELL) + _HALF
    return min(max(low, 0), _SIZE), min(max(high, 0), _SIZE)


@functools.cache
def _outside(layout: Layout, centres: tuple[complex, ...]) -> int:
    """The cells in none of the hexes with these centres, with a margin."""
    found = 0
    for x, y in itertools.product(range(_SIZE), range(_SIZE)):
        cell = complex(x - _HALF + 0.5, y - _HALF + 0.5) * _CELL
        reach = min(
            max(((cell - centre) * normal.conjugate()).real for normal in layout.normals)
            for centre in centres
        )
        if reach > APOTHEM - 2:
            found |= 1 << (y * _SIZE + x)
    return found


@functools.lru_cache(maxsize=20_000)
def _spots(
    layout: Layout, centres: tuple[complex, ...], width: float, height: float, wish: complex
) -> list[tuple[float, int, complex]]:
    """Where a label could go, cheapest first as long as nothing is in the way."""
    outside = _outside(layout, centres)
    found = []
    for spot in {wish: None, **dict.fromkeys(_SPOTS)}:
        cells = area(spot, width, height)
        cost = _OUTSIDE * (cells & outside).bit_count() + _FAR * abs(spot - wish)
        found.append((cost, cells, spot))
    return sorted(found, key=lambda item: item[0])


class Room:
    """The free room of one hex, or of several that are one; points are from its middle."""

    def __init__(self, layout: Layout, centres: tuple[complex, ...], track: int) -> None:
        self.layout, self.centres, self.track, self.taken = layout, centres, track, 0

    def take(self, at: complex, width: float, height: float) -> None:
        """Say that something stands there."""
        self.taken |= area(at, width, height)

    def place(self, width: float, height: float, wish: complex) -> complex:
        """The best spot for a label of that size; it is taken from now on."""
        return self.place_one([(width, height)], wish)[1]

    def place_one(self, boxes: Sequence[tuple[float, float]], wish: complex) -> tuple[int, complex]:
        """Which of several sizes, and where: the first that covers nothing, or the least."""
        best = None
        for number, (width, height) in enumerate(boxes):
            over, at, cells = _best_spot(
                self.layout, self.centres, width, height, wish, self.track, self.taken
            )
            if best is None or over < best[0]:
                best = (over, number, at, cells)
            if not best[0]:
                break
        assert best is not None
        self.taken |= best[3]
        return best[1], best[2]


@functools.lru_cache(maxsize=20_000)
def _best_spot(
    layout: Layout,
    centres: tuple[complex, ...],
    width: float,
    height: float,
    wish: complex,
    track: int,
    taken: int,
) -> tuple[float, complex, int]:
    """What the best spot covers, where it is, and its cells."""
    best = None
    for base, cells, spot in _spots(layout, centres, width, height, wish):
        if best is not None and base >= best[0]:
            break
        over = _TAKEN * (cells & taken).bit_count() + _TRACK * (cells & track).bit_count()
        if best is None or base + over < best[0]:
            covered = base + over - _FAR * abs(spot - wish)
            best = (base + over, covered, spot, cells)
    assert best is not None
    return max(0.0, round(best[1], 6)), best[2], best[3]
