"""More damage to records: fields as some hand may have written them, whole kinds of action gone."""

from __future__ import annotations

import copy
import random
from typing import Any

Document = dict[str, Any]

FIELDS: list[tuple[tuple[str, ...], str, list[Any]]] = [
    (("buy_train", "buy_company", "bid"), "price", [0, -50, 10**9, "80", 1.5, None]),
    (("par", "sell_shares", "buy_shares"), "share_price", ["100,0,6", "71", "90,9,99", 0, -3, 71]),
    (("sell_shares", "buy_shares"), "percent", [0, 5, 15, 100, 1000, -10, "20", None]),
    (("sell_shares", "buy_shares"), "shares", [[], ["_"], ["_0"], ["PRR_99"], ["PRR_1", "PRR_1"]]),
    (("lay_tile",), "rotation", [6, -1, 99, "2", 2.0, True, None]),
    (("lay_tile",), "tile", ["57-99", "57", "-0", "X9-0", "57-0-0", "57_0", "8-0"]),
    (("lay_tile",), "hex", ["Z99", "", "d6", " D6"]),
    (("place_token",), "city", ["57-0-7", "D6-0-9", "57-0", "--", "57--0", "X-0-0", 7]),
    (("place_token",), "slot", [0, 1, 9, -1, None, "0"]),
    (("buy_train", "discard_train"), "train", ["2-0", "D-9", "-", "2", "2-0-0", 7, "8-0"]),
    (("buy_train",), "variant", ["2", "3/5", "D", "", "x", 5]),
    (("dividend",), "kind", ["half", "payout", "withhold", "double", "", None, 5]),
]
"""Kinds of action, one of their fields, and what may stand there."""


def _of(record: Document, *kinds: str) -> list[Document]:
    """The actions of some kinds, or all."""
    rows = (row for row in record["actions"] if isinstance(row, dict))
    return [row for row in rows if not kinds or row.get("type") in kinds]


def field(record: Document, rng: random.Random) -> None:
    """One field, wherever it stands."""
    kinds, name, values = rng.choice(FIELDS)
    for row in _of(record, *kinds):
        if rng.random() < 0.2:
            row[name] = copy.deepcopy(rng.choice(values))


def kinds_of_actors(record: Document, rng: random.Random) -> None:
    """Players told as companies, companies as players."""
    kinds = ["player", "company", "minor", "corporation", None, "hex"]
    for row in _of(record):
        if rng.random() < 0.1:
            row["entity_type"] = rng.choice(kinds)


def spelling(record: Document, rng: random.Random) -> None:
    """Names and kinds in other letters."""
    name = rng.choice(("entity", "type", "hex", "company", "corporation"))
    for row in _of(record):
        text = row.get(name)
        if isinstance(text, str) and rng.random() < 0.05:
            row[name] = rng.choice([text.lower(), text.upper(), f" {text}", f"{text}\u200b", ""])


def seats(record: Document, rng: random.Random) -> None:
    """Players in another order, of one name or number, too few, too many, called as a company."""
    players = [row for row in record["players"] if isinstance(row, dict)]
    crowd = [{"id": number, "name": f"N{number}"} for number in range(40)]
    acting = [row.get("entity") for row in _of(record, "run_routes")] or ["PRR"]
    record["players"] = rng.choice(
        [
            players[::-1],
            [{**row, "name": "Ann"} for row in players],
            [{**row, "id": 1} for row in players],
            [{**row, "name": str(rng.choice(acting))} for row in players[:1]] + players[1:],
            players[:2],
            crowd,
            [],
        ]
    )


def taken_out(record: Document, rng: random.Random) -> None:
    """Every action of a kind is gone."""
    kinds = ("dividend", "pass", "lay_tile", "par", "place_token", "buy_train", "run_routes")
    gone = _of(record, rng.choice(kinds))
    record["actions"] = [row for row in record["actions"] if not any(row is one for one in gone)]


def told_over(record: Document, rng: random.Random) -> None:
    """All of it twice, each action twice, all undone and half of it redone, back to the start."""
    actions, number = record["actions"], len(record["actions"])
    undo, redo = ({"type": kind, "entity": "PRR"} for kind in ("undo", "redo"))
    record["actions"] = rng.choice(
        [
            [*actions, *copy.deepcopy(actions)],
            [copy.deepcopy(row) for row in actions for _ in range(2)],
            [*actions, *({**undo} for _ in actions), *({**redo} for _ in range(number // 2))],
            [*actions[: number // 2], undo | {"action_id": 0}, *actions[number // 2 :], redo],
        ]
    )


def counted_back(record: Document, rng: random.Random) -> None:
    """Numbers that go down, or that are all one."""
    rows = _of(record)
    one = rng.random() < 0.5
    for place, row in enumerate(rows):
        row["id"] = 1 if one else len(rows) - place


def by_themselves(record: Document, rng: random.Random) -> None:
    """Actions that another is said to have brought, or one within one within one."""
    rows = _of(record)
    if len(rows) < 2:
        return
    place = rng.randrange(len(rows) - 1)
    brought = rows[place + 1 : place + 4]
    if rng.random() < 0.5:
        record["actions"] = [a for a in record["actions"] if not any(a is one for one in brought)]
    else:
        inner = copy.deepcopy(brought[0])
        for _ in range(60):
            inner = {"type": "pass", "entity": inner.get("entity"), "auto_actions": [inner]}
        brought = [inner]
    rows[place]["auto_actions"] = brought


def turned_routes(record: Document, rng: random.Random) -> None:
    """Routes backwards, in pieces that are out of order, cut, run twice, or far too long."""
    how = rng.randrange(5)
    for row in _of(record, "run_routes"):
        routes = row.get("routes")
        for route in routes if isinstance(routes, list) else ():
            chains = route.get("connections") if isinstance(route, dict) else None
            if isinstance(chains, list) and rng.random() < 0.3:
                back = [chain[::-1] if isinstance(chain, list) else chain for chain in chains]
                out_of_order = rng.sample(chains, len(chains))
                route["connections"] = [back[::-1], out_of_order, chains[1:], chains * 50, chains][
                    how
                ]
        if how == 4 and isinstance(routes, list):
            row["routes"] = routes * 2


def top(record: Document, rng: random.Random) -> None:
    """A heading that lacks something, another seed, a result that cannot be."""
    what = rng.randrange(3)
    result = record.get("result") if isinstance(record.get("result"), dict) else {}
    if what == 0:
        record.pop(rng.choice(["settings", "id", "created_at", "result", "status"]), None)
    elif what == 1:
        record["settings"] = {"seed": rng.choice([0, -1, 10**40, "abc", 1.5, True, [1]])}
    else:
        worth = rng.choice([10**30, "5", -1.5])
        record["result"] = {"nobody": 5, "": 0} | dict.fromkeys(result or {}, worth)


FIELD_MUTATIONS = [
    field, field, field, kinds_of_actors, spelling, seats, taken_out, told_over, counted_back,
    by_themselves, turned_routes, top,
]  # fmt: skip
