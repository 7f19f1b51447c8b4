"""1846: bankruptcy, the broken bank, and the final standings."""

from __future__ import annotations

import pytest
from hand_game import (
    after,
    all_pass,
    allowed,
    cash,
    held,
    passes,
    president,
    price,
    refused,
    started,
    stock_round,
)
from rule_table import rule

from operating_round.actions import Bankrupt, Dividend, Pass, Run, SellShares
from operating_round.errors import IllegalAction
from operating_round.state import Depot
from whole_game.actions import Action, BuyShare
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game
from whole_game.standings import standings


def ruined(bankrupt: tuple[str, ...] = ()) -> Game:
    """The GT has 10 and no train, of the bank a 5 costs 500 and a 4/6 450. Ann has 30.

    She is president of the GT with 20% of it, as much as Bob has, and of the NYC with 30%. Neither
    has room for more than one share in the market.
    """
    rows = {
        "GT": started("Ann", 60, Ann=20, Bob=20, market=40, cash=10),
        "NYC": started("Ann", 100, Ann=30, Cy=10, market=40, trains=("5",)),
    }
    game = stock_round(
        "1846",
        rows,
        cash={"Ann": 30, "Bob": 400, "Cy": 400},
        privates={"MAIL": "Ann"},
        phase="III",
        depot=Depot({"5": 5, "6": 9}),
        bankrupt=bankrupt,
    )
    for _ in range(60):
        if Bankrupt() in actions(game):
            return game
        game = go_on(game)
    raise AssertionError("nobody went bankrupt")


def actions(game: Game) -> list[object]:
    """What may be done now."""
    return [choice.action for choice in legal_actions(game)]


def go_on(game: Game) -> Game:
    """The game after a pass; trains run where they must, and what they earn is kept."""
    first = next(act for act in (Pass(), Run(), Dividend("withhold")) if may(game, act))
    return after(game, first)


def may(game: Game, action: Action) -> bool:
    """Whether the engine takes an action."""
    try:
        after(game, action)
    except IllegalAction:
        return False
    return True


@rule("1846", "14a", "14b", "14c", "14d", "O3b", "O3c")
def test_a_bankrupt_president_leaves() -> None:
    game = ruined()
    # Shares in the market at the end of the stock round move both prices left, then so do turns
    # without dividend.
    gt, nyc = price(game, "GT"), price(game, "NYC")
    assert (gt, nyc) == (40, 80)
    assert player_to_act(game) == "Ann"
    limit = on_table(game).stock_rules.certificate_limit(on_table(game))
    game = after(game, Bankrupt())
    # A share of the NYC at 80, which falls to 70 as she is its president; then its certificate
    # as two shares at 70, though the market has 50%; two of the GT at 40; her 30.
    assert cash(game, "GT") == 10 + 80 + 2 * 70 + 2 * 40 + 30
    assert cash(game, "Ann") == 0
    assert held(game, "NYC") == {"Cy": 10, "market": 70, "treasury": 20}
    assert president(game, "NYC") == "market"
    assert held(game, "GT") == {"Bob": 20, "market": 60, "treasury": 20}
    assert game.operating.bankrupt == ("Ann",)
    assert game.operating.privates["MAIL"] == "closed"
    assert not game.over
    # Bob is president of the GT, whose turn goes on, and buys
    assert president(game, "GT") == "Bob"
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "GT"
    assert player_to_act(game) == "Bob"
    assert {type(action).__name__ for action in actions(game)} == {"BuyTrain"}
    assert on_table(game).stock_rules.certificate_limit(on_table(game)) == limit


@rule("1846", "15b")
def test_when_one_player_is_left_the_game_ends() -> None:
    game = after(ruined(bankrupt=("Cy",)), Bankrupt())
    assert game.over
    assert game.operating.finish == "bankrupt"


@rule("1846", "15b", "14c")
def test_a_poor_player_is_not_a_bankrupt_one() -> None:
    # Cy has no money and no share, but he is in the game, with Bob.
    rows = {"GT": started("Ann", 60, Ann=20, Bob=20, market=40, cash=10)}
    game = stock_round(
        "1846",
        rows,
        cash={"Ann": 30, "Bob": 400, "Cy": 0},
        phase="III",
        depot=Depot({"5": 5, "6": 9}),
    )
    while Bankrupt() not in actions(game):
        game = go_on(game)
    game = after(game, Bankrupt())
    assert not game.over


