"""The command line, one module a command; a module is imported only when its command is used.

This one is imported by every command: it is light, so that help comes at once.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import TYPE_CHECKING, NoReturn

import click

import route_opt
from route_opt_entry import INTERRUPTED

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

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


def examples(*lines: str) -> str:
    """What stands at the end of a command's help: how it is called, a line each."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def completion(program: str) -> str:
    """What stands before the examples of a whole program: how the Tab key comes to know it."""
    variable = program.upper().replace("-", "_")
    call = f'eval "$(_{variable}_COMPLETE=bash_source {program})"'
    return "\n".join(["\b", "Completion in bash, and likewise in zsh:", f"  {call}", "", ""])


class Program(click.Group):
    """A program of several commands; each is listed with its whole first sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            names = self.list_commands(ctx)
            formatter.write_dl([(n, self.commands[n].get_short_help_str(limit=300)) for n in names])


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"route_opt.cli.{name}").command
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so; none of them has to be loaded for it."""
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        found = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=completion("route-opt")
    + examples(
        "route-opt best friday.json",
        "route-opt best 3099.json@488 --svg board.svg",
        "route-opt serve --open",
    ),
)
@click.version_option(route_opt.__version__, prog_name="route-opt")
def main() -> None:
    """Find, and prove, the best train routes in 18xx railway games.

    A POSITION is a file, - for standard input, or RECORD.json@ACTION of a game downloaded from
    18xx.games; @ACTION:CORPORATION is another corporation at that moment. `route-opt COMMAND
    --help` tells all of a command.

    Exit codes: 0 proved, or the claim stands; 1 refuted; 2 bad input; 3 stopped before the proof;
    4 the engines disagree; 70 a defect of this program; 130 interrupted.

    """


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
    variable = f"_{name}_COMPLETE".replace("-", "_").upper()
    try:
        if variable in os.environ:  # the shell asks what a word could become
            from click.shell_completion import shell_complete

            return shell_complete(command, {}, name, variable, os.environ[variable])
        with command.make_context(name, sys.argv[1:]) as context:
            return int(command.invoke(context) or PROVED)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else PROVED
