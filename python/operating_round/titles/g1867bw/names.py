"""What things are called in 1867 Big Wyoming, and small questions about them."""

from __future__ import annotations

from operating_round.state import Corporation
from operating_round.table import View
from operating_round.titles.g1867bw.remembered import Standing
from route_opt.title import Private

LAND = ("P1", "P2")
"""Land companies: their buyer may lay the tile they kept from all."""

ENERGY, PUNDIT, SEAT, WORKS, SURVEY = "P3", "P4", "P6", "P7", "P8"
FOUNDER, COUNCIL, EXTRACTION, CONTRACT, INVESTORS = "P9", "P10", "P11", "P12", "P13"

REMOVED = "removed"
"""Who holds the shares that left the game."""

ACQUIRED = "acquired"


def private(table: View, name: str) -> Private:
    """A private company by its name."""
    return table.title.privates[name]


def owns(table: View, private: str) -> bool:
    """Whether the acting corporation owns a private company."""
    return private in table.acting.companies


def is_acquired(row: Corporation) -> bool:
    """Whether a corporation belongs to the Union Pacific."""
    return Standing.of(row).acquired
