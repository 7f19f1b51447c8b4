"""The words and numbers of a hex: values, names, costs, markers, each where there is room."""

from __future__ import annotations

import functools

from route_opt.position import Marker
from route_opt.render import colours
from route_opt.render.geometry import Layout, xy
from route_opt.render.markup import box, disc, hover, tag, text, text_width
from route_opt.render.places import SLOT, Place, track_of
from route_opt.render.room import Room, dots
from route_opt.render.scene import Scene, rotation_of
from route_opt.render.tiles import dashed, needs_room, off_board_leg, token
from route_opt.tiles import Stop, Tile

# Where the coordinate and the tile number stand: in corners, which no track reaches.
_COORDINATE = {"pointy": -47j, "flat": -22 - 41.5j}
_TILE_NUMBER = {"pointy": 48j, "flat": 22 + 42j}

_BESIDE = 9.0
"""The radius of a token beside a city."""

_NAME_SIZES = (8.5, 7.5, 6.5, 6.0)
"""The sizes of a name, the best first."""

_CELL = 17.0
"""The width of one value of a row by columns."""


@functools.cache
def _track_cells(tile: Tile, rotation: int, layout: Layout, centre: complex) -> int:
    """The cells that track covers in a room in which the tile's middle is at `centre`."""
    found = []
    rails = tile.rotated(rotation)
    for ends, piece in zip(rails, track_of(tile, rails, rotation, layout), strict=True):
        points = piece.points()
        if tile.stops and tile.stops[0].kind == "offboard":
            points = off_board_leg(min(ends), layout).points()
        found += [centre + point for point in points]
    return dots(found)


