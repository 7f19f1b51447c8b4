"""The map: hexes, borders, rivers, areas."""

from __future__ import annotations

from route_opt.tiles import FIRST_STOP
from route_opt.title.board import Hex
from route_opt.title.checks.names import Report, check_known, is_hex
from route_opt.title.model import Title


def check_map(title: Title, report: Report) -> None:
    """Hexes lie beside each other, and what is printed on them exists."""
    if len({(ord(hex_id[0]) + int(hex_id[1:])) % 2 for hex_id in title.hexes}) > 1:
        report("map.hexes", "letters and numbers do not alternate, so hexes would overlap")
    for hex_ in title.hexes.values():
        where = f"map.hexes.{hex_.id}"
        _check_print(title, hex_, report)
        check_known(report, where, "first tile", hex_.first, title.tiles)
        for tile in hex_.first:
            if not title.belongs(tile, hex_.id):
                report(where, f"first tile {tile} may not lie here by only_on or never_on")
        check_known(report, where, "private", [hex_.private], title.privates)
        if hex_.cost < 0:
            report(where, f"{hex_.cost} is not a cost")
    for pair in title.borders:
        if pair[1] not in _neighbours(title, pair[0]):
            report(f"map.borders.{pair[0]}-{pair[1]}", "the two are not neighbours on the map")
    for mark, ids in title.marks.items():
        check_known(report, f"map.marks.{mark}", "hex", ids, title.hexes)
    check_known(report, "map.rivers", "hex", title.rivers, title.hexes)
    for hex_id, river in title.rivers.items():
        if sorted(river.first + river.second) != list("012345"):
            report(f"map.rivers.{hex_id}", "each side 0 to 5 is on one bank")
        if river.keep not in ("first", "second", "either"):
            report(f"map.rivers.{hex_id}", f"{river.keep!r} is not first, second or either")


def _neighbours(title: Title, hex_id: str) -> list[str | None]:
    return [title.neighbour(hex_id, side) for side in range(6)] if is_hex(hex_id) else []


def _check_print(title: Title, hex_: Hex, report: Report) -> None:
    """Printed track leads somewhere."""
    where = f"map.hexes.{hex_.id}"
    for side in sorted({end for piece in hex_.tile.track for end in piece if end < FIRST_STOP}):
        other = title.neighbour(hex_.id, side)
        if other is None:
            report(where, f"printed track leaves the map at side {side}")
        elif not _meets(title.hexes[other], (side + 3) % 6):
            report(where, f"printed track at side {side} meets nothing in {other}")


def _meets(hex_: Hex, side: int) -> bool:
    """Whether track can ever meet a side: a tile may come here, or the print has track there."""
    return bool(hex_.first) or any(side in piece for piece in hex_.tile.track)


def check_areas(title: Title, report: Report) -> None:
    """The hexes of an area are one off-board."""
    for area, ids in title.areas.items():
        where = f"map.areas.{area}"
        check_known(report, where, "hex", ids, title.hexes)
        there = [title.hexes[hex_id] for hex_id in ids if hex_id in title.hexes]
        if len({hex_.tile.stops for hex_ in there}) > 1:
            report(where, "its hexes do not print the same stop")
        for hex_ in there:
            if [stop.kind for stop in hex_.tile.stops] != ["offboard"]:
                report(where, f"{hex_.id} is not one off-board")


def check_kinds(title: Title, report: Report) -> None:
    """A hex that takes tiles has the stops its tiles have: a kind no tile knows is a slip."""
    for hex_ in title.hexes.values():
        if hex_.tile.colour == "white" and not hex_.first:
            what = " ".join(hex_.tile.kinds) or "nothing"
            report(f"map.hexes.{hex_.id}", f"no yellow tile fits a hex with {what} printed")
