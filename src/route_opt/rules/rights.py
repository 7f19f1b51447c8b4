"""What a corporation may buy besides track and station tokens: rights, and edge tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from route_opt.position import Marker
from route_opt.title import Title


def rights_for_sale(title: Title, corporation: str, markers: Iterable[Marker]) -> list[str]:
    """The kinds of right that a corporation has not got and of which some are left."""
    found = []
    for kind, right in title.play.rights.items():
        owners = [marker.owner for marker in markers if marker.kind == kind]
        if len(owners) < right.number and corporation not in owners:
            found.append(kind)
    return found


def edge_token(
    title: Title, corporation: str, markers: Iterable[Marker], reached: Collection[str]
) -> Marker | None:
    """The edge token of a corporation, where it may be placed now: once, where its track leads."""
    edge = title.corporations[corporation].edge_token
    if edge is None:
        return None
    kind = next(
        kind
        for kind, row in title.markers.items()
        if row.effect == "double" and edge.area in row.hexes
    )
    placed = any(marker.kind == kind and marker.owner == corporation for marker in markers)
    hexes = title.areas.get(title.hexes[edge.area].area, (edge.area,))
    if placed or not any(f"{hex_id}.0" in reached for hex_id in hexes):
        return None
    return Marker(kind, f"{edge.area}.0", corporation)
