"""Stops of the printed map under the numbers that tiles give them."""

from __future__ import annotations

from operating_round.table import Table
from route_opt.rules import tokens


def stop_now(table: Table, stop: str) -> str:
    """A stop of the printed map under the number the tile on its hex gives it."""
    return tokens.stop_now(table.title, table.state.board.tiles, stop)
