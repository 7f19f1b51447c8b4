"""The stock market."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Literal

from route_opt.title.data import Data

Lift = Literal["uncounted", "unlimited", "several"]

LIFTS: dict[Lift, str] = {
    "uncounted": "does not count against the certificate limit",
    "unlimited": "no limit on holding one company",
    "several": "any number may be bought in one turn",
}
"""What a zone lifts for the shares of a corporation that stands in it, in words."""


class Cell(Data, frozen=True):
    """A space of the stock market."""

    price: int
    marks: tuple[str, ...] = ()


class Market(Data, frozen=True, dict=True):
    """The stock market: rows of cells from the top; None where the grid has a hole.

    Attributes
    ----------
    zones
        Marks that lift limits, each with those it lifts.
    variants
        For an option, cells by ``row,column`` from 0 with the zone that they have in place of
        their own; what is no zone lifts nothing.
    """

    grid: tuple[tuple[Cell | None, ...], ...]
    movement: str
    zones: dict[str, tuple[Lift, ...]] = {}
    variants: dict[str, dict[str, str]] = {}

    @functools.cached_property
    def pars(self) -> tuple[int, ...]:
        """The prices at which a corporation may start, ascending."""
        prices = {cell.price for row in self.grid for cell in row if cell and "par" in cell.marks}
        return tuple(sorted(prices))

    def cell(self, place: tuple[int, int]) -> Cell | None:
        """The space at a row and column, or None where there is none."""
        row, column = place
        if not (0 <= row < len(self.grid) and 0 <= column < len(self.grid[row])):
            return None
        return self.grid[row][column]

    def zone(self, place: tuple[int, int], options: Collection[str] = ()) -> str:
        """The zone of a space under some options; nothing if it has none."""
        found, name = self.cell(place), f"{place[0]},{place[1]}"
        own = next((mark for mark in (found.marks if found else ()) if mark in self.zones), "")
        for option, cells in self.variants.items():
            if option in options and name in cells:
                own = cells[name]
        return own if own in self.zones else ""

    def lifts(self, place: tuple[int, int], options: Collection[str] = ()) -> tuple[Lift, ...]:
        """The limits that do not hold for a corporation on a space."""
        in_force = tuple(option for option in self.variants if option in options)
        if (place, in_force) not in self._lifts:
            self._lifts[place, in_force] = self.zones.get(self.zone(place, in_force), ())
        return self._lifts[place, in_force]

    @functools.cached_property
    def _lifts(self) -> dict[tuple[tuple[int, int], tuple[str, ...]], tuple[Lift, ...]]:
        """What has been found out about spaces, under the variants in force."""
        return {}
