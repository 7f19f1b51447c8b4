"""What a layer above this one adds to the server: addresses, and panels of the page."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, NamedTuple

from starlette.routing import BaseRoute

GROUP = "route_opt.serve"


class Operation(NamedTuple):
    """An address as it is described: what may be sent there, and what comes back.

    Attributes
    ----------
    question
        The type of what is posted; without one nothing is, and the address is read.
    answer
        The type of the answer; None for a text of that `media`.
    late
        Whether it may be refused because things have moved on.
    """

    address: str
    name: str
    summary: str
    answer: type | None
    question: type | None = None
    example: Any = None
    media: str = "application/json"
    late: bool = False


class Extension(NamedTuple):
    """More of the interface and of the page.

    Attributes
    ----------
    routes
        Addresses, with what answers there.
    panels
        Addresses of modules, each of which exports a ``panel`` for the page.
    operations
        The addresses as they are described.
    types
        Types that those refer to by name, such as unions.
    """

    routes: tuple[BaseRoute, ...] = ()
    panels: tuple[str, ...] = ()
    operations: tuple[Operation, ...] = ()
    types: Mapping[str, Any] = {}


def found() -> list[Extension]:
    """The extensions of those layers that are installed."""
    return [point.load()() for point in entry_points(group=GROUP)]
