"""1867 Big Wyoming: crises in place of bankruptcies, the end, and the score (8.2.D.c, 8.6, 10)."""

from __future__ import annotations

from typing import Any

from big_wyoming import TITLE, acquired, queue, sr, to_step
from hand_game import after, all_pass, cash, held, price, refused, replace, started
from rule_table import rule

from operating_round.actions import BuyTrain, Pass, SellShares, Special
from operating_round.state import Board
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game
from whole_game.standings import standings

TRACK = {"L12": "9@1"}
"""From Cheyenne, the home of the C&N, to Omaha: a route, so that it must own a train."""


def in_need(*, ann: int, treasury: int, share: int, **others: Any) -> Game:
    """The C&N of Ann without a train, at its train step in phase 2: a 2 costs 100.

    Ann has one share of the NWW of Bob, whose price stands in the space `share` of column 3.
    """
    companies = {
        "C&N": started("Ann", 110, cash=treasury, Ann=40),
        "NWW": started("Bob", 80, at=(share, 3), Bob=40, Ann=10),
        **others,
    }
    return to_step(
        all_pass(sr(companies, cash={"Ann": ann}, board=Board(tiles=TRACK))), "C&N", "trains"
    )


@rule(TITLE, "12a")
def test_a_director_may_decline_to_sell() -> None:
    # 30 of hers, 20 of the treasury, and 80 for her share: 130, enough for the 100.
    game = in_need(ann=30, treasury=20, share=2)
    found = [choice.action for choice in legal_actions(game)]
    assert found == [SellShares("Ann", "NWW", 1), Special("crisis")]
    game = after(game, Special("crisis"))
    row = game.operating.corporations["C&N"]
    assert row.own["acquired"]
    assert (row.owner, row.cash, row.trains) == (None, 0, ())
    assert cash(game, "Ann") == 30
    assert held(game, "NWW")["Ann"] == 10
    assert held(game, "C&N") == {"Ann": 40, "removed": 60}
    assert price(game, "C&N") == 70  # no train: the lowest space of its column, from 100 (left)


@rule(TITLE, "12a")
def test_or_sell_and_buy() -> None:
    game = after(in_need(ann=30, treasury=20, share=2), SellShares("Ann", "NWW", 1))
    assert cash(game, "Ann") == 110
    assert price(game, "NWW") == 70
    game = after(game, BuyTrain("2", 100))
    assert cash(game, "Ann") == 110 - 80
    assert game.operating.corporations["C&N"].trains == ("2",)


@rule(TITLE, "12b")
def test_what_would_not_be_enough_is_not_sold() -> None:
    # 30 + 20 + 40 (row 6) is 90.
    game = in_need(ann=30, treasury=20, share=6)
    assert [choice.action for choice in legal_actions(game)] == [Special("crisis")]
    assert refused(game, SellShares("Ann", "NWW", 1)) == "8.2.D.c"
    assert refused(game, Pass()) == "8.2.D.c"
    # 30 + 20 + 50 (row 5) is 100, to the dollar.
    game = in_need(ann=30, treasury=20, share=5)
    assert SellShares("Ann", "NWW", 1) in [choice.action for choice in legal_actions(game)]


@rule(TITLE, "12b")
def test_shares_of_the_corporation_in_need_do_not_help() -> None:
    # Her 40% of the C&N itself would bring far more than the 60 that are missing.
    game = in_need(ann=20, treasury=20, share=6)
    assert [choice.action for choice in legal_actions(game)] == [Special("crisis")]


@rule(TITLE, "12c")
def test_cash_that_is_enough_must_be_added() -> None:
    game = in_need(ann=80, treasury=20, share=2)
    assert [choice.action for choice in legal_actions(game)] == [BuyTrain("2", 100)]
    assert refused(game, Special("crisis")) == "8.2.D.c"
    assert cash(after(game, BuyTrain("2", 100)), "Ann") == 0


def on_to_the_end(game: Game) -> Game:
    """Pass, or do what must be done, until the operating rounds are over, or the game is."""
    while game.operating.operating_rounds is not None and not game.over:
        choices = [choice.action for choice in legal_actions(game)]
        game = after(game, Pass() if Pass() in choices else choices[0])
    return game


