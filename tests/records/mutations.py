"""Records made worse: what players, migrations and bad disks do to them, and then some."""

from __future__ import annotations

import copy
import functools
import random
from collections.abc import Callable
from typing import Any

from field_mutations import FIELD_MUTATIONS, Document

from route_opt import titles
from route_opt.records.rules import rules_of

FILE = "records.toml"

JUNK: list[Any] = [
    None, 0, -1, 5, 10**12, 1.5, True, "", "x", "\ud800", "PRR_0", "57-0", "A" * 500, [], [[]], [5],
    {}, {"a": 1}, [None], [{"train": "2-0"}], [["D6", "D6"]],
]  # fmt: skip


def mutated(record: Document, rng: random.Random) -> Document:
    """A copy of a record with one to four things done to it."""
    found = copy.deepcopy(record)
    for _ in range(rng.randint(1, 4)):
        rng.choice(MUTATIONS)(found, rng)
    if rng.random() < 0.03:
        _other_title(found, rng)
    return found


def _place(record: Document, rng: random.Random) -> int:
    return rng.randint(0, len(record["actions"]))


def _action(record: Document, rng: random.Random) -> Document:
    return rng.choice(record["actions"]) if record["actions"] else {}


def _cut_off(record: Document, rng: random.Random) -> None:
    del record["actions"][_place(record, rng) :]


def _lose(record: Document, rng: random.Random) -> None:
    place = _place(record, rng)
    del record["actions"][place : place + rng.choice((1, 1, 1, 5, 40))]


def _repeat(record: Document, rng: random.Random) -> None:
    record["actions"].insert(_place(record, rng), copy.deepcopy(_action(record, rng) or None))


def _swap(record: Document, rng: random.Random) -> None:
    actions = record["actions"]
    if actions:
        first, second = (rng.randrange(len(actions)) for _ in range(2))
        actions[first], actions[second] = actions[second], actions[first]


def _undo(record: Document, rng: random.Random) -> None:
    action: Document = {"type": rng.choice(("undo", "undo", "redo")), "entity": "PRR"}
    if rng.random() < 0.5:
        action["action_id"] = rng.choice([0, -5, 10**9, "7", rng.randint(0, 500)])
    place = _place(record, rng)
    record["actions"][place:place] = [dict(action) for _ in range(rng.choice((1, 1, 3, 20)))]


def _junk(record: Document, rng: random.Random) -> None:
    action = _action(record, rng)
    if isinstance(action, dict) and action:
        action[rng.choice(sorted(action))] = copy.deepcopy(rng.choice(JUNK))


def _junk_route(record: Document, rng: random.Random) -> None:
    runs = [a for a in record["actions"] if isinstance(a, dict) and a.get("type") == "run_routes"]
    if runs:
        routes = rng.choice(runs).get("routes")
        route = rng.choice(routes) if isinstance(routes, list) and routes else None
        if isinstance(route, dict) and route:
            route[rng.choice(sorted(route))] = copy.deepcopy(rng.choice(JUNK))


def _forget(record: Document, rng: random.Random) -> None:
    action = _action(record, rng)
    if isinstance(action, dict) and action:
        del action[rng.choice(sorted(action))]


def _other_entity(record: Document, rng: random.Random) -> None:
    action, other = _action(record, rng), _action(record, rng)
    if isinstance(action, dict) and isinstance(other, dict):
        for field in ("entity", "entity_type"):
            if field in other:
                action[field] = other[field]


def _other_value(record: Document, rng: random.Random) -> None:
    """A field from another action: names of this game, but at the wrong time and place."""
    action, other = _action(record, rng), _action(record, rng)
    if isinstance(action, dict) and isinstance(other, dict):
        shared = sorted(action.keys() & other.keys() - {"id"})
        if shared:
            field = rng.choice(shared)
            action[field] = copy.deepcopy(other[field])


