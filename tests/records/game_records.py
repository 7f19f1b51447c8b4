"""Made-up records: a few hand-written actions, as the site would export them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from route_opt import records
from route_opt.records import Run
from whole_game.recorded.replay import Replay

Action = dict[str, Any]


def record(title: str, *actions: Action, players: int = 3, **more: Any) -> dict[str, Any]:
    """A record with players A, B, C ... (numbers 1, 2, 3 ...); actions are numbered from 1."""
    names = "ABCDEFGHI"[:players]
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


def buy_train(name: str, number: str, price: int, **fields: Any) -> Action:
    """A corporation buys a train."""
    return corporation(name, "buy_train", train=number, price=price, **fields)


def run(name: str, *routes: tuple[str, list[list[str]]], **fields: Any) -> Action:
    """A corporation runs: pairs of a train's number and its connections."""
    rows = [{"train": train, "connections": chains} for train, chains in routes]
    return corporation(name, "run_routes", routes=rows, **fields)


def bids(*rows: tuple[int, str, int]) -> list[Action]:
    """Private companies: who bids for which, and how much."""
    return [player(who, "bid", company=name, price=price) for who, name, price in rows]


def stock_round(*starts: tuple[str, int, dict[int, int]], first: int, players: int) -> list[Action]:
    """A stock round: corporations, their first price, and what each player buys, in percent.

    The first of them takes the president's certificate. In their turn all buy a share, or pass.
    """
    wants: dict[int, list[Action]] = {n: [] for n in range(1, players + 1)}
    for name, price, holders in starts:
        numbers: Iterator[int] = iter(range(1, 9))
        for place, (who, percent) in enumerate(holders.items()):
            if not place:
                share_price = f"{price},0,0"
                wants[who].append(player(who, "par", corporation=name, share_price=share_price))
            for _ in range(percent // 10 - (0 if place else 2)):
                shares = [f"{name}_{next(numbers)}"]
                wants[who].append(player(who, "buy_shares", shares=shares, percent=10))
    found: list[Action] = []
    now, idle = first, 0
    while idle < players:
        todo = wants[now]
        found.append(todo.pop(0) if todo else player(now, "pass"))
        idle = idle + 1 if found[-1]["type"] == "pass" else 0
        now = now % players + 1
    return found


def passes(*numbers: int) -> list[Action]:
    """Players pass."""
    return [player(number, "pass") for number in numbers]


def played(document: dict[str, Any]) -> list[Run]:
    """Every run of a record."""
    return list(records.runs(document))


def after(document: dict[str, Any]) -> Replay:
    """The game after all actions."""
    replay = Replay(records.read(document))
    for place in range(len(replay.lines)):
        replay.advance(place)
    return replay


AUCTION = [
    *bids((1, "SV", 20), (2, "CS", 40), (3, "DH", 70), (1, "MH", 110)),
    *bids((2, "BO", 225), (3, "CA", 160)),
    player(2, "par", corporation="B&O", share_price="67,0,0"),
]
"""1830: A has 670 left, B 535, C 570; C got a share of PRR with CA, B begins B&O."""

PRR = [*AUCTION, *stock_round(("PRR", 100, {1: 40, 2: 20}), first=1, players=3)]
"""1830: PRR floats with 70% sold, of which C has 10%; no other corporation does."""

ALTOONA = [
    lay("PRR", "H14", "9-0", 1),
    corporation("PRR", "pass"),
    buy_train("PRR", "2-0", 80, variant="2"),
    corporation("PRR", "pass"),
    *passes(2, 3, 1),
    lay("PRR", "H16", "57-0", 1),
    corporation("PRR", "pass"),
]
"""1830, two operating rounds: track from Altoona to H16, and a 2-train that can run it: 10 + 20."""

RUN = run("PRR", ("2-0", [["H12", "H14", "H16"]]))
