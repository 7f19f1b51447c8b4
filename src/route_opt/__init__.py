"""Find, and prove, the best train routes in 18xx railway games."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from route_opt.auditing import audit
    from route_opt.batching import batch
    from route_opt.claiming import claim
    from route_opt.claims import Verdict, Violation, check
    from route_opt.errors import (
        ClaimError,
        InvalidInstanceError,
        PositionError,
        RecordError,
        RouteOptError,
        TitleError,
        UnknownTitleError,
        UnprovedAnswerError,
    )
    from route_opt.next_moves import whatif
    from route_opt.position import Position, load, parse
    from route_opt.problem import Problem
    from route_opt.render import draw
    from route_opt.result import Result
    from route_opt.solver import DisagreementError, NoLegalRunError, best

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
    "audit",
    "batch",
    "best",
    "check",
    "claim",
    "draw",
    "load",
    "parse",
    "whatif",
]

_HOMES = {
    "auditing": ("audit",),
    "batching": ("batch",),
    "claiming": ("claim",),
    "claims": ("Verdict", "Violation", "check"),
    "next_moves": ("whatif",),
    "position": ("Position", "load", "parse"),
    "problem": ("Problem",),
    "render": ("draw",),
    "result": ("Result",),
    "solver": ("DisagreementError", "NoLegalRunError", "best"),
}
"""Where the names above live, but for errors; each module is loaded when first asked for."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "errors")
    value = getattr(import_module(f"route_opt.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
