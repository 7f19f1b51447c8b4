"""Who comes first where prices meet at the end of a stock round, as the first records have it.

Their site moved prices in the order in which corporations had been started; the rules do so in
order of price. What is left of the difference is the order in a space that several have reached.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from operating_round.turns import waiting
from whole_game.engine import proceed
from whole_game.game import Game


def in_order_of_launch(before: Game, after: Game, launched: Sequence[str]) -> Game:
    """A game in which those that a stock round's end has brought together stand as launched."""
    if before.stock is None or after.stock is not None:
        return after
    old, state = before.operating.market_order, after.operating
    order = {}
    for place, names in state.market_order.items():
        stayed = [name for name in names if name in old.get(place, ())]
        come = [name for name in launched if name in names and name not in stayed]
        order[place] = (*stayed, *come, *(name for name in names if name not in stayed + come))
    if order == state.market_order:
        return after
    state = msgspec.structs.replace(state, market_order=order)
    if state.turn is not None and state.turn.entity not in ("", *waiting(state)[:1]):
        state = msgspec.structs.replace(state, turn=None)
    return proceed(msgspec.structs.replace(after, operating=state))[0]
