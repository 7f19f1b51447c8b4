"""Questions to a record: the position before an action, every run, every step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from route_opt.errors import Problem, RecordError
from route_opt.position import Position
from route_opt.records.course import Course
from route_opt.records.departures import Departure
from route_opt.records.document import Record, read
from route_opt.records.reader import reader
from route_opt.records.routes import write_routes
from route_opt.records.views import Belongings, Moment, Run, Step


def position_at(source: str | Path, action: str) -> Position:
    """The position before an action of a record: ``312``, or ``312:NYC`` for another corporation.

    Raises
    ------
    RecordError
        When the record cannot be read that far; the message names the action.
    """
    return moment_at(source, action).position


def positions_at(source: str | Path | dict[str, Any] | Record, action: str) -> list[Position]:
    """The board before an action for every company in the game, each with all its trains."""
    record = _record(source)
    return reader().positions(record, _number(record, action, action))


def moment_at(source: str | Path | Record, action: str) -> Moment:
    """As `position_at`, with what is needed to write the answer as an action of the site."""
    record = _record(source)
    number, _, corporation = action.partition(":")
    return reader().moment(record, _number(record, number, action), corporation)


def _number(record: Record, number: str, action: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", number):
        message = f"{action!r} names no action; write 312 or 312:NYC"
        raise RecordError([Problem("bad_action_number", record.source, message)])
    return int(number)


def _record(source: str | Path | dict[str, Any] | Record) -> Record:
    return source if isinstance(source, Record) else read(source)


def which_action(document: dict[str, Any], name: str) -> RecordError:
    """What to tell somebody who asks for a position and gives a whole record."""
    ran = [one for one in Course(read(document).happened()) if one["type"] == "run_routes"]
    last = ", ".join(f"{run['id']} ({run.get('entity')})" for run in ran[-_SHOWN:])
    message = f"this is a recorded game: write {name}@ACTION"
    message += f"; its last runs are {last}" if last else "; nobody runs in it"
    return RecordError([Problem("action_missing", name, message)])


_SHOWN = 5


def runs(
    source: str | Path | dict[str, Any] | Record, departures: list[Departure] | None = None
) -> Iterator[Run]:
    """Every run of a record that was not undone, with the position before it.

    Whatever in the record departs from the rules or makes no sense is added to `departures`.
    """
    return reader().runs(_record(source), [] if departures is None else departures)


def steps(source: str | Path | dict[str, Any] | Record) -> Iterator[Step]:
    """Every action that was not undone, talk and passes of players left out."""
    return reader().steps(_record(source))


def belongings(source: str | Path, action: str, corporation: str) -> Belongings:
    """What belongs to a corporation before an action of a record."""
    record = _record(source)
    return reader().belongings(record, _number(record, action, action), corporation)


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
