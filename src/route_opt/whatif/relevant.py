"""What of a board a corporation's trains can use at all.

Most lays change nothing: their track ends in a field, or starts in one. Two boards on which the
corporation finds the same track and the same stops have the same best, so it is searched once.
"""

from __future__ import annotations

from collections.abc import Hashable

from route_opt.compile import Instance

Leg = tuple[int, int]


def key_of(instance: Instance) -> Hashable:
    """The same for two boards of a title on which a corporation can run the same.

    A piece of track counts if it can be reached from one of the corporation's tokens and leads to
    a stop: no legal route uses any other. Legs are pieces in a direction, from end to end; at a
    side a leg goes on beyond it, so it never turns back at a junction.
    """
    stops = len(instance.value)
    exits: dict[int, list[int]] = {}
    track = iter(instance.track)
    for first, second in zip(track, track, strict=True):
        exits.setdefault(first, []).append(second)
        exits.setdefault(second, []).append(first)
    reached, before = _reached(instance, exits, stops)
    useful = _useful(reached, before, stops)
    touched = {end for leg in useful for end in leg if end < stops}
    touched.update(stop for stop in range(stops) if instance.own[stop])
    pieces = frozenset(leg if leg[0] < leg[1] else leg[::-1] for leg in useful)
    return pieces, frozenset((stop, *_values(instance, stop)) for stop in touched)


def _reached(
    instance: Instance, exits: dict[int, list[int]], stops: int
) -> tuple[set[Leg], dict[Leg, list[Leg]]]:
    """The legs a run can come to from a token, and for each those that lead onto it."""
    todo = [
        (stop, end) for stop in range(stops) if instance.own[stop] for end in exits.get(stop, ())
    ]
    reached = set(todo)
    before: dict[Leg, list[Leg]] = {}
    while todo:
        leg = todo.pop()
        end = leg[1]
        if end < stops and instance.end_only[end]:
            continue
        start = end if end < stops else _beyond(end, stops)
        for other in exits.get(start, ()):
            after = (start, other)
            before.setdefault(after, []).append(leg)
            if after not in reached:
                reached.add(after)
                todo.append(after)
    return reached, before


def _useful(reached: set[Leg], before: dict[Leg, list[Leg]], stops: int) -> set[Leg]:
    """The legs from which a stop can still be reached."""
    useful = {leg for leg in reached if leg[1] < stops}
    todo = list(useful)
    while todo:
        for leg in before.get(todo.pop(), ()):
            if leg not in useful:
                useful.add(leg)
                todo.append(leg)
    return useful


def _beyond(end: int, stops: int) -> int:
    """The other half of a side: the two are numbered one after the other."""
    return stops + ((end - stops) ^ 1)


def _values(instance: Instance, stop: int) -> tuple[int, ...]:
    return (
        instance.value[stop],
        instance.end_extra[stop],
        instance.pair_value[stop],
        instance.end_class[stop],
        instance.group[stop],
        instance.cubes[stop],
        instance.own[stop],
        instance.end_only[stop],
        instance.refinery[stop],
        instance.room[stop],
    )
