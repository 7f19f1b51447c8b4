"""`route-opt best`: the best routes of a position, proved."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from route_opt.cli import DISAGREED, PROVED, STOPPED
from route_opt.cli.common import (
    as_json,
    engine_options,
    position_options,
    read_position,
    say,
    say_json,
)
from route_opt.cli.output import write, writing
from route_opt.position import Position
from route_opt.solver import GOALS, DisagreementError, Result, all_best, best


@click.command(name="best")
@position_options
@engine_options
@as_json
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the routes.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the position.")
@click.option(
    "--as-action", is_flag=True, help="Answer as the run_routes action a record would hold."
)
@click.option(
    "--all", "sets", type=click.IntRange(1), metavar="N", help="List up to N equally good answers."
)
@click.option(
    "--second-goal",
    type=click.Choice(list(GOALS)),
    help="What to prefer among equally good answers.",
)
def command(
    position: str,
    corporation: str | None,
    trains: str | None,
    lenient: bool,
    engine: str,
    time_limit: float | None,
    verify: bool,
    as_json: bool,
    svg: Path | None,
    save: Path | None,
    as_action: bool,
    sets: int | None,
    second_goal: str | None,
) -> None:
    """Find the best routes of POSITION and prove them.

    POSITION is a file, - for standard input, or RECORD.json@ACTION of a recorded game.
    """
    asked = read_position(position, corporation, trains, lenient)
    if save:
        with writing(save):
            asked.save(save)
    if sets or second_goal:
        _list(asked, sets or 1, second_goal or "fewest-hexes", time_limit, as_json)
    show = _Progress()
    try:
        result = best(
            asked,
            engine=engine,
            time_limit=time_limit,
            verify=verify,
            progress=show if show.on else None,
            keep_interrupted=True,
        )
    except DisagreementError as error:
        show.close()
        say(f"THE ENGINES DISAGREE: {error}", err=True)
        sys.exit(DISAGREED)
    show.close()
    if result.status == "unknown" and as_action:
        say(result.summary(), err=True)  # there are no routes to make an action of
    elif as_action:
        say_json(_action(position, corporation, result))
    elif as_json:
        say_json(result.document())
    else:
        say("\n".join(told(result)))
    if svg:
        write(result._repr_svg_(), svg)
    sys.exit(PROVED if result.status == "optimal" else STOPPED)


def _list(
    asked: Position, sets: int, goal: str, time_limit: float | None, as_json: bool
) -> NoReturn:
    """Several answers, or the one that a second goal prefers."""
    results, complete = all_best(asked, sets=sets, goal=goal, time_limit=time_limit)
    if as_json:
        document = {"results": [result.document() for result in results], "complete": complete}
        say_json(document)
    else:
        for result in results:
            say("\n".join(told(result)))
        if sets > 1:
            say("there are no others" if complete else "there may be others")
    proved = results and all(result.status == "optimal" for result in results)
    sys.exit(PROVED if proved else STOPPED)


def _action(source: str, corporation: str | None, result: Result) -> dict[str, Any]:
    """The routes in the words of the record that the position came from."""
    from route_opt import records

    path, at, action = source.rpartition("@")
    if not at:
        raise click.UsageError("--as-action needs a position of the form RECORD.json@ACTION")
    if corporation:
        action = f"{action.partition(':')[0]}:{corporation}"
    moment = records.moment_at(path, action)
    return records.as_action(moment, [route.document() for route in result.routes])


def told(result: Result) -> list[str]:
    """A result in lines a player understands; each route as it can be typed, then its sum."""
    lines = [result.summary()]
    for route in result.routes:
        lines += [f"  {route.written}", f"      {route.statement.sum}"]
    running = [route.train for route in result.routes]
    for train in result.position.trains if result.status != "unknown" else ():
        if train in running:
            running.remove(train)
        else:
            lines.append(f"  {train}: stays idle")
    return [*lines, *(f"note: {note}" for note in result.notes)]


class _Progress:
    """Best, bound and gap while a search goes on: on a terminal only, after half a second."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty()
        self.shown = 0.0

    def __call__(self, value: int, bound: int, nodes: int, seconds: float) -> None:
        if seconds < self.shown + 0.2 or seconds < 0.5:
            return
        self.shown = seconds
        # A search that has not come to a bound yet says 0.
        known = f"  bound {bound}  gap {100 * (bound - value) / bound:.1f}%" if bound else ""
        text = f"{seconds:.1f} s  best {value}{known}  {nodes:,} nodes"
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def close(self) -> None:
        """Clear the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.shown = 0.0
