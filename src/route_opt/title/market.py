"""The stock market."""

from __future__ import annotations

import functools

from route_opt.title.data import Data


class Cell(Data, frozen=True):
    """A space of the stock market."""

    price: int
    marks: tuple[str, ...] = ()


class Market(Data, frozen=True, dict=True):
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