def _trouble(record: Document, rng: random.Random) -> None:
    """Bankruptcy, a second start, a discard, a sale of everything, where nobody expects it."""
    other = _action(record, rng)
    entity = other.get("entity", "PRR") if isinstance(other, dict) else "PRR"
    kind = other.get("entity_type", "corporation") if isinstance(other, dict) else "corporation"
    what: list[Document] = [
        {"type": "bankrupt"},
        {"type": "par", "corporation": entity, "share_price": "100,0,6"},
        {"type": "par", "corporation": "PRR", "share_price": "100,0,6"},
        {"type": "discard_train", "train": "2-0"},
        {"type": "buy_train", "train": "6-0", "price": 1, "variant": "6", "exchange": "4-0"},
        {"type": "buy_train", "train": "5-0", "price": 1},
        {"type": "buy_company", "company": "MS", "price": 1},
        {"type": "sell_shares", "shares": [f"{entity}_0", f"{entity}_1"], "percent": 10},
        {"type": "sell_shares", "shares": ["NYC_0"], "percent": 20},
        {"type": "buy_shares", "shares": ["NYC_0"], "percent": 10},
        {"type": "choose", "choice": rng.choice(["Map", "Charter", "Place Edge Token"])},
        {"type": "assign", "target": "D6", "target_type": "hex"},
        {"type": "destination_connection", "corporations": [entity]},
        {"type": "dividend", "kind": "payout"},
        {"type": "end_game"},
        {"type": "close_corporation"},
    ]
    chosen = rng.choice(what) | {"entity": entity, "entity_type": kind}
    record["actions"].insert(_place(record, rng), chosen)


def _not_an_action(record: Document, rng: random.Random) -> None:
    record["actions"].insert(_place(record, rng), copy.deepcopy(rng.choice(JUNK)))


def _nested(record: Document, rng: random.Random) -> None:
    action, other = _action(record, rng), copy.deepcopy(_action(record, rng))
    if isinstance(action, dict):
        action["auto_actions"] = rng.choice([[other], [[other], 5], other, 5])


def _players(record: Document, rng: random.Random) -> None:
    players = record["players"]
    if rng.random() < 0.5 and len(players) > 1:
        del players[rng.randrange(len(players))]
    else:
        players.append({"id": rng.choice([999, "P9", None]), "name": f"New {len(players)}"})


def _settings(record: Document, rng: random.Random) -> None:
    options = ["first_ed", "second_ed_co", *site_options()]
    record["settings"] = rng.choice(
        [
            None,
            {},
            {"optional_rules": rng.sample(options, rng.randint(0, 3)), "seed": rng.choice(JUNK)},
            {"optional_rules": [rng.choice(JUNK)], "seed": 1},
        ]
    )


@functools.cache
def site_options() -> tuple[str, ...]:
    """Every optional rule of the site that some title's records may name."""
    known = [titles.find(name) for name in titles.names() if _has_records(name)]
    return tuple(sorted({option for title in known for option in rules_of(title).options}))


def _seat(record: Document, rng: random.Random) -> str:
    player = rng.choice(record["players"] or [""])
    return str(player.get("id") or player.get("name")) if isinstance(player, dict) else str(player)


def _companies(record: Document) -> list[str]:
    """The companies that act in a record."""
    acting = (a for a in record["actions"] if isinstance(a, dict))
    found = {str(a.get("entity")) for a in acting if a.get("entity_type") == "corporation"}
    return sorted(found) or ["PRR"]


