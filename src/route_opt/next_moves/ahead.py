"""Two turns ahead: a lay now, a lay in the next turn, then the run."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from route_opt.next_moves.lays import Plan, lays_of, plans_of, rights_of
from route_opt.next_moves.moves import Move
from route_opt.next_moves.relaxed import most_of_plans
from route_opt.next_moves.searches import Sides, judged


class Ahead(msgspec.Struct, frozen=True):
    """Plans of two turns.

    Attributes
    ----------
    moves
        Those worth more than each of their lays alone.
    examined
        How many were looked at.
    unseen
        Where time ran out: no other plan lets the corporation run for more.
    """

    moves: tuple[Move, ...] = ()
    examined: int = 0
    complete: bool = True
    unseen: int | None = None


def look_ahead(sides: Sides, singles: Sequence[Move], privates: Collection[str]) -> Ahead:
    """Look at all plans, or at as many as there is time for, the best first lays first.

    `singles` are the moves of this turn with their worth.
    """
    network, position = sides.network, sides.network.position
    worth = {move.text: move.gain + move.harm for move in singles}
    lays = [*lays_of(network, privates), *rights_of(position)]
    lays.sort(key=lambda single: -worth.get(single.move.text, 0))
    unseen = None
    if sides.searches.end < float("inf"):
        unseen = most_of_plans(network, [single.move for single in lays])
    lays_in: dict[str, Plan] = {}

    def plans() -> Iterator[Move]:
        for plan in plans_of(network, lays, privates):
            lays_in[plan.move.text] = plan
            yield plan.move

    found = judged(sides, plans())
    moves = tuple(move for move in found.moves if _adds(lays_in[move.text], move, worth))
    return Ahead(moves, len(found.moves), found.complete, None if found.complete else unseen)


def _adds(plan: Plan, move: Move, worth: dict[str, int]) -> bool:
    """Whether a plan is worth more than each of its lays would be alone, as far as is known."""
    alone = max(worth.get(lay.move.text, 0) for lay in (plan.first, plan.second))
    open_ = 0 if move.bound is None else move.bound - move.revenue
    return move.gain + move.harm + open_ > alone
