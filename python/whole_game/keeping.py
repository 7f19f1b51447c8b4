"""A game kept with its history: whatever was done can be taken back another day.

The document is that of the game, ``route-opt/game@1``, with a ``history`` beside it: the game as it
was begun, and every action since. Whoever asks for the game alone reads it as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from operating_round.errors import StateError
from route_opt.errors import Problem, RouteOptError
from whole_game.actions import parse_action, write_action
from whole_game.engine import History, proceed
from whole_game.game import parse

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
        begun = history.games[0].document()
        found["history"] = {"begun": begun, "actions": actions, "done": len(history.actions)}
    return found


def history_of(document: Any, check: Callable[[], None] = lambda: None) -> History:
    """A game with all that was done in it, from its document; `check` is called now and then.

    Raises
    ------
    StateError
        With everything that is wrong with the game, or if its history does not lead to it.
    """
    game = parse(document)
    if "history" not in document:
        return History(proceed(game)[0])
    history = _played(_read(document["history"]), check)
    if history.game != game:
        message = "does not lead to the game beside it; without it the game can be opened"
        raise StateError([Problem("other_game", "history", message)])
    return history


def _read(data: Any) -> Kept:
    try:
        kept = msgspec.convert(data, Kept)
    except msgspec.ValidationError as error:
        raise StateError([Problem("wrong_type", "history", str(error))]) from None
    if kept.done > len(kept.actions):
        message = f"{kept.done} actions done, and {len(kept.actions)} there"
        raise StateError([Problem("wrong_number", "history.done", message)])
    return kept


def _played(kept: Kept, check: Callable[[], None]) -> History:
    history = History(parse(kept.begun))
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
