"""Trains, phases, corporations and private companies."""

from __future__ import annotations

from route_opt.tiles import COLOURS
from route_opt.title.checks.names import Report, check_known
from route_opt.title.companies import Private, PrivateLay
from route_opt.title.model import Title


def check_trains(title: Title, report: Report) -> None:
    """Trains and phases name each other rightly, and their numbers make sense."""
    for what, table in (("trains", title.trains), ("phases", title.phases)):
        for name, row in table.items():
            where = f"trains.{what}.{name}"
            check_known(report, where, "option", [row.option, row.without], title.options)
    for name, train in title.trains.items():
        options = [*train.number_with, *train.rusts_with]
        check_known(report, f"trains.trains.{name}", "option", options, title.options)
    for name, train in title.trains.items():
        where = f"trains.trains.{name}"
        trains = (train.rusts_on, train.available_on, *train.trade_in, *train.rusts_with.values())
        check_known(report, where, "train", trains, title.trains)
        check_known(report, where, "phase", [train.phased_out_on, train.removed_on], title.phases)
        if train.price < 0 or train.visits < 0 or train.counts < 0:
            report(where, "price, visits and counts are not below 0")
        if train.visits and not 0 < train.counts <= train.visits:
            report(where, f"counts {train.counts} of {train.visits} visits")
        own = train.city_visits, train.city_counts, train.town_visits, train.town_counts
        if min(own) < -1:
            report(where, "a limit on cities or towns is -1 (not one), 0 (none) or a number")
        for limit in train.limits[1:]:
            if limit.visits is not None and (limit.counts or 0) > limit.visits:
                report(where, f"counts {limit.counts} of {limit.number(limit.visits)}")
        if train.column < -1:
            report(where, f"column {train.column} is below -1")
        _check_column(title, train.column, where, report)
        if train.column >= 0 and any(k.effect == "double_end" for k in title.markers.values()):
            report(where, "a train with a column of its own, and markers that double ends")
    for name, phase in title.phases.items():
        where = f"trains.phases.{name}"
        check_known(report, where, "train", phase.starts_with, title.trains)
        check_known(report, where, "tile colour", phase.tiles, COLOURS)
        if not phase.starts_with and name != next(iter(title.phases)):
            report(where, "nothing starts it: it has no `starts_with`, and is not the first")
        if phase.column < 0 or phase.train_limit < 1 or phase.operating_rounds < 1:
            report(where, "column, train_limit or operating_rounds is too small")
        _check_column(title, phase.column, where, report)


def _check_column(title: Title, column: int, where: str, report: Report) -> None:
    """Some stop has a value in that column; those with fewer keep their last one."""
    prints = [*(hex_.tile for hex_ in title.hexes.values()), *title.tiles.values()]
    most = max((len(stop.values) for tile in prints for stop in tile.stops), default=1)
    if column >= max(most, 1):
        report(where, f"no stop has a value in column {column}: they are numbered 0 to {most - 1}")


def check_companies(title: Title, report: Report) -> None:
    """Companies have homes, tokens and shares, and name what there is."""
    for name, corporation in title.corporations.items():
        where = f"companies.{name}"
        check_known(report, where, "train", corporation.trains, title.trains)
        check_known(report, where, "option", corporation.fewer_tokens, title.options)
        check_known(report, where, "hex", [corporation.destination], title.hexes)
        for home in corporation.home:
            _check_city(title, home, f"{where}.home", report)
        for reserved in corporation.reserved:
            _check_city(title, reserved.stop, f"{where}.reserved", report)
            check_known(report, f"{where}.reserved", "phase", [reserved.until], title.phases)
        if corporation.edge_token:
            check_known(report, where, "hex", [corporation.edge_token.area], title.hexes)
        if sum(corporation.shares) != 100:
            report(where, f"its shares make {sum(corporation.shares)}%")
        strange = [share for share in corporation.shares if share <= 0 or share % 10]
        if strange:
            report(where, f"there are no certificates of {strange[0]}%")
        if not 0 <= corporation.float_percent <= 100:
            report(where, f"it cannot float with {corporation.float_percent}% sold")
        if not corporation.home or not corporation.tokens or min(corporation.tokens) < 0:
            report(where, "it needs a home and the price of each token")
    names = list(title.corporations)
    names += [other for corporation in title.corporations.values() for other in corporation.also]
    for name in sorted({name for name in names if names.count(name) > 1}):
        report(f"companies.{name}", "names two corporations")
    for name, private in title.privates.items():
        _check_private(title, private, f"companies.{name}", report)
    where = "companies.privates_with"
    check_known(report, where, "option", title.privates_with, title.options)
    for option, rows in title.privates_with.items():
        check_known(report, f"{where}.{option}", "private", rows, title.privates)
        for name, private in rows.items():
            _check_private(title, private, f"{where}.{option}.{name}", report)


