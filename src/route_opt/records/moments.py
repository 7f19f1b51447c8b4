"""Questions to a record: the position before an action, and every run with what was run."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from route_opt.errors import Problem, RecordError
from route_opt.names import corporation_named
from route_opt.position import Position
from route_opt.records.course import Course
from route_opt.records.departures import Departure
from route_opt.records.document import Record, read
from route_opt.records.game import Game
from route_opt.records.numbering import game_of
from route_opt.records.pieces import PieceError
from route_opt.records.routes import RouteError, read_routes, write_routes
from route_opt.records.views import position_of, trains_of
from route_opt.records.words import Action, recorded_revenue


class Moment(msgspec.Struct, frozen=True):
    """A position in a record: enough to write a run as the site would.

    Attributes
    ----------
    position
        The position before the action.
    action
        The number of the action.
    trains
        The trains the corporation may run, as pairs of the record's number and the train's name.
    entity_type
        ``corporation`` or ``minor``.
    """

    position: Position
    action: int
    trains: tuple[tuple[str, str], ...]
    entity_type: str = "corporation"


class Run(msgspec.Struct, frozen=True):
    """A run as it was recorded, with the position before it.

    Attributes
    ----------
    routes
        The routes as documents of ours: train, track and counted stops.
    revenue
        What the record says was earned, or None where it does not.
    dividend
        What was done with it: ``payout``, ``half``, ``withhold``, or empty if nothing is recorded.
    shares
        What each player held, in percent, by the player's name.
    to_corporation
        The percentage on which a dividend goes to the corporation itself.
    president
        The name of the player who ran, or empty.
    problem
        Why the routes cannot be read, or empty; then there are none.
    """

    moment: Moment
    round: str
    routes: tuple[dict[str, Any], ...]
    revenue: int | None
    dividend: str
    shares: dict[str, int]
    to_corporation: int
    president: str
    problem: str = ""

    @property
    def action(self) -> int:
        """The number of the action."""
        return self.moment.action

    @property
    def position(self) -> Position:
        """The position before the run."""
        return self.moment.position


def position_at(source: str | Path, action: str) -> Position:
    """The position before an action of a record: ``312``, or ``312:NYC`` for another corporation.

    Raises
    ------
    RecordError
        When the record cannot be read that far; the message names the action.
    """
    return moment_at(source, action).position


def moment_at(source: str | Path | Record, action: str) -> Moment:
    """As `position_at`, with what is needed to write the answer as an action of the site."""
    record = source if isinstance(source, Record) else read(source)
    number, _, corporation = action.partition(":")
    if not re.fullmatch("[0-9]{1,9}", number):
        message = f"{action!r} names no action; write 312 or 312:NYC"
        raise RecordError([Problem("bad_action_number", record.source, message)])
    index = record.index(int(number))
    game = game_of(record)
    following = [record.actions[index]] if index < len(record.actions) else []
    happened = record.happened(index)
    played = len(Course(happened))
    game.course = Course([*happened, *following])
    for place, move in enumerate(game.course.actions[:played]):
        game.apply(move, place)
    name = corporation or _actor(game, following, record)
    name = corporation_named(game.title, name) or name
    if name not in game.title.corporations:
        known = ", ".join(game.title.corporations)
        message = f"{name!r} is not a corporation of {game.title.name}; there are {known}"
        raise RecordError([Problem("unknown_corporation", record.source, message)])
    for coming in following:
        # Somebody who is not in this game has no turn to begin.
        with contextlib.suppress(PieceError):
            game.foresee(coming)
    return _moment(game, name, int(number))


def which_action(document: dict[str, Any], name: str) -> RecordError:
    """What to tell somebody who asks for a position and gives a whole record."""
    runs = [one for one in Course(read(document).happened()) if one["type"] == "run_routes"]
    last = ", ".join(f"{run['id']} ({run.get('entity')})" for run in runs[-_SHOWN:])
    message = f"this is a recorded game: write {name}@ACTION"
    message += f"; its last runs are {last}" if last else "; nobody runs in it"
    return RecordError([Problem("action_missing", name, message)])


_SHOWN = 5


def _actor(game: Game, following: Sequence[Action], record: Record) -> str:
    """The corporation whose action comes next."""
    if following:
        name = str(following[0].get("entity"))
        owner = game.owners.get(name, "")
        if following[0].get("entity_type") != "player":
            if name in game.title.corporations and name not in game.closed:
                return name
            if owner in game.title.corporations:
                return owner
    if game.turns.operator:
        return game.turns.operator
    message = "no corporation is about to act there; name one, such as 312:NYC"
    raise RecordError([Problem("no_corporation", record.source, message)])


def _moment(game: Game, name: str, action: int) -> Moment:
    minor = game.title.corporations[name].minor
    return Moment(
        position_of(game, name),
        action,
        tuple(trains_of(game, name)),
        "minor" if minor else "corporation",
    )


def runs(
    source: str | Path | dict[str, Any] | Record, departures: list[Departure] | None = None
) -> Iterator[Run]:
    """Every run of a record that was not undone, with the position before it.

    Whatever in the record departs from the rules or makes no sense is added to `departures`.
    """
    record = source if isinstance(source, Record) else read(source)
    noted = [] if departures is None else departures
    noted += record.departures
    game = game_of(record)
    game.departures = noted
    game.course = Course(record.happened())
    names = {player.id: player.name for player in record.players}
    for place, action in enumerate(game.course):
        if action["type"] == "run_routes":
            try:
                game.foresee(action)
                run = _run(game, action, game.course.dividend(place), names)
            except PieceError:
                pass  # Nobody of this game runs; the replay notes it.
            else:
                yield run
        game.apply(action, place)


def _run(game: Game, action: Action, dividend: str, names: dict[str, str]) -> Run:
    name = game.corporation(str(action.get("entity")))
    moment = _moment(game, name, action["id"])
    routes, problem = [], ""
    try:
        routes = read_routes(moment.position, action, game.train_names())
    except RouteError as error:
        problem = str(error)
    shares, to_corporation = game.dividend_shares(name)
    return Run(
        moment=moment,
        round=game.turns.name,
        routes=tuple(routes),
        revenue=recorded_revenue(action),
        dividend=dividend,
        shares={names[player]: percent for player, percent in shares.items()},
        to_corporation=to_corporation,
        president=names.get(game.president(name), ""),
        problem=problem,
    )


def as_action(moment: Moment, routes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Routes as the ``run_routes`` action the site would record at that moment.

    `routes` are those of a result: documents with train, track, counted stops and revenue.
    """
    return {
        "type": "run_routes",
        "entity": moment.position.corporation,
        "entity_type": moment.entity_type,
        "id": moment.action,
        "routes": write_routes(moment.position, moment.trains, routes),
        "extra_revenue": 0,
        "subsidy": 0,
    }
