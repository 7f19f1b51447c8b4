"""`route-opt position`: an empty position of a title, to fill in."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from route_opt.cli import examples
from route_opt.cli.common import changes_of, title_dir
from route_opt.cli.completing import TITLE
from route_opt.cli.output import write
from route_opt.position import parse
from route_opt.titles import find


@click.command(
    name="position",
    epilog=examples(
        "route-opt position 1846 --phase II --corporation IC --trains 3/5,2 --out friday.json",
        'route-opt position 1846 --tile "Terre Haute=57@0" --token Cairo=IC',
    ),
)
@click.argument("title", metavar="TITLE", type=TITLE)
@click.option("--phase", metavar="NAME", help="The phase; the first one by default.")
@click.option("--corporation", metavar="NAME", help="Who runs; the first one by default.")
@click.option("--trains", metavar="LIST", help="Its trains: 5,3/5.")
@click.option("--tile", "tiles", multiple=True, metavar="HEX=TILE", help="A tile: G7=57@0.")
@click.option(
    "--token", "tokens", multiple=True, metavar="STOP=NAME", help="A token: Cairo=IC, D6.2=GT."
)
@click.option("--out", default="-", metavar="FILE", help="Where to write it; - for here.")
@title_dir
def command(
    title: str,
    phase: str | None,
    corporation: str | None,
    trains: str | None,
    tiles: tuple[str, ...],
    tokens: tuple[str, ...],
    out: str,
) -> None:
    """Write a position of TITLE, empty but for what is said, to fill in.

    Tiles are <tile>@<rotation> by hex or city, tokens a list by stop with one entry a slot.
    `route-opt titles TITLE` lists the names of all that a position can hold.
    """
    rules = find(title)
    slots: dict[str, list[str]] = {}
    for stop, owner in (_pair(text, "Cairo=IC") for text in tokens):
        slots.setdefault(stop, []).append(owner)
    document: dict[str, Any] = {
        "title": rules.name,
        "phase": phase or next(iter(rules.phases)),
        "corporation": next(iter(rules.corporations)),
        "tiles": dict(_pair(text, "G7=57@0") for text in tiles),
        "tokens": slots,
        **changes_of(corporation, trains),
    }
    filled = msgspec.json.encode(parse(document).document())
    write(msgspec.json.format(filled, indent=2).decode(), out)


def _pair(text: str, example: str) -> tuple[str, str]:
    place, equals, what = (part.strip() for part in text.partition("="))
    if not (place and equals and what):
        raise click.UsageError(f"{text!r} is not of the form {example}")
    return place, what
