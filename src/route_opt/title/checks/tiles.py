"""Tiles and their upgrades."""

from __future__ import annotations

from collections.abc import Iterable

from route_opt.tiles import COLOURS, Tile, keeps_track
from route_opt.title.checks.names import Report, check_known
from route_opt.title.model import Title

ALL = "all"
"""What totals call tiles of every colour together."""


def check_tiles(title: Title, report: Report) -> None:
    """The manifest counts tiles, and upgrades keep track and follow in colour."""
    manifests = {"manifest": title.manifest}
    manifests |= {f"manifest_with.{name}": more for name, more in title.manifest_with.items()}
    for table, counts in manifests.items():
        check_known(report, f"tiles.{table}", "tile", counts, title.manifest)
        for tile, count in counts.items():
            if count < 0:
                report(f"tiles.{table}.{tile}", f"{count} is not a number of tiles")
    tables = {"upgrades": title.upgrades, "only_on": title.only_on, "never_on": title.never_on}
    tables |= {f"upgrades_with.{name}": more for name, more in title.upgrades_with.items()}
    tables |= {f"never_on_with.{name}": more for name, more in title.never_on_with.items()}
    for table, rows in tables.items():
        for tile, words in rows.items():
            where = f"tiles.{table}.{tile}"
            check_known(report, where, "tile", [tile], title.tiles)
            if table.startswith("upgrades"):
                check_known(report, where, "tile", words, title.tiles)
                _check_upgrade(title, tile, words, where, report)
            else:
                places = [word.partition("@")[0] for word in words]
                check_known(report, where, "hex", places, title.hexes)
    check_known(report, "tiles.aliases", "tile", title.aliases.values(), title.tiles)
    check_known(report, "tiles.in_box", "tile", title.in_box, title.tiles)
    check_known(report, "tiles.totals", "tile colour", title.totals, (*COLOURS, ALL))
    options = [*title.manifest_with, *title.upgrades_with, *title.never_on_with]
    check_known(report, "tiles", "option", options, title.options)


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
