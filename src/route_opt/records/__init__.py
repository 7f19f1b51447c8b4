"""Recorded games in: a record as 18xx.games exports it, replayed to any action.

>>> from route_opt import records
>>> records.position_at("game.json", "312")  # doctest: +SKIP
<Position 1846 phase III: GT with 5, 39 tiles>
"""

from route_opt.records.departures import Departure
from route_opt.records.document import Record, read
from route_opt.records.game import Game
from route_opt.records.moments import (
    Moment,
    Run,
    as_action,
    moment_at,
    position_at,
    runs,
    which_action,
)
from route_opt.records.numbering import game_of

__all__ = [
    "Departure",
    "Game",
    "Moment",
    "Record",
    "Run",
    "as_action",
    "game_of",
    "moment_at",
    "position_at",
    "read",
    "runs",
    "which_action",
]
