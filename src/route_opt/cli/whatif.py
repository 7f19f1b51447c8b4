"""`route-opt whatif`: what would the next move be worth?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from route_opt.cli import PROVED, STOPPED, examples
from route_opt.cli.common import (
    as_json,
    engine_options,
    position_options,
    read_position,
    say,
    say_json,
)
from route_opt.documents import moment_named
from route_opt.errors import PositionError
from route_opt.next_moves import Move, Ranking, whatif

if TYPE_CHECKING:
    from route_opt.records import Belongings

_KINDS = {
    "tile": "Tile lays",
    "upgrade": "Upgrades",
    "pair": "Two lays",
    "right": "Rights",
    "token": "Tokens",
    "train": "Trains",
    "plan": "Two turns",
}


@click.command(
    name="whatif",
    epilog=examples(
        "route-opt whatif friday.json",
        "route-opt whatif 3099.json@488 --depth 2 --time-limit 20",
    ),
)
@position_options
@engine_options
@as_json
@click.option(
    "--against",
    metavar="NAME[:TRAINS]",
    help="Rank by the harm to this rival too, with the trains it runs: NYC:4,5. "
    "In a record its trains are known.",
)
@click.option("--pairs", is_flag=True, help="Two lays in one turn, where the title allows them.")
@click.option(
    "--depth",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="2: also a lay in this turn and one in the next, then the run.",
)
@click.option(
    "--top",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many moves of each kind to show.",
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
    against: str | None,
    pairs: bool,
    depth: int,
    top: int,
) -> None:
    """Rank the next tile lays, tokens and trains of POSITION by what they add to its best run."""
    asked = read_position(position, corporation, trains, lenient)
    rival, rival_trains = _rival(position, against) if against else ("", ())
    known = _belongings(position, asked.corporation)
    if known:
        # One that has run in this turn: what is next is the run of the next.
        has_run = trains is None and not asked.trains
        own = known.trains if has_run else asked.trains
        asked = asked.replace(lenient=True, options=known.options, trains=own)
    ranking = whatif(
        asked,
        against=rival,
        rival_trains=rival_trains,
        pairs=pairs,
        depth=depth,
        for_sale=known.for_sale if known else None,
        privates=known.privates if known else (),
        tokens=known.tokens if known else None,
        engine=engine,
        time_limit=time_limit,
        verify=verify,
    )
    if as_json:
        say_json(ranking.document())
    else:
        say("\n".join(told(ranking, top)))
    sys.exit(PROVED if ranking.complete else STOPPED)


def _rival(source: str, against: str) -> tuple[str, tuple[str, ...]]:
    """The rival and its trains: as given, or as the record has them."""
    name, given, trains = against.partition(":")
    if given:
        return name, tuple(train.strip() for train in trains.split(",") if train.strip())
    known = _belongings(source, name)
    if known is None:
        message = f"say which trains {name} runs, as in --against {name}:4,5"
        raise PositionError(message, "no_trains")
    if not known.trains:
        raise PositionError(f"{name} owns no trains there", "no_trains")
    return name, known.trains


def _belongings(source: str, name: str) -> Belongings | None:
    """What a record tells of a corporation that a position does not."""
    moment = moment_named(source)
    if not moment:
        return None
    from route_opt.records import belongings

    path, action = moment
    return belongings(path, action.partition(":")[0], name)


def told(ranking: Ranking, top: int) -> Iterator[str]:
    """A ranking in lines a player understands: by kind, what is worth nothing left out."""
    yield _now(ranking.corporation, ranking.revenue, ranking.bound)
    if ranking.against:
        yield _now(ranking.against, ranking.rival_revenue, ranking.rival_bound)
    for kind, heading in _KINDS.items():
        moves = [move for move in ranking.moves if move.kind == kind]
        if not moves:
            continue
        useful = [move for move in moves if move.gain > 0 or move.harm > 0]
        more = f", of which {top} are shown" if len(useful) > top else ""
        yield f"{heading}: {len(moves)} possible, {len(useful)} useful{more}"
        # Whoever starts a phase wants to know what it costs him.
        shown = useful[:top] + [move for move in moves if move.phase and move not in useful]
        yield from (f"  {_line(move, ranking)}" for move in shown)
    yield from ranking.notes
    if not ranking.complete:
        yield "Stopped before all was known: what is shown is proved to be there, not to be all."
    if ranking.unseen is not None:
        name, most = ranking.corporation, ranking.unseen
        yield f"No plan of two turns lets {name} run for more than {most}, seen or not."


def _now(name: str, revenue: int, bound: int | None) -> str:
    """What a corporation runs for before any move, as far as that is known."""
    if bound is None:
        return f"{name} runs for {revenue} now."
    return f"{name} runs for {revenue} to {bound} now: the search was stopped before the proof."


def _line(move: Move, ranking: Ranking) -> str:
    parts = [f"{move.gain:+5d} = {move.revenue}"]
    if ranking.against:
        parts.append(f"{ranking.against} {-move.harm:+d}")
    cost = f"cost {move.cost}" if move.cost else "free"
    # What the cost is made of, where it is more than its terrain alone.
    cost += f" ({move.costs})" if move.costs else ""
    parts += [move.text, cost]
    if move.note:
        parts.append(move.note)
    return "  ".join(parts)