class Notes:
    """Collects the notes of one hex, or of an area as one, placing each as it comes."""

    def __init__(self, scene: Scene, area: tuple[str, ...]) -> None:
        self.scene, self.hex_id = scene, area[0]
        hex_id = self.hex_id
        self.hex = scene.title.hexes[hex_id]
        self.laid = scene.laid(hex_id)
        self.tile = self.laid.tile
        self.ground = colours.HEX[self.tile.colour]
        self.centres = {one: scene.layout.centre(one) - scene.middle(area) for one in area}
        cells = 0
        for one, centre in self.centres.items():
            laid = scene.laid(one)
            cells |= _track_cells(laid.tile, rotation_of(laid), scene.layout, centre)
        self.room = Room(scene.layout, tuple(self.centres.values()), cells)
        self.places = scene.places(hex_id)
        self.drawn: list[str] = []

    def draw(self) -> str:
        """All notes of the hex."""
        self.coordinate()
        self.take_stops()
        for number, name in enumerate(self.laid.stops):
            self.stop_notes(number, self.scene.stop_name(name))
        self.values()
        self.name()
        self.numbers()
        self.labels()
        return "".join(self.drawn)

    def edged(self, at: complex, words: str, size: float, **attributes: object) -> str:
        """Text with an edge in the hex's colour, so that it reads on track."""
        attributes = {"stroke": self.ground, "stroke_width": size / 4} | attributes
        return text(at, words, size, **attributes)

    def write(self, words: str, size: float, at: complex, **attributes: object) -> None:
        """Text in its place."""
        self.drawn.append(self.edged(at, words, size, **attributes))

    def fit(self, words: str, size: float, wish: complex, **attributes: object) -> None:
        """Text where there is room."""
        at = self.room.place(round(text_width(words, size)) + 2, round(size) + 1, wish)
        self.write(words, size, at, **attributes)

    # the parts

    def coordinate(self) -> None:
        """Coordinate and tile number, always in the same corners."""
        layout = self.scene.layout.name
        for hex_id, centre in self.centres.items():
            at = centre + _COORDINATE[layout]
            self.write(hex_id, 6, at, fill=colours.NOTE)
            self.room.take(at, 16, 7)
        if self.laid.spec:
            number = self.laid.spec.rpartition("@")[0]
            self.write(number, 5.5, _TILE_NUMBER[layout], fill=colours.NOTE)
            self.room.take(_TILE_NUMBER[layout], 16, 7)

    def take_stops(self) -> None:
        """Keep labels off the stops."""
        for number, (print_, place) in enumerate(zip(self.tile.stops, self.places, strict=True)):
            rings = self.scene.rings.get(self.scene.stop_name(self.laid.stops[number]), [])
            for middle, width in needs_room(print_, place):
                width += 6 * len(rings)
                self.room.take(middle, width, width)

    def stop_notes(self, number: int, name: str) -> None:
        """What stands at a stop: tokens beside it, markers."""
        print_, place = self.tile.stops[number], self.places[number]
        for owner in self.scene.beside(name, print_):
            at = self.room.place(20, 20, place.point * 1.7 + (26 if not place.point else 0))
            self.drawn.append(token(self.scene, owner, at, radius=_BESIDE))
        for marker, where in self.scene.markers.get(name, ()):
            effect = self.scene.title.markers[marker.kind].effect
            if effect == "cubes":
                self.drawn.append(_cubes(place, marker.count))
            elif effect != "token":
                self.marker(marker, where, place)

    def marker(self, marker: Marker, where: str, place: Place) -> None:
        """A small plate: whose it is, what it is, what it does."""
        words = _marker_words(self.scene, marker, where)
        fill = colours.STATE.get(marker.state, colours.PAPER)
        edge = self.scene.colour_of(marker.owner) if marker.owner else colours.INK
        width = round(text_width(words, 6)) + 7
        at = self.room.place(width + 2, 11, place.point + 22j)
        plate = box(at, width, 9.5, rx=3, fill=fill, stroke=edge, stroke_width=1.6)
        note = hover(f"{marker.kind} {marker.owner} {marker.state}".strip())
        words = text(at, words, 6, font_weight="bold")
        self.drawn.append(tag("g", note + plate + words, data_marker=marker.kind))

    def values(self) -> None:
        """The value of each stop; once where all stops of a tile agree."""
        stops = self.tile.stops
        alike = len({stop.values for stop in stops}) == 1
        for n, stop in enumerate(stops[:1] if alike else stops):
            point = self.places[n].point if not alike or len(stops) == 1 else 0
            if len(stop.values) > 1:
                self.value_row(stop, point, self.scene.stop_name(self.laid.stops[n]))
            elif stop.values[0]:
                self.value(stop, point)

    def value(self, stop: Stop, point: complex) -> None:
        """One number in a circle."""
        words = str(stop.values[0])
        radius = 6.5 if len(words) < 3 else 8.5
        wish = point + (SLOT + radius + 4) * (1 - 1j) / 2**0.5 * (1.3 if stop.slots > 1 else 1)
        at = self.room.place(round(2 * radius) + 2, round(2 * radius) + 2, wish)
        self.drawn.append(
            disc(at, radius, fill=colours.PAPER, stroke=colours.INK, stroke_width=0.8)
            + text(at, words, 7.5, font_weight="bold")
        )

    def value_row(self, stop: Stop, point: complex, name: str) -> None:
        """Values by column, the present one marked, and ringed by the trains that count it."""
        column = min(self.scene.column, len(stop.values) - 1)
        rings = [] if stop.slots else self.scene.rings.get(name, [])
        edge = 2 + 6 * len(rings)
        width = round(_CELL * len(stop.values)) + edge
        middle = self.room.place(width, 13 + edge, point + 10j)
        spots = [middle + _CELL * (n - (len(stop.values) - 1) / 2) for n in range(len(stop.values))]
        for n, colour in reversed(list(enumerate(rings, 1))):
            more = 2 + 6 * n
            self.drawn.append(box(spots[column], _CELL + more, 13 + more, rx=2, fill=colour))
        for n, value in enumerate(stop.values):
            if n != column:
                self.drawn.append(self.cell(spots[n], value, n))
        now = self.cell(spots[column], stop.values[column], column, now=True)
        self.drawn.append(tag("g", now, class_="current"))

    def cell(self, at: complex, value: int, column: int, now: bool = False) -> str:
        """One value of a row, in the colour of its time."""
        fill = colours.HEX[_column_colour(self.scene, column)]
        width = 2.4 if now else 0.6
        weight = "bold" if now else None
        return box(at, _CELL, 13, fill=fill, stroke=colours.INK, stroke_width=width) + text(
            at, str(value), 8.5 if now else 7.5, font_weight=weight
        )

    def name(self) -> None:
        """The name of the city: as large, and on as few lines, as leaves the track in sight."""
        if not self.hex.name:
            return
        below = 22j if self.tile.stops and self.tile.stops[0].slots else 14j
        wish = -12j if self.tile.colour == "red" else below
        ways = [
            (size, lines)
            for size in _NAME_SIZES
            for lines in _lines(self.hex.name)
            if size < _NAME_SIZES[0] or max(map(len, lines)) < 13
        ]
        boxes = [
            (
                round(max(text_width(line, size) for line in lines)) + 2,
                round(size * 1.1 * len(lines)),
            )
            for size, lines in ways
        ]
        chosen, at = self.room.place_one(boxes, wish)
        size, lines = ways[chosen]
        spots = [at + 1j * size * 1.05 * (n - (len(lines) - 1) / 2) for n in range(len(lines))]
        words = [self.edged(*line, size) for line in zip(spots, lines, strict=True)]
        self.drawn.append(tag("g", "".join(words), data_name=self.hex_id))

    def numbers(self) -> None:
        """Which stop is which, where a hex has several."""
        if len(self.laid.stops) > 1:
            for name, place in zip(self.laid.stops, self.places, strict=True):
                self.fit(f".{name.partition('.')[2]}", 6.5, place.point * 1.35, fill=colours.NOTE)

    def labels(self) -> None:
        """Label, terrain, private company, and the class of an off-board."""
        label, borne = self.scene.label(self.hex_id)
        if label:
            self.fit(label, 11, -28 + 12j, font_weight="bold", opacity=None if borne else 0.75)
        if not self.laid.spec:
            if self.hex.cost:
                self.cost()
            for name in self.scene.privates(self.hex_id):
                self.private(name)
        for name, hexes in self.scene.title.routes.ends.classes.items():
            if self.hex_id in hexes:
                self.fit(f"{name} +{hexes[self.hex_id]}", 7, 24j, font_weight="bold")

    def cost(self) -> None:
        """What a first tile costs here, with a sign for the terrain."""
        words = str(self.hex.cost)
        sign = 12 if self.hex.terrain else 0
        width = round(text_width(words, 9)) + sign
        wish = 32j if self.tile.stops else 0j
        at = self.room.place(width + 2, 10, wish)
        self.write(words, 9, at + sign / 2, fill=colours.NOTE)
        if sign:
            colour = colours.TERRAIN.get(self.hex.terrain, colours.INK)
            self.drawn.append(_terrain(self.hex.terrain, at - width / 2 + 4.5, colour))

    def private(self, name: str) -> None:
        """The private company whose hex this is."""
        company = self.scene.title.privates.get(name)
        width = round(text_width(name, 7.5)) + 6
        at = self.room.place(width + 2, 12, -20 - 24j)
        words = text(at, name, 7.5, font_style="italic")
        self.drawn.append(
            tag("g", hover(company.name if company else name) + dashed(at, width) + words)
        )


