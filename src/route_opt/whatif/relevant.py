"""What of a board a corporation's trains can use at all.

Most lays change nothing: their track ends in a field, or starts in one. Two boards on which the
corporation finds the same track and the same stops have the same best, so it is searched once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from route_opt.compile import Instance


def key_of(instance: Instance) -> Hashable:
    """The same for two boards of a title on which a corporation can run the same.

    A piece of track counts if it can be reached from one of the corporation's tokens and leads to
    a stop: no legal route uses any other.
    """
    stops, track = len(instance.value), instance.track
    # A leg is a piece of track in a direction: leg n goes from track[n] to track[n ^ 1].
    legs: dict[int, list[int]] = {}
    for leg, end in enumerate(track):
        legs.setdefault(end, []).append(leg)
    own = [stop for stop in legs if stop < stops and instance.own[stop]]
    passable = [not end_only for end_only in instance.end_only]
    reached = _follow(own, legs, track, passable)
    # What leads to a stop is what a walk from that stop comes along, the other way.
    leading = _follow([end for end in legs if end < stops], legs, track, [False] * stops)
    useful = [leg for leg, there in enumerate(reached) if there and leading[leg ^ 1]]
    pieces = frozenset(tuple(sorted((track[leg], track[leg ^ 1]))) for leg in useful)
    touched = {track[leg ^ 1] for leg in useful if track[leg ^ 1] < stops}.union(own)
    stops_found = frozenset((stop, *_values(instance, stop)) for stop in touched)
    return pieces, stops_found, _terms(instance)


def _follow(
    starts: list[int], legs: dict[int, list[int]], track: Sequence[int], passable: list[bool]
) -> bytearray:
    """The legs a walk comes along, from some ends, through the stops that can be passed.

    At a side it goes on beyond it, so it never turns back at a junction; the two halves of a side
    are numbered one after the other.
    """
    stops = len(passable)
    found = bytearray(len(track))
    todo = [leg for start in starts for leg in legs[start]]
    for leg in todo:
        found[leg] = 1
    while todo:
        end = track[todo.pop() ^ 1]
        if end >= stops:
            end = stops + ((end - stops) ^ 1)
        elif not passable[end]:
            continue
        for leg in legs.get(end, ()):
            if not found[leg]:
                found[leg] = 1
                todo.append(leg)
    return found


def _terms(instance: Instance) -> tuple[int, ...]:
    """What holds for all routes together: a phase or a right may change it."""
    return (
        instance.visit_bonus,
        instance.cube_value,
        instance.extra_cube,
        *instance.required_ends,
    )


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
