"""What a title's data must agree on, checked once when it is loaded.

Each check looks at one part and names every contradiction it finds; none stops at the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from route_opt.errors import Problem
from route_opt.tiles import COLOURS, FIRST_STOP, KINDS, Tile, keeps_track
from route_opt.title import EFFECTS, LAYOUTS, Hex, Title

Report = Callable[[str, str], None]

SCOPES = ("routes", "rounds")
"""What an option may touch."""


NEED_AN_OWNER = ("token", "double_end", "required_ends")
"""Effects that put a token on the map or bind one corporation: nobody's would mean nothing."""


def check_title(title: Title) -> list[Problem]:
    """Every contradiction inside a title's data."""
    problems: list[Problem] = []

    def report(where: str, message: str) -> None:
        problems.append(Problem("title_data", where, message))

    if title.layout not in LAYOUTS:
        report("title.layout", f"{title.layout!r} is not one of {', '.join(LAYOUTS)}")
        return problems
    for part in ("hexes", "tiles", "trains", "phases", "corporations"):
        if not getattr(title, part):
            report(part, "there are none in this title")
    strange = [hex_id for hex_id in title.hexes if not _is_hex(hex_id)]
    for hex_id in strange:
        report(f"map.hexes.{hex_id}", "is not a hex: a letter and a number, such as 'F20'")
    if strange:
        return problems
    for check in _CHECKS:
        check(title, report)
    return problems


def _is_hex(text: str) -> bool:
    return text[:1].isupper() and text[:1].isascii() and text[1:].isdecimal()


def _known(
    report: Report, where: str, what: str, names: Iterable[str], known: Iterable[str]
) -> None:
    """Report every name that is not among the known ones; an empty name says nothing."""
    there = set(known)
    for name in names:
        if name and name not in there:
            report(where, f"{what} {name!r} does not exist in this title")


# tiles


def _check_tiles(title: Title, report: Report) -> None:
    for tile, count in title.manifest.items():
        if count < 0:
            report(f"tiles.manifest.{tile}", f"{count} is not a number of tiles")
    tables = {"upgrades": title.upgrades, "only_on": title.only_on, "never_on": title.never_on}
    tables |= {f"upgrades_with.{name}": more for name, more in title.upgrades_with.items()}
    tables |= {f"never_on_with.{name}": more for name, more in title.never_on_with.items()}
    for table, rows in tables.items():
        for tile, words in rows.items():
            where = f"tiles.{table}.{tile}"
            _known(report, where, "tile", [tile], title.tiles)
            if table.startswith("upgrades"):
                _known(report, where, "tile", words, title.tiles)
                _check_upgrade(title, tile, words, where, report)
            else:
                places = [word.partition("@")[0] for word in words]
                _known(report, where, "hex", places, title.hexes)
    _known(report, "tiles.aliases", "tile", title.aliases.values(), title.tiles)
    _known(report, "tiles.in_box", "tile", title.in_box, title.tiles)
    options = [*title.upgrades_with, *title.never_on_with]
    _known(report, "tiles", "option", options, title.options)


def _check_upgrade(
    title: Title, tile: str, betters: Iterable[str], where: str, report: Report
) -> None:
    old = title.tiles.get(tile)
    for better in betters:
        new = title.tiles.get(better)
        if old is None or new is None:
            continue
        if new.colour != _next_colour(old):
            report(where, f"{better} is {new.colour}, which does not follow {old.colour}")
        if not any(keeps_track(old.track, new.rotated(turn)) for turn in range(6)):
            report(where, f"{better} keeps its track in no rotation")


def _next_colour(tile: Tile) -> str:
    ordered = (*COLOURS, "")
    return ordered[ordered.index(tile.colour) + 1] if tile.colour in COLOURS else ""


# the map


