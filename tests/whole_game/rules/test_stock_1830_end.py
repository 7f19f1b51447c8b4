"""1830: bankruptcy, the broken bank, and the final standings with their arithmetic."""

from __future__ import annotations

from hand_game import (
    Held,
    after,
    all_pass,
    allowed,
    cash,
    held,
    passes,
    price,
    started,
    stock_round,
)
from rule_table import rule

from operating_round.actions import Bankrupt, Pass, SellShares
from operating_round.state import Board, Depot
from whole_game.actions import Par
from whole_game.engine import legal_actions, proceed
from whole_game.game import Game, parse
from whole_game.standings import standings

ROUTE = Board(tiles={"H14": "9@1", "H16": "57@1", "H10": "57@1"}, tokens={"H12.0": ("PRR",)})
"""H10 Pittsburgh - H12 Altoona - H14 - H16 Lancaster: the PRR has a route."""


def needy(money: int, *options: str, **others: Held) -> Game:
    """The PRR has a route, 50 and no train; a 4 costs 300. Ann is its president, with `money`.

    She holds 40% of the PRR, Bob 20%; the price is 90 by then: the PRR has paid nothing.
    """
    prr = started(
        "Ann",
        100,
        Ann=40,
        Bob=20,
        cash=50,
        tokens_on_map=("H12.0",),
        tokens_unplaced=(40, 100, 100),
    )
    game = stock_round(
        "1830",
        {"PRR": prr, "NYC": started("Cy", 67, Cy=60, cash=670), **others},
        cash={"Ann": money, "Bob": 500, "Cy": 0},
        privates={"SV": "Ann", "CS": "Bob"},
        phase="4",
        depot=Depot({"4": 1, "5": 3}),
        board=ROUTE,
        options=options,
    )
    game = all_pass(game)
    while Bankrupt() not in actions(game) and game.operating.turn is not None:
        turn = game.operating.turn
        if turn.entity != "PRR" or turn.step == "trains" or not allowed_to_pass(game):
            break
        game = passes(game)
    return game


def actions(game: Game) -> list[object]:
    """What may be done now."""
    return [choice.action for choice in legal_actions(game)]


def allowed_to_pass(game: Game) -> bool:
    """Whether a pass is among the choices."""
    return Pass() in actions(game)


@rule("1830", "17a", "17b", "17c")
def test_a_bankrupt_president_ends_the_game() -> None:
    # The Schuylkill pays Ann 5 as the round begins: 5 + 5 = 10, with 50 of the PRR 60. She may
    # sell 20% of the PRR, where Bob has as much as she keeps: 2 x 90 = 180. 240 of 300.
    game = needy(5)
    assert price(game, "PRR") == 90
    assert cash(game, "Ann") == 10
    assert Bankrupt() in actions(game)
    over = after(game, Bankrupt())
    assert over.over
    assert over.operating.finish == "bankrupt"
    assert actions(over) == []  # the NYC has no turn
    # The price is 76 after two rows down from 90. What she may not sell: 20% of the PRR.
    assert (held(over, "PRR")["Ann"], price(over, "PRR")) == (20, 76)
    ranked = standings(over)
    worth = {row.player: row.worth for row in ranked}
    assert worth["Ann"] == 2 * 76
    # Bob: 500 and 10 of the Champlain, 2 x 76, the Champlain at 40. Cy: 6 x 67.
    assert worth["Bob"] == 510 + 2 * 76 + 40
    assert worth["Cy"] == 6 * 67
    assert [row.player for row in ranked] == ["Bob", "Cy", "Ann"]
    assert sum(worth.values()) == sum(row.worth for row in ranked)


@rule("1830", "17d")
def test_stock_of_a_company_that_does_not_operate_is_sold_too() -> None:
    # 10 and 50 as above, 2 x 90 for the PRR and 30 for the Erie: 270 of 300. The Erie has sold
    # 30% and goes down all the same, from 30 to 20 (8.2).
    over = after(needy(5, ERIE=started("Bob", 67, at=(7, 2), Bob=20, Ann=10)), Bankrupt())
    assert over.operating.finish == "bankrupt"
    assert held(over, "ERIE") == {"Bob": 20, "market": 10, "IPO": 70}
    assert price(over, "ERIE") == 20
    worth = {row.player: row.worth for row in standings(over)}
    assert worth["Ann"] == 2 * 76


