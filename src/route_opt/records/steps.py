"""A record step by step: what happens at each action, and what it changes in the position."""

from __future__ import annotations

import contextlib
from collections import Counter
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
from route_opt.rules.trains import (
    card_of,
    has_begun,
    is_gone,
    is_phased_out,
    most_of,
    sold_by_bank,
)


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


class Belongings(msgspec.Struct, frozen=True):
    """What a position does not say of a corporation.

    Attributes
    ----------
    trains
        All it owns, whether they have run or not.
    privates
        Its private companies.
    for_sale
        The trains that the bank or another corporation could sell to it.
    """

    trains: tuple[str, ...]
    privates: tuple[str, ...]
    for_sale: tuple[str, ...]


def belongings(source: str | Path, action: str, name: str) -> Belongings:
    """What belongs to a corporation before an action of a record."""
    record = read(source)
    game = game_of(record)
    game.replay(record.happened(record.index(int(action))))
    return Belongings(
        tuple(train.name for train in game.trains.values() if train.owner == name),
        tuple(private for private in game.owners if _is_owned(game, private, name)),
        tuple(_for_sale(game, name)),
    )


def _is_owned(game: Game, name: str, owner: str) -> bool:
    """Whether a private company that is still open belongs to a corporation; minors have joined."""
    private, minor = game.title.privates.get(name), game.title.corporations.get(name)
    if private is None or (minor and minor.minor) or game.owners[name] != owner:
        return False
    closes = private.closes_on
    return not (closes and has_begun(game.title, closes, game.phase.name))


def _for_sale(game: Game, name: str) -> dict[str, None]:
    title, options, phase = game.title, game.options, game.phase.name
    cards = Counter(card_of(title, train.name) for train in game.trains.values())

    def is_left(train: str) -> bool:
        if is_gone(title, options, train, phase) or is_phased_out(title, train, phase):
            return False
        most = most_of(title, train, len(game.players))
        return not most or cards[card_of(title, train)] < most

    found = dict.fromkeys(sold_by_bank(title, options, phase, is_left))
    for train in game.trains.values():
        if train.owner != name and not train.phased_out:
            # A card that is back in the bank may be bought on either side.
            found |= dict.fromkeys([train.name] if train.owner else card_of(title, train.name))
    return found


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