def _sold_off(record: Document, rng: random.Random) -> None:
    """Everybody sells a company again and again: its price falls, it may close or be nobody's."""
    name = rng.choice(_companies(record))
    place = _place(record, rng)
    rows: list[Document] = []
    for count in range(rng.choice((1, 3, 12))):
        seat = _seat(record, rng)
        size = rng.choice((10, 20, 50))
        shares = [f"{name}_{n}" for n in range(count % 9, count % 9 + size // 10)]
        kind = rng.choice(("player", "player", "corporation"))
        who = name if kind == "corporation" else seat
        sale: Document = {"type": "sell_shares", "entity": who, "entity_type": kind}
        rows.append(sale | {"shares": shares, "percent": size})
    record["actions"][place:place] = rows


def _bankrupts(record: Document, rng: random.Random) -> None:
    """One after the other goes bankrupt, by himself or through a company, anywhere."""
    for _ in range(rng.choice((1, 2, len(record["players"])))):
        row: Document = {"type": "bankrupt", "entity": _seat(record, rng), "entity_type": "player"}
        if rng.random() < 0.5:
            row |= {"entity": rng.choice(_companies(record)), "entity_type": "corporation"}
        record["actions"].insert(_place(record, rng), row)


def _poor(record: Document, rng: random.Random) -> None:
    """A company keeps buying what it cannot pay: need, forced sales, nobody to run it."""
    name, place = rng.choice(_companies(record)), _place(record, rng)
    trains = sorted(
        {str(a.get("train")) for a in record["actions"] if isinstance(a, dict)} - {"None"}
    )
    buys: list[Document] = [
        {
            "type": "buy_train",
            "entity": name,
            "entity_type": "corporation",
            "train": rng.choice(trains or ["6-0"]),
            "price": rng.choice((1, 500, 1100)),
        }
        for _ in range(rng.choice((1, 4)))
    ]
    record["actions"][place:place] = buys


def _ends_early(record: Document, rng: random.Random) -> None:
    record["actions"].insert(
        _place(record, rng), {"type": "end_game", "entity": _seat(record, rng)}
    )


def _backwards(record: Document, rng: random.Random) -> None:
    """A stretch in the wrong order, or told twice."""
    place, length = _place(record, rng), rng.choice((2, 6, 30))
    part = copy.deepcopy(record["actions"][place : place + length])
    if rng.random() < 0.5:
        record["actions"][place : place + length] = part[::-1]
    else:
        record["actions"][place:place] = part


def _other_title(record: Document, rng: random.Random) -> None:
    """The actions of one game under the name of another: nothing fits."""
    names = [rules_of(titles.find(name)).name for name in titles.names() if _has_records(name)]
    record["title"] = rng.choice(names)


def _has_records(name: str) -> bool:
    return (titles.names()[name] / FILE).exists()


def _result(record: Document, rng: random.Random) -> None:
    record["result"] = rng.choice([None, "$521", {}, {"P1": 5}, {"P1": "x"}, [], 7])


def _old_routes(record: Document, rng: random.Random) -> None:
    for action in record["actions"]:
        routes = action.get("routes") if isinstance(action, dict) else None
        for route in routes if isinstance(routes, list) else ():
            if isinstance(route, dict) and rng.random() < 0.5:
                route.pop("connections", None)


def _numbers(record: Document, rng: random.Random) -> None:
    for action in record["actions"]:
        if isinstance(action, dict) and rng.random() < 0.1:
            action["id"] = rng.choice([1, 7, 10**6, "x", None])


def _dated(record: Document, rng: random.Random) -> None:
    record["created_at"] = rng.choice([1594834062, 1748294970, "2020-07-26", "soon", None, -1])
    record["id"] = rng.choice([7, "hs_x_1595777670", None, [], 2.5])


_KINDS: list[Document] = [
    {"type": "program_buy_shares", "corporation": "PRR", "until_condition": "float"},
    {"type": "program_close_pass"},
    {"type": "program_merger_pass", "corporations": ["PRR"]},
    {"type": "program_independent_mines", "indefinite": True},
    {"type": "program_auction_bid", "bid_target": "MH", "maximum_bid": 200},
    {"type": "program_disable", "reason": "x", "original_type": "program_share_pass"},
    {"type": "choose_ability", "choice": "close"},
    {"type": "assign", "target": "PRR", "target_type": "corporation"},
    {"type": "remove_token", "city": "57-0-0", "slot": 0},
    {"type": "hex_token", "hex": "D6", "cost": 40},
    {"type": "move_token", "city": "57-0-0", "slot": 0, "token": 1},
    {"type": "place_token", "city": "57-0-0", "slot": 0, "tokener": "PRR", "cheater": 1},
    {"type": "place_token", "city": "57-0-0", "slot": 5, "special_tokener": True},
    {"type": "place_token", "city": None, "city_exits": [0, 3], "hex": "D6", "slot": 0},
    {"type": "lay_tile", "hex": "D6", "tile": "57-0", "rotation": 9, "combo_entities": ["PRR"]},
    {"type": "remove_hex_token", "hex": "D6"},
    {"type": "swap_train", "train": "2-0"},
    {"type": "switch_trains", "slots": [0, 1]},
    {"type": "reassign_trains", "assignments": [{"train": "2-0", "corporation": "PRR"}]},
    {"type": "scrap_train", "train": "2-0"},
    {"type": "double_head_trains", "trains": ["2-0", "2-1"]},
    {"type": "buy_train", "train": "2-0", "price": 1, "ability": "x", "borrow_from": "PRR"},
    {"type": "sell_company", "company": "SV", "price": 20},
    {"type": "buy_company", "company": "SV", "price": 40},
    {"type": "acquire_company", "company": "SV"},
    {"type": "merge", "corporation": "PRR"},
    {"type": "split", "corporation": "PRR"},
    {"type": "convert"},
    {"type": "take_loan", "loan": 0},
    {"type": "payoff_loan", "loan": 0},
    {"type": "payoff_player_debt"},
    {"type": "short", "corporation": "PRR"},
    {"type": "close_company"},
    {"type": "offer", "corporation": "PRR", "company": "SV", "price": 1},
    {"type": "respond", "accept": True},
    {"type": "reassign_corporation", "corporation": "PRR"},
    {"type": "nominate", "corporation": "PRR"},
    {"type": "special_buy", "description": "x", "cost": 5, "item_type": "x"},
    {"type": "request", "corporation": "PRR"},
    {"type": "dividend", "kind": "variable", "amount": 30},
    {"type": "dividend", "kind": "half", "amount": "30"},
    {"type": "log", "message": "x"},
    {"type": "message", "message": "x"},
]
"""Actions that the site has had for some title or other, most of which mean nothing in these."""


def _kinds(record: Document, rng: random.Random) -> None:
    for kind in rng.sample(_KINDS, rng.choice((1, 5, 15))):
        other = _action(record, rng)
        who = other if isinstance(other, dict) else {}
        by = {"entity": who.get("entity", 1), "entity_type": who.get("entity_type", "player")}
        record["actions"].insert(_place(record, rng), copy.deepcopy(kind) | by)


def _route_fields(record: Document, rng: random.Random) -> None:
    """What newer records tell of a route, older ones do not, and some tell otherwise."""
    more: dict[str, list[Any]] = {
        "abilities": [[], ["MAIL"], None],
        "nodes": [[], ["57-0-0"], None],
        "subsidy": [0, 10, None],
        "halts": [None, 0, 2],
        "revenue_str": ["", "A - B", None],
        "revenue": [0, 10, -10, "10", None],
        "hexes": [[], None, ["D6"]],
        "connections": [[], None, ["D6"], [["D6"]], [[["D6", "D8"]]]],
    }
    for action in record["actions"]:
        routes = action.get("routes") if isinstance(action, dict) else None
        for route in routes if isinstance(routes, list) else ():
            if isinstance(route, dict) and rng.random() < 0.2:
                field = rng.choice(sorted(more))
                route[field] = copy.deepcopy(rng.choice(more[field]))
    if rng.random() < 0.3:
        for action in record["actions"]:
            if isinstance(action, dict) and action.get("type") == "run_routes":
                action |= {"extra_revenue": rng.choice((0, 20, None)), "subsidy": 0}


def _heading(record: Document, rng: random.Random) -> None:
    """The lines above the actions, as other years and other hands wrote them."""
    for field in rng.sample(("status", "settings", "players", "user", "round", "turn"), 2):
        if field == "players":
            ids = rng.random() < 0.5
            names = [p.get("name") if isinstance(p, dict) else p for p in record["players"]]
            if not ids:
                record["players"] = names
        elif field == "settings":
            record["settings"] = {"optional_rules": None, "seed": rng.choice(("7", 7.0, None))}
        else:
            record[field] = rng.choice(["error", "archived", "active", None, 7, {}, []])
    for action in record["actions"]:
        if isinstance(action, dict):
            if rng.random() < 0.3:
                action["created_at"] = rng.choice([1600000000, "2021-03-04 05:06:07", None, 1.5])
            if "id" in action and rng.random() < 0.02:
                action["id"] = str(action["id"])


def _left_out(record: Document, rng: random.Random) -> None:
    """Talk taken out; or moves that somebody has marked to be passed over."""
    if rng.random() < 0.5:
        talk = ("message", "log")
        kept = [
            a for a in record["actions"] if not isinstance(a, dict) or a.get("type") not in talk
        ]
        record["actions"] = kept
    else:
        for action in record["actions"]:
            if isinstance(action, dict) and rng.random() < 0.02:
                action["skip"] = rng.choice([True, True, False, "yes"])


MUTATIONS: list[Callable[[Document, random.Random], None]] = [
    _cut_off, _lose, _lose, _repeat, _swap, _undo, _junk, _junk, _junk_route, _forget,
    _other_entity, _other_value, _trouble, _trouble, _not_an_action, _nested, _players, _settings,
    _old_routes, _numbers, _dated, _sold_off, _sold_off, _bankrupts, _poor, _ends_early,
    _backwards, _result, _kinds, _kinds, _route_fields, _heading, _left_out, *FIELD_MUTATIONS,
]  # fmt: skip
