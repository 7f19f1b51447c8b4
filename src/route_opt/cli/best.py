"""`route-opt best`: the best routes of a position, proved."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn, Self

import click

from route_opt.cli import DISAGREED, PROVED, STOPPED, examples
from route_opt.cli.common import (
    as_json,
    engine_options,
    lines_of,
    position_options,
    read_position,
    say,
    say_json,
)
from route_opt.cli.output import write, writing
from route_opt.documents import moment_named
from route_opt.position import Position, load
from route_opt.result import Result
from route_opt.solver import GOALS, MOST_THREADS, DisagreementError, all_best, best


@click.command(
    name="best",
    epilog=examples(
        "route-opt best friday.json",
        "route-opt best 3099.json@488 --svg board.svg",
        "route-opt best 3099.json@488:NYC --trains 4,5 --json",
        'route-opt best friday.json --keep "3/5: Detroit, Cleveland"',
        "route-opt best friday.json --every-corporation --also NYC:4,5",
    ),
)
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
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    show_default=True,
    help="Work on one search with so many; the answer is the same.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="ROUTE",
    help='Run this in any case, and the best beside it: "3/5: Detroit, Cleveland".',
)
@click.option(
    "--every-corporation",
    "every",
    is_flag=True,
    help="Answer for all in the game of a record; of a position, for those with --also, too.",
)
@click.option(
    "--also",
    multiple=True,
    metavar="NAME:TRAINS",
    help="With --every-corporation: another one, and the trains it has: NYC:4,5.",
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
    threads: int,
    keep: tuple[str, ...],
    every: bool,
    also: tuple[str, ...],
) -> None:
    """Find the best routes of POSITION and prove them.

    POSITION is a file, - for standard input, or RECORD.json@ACTION of a recorded game.
    """
    if every or also:
        others = (corporation, trains, svg, save, as_action, sets, second_goal, keep, threads > 1)
        if not every or any(others):
            raise click.UsageError("--every-corporation goes with --also and --engine options only")
        _each(*_everyone(position, also, lenient), engine, time_limit, verify, as_json)
    if keep and (sets or second_goal):
        raise click.UsageError("--keep does not go together with --all or --second-goal")
    if threads > 1 and (sets or second_goal):
        raise click.UsageError("--threads does not go together with --all or --second-goal")
    asked = read_position(position, corporation, trains, lenient)
    if save:
        with writing(save):
            asked.save(save)
    if sets or second_goal:
        _list(asked, sets or 1, second_goal or "fewest-hexes", time_limit, as_json)
    options = {"engine": engine, "time_limit": time_limit, "verify": verify, "threads": threads}
    result = _best(asked, keep=lines_of(keep), **options)
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


def _best(asked: Position, **options: Any) -> Result:
    """The best routes, with a word on how far the search is, and the best so far on Ctrl-C."""
    try:
        with _Progress() as show:
            told = show if show.on else None
            return best(asked, progress=told, keep_interrupted=True, **options)
    except DisagreementError as error:
        say(f"THE ENGINES DISAGREE: {error}", err=True)
        sys.exit(DISAGREED)


def _everyone(
    source: str, also: tuple[str, ...], lenient: bool
) -> tuple[list[Position], list[str]]:
    """The corporations of a record with their trains; of a position, those that are stated.

    And those that have a token there, and nobody said with which trains.
    """
    from route_opt.everyone import beside, unstated

    moment = moment_named(source)
    if moment:
        from route_opt.records import positions_at

        if also:
            raise click.UsageError("a record knows everybody's trains: --also is for positions")
        return positions_at(*moment), []
    stated = (text.partition(":") for text in also)
    trains = {
        name.strip(): [t.strip() for t in list_.split(",") if t.strip()]
        for name, _, list_ in stated
    }
    positions = beside(load(source, lenient=lenient), trains)
    return positions, unstated(positions)


def _each(
    positions: list[Position],
    silent: list[str],
    engine: str,
    time_limit: float | None,
    verify: bool,
    as_json: bool,
) -> NoReturn:
    """What each corporation can earn."""
    from route_opt.everyone import every_best

    found = every_best(positions, engine=engine, time_limit=time_limit, verify=verify)
    if as_json:
        say_json({"results": [one.document() for one in found], "unstated": silent})
    else:
        for one in found:
            say(f"{one.position.corporation} with {'+'.join(one.position.trains) or 'no trains'}")
            say("\n".join([str(one.problem)] if one.result is None else told(one.result)))
        for name in silent:
            say(f"{name}: its trains are not stated; add --also {name}:TRAINS")
    proved = all(one.result is None or one.result.status == "optimal" for one in found)
    sys.exit(PROVED if proved else STOPPED)


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

    named = moment_named(source)
    if not named:
        raise click.UsageError("--as-action needs a position of the form RECORD.json@ACTION")
    path, action = named
    if corporation:
        action = f"{action.partition(':')[0]}:{corporation}"
    moment = records.moment_at(path, action)
    return records.as_action(moment, [route.document() for route in result.routes])


def told(result: Result) -> list[str]:
    """A result in lines a player understands; each route as it can be typed, then its sum."""
    lines = [result.summary()]
    for n, route in enumerate(result.routes):
        kept = " (kept)" if n in result.kept else ""
        lines += [f"  {route.written}{kept}", f"      {route.statement.sum}"]
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
