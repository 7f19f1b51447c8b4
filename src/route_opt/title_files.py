"""Reading a title from its folder of TOML files, with every problem in one error.

A field that cannot be read is reported and left empty, so that the rest is still read and
checked: whoever edits a title sees all there is to mend at once.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar

import msgspec

from route_opt.documents import read_toml
from route_opt.errors import Problem, TitleError
from route_opt.harmless import brief
from route_opt.tiles import COLOURS, Tile, keeps_track, read_tile
from route_opt.title import (
    Border,
    Cell,
    Corporation,
    Hex,
    MarkerKind,
    Market,
    Option,
    Phase,
    Play,
    Private,
    River,
    Routes,
    Title,
    Train,
    may_lie,
)
from route_opt.title_checks import check_title

_FILES = ("title", "map", "tiles", "trains", "companies", "market")
_CATALOGUE = Path(__file__).parent / "titles" / "tiles.toml"

Table = TypeVar("Table", bound=msgspec.Struct)


def load_title(folder: Path) -> Title:
    """Load and check a title from its folder.

    Raises
    ------
    TitleError
        With every problem found in its files.
    """
    problems: list[Problem] = []
    files = {name: _read_toml(folder / f"{name}.toml", problems) for name in _FILES}
    unread = {problem.where.removesuffix(".toml") for problem in problems}
    title = _Builder(folder, files, unread, problems).build()
    if not unread:  # with a file missing, what it would have defined is missing everywhere
        problems += check_title(title)
    if problems:
        raise TitleError(problems)
    return title


def _read_toml(path: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        return read_toml(path, TitleError)
    except TitleError as error:
        problems += [Problem("title_file", path.name, one.message) for one in error.problems]
        return {}


@functools.cache
def _catalogue() -> dict[str, str]:
    tiles: dict[str, str] = read_toml(_CATALOGUE, TitleError)["tiles"]
    return tiles


Fits = Callable[[str, str], bool]
"""Whether a tile may lie on a hex, as far as the lists of special hexes say."""


class _Builder:
    """Turns the raw tables into a Title, collecting problems instead of stopping at one."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, dict[str, Any]],
        unread: set[str],
        problems: list[Problem],
    ) -> None:
        self.folder, self.files, self.unread, self.problems = folder, files, unread, problems

    def build(self) -> Title:
        tiles = self.tiles_of_title()
        areas = self.lists("map", "areas")
        only_on, never_on = self.lists("tiles", "only_on"), self.lists("tiles", "never_on")
        hexes = self.hexes(tiles, functools.partial(may_lie, only_on, never_on))
        for name, ids in areas.items():
            for hex_id in set(ids) & set(hexes):
                hexes[hex_id] = msgspec.structs.replace(hexes[hex_id], area=name)
        return Title(
            **self.head(),
            folder=self.folder,
            hexes=hexes,
            areas=areas,
            borders=self.borders(),
            marks=self.lists("map", "marks"),
            rivers=self.named("map", "rivers", River),
            tiles=tiles,
            manifest=self.field("tiles", "manifest", dict[str, int]),
            in_box=self.field("tiles", "in_box", dict[str, int]),
            upgrades=self.lists("tiles", "upgrades"),
            upgrades_with=self.lists_by_option("tiles", "upgrades_with"),
            only_on=only_on,
            never_on=never_on,
            never_on_with=self.lists_by_option("tiles", "never_on_with"),
            aliases=self.field("tiles", "aliases", dict[str, str]),
            tile_sources=self.field("tiles", "sources", dict[str, dict[str, str]]),
            trains=self.rows("trains", "trains", Train, "name"),
            phases=self.rows("trains", "phases", Phase, "name"),
            corporations=self.named("companies", "corporations", Corporation),
            privates=self.named("companies", "privates", Private),
            market=self.market(),
            markers=self.rows("title", "markers", MarkerKind, "kind"),
            options=self.named("title", "options", Option),
            routes=self.one("title.routes", self.part("title", "routes"), Routes),
            play=self.one("title.play", self.part("title", "play"), Play),
        )

    # fields and tables

    def problem(self, where: str, message: str) -> None:
        self.problems.append(Problem("title_data", where, message))

    def part(self, file: str, field: str) -> dict[str, Any]:
        """A table of a file, empty where there is none."""
        found = self.files[file].get(field, {})
        if isinstance(found, dict):
            return found
        self.problem(f"{file}.{field}", "is not a table")
        return {}

    def convert(self, where: str, data: Any, type_: Any) -> Any:
        try:
            return msgspec.convert(data, type_)
        except msgspec.ValidationError as error:
            self.problem(where, str(error))
            return _blank(type_)

    def field(self, file: str, field: str, type_: Any) -> Any:
        return self.convert(f"{file}.{field}", self.part(file, field), type_)

    def one(self, where: str, data: Any, type_: type[Table]) -> Table:
        """A struct from its table; each field that is wrong, missing or unknown is a problem."""
        if not isinstance(data, dict):
            self.problem(where, "is not a table")
            data = {}
        fields = msgspec.structs.fields(type_)
        names = [field.name for field in fields]
        for extra in sorted(data.keys() - set(names)):
            self.problem(where, f"{extra!r} is not a field here; there are {', '.join(names)}")
        found: dict[str, Any] = {}
        for field in fields:
            if field.name in data:
                found[field.name] = self.convert(
                    f"{where}.{field.name}", data[field.name], field.type
                )
            elif field.required:
                if where.partition(".")[0] not in self.unread:
                    self.problem(where, f"{field.name!r} is missing")
                found[field.name] = _blank(field.type)
        return type_(**found)

    def named(self, file: str, field: str, type_: type[Table]) -> dict[str, Table]:
        tables = self.part(file, field)
        return {name: self.one(f"{file}.{name}", data, type_) for name, data in tables.items()}

    def rows(self, file: str, field: str, type_: type[Table], key: str) -> dict[str, Table]:
        rows = self.files[file].get(field, [])
        if not isinstance(rows, list):
            self.problem(f"{file}.{field}", "is not a list of tables")
            rows = []
        found: dict[str, Table] = {}
        for number, row in enumerate(rows):
            where = f"{file}.{field}[{number}]"
            read = self.one(where, row, type_)
            name = getattr(read, key)
            if name in found:
                self.problem(where, f"{name!r} stands here a second time")
            found[name] = read
        return found

    def lists(self, file: str, field: str) -> dict[str, tuple[str, ...]]:
        return self.split(f"{file}.{field}", self.part(file, field))

    def lists_by_option(self, file: str, field: str) -> dict[str, dict[str, tuple[str, ...]]]:
        tables = self.part(file, field)
        return {
            option: self.split(f"{file}.{field}.{option}", data) for option, data in tables.items()
        }

    def split(self, where: str, data: Any) -> dict[str, tuple[str, ...]]:
        """Names with words in one text each: ``7 = "18 26 27"``."""
        texts: dict[str, str] = self.convert(where, data, dict[str, str])
        return {name: tuple(text.split()) for name, text in texts.items()}

    # the parts of a title

    def head(self) -> dict[str, Any]:
        head = self.one("title", self.files["title"], _Head)
        kept = ("name", "full_name", "edition", "layout", "sources", "reconstruction")
        return {field: getattr(head, field) for field in kept}

    def tile(self, where: str, text: Any) -> Tile:
        try:
            return read_tile(text if isinstance(text, str) else repr(text))
        except ValueError as error:
            self.problem(where, str(error))
            return Tile("white")

    def tiles_of_title(self) -> dict[str, Tile]:
        own, manifest = self.part("tiles", "tiles"), self.part("tiles", "manifest")
        for name in own.keys() - manifest.keys():
            self.problem(f"tiles.tiles.{name}", "is not in the manifest")
        found = {}
        for name in manifest:
            text = own.get(name) or _catalogue().get(name)
            if text is None:
                self.problem(f"tiles.manifest.{name}", "is in no catalogue of tiles")
            else:
                found[name] = self.tile(f"tiles.tiles.{name}", text)
        return found

    def hexes(self, tiles: Mapping[str, Tile], fits: Fits) -> dict[str, Hex]:
        country = self.convert("map.country", self.files["map"].get("country", ""), str)
        rows: dict[str, Any] = {name: {} for name in country.split()}
        for name in rows.keys() & self.part("map", "hexes").keys():
            self.problem(f"map.hexes.{name}", "stands among the hexes with nothing printed too")
        rows.update(self.part("map", "hexes"))
        sources = self.field("map", "sources", dict[str, dict[str, str]])
        found = {}
        for hex_id, row in rows.items():
            allowed = {name: tile for name, tile in tiles.items() if fits(name, hex_id)}
            found[hex_id] = self.hex(hex_id, row, allowed, sources)
        return found

    def hex(
        self, hex_id: str, row: Any, tiles: Mapping[str, Tile], sources: Mapping[str, Any]
    ) -> Hex:
        where = f"map.hexes.{hex_id}"
        read = self.one(where, row, _HexRow)
        tile = self.tile(where, read.print)
        first = read.first.split() or first_tiles(tile, tiles)
        if read.sources and read.sources not in sources:
            self.problem(where, f"{read.sources!r} is not among the sources of this map")
        return Hex(
            id=hex_id,
            tile=tile,
            name=read.name,
            cost=read.cost,
            terrain=read.terrain,
            label=tile.label,
            later_label=read.later_label,
            private=read.private,
            first=tuple(first),
            sources=sources.get(read.sources, {}),
            note=read.note,
        )

    def borders(self) -> dict[tuple[str, str], Border]:
        found = {}
        for pair, row in self.part("map", "borders").items():
            first, _, second = pair.partition("-")
            border = self.one(f"map.borders.{pair}", row, Border)
            found[min(first, second), max(first, second)] = border
        return found

    def market(self) -> Market:
        read = self.one("market", self.files["market"], _MarketFile)
        rows = [
            tuple(self.cell(word, read.letters) for word in line.split())
            for line in read.grid.strip().splitlines()
        ]
        return Market(tuple(rows), read.movement, read.zones, read.variants)

    def cell(self, word: str, letters: Mapping[str, str]) -> Cell | None:
        if word == ".":
            return None
        price = word.rstrip("".join(letters)) if letters else word
        marks = word[len(price) :]
        is_price = price.isascii() and price.isdigit() and len(price) <= 4
        if not is_price or not set(marks) <= letters.keys():
            self.problem("market.grid", f"cell {brief(word)} is not a price followed by marks")
            return None
        return Cell(int(price), tuple(letters[mark] for mark in marks))


