"""Find, and prove, the best train routes in 18xx railway games."""

from route_opt.claims import Verdict, Violation, check
from route_opt.errors import (
    ClaimError,
    InvalidInstanceError,
    PositionError,
    Problem,
    RouteOptError,
    TitleError,
    UnknownTitleError,
    UnprovedAnswerError,
)
from route_opt.position import Position, load, parse

__version__ = "0.1.0"

__all__ = [
    "ClaimError",
    "InvalidInstanceError",
    "Position",
    "PositionError",
    "Problem",
    "RouteOptError",
    "TitleError",
    "UnknownTitleError",
    "UnprovedAnswerError",
    "Verdict",
    "Violation",
    "check",
    "load",
    "parse",
]
