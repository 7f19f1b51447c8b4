"""1867 Big Wyoming: what is dealt, and the row of private companies (5, 6, 14.13)."""

from __future__ import annotations

import random

import pytest
from big_wyoming import TITLE, on_cards, row_of, takes
from hand_game import after, allowed, cash, held, offered, price, refused
from rule_table import rule

from operating_round.actions import Pass
from operating_round.errors import StateError
from operating_round.setup import new_game as new_state
from whole_game import setup
from whole_game.actions import BuyShare, Par, Take
from whole_game.engine import player_to_act
from whole_game.game import Game

NAMES = ["Ann", "Bob", "Cy", "Di", "Eve"]
BOUGHT = {3: 4, 4: 5, 5: 6}
SPECULATORS = {3: 3, 4: 4, 5: 5}
"""By players: the random private companies, and the speculators shuffled among them (5.7)."""


def cards(game: Game) -> list[str]:
    """The cards of the row, from the left."""
    return list(on_cards(game))


@rule(TITLE, "1a", "1b")
@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_row_is_dealt(number: int) -> None:
    for seed in range(20):
        game = setup.new_game(TITLE, NAMES[:number], seed=seed)
        row = cards(game)
        privates = [card for card in row if card in game.operating.rules.privates]
        others = [card for card in row if card not in privates]
        assert set(on_cards(game).values()) == {0}
        assert row[:2] == others[:2]
        assert row[-1] == "priority deal"
        assert others[-1] == row[-1]
        assert len(others) - 1 == 2 + SPECULATORS[number]
        assert all(card.startswith("speculator") for card in others[:-1])
        assert {"P1", "P2", "P13"} <= set(privates)
        assert len(privates) == 3 + BOUGHT[number]
        assert set(privates) == set(game.operating.privates)


@rule(TITLE, "1a", "1b", "1f", "1g")
def test_chance_deals_all_that_it_can() -> None:
    games = [setup.new_game(TITLE, NAMES[:3], seed=seed) for seed in range(200)]
    first = {cards(game)[2] for game in games}
    assert {"P1", "P12", "P13"} <= first  # the deck is shuffled, the speculators too
    assert any(card.startswith("speculator") for card in first)
    assert {name for game in games for name in game.operating.privates} == {
        f"P{number}" for number in range(1, 14)
    }
    assert {player_to_act(game) for game in games} == {"Ann", "Bob", "Cy"}
    assert len({str(game.document()) for game in games}) == 200


@rule(TITLE, "1c")
def test_the_sixth_refinery_stands_on_butte_without_its_company() -> None:
    seen = set()
    for seed in range(20):
        state = setup.new_game(TITLE, NAMES[:3], seed=seed).operating
        refineries = [(m.at, m.state) for m in state.board.markers if m.kind == "refinery"]
        assert refineries == ([] if "P3" in state.privates else [("C1.0", "operational")])
        seen.add(bool(refineries))
    assert seen == {True, False}


@rule(TITLE, "1d")
def test_the_queue_is_dealt() -> None:
    ninths, tops = set(), set()
    for seed in range(100):
        state = setup.new_game(TITLE, NAMES[:3], seed=seed).operating
        rows = state.own["queue"]
        assert [len(row) for row in rows] == [2, 2, 2, 2]
        waiting = [name for row in rows for name in row]
        assert sorted([*waiting, state.own["ninth"]]) == sorted(state.corporations)
        ninths.add(state.own["ninth"])
        tops.add(rows[0][0])
    assert ninths == tops == set(state.corporations)


@rule(TITLE, "1g")
def test_operating_rounds_alone_are_dealt_by_the_same_rule() -> None:
    for seed in range(5):
        whole = setup.new_game(TITLE, NAMES[:4], seed=seed).operating
        alone = new_state(TITLE, NAMES[:4], chance=random.Random(seed))
        assert alone.own == whole.own
        assert alone.privates == whole.privates
        assert alone.board == whole.board
        assert setup.new_game(TITLE, NAMES[:4], seed=seed).operating == whole


@rule(TITLE, "1e")
def test_money_by_players() -> None:
    for number, money in ((3, 450), (4, 425), (5, 375)):
        game = setup.new_game(TITLE, NAMES[:number])
        assert set(game.operating.players.values()) == {money}
        assert game.operating.bank == 9000 - number * money
    for number in (2, 6):
        with pytest.raises(StateError):
            setup.new_game(TITLE, [*NAMES, "Flo"][:number])


# taking cards


@rule(TITLE, "2a", "2b")
def test_one_card_each_clockwise() -> None:
    game = row_of("P1 P5 P2 P12 P6", turn="Bob")
    assert player_to_act(game) == "Bob"
    assert set(offered(game)) == set(takes("P1", "P5", "P2", "P12", "P6"))
    game = after(game, Take("P12"))
    assert player_to_act(game) == "Cy"
    game = after(game, Take("P1"))
    assert player_to_act(game) == "Ann"
    game = after(game, Take("P6"))
    assert player_to_act(game) == "Bob"
    owners = game.operating.privates
    assert (owners["P12"], owners["P1"], owners["P6"]) == ("Bob", "Cy", "Ann")


@rule(TITLE, "2c", "2d")
def test_five_on_every_card_to_the_left() -> None:
    # P12 costs 90 to the bank and 5 on each of P1, P5, P2: 105 in all.
    game = after(row_of("P1 P5 P2 P12 P6"), Take("P12"))
    assert on_cards(game) == {"P1": 5, "P5": 5, "P2": 5, "P6": 0}
    assert cash(game, "Ann") == 450 - 90 - 3 * 5
    # P2 now costs 40 and 5 on each of P1, P5: what lies there adds up.
    game = after(game, Take("P2"))
    assert on_cards(game) == {"P1": 10, "P5": 10, "P6": 0}


