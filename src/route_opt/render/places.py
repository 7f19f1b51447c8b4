"""Where the stops of a tile sit.

A lone city sits in the middle, a town on the curve its two sides make. Where several share a tile,
every sensible way to set them is tried and the clearest kept: stops apart from each other and from
track that is not theirs, near their own sides, on track that bends little.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from route_opt.render.geometry import APOTHEM, Layout, Piece, direction, layout_of
from route_opt.tiles import FIRST_STOP, Stop, Tile

SLOT = 12.5
"""The radius of a city's slot, and of the token on it."""

# The room a stop needs around its point.
_ROOM = {"city": SLOT + 2, "town": 9.0, "deposit": 13.0, "offboard": SLOT}
_KEPT = 7


class Place(NamedTuple):
    """Where a stop sits and how it is turned.

    `axis` is the direction in which a city's slots lie, or in which a town's bar does; 0 stands
    for a city to be drawn upright, or a town to be drawn as a dot.
    """

    point: complex
    axis: complex

    def turned(self, by: complex) -> Place:
        """The place after a turn of its tile."""
        return Place(self.point * by, self.axis * by)


class _Option(NamedTuple):
    place: Place
    room: float
    track: list[complex]
    cost: float


@functools.cache
def places(tile: Tile, rotation: int, layout: Layout) -> tuple[Place, ...]:
    """The place of each stop of a tile as laid."""
    if len(tile.stops) > 1 and not tile.track:
        return _spread(len(tile.stops))
    by = direction(60 * rotation) * layout.turn
    return tuple(place.turned(by) for place in _placed(tile))


def _spread(count: int) -> tuple[Place, ...]:
    """Stops without track, around the middle; from the left, a little up."""
    turns = (direction(200 + 360 * n / count) for n in range(count))
    return tuple(Place(0.5 * APOTHEM * turn, 0) for turn in turns)


@functools.cache
def _placed(tile: Tile) -> tuple[Place, ...]:
    """The places at rotation 0, for flat tops."""
    sides: list[list[int]] = [[] for _ in tile.stops]
    through = []
    for first, second in tile.track:
        side, end = min(first, second), max(first, second)
        if end < FIRST_STOP:
            through += _flat.join(side, end).points()
        elif side < FIRST_STOP:
            sides[end - FIRST_STOP].append(side)
    alone = len(tile.stops) == 1 and not through
    options = [
        _clearest(_options(stop, sides[n], alone), through) for n, stop in enumerate(tile.stops)
    ]
    clash = functools.cache(lambda n, i, m, j: _clash(options[n][i], options[m][j]))

    def cost(choice: Sequence[int]) -> float:
        own = sum(options[n][i].cost for n, i in enumerate(choice))
        pairs = itertools.combinations(enumerate(choice), 2)
        return own + sum(clash(n, i, m, j) for (n, i), (m, j) in pairs)

    best = min(itertools.product(*(range(len(few)) for few in options)), key=cost)
    return tuple(options[n][i].place for n, i in enumerate(best))


_flat = layout_of("flat")


def _options(stop: Stop, sides: list[int], alone: bool) -> Iterator[_Option]:
    """The ways to set one stop, each with what it costs by itself."""
    room = _ROOM[stop.kind]
    if stop.kind == "town" and len(sides) == 2:
        track = _flat.join(*sides)
        parts = (0.5,) if alone else (0.5, 0.36, 0.64, 0.27, 0.73, 0.2, 0.8)
        for part in parts:
            place = Place(track.at(part), track.heading_at(part) * 1j)
            yield _Option(place, room, track.points(), 3 * abs(part - 0.5))
        return
    if alone:
        yield _option(Place(0, 0), room, sides)
        return
    room += 4 * (stop.slots > 1)
    for angle in range(0, 360, 30):
        for distance in (0.42, 0.52, 0.6):
            towards = direction(angle)
            yield _option(Place(distance * APOTHEM * towards, towards * 1j), room, sides)


def _option(place: Place, room: float, sides: list[int]) -> _Option:
    legs = [_flat.leg(side, place.point) for side in sides]
    bends = sum(leg.turn**2 for leg in legs)
    length = sum(abs(leg.end - leg.start) for leg in legs)
    track = [point for leg in legs for point in leg.points()]
    return _Option(place, room, track, 3 * bends + 0.15 * length)


def _clearest(options: Iterator[_Option], track: list[complex]) -> list[_Option]:
    """The few best options, counting how near each is to the tile's through track."""
    rated = [option._replace(cost=option.cost + _near(option, track)) for option in options]
    return sorted(rated, key=lambda option: option.cost)[:_KEPT]


def _clash(first: _Option, second: _Option) -> float:
    """What two stops cost together: too close, or one on the other's track."""
    apart = abs(first.place.point - second.place.point)
    close = max(0.0, first.room + second.room + 3 - apart)
    return close + _near(first, second.track) + _near(second, first.track)


def _near(option: _Option, track: list[complex]) -> float:
    """How far a stop's room reaches over track that is not its own."""
    if not track:
        return 0.0
    nearest = min(abs(option.place.point - point) for point in track)
    return max(0.0, option.room + 4 - nearest) / 2


def slots(place: Place, count: int) -> list[complex]:
    """The middles of a city's slots."""
    if count <= 1:
        return [place.point]
    axis = place.axis or 1
    if count == 2:
        return [place.point - SLOT * axis, place.point + SLOT * axis]
    start = direction(-90 if count == 3 else -135)
    reach = {3: 2 / 3**0.5, 4: 2**0.5}.get(count, count / 3)
    return [place.point + SLOT * reach * start * direction(360 * n / count) for n in range(count)]


def track_of(
    tile: Tile, track: Sequence[tuple[int, int]], rotation: int, layout: Layout
) -> list[Piece]:
    """The pieces of a tile's rotated track."""
    found = places(tile, rotation, layout)
    return [piece(first, second, found, layout) for first, second in track]


def piece(first: int, second: int, found: Sequence[Place], layout: Layout) -> Piece:
    """The track from one end to another: sides, or stops at their places."""
    if first < FIRST_STOP:
        return layout.leg(first, _point(second, found, layout))
    if second < FIRST_STOP:
        return layout.leg(second, _point(first, found, layout)).reversed()
    start, end = _point(first, found, layout), _point(second, found, layout)
    return Piece(start, (end - start) / (abs(end - start) or 1), end)


def _point(end: int, found: Sequence[Place], layout: Layout) -> complex:
    return layout.side(end) if end < FIRST_STOP else found[end - FIRST_STOP].point
