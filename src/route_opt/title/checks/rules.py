"""Markers, the rules of routes and of play, the market."""

from __future__ import annotations

from collections import Counter

from route_opt.tiles import KINDS
from route_opt.title.checks.names import Report, check_known
from route_opt.title.model import Title
from route_opt.title.routes import EFFECTS, StopSet

SCOPES = ("routes", "rounds")
"""What an option may touch."""


NEED_AN_OWNER = ("token", "double_end", "required_ends")
"""Effects that put a token on the map or bind one corporation: nobody's would mean nothing."""


def check_markers(title: Title, report: Report) -> None:
    """Markers have an effect that exists, and whoever it needs."""
    for kind, marker in title.markers.items():
        where = f"title.markers.{kind}"
        amounts = marker.amount if isinstance(marker.amount, dict) else {}
        check_known(report, where, "hex", (*marker.hexes, *amounts), title.hexes)
        check_known(report, where, "phase", [marker.until, marker.owner_until], title.phases)
        check_known(report, where, "kind of stop", marker.stops, KINDS)
        if marker.effect not in EFFECTS:
            report(where, f"effect {marker.effect!r} is not one of {', '.join(EFFECTS)}")
        if marker.effect in NEED_AN_OWNER and not marker.owned:
            report(where, f"a marker with the effect {marker.effect!r} needs an owner")
        if marker.others and marker.effect != "value":
            report(where, f"the effect {marker.effect!r} does nothing for others")


def check_rules(title: Title, report: Report) -> None:
    """The rules of routes name what there is."""
    for name, option in title.options.items():
        if option.scope not in SCOPES:
            report(f"title.options.{name}", f"scope {option.scope!r} is not routes or rounds")
    routes = title.routes
    readings = [routes.separate_areas, routes.double_markers, *title.market.variants]
    check_known(report, "title.routes", "option", readings, title.options)
    named = [*routes.one_per_route, *routes.through, *routes.access, *routes.beside_fills_on]
    named += [hex_id for hexes in routes.ends.classes.values() for hex_id in hexes]
    check_known(report, "title.routes", "hex", named, title.hexes)
    check_known(report, "title.routes.access", "marker", routes.access.values(), title.markers)
    classes = [name for pair in (*routes.ends.forbidden, *routes.ends.bonus) for name in pair]
    check_known(report, "title.routes.ends", "class", classes, routes.ends.classes)
    for stops in routes.sets:
        _check_set(title, stops, report)


def _check_set(title: Title, stops: StopSet, report: Report) -> None:
    """A set has two places or more, each of which is one stop for a route."""
    where = f"title.routes.sets.{stops.name}"
    hexes = [place.partition(".")[0] for place in stops.stops]
    check_known(report, where, "hex", hexes, title.hexes)
    if stops.amount <= 0:
        report(where, f"an amount of {stops.amount} is no bonus")
    if len({_stop_of(title, place) for place in stops.stops}) < max(2, len(stops.stops)):
        report(where, "it needs two stops or more, each once")
    for place, hex_id in zip(stops.stops, hexes, strict=True):
        if hex_id in title.hexes:
            _, dot, number = place.partition(".")
            prints = [title.hexes[hex_id].tile, *map(title.tiles.get, title.tiles_of[hex_id])]
            most = max(len(tile.stops) for tile in prints if tile is not None)
            if dot and not (number.isdecimal() and int(number) < most):
                report(where, f"{place!r} is not a stop of the map, such as 'F20.0'")
            elif not most:
                report(where, f"{place} has no stop, whatever lies there")
            elif not dot and most > 1 and hex_id not in title.routes.one_per_route:
                report(where, f"{place} can have {most} stops: name one, such as '{place}.0'")


def _stop_of(title: Title, place: str) -> tuple[str, str]:
    """What tells a place from others: its area or hex, and its number there."""
    hex_id, _, number = place.partition(".")
    area = title.hexes[hex_id].area if hex_id in title.hexes else ""
    return area or hex_id, number or "0"


def check_play(title: Title, report: Report) -> None:
    """The rules of play name what there is."""
    check_known(report, "title.play", "option", title.play.recorded, title.options)
    halves = title.play.dividends.half_kept_with
    check_known(report, "title.play.dividends", "option", halves, title.options)
    if not 0 <= title.play.pool_limit <= 100:
        report("title.play.pool_limit", f"{title.play.pool_limit}% cannot lie in the market")
    few = title.play.few_players
    if few and not 0 < few.presidents <= 100:
        report("title.play.few_players", f"no certificate is of {few.presidents}%")
    check_known(report, "title.play.exports", "train", title.play.exports, title.trains)
    if title.play.privates:
        where = "title.play.privates.phases"
        check_known(report, where, "phase", title.play.privates.phases, title.phases)
    track = title.play.track
    grants = [*track.land_grants, *track.unconnected_homes]
    check_known(report, "title.play.track", "corporation", grants, title.corporations)
    check_known(report, "title.play.track", "mark", track.land_grants.values(), title.marks)
    check_known(report, "title.play.rights", "marker", title.play.rights, title.markers)
    for kind, right in title.play.rights.items():
        where = f"title.play.rights.{kind}"
        check_known(report, where, "private", [right.private], title.privates)
        if right.price < 0 or right.number < 1:
            report(where, "it needs a price, and at least one corporation that may have it")


def check_market(title: Title, report: Report) -> None:
    """There are pars, and variants change cells that exist."""
    if not title.market.pars:
        report("market.grid", "no cell is marked as a par price")
    _check_pars(title, report)
    marks = {mark for row in title.market.grid for cell in row if cell for mark in cell.marks}
    marks |= {zone for cells in title.market.variants.values() for zone in cells.values()}
    check_known(report, "market.zones", "mark", title.market.zones, marks)
    for option, cells in title.market.variants.items():
        for place in cells:
            if not _is_cell(title, place):
                report(f"market.variants.{option}", f"{place!r} is not the place of a cell")


def _check_pars(title: Title, report: Report) -> None:
    """A par is a price, and marks one cell: a corporation that starts there has a place."""
    cells = [cell for row in title.market.grid for cell in row if cell and "par" in cell.marks]
    for price, number in Counter(cell.price for cell in cells).items():
        if number > 1:
            report("market.grid", f"par {price} is marked on {number} cells; the first is taken")
    for cell in cells:
        if not cell.price or "closed" in cell.marks:
            report("market.grid", f"nobody starts at {cell.price}, which is marked as a par price")


def _is_cell(title: Title, place: str) -> bool:
    row, _, column = place.partition(",")
    if not (row.isdecimal() and column.isdecimal() and int(row) < len(title.market.grid)):
        return False
    return int(column) < len(title.market.grid[int(row)])
