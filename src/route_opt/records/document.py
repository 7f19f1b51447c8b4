"""A game record as 18xx.games exports it: who plays what, and every action in order.

Reading checks only the shape. Numbers that repeat or go back are the record's own fault: the
actions are taken in the order of the file. What was undone is taken out (see `undo`), so that
everything after this module sees a plain list of actions that happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from route_opt.documents import read_json, read_source
from route_opt.errors import Problem, RecordError
from route_opt.records.departures import Departure, departure
from route_opt.records.undo import in_force
from route_opt.records.words import Action, number_of


class Player(msgspec.Struct, frozen=True):
    """A player: how the actions name him, and how people do."""

    id: str
    name: str


class Record(msgspec.Struct, frozen=True, eq=False, weakref=True):
    """A record: read with `read`. One is itself alone, so that what is found out of it is kept.

    Attributes
    ----------
    options
        The optional rules of the site under which it was played.
    seeds
        What the site may have shuffled with, the likeliest first.
    date
        The day on which the game began, as 2020-09-13; empty where nothing tells.
    departures
        What is wrong with the record as a document: numbers, entries, undos.
    result
        What the players were worth at the end, by their names, where the record says so.
    """

    source: str
    title: str
    players: tuple[Player, ...]
    options: frozenset[str]
    seeds: tuple[int, ...]
    date: str
    actions: tuple[Action, ...]
    departures: tuple[Departure, ...]
    result: Mapping[str, int] = {}

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
        return in_force(self.actions[:end])[0]


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
        raise _no_record(where, "is no game record: a record is an object with a list of actions")
    if not isinstance(data.get("title"), str):
        raise _no_record(where, "does not name its title")
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    actions, departures = _actions(data["actions"])
    players = _players(data.get("players"), where)
    options, unread = _options(settings.get("optional_rules") or data.get("optional_rules"))
    return Record(
        source=where,
        title=data["title"],
        players=players,
        options=options,
        seeds=_seeds(settings.get("seed"), data.get("id")),
        date=_date(data, actions),
        actions=actions,
        departures=(*unread, *departures, *in_force(actions)[1]),
        result=_result(data.get("result"), players),
    )


def _no_record(where: str, message: str) -> RecordError:
    return RecordError([Problem("not_a_record", where, message)])


def _players(players: Any, where: str) -> tuple[Player, ...]:
    if not isinstance(players, list) or not players:
        raise _no_record(where, "does not name its players")
    found = []
    for number, player in enumerate(players):
        row = player if isinstance(player, dict) else {"name": player}
        name = str(row.get("name", f"player {number + 1}"))
        # Games played on one screen give no numbers: there a player's name stands for him.
        found.append(Player(str(row["id"]) if row.get("id") is not None else name, name))
    if len({player.id for player in found}) < len(found):
        raise _no_record(where, "names two players alike")
    return tuple(found)


def _result(result: Any, players: Sequence[Player]) -> dict[str, int]:
    """What every player was worth at the end; nothing where the record does not tell of all."""
    if not isinstance(result, dict):
        return {}
    names = {player.id: player.name for player in players}
    found = {names.get(str(who), str(who)): worth for who, worth in result.items()}
    known = all(isinstance(worth, int) for worth in found.values())
    return found if known and found.keys() == set(names.values()) else {}


def _options(options: Any) -> tuple[frozenset[str], list[Departure]]:
    """The optional rules: a list of names, one name, or switches by name; and what is none."""
    if isinstance(options, dict):
        entries = [name for name, on in options.items() if on]
    else:
        entries = options if isinstance(options, list) else [options] if options else []
    message = "an optional rule goes by its name"
    departures = [
        Departure(0, "", "", "option", "", f"played by {_short(entry)}", message, applied=False)
        for entry in entries
        if not isinstance(entry, str)
    ]
    return frozenset(entry for entry in entries if isinstance(entry, str)), departures


def _seeds(seed: Any, game: Any) -> tuple[int, ...]:
    """The seed in the settings, and the digits of the game's id: the site has used both."""
    found = [seed] if isinstance(seed, int) else []
    if isinstance(seed, str) and re.fullmatch(r"[0-9]{1,99}", seed):
        found.append(int(seed))
    digits = re.search(r"[0-9]{1,99}", _text(game))
    found.append(int(digits[0]) if digits else 0)
    return tuple(found)


def _date(data: dict[str, Any], actions: Sequence[Action]) -> str:
    """When a game began: it says so, its first actions do, or its id, which ends in the time."""
    times = [data.get("created_at"), *(action.get("created_at") for action in actions[:1])]
    digits = re.search(r"_([0-9]{9,10})$", _text(data.get("id")))
    if digits:
        times.append(int(digits[1]))
    return min(filter(None, map(_day, times)), default="")


def _day(time: Any) -> str:
    if isinstance(time, int) and 0 < time < 2**32:
        return datetime.fromtimestamp(time, UTC).date().isoformat()
    if isinstance(time, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", time):
        return time[:10]
    return ""


def _actions(entries: Sequence[Any]) -> tuple[tuple[Action, ...], list[Departure]]:
    """The actions of the list, each with a number and its automatic actions in one row."""
    found: list[Action] = []
    departures: list[Departure] = []
    # Numbers begin with 1, in some records with 0.
    last, numbered = 0, False
    for entry in entries:
        if not _is_action(entry):
            departures.append(_no_action(entry, last))
            continue
        action = entry | {"id": last + 1}
        number = number_of(entry.get("id", last + 1))
        if number is None:
            message = f"{_short(entry['id'])} is not the number of an action"
            departures.append(departure(action, "number", message, applied=True))
            number = last + 1
        action["id"] = number
        if number < 0 or (numbered and number <= last):
            message = f"it stands after action {last}: taken in the order of the file"
            departures.append(departure(action, "number", message, applied=True))
        brought = list(_brought(entry.get("auto_actions"), number, departures))
        if brought or "auto_actions" in entry:
            action["auto_actions"] = brought
        found.append(action)
        last, numbered = number, True
    return tuple(found), departures


def _is_action(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("type"), str)


def _no_action(entry: Any, number: int) -> Departure:
    code, message = "no_action", "an entry of a record is an action, with its type"
    return Departure(number, "", "", code, "", f"an entry holds {_short(entry)}", message, False)


def _text(name: Any) -> str:
    return str(name) if isinstance(name, str | int) else ""


def _short(value: Any) -> str:
    """A value in a message: a few letters of it, or what it is."""
    if isinstance(value, str | int | float | None):
        return repr(value)[:40]
    return "an object" if isinstance(value, dict) else "a list"


def _brought(entries: Any, number: int, departures: list[Departure]) -> Iterator[Action]:
    """The automatic actions of one action, and those that they brought, in order."""
    waiting = [entries]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, list):
            waiting += reversed(entry)
        elif _is_action(entry):
            waiting.append(entry.get("auto_actions"))
            yield {key: value for key, value in entry.items() if key != "auto_actions"}
        elif entry is not None:
            departures.append(_no_action(entry, number))
