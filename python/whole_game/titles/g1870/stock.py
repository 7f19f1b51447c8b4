"""1870: its stock rounds, with price protection."""

from __future__ import annotations

from operating_round.protected.history import is_eligible
from whole_game.protected import ProtectedStockRules
from whole_game.table import GameTable

WAITING = 50
"""The most percent that is sold of a company which may not start yet (Historical Order Start)."""


class Stock(ProtectedStockRules):
    """The rules of 1870."""

    def offers(self, play: GameTable, player: str, name: str, source: str) -> bool:
        """In the historical variant the sixth share waits for the companies before."""
        row = play.corporation(name)
        waits = not is_eligible(play.table, name)
        if waits and source == play.unsold and 100 - row.shares.get(source, 0) >= WAITING:
            return False
        return super().offers(play, player, name, source)


__all__ = ["Stock"]
