"""Games and states fit their schemas at any moment: auctions, drafts, stock rounds, offers."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from corpus import folder
from operating_round.errors import StateError
from route_opt import titles
from route_opt.records.document import read
from whole_game.game import Game, parse
from whole_game.policy import Random, Steady, play
from whole_game.recorded.replay import moments
from whole_game.schemas import FOLDER
from whole_game.setup import new_game

PLAYERS = ("Ann", "Bob", "Cay")
GAME, STATE = (
    jsonschema_rs.validator_for(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    for name in ("game", "state")
)
PARTS = ("auction", "draft", "row", "lots", "stock", "offer")


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def kinds(game: Game) -> set[str]:
    """What is going on: the round, and the step of a turn."""
    found = {part for part in PARTS if getattr(game, part) is not None}
    turn = game.operating.turn
    return found | ({f"turn: {turn.step}"} if turn is not None else set())


def fits(game: Game) -> None:
    document = plain(game.document())
    GAME.validate(document)
    STATE.validate(document["operating"])


@pytest.mark.parametrize("title", titles.names())
def test_automatic_games_at_every_kind_of_moment(title: str) -> None:
    """The first three moments of each kind, and every fortieth of all."""
    seen: dict[str, int] = {}
    number = 0

    def look(game: Game, *_: Any) -> None:
        nonlocal number
        number += 1
        new = [kind for kind in kinds(game) if seen.get(kind, 0) < 3]
        for kind in new:
            seen[kind] = seen.get(kind, 0) + 1
        if new or number % 40 == 0:
            fits(game)

    for policy in (Steady(3), Random(5)):
        play(new_game(title, PLAYERS, seed=5), policy, most=500, watch=look)
    assert "stock" in seen
    assert seen.keys() & {"auction", "draft", "row", "lots"}
    assert any(kind.startswith("turn: ") for kind in seen), seen


RECORDS = sorted({file.parent.name: file for file in (folder() / "games").rglob("*.json")}.values())


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_recorded_games(file: Any) -> None:
    seen = 0
    for number, moment in enumerate(moments(read(file))):
        if number % 5 == 0:
            fits(moment.game)
            seen += 1
    assert seen > 5


# What a schema can say, it says as the reader does.


def broken(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document, each time with one thing that has the wrong form."""
    for field in ("operating", "priority"):
        less = copy.deepcopy(document)
        del less[field]
        yield f"without {field}", less
    for place, value in (
        (("priority",), 7),
        (("stock_rounds",), "two"),
        (("stock_rounds",), -1),
        (("surprise",), 1),
        (("format",), "route-opt/game@0"),
        (("operating", "bank"), "much"),
        (("operating", "players"), [1, 2]),
        (("operating", "corporations"), None),
        (("operating", "phase"), 3),
        (("stock",), []),
        (("offer",), {"by": "Ann"}),
        (("auction",), {"nobody": 1}),
    ):
        other = copy.deepcopy(document)
        inside = other
        for name in place[:-1]:
            inside = inside[name]
        inside[place[-1]] = value
        yield f"{'.'.join(place)} = {value!r}", other


@pytest.mark.parametrize("title", titles.names())
def test_what_is_broken_is_refused_by_both(title: str) -> None:
    middle = play(new_game(title, PLAYERS, seed=1), Steady(1), most=60)
    document = plain(middle.document())
    GAME.validate(document)
    parse(document)
    tried = 0
    for what, wrong in broken(document):
        assert not GAME.is_valid(wrong), what
        with pytest.raises(StateError):
            parse(wrong)
        tried += 1
    assert tried == 14
