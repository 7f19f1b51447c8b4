"""The markers of a document."""

from __future__ import annotations

import functools
from typing import Any

from route_opt._reading import Markers
from route_opt.harmless import brief
from route_opt.position.fields import MOST_REMEMBERED, Fields, place
from route_opt.position.model import Marker
from route_opt.position.places import Places
from route_opt.position.printed import print_of
from route_opt.position.problems import Problems
from route_opt.tiles import Stop
from route_opt.title import MarkerKind, Title

_FIELDS = ("kind", "at", "owner", "value", "count", "state", "from", "to", "hex_wide")


def read_markers(fields: Fields, places: Places) -> tuple[Marker, ...]:
    """The markers that could be read; the others are problems."""
    found = []
    known = _sound_markers(places.title, places.separate_areas)
    for n, data in enumerate(fields.entries("markers")):
        marker: Marker | None = known.known(data, places.tiles)
        if marker is None:
            marker = _new_marker(data, f"markers[{n}]", fields, places)
        if marker is not None:
            found.append(marker)
    return tuple(found)


def _new_marker(data: Any, where: str, fields: Fields, places: Places) -> Marker | None:
    if not isinstance(data, dict):
        fields.problems.add("wrong_type", where, f"{brief(data)} is not an object")
        return None
    marker = _read_marker(data, where, fields, places)
    # Under a tile that could not be read, a place may be unclear without another word.
    if marker is not None and not fields.problems.found:
        stops = filter(None, (marker.at, marker.from_, marker.to))
        hexes = [stop.partition(".")[0] for stop in stops]
        on = tuple((hex_id, places.tiles.get(hex_id)) for hex_id in hexes)
        _sound_markers(places.title, places.separate_areas).learn(data, marker, on)
    return marker


@functools.cache
def _sound_markers(title: Title, separate: bool) -> Markers:
    return Markers(MOST_REMEMBERED)


def _read_marker(data: dict[str, Any], where: str, fields: Fields, places: Places) -> Marker | None:
    problems = fields.problems
    before = len(problems.found)
    for field in [field for field in data if field not in _FIELDS]:
        problems.unknown("unknown_field", f"{where}.{place(field)}", "field", field, _FIELDS)
    known = places.title.markers
    name = problems.known("unknown_marker", f"{where}.kind", "marker", data.get("kind"), known)
    if not name:
        return None
    kind = known[name]
    hex_wide = data.get("hex_wide", False)
    if not isinstance(hex_wide, bool):
        problems.add("wrong_type", f"{where}.hex_wide", f"{brief(hex_wide)} is not true or false")
    stands = _read_places(kind, data, where, places)
    _check_place(kind, stands, where, places)
    owner = _read_owner(kind, data.get("owner"), f"{where}.owner", places)
    state = _read_state(kind, data.get("state"), f"{where}.state", problems)
    value = fields.number(data.get("value"), f"{where}.value")
    count = fields.number(data.get("count"), f"{where}.count")
    if len(problems.found) > before:
        return None
    at, from_, to = (stands.get(field, "") for field in ("at", "from", "to"))
    return Marker(kind.kind, at, owner, value, count or 0, state, from_, to, hex_wide)


def _read_places(
    kind: MarkerKind, data: dict[str, Any], where: str, places: Places
) -> dict[str, str]:
    """Where a marker stands, or from where to where it makes a train run."""
    whole_hex = kind.hex_wide or data.get("hex_wide") is True

    def fits(stop: Stop) -> bool:
        return not kind.stops or stop.kind in kind.stops

    return {
        field: places.stop(data[field], f"{where}.{field}", fits, whole_hex) or ""
        for field in ("at", "from", "to")
        if data.get(field) is not None
    }


def _read_owner(kind: MarkerKind, owner: Any, where: str, places: Places) -> str:
    if owner is not None:
        return places.corporation(owner, where)
    if kind.owned:
        places.problems.add("missing", where, f"a {kind.kind} marker needs an owner")
    return ""


def _read_state(kind: MarkerKind, state: Any, where: str, problems: Problems) -> str:
    if kind.states:
        return problems.known("unknown_state", where, "state", state, kind.states)
    if state not in (None, ""):
        problems.add("unknown_state", where, f"a {kind.kind} marker has no state, {brief(state)}")
    return ""


def _check_place(kind: MarkerKind, stands: dict[str, str], where: str, places: Places) -> None:
    problems = places.problems
    for field in kind.places:
        if field not in stands:
            problems.add("missing", f"{where}.{field}", f"a {kind.kind} marker needs it")
    stop = stands.get("at", "")
    at = stop.partition(".")[0]
    if not (kind.placed and at):
        return
    if kind.hexes and at not in kind.hexes:
        message = f"a {kind.kind} marker stands on {', '.join(kind.hexes)}, not on {at}"
        problems.add("wrong_place", f"{where}.at", message)
    found = print_of(places.title, places.tiles, stop).kind
    if kind.stops and found not in kind.stops:
        message = f"a {kind.kind} marker stands on a {' or '.join(kind.stops)}, not on a {found}"
        problems.add("wrong_place", f"{where}.at", message)
