"""Games that somebody brings: documents with their history, and recorded games at a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from operating_round.errors import StateError
from route_opt.errors import Problem
from route_opt.records.document import read as read_record
from whole_game.engine import History, proceed
from whole_game.game import Game, parse
from whole_game.keeping import history_of
from whole_game.recorded.dialect import dialect_of

Check = Callable[[], None]
"""Called now and then; raises where nobody waits any more."""


def unchecked() -> None:
    """Take all the time there is."""


def opened_game(document: Any, check: Check) -> tuple[History, str]:
    """A game with its history; without it where that does not fit any more."""
    try:
        return history_of(document, check), ""
    except StateError as error:
        if not all(problem.where.startswith("history") for problem in error.problems):
            raise
        alone = {key: value for key, value in document.items() if key != "history"}
        why = f"what was done before cannot be taken back: {error}"
        return history_of(alone, check), why


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
    note = f"the record departs from the rules {len(wrong)} times before" if wrong else ""
    return game, note
