"""Why a record says that a run earned something else than its routes pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from route_opt.claims import Verdict, check
from route_opt.errors import RouteOptError
from route_opt.position import Position
from route_opt.rules.trains import phases_in_order


def explained(position: Position, routes: Sequence[dict[str, Any]], revenue: int) -> str:
    """What would make the routes pay what the record says, in a few words.

    One thing is changed at a time: the phase whose values were counted, a marker that was or was
    not counted.
    """
    ours = check(position, routes)
    for reason, changes in _changes(position):
        try:
            theirs = check(position.replace(lenient=True, **changes), routes)
        except RouteOptError:
            continue  # No position of this title.
        if theirs.revenue == revenue:
            return reason + _where(ours, theirs)
    return "no phase and no marker explains it"


def _changes(position: Position) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every one thing that may be changed, in words and as fields of the position."""
    for phase in phases_in_order(position.rules, position.options):
        if phase.name != position.phase:
            yield f"it counts the values of phase {phase.name}", {"phase": phase.name}
    markers = position.document()["markers"]
    for number, marker in enumerate(markers):
        rest = [*markers[:number], *markers[number + 1 :]]
        reason = f"it does not count the {marker['kind']} marker of {marker.get('owner')}"
        yield reason, {"markers": rest}
        if marker.get("owner") != position.corporation:
            own = [*rest, marker | {"owner": position.corporation}]
            reason = f"it counts the {marker['kind']} marker of {marker.get('owner')}"
            yield reason, {"markers": own}


def _where(ours: Verdict, theirs: Verdict) -> str:
    """The stops that pay something else."""
    found = []
    for one, other in zip(ours.statement, theirs.statement, strict=True):
        for mine, yours in zip(one.lines, other.lines, strict=True):
            if mine.value != yours.value:
                found.append(f"{mine.name or mine.stop} {yours.value} instead of {mine.value}")
    return f": {', '.join(dict.fromkeys(found))}" if found else ""
