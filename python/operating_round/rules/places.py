"""Stops of the printed map under the numbers that tiles give them."""

from __future__ import annotations

import functools

from operating_round.table import Table
from route_opt.tiles import city_exits, city_places


def stop_now(table: Table, stop: str) -> str:
    """A stop of the printed map under the number the tile on its hex gives it."""
    hex_id, _, number = stop.partition(".")
    spec = table.state.board.tiles.get(hex_id)
    if spec is None:
        return stop
    name, _, turn = spec.partition("@")
    old = table.title.hexes[hex_id].tile
    return f"{hex_id}.{_places(old, table.title.tiles[name], int(turn)).get(int(number), number)}"


@functools.lru_cache(maxsize=5000)
def _places(old: object, new: object, turn: int) -> dict[int, int]:
    return city_places(city_exits(old, 0), city_exits(new, turn))  # type: ignore[arg-type]
