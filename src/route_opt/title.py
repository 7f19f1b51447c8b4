"""A title: everything printed in its box that the program needs, loaded from one folder.

The folder holds TOML files that a person can read and edit:

==================  ============================================================
``title.toml``      name, sources, readings, markers, rules that touch routes
``map.toml``        the hexes, areas, borders
``tiles.toml``      manifest, upgrades, tiles of this title only
``trains.toml``     trains and phases
``companies.toml``  corporations, minors, private companies
``market.toml``     the stock market
==================  ============================================================

Loading checks all of it and reports every problem in one `TitleError`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from route_opt.errors import Problem, TitleError
from route_opt.tiles import COLOURS, FIRST_STOP, Tile, keeps_track, read_tile

_CATALOGUE = Path(__file__).parent / "titles" / "tiles.toml"

# Step from a hex to its neighbour across side 0..5, as (letters, number).
_STEPS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a title file: unknown fields are an error, so that a typo is seen."""


class Phase(_Data):
    """What a phase allows and changes."""

    name: str
    tiles: tuple[str, ...]
    train_limit: int
    operating_rounds: int
    column: int
    starts_with: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    cubes: dict[str, int] = {}
    option: str = ""
    without: str = ""


class Train(_Data):
    """A train type. `visits` and `counts` of 0 mean no limit; so does `number`."""

    name: str
    price: int
    visits: int
    counts: int
    number: int | dict[str, int] = 0
    rusts_on: str = ""
    phased_out_on: str = ""
    removed_on: str = ""
    available_on: str = ""
    card: str = ""
    trade_in: dict[str, int] = {}
    option: str = ""
    without: str = ""


class Corporation(_Data):
    """A corporation, or a minor company that runs like one."""

    name: str
    home: tuple[str, ...]
    tokens: tuple[int, ...] = (0,)
    float_percent: int = 60
    shares: tuple[int, ...] = (20, 10, 10, 10, 10, 10, 10, 10, 10)
    colour: str = "gray"
    also: tuple[str, ...] = ()
    reserved: tuple[dict[str, str | int], ...] = ()
    destination: str = ""
    edge_token: dict[str, str | int] = {}
    minor: bool = False
    treasury: int = 0
    debt: int = 0
    trains: tuple[str, ...] = ()
    order: int = 0
    group: str = ""
    special: str = ""
    fewer_tokens: dict[str, int] = {}


class Private(_Data):
    """A private company."""

    name: str
    price: int
    revenue: int
    blocks: tuple[str, ...] = ()
    power: str = ""
    number: str = ""
    group: str = ""
    closes_on: str = ""
    always_in_game: bool = True


class MarkerKind(_Data):
    """What a kind of marker does to a run. See `titles/README.md` for the effects."""

    kind: str
    effect: str
    rule: str
    amount: int | dict[str, int] = 0
    others: int = 0
    hexes: tuple[str, ...] = ()
    hex_wide: bool = False
    until: str = ""
    placed: bool = True
    owned: bool = True
    states: tuple[str, ...] = ()
    text: str = ""


class Option(_Data):
    """An official variant or another reading of a rule, switched on by a document's `options`."""

    text: str
    scope: str
    rule: str = ""


class Ends(_Data):
    """Off-boards in classes, and what two of them at the ends of one route do."""

    classes: dict[str, dict[str, int]] = {}
    forbidden: tuple[tuple[str, str], ...] = ()
    bonus: tuple[tuple[str, str], ...] = ()


class Routes(_Data):
    """The rules for routes in which titles differ."""

    rules: dict[str, str] = {}
    one_per_route: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    access: dict[str, str] = {}
    ends: Ends = Ends()
    cube_value: int = 0
    beside_tokens: bool = False
    separate_areas: str = ""
    double_markers: str = ""
    objectors: str = ""


class Cell(_Data):
    """A space of the stock market."""

    price: int
    marks: tuple[str, ...] = ()