@rule(TITLE, "2d", "2e")
def test_the_money_on_a_card_comes_with_it() -> None:
    game = row_of([("P1", 10), ("P5", 20), ("P2", 15)])
    bank = cash(game, "bank")
    game = after(game, Take("P5"))
    # P5 is 60 to the bank, 5 on P1, and brings 20: 450 - 60 - 5 + 20.
    assert cash(game, "Ann") == 405
    # The bank keeps what lies on cards: it has the 60 and the 5, and has paid out the 20.
    assert cash(game, "bank") == bank + 60 + 5 - 20
    assert on_cards(game) == {"P1": 15, "P2": 15}


@rule(TITLE, "2c", "2d", "2e")
def test_speculators_and_priority_cost_only_what_they_pass_over() -> None:
    game = row_of([("speculator 1", 25), "P1", ("speculator 2", 5), "priority deal"])
    game = after(game, Take("speculator 1"))
    assert cash(game, "Ann") == 450 + 25
    game = after(game, Take("priority deal"))  # 5 each on P1 and speculator 2
    assert cash(game, "Bob") == 450 - 10
    assert on_cards(game) == {"P1": 5, "speculator 2": 10}


@rule(TITLE, "2f")
def test_who_can_pay_must_take() -> None:
    game = row_of("P1 P2", cash={"Ann": 30})
    assert refused(game, Pass()) == "6"
    assert offered(game) == [Take("P1")]
    assert refused(game, Take("P2")) == "6"  # 40, and 5 on P1
    assert refused(game, Take("P7")) == "6"  # not in this row


@rule(TITLE, "2b", "2f", "2h")
def test_to_the_dollar() -> None:
    # P2 as second card costs 40 + 5; what lies on it comes afterwards.
    assert allowed(row_of("P1 P2", cash={"Ann": 45}), Take("P2"))
    assert not allowed(row_of(["P1", ("P2", 20)], cash={"Ann": 44}), Take("P2"))


@rule(TITLE, "2g", "2h")
def test_who_cannot_pay_is_out_for_good() -> None:
    game = row_of([("P5", 50), "P6"], cash={"Ann": 59, "Bob": 300})
    # Ann cannot pay 60 for P5, though 50 lie on it: she is out, and it is Bob's turn.
    assert player_to_act(game) == "Bob"
    assert game.row is not None
    assert game.row.out == ("Ann",)
    game = after(row_of([("P5", 50), "P6", "speculator 1"], cash={"Ann": 9}), Take("P6"))
    # Ann had 9 and a speculator cost 10: out; Bob took P6, so the speculator would cost her 5 now.
    assert player_to_act(game) == "Cy"
    game = after(game, Take("P5"))
    assert player_to_act(game) == "Bob"
    assert game.operating.players["Ann"] == 9


@rule(TITLE, "2i")
def test_the_last_one_goes_on_alone() -> None:
    game = row_of("P5 P6 P7", cash={"Ann": 10, "Cy": 20})
    game = after(game, Take("P5"), Take("P6"))
    assert player_to_act(game) == "Bob"
    assert game.row is not None
    assert game.row.out == ("Ann", "Cy")
    game = after(game, Take("P7"))
    assert game.row is None
    assert set(game.operating.privates.values()) == {"Bob"}
    assert cash(game, "Bob") == 450 - 60 - 70 - 70


@rule(TITLE, "2i", "3a", "3b", "6a")
def test_who_took_the_priority_begins() -> None:
    game = row_of(["P1", "speculator 1", "priority deal"])
    game = after(game, Take("P1"), Take("priority deal"))
    assert game.row is not None
    game = after(game, Take("speculator 1"))
    assert game.row is None
    assert game.stock is not None
    assert game.operating.round == "SR 1"
    assert player_to_act(game) == "Bob"
    # Cards that are no companies are nobody's: P1 alone is left of them.
    assert game.operating.privates == {"P1": "Ann"}
    assert "speculator" not in str(game.operating.document())


# P13


@rule(TITLE, "4a", "4b", "4c", "4d")
def test_emerson_and_west_starts_its_corporation() -> None:
    game = row_of("P1 P13 P2", ninth="CNW")
    bank = cash(game, "bank")
    game = after(game, Take("P13"))
    assert player_to_act(game) == "Ann"
    assert offered(game) == [Par("CNW", 60), Par("CNW", 80)]
    assert refused(game, Take("P2")) == "6"
    assert refused(game, Pass()) == "6"
    game = after(game, Par("CNW", 80))
    assert player_to_act(game) == "Bob"
    assert held(game, "CNW") == {"Ann": 20, "treasury": 80}
    assert price(game, "CNW") == 80
    assert cash(game, "CNW") == 160
    assert cash(game, "Ann") == 450 - 140 - 5
    assert cash(game, "bank") == bank + 140 + 5 - 160
    assert game.operating.board.tokens == {"H8.0": ("CNW",)}
    assert game.operating.corporations["CNW"].owner == "Ann"


@rule(TITLE, "4a")
def test_as_the_last_card_it_still_asks_for_a_price() -> None:
    game = after(row_of("P13", ninth="NP"), Take("P13"))
    assert game.stock is None
    game = after(game, Par("NP", 60))
    assert game.row is None
    assert game.stock is not None
    # Its shares are for sale at once, no other's: Ann has 310 and begins.
    assert allowed(game, BuyShare("NP", "treasury"))
    assert not allowed(game, BuyShare("BH", "treasury"))
