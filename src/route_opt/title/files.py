"""Reading a title from its folder of TOML files, with every problem in one error.

A field that cannot be read is reported and left empty, so that the rest is still read and
checked: whoever edits a title sees all there is to mend at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

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
from route_opt.title.checks import check_title
from route_opt.title.tables import Tables
from route_opt.title.written import FILES, Head, HexRow, MarketFile

_CATALOGUE = Path(__file__).parents[1] / "titles" / "tiles.toml"


def load_title(folder: Path) -> Title:
    """Load and check a title from its folder.

    Raises
    ------
    TitleError
        With every problem found in its files.
    """
    problems: list[Problem] = []
    files = {name: _read_toml(folder / f"{name}.toml", problems) for name in FILES}
    unread = {problem.where.removesuffix(".toml") for problem in problems}
    title = _Builder(folder, Tables(files, unread, problems)).build()
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
    """Turns the tables into a Title, part by part."""

    def __init__(self, folder: Path, tables: Tables) -> None:
        self.folder, self.tables = folder, tables

    def build(self) -> Title:
        for name, type_ in FILES.items():
            self.tables.known(name, self.tables.files[name], type_)
        tiles = self.tiles_of_title()
        areas = self.tables.lists("map", "areas")
        only_on, never_on = (
            self.tables.lists("tiles", "only_on"),
            self.tables.lists("tiles", "never_on"),
        )
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
            marks=self.tables.lists("map", "marks"),
            rivers=self.tables.named("map", "rivers", River),
            tiles=tiles,
            manifest=self.tables.field("tiles", "manifest", dict[str, int]),
            manifest_with=self.tables.field("tiles", "manifest_with", dict[str, dict[str, int]]),
            in_box=self.tables.field("tiles", "in_box", dict[str, int]),
            totals=self.tables.field("tiles", "totals", dict[str, int]),
            upgrades=self.upgrades(tiles),
            upgrades_with=self.tables.lists_by_option("tiles", "upgrades_with"),
            only_on=only_on,
            never_on=never_on,
            never_on_with=self.tables.lists_by_option("tiles", "never_on_with"),
            aliases=self.tables.field("tiles", "aliases", dict[str, str]),
            tile_sources=self.tables.field("tiles", "sources", dict[str, dict[str, str]]),
            trains=self.tables.rows("trains", "trains", Train, "name"),
            phases=self.tables.rows("trains", "phases", Phase, "name"),
            corporations=self.tables.named("companies", "corporations", Corporation),
            privates=self.tables.named("companies", "privates", Private),
            privates_with=self.tables.field(
                "companies", "privates_with", dict[str, dict[str, Private]]
            ),
            market=self.market(),
            markers=self.tables.rows("title", "markers", MarkerKind, "kind"),
            options=self.tables.named("title", "options", Option),
            routes=self.tables.one("title.routes", self.tables.part("title", "routes"), Routes),
            play=self.tables.one("title.play", self.tables.part("title", "play"), Play),
        )

    def head(self) -> dict[str, Any]:
        return msgspec.structs.asdict(self.tables.fields_of("title", Head))

    def tile(self, where: str, text: Any) -> Tile:
        try:
            return read_tile(text if isinstance(text, str) else repr(text))
        except ValueError as error:
            self.tables.problem(where, str(error))
            return Tile("white")

    def tiles_of_title(self) -> dict[str, Tile]:
        own, manifest = self.tables.part("tiles", "tiles"), self.tables.part("tiles", "manifest")
        for name in [name for name in own if name not in manifest]:
            self.tables.problem(f"tiles.tiles.{name}", "is not in the manifest")
        found = {}
        for name in manifest:
            text = own.get(name) or _catalogue().get(name)
            if text is None:
                self.tables.problem(f"tiles.manifest.{name}", "is in no catalogue of tiles")
            else:
                found[name] = self.tile(f"tiles.tiles.{name}", text)
        return found

    def upgrades(self, tiles: Mapping[str, Tile]) -> dict[str, tuple[str, ...]]:
        """What each tile may become: its row in the file, else every tile that fits it."""
        usual = {name: tuple(next_tiles(tile, tiles)) for name, tile in tiles.items()}
        rows = usual | self.tables.lists("tiles", "upgrades")
        return {name: row for name, row in rows.items() if row}

    def hexes(self, tiles: Mapping[str, Tile], fits: Fits) -> dict[str, Hex]:
        country = self.tables.convert(
            "map.country", self.tables.files["map"].get("country", ""), str
        )
        rows: dict[str, Any] = {name: {} for name in country.split()}
        for name in [name for name in self.tables.part("map", "hexes") if name in rows]:
            self.tables.problem(
                f"map.hexes.{name}", "stands among the hexes with nothing printed too"
            )
        rows.update(self.tables.part("map", "hexes"))
        sources = self.tables.field("map", "sources", dict[str, dict[str, str]])
        found = {}
        for hex_id, row in rows.items():
            allowed = {name: tile for name, tile in tiles.items() if fits(name, hex_id)}
            found[hex_id] = self.hex(hex_id, row, allowed, sources)
        return found

    def hex(
        self, hex_id: str, row: Any, tiles: Mapping[str, Tile], sources: Mapping[str, Any]
    ) -> Hex:
        where = f"map.hexes.{hex_id}"
        read = self.tables.one(where, row, HexRow)
        tile = self.tile(where, read.print)
        first = read.first.split() or next_tiles(tile, tiles)
        if read.sources and read.sources not in sources:
            self.tables.problem(where, f"{read.sources!r} is not among the sources of this map")
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
        for pair, row in self.tables.part("map", "borders").items():
            first, _, second = pair.partition("-")
            border = self.tables.one(f"map.borders.{pair}", row, Border)
            found[min(first, second), max(first, second)] = border
        return found

    def market(self) -> Market:
        read = self.tables.fields_of("market", MarketFile)
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
            self.tables.problem(
                "market.grid", f"cell {brief(word)} is not a price followed by marks"
            )
            return None
        return Cell(int(price), tuple(letters[mark] for mark in marks))


def next_tiles(printed: Tile, tiles: Mapping[str, Tile]) -> list[str]:
    """The tiles that fit over one or a hex: next colour, same stops, same label, track kept."""
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
