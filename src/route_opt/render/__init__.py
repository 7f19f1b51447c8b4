"""Pictures of boards, as SVG.

===============  =================================================================
``geometry``     hexes in the plane, and the arc all track is made of
``places``       where the stops of a tile sit
``scene``        what a picture shows, gathered by hex and stop
``tiles``        track, cities, towns, tokens
``room``         finding room for labels
``notes``        values, names, costs, markers of a hex
``routes``       routes as lines over the track
``legend``       the trains below the map, and what the signs mean
``board``        the layers of the picture and what stands around them
``market``       the stock market, a picture of its own
``colours``      every colour
``markup``       writing SVG
===============  =================================================================

Each hex is a group with ``data-hex``, each stop one with ``data-stop``, each route one with
``data-route``: a page can find them by that.
"""

from __future__ import annotations

from typing import Any

from route_opt.position import Position


def draw(position: Position, routes: Any = None) -> str:
    """Draw a position as SVG, with routes in one colour a train if there are any.

    Parameters
    ----------
    position
        The board to draw.
    routes
        A list of routes as in a claim or a result, or a result.

    Raises
    ------
    ClaimError
        When a route cannot be read; one that breaks a rule is drawn, and the legend says so.

    Examples
    --------
    >>> from route_opt import parse
    >>> draw(parse({"title": "1830", "phase": "2", "corporation": "PRR"}))[:4]
    '<svg'
    """
    from route_opt.render.board import Picture
    from route_opt.render.routes import lines_of
    from route_opt.render.scene import Scene

    scene = Scene(position)
    return Picture(scene, [] if routes is None else lines_of(scene, routes)).draw()
