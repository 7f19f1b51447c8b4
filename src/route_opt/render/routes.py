"""Routes as lines over the track, with what the judge says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from route_opt.claims import RouteVerdict, check_on
from route_opt.claims.routes import Route, read_routes
from route_opt.claims.statement import Line as Stated
from route_opt.claims.walk import INSIDE, Run
from route_opt.render.geometry import Piece, xy
from route_opt.render.places import piece
from route_opt.render.scene import Scene
from route_opt.render.tiles import off_board_leg
from route_opt.tiles import FIRST_STOP


class Line(NamedTuple):
    """A route on the board: the verdict on it, and its pieces, each with its hex's middle."""

    verdict: RouteVerdict
    pieces: tuple[tuple[complex, Piece], ...]
    several: frozenset[str]
    """The hexes with several stops."""

    def called(self, stop: Stated) -> str:
        """A stop by its name, and by its number where its hex has several."""
        known = stop.stop.partition(".")[0] not in self.several or stop.stop in stop.name
        return stop.name if known else f"{stop.name} {stop.stop}"

    @property
    def path(self) -> str:
        """The SVG path of the whole route, unbroken where its track is."""
        words = []
        last: complex | None = None
        for centre, part in self.pieces:
            start = centre + part.start
            if last is None or abs(start - last) > 0.1:
                words.append(f"M{xy(start)}")
            words.append(part.draw(centre))
            last = centre + part.end
        return "".join(words)


def lines_of(scene: Scene, routes: Any) -> list[Line]:
    """The lines of a list of routes, or of those of a result.

    A route that can be read is drawn as far as there is track, legal or not; the verdict tells.

    Raises
    ------
    ClaimError
        With everything in the routes that cannot be read.
    """
    if isinstance(routes, Mapping):
        routes = routes.get("routes")
    read = read_routes(scene.network, getattr(routes, "routes", routes))
    verdict = check_on(scene.network, read)
    several = frozenset(h for h, laid in scene.network.laid.items() if len(laid.stops) > 1)
    return [
        Line(judged, tuple(_pieces(scene, route)), several)
        for route, judged in zip(read, verdict.routes, strict=True)
    ]


def _pieces(scene: Scene, route: Route) -> Iterator[tuple[complex, Piece]]:
    """The track from place to place: into each by one end, out by another."""
    steps = Run(scene.network, route, 0).steps
    for n, place in enumerate(route.track):
        before = steps[n - 1] if n else None
        after = steps[n] if n < len(steps) else None
        if not place.stop:
            if before and after:
                yield from _piece(scene, place.hex, before[3], after[1], False)
            continue
        end = FIRST_STOP + place.number
        ends = before is None or after is None
        if before and before[4] != INSIDE:
            yield from _piece(scene, before[2], before[3], end, ends)
        if after:
            yield from _piece(scene, after[0], end, after[1], ends)


def _piece(
    scene: Scene, hex_id: str, first: int, second: int, ends: bool
) -> Iterator[tuple[complex, Piece]]:
    """One piece, if there is such track; a route that ends off-board ends at the arrow's tip."""
    laid, layout = scene.laid(hex_id), scene.layout
    if second not in laid.exits.get(first, ()):
        return
    part = piece(first, second, scene.places(hex_id), layout)
    if ends and laid.tile.stops[max(first, second) - FIRST_STOP].kind == "offboard":
        part = off_board_leg(min(first, second), layout)
        part = part if first < FIRST_STOP else part.reversed()
    yield layout.centre(hex_id), part
