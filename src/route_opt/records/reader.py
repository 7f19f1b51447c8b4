"""Who plays recorded games: a layer above, which is asked here.

What a record says has to be played to know what lies on the board at any action, and playing is
not for the optimizer. Whoever can registers a `Reader` as an entry point of the group
``route_opt.records``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Protocol

from route_opt.errors import Problem, RecordError
from route_opt.position import Position
from route_opt.records.departures import Departure
from route_opt.records.document import Record
from route_opt.records.views import Belongings, Moment, Run, Step
from route_opt.title import Title

GROUP = "route_opt.records"


class Reader(Protocol):
    """Plays a record, and tells what is asked of it. Departures never end it."""

    def runs(self, record: Record, departures: list[Departure]) -> Iterator[Run]:
        """Every run that was not undone; what else is wrong with the record is noted."""

    def moment(self, record: Record, number: int, corporation: str) -> Moment:
        """The position before an action, of a corporation or of the one about to act."""

    def positions(self, record: Record, number: int) -> list[Position]:
        """The board before an action for every company in the game, each with all its trains."""

    def steps(self, record: Record) -> Iterator[Step]:
        """Every action that was not undone, talk and passes of players left out."""

    def plays(self, title: Title) -> bool:
        """Whether whole games of a title can be played; a `TitleError` if its data are wrong."""

    def belongings(self, record: Record, number: int, corporation: str) -> Belongings:
        """What belongs to a corporation before an action."""


@functools.cache
def reader() -> Reader:
    """The reader that is installed.

    Raises
    ------
    RecordError
        When there is none.
    """
    for found in entry_points(group=GROUP):
        made: Reader = found.load()()
        return made
    message = f"nobody plays records here: no entry point {GROUP}; install the project again"
    raise RecordError([Problem("no_reader", "", message)])
