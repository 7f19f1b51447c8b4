"""What the page offers when a hex is clicked: its tiles in the rotations that fit, its stops."""

from __future__ import annotations

import functools
from typing import Any

from route_opt import forms
from route_opt.lays import fitting, moved, supply
from route_opt.network import Network
from route_opt.position import Position, checked_tile
from route_opt.render import colours
from route_opt.render.geometry import RADIUS, layout_of, xy
from route_opt.render.markup import tag, text
from route_opt.render.places import places
from route_opt.render.tiles import TRACK, shape_of, track
from route_opt.rules.laying import after_lay
from route_opt.rules.tokens import keeping_of
from route_opt.tiles import COLOURS
from route_opt.title import Title


def tiles_of(position: Position, hex_id: str) -> forms.TilesOfHex:
    """Every tile that may come to lie on a hex, those that are the next upgrade marked."""
    title = position.rules
    spec = position.tiles.get(hex_id, "")
    next_ = set(fitting(title, hex_id, spec, position.options))
    others = {h: t for h, t in position.tiles.items() if h != hex_id}
    left = supply(title, others, position.options)
    column = title.phases[position.phase].column
    network = Network(position)
    found = []
    for name in sorted(title.tiles_of[hex_id], key=lambda name: _order(title, name)):
        turns = [
            t for t in _turns(title, name) if not checked_tile(title, hex_id, f"{name}@{t}")[1]
        ]
        if turns:
            found.append(
                forms.Fitting(
                    tile=name,
                    colour=title.tiles[name].colour,
                    rotations=tuple(turns),
                    upgrades=tuple(turn for turn in turns if (name, turn) in next_),
                    left=left.get(name),
                    slots=tuple(stop.slots for stop in title.tiles[name].stops),
                    pictures={str(turn): picture(title, name, turn, column) for turn in turns},
                    moves={
                        str(turn): moves
                        for turn in turns
                        if (moves := _moves(network, hex_id, f"{name}@{turn}"))
                    },
                    tokens={
                        str(turn): tokens
                        for turn in turns
                        if (tokens := _tokens(network, hex_id, f"{name}@{turn}"))
                    },
                )
            )
    return forms.TilesOfHex(
        hex=hex_id,
        name=title.hexes[hex_id].name,
        laid=spec,
        printed=tuple(stop.slots for stop in title.hexes[hex_id].tile.stops),
        tiles=tuple(found),
        stops=tuple(_stops(network, hex_id)),
    )


def _order(title: Title, name: str) -> tuple[int, int, str]:
    return COLOURS.index(title.tiles[name].colour), len(name), name


@functools.cache
def _turns(title: Title, name: str) -> tuple[int, ...]:
    """The rotations in which a tile looks different."""
    looks: dict[frozenset[frozenset[int]], int] = {}
    for turn in range(6):
        looks.setdefault(look(title, name, turn), turn)
    return tuple(looks.values())


def look(title: Title, name: str, turn: int) -> frozenset[frozenset[int]]:
    """What a tile looks like in a rotation: its pieces of track."""
    return frozenset(map(frozenset, title.tiles[name].rotated(turn)))


def _moves(network: Network, hex_id: str, spec: str) -> dict[str, str]:
    """The stops that get another number on a new tile."""
    new = moved(network.laid[hex_id], network.board.lay(hex_id, spec))
    return {f"{hex_id}.{old}": f"{hex_id}.{now}" for old, now in new.items() if old != now}


def _tokens(network: Network, hex_id: str, spec: str) -> dict[str, tuple[str | None, ...]]:
    """The tokens of a hex on another tile; those without room are taken off, or stand beside."""
    position, title = network.position, network.title
    if not any(stop.partition(".")[0] == hex_id for stop in position.tokens):
        return {}
    board = (dict(position.tiles), dict(position.tokens), position.markers)
    new = network.board.lay(hex_id, spec)
    after = after_lay(board, network.laid[hex_id], new, keeping_of(network), position.options)
    found = {}
    for n, stop in enumerate(new.tile.stops):
        owners = after.tokens.get(f"{hex_id}.{n}", ())
        kept = owners if title.routes.beside_tokens else owners[: stop.slots]
        if any(kept):
            found[f"{hex_id}.{n}"] = tuple(kept)
    return found


def _stops(network: Network, hex_id: str) -> list[dict[str, Any]]:
    """The stops of a hex with the tokens on them."""
    found = []
    for n, print_ in enumerate(network.laid[hex_id].tile.stops):
        name = network.board.stop_names[network.board.stop_of[f"{hex_id}.{n}"]]
        tokens = network.position.tokens.get(name, ())
        found.append(
            {"stop": name, "kind": print_.kind, "slots": print_.slots, "tokens": list(tokens)}
        )
    return found


@functools.lru_cache(maxsize=5000)
def picture(title: Title, name: str, turn: int, column: int) -> str:
    """A tile by itself as a small SVG."""
    tile, layout = title.tiles[name], layout_of(title.layout)
    corners = " ".join(xy(corner) for corner in layout.corners)
    parts = tag("polygon", points=corners, fill=colours.HEX[tile.colour], stroke=colours.BORDER)
    rails = track(tile, turn, layout)
    parts += (
        tag("g", rails, fill="none", stroke=colours.INK, stroke_width=TRACK + 1) if rails else ""
    )
    for stop, place in zip(tile.stops, places(tile, turn, layout), strict=True):
        shape = shape_of(stop, place)
        if shape:
            parts += shape.draw(colours.INK, 2.5) + shape.draw(shape.ink)
        if stop.kind == "city":
            parts += text(place.point, str(stop.value(column)), 13, font_weight="bold")
    if tile.label:
        parts += text(0.62 * RADIUS * 1j, tile.label, 15, font_weight="bold")
    edge = RADIUS + 1
    box = f"{-edge:.4g} {-edge:.4g} {2 * edge:.4g} {2 * edge:.4g}"
    return tag("svg", parts, viewBox=box, text_anchor="middle", font_family="sans-serif")