def _check_private(title: Title, private: Private, where: str, report: Report) -> None:
    """A private company names what there is, and its powers can be used."""
    check_known(report, where, "hex", (*private.blocks, *private.hexes), title.hexes)
    check_known(report, where, "phase", [private.closes_on, private.sold_from], title.phases)
    check_known(report, where, "corporation", [private.share], title.corporations)
    known = bool(private.share) or private.draws_share
    if private.brings not in ((0, 10, 20) if known else (0,)):
        report(where, f"it cannot bring {private.brings}% of {private.share or 'nobody'}")
    if private.exchange:
        check_known(report, f"{where}.exchange", "source", private.exchange.sources, _SOURCES)
        if not private.share:
            report(f"{where}.exchange", "it is exchanged for a `share` of nobody")
    if private.closes_with_train and not known:
        report(where, "it closes with the first train of nobody: it has no `share`")
    if private.discount:
        terrain = {hex_.terrain for hex_ in title.hexes.values()}
        check_known(report, where, "terrain", private.discount.terrain, terrain)
        borders = {border.kind for border in title.borders.values()}
        check_known(report, where, "kind of side", private.discount.borders, borders)
    if private.discount and private.discount.divisor < 1:
        report(where, f"a discount cannot be divided by {private.discount.divisor}")
    if private.lay:
        _check_lay(title, private, private.lay, f"{where}.lay", report)
    if private.reserves:
        _check_city(title, private.reserves, f"{where}.reserves", report)


def _check_lay(title: Title, private: Private, lay: PrivateLay, where: str, report: Report) -> None:
    """Each of its tiles can come to lie on one of its hexes; two that must join are neighbours."""
    check_known(report, where, "tile", lay.tiles, title.tiles)
    there = [hex_id for hex_id in private.hexes if hex_id in title.hexes]
    if not private.hexes:
        report(where, "there are no `hexes` on which it lays")
    for tile in lay.tiles:
        if tile in title.tiles and not any(tile in title.tiles_of[hex_id] for hex_id in there):
            report(
                where, f"tile {tile} can lie on none of {', '.join(private.hexes) or 'its hexes'}"
            )
    if not 0 < lay.number <= max(len(private.hexes), 1):
        report(where, f"it cannot lay {lay.number} tiles on {len(private.hexes)} hexes")
    pair = len(there) == 2 and there[1] in [title.neighbour(there[0], side) for side in range(6)]
    if lay.together and not (pair and lay.number == 2):
        report(where, "tiles that must join are two, on two hexes beside each other")


_SOURCES = ("IPO", "market")


def _check_city(title: Title, stop: str, where: str, report: Report) -> None:
    """A token can stand at that stop: a city, or an off-board with a slot."""
    hex_id, _, number = stop.partition(".")
    stops = title.hexes[hex_id].tile.stops if hex_id in title.hexes else ()
    if not number.isdecimal() or int(number) >= len(stops):
        report(where, f"{stop!r} is not a stop of the map, such as 'F20.0'")
    elif not stops[int(number)].slots:
        report(where, f"{stop!r} ({stops[int(number)].kind}) has no room for a token")
