"""What a title has, and no game of it ever comes to: trains, phases, colours of tiles.

Nothing here contradicts itself, so such a title loads; but its author meant something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from route_opt.rules.trains import (
    card_of,
    number_of,
    phase_of,
    phases_in_order,
    rusts_on,
    trains_in_order,
)
from route_opt.title import Phase, Title, Train


def unreachable(title: Title) -> Iterator[str]:
    """Every such thing, in words."""
    for train in title.trains.values():
        yield from _train(title, train)
    for phase in title.phases.values():
        yield from _phase(title, phase)
    yield from _colours(title)


def sold(title: Title, options: Collection[str]) -> list[str]:
    """The trains that the bank comes to sell under some options, in order.

    It sells a type once all before are gone, so nothing follows one that never runs out, but for
    the other side of its card and for what another train makes available beside the rest.
    """
    found: list[str] = []
    endless = False
    for train in trains_in_order(title, options):
        same = bool(found) and found[-1] in card_of(title, train.name)
        early = train.available_on in found and bool(phase_of(title, train.available_on))
        if not endless or same or early:
            found.append(train.name)
            endless = endless or not number_of(train, options)
    return found


def _with(row: Train | Phase) -> set[str]:
    """The option under which a row is there, if it needs one."""
    return {row.option} - {""}


def _train(title: Title, train: Train) -> Iterator[str]:
    """It comes; what ends it comes too, later, and begins a phase, by which that is known."""
    order = sold(title, _with(train))
    if train.name not in order:
        last = [name for name in order if not number_of(title.trains[name], _with(train))][-1]
        yield f"nobody can ever buy a {train.name}: the bank never runs out of {last} before it"
        return
    for options in (_with(train), *({option} | _with(train) for option in train.rusts_with)):
        by = rusts_on(train, options)
        later = sold(title, options)
        if by and by not in later[later.index(train.name) + 1 :]:
            yield f"a {train.name} never rusts: no {by} is sold after it"
        elif by and not any(phase_of(title, side) for side in card_of(title, by)):
            yield f"a {train.name} never rusts: {by} begins no phase"
    if train.available_on and not phase_of(title, train.available_on):
        yield f"a {train.name} is never sold early: {train.available_on} begins no phase"
    for phase in dict.fromkeys(filter(None, (train.phased_out_on, train.removed_on))):
        begins = title.phases[phase].starts_with
        if not any(name in order[order.index(train.name) + 1 :] for name in begins):
            yield f"phase {phase}, which ends the {train.name}, does not begin after it is sold"


def _phase(title: Title, phase: Phase) -> Iterator[str]:
    """The first of its trains comes after those of all phases before it."""
    options = _with(phase)
    order = sold(title, options)
    first = _begins(title, phase, order)
    if phase.starts_with and first is None:
        yield f"phase {phase.name} never begins: no {' or '.join(phase.starts_with)} begins it"
    for before in phases_in_order(title, options):
        if before.name == phase.name:
            return
        began = _begins(title, before, order)
        if first is not None and began is not None and began > first:
            yield f"phase {before.name} never begins: phase {phase.name} begins before it"


def _begins(title: Title, phase: Phase, order: list[str]) -> int | None:
    """When a phase begins, by the place in the order of sale of what begins it."""
    trains = [name for name in phase.starts_with if phase_of(title, name) == phase.name]
    return min((order.index(name) for name in trains if name in order), default=None)


def _colours(title: Title) -> Iterator[str]:
    """Some phase allows the colour of each tile; a private company may bring its own."""
    allowed = {colour for phase in title.phases.values() for colour in phase.tiles}
    lays = [private.lay for private in title.privates.values() if private.lay]
    brought = {tile for lay in lays for tile in lay.tiles}
    for colour in {title.tiles[name].colour: None for name in title.manifest}:
        names = [name for name in title.manifest if title.tiles[name].colour == colour]
        if colour not in allowed and not brought.issuperset(names):
            yield f"no phase allows {colour} tiles: {', '.join(names)}"
