"""A board read a second time: from the title's TOML files and a position document, by hand.

The brute force stands on this reading and not on `route_opt.network`, so that a wrong reading of
the map, a tile or a token is seen as a difference. Nothing here is fast, and nothing is imported
from the package but the place where its titles lie.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from route_opt import titles

Table = dict[str, Any]
End = int
"""An end of a piece of track: side 0 to 5, or `STOP` and above for the stops of the tile."""

STOP = 6

# Side 0 looks this way, in degrees clockwise from the east; the others follow clockwise.
FIRST_SIDE = {"pointy": 120, "flat": 90}


class Place(NamedTuple):
    """A stop as the running corporation finds it."""

    name: str
    hex: str
    kind: str
    value: int
    own: bool
    full: bool
    through: bool
    access: bool


class Print(NamedTuple):
    """A tile, or what is printed on a hex: its stops as (kind, values, slots), and its track."""

    stops: list[tuple[str, list[int], int]]
    track: list[tuple[End, End]]


class Files(NamedTuple):
    """The files of a title, and the tiles that all titles share."""

    title: Table
    map: Table
    tiles: Table
    trains: Table
    catalogue: Table


@functools.cache
def files(folder: Path) -> Files:
    names = ("title", "map", "tiles", "trains")
    own = {n: tomllib.loads((folder / f"{n}.toml").read_text(encoding="utf-8")) for n in names}
    shared = Path(titles.__file__).with_name("tiles.toml").read_text(encoding="utf-8")
    return Files(**own, catalogue=tomllib.loads(shared)["tiles"])


class Board:
    """The map of a title: its hexes, and which lies next to which."""

    def __init__(self, read: Files) -> None:
        self.read = read
        country: dict[str, Table] = {hex_id: {} for hex_id in read.map.get("country", "").split()}
        self.hexes: dict[str, Table] = country | read.map.get("hexes", {})
        self.areas = {name: text.split() for name, text in read.map.get("areas", {}).items()}
        self.closed = {
            frozenset(pair.split("-"))
            for pair, border in read.map.get("borders", {}).items()
            if border.get("impassable")
        }

    def centre(self, hex_id: str) -> tuple[float, float]:
        """Where a hex lies on the table: east, south."""
        letter, number = ord(hex_id[0]), int(hex_id[1:])
        if self.read.title["layout"] == "pointy":
            return number, letter * math.sqrt(3)
        return letter * math.sqrt(3), number

    @functools.cached_property
    def across(self) -> dict[tuple[str, int], str]:
        """The hex across each side that track may cross."""
        first = FIRST_SIDE[self.read.title["layout"]]
        places = {hex_id: self.centre(hex_id) for hex_id in self.hexes}
        at = {(round(x, 3), round(y, 3)): hex_id for hex_id, (x, y) in places.items()}
        found: dict[tuple[str, int], str] = {}
        for hex_id, (x, y) in places.items():
            for side in range(6):
                angle = math.radians(first + 60 * side)
                there = round(x + 2 * math.cos(angle), 3), round(y + 2 * math.sin(angle), 3)
                other = at.get(there)
                if other is not None and frozenset((hex_id, other)) not in self.closed:
                    found[hex_id, side] = other
        return found

    def tile(self, name: str) -> Print:
        own = self.read.tiles.get("tiles", {})
        return understood(own[name] if name in own else self.read.catalogue[name])


@functools.cache
def board_of(folder: Path) -> Board:
    return Board(files(folder))


@functools.cache
def understood(text: str) -> Print:
    """A tile in words: ``green city:30x2 0-3 a:1,4 =OO``."""
    stops: list[tuple[str, list[int], int]] = []
    track: list[tuple[End, End]] = []
    for word in text.split()[1:]:
        if word[0] in "=$":
            continue
        if word[0] in "012345" or word[1] == "-":
            first, _, second = word.partition("-")
            track.append((end(first), end(second)))
        elif word[1] == ":":
            track += [(end(word[0]), end(side)) for side in word[2:].split(",")]
        else:
            kind, _, rest = word.partition(":")
            amounts, _, circles = rest.partition("x")
            values = [int(amount) for amount in amounts.split("/") if amount]
            stops.append((kind, values or [0], int(circles or (kind == "city"))))
    return Print(stops, track)


def end(text: str) -> End:
    return int(text) if text.isdigit() else STOP + "abcdef".index(text)


def turned(track: list[tuple[End, End]], sixths: int) -> list[tuple[End, End]]:
    """The track of a tile that was turned clockwise."""
    return [
        (
            (first + sixths) % 6 if first < STOP else first,
            (second + sixths) % 6 if second < STOP else second,
        )
        for first, second in track
    ]


class Reading:
    """A position on its board."""

    def __init__(self, folder: Path, document: Table) -> None:
        self.document = document
        self.board = board_of(folder)
        self.read = self.board.read
        self.options = document.get("options", [])
        self.corporation: str = document["corporation"]
        self.markers: list[Table] = document.get("markers", [])
        self.kinds = {kind["kind"]: kind for kind in self.read.title.get("markers", [])}
        self.routes: Table = self.read.title.get("routes", {})
        self.trains = {train["name"]: train for train in self.read.trains["trains"]}
        self.phase: Table = next(
            phase for phase in self.read.trains["phases"] if phase["name"] == document["phase"]
        )
        self.prints = dict(self._prints())
        self.columns: dict[str, list[int]] = {}

    def _prints(self) -> Iterator[tuple[str, Print]]:
        laid: dict[str, str] = self.document.get("tiles", {})
        for hex_id, row in self.board.hexes.items():
            if hex_id in laid:
                name, _, sixths = laid[hex_id].partition("@")
                tile = self.board.tile(name)
                yield hex_id, Print(tile.stops, turned(tile.track, int(sixths)))
            else:
                yield hex_id, understood(row.get("print", "white"))

    def holds(self, option: str) -> bool:
        """Whether an option that a rule of the title names is in force."""
        return bool(self.routes.get(option)) and self.routes[option] in self.options

    def stop_at(self, hex_id: str, number: int) -> str:
        """The name of a stop: that on the first hex of its area, unless the hexes stand alone."""
        if not self.holds("separate_areas"):
            for hexes in self.board.areas.values():
                if hex_id in hexes:
                    return f"{hexes[0]}.{number}"
        return f"{hex_id}.{number}"

    def marks(self, *effects: str) -> list[tuple[Table, Table]]:
        """The markers with one of these effects, each with its kind."""
        pairs = ((marker, self.kinds[marker["kind"]]) for marker in self.markers)
        return [(marker, kind) for marker, kind in pairs if kind["effect"] in effects]

    @functools.cached_property
    def tokens(self) -> dict[str, list[str | None]]:
        """Who stands at each stop, circle by circle, those beside the city after them."""
        found = {stop: list(owners) for stop, owners in self.document.get("tokens", {}).items()}
        for marker, kind in self.marks("token", "double_end"):
            there = found.setdefault(marker["at"], [])
            if marker["owner"] in there:
                continue
            beside = kind["effect"] == "double_end" and not self.holds("beside_fills")
            first = self.slots(marker["at"]) if beside else 0
            while len(there) < first:
                there.append(None)
            empty = [n for n in range(first, len(there)) if there[n] is None]
            if empty:
                there[empty[0]] = marker["owner"]
            else:
                there.append(marker["owner"])
        return found

    def slots(self, stop: str) -> int:
        hex_id, _, number = stop.partition(".")
        return self.prints[hex_id].stops[int(number)][2]

    @functools.cached_property
    def stops(self) -> dict[str, Place]:
        """Every stop that track leads to, or that lies on a hex with track."""
        found: dict[str, Place] = {}
        for hex_id, print_ in self.prints.items():
            for number, (kind, values, slots) in enumerate(print_.stops if print_.track else ()):
                name = self.stop_at(hex_id, number)
                if name not in found:
                    value = values[min(self.phase["column"], len(values) - 1)]
                    found[name] = self.place(name, hex_id, kind, value, slots)
                    self.columns[name] = values
        return found

    def place(self, name: str, hex_id: str, kind: str, value: int, slots: int) -> Place:
        tokens = self.tokens.get(name, [])
        own = self.corporation in tokens
        circles = [*tokens, *[None] * slots][:slots]
        full = kind == "city" and bool(circles) and None not in circles and not own
        dead_end = kind == "offboard" and hex_id not in self.routes.get("through", [])
        right = self.routes.get("access", {}).get(hex_id)
        access = right is None or any(
            marker["kind"] == right and marker.get("owner") == self.corporation
            for marker in self.markers
        )
        return Place(name, hex_id, kind, value, own, full, not (full or dead_end), access)
