"""How far long work has come: a line on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys

import click

WIDTH = 60


class Progress:
    """A line that is written over, and gone when the work is done.

    >>> with Progress(quiet=True) as progress:
    ...     progress("3 of 10 lines")
    """

    def __init__(self, quiet: bool = False) -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self.last = ""

    def __enter__(self) -> Progress:
        return self

    def __call__(self, text: str) -> None:
        """Show where the work is."""
        if self.shown and text != self.last:
            click.echo(f"\r{text[:WIDTH]:<{WIDTH}}", nl=False, err=True)
            self.last = text

    def __exit__(self, *_: object) -> None:
        if self.shown:
            click.echo("\r" + " " * WIDTH + "\r", nl=False, err=True)
