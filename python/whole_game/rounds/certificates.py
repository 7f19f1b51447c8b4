"""President's certificates that come with a private company: their price is set at once."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice
from whole_game.actions import Par
from whole_game.table import GameTable


def first_prices(play: GameTable, corporation: str) -> Iterator[Choice]:
    """The prices at which a corporation may start now."""
    for price in play.stock_rules.pars(play, corporation):
        yield Choice(Par(corporation, price))  # type: ignore[arg-type]


def brought(play: GameTable, private: str, player: str) -> tuple[str, str]:
    """The corporation whose first price is to be set for a private company, and by whom."""
    corporation = play.stock_rules.brings_certificate(play, private)
    return (corporation, player) if corporation else ("", "")
