"""Two turns ahead: a lay now, a lay in the next turn, then the run."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from route_opt.next_moves.lays import Plan, lays_of, plans_of, rights_of
from route_opt.next_moves.moves import Move
from route_opt.next_moves.relaxed import most_of_plans
from route_opt.next_moves.searches import Open, Sides


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
    searches, network, rival = sides.searches, sides.network, sides.rival
    position = network.position
    worth = {move.text: move.gain + move.harm for move in singles}
    lays = [*lays_of(network, privates), *rights_of(position)]
    lays.sort(key=lambda single: -worth.get(single.move.text, 0))
    unseen = None
    if searches.end < float("inf"):
        unseen = most_of_plans(network, [single.move for single in lays])
    opened: list[tuple[Plan, Open]] = []
    plans, complete = plans_of(network, lays, privates), False
    while not (searches.is_over or complete):
        plan = next(plans, None)
        complete = plan is None
        if plan is not None:
            opened.append((plan, Open(sides, plan.move)))
    base, rival_base = searches.value(position), searches.value(rival) if rival else None
    judged = [(plan, search.judged(base, rival_base)) for plan, search in opened]
    known = [(plan, move) for plan, move in judged if move is not None]
    complete = complete and len(known) == len(judged)
    moves = tuple(move for plan, move in known if _adds(plan, move, worth))
    return Ahead(moves, len(known), complete, None if complete else unseen)


def _adds(plan: Plan, move: Move, worth: dict[str, int]) -> bool:
    """Whether a plan is worth more than each of its lays would be alone, as far as is known."""
    alone = max(worth.get(lay.move.text, 0) for lay in (plan.first, plan.second))
    open_ = 0 if move.bound is None else move.bound - move.revenue
    return move.gain + move.harm + open_ > alone
