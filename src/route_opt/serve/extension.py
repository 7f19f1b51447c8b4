"""What a layer above this one adds to the server: addresses, and panels of the page."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import NamedTuple

from starlette.routing import BaseRoute

GROUP = "route_opt.serve"


class Extension(NamedTuple):
    """More of the interface and of the page.

    Attributes
    ----------
    routes
        Addresses, with what answers there.
    panels
        Addresses of modules, each of which exports a ``panel`` for the page.
    """

    routes: tuple[BaseRoute, ...] = ()
    panels: tuple[str, ...] = ()


def found() -> list[Extension]:
    """The extensions of those layers that are installed."""
    return [point.load()() for point in entry_points(group=GROUP)]
