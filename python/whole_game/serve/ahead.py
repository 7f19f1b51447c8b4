"""What would follow from an action: told before it is done."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.errors import IllegalAction
from operating_round.table import Event
from whole_game.actions import Action
from whole_game.engine import act, proceed
from whole_game.game import Game
from whole_game.serve.schema import Follows

TOLD = (
    *("phase", "rusts", "phased_out", "removed", "lost", "discard"),
    *("private_closed", "closing", "president", "floats", "crisis", "export"),
    *("bank_broken", "bankrupt", "end"),
)
"""Kinds of events that a player would want to know of before."""


def follows(game: Game, action: Action) -> Follows:
    """What happens by an action, in sentences, and who gets or pays what.

    Warnings are of what comes afterwards by itself, too, until somebody has to decide.

    Raises
    ------
    IllegalAction
        As the action itself would.
    """
    after, events = act(game, action, agreed=game.offer is None)
    told = [event.text for event in events]
    ahead = list(warnings(events + proceed(after)[1]))
    return Follows(told, ahead, money(game, after), prices(game, after))


def warnings(events: tuple[Event, ...]) -> Iterator[str]:
    """What follows by itself and is not what the action says."""
    yield from dict.fromkeys(event.text for event in events if event.kind in TOLD)


def money(before: Game, after: Game) -> dict[str, int]:
    """Who has more or less cash after than before."""
    old, new = before.operating, after.operating
    found = {name: new.players[name] - cash for name, cash in old.players.items()}
    for group in ("corporations", "minors"):
        rows = getattr(old, group)
        found |= {
            name: getattr(new, group)[name].cash - row.cash
            for name, row in rows.items()
            if name in getattr(new, group)
        }
    return {name: gain for name, gain in found.items() if gain}


def prices(before: Game, after: Game) -> dict[str, list[int | None]]:
    """The share prices that move; a corporation that closes has none any more."""
    new = {name: row.share_price for name, row in after.operating.corporations.items()}
    old = before.operating.corporations
    found = {name: [row.share_price, new.get(name)] for name, row in old.items()}
    return {name: pair for name, pair in found.items() if pair[0] != pair[1]}


def outlook(game: Game, action: Action) -> Follows | None:
    """As `follows`, or None where the action needs more said."""
    try:
        return follows(game, action)
    except IllegalAction:
        return None
