"""18Chesapeake: its data held against the public data of 18xx.games, its powers played."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import route_opt
import whole_game
from operating_round.actions import BuyPrivate, BuyTrain, Lay, Pass, Token
from operating_round.errors import IllegalAction
from operating_round.round import act, is_legal, legal_actions, proceed, start_round, start_turn
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import Depot, State, replace
from route_opt import titles
from whole_game.actions import Bid, Par

TITLE = titles.find("18Chesapeake")


def choices(state: State, kind: type) -> list[Any]:
    return [choice.action for choice in legal_actions(state) if isinstance(choice.action, kind)]


def begun(name: str, **privates: str) -> State:
    state = new_game("18Chesapeake", ["Ann", "Bob", "Cy"])
    state = replace(state, players=dict.fromkeys(state.players, 1000))
    for card, owner in privates.items():
        state = sell_private(state, card.replace("_", "&"), owner)
    state = float_corporation(state, name, 80, {"Ann": 60})
    state, _ = start_round(replace(state, phase="3"))
    return start_turn(state)[0]


@pytest.mark.parametrize(("phase", "pays"), [("2", 40), ("3", 50), ("4", 50), ("5", 60), ("D", 80)])
def test_pittsburgh_pays_by_phase(phase: str, pays: int) -> None:
    document = {
        "title": "18Chesapeake",
        "phase": phase,
        "corporation": "PLE",
        "trains": ["5" if phase in "5D" else "3"],
        "tiles": {"B4": "55@2", "C5": "57@2"},
        "tokens": {"A3.0": ["PLE"]},
    }
    assert route_opt.best(route_opt.parse(document)).revenue == pays + 10 + 20


def test_the_token_in_pittsburgh_serves_one_side_of_it() -> None:
    # 1@5 leads from A3 to one town and from B2 to the other. PLE's token stands in A3: 50 + 10 for
    # one train, and nothing for the other, which would begin in B2.
    document = {
        "title": "18Chesapeake",
        "phase": "3",
        "corporation": "PLE",
        "trains": ["3", "3"],
        "tiles": {"B4": "1@5"},
        "tokens": {"A3.0": ["PLE"]},
    }
    found = route_opt.best(route_opt.parse(document))
    assert found.revenue == 50 + 10


def test_two_tiles_of_a_canal_railroad_join() -> None:
    # G5's neighbour over side 2 is F4; 8 and 9 only, free, beside the usual tile.
    state = begun("SRR", **{"B_S": "Ann"})
    state, _ = act(state, BuyPrivate("B&S", 50))
    cash = state.corporations["SRR"].cash
    found = {(one.hex, one.tile) for one in choices(state, Lay) if one.by == "B&S"}
    assert found == {(hex_id, tile) for hex_id in ("F4", "G5") for tile in ("8", "9")}
    state, _ = act(state, Lay("G5", "8", 0, "B&S"))  # sides 0 and 2
    second = [one for one in choices(state, Lay) if one.by == "B&S"]
    assert {one.hex for one in second} == {"F4"}
    # F4 meets G5 over its side 5: 8 at rotations 3 and 5, 9 at rotations 2 and 5.
    assert {(one.tile, one.rotation) for one in second} <= {("8", 3), ("8", 5), ("9", 2), ("9", 5)}
    assert state.corporations["SRR"].cash == cash


def test_a_canal_railroad_lays_both_its_tiles_or_none() -> None:
    # "May lay two connected tiles": a first one that does not lead to the other hex is none of
    # two (8 at rotation 3 has sides 3 and 5, F4 lies over side 2), and after the first nothing
    # else may be done before the second.
    state = begun("SRR", **{"B_S": "Ann"})
    state, _ = act(state, BuyPrivate("B&S", 50))
    with pytest.raises(IllegalAction, match="the other tile of B&S, on F4, could not join it"):
        act(state, Lay("G5", "8", 3, "B&S"))
    assert is_legal(state, Pass())
    state, _ = act(state, Lay("G5", "8", 0, "B&S"))
    assert {getattr(one.action, "by", "") for one in legal_actions(state)} == {"B&S"}
    with pytest.raises(IllegalAction, match=r"must lay the second tile"):
        act(state, Pass())
    with pytest.raises(IllegalAction, match="must lay the second tile of B&S first"):
        act(state, Lay("H4", "57", 0))
    with pytest.raises(IllegalAction, match="does not join"):
        act(state, Lay("F4", "8", 0, "B&S"))
    state, _ = act(state, Lay("F4", "9", 2, "B&S"))
    assert is_legal(state, Pass())
    assert not [one for one in choices(state, Lay) if one.by == "B&S"]


def test_the_power_is_lost_once_somebody_else_has_built_there() -> None:
    state = begun("SRR", **{"B_S": "Ann"})
    state, _ = act(state, BuyPrivate("B&S", 50))
    built = replace(state, board=replace(state.board, tiles={"F4": "9@0"}))
    assert not [one for one in choices(built, Lay) if one.by == "B&S"]


def test_the_canal_founds_a_far_railhead() -> None:
    # 57 on Berlin, D2, is the tile of the turn, costs the mountain's 80; a token there is free.
    state = begun("SRR", **{"C_OC": "Ann"})
    state, _ = act(state, BuyPrivate("C&OC", 80))
    cash = state.corporations["SRR"].cash
    state, _ = act(state, Lay("D2", "57", 1, "C&OC"))
    assert state.corporations["SRR"].cash == cash - 80
    after, _ = act(state, Token("D2.0", "C&OC"))
    assert after.corporations["SRR"].cash == cash - 80
    assert "SRR" in after.board.tokens["D2.0"]


def test_vanderbilts_corporation_is_drawn_and_its_first_train_closes_him() -> None:
    drawn = {
        seed: whole_game.new_game("18Chesapeake", ["A", "B", "C"], seed=seed) for seed in range(12)
    }
    names = {game.operating.own["drawn"]["CV"] for game in drawn.values()}
    assert len(names) > 2
    assert names <= set(TITLE.corporations)
    again = whole_game.new_game("18Chesapeake", ["A", "B", "C"], seed=3)
    assert again.operating.own == drawn[3].operating.own
    state = new_game("18Chesapeake", ["Ann", "Bob", "Cy"], drawn={"CV": "LV"})
    state = sell_private(state, "CV", "Ann")
    state = float_corporation(state, "LV", 80, {"Ann": 60})
    state, _ = start_round(state)
    state, _ = start_turn(state)
    while not choices(state, BuyTrain):
        state, _ = act(state, legal_actions(state)[-1].action)
    assert state.privates["CV"] == "Ann"
    state, _ = act(state, BuyTrain("2", 80))
    assert state.privates["CV"] == "closed"


def test_a_train_leaves_after_each_set_of_rounds() -> None:
    # The bank's next 2, 3 or 4; the first 3 starts phase 3, as if it were bought.
    state = new_game("18Chesapeake", ["Ann", "Bob", "Cy"])
    state = replace(state, operating_rounds=(1, 1), round="OR 1.1")
    one = replace(state, depot=Depot({"2": 2, "3": 6, "4": 5, "5": 3, "6": 2, "D": 1}))
    after, _ = proceed(one)
    assert (after.depot.upcoming["2"], after.phase) == (1, "2")
    last, _ = proceed(replace(state, depot=Depot({"3": 6, "4": 5, "5": 3, "6": 2, "D": 1})))
    assert (last.depot.upcoming["3"], last.phase) == (5, "3")
    four, _ = proceed(replace(state, phase="4", depot=Depot({"4": 2, "5": 3, "6": 2, "D": 1})))
    assert (four.depot.upcoming["4"], four.phase) == (1, "4")
    stays, _ = proceed(replace(state, phase="4", depot=Depot({"5": 3, "6": 2, "D": 1})))
    assert (stays.depot.upcoming["5"], stays.phase) == (3, "4")


def test_only_the_highest_bid_is_money_set_aside_and_bids_go_by_five() -> None:
    game = whole_game.new_game("18Chesapeake", list("ABCDE"))  # 480 each
    game, _ = whole_game.apply(game, Bid("CV", 400))
    most = [
        c.prices for c in whole_game.legal_actions(game) if getattr(c.action, "private", "") == "CV"
    ]
    assert most == [(405, 480)]
    with pytest.raises(route_opt.RouteOptError):
        whole_game.apply(game, Bid("CV", 407))
    game, _ = whole_game.apply(game, Bid("CV", 405))
    for _ in range(3):
        game, _ = whole_game.apply(game, whole_game.parse_action({"type": "pass"}))
    # A's 400 is not the highest any more: all of his 480 are free.
    free = {getattr(c.action, "private", ""): c.prices for c in whole_game.legal_actions(game)}
    assert free["B&OR"] == (105, 480)


def two(*actions: dict[str, object]) -> whole_game.Game:
    """A game of two in its first stock round, all private companies sold; CV brings PRR."""
    game = whole_game.new_game("18Chesapeake", ["Ann", "Bob"], drawn={"CV": "PRR"})
    for number, card in enumerate(TITLE.privates):
        price = TITLE.privates[card].price
        game, _ = whole_game.apply(game, Bid(card, price))
        assert whole_game.player_to_act(game) == ["Bob", "Ann"][number % 2] or card == "CV"
    for action in actions:
        game, _ = whole_game.apply(game, whole_game.parse_action(action))
    return game


PASS = {"type": "pass"}


def test_two_players_and_certificates_of_30_percent() -> None:
    # Bob sets PRR's price; it came with CV, so its certificate is 20% as ever.
    game = two({"type": "par", "corporation": "PRR", "price": 70})
    assert game.operating.corporations["PRR"].shares == {"Bob": 20, "IPO": 80}
    assert whole_game.player_to_act(game) == "Ann"
    for money, may in ((3 * 70 - 1, False), (3 * 70, True)):
        poor = replace(game.operating, players={**game.operating.players, "Ann": money})
        choices = whole_game.legal_actions(structs.replace(game, operating=poor))
        offers: list[Any] = [choice.action for choice in choices]
        assert (Par("SRR", 70) in offers) is may
    cash = game.operating.players["Ann"]
    game, _ = whole_game.apply(
        game, whole_game.parse_action({"type": "par", "corporation": "SRR", "price": 70})
    )
    assert game.operating.corporations["SRR"].shares == {"Ann": 30, "IPO": 70}
    assert game.operating.players["Ann"] == cash - 3 * 70
    buy = {"type": "buy_share", "corporation": "SRR", "source": "IPO"}
    while not game.operating.corporations["SRR"].floated:
        action = buy if whole_game.player_to_act(game) == "Ann" else PASS
        if action is buy and game.stock is not None and game.stock.bought:
            action = PASS
        game, _ = whole_game.apply(game, whole_game.parse_action(action))
    # 60% are out: it floats, with 10 x 70, and the other 40% go to the market.
    assert game.operating.corporations["SRR"].shares == {"Ann": 60, "market": 40}
    assert game.operating.corporations["SRR"].cash == 700
    # Bob buys one of them, and takes another out of the game.
    while whole_game.player_to_act(game) == "Ann":
        game, _ = whole_game.apply(game, whole_game.parse_action(PASS))
    share = {"type": "buy_share", "corporation": "SRR", "source": "market"}
    game, _ = whole_game.apply(game, whole_game.parse_action(share))
    shares = game.operating.corporations["SRR"].shares
    assert shares == {"Ann": 60, "Bob": 10, "market": 20, "removed": 10}
