"""A game kept with its history: whatever was done can be taken back another day.

The document is that of the game, ``route-opt/game@1``, with a ``history`` beside it: the game as it
was begun, and every action since. Whoever asks for the game alone reads it as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec

from operating_round.errors import StateError
from route_opt.cli.output import writing
from route_opt.documents import read_json, read_source
from route_opt.errors import Problem, RouteOptError
from route_opt.readable import readable
from whole_game.actions import parse_action, write_action
from whole_game.engine import History
from whole_game.game import parse, save

Check = Callable[[], None]
"""Called now and then by what takes long; it may raise."""


def unchecked() -> None:
    """Take all the time there is."""


MOST_ACTIONS = 20_000
"""So many actions a history may hold; a game has a twentieth of it."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game came about.

    Attributes
    ----------
    begun
        The game as it was begun.
    actions
        All actions in order.
    done
        How many of them have been done; those after were taken back, and can be done again.
    """

    begun: dict[str, Any]
    actions: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_ACTIONS)]
    done: Annotated[int, msgspec.Meta(ge=0)]


def document_of(history: History) -> dict[str, Any]:
    """A game with its history as a document."""
    found = history.game.document()
    again = [action for _, action, _ in reversed(history.undone)]
    actions = [write_action(action) for action in (*history.actions, *again)]
    if actions:
        begun = history.moments[0].document()
        found["history"] = {"begun": begun, "actions": actions, "done": len(history.actions)}
    return found


def history_of(document: Any, check: Check = unchecked) -> History:
    """A game with all that was done in it, from its document; `check` is called now and then.

    Raises
    ------
    StateError
        With everything that is wrong with the game, or if its history does not lead to it.
    """
    game = parse(_alone(document))
    if "history" not in document:
        return History(game)
    history = _played(_read(document["history"]), check)
    if history.game != game:
        message = "does not lead to the game beside it; without it the game can be opened"
        raise StateError([Problem("other_game", "history", message)])
    return history


def opened(document: Any, check: Check = unchecked) -> tuple[History, str]:
    """A game with its history; without it, and with a note, where that does not fit any more.

    Raises
    ------
    StateError
        With everything that is wrong with the game itself.
    """
    try:
        return history_of(document, check), ""
    except StateError as error:
        if not all(problem.where.startswith("history") for problem in error.problems):
            raise
        why = f"what was done before cannot be taken back: {error}"
        return history_of(_alone(document), check), why


def _alone(document: Any) -> Any:
    """The game without its history, so that what is wrong with either is told of it alone."""
    if not isinstance(document, dict):
        return document
    return {key: value for key, value in document.items() if key != "history"}


def load_kept(source: str | Path, check: Check = unchecked) -> tuple[History, str]:
    """The game of a file or ``-``, as `opened` reads it."""
    return opened(read_json(read_source(source, StateError), StateError, str(source)), check)


def keep(history: History, file: str | Path) -> None:
    """Write a game with its history to a file, whole or not at all."""
    with writing(file):
        save(document_of(history), file)


def _read(data: Any) -> Kept:
    try:
        kept = msgspec.convert(data, readable(Kept))
    except msgspec.ValidationError as error:
        raise StateError([Problem("wrong_type", "history", str(error))]) from None
    except UnicodeEncodeError:
        message = "holds half a character, which is no text"
        raise StateError([Problem("wrong_type", "history", message)]) from None
    if kept.done > len(kept.actions):
        message = f"{kept.done} actions done, and {len(kept.actions)} there"
        raise StateError([Problem("wrong_number", "history.done", message)])
    return kept


def _played(kept: Kept, check: Check) -> History:
    try:
        history = History(parse(kept.begun))
    except RouteOptError as error:
        raise StateError([one.below("history.begun") for one in error.problems]) from None
    for number, row in enumerate(kept.actions):
        check()
        try:
            history.apply(parse_action(row))
        except RouteOptError as error:
            where = f"history.actions[{number}]"
            raise StateError([Problem("refused", where, str(error))]) from None
    for _ in kept.actions[kept.done :]:
        history.undo()
    return history
