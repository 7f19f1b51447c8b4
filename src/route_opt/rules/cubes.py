"""Cubes on deposits: how many there are, and how they come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from route_opt.position import Marker
from route_opt.title import Title


def cubes_at(title: Title, markers: Iterable[Marker], deposit: str) -> int:
    """How many cubes lie on a deposit."""
    return sum(marker.count for marker in _cubes(title, markers) if marker.at == deposit)


def cubes_left(title: Title, markers: Iterable[Marker]) -> int:
    """How many cubes lie in the box."""
    there = sum(marker.count for marker in _cubes(title, markers))
    return int(title.play.special["resources"]["cubes"]) - there


def cubes_that_come(
    title: Title, phase: str, markers: Sequence[Marker], deposit: str, count: int
) -> int:
    """How many of so many cubes come to a deposit: it has its room, and the box its number."""
    room = title.phases[phase].cubes["capacity"] - cubes_at(title, markers, deposit)
    return max(0, min(count, room, cubes_left(title, markers)))


def with_cubes(
    title: Title, markers: Sequence[Marker], deposit: str, count: int
) -> tuple[Marker, ...]:
    """The markers when so many cubes lie on a deposit."""
    kind = next(kind for kind, row in title.markers.items() if row.effect == "cubes")
    new = [Marker(kind, deposit, count=count)] if count else []
    return exchanged(markers, kind, deposit, new)


def exchanged(
    markers: Iterable[Marker], kind: str, stop: str, new: Iterable[Marker]
) -> tuple[Marker, ...]:
    """The markers with those of a kind at a stop replaced, in their place."""
    found: list[Marker] = []
    left = list(new)
    for marker in markers:
        if marker.kind == kind and marker.at == stop:
            found += left
            left = []
        else:
            found.append(marker)
    return (*found, *left)


def _cubes(title: Title, markers: Iterable[Marker]) -> Iterable[Marker]:
    return (marker for marker in markers if title.markers[marker.kind].effect == "cubes")