class _Head(msgspec.Struct):
    """The top of title.toml; its tables are read on their own."""

    name: str
    full_name: str
    edition: str
    layout: str
    sources: dict[str, str]
    reconstruction: str = ""
    options: Any = None
    routes: Any = None
    markers: Any = None
    play: Any = None


class _HexRow(msgspec.Struct):
    """A hex as map.toml writes it."""

    print: str = "white"
    name: str = ""
    cost: int = 0
    terrain: str = ""
    later_label: str = ""
    private: str = ""
    first: str = ""
    sources: str = ""
    note: str = ""


class _MarketFile(msgspec.Struct):
    """The market as market.toml writes it: a drawing, and what its letters mean."""

    grid: str
    movement: str
    letters: dict[str, str] = {}
    zones: dict[str, str] = {}
    variants: dict[str, dict[str, str]] = {}


def _blank(type_: Any) -> Any:
    """An empty value in place of one that cannot be read."""
    origin = typing.get_origin(type_) or type_
    if origin in (UnionType, typing.Union):
        return _blank(typing.get_args(type_)[0])
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        fields = msgspec.structs.fields(origin)
        return origin(**{field.name: _blank(field.type) for field in fields if field.required})
    return None if origin is Any else origin()


def first_tiles(printed: Tile, tiles: Mapping[str, Tile]) -> list[str]:
    """The tiles that fit a printed hex: next colour, same stops, same label, track kept."""
    if printed.colour not in COLOURS[:-1]:
        return []
    colour = COLOURS[COLOURS.index(printed.colour) + 1]
    return [
        name
        for name, tile in tiles.items()
        if tile.colour == colour
        and tile.kinds == printed.kinds
        and tile.label == printed.label
        and any(keeps_track(printed.track, tile.rotated(turn)) for turn in range(6))
    ]
