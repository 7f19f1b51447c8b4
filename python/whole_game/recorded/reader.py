"""What the optimizer asks of recorded games, answered by playing them."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from operating_round import round as rounds
from operating_round.state import State, route_options
from operating_round.steps.run import running_position
from route_opt.errors import Problem, RecordError, RouteOptError
from route_opt.names import corporation_named
from route_opt.position import Position
from route_opt.records.course import Course
from route_opt.records.departures import Departure
from route_opt.records.document import Record
from route_opt.records.routes import RouteError, read_routes
from route_opt.records.views import Belongings, Moment, Run, Step
from route_opt.records.words import recorded_revenue, told
from route_opt.title import Title
from whole_game.data import plays
from whole_game.game import Game
from whole_game.recorded import force
from whole_game.recorded.ahead import AHEAD
from whole_game.recorded.decode import Recorded
from whole_game.recorded.dialect import dialect_of
from whole_game.recorded.ending import unlike
from whole_game.recorded.lines import DEFECTS, Line
from whole_game.recorded.replay import Replay
from whole_game.recorded.turns import connecting
from whole_game.retold import run_of


class EngineReader:
    """Plays records with the engine."""

    def plays(self, title: Title) -> bool:
        """Whether whole games of a title can be played; a `TitleError` if its data are wrong."""
        return plays(title)

    def runs(self, record: Record, departures: list[Departure]) -> Iterator[Run]:
        """Every run that was not undone; what else is wrong with the record is noted."""
        replay = dialect_of(record).replay(record)
        course = Course(record.happened())
        noted = 0
        for place, line in enumerate(replay.lines):
            if line.error is None and line.action["type"] == "run_routes":
                name = str(line.action["entity"])
                if line.action["entity_type"] in ("corporation", "minor"):
                    yield _run(replay, line, name, course.dividend(place))
            replay.advance(place)
            new = replay.departures[noted:]
            noted = len(replay.departures)
            # Runs are judged by whoever asked for them.
            departures += [one for one in new if one.type != "run_routes" or not one.applied]
        departures += [*replay.departures[noted:], *unlike(record, replay.game)]

    def moment(self, record: Record, number: int, corporation: str) -> Moment:
        """The position before an action, of a corporation or of the one about to act."""
        replay, line = _played(record, number)
        title = replay.title
        name = corporation or _actor(replay, line, record)
        name = corporation_named(title, name) or name
        if name not in title.corporations:
            known = ", ".join(title.corporations)
            message = f"{name!r} is not a corporation of {title.name}; there are {known}"
            raise RecordError([Problem("unknown_corporation", record.source, message)])
        return _moment(replay, _state_of(replay, line, name), name, number)

    def positions(self, record: Record, number: int) -> list[Position]:
        """The board before an action for every company in the game, each with all its trains."""
        state = _played(record, number)[0].game.operating
        rows = {**state.minors, **state.corporations}
        there = {owner for owners in state.board.tokens.values() for owner in owners}
        return [
            _as_read(state.position(name)) for name in rows if name in there or rows[name].trains
        ]

    def steps(self, record: Record) -> Iterator[Step]:
        """Every action that was not undone, talk and passes of players left out."""
        replay = dialect_of(record).replay(record)
        before: dict[str, Any] = {}
        for place, line in enumerate(replay.lines):
            action = line.action
            name = "" if line.error else _company(replay.game.operating, action)
            now, round_ = before, replay.game.operating.round
            routes: list[dict[str, Any]] = []
            if name:
                position = _position(replay, _state_of(replay, line, name), name)
                now = position.document()
                if action["type"] == "run_routes":
                    with contextlib.suppress(RouteError):
                        routes = _routes(replay, position, action)
            noted = len(replay.departures)
            replay.advance(place)
            if action["type"] in _SILENT or not (name or action["type"] != "pass"):
                continue
            yield Step(
                line.id,
                round_,
                name or str(action.get("entity")),
                action["type"],
                told(action),
                {field: value for field, value in now.items() if before.get(field) != value},
                tuple(routes),
                "; ".join(one.ours for one in replay.departures[noted:]),
            )
            before = now

    def belongings(self, record: Record, number: int, corporation: str) -> Belongings:
        """What belongs to a corporation before an action."""
        state = _played(record, number)[0].game.operating
        row, options = state.find(corporation), route_options(state.rules, state.options)
        if row is None:
            return Belongings((), (), (), options=options)
        sold = tuple(_for_sale(state, corporation))
        return Belongings(row.trains, row.companies, sold, row.tokens_unplaced, options)


_TAKEN_BACK = ("undo", "redo")
_SILENT = frozenset({"message", "log", *_TAKEN_BACK})


def _played(record: Record, number: int) -> tuple[Replay, Line | None]:
    """A record played up to an action, and that action."""
    index = record.index(number)
    happened = record.happened(index)
    ahead = itertools.takewhile(lambda one: one["type"] not in _TAKEN_BACK, record.actions[index:])
    coming = list(itertools.islice(ahead, AHEAD)) or list(record.actions[index : index + 1])
    replay = dialect_of(record).replay(record, [*happened, *coming])
    count = len(Course(happened))
    for place in range(count):
        replay.advance(place)
    return replay, replay.lines[count] if count < len(replay.lines) else None


def _company(state: State, action: Recorded) -> str:
    """The company that acts, or whose private company does, if it is in the game."""
    name = force.operator_of(state, action)
    return name if name in state.corporations or name in state.minors else ""


def _actor(replay: Replay, line: Line | None, record: Record) -> str:
    """The corporation whose action comes next."""
    state = replay.game.operating
    name = _company(state, line.action) if line and not line.error else ""
    name = name or (state.turn.entity if state.turn else "")
    if name:
        return name
    message = "no corporation is about to act there; name one, such as 312:NYC"
    raise RecordError([Problem("no_corporation", record.source, message)])


def _state_of(replay: Replay, line: Line | None, name: str) -> State:
    """The state in which a company acts: its turn may have to begin for that."""
    game: Game = replay.game
    state = game.operating
    if state.turn is not None and state.turn.entity == name:
        return state
    if line is None or line.error or force.operator_of(state, line.action) != name:
        return state
    if line.action["type"] in ("buy_shares", "sell_shares") and game.stock is not None:
        return state
    try:
        return force.in_turn_of(game, name, line.action).operating
    except (RouteOptError, *DEFECTS):
        return state


def _position(replay: Replay, state: State, name: str) -> Position:
    """The position in which a company would run now, with the trains that have not run."""
    own = state.turn is not None and state.turn.entity == name and _is_there(state, name)
    if own:
        position = _as_read(running_position(rounds.view_of(state)))
        if connecting(state) == name:
            return position
    trains = state.company(name).trains if _is_there(state, name) else ()
    rest = Counter(state.turn.resting if own and state.turn else ())
    rest |= Counter(
        train for copy, train in replay.copies.of(state, name) if copy in replay.copies.ran
    )
    left = [train for train in trains if not _taken(rest, train)]
    position = position if own else _as_read(state.position(name, ()))
    return msgspec.structs.replace(position, trains=tuple(left))


def _taken(counts: Counter[str], train: str) -> bool:
    """Take one of a kind from these counts, if there is one."""
    found = counts[train] > 0
    counts[train] -= found
    return found


def _as_read(position: Position) -> Position:
    """A position without the readings of the site, which do not touch its routes."""
    known = position.rules.play.recorded
    kept = tuple(option for option in position.options if option not in known)
    return msgspec.structs.replace(position, options=kept)


def _is_there(state: State, name: str) -> bool:
    return name in state.corporations or name in state.minors


def _moment(replay: Replay, state: State, name: str, number: int) -> Moment:
    position = _position(replay, state, name)
    left = Counter(position.trains)
    trains = []
    for copy, train in replay.copies.of(state, name):
        connection = connecting(state) == name
        if left[train] and (connection or copy not in replay.copies.ran):
            left[train] -= 1
            trains.append((copy, train))
    minor = replay.title.corporations[name].minor
    return Moment(position, number, tuple(trains), "minor" if minor else "corporation")


def _run(replay: Replay, line: Line, name: str, dividend: str) -> Run:
    state = _state_of(replay, line, name)
    moment = _moment(replay, state, name, line.id)
    routes, problem = [], ""
    try:
        routes = _routes(replay, moment.position, line.action)
    except RouteError as error:
        problem = str(error)
    return run_of(state, moment, routes, recorded_revenue(line.action), dividend, problem)


def _routes(replay: Replay, position: Position, action: Recorded) -> list[dict[str, Any]]:
    """The routes of a run as documents of ours."""
    names = {
        copy: replay.decoder.operating.train_of(copy, position.trains) for copy in _copies(action)
    }
    return read_routes(position, action, names, ends=replay.decoder.names.ends)


def _copies(action: Recorded) -> list[str]:
    """The train copies that a run names."""
    routes = action.get("routes")
    found = routes if isinstance(routes, list) else []
    return [str(route.get("train")) for route in found if isinstance(route, dict)]


def _for_sale(state: State, name: str) -> Iterator[str]:
    """Trains that the bank, or another corporation, could sell to a company."""
    table = rounds.view_of(state)
    found = {offer.train: None for offer in table.rules.trains.offers(table)}
    for other in state.corporations:
        if other != name:
            found |= dict.fromkeys(table.depot.working_trains(other))
    yield from found
