"""A title as a whole, and what follows from its data about the map."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from route_opt.tiles import Tile
from route_opt.title.board import LAYOUTS, Border, Hex, River
from route_opt.title.companies import Corporation, Private
from route_opt.title.market import Market
from route_opt.title.play import Play
from route_opt.title.routes import MarkerKind, Option, Routes
from route_opt.title.trains import Phase, Train


class Title(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A title, ready to use. Get one with `route_opt.titles.find`.

    A `manifest` of 0 means that tile never runs out; `in_box` says how many pieces there are.
    `totals` are numbers of pieces by colour, as the rules state them.
    `never_on` forbids a tile a hex (``D9``), or one rotation there (``I18@2``).
    """

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
    manifest_with: dict[str, dict[str, int]]
    in_box: dict[str, int]
    totals: dict[str, int]
    upgrades: dict[str, tuple[str, ...]]
    upgrades_with: dict[str, dict[str, tuple[str, ...]]]
    only_on: dict[str, tuple[str, ...]]
    never_on: dict[str, tuple[str, ...]]
    never_on_with: dict[str, dict[str, tuple[str, ...]]]
    aliases: dict[str, str]
    tile_sources: dict[str, dict[str, str]]
    trains: dict[str, Train]
    phases: dict[str, Phase]
    corporations: dict[str, Corporation]
    privates: dict[str, Private]
    privates_with: dict[str, dict[str, Private]]
    market: Market
    markers: dict[str, MarkerKind]
    options: dict[str, Option]
    routes: Routes
    play: Play
    reconstruction: str = ""

    def __repr__(self) -> str:
        return f"Title({self.name!r})"

    @property
    def folder_name(self) -> str:
        """What the folders of this title are called, in every layer."""
        return f"g{self.name.lower()}"

    def under(self, options: Collection[str]) -> Title:
        """The title under some options: with the private companies that they bring."""
        option = next((option for option in self.privates_with if option in options), "")
        return self._variants[option] if option else self

    @functools.cached_property
    def _variants(self) -> dict[str, Title]:
        """The title under each option that brings private companies of its own."""
        return {
            option: msgspec.structs.replace(self, privates=rows, privates_with={})
            for option, rows in self.privates_with.items()
        }

    def neighbour(self, hex_id: str, side: int) -> str | None:
        """The hex across a side, or None at the edge of the map."""
        return self._neighbours.get((hex_id, side))

    @functools.cached_property
    def _neighbours(self) -> dict[tuple[str, int], str]:
        """The hex across each side that has one."""
        found: dict[tuple[str, int], str] = {}
        for hex_id in self.hexes:
            for side, (letters, number) in enumerate(LAYOUTS[self.layout]):
                other = f"{chr(ord(hex_id[0]) + letters)}{int(hex_id[1:]) + number}"
                if other in self.hexes:
                    found[hex_id, side] = other
        return found

    @functools.cached_property
    def kept_tiles(self) -> frozenset[str]:
        """Tiles that only the player with a private company lays."""
        lays = (private.lay for private in self.privates.values() if private.lay)
        return frozenset(tile for lay in lays if lay.by == "player" for tile in lay.tiles)

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

    def may_turn(self, tile: str, hex_id: str, rotation: int) -> bool:
        """Whether no rule forbids a tile that rotation on that hex."""
        return f"{hex_id}@{rotation}" not in self.never_on.get(tile, ())

    def belongs(self, tile: str, hex_id: str) -> bool:
        """Whether the lists of special hexes let a tile lie on a hex."""
        return may_lie(self.only_on, self.never_on, tile, hex_id)

    def border(self, first: str, second: str) -> Border | None:
        """What is printed on the side between two hexes, if anything."""
        return self.borders.get((min(first, second), max(first, second)))


def may_lie(
    only_on: Mapping[str, tuple[str, ...]],
    never_on: Mapping[str, tuple[str, ...]],
    tile: str,
    hex_id: str,
) -> bool:
    """Whether a title's lists of special hexes let a tile lie on a hex."""
    if tile in only_on and hex_id not in only_on[tile]:
        return False
    return hex_id not in never_on.get(tile, ())
