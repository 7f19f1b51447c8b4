"""The beginner game of 1889: its public facts, the deal, and what it takes away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

import route_opt
from operating_round.actions import BuyPrivate, Exchange, Lay
from operating_round.round import legal_actions, start_round, start_turn
from operating_round.rules import rules_of
from operating_round.setup import float_corporation
from operating_round.state import CLOSED, State, replace
from operating_round.table import Table
from route_opt import titles
from route_opt.lays import supply
from route_opt.network import Network
from route_opt.render import draw
from whole_game.game import Game, parse
from whole_game.setup import new_game

BEGINNER = ["beginner_game"]
NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"]

# Price and revenue, and the least number of players with whom it is in the game.
FACTS = {
    "DR": (60, 20, 2),
    "SIR": (90, 25, 2),
    "ER": (40, 15, 3),
    "SMR": (60, 20, 4),
    "TER": (20, 5, 5),
    "MF": (40, 15, 6),
}
# What all of them cost: 60 + 90; + 40; + 60; + 20; + 40.
TOGETHER = {2: 150, 3: 190, 4: 250, 5: 270, 6: 310}
CASH = {2: 420, 3: 420, 4: 420, 5: 390, 6: 390}


def game(players: int = 3, seed: int = 0, options: Collection[str] = BEGINNER) -> Game:
    return new_game("1889", NAMES[:players], options=options, seed=seed)


def hands(dealt: Game) -> dict[str, str]:
    """Who has which private company."""
    owners = dealt.operating.privates.items()
    return {owner: name for name, owner in owners if owner is not None}


@pytest.mark.parametrize("players", CASH)
def test_each_has_one_and_has_paid_for_it(players: int) -> None:
    for seed in range(5):
        dealt = game(players, seed)
        state = dealt.operating
        assert set(state.privates) == {n for n, (_, _, least) in FACTS.items() if least <= players}
        assert hands(dealt).keys() == set(NAMES[:players])
        for player, private in hands(dealt).items():
            assert state.players[player] == CASH[players] - FACTS[private][0]
        # The box has 7000: what the players do not have is the bank's, with what they have paid.
        assert state.bank == 7000 - players * CASH[players] + TOGETHER[players]
        assert (dealt.stock_rounds, state.round) == (1, "SR 1")
        assert dealt.stock is not None
        assert (dealt.stock.turn, dealt.priority) == ("Ann", "Ann")
        assert parse(dealt.document()) == dealt


def test_the_deal_is_told() -> None:
    dealt = game(2)
    lines = [f"{who} is dealt {n} for {FACTS[n][0]}" for who, n in hands(dealt).items()]
    assert sorted(dealt.log) == sorted([*lines, "stock round 1"])


def test_chance_deals_and_the_same_seed_deals_the_same() -> None:
    assert game(3, 5) == game(3, 5)
    # Three companies come to three players in 3 x 2 ways, and to two players in 2.
    for players, ways in ((2, 2), (3, 6)):
        deals = {tuple(sorted(hands(game(players, seed)).items())) for seed in range(80)}
        assert len(deals) == ways


def test_without_the_option_they_are_sold_as_ever() -> None:
    usual = game(4, options=())
    assert usual.auction is not None
    assert usual.operating.players == dict.fromkeys(NAMES[:4], 420)
    assert titles.find("1889").privates["DR"].price == 60
    assert usual.operating.rules.privates["DR"].revenue == 15


def test_what_they_pay() -> None:
    dealt = game(6)
    after, _ = start_round(dealt.operating)
    for player, private in hands(dealt).items():
        assert after.players[player] - dealt.operating.players[player] == FACTS[private][1]


def test_they_close_with_phase_5_the_last_of_them_too() -> None:
    table = Table(game(6).operating, rules_of(game(6).operating.rules))
    table.privates.close_on("4")
    assert CLOSED not in table.state.privates.values()
    table.privates.close_on("5")
    assert set(table.state.privates.values()) == {CLOSED}


def in_turn(options: Collection[str], corporation: str, phase: str) -> State:
    """Ann leads a corporation, and has every private company."""
    state = game(6, options=options).operating
    state = replace(state, players=dict.fromkeys(state.players, 1000))
    state = replace(state, privates=dict.fromkeys(state.privates, "Ann"))
    state = float_corporation(state, corporation, 100, {"Ann": 50})
    return start_turn(start_round(replace(state, phase=phase))[0])[0]


def test_nobody_buys_them_exchanges_them_or_lays_their_tiles() -> None:
    for options, powers in (((), True), (BEGINNER, False)):
        state = in_turn(options, "IR", "3")
        actions = [choice.action for choice in legal_actions(state)]
        assert any(isinstance(one, BuyPrivate) for one in actions) == powers
        assert any(isinstance(one, Lay) and one.by == "MF" for one in actions) == powers
        assert any(isinstance(one, Exchange) for one in actions) == powers


@pytest.mark.parametrize(("corporation", "home"), [("KO", "K4"), ("UR", "C4")])
def test_no_hex_is_blocked(corporation: str, home: str) -> None:
    # Takamatsu is KO's home; UR's Uwajima reaches Ohzu by C6 and D5: 8 goes from side to side.
    for options, free in (((), False), (BEGINNER, True)):
        state = in_turn(options, corporation, "3")
        board = replace(state.board, tiles={"B5": "9@0", "C6": "8@0"} if home == "C4" else {})
        laid = {
            one.hex
            for choice in legal_actions(replace(state, board=board))
            if isinstance(one := choice.action, Lay) and not one.by
        }
        assert (home in laid) == free, (options, sorted(laid))


def position(options: Collection[str], **more: Any) -> route_opt.Position:
    document = {"title": "1889", "phase": "2", "corporation": "KO", "trains": []}
    return route_opt.parse({**document, "options": list(options), **more})


def test_more_tiles_and_no_port() -> None:
    # Two more of 6, and one more of 7, 8, 9, 23 and 24.
    title = titles.find("1889")
    usual, more = supply(title, {}, ()), supply(title, {}, BEGINNER)
    extra = {tile: more[tile] - usual[tile] for tile in more if more[tile] != usual[tile]}
    assert extra == {"6": 2, "7": 1, "8": 1, "9": 1, "23": 1, "24": 1}
    # Three tiles 6 may lie on the map of a beginner game, and on no other.
    three = {"F3": "6@0", "G4": "6@0", "H7": "6@0"}
    assert position(BEGINNER, tiles=three).tiles == three
    with pytest.raises(route_opt.RouteOptError, match="tile 6 lies 3 times; 1889 has 2"):
        position((), tiles=three)
    for hex_id in ("B11", "G10", "I12", "J9"):
        network = Network(position(BEGINNER))
        found = route_opt.lays.legal_lays(network, hexes=[hex_id], anywhere=[hex_id])
        assert {one.tile for one in found} == {"3", "58"}


def test_the_picture_shows_no_private_company() -> None:
    for options, drawn in (((), True), (BEGINNER, False)):
        assert (">TER<" in draw(position(options))) == drawn
