"""New games: the box opened, the money dealt, the first private company on offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from operating_round.setup import new_game as new_state
from operating_round.table import replace
from whole_game.game import Game, Waterfall


def new_game(
    title: str, players: Sequence[str], *, options: Iterable[str] = (), seed: int = 0
) -> Game:
    """A game before its first action; chance comes from the seed."""
    state = replace(new_state(title, players, options=options), round="ISR 1")
    privates = state.rules.privates
    offered = tuple(sorted(state.privates, key=lambda name: privates[name].price))
    auction = Waterfall(offered=offered, turn=players[0])
    return Game(operating=state, priority=players[0], auction=auction, seed=seed)
