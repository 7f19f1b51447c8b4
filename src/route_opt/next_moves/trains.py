"""Trains a corporation could buy, and what the first of a new kind does to the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

import msgspec

from route_opt.next_moves.moves import Move, within_limit
from route_opt.position import Position
from route_opt.rules.phases import markers_kept, tokens_kept
from route_opt.rules.trains import (
    card_of,
    first_phase,
    has_begun,
    has_come,
    is_gone,
    is_phased_out,
    is_sold_early,
    losses,
    most_of,
    phase_begun,
    phases_in_order,
    room,
    trains_in_order,
    working,
)
from route_opt.title import Train


def trains_of(position: Position, for_sale: Collection[str] | None = None) -> Iterator[Move]:
    """One more train of each kind that can be had, as it is after the phase it starts.

    `for_sale` are the trains that somebody sells, where that is known.
    """
    title = position.rules
    if title.corporations[position.corporation].minor:
        return  # It runs what it was given.
    has_room = _has_room(position)
    for train in trains_in_order(title, position.options):
        if not _can_be_had(position, train, for_sale):
            continue
        source = _source(position, train) if for_sale is None else ""
        if has_room:
            yield from _bought(position, train, "", source)
        for old in dict.fromkeys(working(title, position.trains, position.phase)):
            if old in train.trade_in:
                yield from _bought(position, train, old, source)


def no_room(position: Position) -> tuple[str, ...]:
    """A word on a corporation that owns as many trains as it may."""
    limit = position.rules.phases[position.phase].train_limit
    return () if _has_room(position) else (f"No room for another train: the limit is {limit}.",)


def _has_room(position: Position) -> bool:
    return room(position.rules, position.trains, position.phase) > 0


def _can_be_had(position: Position, train: Train, for_sale: Collection[str] | None) -> bool:
    """Whether a train is there: not gone, not all its own, sold now or next."""
    title, phase, options = position.rules, position.phase, position.options
    if is_gone(title, options, train.name, phase) or is_phased_out(title, train.name, phase):
        return False
    owned = sum(position.trains.count(side) for side in card_of(title, train.name))
    most = most_of(title, train.name, options)
    if most and owned >= most:
        return False
    if for_sale is not None:
        return train.name in for_sale
    begun = phase_begun(title, phase, train.name)
    return begun in ("", _next_phase(position)) or is_sold_early(title, train, phase)


def _next_phase(position: Position) -> str:
    names = [phase.name for phase in phases_in_order(position.rules, position.options)]
    after = names[names.index(position.phase) + 1 :]
    return after[0] if after else ""


def _bought(position: Position, train: Train, traded: str, source: str) -> Iterator[Move]:
    """The purchase of a train, each way to come down to the limit of its phase apart.

    Trains are bought after the run: those that were phased out have gone by then.
    """
    title = position.rules
    trains = list(working(title, position.trains, position.phase))
    over = tuple((Counter(position.trains) - Counter(trains)).elements())
    gone = _told(over, tuple(dict.fromkeys(over)), "has gone by then", "have gone by then")
    if traded:
        trains.remove(traded)
    begun = phase_begun(title, position.phase, train.name)
    move = Move(
        kind="train",
        text=f"{_one(train.name)} train" + (f" for {_one(traded)}" if traded else ""),
        cost=train.price - train.trade_in.get(traded, 0),
        note=", ".join(filter(None, (*gone, source))),
        trains=(*trains, train.name),
    )
    if begun:
        yield from _in_new_phase(position, train, move, begun)
    else:
        yield move


def _in_new_phase(position: Position, train: Train, move: Move, begun: str) -> Iterator[Move]:
    """A purchase with all that comes with the phase it begins."""
    title = position.rules
    lost = losses(title, position.options, train.name, begun)
    tokens = tokens_kept(title, position.tokens, begun)
    markers = markers_kept(title, position.markers, begun)
    before = move.trains or ()
    left = tuple(name for name in before if name not in lost.gone)
    after = msgspec.structs.replace(position, phase=begun)
    for trains, returned in within_limit(after, left):
        notes = [f"starts phase {begun}"]
        notes += _told(before, lost.gone, "rusts", "rust")
        notes += _told(left, lost.phased_out, "runs once more", "run once more")
        notes += [f"returns {_one(name)}" for name in returned]
        notes += [move.note] if move.note else []
        yield msgspec.structs.replace(
            move,
            note=", ".join(notes),
            tokens=tokens if tokens != position.tokens else None,
            markers=markers if markers != position.markers else None,
            trains=trains,
            phase=begun,
            rusts=lost.gone,
        )


def _one(train: str) -> str:
    return f"an {train}" if train.startswith("8") else f"a {train}"


def _told(owned: tuple[str, ...], lost: tuple[str, ...], one: str, many: str) -> Iterator[str]:
    """What becomes of a corporation's own trains, type by type."""
    for name in lost:
        number = owned.count(name)
        if number:
            yield f"its {name} {one}" if number == 1 else f"its {number} {name}s {many}"


def _source(position: Position, train: Train) -> str:
    """Where a train comes from, when that is not simply the bank."""
    title, phase = position.rules, position.phase
    trains = trains_in_order(title, position.options)
    if phase_begun(title, phase, train.name):
        now = " or ".join(row.name for row in trains if first_phase(title, row.name) == phase)
        return "" if is_sold_early(title, train, phase) else f"once no {now} is left in the bank"
    later = [
        row
        for row in trains
        if has_come(title, row.name, phase)
        and not row.available_on
        and not has_begun(title, first_phase(title, row.name), first_phase(title, train.name))
    ]
    return "from another corporation, or one returned to the bank" if later else ""
