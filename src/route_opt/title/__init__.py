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

`files` reads them and `checks` looks for contradictions; the other modules are what they become.
"""

from route_opt.title.board import LAYOUTS, Border, Hex, River
from route_opt.title.companies import (
    Corporation,
    Discount,
    EdgeToken,
    Private,
    PrivateLay,
    Reserved,
    Swap,
)
from route_opt.title.market import LIFTS, Cell, Lift, Market
from route_opt.title.model import Title, may_lie
from route_opt.title.play import (
    Dividends,
    Limits,
    Play,
    PrivateSales,
    Right,
    Tokens,
    Track,
    TrainSales,
)
from route_opt.title.routes import EFFECTS, Ends, MarkerKind, Option, Routes, StopSet
from route_opt.title.trains import TOWN, Limit, Phase, Train

__all__ = [
    "EFFECTS",
    "LAYOUTS",
    "LIFTS",
    "TOWN",
    "Border",
    "Cell",
    "Corporation",
    "Discount",
    "Dividends",
    "EdgeToken",
    "Ends",
    "Hex",
    "Lift",
    "Limit",
    "Limits",
    "MarkerKind",
    "Market",
    "Option",
    "Phase",
    "Play",
    "Private",
    "PrivateLay",
    "PrivateSales",
    "Reserved",
    "Right",
    "River",
    "Routes",
    "StopSet",
    "Swap",
    "Title",
    "Tokens",
    "Track",
    "Train",
    "TrainSales",
    "may_lie",
]
