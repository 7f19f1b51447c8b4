"""A record step by step: what happens at each action, and what it changes in the position."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from route_opt.records.course import Course
from route_opt.records.document import Record, read
from route_opt.records.game import Game
from route_opt.records.numbering import game_of
from route_opt.records.pieces import PieceError
from route_opt.records.views import position_of
from route_opt.records.words import Action, told


class Step(msgspec.Struct, frozen=True):
    """An action about to happen.

    Attributes
    ----------
    changes
        The fields of the position before the action that differ from the step before; all of
        them at the first step of a corporation, none while no corporation acts.
    """

    action: int
    round: str
    entity: str
    type: str
    text: str
    changes: dict[str, Any]


def steps(record: Record) -> Iterator[Step]:
    """Every action that was not undone, talk and passes of players left out."""
    game = game_of(record)
    game.course = Course(record.happened())
    names = {player.id: player.name for player in record.players}
    before: dict[str, Any] = {}
    for place, action in enumerate(game.course):
        name = _corporation(game, action)
        if name:
            with contextlib.suppress(PieceError):
                game.foresee(action)
        now = position_of(game, name).document() if name else before
        game.apply(action, place)
        if action["type"] not in _SILENT and (name or action["type"] != "pass"):
            # The round is known once the action has begun it.
            yield Step(
                action["id"],
                game.turns.name,
                name or names.get(str(action.get("entity")), str(action.get("entity"))),
                action["type"],
                told(action),
                {field: value for field, value in now.items() if before.get(field) != value},
            )
            before = now


def owned_trains(source: str | Path, action: str, name: str) -> tuple[str, ...]:
    """The trains a corporation owns before an action, whether they have run or not."""
    record = read(source)
    game = game_of(record)
    game.replay(record.happened(record.index(int(action))))
    return tuple(train.name for train in game.trains.values() if train.owner == name)


_SILENT = frozenset({"message", "log", "undo", "redo"})


def _corporation(game: Game, action: Action) -> str:
    """The corporation that acts, or whose private company does; empty for a player."""
    name = str(action.get("entity"))
    if action.get("entity_type") == "player":
        return ""
    if name in game.title.corporations and name not in game.closed:
        return name
    owner = game.owners.get(name, "")
    return owner if owner in game.title.corporations else ""
