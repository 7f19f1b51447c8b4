"""`route-opt draw`: the board as a picture, routes in colour."""

from __future__ import annotations

import functools

import click

from route_opt import titles
from route_opt.cli import examples
from route_opt.cli.common import position_options, read_position
from route_opt.cli.completing import FILE, TITLE
from route_opt.cli.output import write
from route_opt.documents import read_json, read_source
from route_opt.errors import ClaimError
from route_opt.position import Position


@click.command(
    name="draw",
    epilog=examples(
        "route-opt draw friday.json --out board.svg",
        "route-opt draw --title 1846 --out empty.svg",
        "route-opt draw friday.json --routes result.json --out routes.svg",
    ),
)
@functools.partial(position_options, required=False)
@click.option(
    "--title", metavar="TITLE", type=TITLE, help="Draw the empty board of a title instead."
)
@click.option(
    "--routes", metavar="FILE", type=FILE, help="Draw these routes: a list of them, or a result."
)
@click.option("--out", default="-", metavar="FILE", help="Where to write the SVG; - for here.")
def command(
    position: str | None,
    title: str | None,
    routes: str | None,
    out: str,
    corporation: str | None,
    trains: str | None,
    lenient: bool,
) -> None:
    """Draw a board as SVG."""
    from route_opt.render import draw

    if (position is None) == (title is None):
        raise click.UsageError("give a POSITION, or --title for an empty board")
    if position is not None:
        board = read_position(position, corporation, trains, lenient)
    else:
        board = empty_board(str(title))
    ran = None
    if routes is not None:
        ran = read_json(read_source(routes, ClaimError), ClaimError, routes)
    write(draw(board, ran), out)


def empty_board(title: str) -> Position:
    """A board before the first move: no corporation runs."""
    return Position(title, next(iter(titles.find(title).phases)), corporation="")
