"""A title's board, prepared once: numbers for its sides and stops, and every tile as laid.

Positions of one title share almost everything. What a tile in a rotation on a hex means (its
track, where that leads, the numbers the core wants) is worked out on first use and kept, so that
the network of a position is little more than a dictionary of prepared pieces.
"""

from __future__ import annotations

import functools
from array import array
from collections import Counter

from route_opt.tiles import FIRST_STOP, Tile
from route_opt.title import Title

Crossing = tuple[str, int]
"""A side crossed onto a hex: the hex, and its side."""


class Laid:
    """What lies on a hex: a printed hex or a tile in a rotation.

    Attributes
    ----------
    hex, tile, spec
        Where, what, and ``57@2`` (empty for what is printed).
    track
        Pieces as pairs of ends: a side 0 to 5, or ``FIRST_STOP + n`` for the n-th stop.
    exits
        For each end, the ends its pieces lead to.
    codes
        The same pieces in the core's numbers, flat.
    """

    __slots__ = ("codes", "exits", "hex", "spec", "stops", "tile", "track")

    def __init__(self, board: Board, hex_id: str, tile: Tile, rotation: int, spec: str) -> None:
        self.hex, self.tile, self.spec = hex_id, tile, spec
        self.track = tile.rotated(rotation)
        self.stops = tuple(f"{hex_id}.{n}" for n in range(len(tile.stops)))
        exits: dict[int, list[int]] = {}
        for first, second in self.track:
            exits.setdefault(first, []).append(second)
            exits.setdefault(second, []).append(first)
        self.exits = {end: tuple(others) for end, others in exits.items()}
        self.codes = array("i")
        for first, second in self.track:
            ends = board.code(hex_id, first), board.code(hex_id, second)
            if ends[0] is not None and ends[1] is not None:
                self.codes.extend((ends[0], ends[1]))

    def __repr__(self) -> str:
        return f"Laid({self.hex!r}, {self.spec or 'printed'!r})"


class Board:
    """The numbers and prepared tiles of one title.

    Attributes
    ----------
    printed, place_of
        What is printed on each hex, and the number of each in that order.
    stops_on, spread
        The names of all stops that a hex can have; those that have several hexes.
    entered
        For each face of a side, the hex that is entered by leaving there.
    fixed, open
        Where that has stops with track: what no tile ever covers, and the hexes that may be.
    pieces
        Every tile that was ever laid, by hex and ``57@2``.
    """

    def __init__(self, title: Title, separate_areas: bool) -> None:
        self.title = title
        self.side_of: dict[Crossing, tuple[int, int]] = {}
        self.across: dict[Crossing, Crossing] = {}
        self.side_names: list[tuple[str, str]] = []
        self._number_sides()
        self.stop_of: dict[str, int] = {}
        self.stop_names: list[str] = []
        self.stops_on: dict[str, list[str]] = {}
        self._number_stops(separate_areas)
        self.entered = [hex_id for pair in self.side_names for hex_id in reversed(pair)]
        shares = Counter(self.stop_of.values())
        self.spread = frozenset(stop for stop, count in shares.items() if count > 1)
        self.pieces = _Pieces(self)
        self.printed = {
            hex_.id: Laid(self, hex_.id, hex_.tile, 0, "") for hex_ in title.hexes.values()
        }
        self.place_of = {hex_id: number for number, hex_id in enumerate(self.printed)}
        with_stops = [laid for laid in self.printed.values() if laid.stops and laid.track]
        self.open = {laid.hex: "" for laid in with_stops if title.tiles_of[laid.hex]}
        self.fixed = [laid for laid in with_stops if not title.tiles_of[laid.hex]]

    def _number_sides(self) -> None:
        for hex_id in self.title.hexes:
            for side in range(6):
                other = self.title.neighbour(hex_id, side)
                if other is None or (hex_id, side) in self.side_of:
                    continue
                border = self.title.border(hex_id, other)
                if border is not None and border.impassable:
                    continue
                number = len(self.side_names)
                self.side_names.append((hex_id, other))
                here, there = (hex_id, side), (other, (side + 3) % 6)
                self.side_of[here], self.side_of[there] = (number, 0), (number, 1)
                self.across[here], self.across[there] = there, here

    def _number_stops(self, separate_areas: bool) -> None:
        for hex_ in self.title.hexes.values():
            first = hex_.id
            if hex_.area and not separate_areas:
                first = self.title.areas[hex_.area][0]
            prints = [hex_.tile, *(self.title.tiles[t] for t in self.title.tiles_of[hex_.id])]
            count = max(len(tile.stops) for tile in prints)
            self.stops_on[hex_.id] = [f"{hex_.id}.{n}" for n in range(count)]
            for n, own in enumerate(self.stops_on[hex_.id]):
                name = f"{first}.{n}"
                if name not in self.stop_of:
                    self.stop_of[name] = len(self.stop_names)
                    self.stop_names.append(name)
                self.stop_of[own] = self.stop_of[name]

    def code(self, hex_id: str, end: int) -> int | None:
        """The core's number for an end of track, or None for a side that leads nowhere."""
        if end >= FIRST_STOP:
            return self.stop_of[f"{hex_id}.{end - FIRST_STOP}"]
        side = self.side_of.get((hex_id, end))
        return None if side is None else len(self.stop_names) + 2 * side[0] + side[1]

    def lay(self, hex_id: str, spec: str) -> Laid:
        """The tile `spec` as it lies on a hex."""
        return self.pieces[hex_id, spec]


class _Pieces(dict[tuple[str, str], Laid]):
    """Tiles as they lie, by hex and ``57@2`` (known to be sound); made when first asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __missing__(self, place: tuple[str, str]) -> Laid:
        hex_id, spec = place
        name, _, rotation = spec.partition("@")
        laid = Laid(self.board, hex_id, self.board.title.tiles[name], int(rotation), spec)
        self[place] = laid
        return laid


@functools.cache
def board_of(title: Title, separate_areas: bool = False) -> Board:
    """The board of a title; with `separate_areas`, each hex of an area is a stop of its own."""
    return Board(title, separate_areas)
