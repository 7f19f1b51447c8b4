"""What the search finds for a problem, in the core's numbers."""

from __future__ import annotations

from typing import Any

import msgspec

SOLUTION = "route-opt/solution@1"

STATUSES = ("optimal", "feasible", "infeasible", "unknown")
"""How far a solution may be proved; the last two have no routes."""


class Stats(msgspec.Struct, frozen=True):
    """What a search cost: nodes, routes listed, seconds in the engine."""

    nodes: int
    routes: int
    seconds: float


class OwnRoute(msgspec.Struct, frozen=True):
    """A route in the core's numbers.

    Attributes
    ----------
    train
        Which train runs it.
    path
        As it runs: stops, and between two stops the sides it crosses, each as the face it leaves
        by. Face ``f`` of side ``e`` is ``stops + 2 * e + f``.
    counted
        The stops that pay, in running order.
    value
        What it earns by itself, without the terms over all routes.
    """

    train: int
    path: tuple[int, ...]
    counted: tuple[int, ...]
    value: int


class Solution(msgspec.Struct, frozen=True):
    """The best routes found for a problem.

    Attributes
    ----------
    status
        ``optimal``: proved; ``feasible``: stopped, the best lies between `value` and `bound`;
        ``infeasible``: no set of routes has the ends that are required; ``unknown``: stopped before
        one was found.
    """

    status: str
    value: int
    bound: int
    routes: tuple[OwnRoute, ...]
    engine: str
    stats: Stats
    words: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The solution as a JSON document."""
        return {"format": SOLUTION, **msgspec.to_builtins(self)}
