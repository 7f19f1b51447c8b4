"""`route-opt worker`: questions and answers as JSON lines, for tools in other languages."""

from __future__ import annotations

import sys

import click

from route_opt.cli import examples
from route_opt.cli.common import SECONDS, title_dir


@click.command(
    name="worker",
    epilog=examples(
        'echo \'{"id": 1, "ask": "titles"}\' | route-opt worker',
    ),
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Questions worked on at a time.",
)
@click.option(
    "--time-limit",
    type=SECONDS,
    metavar="SECONDS",
    help="No question takes longer than this.",
)
@title_dir
def command(threads: int, time_limit: float | None) -> None:
    """Answer questions from standard input, a JSON object a line, on standard output.

    {"id": 1, "ask": "best", "position": {...}, "time_limit": 5} is a question; ask is one of
    best, every, check, claim, solve, whatif, audit, steps, draw, tiles, titles. Answers come in
    the order of the questions, each with the id of its own. {"cancel": 1} ends the search for it.
    """
    from route_opt.worker import Worker, lines_of

    Worker(sys.stdout.buffer, threads=threads, longest=time_limit).run(lines_of(sys.stdin.buffer))
