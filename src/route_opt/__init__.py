"""Find, and prove, the best train routes in 18xx railway games.

==============  =====================================================================
`load, parse`   a position: from a file, from ``game.json@312``, from a document
`best`          the most its corporation can earn, proved, with the routes
`check, claim`  judge routes rule by rule; a declared run against a challenge
`whatif`        the next moves, ranked by what they add
`audit`         every run of a recorded game
`draw`          the board as SVG, with routes
`batch`         many positions, on all cores or on a cluster
`Problem`       a board of one's own, without a title
==============  =====================================================================

>>> import route_opt
>>> position = route_opt.parse({
...     "title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
...     "tiles": {"C13": "7@4", "D14": "5@1"}, "tokens": {"C15.0": ["MS"]}})
>>> route_opt.best(position)
<Result 60: proved, 1 route>

Whatever is wrong with an input is a `RouteOptError` with every problem, each with its place.
"""

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
    from route_opt.problem import Problem, Solution
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
    "Solution",
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
    "problem": ("Problem", "Solution"),
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