@rule("1846", "14c", "13a", "13b")
def test_a_bankrupt_player_has_no_turn_in_stock_rounds() -> None:
    rows = {"NYC": started("market", 50, Bob=10, market=30)}
    game = stock_round("1846", rows, cash={"Ann": 0}, bankrupt=("Ann",), turn="Bob")
    seen = []
    for _ in range(2):
        seen.append(player_to_act(game))
        game = passes(game)
    assert seen == ["Bob", "Cy"]
    assert game.stock_rounds == 3  # two passes have ended the round


def poor(bank: int, phase: str = "I") -> Game:
    """The bank has so much; Ann's private company pays 15 a round."""
    rows = {"NYC": started("Ann", 70, Ann=30, Bob=30, trains=("2",))}
    return stock_round("1846", rows, bank=bank, phase=phase, privates={"LSL": "Ann"})


def to_the_end(game: Game) -> tuple[Game, list[str]]:
    """The game when it is over, and the rounds it went through."""
    rounds = [game.operating.round]
    while not game.over:
        game = go_on(game)
        if game.operating.round != rounds[-1]:
            rounds.append(game.operating.round)
    return game, rounds


@rule("1846", "15a")
@pytest.mark.parametrize("bank", [50, 10])
def test_a_broken_bank_ends_the_sequence(bank: int) -> None:
    game = poor(bank)
    if bank == 50:  # 70 for a share, in the stock round
        game = after(game, SellShares("Ann", "NYC", 1))
        assert cash(game, "bank") == -20
    else:  # 15 of income as the first operating round begins
        game = all_pass(game)
        assert cash(game, "bank") == -5
        assert game.operating.round == "OR 2.1"
    assert game.operating.finish == "bank"
    assert not game.over
    _, rounds = to_the_end(game)
    assert rounds[-2:] == ["OR 2.1", "OR 2.2"]


@rule("1846", "O6")
def test_a_bank_at_nothing_is_not_broken() -> None:
    game = after(poor(70), SellShares("Ann", "NYC", 1))
    assert cash(game, "bank") == 0
    assert not game.operating.finish


@rule("1846", "15c", "15d")
def test_a_score() -> None:
    rows = {
        "NYC": started("Ann", 70, Ann=30, Bob=20, market=10, cash=555, companies=("MPC",)),
        "GT": started("Bob", 112, Bob=20),
    }
    privates = {"LSL": "Ann", "MAIL": "Bob", "MPC": "NYC"}
    game = stock_round("1846", rows, cash={"Ann": 11, "Bob": 0, "Cy": 400}, privates=privates)
    worth = {row.player: row.worth for row in standings(game)}
    # 11 + 3 x 70 + the Lake Shore Line at 40; 2 x 70 + 2 x 112 + the Mail Contract at 80
    assert worth == {"Ann": 11 + 210 + 40, "Bob": 140 + 224 + 80, "Cy": 400}


@rule("1846", "13a")
def test_nothing_of_a_corporation_in_the_market_is_sold() -> None:
    rows = {"NYC": started("market", 50, Bob=10, Cy=10, market=30)}
    game = stock_round("1846", rows, turn="Bob")
    assert refused(game, SellShares("Bob", "NYC", 1))
    assert allowed(game, BuyShare("NYC", "market"))


@rule("1846", "O8")
def test_when_no_corporation_is_left_the_game_ends() -> None:
    others = ("PRR", "B&O", "C&O", "ERIE", "GT", "IC")
    rows = {"NYC": started("Ann", 40, at=(0, 1), Ann=30)}  # at 10: a sale of Ann's removes it
    game = stock_round("1846", rows, removed=others)
    game = after(game, SellShares("Ann", "NYC", 1))
    assert game.over
    assert game.operating.finish == "all_closed"
    assert {row.player: row.worth for row in standings(game)}["Ann"] == 410
