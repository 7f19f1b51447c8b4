"""Standings: what each player is worth, with the arithmetic."""

from __future__ import annotations

import msgspec

from whole_game.engine import on_table
from whole_game.game import Game
from whole_game.rules import Holding


class Standing(msgspec.Struct, frozen=True):
    """A player's worth and what it is made of; the sum of cash and holdings."""

    player: str
    cash: int
    holdings: tuple[Holding, ...]
    worth: int

    def __str__(self) -> str:
        parts = [f"cash {self.cash}"]
        parts += [f"{part.what} {part.count} x {part.each}" for part in self.holdings]
        return f"{self.player}: {self.worth} = " + " + ".join(parts)


def standings(game: Game) -> list[Standing]:
    """Every player, the richest first; equals in the order of their seats."""
    play = on_table(game)
    found = []
    for player in play.players:
        holdings = tuple(play.stock_rules.holdings(play, player))
        cash = game.operating.players[player]
        worth = play.stock_rules.worth(play, player)
        found.append(Standing(player, cash, holdings, worth))
    return sorted(found, key=lambda standing: -standing.worth)
