"""Find, and prove, the best train routes in 18xx railway games."""

from typing import TYPE_CHECKING, Any

from route_opt.claims import Verdict, Violation, check
from route_opt.errors import (
    ClaimError,
    InvalidInstanceError,
    PositionError,
    Problem,
    RecordError,
    RouteOptError,
    TitleError,
    UnknownTitleError,
    UnprovedAnswerError,
)
from route_opt.position import Position, load, parse
from route_opt.solver import DisagreementError, NoLegalRunError, Result, best

if TYPE_CHECKING:
    from route_opt.batching import batch

__version__ = "0.1.0"

__all__ = [
    "ClaimError",
    "DisagreementError",
    "InvalidInstanceError",
    "NoLegalRunError",
    "Position",
    "PositionError",
    "Problem",
    "RecordError",
    "Result",
    "RouteOptError",
    "TitleError",
    "UnknownTitleError",
    "UnprovedAnswerError",
    "Verdict",
    "Violation",
    "batch",
    "best",
    "check",
    "load",
    "parse",
]


def __getattr__(name: str) -> Any:
    """Batches bring process pools with them: they are loaded when first asked for."""
    if name == "batch":
        from route_opt.batching import batch

        return batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