@rule("1830", "17a")
def test_not_while_sales_bring_enough() -> None:
    game = needy(65)  # 70 + 50 + 180 = 300
    assert Bankrupt() not in actions(game)
    assert SellShares("Ann", "PRR", 2) in actions(game)


@rule("1830", "D8")
def test_or_his_private_companies_count() -> None:
    over = after(needy(5, "bankrupt_keeps_privates"), Bankrupt())
    assert {row.player: row.worth for row in standings(over)}["Ann"] == 2 * 76 + 20


def poor(bank: int) -> Game:
    """The bank has so much; phase 3, so that sets have two operating rounds."""
    rows = {"PRR": started("Ann", 67, Ann=30, Bob=30, Cy=10)}
    return stock_round("1830", rows, bank=bank, phase="3", privates={"SV": "Ann"})


def to_the_end(game: Game) -> tuple[Game, list[str]]:
    """The game when it is over, and the rounds it went through."""
    rounds = [game.operating.round]
    while not game.over:
        game = passes(game)
        if game.operating.round != rounds[-1]:
            rounds.append(game.operating.round)
    return game, rounds


@rule("1830", "18a", "18c")
def test_a_bank_broken_in_an_operating_round_ends_its_set() -> None:
    # The Schuylkill is to get 5, and the bank has 3.
    game = all_pass(poor(3))
    assert cash(game, "bank") == -2
    assert cash(game, "Ann") == 805
    assert game.operating.finish == "bank"
    over, rounds = to_the_end(game)
    assert rounds == ["OR 2.1", "OR 2.2"]
    assert cash(over, "Ann") == 810  # paid in the second round too
    assert over.operating.round == "OR 2.2"


@rule("1830", "18b", "18c")
def test_a_bank_broken_in_a_stock_round_ends_the_next_set() -> None:
    game = after(poor(50), SellShares("Ann", "PRR", 1))
    assert cash(game, "bank") == 50 - 67
    assert cash(game, "Ann") == 867
    assert not game.over
    assert game.stock is not None
    _, rounds = to_the_end(game)
    assert rounds == ["SR 2", "OR 2.1", "OR 2.2"]


@rule("1830", "O6")
def test_a_bank_that_has_just_paid_its_last_is_not_broken() -> None:
    game = after(poor(67), SellShares("Ann", "PRR", 1))
    assert cash(game, "bank") == 0
    assert not game.operating.finish
    assert allowed(game, SellShares("Ann", "PRR", 1))
    game = after(game, SellShares("Ann", "PRR", 1))
    assert game.operating.finish == "bank"


@rule("1830", "18d", "18e")
def test_a_score_is_cash_stock_and_open_private_companies() -> None:
    prr = started("Ann", 82, Ann=30, Bob=20, market=10, cash=777, trains=("2",), companies=("DH",))
    nyc = started("Ann", 67, at=(1, 8), Ann=20)
    game = stock_round(
        "1830",
        {"PRR": prr, "NYC": nyc},
        cash={"Ann": 100, "Bob": 250, "Cy": 0},
        privates={"SV": "Ann", "CS": "Bob", "DH": "PRR"},
    )
    found = {row.player: row for row in standings(game)}
    # 100 + 3 x 82 + 2 x 112 (the second 20% is one certificate) + the Schuylkill at 20
    assert found["Ann"].worth == 100 + 246 + 224 + 20
    # 250 + 2 x 82 + the Champlain at 40
    assert found["Bob"].worth == 250 + 164 + 40
    assert found["Cy"].worth == 0
    assert str(found["Bob"]) == "Bob: 454 = cash 250 + PRR 2 x 82 + CS 1 x 40"


@rule("1830", "O10")
def test_a_game_in_which_nobody_can_do_anything_is_over() -> None:
    # The cheapest president's certificate costs 2 x 67 = 134.
    money = {"Ann": 100, "Bob": 100, "Cy": 100}
    over, _ = proceed(stock_round("1830", cash=money))
    assert (over.over, over.operating.finish) == (True, "stalled")
    assert parse(over.document()) == over
    # The Schuylkill pays 5 a round: after seven rounds Ann can start a company.
    game, _ = proceed(stock_round("1830", cash=money, privates={"SV": "Ann"}, number=1))
    while not game.over and cash(game, "Ann") < 134:
        game = passes(game)
    assert (game.over, cash(game, "Ann")) == (False, 135)
    assert allowed(game, Par("PRR", 67))
