"""`route-opt batch`: many positions, one command."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import click

from route_opt.batching.cache import prepare
from route_opt.batching.rows import Settings
from route_opt.batching.run import Counts, run_to_file
from route_opt.batching.sources import count_items, find_inputs, shown
from route_opt.cli import examples
from route_opt.cli.common import engine_options, say, title_dir
from route_opt.cli.completing import FILE
from route_opt.errors import RouteOptError
from route_opt_entry import INTERRUPTED


@click.command(
    name="batch",
    epilog=examples(
        "route-opt batch games/*.json --out answers.parquet",
        "route-opt batch positions.jsonl --out answers.jsonl --resume",
    ),
)
@click.argument("sources", metavar="IN...", type=FILE, nargs=-1, required=True)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Where the rows go: .jsonl, .csv or .parquet.",
)
@click.option("--workers", type=click.IntRange(1), help="Worker processes; all cores by default.")
@click.option("--resume", is_flag=True, help="Keep the rows that OUT holds; add what is missing.")
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
@click.option("--cache", default="", metavar="DIR", help="Keep proved answers here and use them.")
@click.option("--cluster", metavar="ADDRESS", help="Solve on a Dask cluster: tcp://host:8786.")
@engine_options
@title_dir
def command(
    sources: tuple[str, ...],
    out: Path,
    workers: int | None,
    resume: bool,
    force: bool,
    cache: str,
    cluster: str | None,
    engine: str,
    time_limit: float | None,
    verify: bool,
) -> None:
    """Solve every position of IN, one row each, in order.

    IN is a file, a glob or - : JSON lines of positions or {"id", "position"}, a JSON file with one
    position or a list, or a recorded game (every run of it). A bad line is a row with its error.
    Boards that no box of tiles could build are solved as drawn and say so in their notes.

    OUT must not be there, unless --resume or --force says what to do with it. With --resume a row
    is used again if its question, its limits, the data of the titles and the program are the same;
    rows of other inputs stay as they are.
    """
    if resume and force:
        raise click.UsageError("--resume keeps what OUT holds, --force throws it away: not both")
    settings = Settings(engine, time_limit, verify, cache)
    start = time.monotonic()
    with _stopped_once():
        try:
            inputs = find_inputs(sources)
            _prepare(cache)
            with _Display(start, inputs) as display:
                counts = run_to_file(
                    inputs,
                    out,
                    settings,
                    executor=_cluster(cluster) if cluster else None,
                    workers=workers,
                    resume=resume,
                    force=force,
                    report=display.update,
                )
        except KeyboardInterrupt as stop:
            say(f"stopped; {str(stop) or 'nothing was written'}", err=True)
            sys.exit(INTERRUPTED)
    say(f"{summary(counts, time.monotonic() - start)} -> {shown(str(out))}", err=True)


TIDYING = 30.0
"""Seconds after a Ctrl-C in which another one changes nothing."""


@contextlib.contextmanager
def _stopped_once() -> Iterator[None]:
    """Ctrl-C ends the batch; if it is hit again, that does not keep it from tidying up."""
    last = float("-inf")

    def stop(*_: object) -> None:
        nonlocal last
        if time.monotonic() - last > TIDYING:
            last = time.monotonic()
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        if last > 0:  # we are on our way out, and the interpreter takes its handlers down
            if sys.platform != "win32":
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            before = signal.SIG_IGN
        signal.signal(signal.SIGINT, before)


def _prepare(cache: str) -> None:
    if cache and (trouble := prepare(cache)):
        say(f"the cache {shown(cache)} is not used: {trouble}", err=True)


def summary(counts: Counts, seconds: float) -> str:
    """How a batch ended, in a line."""
    solved = counts.done - counts.kept
    parts = [
        f"{counts.done} rows",
        f"{counts.proved} proved",
        f"{counts.open} open",
        f"{counts.bad} bad",
    ]
    if counts.kept:
        parts.append(f"{counts.kept} from before")
    if counts.others:
        parts.append(f"{counts.others} of other inputs stay")
    return f"{', '.join(parts)}; {seconds:.1f} s, {solved / max(seconds, 1e-9):.0f}/s"


def _cluster(address: str) -> Executor:
    try:
        from distributed import Client
    except ImportError:
        raise RouteOptError(
            "a cluster needs distributed: pip install 'route-opt[cluster]'", "no_distributed"
        ) from None
    try:
        client: Any = Client
        executor: Executor = client(address, timeout="10s").get_executor()
    except OSError as error:
        raise RouteOptError(f"no cluster answers at {address}: {error}", "no_cluster") from None
    return executor


class _Display:
    """A line that keeps up on a terminal; nothing in a pipe."""

    def __init__(self, start: float, inputs: list[str]) -> None:
        self.start, self.shown, self.on = start, 0.0, sys.stderr.isatty()
        self.total = count_items(inputs) if self.on else None

    def __enter__(self) -> _Display:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def update(self, counts: Counts) -> None:
        """Show how it stands, a few times a second."""
        now = time.monotonic()
        if self.on and now - self.shown > 0.2:
            self.shown = now
            text = summary(counts, now - self.start) + self.left(counts, now - self.start)
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def left(self, counts: Counts, seconds: float) -> str:
        """How far it is and how long it will take, where that can be known."""
        if not self.total or not counts.done:
            return ""
        solved = counts.done - counts.kept
        rest = (self.total - counts.done) * seconds / solved if solved else 0.0
        return f", {100 * counts.done / self.total:.0f}%, {rest:.0f} s left"

    def close(self) -> None:
        """Clear the line."""
        if self.on and self.shown:
            sys.stderr.write("\r\x1b[K")
            self.shown = 0.0
