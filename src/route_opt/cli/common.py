"""What several commands share: the position argument and its flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from route_opt import titles
from route_opt.position import Position, load

Command = TypeVar("Command", bound=Callable[..., Any])


def _add_folder(_: click.Context, __: click.Parameter, folders: tuple[str, ...]) -> None:
    for folder in folders:
        titles.add_folder(folder)


title_dir = click.option(
    "--title-dir",
    multiple=True,
    expose_value=False,
    is_eager=True,
    callback=_add_folder,
    metavar="FOLDER",
    help="Look for titles here first: a folder with a title.toml, or a folder of such.",
)

as_json = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")


def position_options(command: Command, required: bool = True) -> Command:
    """The POSITION argument with --corporation, --trains, --phase, --lenient, --title-dir."""
    for option in (
        click.option("--lenient", is_flag=True, help="Take an impossible board as it is drawn."),
        click.option("--trains", metavar="LIST", help="Run these trains instead: 5,3/5."),
        click.option("--corporation", metavar="NAME", help="Run this corporation instead."),
        title_dir,
        click.argument("position", metavar="POSITION", required=required),
    ):
        command = option(command)
    return command


def read_position(
    source: str, corporation: str | None, trains: str | None, lenient: bool
) -> Position:
    """The position a command was given, with its what-if changes."""
    position = load(source, lenient=lenient)
    changes = changes_of(corporation, trains)
    return position.replace(lenient=lenient, **changes) if changes else position


def changes_of(corporation: str | None, trains: str | None) -> dict[str, Any]:
    """The fields of a position that --corporation and --trains change."""
    changes: dict[str, Any] = {}
    if corporation:
        changes["corporation"] = corporation
    if trains is not None:
        changes["trains"] = [name.strip() for name in trains.split(",") if name.strip()]
    return changes


def engine_options(command: Command) -> Command:
    """How to solve: --engine, --time-limit, --verify."""
    for option in (
        click.option(
            "--engine",
            type=click.Choice(["auto", "native", "cpsat"]),
            default="auto",
            show_default=True,
            help="Who solves: the native search, CP-SAT, or the first and then the other.",
        ),
        click.option(
            "--time-limit",
            type=click.FloatRange(min=0, min_open=True),
            metavar="SECONDS",
            help="Stop after so long with the best found and a bound.",
        ),
        click.option("--verify", is_flag=True, help="Solve with both engines and compare."),
    ):
        command = option(command)
    return command
