"""1850 and 1870: rights and tokens that are chosen, destinations, variants."""

from __future__ import annotations

from typing import Any

from game_records import (
    Action,
    after,
    bids,
    buy_train,
    corporation,
    lay,
    passes,
    played,
    record,
    run,
    stock_round,
)


def markers(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The markers of the last run."""
    found: list[dict[str, Any]] = played(document)[-1].position.document()["markers"]
    return found


# 1850

SOLD = bids((1, "GRSC", 20), (2, "CM", 40), (3, "MRB", 40), (1, "GBC", 50), (2, "MRC", 80))
NP = [
    *SOLD,
    *bids((3, "WLG", 90), (2, "MMR", 160)),
    *stock_round(("NP", 100, {3: 50, 1: 10}), first=3, players=3),
]
"""NP floats; A bought 20 and 50, B 40, 80 and 160, C 40 and 90."""


def test_np_floats_by_the_rules() -> None:
    bought = [*bids((1, "GRSC", 20)), *SOLD[1:]]
    assert bought == SOLD
    game = after(record("1850", *NP))
    assert game.game.operating.corporations["NP"].floated


def test_an_edge_token_stands_on_the_corporations_area() -> None:
    """7.4 asks for a connection: without one it is placed all the same, and noted."""
    choice = corporation("NP", "choose", choice="Place Edge Token")
    assert markers(record("1850", *NP, choice, run("NP"))) == [
        {"kind": "edge_token", "at": "A2.0", "owner": "NP"}
    ]
    (one,) = [one for one in after(record("1850", *NP, choice)).departures if one.type == "choose"]
    assert (one.rule, one.applied) == ("7.4", True)


def test_an_area_reached_through_its_other_hex() -> None:
    """Records run B1 into A2, where the area's one stop is; ours stops at the edge, B1."""
    turns = [lay("NP", "B3", "9-0", 1), lay("NP", "B5", "57-0", 1), buy_train("NP", "2-0", 80)]
    chain = ["A2", "B1", "B3", "B5"]
    found = played(record("1850", *NP, *turns, *passes(3, 1, 2), run("NP", ("2-0", [chain]))))
    assert found[-1].routes[0]["track"] == ["B1.0", "B3", "B5.0"]


def test_reduced_tokens_are_an_option_of_the_position() -> None:
    settings = {"optional_rules": ["reduced_tokens"]}
    (one,) = played(record("1850", *NP, run("NP"), settings=settings))
    assert one.position.options == ("reduced_tokens",)


# 1870

FW: list[Action] = [
    *bids((1, "GRSC", 20), (2, "MRBC", 40), (3, "SCC", 50), (1, "GSC", 80), (2, "MKT", 165)),
    *bids((3, "SLSF", 140)),
    {"type": "par", "entity": 3, "entity_type": "player", "corporation": "SLSF",
     "share_price": "68,0,0"},
    *stock_round(("FW", 68, {1: 60}), first=1, players=3),
]  # fmt: skip
CONNECTED = {
    "type": "destination_connection",
    "entity": "FW",
    "entity_type": "corporation",
    "corporations": ["FW"],
}


def test_options_of_the_site_that_touch_routes() -> None:
    for theirs, ours in (("diesels", "diesels"), ("station_wars", "station_marker_wars")):
        settings = {"optional_rules": [theirs]}
        (one,) = played(record("1870", *FW, run("FW"), settings=settings))
        assert one.position.options == (ours,)


def test_a_choice_that_nobody_knows_is_passed_over() -> None:
    game = after(record("1850", *NP, corporation("NP", "choose")))
    (one,) = [one for one in game.departures if one.type == "choose"]
    assert (one.action, one.entity, one.applied) == (len(NP) + 1, "NP", False)
    assert one.ours == "says nothing of its 'choice'"
