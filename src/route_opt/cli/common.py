"""What several commands share: how they speak, the position argument and its flags."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
import msgspec

from route_opt import titles
from route_opt.cli.completing import FILE
from route_opt.harmless import harmless, harmless_json
from route_opt.position import Position, load

Command = TypeVar("Command", bound=Callable[..., Any])

_TRUST = "route_opt.trust"


# Everything a command says goes through these two: names of others can do nothing on the way.


def say(text: str, *, err: bool = False) -> None:
    """Write lines for people. A remark that nobody can hear does not end the work it is about."""
    with contextlib.suppress(OSError) if err else contextlib.nullcontext():
        for line in text.split("\n"):
            click.echo(harmless(line), err=err)


def say_json(document: Any, *, indent: bool = False) -> None:
    """Write a document for programs, on one line or on many."""
    data = msgspec.json.encode(document)
    click.echo(harmless_json((msgspec.json.format(data, indent=2) if indent else data).decode()))


class _Seconds(click.FloatRange):
    """A time that can be waited for."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return found


SECONDS = _Seconds()


def _note_trust(ctx: click.Context, _: click.Parameter, trusted: bool) -> None:
    ctx.meta[_TRUST] = trusted


def is_trusted(ctx: click.Context) -> bool:
    """Whether --trust was given."""
    return bool(ctx.meta[_TRUST])


def _add_folder(ctx: click.Context, _: click.Parameter, folders: tuple[str, ...]) -> None:
    for folder in folders:
        titles.add_folder(folder, trust=ctx.meta[_TRUST])


def title_dir(command: Command) -> Command:
    """The flags --title-dir and --trust."""
    command = click.option(
        "--trust",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_note_trust,
        help="Let the Python code that a --title-dir brings run, with all you may do yourself.",
    )(command)
    return click.option(
        "--title-dir",
        multiple=True,
        expose_value=False,
        callback=_add_folder,
        metavar="FOLDER",
        help="Look for titles here first: a folder with a title.toml, or a folder of such.",
    )(command)


as_json = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")


def position_options(command: Command, required: bool = True) -> Command:
    """The POSITION argument with --corporation, --trains, --phase, --lenient, --title-dir."""
    for option in (
        click.option("--lenient", is_flag=True, help="Take an impossible board as it is drawn."),
        click.option("--trains", metavar="LIST", help="Run these trains instead: 5,3/5."),
        click.option("--corporation", metavar="NAME", help="Run this corporation instead."),
        title_dir,
        click.argument("position", metavar="POSITION", type=FILE, required=required),
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


def lines_of(texts: Iterable[str]) -> list[str]:
    """The routes of an option: one each time it is given, or several with semicolons between."""
    return [line for text in texts for line in text.split(";") if line.strip()]


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
            type=SECONDS,
            metavar="SECONDS",
            help="Stop after so long with the best found and a bound.",
        ),
        click.option("--verify", is_flag=True, help="Solve with both engines and compare."),
    ):
        command = option(command)
    return command