class Market(_Data, dict=True):
    """The stock market: rows of cells from the top; None where the grid has a hole."""

    grid: tuple[tuple[Cell | None, ...], ...]
    movement: str
    zones: dict[str, str] = {}
    variants: dict[str, dict[str, str]] = {}

    @functools.cached_property
    def pars(self) -> tuple[int, ...]:
        """The prices at which a corporation may start, ascending."""
        prices = {cell.price for row in self.grid for cell in row if cell and "par" in cell.marks}
        return tuple(sorted(prices))


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map as printed."""

    id: str
    tile: Tile
    name: str = ""
    cost: int = 0
    terrain: str = ""
    label: str = ""
    later_label: str = ""
    area: str = ""
    private: str = ""
    first: tuple[str, ...] = ()
    sources: dict[str, str] = {}
    note: str = ""


class River(_Data):
    """A river through a hex: the sides on each bank, and where track must stay before a bridge.

    `keep` is ``first`` or ``second`` (all track on that bank), or ``either`` (no piece of track
    may join the two).
    """

    first: str
    second: str
    keep: str


class Border(msgspec.Struct, frozen=True):
    """The side between two hexes: closed to track, or costing something to join over."""

    impassable: bool = False
    cost: int = 0
    kind: str = ""


class Title(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A title, ready to use. Get one with `route_opt.titles.find`."""

    name: str
    full_name: str
    edition: str
    layout: str
    sources: dict[str, str]
    folder: Path
    hexes: dict[str, Hex]
    areas: dict[str, tuple[str, ...]]
    borders: dict[tuple[str, str], Border]
    marks: dict[str, tuple[str, ...]]
    rivers: dict[str, River]
    tiles: dict[str, Tile]
    manifest: dict[str, int]
    upgrades: dict[str, tuple[str, ...]]
    upgrades_with: dict[str, dict[str, tuple[str, ...]]]
    only_on: dict[str, tuple[str, ...]]
    never_on: dict[str, tuple[str, ...]]
    aliases: dict[str, str]
    trains: dict[str, Train]
    phases: dict[str, Phase]
    corporations: dict[str, Corporation]
    privates: dict[str, Private]
    market: Market
    markers: dict[str, MarkerKind]
    options: dict[str, Option]
    routes: Routes
    play: dict[str, Any]
    reconstruction: str = ""

    def __repr__(self) -> str:
        return f"Title({self.name!r})"

    def neighbour(self, hex_id: str, side: int) -> str | None:
        """The hex across a side, or None at the edge of the map."""
        letters, number = _STEPS[self.layout][side]
        other = f"{chr(ord(hex_id[0]) + letters)}{int(hex_id[1:]) + number}"
        return other if other in self.hexes else None

    @functools.cached_property
    def stop_hexes(self) -> dict[str, str]:
        """City names in lower case, each with the one hex it names."""
        found: dict[str, set[str]] = {}
        for hex_ in self.hexes.values():
            if hex_.name:
                where = self.areas[hex_.area][0] if hex_.area else hex_.id
                found.setdefault(hex_.name.casefold(), set()).add(where)
        return {name: next(iter(where)) for name, where in found.items() if len(where) == 1}

    @functools.cached_property
    def tiles_of(self) -> dict[str, frozenset[str]]:
        """For each hex, the tiles that may come to lie on it, by label, kind and upgrades."""
        return {hex_id: frozenset(self._closure(hex_id)) for hex_id in self.hexes}

    def _closure(self, hex_id: str) -> set[str]:
        reached = set(self.hexes[hex_id].first)
        todo = list(reached)
        while todo:
            tile = todo.pop()
            extra = (more.get(tile, ()) for more in self.upgrades_with.values())
            for better in {*self.upgrades.get(tile, ()), *(t for ts in extra for t in ts)}:
                if better not in reached and self.belongs(better, hex_id):
                    reached.add(better)
                    todo.append(better)
        return reached

    def belongs(self, tile: str, hex_id: str) -> bool:
        """Whether the labels and the lists of special hexes let a tile lie on a hex."""
        if tile in self.only_on and hex_id not in self.only_on[tile]:
            return False
        return hex_id not in self.never_on.get(tile, ())

    def border(self, first: str, second: str) -> Border | None:
        """What is printed on the side between two hexes, if anything."""
        return self.borders.get((min(first, second), max(first, second)))


def load_title(folder: Path) -> Title:
    """Load and check a title from its folder.

    Raises
    ------
    TitleError
        With every problem found in its files.
    """
    problems: list[Problem] = []
    files = {name: _read_toml(folder / f"{name}.toml", problems) for name in _FILES}
    if problems:
        raise TitleError(problems)
    title = _Builder(folder, files, problems).build()
    if title is not None:
        problems += check_title(title)
    if problems or title is None:
        raise TitleError(problems)
    return title


_FILES = ("title", "map", "tiles", "trains", "companies", "market")


