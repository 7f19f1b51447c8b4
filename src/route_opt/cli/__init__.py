"""The command line, one module a command; a module is imported only when its command is used."""

from __future__ import annotations

import importlib
import sys

import click
import msgspec

import route_opt
from route_opt.errors import RouteOptError

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

PROVED, REFUTED, BAD_INPUT, STOPPED, DISAGREED, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes, the same for every command."""


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
    run_guarded(main)


def run_guarded(command: click.Command) -> None:
    """Run a command: errors are sentences with exit code 2, never a traceback."""
    try:
        if code := command.main(standalone_mode=False):
            sys.exit(code)
    except click.ClickException as error:
        error.show()
        sys.exit(BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(BAD_INPUT)
    except RouteOptError as error:
        if "--json" in sys.argv:
            click.echo(msgspec.json.encode(error.document()).decode())
        for problem in error.problems:
            click.echo(f"error: {problem}", err=True)
        sys.exit(BAD_INPUT)