@rule(TITLE, "12d")
def test_the_game_goes_on_while_a_corporation_runs() -> None:
    game = on_to_the_end(after(in_need(ann=30, treasury=20, share=2), Special("crisis")))
    assert not game.over
    assert game.operating.round == "SR 3"


@rule(TITLE, "12d", "12e", "12f")
def test_the_game_ends_with_the_round_of_the_last_acquisition() -> None:
    companies = {
        "C&N": started("Ann", 110, cash=20, Ann=40, Bob=20),
        "NWW": started("Bob", 80, Bob=40, Ann=10),
    }
    game = sr(companies, cash={"Ann": 30}, board=Board(tiles=TRACK), privates={"P5": "Cy"})
    game = to_step(all_pass(acquired(game, "NWW")), "C&N", "trains")
    assert not game.over
    game = after(game, Special("crisis"))
    assert game.over
    assert game.operating.finish == "acquired"
    assert legal_actions(game) == []
    # The round was played to its end: NWW, acquired before, went right from 80 to 90 after it.
    assert price(game, "NWW") == 90
    # C&N went left from 110 to 100 for earning nothing, and without a train to the lowest space
    # of that column, 70. Cy got 15 for P5 at the start of the round, which is worth nothing now.
    worth = {standing.player: standing for standing in standings(game)}
    assert worth["Ann"].worth == 30 + 4 * 70 + 1 * 90 == 400
    assert worth["Bob"].worth == 450 + 2 * 70 + 4 * 90 == 950
    assert worth["Cy"].worth == 450 + 15
    assert worth["Cy"].holdings == ()
    assert [standing.player for standing in standings(game)] == ["Bob", "Cy", "Ann"]


def late(**companies: Any) -> Game:
    """Phase 6, all have passed: the first of three operating rounds."""
    rows = {name.replace("CN", "C&N"): row for name, row in companies.items()}
    game = sr(rows, phase="6", privates={"P6": "Cy"})
    state = game.operating
    trains = replace(state.depot, upcoming={"6": 1, "D": 8})
    return all_pass(replace(game, operating=replace(state, depot=trains)))


@rule(TITLE, "12h")
def test_the_director_answers_the_offer() -> None:
    game = late(
        CN=started("Ann", 110, Ann=40, trains=("5",)),
        NWW=started("Bob", 80, Bob=40, trains=("5",)),
    )
    game = to_step(game, "", "offers")
    assert player_to_act(game) == "Ann"
    game = after(game, Special("acquire", "C&N", "decline"))
    assert player_to_act(game) == "Bob"
    game = after(game, Special("acquire", "NWW", "accept"))
    assert game.operating.corporations["NWW"].own["acquired"]


@rule(TITLE, "12g")
def test_board_membership_closes_with_the_first_acquisition() -> None:
    game = late(CN=started("Ann", 110, at=(4, 0), Ann=40))
    game = to_step(game, "", "offers")
    assert price(game, "C&N") == 20  # left at the left edge is down, from 30
    assert game.operating.privates["P6"] == "Cy"
    # It runs alone and nobody waits, so it must accept; without a train it goes down to Closed.
    assert [c.action for c in legal_actions(game)] == [Special("acquire", "C&N", "accept")]
    game = after(game, Special("acquire", "C&N", "accept"))
    assert game.operating.privates["P6"] == "closed"
    assert game.operating.corporations["C&N"].market is None


@rule(TITLE, "12g")
def test_board_membership_stays_open_in_a_crisis() -> None:
    companies = {
        "C&N": started("Ann", 110, at=(4, 0), Ann=40),
        "NWW": started("Bob", 60, at=(7, 1), Bob=40),
    }
    game = sr(companies, cash={"Ann": 0}, board=Board(tiles=TRACK), privates={"P6": "Cy"})
    game = to_step(all_pass(game), "C&N", "trains")
    game = after(game, Special("crisis"))
    assert queue(game) == [["C&N", None]]  # closed, as its column ends there
    assert game.operating.privates["P6"] == "Cy"
