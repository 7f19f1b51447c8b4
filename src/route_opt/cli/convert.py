"""`route-opt convert`: a position from the CSV files of routes-18xx."""

from __future__ import annotations

from pathlib import Path

import click

from route_opt.cli import examples
from route_opt.cli.common import say_json, title_dir
from route_opt.cli.completing import FILE
from route_opt.cli.output import writing


@click.command(
    name="convert",
    epilog=examples(
        "route-opt convert --board b.csv --railroads r.csv --corporation NYC --out nyc.json",
    ),
)
@click.option("--board", required=True, metavar="FILE", type=FILE, help="hex; tile; orientation")
@click.option(
    "--railroads", required=True, metavar="FILE", type=FILE, help="railroad; trains; stations"
)
@click.option("--privates", metavar="FILE", type=FILE, help="private company; owner; hex")
@click.option("--corporation", required=True, metavar="NAME", help="Whose run is asked for.")
@click.option("--title", default="1846", show_default=True, metavar="TITLE", help="The game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the position goes; standard output by default.",
)
@title_dir
def command(
    board: str,
    railroads: str,
    privates: str | None,
    corporation: str,
    title: str,
    out: Path | None,
) -> None:
    """Turn the CSV files of the program routes-18xx into a position.
    What comes out can go straight into `route-opt best -`.
    """
    from route_opt.importers import from_routes18xx

    position = from_routes18xx(board, railroads, privates, corporation=corporation, title=title)
    if out:
        with writing(out):
            position.save(out)
    else:
        say_json(position.document())
