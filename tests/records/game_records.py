"""Made-up records: a few hand-written actions, as the site would export them."""

from __future__ import annotations

from typing import Any

from route_opt import records
from route_opt.records import Run

Action = dict[str, Any]


def record(title: str, *actions: Action, players: int = 3, **more: Any) -> dict[str, Any]:
    """A record with players A, B, C ... (numbers 1, 2, 3 ...); actions are numbered from 1."""
    names = "ABCDEF"[:players]
    numbered = [{"id": number} | action for number, action in enumerate(actions, 1)]
    return {
        "id": 7,
        "title": title,
        "players": [{"id": n, "name": name} for n, name in enumerate(names, 1)],
        "settings": {"seed": 7, "optional_rules": []},
        "actions": numbered,
    } | more


def player(number: int, kind: str, /, **fields: Any) -> Action:
    """An action of a player."""
    return {"type": kind, "entity": number, "entity_type": "player", **fields}


def corporation(name: str, kind: str, /, **fields: Any) -> Action:
    """An action of a corporation."""
    return {"type": kind, "entity": name, "entity_type": "corporation", **fields}


def private(name: str, kind: str, /, **fields: Any) -> Action:
    """An action of a private company."""
    return {"type": kind, "entity": name, "entity_type": "company", **fields}


def lay(name: str, hex_id: str, tile: str, rotation: int) -> Action:
    """A corporation lays a tile copy."""
    return corporation(name, "lay_tile", hex=hex_id, tile=tile, rotation=rotation)


def buy_train(name: str, number: str, **fields: Any) -> Action:
    """A corporation buys a train."""
    return corporation(name, "buy_train", train=number, price=1, **fields)


def run(name: str, *routes: tuple[str, list[list[str]]], **fields: Any) -> Action:
    """A corporation runs: pairs of a train's number and its connections."""
    rows = [{"train": train, "connections": chains} for train, chains in routes]
    return corporation(name, "run_routes", routes=rows, **fields)


def start(name: str, *, holders: dict[int, int], price: str = "100,0,6") -> list[Action]:
    """A corporation is started by the first holder; each then buys 10% at a time."""
    first, *_ = holders
    actions = [player(first, "par", corporation=name, share_price=price)]
    share = 1
    for holder, percent in holders.items():
        for _ in range((percent - (20 if holder == first else 0)) // 10):
            actions.append(player(holder, "buy_shares", shares=[f"{name}_{share}"], percent=10))
            share += 1
    return actions


def played(document: dict[str, Any]) -> list[Run]:
    """Every run of a record."""
    return list(records.runs(document))


def after(document: dict[str, Any]) -> records.Game:
    """The game after all actions."""
    found = records.read(document)
    game = records.Game(found)
    game.replay(found.happened())
    return game


PRR = start("PRR", holders={1: 40, 2: 20})
"""1830: PRR floats with 60% sold."""

ALTOONA = [
    lay("PRR", "H14", "9-0", 1),
    corporation("PRR", "pass"),
    buy_train("PRR", "2-0", variant="2"),
    corporation("PRR", "pass"),
    *(player(number, "pass") for number in (1, 2, 3)),
    lay("PRR", "H16", "57-0", 1),
    corporation("PRR", "pass"),
]
"""1830, two operating rounds: track from Altoona to H16, and a 2-train that can run it: 10 + 20."""

RUN = run("PRR", ("2-0", [["H12", "H14", "H16"]]))