def _read_toml(path: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(Problem("title_file", path.name, f"cannot be read: {error}"))
        return {}


@functools.cache
def _catalogue() -> dict[str, str]:
    tiles: dict[str, str] = tomllib.loads(_CATALOGUE.read_text(encoding="utf-8"))["tiles"]
    return tiles


class _Builder:
    """Turns the raw tables into a Title, collecting problems instead of stopping at one."""

    def __init__(
        self, folder: Path, files: Mapping[str, dict[str, Any]], problems: list[Problem]
    ) -> None:
        self.folder, self.files, self.problems = folder, files, problems

    def build(self) -> Title | None:
        head, map_, tiles = self.files["title"], self.files["map"], self.files["tiles"]
        before = len(self.problems)
        catalogue = self.tiles_of_title(tiles)
        hexes = self.hexes(map_, catalogue)
        areas = {name: tuple(ids.split()) for name, ids in map_.get("areas", {}).items()}
        for name, ids in areas.items():
            for hex_id in set(ids) & set(hexes):
                hexes[hex_id] = msgspec.structs.replace(hexes[hex_id], area=name)
        market = self.market()
        companies = self.files["companies"]
        fields: dict[str, Any] = {
            "trains": self.table("trains", "trains", Train),
            "phases": self.table("trains", "phases", Phase),
            "markers": self.table("title", "markers", MarkerKind, key="kind"),
            "corporations": self.named("companies", companies.get("corporations", {}), Corporation),
            "privates": self.named("companies", companies.get("privates", {}), Private),
            "options": self.named("title", head.get("options", {}), Option),
            "routes": self.one("title.routes", head.get("routes", {}), Routes),
        }
        for needed in ("name", "full_name", "edition", "layout", "sources"):
            if needed not in head:
                self.problem("title.toml", f"{needed!r} is missing")
        if market is None or len(self.problems) > before:
            return None
        return Title(
            **{key: head[key] for key in ("name", "full_name", "edition", "layout", "sources")},
            folder=self.folder,
            hexes=hexes,
            areas=areas,
            borders=self.borders(map_),
            marks={name: tuple(ids.split()) for name, ids in map_.get("marks", {}).items()},
            rivers=self.named("map.rivers", map_.get("rivers", {}), River),
            tiles=catalogue,
            manifest={name: count for name, count in tiles.get("manifest", {}).items()},
            upgrades=_lists(tiles.get("upgrades", {})),
            upgrades_with={
                option: _lists(more) for option, more in tiles.get("upgrades_with", {}).items()
            },
            only_on=_lists(tiles.get("only_on", {})),
            never_on=_lists(tiles.get("never_on", {})),
            aliases=tiles.get("aliases", {}),
            market=market,
            play=head.get("play", {}),
            reconstruction=head.get("reconstruction", ""),
            **fields,
        )

    def problem(self, where: str, message: str) -> None:
        self.problems.append(Problem("title_data", where, message))

    def one(self, where: str, data: Any, type_: type[Any]) -> Any:
        try:
            return msgspec.convert(data, type_)
        except msgspec.ValidationError as error:
            self.problem(where, str(error))
            return None

    def named(self, file: str, tables: Mapping[str, Any], type_: type[Any]) -> dict[str, Any]:
        return {name: self.one(f"{file}.{name}", data, type_) for name, data in tables.items()}

    def table(self, file: str, table: str, type_: type[Any], key: str = "name") -> dict[str, Any]:
        rows: Iterable[Any] = self.files[file].get(table, [])
        read = [self.one(f"{file}.{table}[{n}]", row, type_) for n, row in enumerate(rows)]
        return {getattr(row, key): row for row in read if row is not None}

    def tile(self, where: str, text: str) -> Tile:
        try:
            return read_tile(text)
        except ValueError as error:
            self.problem(where, str(error))
            return Tile("white")

    def tiles_of_title(self, data: Mapping[str, Any]) -> dict[str, Tile]:
        own = data.get("tiles", {})
        found = {}
        for name in data.get("manifest", {}):
            text = own.get(name) or _catalogue().get(name)
            if text is None:
                self.problem(f"tiles.manifest.{name}", "is in no catalogue of tiles")
            else:
                found[name] = self.tile(f"tiles.{name}", text)
        return found

    def hexes(self, data: Mapping[str, Any], tiles: Mapping[str, Tile]) -> dict[str, Hex]:
        rows: dict[str, Any] = {name: {} for name in data.get("country", "").split()}
        rows.update(data.get("hexes", {}))
        found = {}
        for hex_id, row in rows.items():
            row = dict(row)
            tile = self.tile(f"map.hexes.{hex_id}", row.pop("print", "white"))
            first = row.pop("first", "").split() or None
            row |= {"id": hex_id, "tile": tile, "label": tile.label}
            try:
                hex_ = msgspec.convert(row, Hex)
            except msgspec.ValidationError as error:
                self.problem(f"map.hexes.{hex_id}", str(error))
                continue
            found[hex_id] = msgspec.structs.replace(
                hex_, first=tuple(first or first_tiles(tile, tiles))
            )
        return found

    def borders(self, data: Mapping[str, Any]) -> dict[tuple[str, str], Border]:
        found = {}
        for pair, row in data.get("borders", {}).items():
            first, _, second = pair.partition("-")
            border = self.one(f"map.borders.{pair}", row, Border)
            found[min(first, second), max(first, second)] = border
        return found

    def market(self) -> Market | None:
        data = dict(self.files["market"])
        letters: dict[str, str] = data.pop("letters", {})
        rows = []
        for line in data.pop("grid", "").strip().splitlines():
            rows.append(tuple(self.cell(word, letters) for word in line.split()))
        market: Market | None = self.one("market", data | {"grid": ()}, Market)
        return market and msgspec.structs.replace(market, grid=tuple(rows))

    def cell(self, word: str, letters: Mapping[str, str]) -> Cell | None:
        if word == ".":
            return None
        price = word.rstrip("".join(letters))
        marks = word[len(price) :]
        if not price.isdigit():
            self.problem("market.grid", f"cell {word!r} is not a price followed by marks")
            return None
        return Cell(int(price), tuple(letters[mark] for mark in marks))


def _lists(data: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(text.split()) for name, text in data.items()}


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


def check_title(title: Title) -> list[Problem]:
    """Every contradiction inside a title's data."""
    problems: list[Problem] = []

    def problem(where: str, message: str) -> None:
        problems.append(Problem("title_data", where, message))

    if title.layout not in _STEPS:
        problem("title.layout", f"{title.layout!r} is not one of {', '.join(_STEPS)}")
        return problems
    _check_upgrades(title, problem)
    _check_map(title, problem)
    _check_companies(title, problem)
    return problems


def _check_upgrades(title: Title, problem: Any) -> None:
    for tile, betters in title.upgrades.items():
        for better in (tile, *betters):
            if better not in title.tiles:
                problem(f"tiles.upgrades.{tile}", f"tile {better!r} is not in the manifest")
        for better in betters:
            if better in title.tiles and tile in title.tiles:
                old, new = title.tiles[tile], title.tiles[better]
                if not any(keeps_track(old.track, new.rotated(turn)) for turn in range(6)):
                    problem(f"tiles.upgrades.{tile}", f"{better} keeps its track in no rotation")


def _check_map(title: Title, problem: Any) -> None:
    for area, ids in title.areas.items():
        for hex_id in ids:
            if hex_id not in title.hexes:
                problem(f"map.areas.{area}", f"hex {hex_id!r} is not on the map")
    for pair in title.borders:
        sides = [title.neighbour(pair[0], side) for side in range(6)] if pair[0] in title.hexes else []
        if pair[1] not in sides:
            problem(f"map.borders.{pair[0]}-{pair[1]}", "the two are not neighbours on the map")
    for hex_ in title.hexes.values():
        for end in {end for piece in hex_.tile.track for end in piece if end < FIRST_STOP}:
            other = title.neighbour(hex_.id, end)
            if other is None:
                problem(f"map.hexes.{hex_.id}", f"printed track leaves the map at side {end}")
            elif not _meets(title.hexes[other], (end + 3) % 6):
                problem(f"map.hexes.{hex_.id}", f"printed track at side {end} meets nothing")
        for tile in hex_.first:
            if tile not in title.tiles:
                problem(f"map.hexes.{hex_.id}", f"first tile {tile!r} is not in the manifest")


def _meets(hex_: Hex, side: int) -> bool:
    """Whether track can ever meet a side: a tile may come here, or the print has track there."""
    return bool(hex_.first) or any(side in piece for piece in hex_.tile.track)


def _check_companies(title: Title, problem: Any) -> None:
    for name, corporation in title.corporations.items():
        for stop in corporation.home:
            if stop.partition(".")[0] not in title.hexes:
                problem(f"companies.{name}", f"home {stop!r} is not on the map")
        for train in corporation.trains:
            if train not in title.trains:
                problem(f"companies.{name}", f"train {train!r} is not a train of the title")
    for name, private in title.privates.items():
        for hex_id in private.blocks:
            if hex_id not in title.hexes:
                problem(f"companies.{name}", f"blocked hex {hex_id!r} is not on the map")
    for train in title.trains.values():
        for other in (train.rusts_on, train.available_on, *train.trade_in):
            if other and other not in title.trains:
                problem(f"trains.{train.name}", f"{other!r} is not a train of the title")
