"""The files of a title as they are written: what may stand at the top of each, and in a hex.

What a field reads as, and what it means, is in the types it names; `files` puts a title together.
"""

from __future__ import annotations

import msgspec

from route_opt.title.board import Border, River
from route_opt.title.companies import Corporation, Private
from route_opt.title.market import Lift
from route_opt.title.play import Play
from route_opt.title.routes import MarkerKind, Option, Routes
from route_opt.title.trains import Phase, Train


class Head(msgspec.Struct):
    """What a title is.

    Attributes
    ----------
    name
        What documents call it; its folder is called `g` and this.
    full_name
        Its name in full.
    edition
        The edition of the rules that the data follows.
    layout
        How hexes lie: ``pointy`` (a corner up) or ``flat`` (a side up).
    sources
        Where the data is from, subject by subject.
    reconstruction
        What is not as printed, and why, where a source is missing.
    """

    name: str
    full_name: str
    edition: str
    layout: str
    sources: dict[str, str]
    reconstruction: str = ""


class TitleFile(Head, kw_only=True):
    """`title.toml`: what the title is, and its rules.

    Attributes
    ----------
    routes
        The rules for routes in which titles differ.
    play
        What operating rounds need beyond the board.
    options
        Variants and other readings, by the name that documents switch them on with.
    markers
        Kinds of marker that change a run.
    """

    routes: Routes
    play: Play
    options: dict[str, Option] = {}
    markers: tuple[MarkerKind, ...] = ()


class HexRow(msgspec.Struct):
    """A hex as `map.toml` writes it.

    Attributes
    ----------
    print
        What is printed on it, in the language of tiles: ``yellow city:20 a:1,4 =M``.
    name
        Its name on the map.
    cost
        What the first tile costs.
    terrain
        For what: ``mountain``, ``water``.
    later_label
        A label that only later tiles bear.
    private
        The private company printed there.
    first
        The tiles that may lie on it first, if not every one that fits.
    sources
        The row of `[sources]` that its data is from.
    note
        A remark.
    """

    print: str = "white"
    name: str = ""
    cost: int = 0
    terrain: str = ""
    later_label: str = ""
    private: str = ""
    first: str = ""
    sources: str = ""
    note: str = ""


class MapFile(msgspec.Struct):
    """`map.toml`: hexes, off-board areas, borders.

    Attributes
    ----------
    hexes
        Hexes with something on them, by their coordinate.
    country
        The hexes with nothing printed, in one text.
    areas
        Off-board areas of several hexes: the hexes in one text each.
    borders
        Sides with something on them, by the two hexes: ``C8-D7``.
    marks
        Hexes marked for something, by the name of the mark.
    rivers
        Rivers through hexes, by the hex.
    sources
        Where hexes are from: rows that a hex names.
    """

    hexes: dict[str, HexRow]
    country: str = ""
    areas: dict[str, str] = {}
    borders: dict[str, Border] = {}
    marks: dict[str, str] = {}
    rivers: dict[str, River] = {}
    sources: dict[str, dict[str, str]] = {}


class TilesFile(msgspec.Struct):
    """`tiles.toml`: how many of each tile, and what each may become. Lists are in one text each.

    Attributes
    ----------
    manifest
        How many of each tile may be laid; 0: it never runs out.
    manifest_with
        How many of some, by option.
    in_box
        How many pieces there are, where the manifest does not say.
    totals
        Numbers of pieces by colour as the rules state them, to be checked.
    tiles
        Tiles that the common catalogue does not have, or has otherwise.
    upgrades
        What a tile may become, in place of the default.
    upgrades_with
        What it may become beside that, by option.
    only_on
        The hexes a tile is for, and for no others.
    never_on
        Hexes a tile may not lie on (``D9``), or not in one rotation (``I18@2``).
    never_on_with
        The same by option.
    aliases
        Other names of tiles in documents.
    sources
        Where tiles are from.
    """

    manifest: dict[str, int]
    manifest_with: dict[str, dict[str, int]] = {}
    in_box: dict[str, int] = {}
    totals: dict[str, int] = {}
    tiles: dict[str, str] = {}
    upgrades: dict[str, str] = {}
    upgrades_with: dict[str, dict[str, str]] = {}
    only_on: dict[str, str] = {}
    never_on: dict[str, str] = {}
    never_on_with: dict[str, dict[str, str]] = {}
    aliases: dict[str, str] = {}
    sources: dict[str, dict[str, str]] = {}


class TrainsFile(msgspec.Struct):
    """`trains.toml`: trains in the order of sale, and phases.

    Attributes
    ----------
    trains
        Train types.
    phases
        Phases, the first first.
    """

    trains: tuple[Train, ...]
    phases: tuple[Phase, ...]


class CompaniesFile(msgspec.Struct):
    """`companies.toml`: who plays.

    Attributes
    ----------
    corporations
        Corporations and minors, by their short names.
    privates
        Private companies, by their short names.
    privates_with
        By option, the private companies in place of all of these: some of the same names, with
        prices and powers of their own.
    """

    corporations: dict[str, Corporation]
    privates: dict[str, Private] = {}
    privates_with: dict[str, dict[str, Private]] = {}


class MarketFile(msgspec.Struct):
    """`market.toml`: the stock market, drawn.

    Attributes
    ----------
    grid
        A line a row from the top; a cell is a price and its marks, a hole is a dot.
    movement
        How prices move, in words.
    letters
        What the letters of the marks mean; ``par`` are first prices, ``closed`` closes a company.
    zones
        What each colour lifts for its corporations: shares ``uncounted`` against the certificate
        limit, holdings ``unlimited``, ``several`` bought in one turn.
    variants
        By option, cells (``row,column``) with another colour.
    """

    grid: str
    movement: str
    letters: dict[str, str] = {}
    zones: dict[str, tuple[Lift, ...]] = {}
    variants: dict[str, dict[str, str]] = {}


FILES: dict[str, type[msgspec.Struct]] = {
    "title": TitleFile,
    "map": MapFile,
    "tiles": TilesFile,
    "trains": TrainsFile,
    "companies": CompaniesFile,
    "market": MarketFile,
}
"""The files of a title by name."""
