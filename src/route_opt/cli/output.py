"""Writing files that a command was asked for: what cannot be written is one sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click

from route_opt.errors import Problem, RouteOptError
from route_opt.files import write_whole


class UnwritableError(RouteOptError, OSError):
    """A file that cannot be written: no such folder, no right to it, no room."""


@contextlib.contextmanager
def writing(file: str | Path) -> Iterator[None]:
    """What goes wrong with writing a file, told with its name."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        message = f"cannot be written: {reason}"
        raise UnwritableError([Problem("unwritable", str(file), message)]) from None


def write(text: str, file: str | Path) -> None:
    """Write a text to a file, or to standard output for ``-``."""
    if str(file) == "-":
        click.echo(text)
        return
    with writing(file):
        write_whole(file, f"{text}\n".encode())
