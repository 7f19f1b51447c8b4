"""Tiles: the one-line notation, rotation, and what an upgrade must keep.

A tile is written as its colour, its stops, its track and its label::

    yellow town:10 town:10 a:1,3 b:0,4      two towns, each with two sides
    brown city:40x2 a:0,1,2,3 =OO           a city with two slots and a label
    green 0-2 1-3                           plain track, crossing
    yellow city:40 a:0,2 =H $80             the tile that replaces it costs 80
    red offboard:30/50 a:5                  values by column, see the title's phases

Stops are lettered ``a``, ``b``, … in the order written; ``a:0,3`` joins stop a to sides 0 and
3, ``0-3`` joins two sides, ``a-b`` two stops. Sides are numbered 0 to 5 clockwise.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable

import msgspec

COLOURS = ("white", "yellow", "green", "brown", "gray")
"""Tile colours in the order of upgrades; ``red`` and ``blue`` exist on maps only."""

MAP_COLOURS = (*COLOURS, "red", "blue")

KINDS = ("city", "town", "offboard", "deposit")

# The end of a piece of track: a side is its number, the n-th stop is FIRST_STOP + n.
FIRST_STOP = 6

_STOP = re.compile(r"(city|town|offboard|deposit)(?::(\d+(?:/\d+)*))?(?:x(\d+))?")
_SPOKES = re.compile(r"([a-z]):([0-5](?:,[0-5])*)")
_COST = re.compile(r"\$(\d{1,4})")
_PIECE = re.compile(r"([0-5a-z])-([0-5a-z])")


class Stop(msgspec.Struct, frozen=True):
    """A city, town, off-board area or deposit as a tile or the map prints it."""

    kind: str
    values: tuple[int, ...] = (0,)
    slots: int = 0

    def value(self, column: int) -> int:
        """The value in a column; a stop that prints fewer keeps its last one."""
        return self.values[min(column, len(self.values) - 1)]


class Tile(msgspec.Struct, frozen=True):
    """The print of a tile or of a map hex, at rotation 0; `cost` is what replacing it costs."""

    colour: str
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str = ""
    cost: int = 0

    def rotated(self, rotation: int) -> tuple[tuple[int, int], ...]:
        """The track after turning the tile clockwise by `rotation` sixths."""
        return tuple((_turn(a, rotation), _turn(b, rotation)) for a, b in self.track)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its stops, sorted: what an upgrade has to match."""
        return tuple(sorted(stop.kind for stop in self.stops))


def _turn(end: int, rotation: int) -> int:
    return (end + rotation) % 6 if end < FIRST_STOP else end


@functools.cache
def read_tile(text: str) -> Tile:
    """Read a tile from its notation.

    >>> read_tile("yellow city:20 a:0,3").stops[0].value(0)
    20

    Raises
    ------
    ValueError
        Naming the word that cannot be read.
    """
    words = text.split()
    if not words or words[0] not in MAP_COLOURS:
        raise ValueError(f"tile {text!r} must start with one of {', '.join(MAP_COLOURS)}")
    stops: list[Stop] = []
    track: list[tuple[int, int]] = []
    label, cost = "", 0
    for word in words[1:]:
        if match := _STOP.fullmatch(word):
            stops.append(_read_stop(match))
        elif match := _SPOKES.fullmatch(word):
            stop = _read_end(match[1], len(stops), text)
            track += [(stop, int(side)) for side in match[2].split(",")]
        elif match := _PIECE.fullmatch(word):
            first, second = (_read_end(end, len(stops), text) for end in match.groups())
            track.append((first, second))
        elif word.startswith("=") and len(word) > 1:
            label = word[1:]
        elif match := _COST.fullmatch(word):
            cost = int(match[1])
        else:
            raise ValueError(f"tile {text!r}: cannot read {word!r}")
    pieces = [frozenset(piece) for piece in track]
    if any(len(piece) == 1 for piece in pieces) or len(set(pieces)) < len(pieces):
        raise ValueError(f"tile {text!r}: a piece of track joins two different ends, once")
    return Tile(words[0], tuple(stops), tuple(track), label, cost)


def _read_stop(match: re.Match[str]) -> Stop:
    kind, values, slots = match.groups()
    room = int(slots) if slots else int(kind == "city")
    return Stop(kind, tuple(int(value) for value in (values or "0").split("/")), room)


def _read_end(text: str, stops: int, tile: str) -> int:
    if text.isdigit():
        return int(text)
    number = ord(text) - ord("a")
    if number >= stops:
        raise ValueError(f"tile {tile!r}: stop {text!r} is not among its {stops} stops")
    return FIRST_STOP + number


def keeps_track(old: tuple[tuple[int, int], ...], new: tuple[tuple[int, int], ...]) -> bool:
    """Whether every piece of `old` is still there in `new`.

    Stops may be renumbered, each to one of its own; where the new tile has fewer, cities have
    grown together and several may become one.
    """
    pieces = {frozenset(piece) for piece in new}
    before, after = _stops(old), _stops(new)
    if len(after) >= len(before):
        choices: Iterable[tuple[int, ...]] = itertools.permutations(after, len(before))
    else:
        choices = itertools.product(after, repeat=len(before))
    return any(_renumbered(old, before, choice) <= pieces for choice in choices)


def _stops(track: tuple[tuple[int, int], ...]) -> list[int]:
    """The stops that a track touches."""
    return sorted({end for piece in track for end in piece if end >= FIRST_STOP})


def _renumbered(
    track: tuple[tuple[int, int], ...], before: list[int], after: tuple[int, ...]
) -> set[frozenset[int]]:
    """The pieces with new numbers for their stops, without those inside a merged stop."""
    number = dict(zip(before, after, strict=True))
    pieces = (frozenset(number.get(end, end) for end in piece) for piece in track)
    return {piece for piece in pieces if len(piece) == 2}


def city_exits(tile: Tile, turn: int) -> dict[int, set[int]]:
    """For each stop of a tile that can hold tokens, the sides its track leads to."""
    exits: dict[int, set[int]] = {
        number: set() for number, stop in enumerate(tile.stops) if stop.kind in ("city", "offboard")
    }
    for first, second in tile.rotated(turn):
        side, stop = min(first, second), max(first, second) - FIRST_STOP
        if stop in exits and side < FIRST_STOP:
            exits[stop].add(side)
    return exits


def city_places(old: dict[int, set[int]], new: dict[int, set[int]]) -> dict[int, int]:
    """Which city of a new tile each old one becomes: the one that keeps its track.

    A city without track keeps its number, or takes the first that nobody else became. Both are
    given as `city_exits` tells them.
    """
    places: dict[int, int] = {}
    if any(old.values()) or len(old) != len(new):
        for number, exits in old.items():
            kept = [other for other, sides in new.items() if exits and exits <= sides]
            if kept:
                places[number] = kept[0]
    for number in old:
        if number not in places:
            free = [other for other in new if other not in places.values()] or list(new)
            if free:
                places[number] = number if number in free else free[0]
    return places
