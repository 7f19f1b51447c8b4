"""The command line, one module a command; a module is imported only when its command is used.

This one is imported by every command: it is light, so that help comes at once.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import NoReturn

import click

import route_opt
from route_opt_entry import INTERRUPTED

COMMANDS = {
    "best": "the best routes, proved, with a stop-by-stop statement",
    "claim": "judge a claim: legal or why not, its value, the verdict",
    "audit": "every run of a recorded game, and the money left on the table",
    "convert": "a position from the CSV files of routes-18xx",
    "batch": "many positions: streams, resumes, one row each",
    "whatif": "next tile lays, tokens and trains, ranked by what they add",
    "draw": "the board as a picture, routes in colour",
    "serve": "a page on this machine: board, best routes, claims, records",
    "worker": "questions and answers as JSON lines, for tools in other languages",
    "titles": "the titles with the sources of their data; of one, all names that a position needs",
    "position": "an empty position of a title, to fill in",
}

PROVED, REFUTED, BAD_INPUT, STOPPED, DISAGREED = 0, 1, 2, 3, 4
"""Exit codes, the same for every command; see `errors` and `route_opt_entry` for the others."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"route_opt.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(route_opt.__version__, prog_name="route-opt")
def main() -> None:
    """Find, and prove, the best train routes in 18xx railway games."""


def run() -> None:
    """The `route-opt` command."""
    run_guarded(main, "route-opt")


def run_guarded(command: click.Command, name: str) -> NoReturn:
    """Run a command: what goes wrong is a sentence and an exit code, never a traceback.

    Whatever is not an error on purpose is a defect, and never 1, which means refuted.
    """
    try:
        code = _called(command, name)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads any more, and nobody needs to hear of it
        code = BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        with contextlib.suppress(OSError):
            click.echo("stopped", err=True)
        code = INTERRUPTED
    except Exception as error:
        from route_opt.cli.failure import told

        code = told(error)
    _let_go()
    sys.exit(code)


def _let_go() -> None:
    """Write out what is left; what cannot be written is given up, or Python's end would fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _called(command: click.Command, name: str) -> int:
    """Call a command; the exit code it wants. (A command's `main` makes 1 of a closed pipe.)"""
    try:
        with command.make_context(name, sys.argv[1:]) as context:
            return int(command.invoke(context) or PROVED)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else PROVED