def _cubes(place: Place, count: int) -> str:
    """Cubes on a deposit, in rows."""
    across = min(count, 2) if count <= 4 else 3
    drawn = []
    for n in range(count):
        rows = (count + across - 1) // across
        spot = complex(n % across - (across - 1) / 2, n // across - (rows - 1) / 2)
        at = place.point + 7 * spot
        drawn.append(box(at, 5.5, 5.5, fill=colours.INK, stroke=colours.PAPER, stroke_width=0.8))
    return tag("g", hover(f"{count} cubes") + "".join(drawn), data_marker="cubes")


def _marker_words(scene: Scene, marker: Marker, where: str) -> str:
    """Such as ``ATSF cattle +10``."""
    kind = scene.title.markers[marker.kind]
    doubles = kind.effect.startswith("double")
    words = [marker.owner, "" if doubles else marker.kind.partition("_")[0], marker.state]
    amount = marker.value
    if amount is None:
        amount = kind.amount if isinstance(kind.amount, int) else 0
        if isinstance(kind.amount, dict):
            amount = kind.amount.get(marker.at.partition(".")[0], 0)
    if doubles:
        words.append("×2")
    elif where in ("from", "to"):
        words.append(where)
    elif amount:
        words.append(f"+{amount}" + (f"/+{kind.others}" if kind.others else ""))
    return " ".join(word for word in words if word)


def _column_colour(scene: Scene, column: int) -> str:
    """The tile colour of the time in which a column of values holds."""
    phases = [phase for phase in scene.title.phases.values() if phase.column == column]
    return phases[0].tiles[-1] if phases else "gray"


def _lines(name: str) -> list[list[str]]:
    """The ways to write a name: on one line if it is short, on two of about the same length."""
    breaks = [n for n, letter in enumerate(name) if letter == " "]
    # An "&" stands better at the end of a line than at the beginning.
    breaks.sort(key=lambda n: (name[n + 1] == "&", abs(2 * n - len(name))))
    ways = [[name[:at], name[at + 1 :]] for at in breaks]
    ways.insert(0 if len(name) <= 15 else 1, [name])
    return ways


def _terrain(kind: str, at: complex, colour: str) -> str:
    """A peak for mountains, waves for the rest."""
    if kind == "mountain":
        path = f"M{xy(at + (-4.5 + 3.5j))}l4.5 -7.5l4.5 7.5z"
        return tag("path", d=path, fill=colour)
    wave = "q1.25 -2.5 2.5 0t2.5 0t2.5 0"
    path = "".join(f"M{xy(at + complex(-4, y))}{wave}" for y in (-2, 1.5))
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=1.3)