def _check_map(title: Title, report: Report) -> None:
    if len({(ord(hex_id[0]) + int(hex_id[1:])) % 2 for hex_id in title.hexes}) > 1:
        report("map.hexes", "letters and numbers do not alternate, so hexes would overlap")
    for hex_ in title.hexes.values():
        where = f"map.hexes.{hex_.id}"
        _check_print(title, hex_, report)
        _known(report, where, "first tile", hex_.first, title.tiles)
        for tile in hex_.first:
            if not title.belongs(tile, hex_.id):
                report(where, f"first tile {tile} may not lie here by only_on or never_on")
        _known(report, where, "private", [hex_.private], title.privates)
        if hex_.cost < 0:
            report(where, f"{hex_.cost} is not a cost")
    for pair in title.borders:
        if pair[1] not in _neighbours(title, pair[0]):
            report(f"map.borders.{pair[0]}-{pair[1]}", "the two are not neighbours on the map")
    for mark, ids in title.marks.items():
        _known(report, f"map.marks.{mark}", "hex", ids, title.hexes)
    _known(report, "map.rivers", "hex", title.rivers, title.hexes)
    for hex_id, river in title.rivers.items():
        if sorted(river.first + river.second) != list("012345"):
            report(f"map.rivers.{hex_id}", "each side 0 to 5 is on one bank")
        if river.keep not in ("first", "second", "either"):
            report(f"map.rivers.{hex_id}", f"{river.keep!r} is not first, second or either")


def _neighbours(title: Title, hex_id: str) -> list[str | None]:
    return [title.neighbour(hex_id, side) for side in range(6)] if _is_hex(hex_id) else []


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


def _check_areas(title: Title, report: Report) -> None:
    for area, ids in title.areas.items():
        where = f"map.areas.{area}"
        _known(report, where, "hex", ids, title.hexes)
        there = [title.hexes[hex_id] for hex_id in ids if hex_id in title.hexes]
        if len({hex_.tile.stops for hex_ in there}) > 1:
            report(where, "its hexes do not print the same stop")
        for hex_ in there:
            if [stop.kind for stop in hex_.tile.stops] != ["offboard"]:
                report(where, f"{hex_.id} is not one off-board")


# trains and phases


def _check_trains(title: Title, report: Report) -> None:
    for what, table in (("trains", title.trains), ("phases", title.phases)):
        for name, row in table.items():
            where = f"trains.{what}.{name}"
            _known(report, where, "option", [row.option, row.without], title.options)
    for name, train in title.trains.items():
        where = f"trains.trains.{name}"
        trains = (train.rusts_on, train.available_on, *train.trade_in)
        _known(report, where, "train", trains, title.trains)
        _known(report, where, "phase", [train.phased_out_on, train.removed_on], title.phases)
        if train.price < 0 or train.visits < 0 or train.counts < 0:
            report(where, "price, visits and counts are not below 0")
        if train.visits and not 0 < train.counts <= train.visits:
            report(where, f"counts {train.counts} of {train.visits} visits")
    for name, phase in title.phases.items():
        where = f"trains.phases.{name}"
        _known(report, where, "train", phase.starts_with, title.trains)
        _known(report, where, "tile colour", phase.tiles, COLOURS)
        if phase.column < 0 or phase.train_limit < 1 or phase.operating_rounds < 1:
            report(where, "column, train_limit or operating_rounds is too small")


# companies


def _check_companies(title: Title, report: Report) -> None:
    for name, corporation in title.corporations.items():
        where = f"companies.{name}"
        _known(report, where, "train", corporation.trains, title.trains)
        _known(report, where, "option", corporation.fewer_tokens, title.options)
        _known(report, where, "hex", [corporation.destination], title.hexes)
        for home in corporation.home:
            _check_city(title, home, f"{where}.home", report)
        for reserved in corporation.reserved:
            _check_city(title, reserved.stop, f"{where}.reserved", report)
            _known(report, f"{where}.reserved", "phase", [reserved.until], title.phases)
        if corporation.edge_token:
            _known(report, where, "hex", [corporation.edge_token.area], title.hexes)
        if sum(corporation.shares) != 100:
            report(where, f"its shares make {sum(corporation.shares)}%")
        if not corporation.home or not corporation.tokens or min(corporation.tokens) < 0:
            report(where, "it needs a home and the price of each token")
    names = list(title.corporations)
    names += [other for corporation in title.corporations.values() for other in corporation.also]
    for name in sorted({name for name in names if names.count(name) > 1}):
        report(f"companies.{name}", "names two corporations")
    for name, private in title.privates.items():
        where = f"companies.{name}"
        _known(report, where, "hex", (*private.blocks, *private.hexes), title.hexes)
        _known(report, where, "phase", [private.closes_on, private.sold_from], title.phases)
        _known(report, where, "corporation", [private.share], title.corporations)
        if private.discount and private.discount.divisor < 1:
            report(where, f"a discount cannot be divided by {private.discount.divisor}")
        if private.reserves:
            _check_city(title, private.reserves, f"{where}.reserves", report)


