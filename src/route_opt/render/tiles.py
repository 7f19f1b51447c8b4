"""Drawing what a tile prints: track, city circles, town bars, and the tokens on them."""

from __future__ import annotations

import functools
from typing import NamedTuple

from route_opt.render import colours
from route_opt.render.geometry import Layout, Piece, xy
from route_opt.render.markup import box, disc, hover, tag, text, text_width
from route_opt.render.places import SLOT, Place, places, slots, track_of
from route_opt.render.scene import Scene, rotation_of
from route_opt.tiles import FIRST_STOP, Stop, Tile

TRACK = 5.0
"""The width of track."""

_TIP = 0.5
"""How far the arrow of an off-board reaches in: this part of the way to the middle."""


def off_board_leg(side: int, layout: Layout) -> Piece:
    """The track from a side to the tip of an off-board's arrow."""
    return layout.leg(side, layout.side(side) * _TIP)


@functools.cache
def track(tile: Tile, rotation: int, layout: Layout) -> str:
    """The track of a tile around its middle, as SVG; nothing for a tile without."""
    drawn, arrows = [], []
    rails = tile.rotated(rotation)
    for (first, second), piece in zip(rails, track_of(tile, rails, rotation, layout), strict=True):
        stop = max(first, second) - FIRST_STOP
        if stop >= 0 and tile.stops[stop].kind == "offboard" and min(first, second) < FIRST_STOP:
            arrows.append(_arrow(off_board_leg(min(first, second), layout)))
        else:
            drawn.append(f"M{xy(piece.start)}{piece.draw()}")
    lines = tag("path", d="".join(drawn)) if drawn else ""
    return lines + (
        tag("path", d="".join(arrows), fill=colours.INK, stroke="none") if arrows else ""
    )


def _arrow(leg: Piece) -> str:
    half = leg.heading * 1j * TRACK
    return f"M{xy(leg.start - half)}L{xy(leg.end)}L{xy(leg.start + half)}Z"


class Shape(NamedTuple):
    """The outline of a stop: a path drawn with a round pen of some width."""

    path: str
    width: float
    ink: str

    def draw(self, colour: str, more: float = 0.0) -> str:
        """The shape in one colour, its edge moved out by half of `more`."""
        width = self.width + more
        return tag(
            "path",
            d=self.path,
            fill=colour,
            stroke=colour,
            stroke_width=width,
            stroke_linecap="round",
        )


def shape_of(stop: Stop, place: Place) -> Shape | None:
    """The shape of a stop; None for an off-board, which is its whole hex."""
    if stop.kind == "city" or stop.slots:
        middles = slots(place, stop.slots)
        return Shape(_through(middles), 2 * SLOT + 2, colours.PAPER)
    if stop.kind == "town":
        reach = 7 * place.axis
        return Shape(
            _through([place.point - reach, place.point + reach]),
            6.0 if place.axis else 11.0,
            colours.INK,
        )
    if stop.kind == "deposit":
        corners = [place.point + 10 * 1j**n for n in range(4)]
        return Shape(_through(corners), 4.0, colours.DEPOSIT)
    return None


def _through(points: list[complex]) -> str:
    return "M" + "L".join(xy(point) for point in [*points, points[0]]) + "Z"


def stop(scene: Scene, hex_id: str, number: int) -> str:
    """A stop of a hex with its slots and tokens, around the hex's middle."""
    laid = scene.laid(hex_id)
    print_ = laid.tile.stops[number]
    place = places(laid.tile, rotation_of(laid), scene.layout)[number]
    return draw_stop(scene, f"{hex_id}.{number}", print_, place)


def draw_stop(scene: Scene, name: str, print_: Stop, place: Place) -> str:
    """A stop at a place."""
    parts = [hover(_describe(scene, name, print_))]
    shape = shape_of(print_, place)
    if shape:
        rings = scene.rings.get(name, [])
        edge = 4.0 + 7.0 * len(rings)
        if rings:
            parts.append(shape.draw(colours.PAPER, edge))
        for colour in reversed(rings):
            parts.append(shape.draw(colour, edge - 1.5))
            edge -= 7.0
        parts.append(shape.draw(colours.PAPER if shape.ink == colours.INK else colours.INK, 2.5))
        parts.append(shape.draw(shape.ink))
    middles = slots(place, print_.slots)
    for at, (owner, kept) in zip(middles, scene.slots(name, print_), strict=False):
        if owner:
            running = owner == scene.position.corporation
            parts.append(token(scene, owner, at, running, (name, owner) in scene.removed))
        else:
            parts.append(empty_slot(scene, at, kept))
    return tag("g", "".join(parts), data_stop=name)


def _describe(scene: Scene, name: str, print_: Stop) -> str:
    city = scene.title.hexes[name.partition(".")[0]].name
    words = [f"{name} {city}".strip(), print_.kind, f"value {print_.value(scene.column)}"]
    tokens = [owner for owner in scene.network.tokens.get(name, ()) if owner]
    words += [f"tokens {', '.join(tokens)}"] * bool(tokens)
    words += [f"{marker.kind} {marker.owner}".strip() for marker, _ in scene.markers.get(name, ())]
    return " · ".join(words)


def token(
    scene: Scene,
    owner: str,
    at: complex,
    running: bool = False,
    removed: bool = False,
    radius: float = SLOT - 0.75,
) -> str:
    """A corporation's token: a disc with its name, a strong edge for the one that runs."""
    colour = scene.colour_of(owner)
    ink = colours.on(colour)
    size = min(0.72 * radius, 1.72 * radius / text_width(owner, 1))
    parts = disc(at, radius, fill=colour, stroke=colours.INK, stroke_width=2.2 if running else 0.8)
    parts += text(at, owner, size, fill=ink, font_weight="bold")
    if removed:
        slant = 0.7 * radius * (1 - 1j)
        parts += tag("path", d=f"M{xy(at - slant)}L{xy(at + slant)}", stroke=ink, stroke_width=1.5)
    return tag("g", parts, class_="token", opacity=0.55 if removed else None)


def empty_slot(scene: Scene, at: complex, kept: str | None, radius: float = SLOT) -> str:
    """A slot without a token, with the name of whom it is kept for."""
    slot = disc(at, radius - 0.75, fill=colours.PAPER, stroke=colours.FAINT, class_="slot")
    if not kept:
        return slot
    size = min(0.62 * radius, 1.6 * radius / text_width(kept, 1))
    tint = disc(at, radius - 1.5, fill=scene.colour_of(kept), opacity=0.22)
    return slot + tint + text(at, kept, size, fill=colours.NOTE, font_style="italic")


def dashed(at: complex, width: float) -> str:
    """The plate of a private company."""
    edge = {"stroke": colours.FAINT, "stroke_width": 0.8, "stroke_dasharray": "2 1.5"}
    return box(at, width, 10.5, fill=colours.PAPER, **edge)


def needs_room(stop: Stop, place: Place) -> list[tuple[complex, float]]:
    """The squares a stop covers, as middles and widths, for placing labels around it."""
    if stop.kind == "city" or stop.slots:
        return [(middle, 2 * SLOT + 5) for middle in slots(place, stop.slots)]
    if stop.kind == "town":
        reach = 5 * place.axis
        return [(place.point - reach, 9.0), (place.point + reach, 9.0)]
    return [(place.point, 26.0)] if stop.kind == "deposit" else []
