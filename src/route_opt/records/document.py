"""A game record as 18xx.games exports it: who plays what, and every action in order.

Reading checks only the shape. What was undone is taken out here, exactly as the site does it, so
that everything after this module sees a plain list of actions that happened.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from route_opt.documents import read_json, read_source
from route_opt.errors import Problem, RecordError, RouteOptError

Action = dict[str, Any]

_HARMLESS = frozenset({"log", "message", "pass"})


class Player(msgspec.Struct, frozen=True):
    """A player: how the actions name him, and how people do."""

    id: str
    name: str


class Record(msgspec.Struct, frozen=True):
    """A record: read with `read`."""

    source: str
    title: str
    players: tuple[Player, ...]
    options: frozenset[str]
    seed: int
    actions: tuple[Action, ...]

    def index(self, number: int) -> int:
        """Where the action with that number stands; one past the last is the end."""
        for index, action in enumerate(self.actions):
            if action["id"] == number:
                return index
        last = self.actions[-1]["id"] if self.actions else 0
        if number == last + 1:
            return len(self.actions)
        message = f"there is no action {number}; the record has actions up to {last}"
        raise RecordError([Problem("unknown_action_number", self.source, message)])

    def happened(self, end: int | None = None) -> list[Action]:
        """The actions before index `end` that were not undone."""
        return [action for action in _without_undone(self.actions[:end], self.source) if action]


def action_error(action: Action, message: str, code: str = "bad_action") -> RecordError:
    """An error that names the action it is about."""
    kind, entity = action.get("type", "?"), action.get("entity", "?")
    where = f"action {action.get('id', '?')} ({kind} by {entity})"
    return RecordError([Problem(code, where, message)])


@contextlib.contextmanager
def naming(action: Action) -> Iterator[None]:
    """Whatever goes wrong inside is told as an error of that action."""
    try:
        yield
    except RecordError:
        raise
    except RouteOptError as error:
        raise action_error(action, str(error.problems[0])) from None
    except KeyError as error:
        raise action_error(action, f"says nothing of its {error.args[0]!r}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise action_error(action, str(error)) from None


def read(source: str | Path | dict[str, Any]) -> Record:
    """Read a record from a file, ``-`` for standard input, or its JSON as a dict.

    Raises
    ------
    RecordError
        When it is no record; the message says what is missing.
    """
    where = "" if isinstance(source, dict) else str(source)
    if isinstance(source, dict):
        data: Any = source
    else:
        data = read_json(read_source(source, RecordError), RecordError, where)
    if not isinstance(data, dict) or not isinstance(data.get("actions"), list):
        message = "is no game record: a record is an object with a list of actions"
        raise RecordError([Problem("not_a_record", where, message)])
    title = data.get("title")
    if not isinstance(title, str):
        raise RecordError([Problem("not_a_record", where, "does not name its title")])
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    options = settings.get("optional_rules") or data.get("optional_rules") or []
    return Record(
        source=where,
        title=title,
        players=_players(data.get("players"), where),
        options=frozenset(str(option) for option in options),
        seed=_seed(settings.get("seed"), data.get("id")),
        actions=_actions(data["actions"], where),
    )


def _players(players: Any, where: str) -> tuple[Player, ...]:
    if not isinstance(players, list) or not players:
        raise RecordError([Problem("not_a_record", where, "does not name its players")])
    found = []
    for number, player in enumerate(players):
        row = player if isinstance(player, dict) else {"name": player}
        name = str(row.get("name", f"player {number + 1}"))
        # Games played on one screen give no numbers: there a player's name stands for him.
        found.append(Player(str(row["id"]) if row.get("id") is not None else name, name))
    return tuple(found)


def _seed(seed: Any, game: Any) -> int:
    """What the site shuffles with: the seed in the settings, or the digits of the game's id."""
    if isinstance(seed, int) or (isinstance(seed, str) and seed.isdecimal()):
        return int(seed)
    digits = re.search(r"\d+", str(game))
    return int(digits[0]) if digits else 0


def _actions(actions: Sequence[Any], where: str) -> tuple[Action, ...]:
    found: list[Action] = []
    last = 0
    for place, action in enumerate(actions, 1):
        if not _is_action(action):
            message = f"entry {place} of the actions (after action {last}) is no action"
            raise RecordError([Problem("bad_action", where, message)])
        number = action.get("id", last + 1)
        if not isinstance(number, int) or isinstance(number, bool):
            message = f"entry {place} of the actions has the number {number!r}"
            raise RecordError([Problem("bad_action", where, message)])
        action = action | {"id": number}
        # Some records repeat the number of a pass; a move out of its place is damage.
        if number <= last and action["type"] not in _HARMLESS:
            message = f"stands after action {last}: the actions are out of order"
            raise action_error(action, message, "out_of_order")
        found.append(action)
        last = max(last, number)
    return tuple(found)


def _is_action(entry: Any) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
        return False
    brought = entry.get("auto_actions") or []
    return isinstance(brought, list) and all(map(_is_action, brought))


def _without_undone(actions: Sequence[Action], where: str) -> list[Action | None]:
    """The actions with None for every one that was undone, and for each undo and redo.

    An undo takes back the last action, or everything after the one it names; a redo brings back
    what the last undo took, as long as nothing else has happened since. Messages stay.
    """
    kept: list[Action | None] = [None] * len(actions)
    undone: list[list[int]] = []
    for index, action in enumerate(actions):
        kind = action["type"]
        if kind == "undo":
            start = _undo_from(action, actions, kept[:index])
            places = [n for n in range(start, index) if _is_move(kept[n])]
            for place in places:
                kept[place] = None
            undone.append(places)
        elif kind == "redo":
            if not undone:
                raise action_error(action, "there is nothing to redo")
            for place in undone.pop():
                kept[place] = actions[place]
        else:
            if kind != "message":
                undone.clear()
            kept[index] = action
    return kept


def _undo_from(action: Action, actions: Sequence[Action], kept: Sequence[Action | None]) -> int:
    target = action.get("action_id")
    if target == 0:
        return 0
    if target is not None:
        for index, other in enumerate(actions[: len(kept)]):
            if other["id"] == target:
                return index + 1
        raise action_error(action, f"undoes back to action {target!r}, which is not there")
    return max((n for n, other in enumerate(kept) if _is_move(other)), default=0)


def _is_move(action: Action | None) -> bool:
    return action is not None and action["type"] != "message"
