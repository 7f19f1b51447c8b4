"""Recorded games in: a record as 18xx.games exports it, played to any action.

>>> from route_opt import records
>>> records.position_at("game.json", "312")  # doctest: +SKIP
<Position 1846 phase III: GT with 5, 39 tiles>

Here are the words of records; a layer above plays them (see `reader`).
"""

from route_opt.records.departures import Departure
from route_opt.records.document import Record, read
from route_opt.records.moments import (
    as_action,
    belongings,
    moment_at,
    position_at,
    positions_at,
    runs,
    steps,
    which_action,
)
from route_opt.records.views import Belongings, Moment, Run, Step

__all__ = [
    "Belongings",
    "Departure",
    "Moment",
    "Record",
    "Run",
    "Step",
    "as_action",
    "belongings",
    "moment_at",
    "position_at",
    "positions_at",
    "read",
    "runs",
    "steps",
    "which_action",
]
