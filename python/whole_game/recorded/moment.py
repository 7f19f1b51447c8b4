"""A recorded game at a moment, to be played on from there."""

from __future__ import annotations

from typing import Any

from operating_round.errors import StateError
from route_opt.errors import Problem
from route_opt.records.document import read as read_record
from whole_game.engine import proceed
from whole_game.game import Game, parse
from whole_game.keeping import Check, unchecked
from whole_game.recorded.dialect import dialect_of


def recorded_game(
    document: Any, action: int | None = None, check: Check = unchecked
) -> tuple[Game, str]:
    """A recorded game before an action (without one, after its last), and what is odd about it.

    Raises
    ------
    RecordError, StateError
        If the record cannot be read, or its state at that moment is no state of a game of ours.
    """
    record = read_record(document)
    last = max((row["id"] for row in record.actions), default=0)
    if action is not None and not 0 < action <= last + 1:
        raise StateError([Problem("no_action", "action", f"the record has no action {action}")])
    replay = dialect_of(record).replay(record)
    for place, line in enumerate(replay.lines):
        check()
        if action is not None and line.id >= action:
            break
        replay.advance(place)
    game = parse(proceed(replay.game)[0].document())
    wrong = [row for row in replay.departures if action is None or (row.action or 0) < action]
    times = "once" if len(wrong) == 1 else f"{len(wrong)} times"
    note = f"the record departs from the rules {times} before" if wrong else ""
    return game, note