def _check_city(title: Title, stop: str, where: str, report: Report) -> None:
    """A token can stand at that stop: a city, or an off-board with a slot."""
    hex_id, _, number = stop.partition(".")
    stops = title.hexes[hex_id].tile.stops if hex_id in title.hexes else ()
    if not number.isdecimal() or int(number) >= len(stops):
        report(where, f"{stop!r} is not a stop of the map, such as 'F20.0'")
    elif not stops[int(number)].slots:
        report(where, f"{stop!r} ({stops[int(number)].kind}) has no room for a token")


# rules


def _check_markers(title: Title, report: Report) -> None:
    for kind, marker in title.markers.items():
        where = f"title.markers.{kind}"
        amounts = marker.amount if isinstance(marker.amount, dict) else {}
        _known(report, where, "hex", (*marker.hexes, *amounts), title.hexes)
        _known(report, where, "phase", [marker.until, marker.owner_until], title.phases)
        _known(report, where, "kind of stop", marker.stops, KINDS)
        if marker.effect not in EFFECTS:
            report(where, f"effect {marker.effect!r} is not one of {', '.join(EFFECTS)}")
        if marker.effect in NEED_AN_OWNER and not marker.owned:
            report(where, f"a marker with the effect {marker.effect!r} needs an owner")
        if marker.others and marker.effect != "value":
            report(where, f"the effect {marker.effect!r} does nothing for others")


def _check_rules(title: Title, report: Report) -> None:
    for name, option in title.options.items():
        if option.scope not in SCOPES:
            report(f"title.options.{name}", f"scope {option.scope!r} is not routes or rounds")
    routes = title.routes
    readings = [routes.separate_areas, routes.double_markers, *title.market.variants]
    _known(report, "title.routes", "option", readings, title.options)
    named = [*routes.one_per_route, *routes.through, *routes.access, *routes.beside_fills_on]
    named += [hex_id for hexes in routes.ends.classes.values() for hex_id in hexes]
    _known(report, "title.routes", "hex", named, title.hexes)
    _known(report, "title.routes.access", "marker", routes.access.values(), title.markers)
    classes = [name for pair in (*routes.ends.forbidden, *routes.ends.bonus) for name in pair]
    _known(report, "title.routes.ends", "class", classes, routes.ends.classes)


def _check_play(title: Title, report: Report) -> None:
    track = title.play.track
    grants = [*track.land_grants, *track.unconnected_homes]
    _known(report, "title.play.track", "corporation", grants, title.corporations)
    _known(report, "title.play.track", "mark", track.land_grants.values(), title.marks)
    _known(report, "title.play.rights", "marker", title.play.rights, title.markers)
    for kind, right in title.play.rights.items():
        where = f"title.play.rights.{kind}"
        _known(report, where, "private", [right.private], title.privates)
        if right.price < 0 or right.number < 1:
            report(where, "it needs a price, and at least one corporation that may have it")


def _check_market(title: Title, report: Report) -> None:
    if not title.market.pars:
        report("market.grid", "no cell is marked as a par price")
    for option, cells in title.market.variants.items():
        for place in cells:
            if not _is_cell(title, place):
                report(f"market.variants.{option}", f"{place!r} is not the place of a cell")


def _is_cell(title: Title, place: str) -> bool:
    row, _, column = place.partition(",")
    if not (row.isdecimal() and column.isdecimal() and int(row) < len(title.market.grid)):
        return False
    return int(column) < len(title.market.grid[int(row)])


def _check_kinds(title: Title, report: Report) -> None:
    """A hex that takes tiles has the stops its tiles have: a kind no tile knows is a slip."""
    for hex_ in title.hexes.values():
        if hex_.tile.colour == "white" and not hex_.first:
            what = " ".join(hex_.tile.kinds) or "nothing"
            report(f"map.hexes.{hex_.id}", f"no yellow tile fits a hex with {what} printed")


_CHECKS = (
    _check_tiles,
    _check_map,
    _check_areas,
    _check_kinds,
    _check_trains,
    _check_companies,
    _check_markers,
    _check_rules,
    _check_play,
    _check_market,
)
