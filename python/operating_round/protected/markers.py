"""Markers in the order of documents."""

from __future__ import annotations

from collections.abc import Iterable

from operating_round.table import Table
from route_opt.position import Marker


def put_markers(table: Table, markers: Iterable[Marker]) -> None:
    """Markers as a document lists them: by kind, then by company."""
    order = table.title.play.special["markers"]
    kinds, names = list(order["kinds"]), list(order["companies"])

    def key(marker: Marker) -> tuple[int, int, int]:
        kind = kinds.index(marker.kind)
        alone = kind if marker.kind in order["first"] else len(kinds)
        return alone, names.index(marker.owner) if alone == len(kinds) else 0, kind

    table.map.set_markers(sorted(markers, key=key))
