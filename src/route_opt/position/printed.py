"""What is printed where: on the tile that lies on a hex, or else on the map."""

from __future__ import annotations

import functools

from route_opt.tiles import Stop
from route_opt.title import Title


def print_of(title: Title, tiles: dict[str, str], stop: str) -> Stop:
    """What the laid tile, or else the map, prints for a stop."""
    hex_id, _, number = stop.partition(".")
    return stops_of(title, tiles, hex_id)[int(number)]


def cities_joined(title: Title, tiles: dict[str, str], stop: str) -> int:
    """How many cities became this one: each may have left it a token of the same owner."""
    hex_id = stop.partition(".")[0]
    if len(stops_of(title, tiles, hex_id)) > 1:
        return 1
    before = (title.hexes[hex_id].tile, *(title.tiles[name] for name in title.tiles_of[hex_id]))
    return max(1, *(len(tile.stops) for tile in before))


def stops_of(title: Title, tiles: dict[str, str], hex_id: str) -> tuple[Stop, ...]:
    """The stops of a hex as they are printed now."""
    spec = tiles.get(hex_id)
    if spec is None:
        return title.hexes[hex_id].tile.stops
    return title.tiles[spec.partition("@")[0]].stops


@functools.cache
def least_rotations(title: Title) -> dict[str, str]:
    """For tiles that look the same in several rotations, the least of them."""
    least: dict[str, str] = {}
    for name, tile in title.tiles.items():
        seen: dict[frozenset[frozenset[int]], int] = {}
        for turn in range(6):
            look = frozenset(frozenset(piece) for piece in tile.rotated(turn))
            first = seen.setdefault(look, turn)
            if first != turn:
                least[f"{name}@{turn}"] = f"{name}@{first}"
    return least
