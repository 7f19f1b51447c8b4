"""The map of a title as printed: hexes, rivers, sides."""

from __future__ import annotations

import msgspec

from route_opt.tiles import Tile
from route_opt.title.data import Data

# Step from a hex to its neighbour across side 0..5, as (letters, number).
LAYOUTS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}


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


class River(Data, frozen=True):
    """A river through a hex: the sides on each bank, and where track must stay before a bridge.

    Attributes
    ----------
    first
        The sides on one bank, such as `012`.
    second
        The sides on the other.
    keep
        ``first`` or ``second`` (all track on that bank), or ``either`` (no piece of track joins the
        two).
    """

    first: str
    second: str
    keep: str


class Border(msgspec.Struct, frozen=True):
    """The side between two hexes: closed to track, or costing something to join over.

    Attributes
    ----------
    impassable
        No track ever joins over it.
    cost
        What it costs to join track over it.
    kind
        What it is, for discounts and for the statement of costs: `water`, say.
    """

    impassable: bool = False
    cost: int = 0
    kind: str = ""
