"""1846: what is removed, and how the private companies come to the players."""

from __future__ import annotations

import itertools

import pytest
from hand_game import after, allowed, cash, offered, passes, refused, replace
from rule_table import rule

from operating_round.actions import Pass
from whole_game.actions import Keep
from whole_game.engine import player_to_act
from whole_game.game import Draft, Game
from whole_game.setup import new_game

GROUPS = (("LSL", "MC", "O&I"), ("MPC", "SC", "TBC"), ("C&O", "ERIE", "PRR"))
ALWAYS = ("BIG4", "C&WI", "MAIL", "MS")
PLAYERS = ["Ann", "Bob", "Cy", "Di", "Ed"]
START = {"C&O": "I15.0", "ERIE": "E21.0", "PRR": "F20.0"}
"""Huntington, Salamanca and Pittsburgh are where these corporations start."""


def game_of(players: int, seed: int = 0) -> Game:
    """A game before the first card is kept."""
    return new_game("1846", PLAYERS[:players], seed=seed)


def in_play(game: Game) -> set[str]:
    """Private companies and corporations of a game."""
    return {*game.operating.privates, *game.operating.corporations}


def with_deck(game: Game, deck: str, turn: str = "Cy") -> Game:
    """The game with other cards in its deck, the top first."""
    return replace(game, draft=Draft(deck=tuple(deck.split()), turn=turn))


@rule("1846", "1a")
@pytest.mark.parametrize(("players", "left"), [(3, 1), (4, 2), (5, 3)])
def test_so_many_of_each_group_are_left(players: int, left: int) -> None:
    for seed in range(5):
        game = game_of(players, seed)
        for group in GROUPS:
            assert sum(name in in_play(game) for name in group) == left
        assert {*ALWAYS, "GT", "IC", "NYC", "B&O"} <= in_play(game)


@rule("1846", "1b")
def test_chance_removes_every_one_of_them_sometime() -> None:
    seen = [in_play(game_of(3, seed)) for seed in range(40)]
    for name in itertools.chain(*GROUPS):
        assert 0 < sum(name in found for found in seen) < 40
    assert in_play(game_of(3, 7)) == in_play(game_of(3, 7))


@rule("1846", "1c")
def test_tokens_of_removed_corporations_stand_at_home() -> None:
    game = game_of(3, 1)
    out = {name for name in START if name not in game.operating.corporations}
    assert len(out) == 2
    for name in START:
        there = game.operating.board.tokens.get(START[name], ())
        assert (name in there) is (name in out)


@rule("1846", "1d")
@pytest.mark.parametrize(("players", "bank"), [(3, 6500), (4, 7500), (5, 9000)])
def test_money_at_the_start(players: int, bank: int) -> None:
    game = game_of(players)
    assert set(game.operating.players.values()) == {400}
    assert cash(game, "bank") == bank - 400 * players


@rule("1846", "2a")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deck_has_a_blank_card_a_player(players: int) -> None:
    game = game_of(players)
    assert game.draft is not None
    blanks = [card for card in game.draft.deck if card.startswith("blank")]
    assert len(blanks) == players
    assert {*game.draft.deck} - {*blanks} == {*game.operating.privates}


@rule("1846", "2b", "2c", "2d")
def test_from_the_right_counter_clockwise() -> None:
    game = game_of(4)
    assert game.priority == "Ann"
    for player in ("Di", "Cy", "Bob", "Ann", "Di"):
        assert player_to_act(game) == player
        assert game.draft is not None
        deck = game.draft.deck
        cards = {keep.card for keep in offered(game)}
        assert cards == set(deck[:6])  # 4 + 2
        assert refused(game, Pass()) == "3"
        kept = next(card for card in deck[:6] if not card.startswith("blank"))
        game = after(game, Keep(kept))
        assert game.draft is not None
        # what lay below is on top now, the rest of the hand under it in any order
        assert game.draft.deck[: len(deck) - 6] == deck[6:]
        assert set(game.draft.deck[len(deck) - 6 :]) == set(deck[:6]) - {kept}
        assert game.operating.privates[kept] is None  # face down, not yet paid


@rule("1846", "2e")
def test_a_blank_card_or_a_company() -> None:
    game = with_deck(game_of(3), "MAIL MS BIG4 C&WI blank_1 blank_2")
    assert allowed(game, Keep("blank_1"))
    assert refused(game, Keep("blank_2"))  # below the five that are drawn
    game = with_deck(game_of(3), "MAIL MS BIG4")
    assert refused(game, Pass())
    assert {keep.card for keep in offered(game)} == {"MAIL", "MS", "BIG4"}


@rule("1846", "3a", "3b", "4a")
def test_it_ends_when_blank_cards_alone_are_left() -> None:
    game = with_deck(game_of(3), "MAIL blank_1 C&WI blank_2")
    assert {keep.card for keep in offered(game)} == {
        "MAIL",
        "blank_1",
        "C&WI",
        "blank_2",
    }
    game = after(game, Keep("MAIL"))  # Cy
    assert game.draft is not None
    assert cash(game, "Cy") == 400
    game = after(game, Keep("C&WI"))  # Bob: two blanks are left
    assert game.draft is None
    assert game.operating.round == "SR 1"
    assert (cash(game, "Cy"), cash(game, "Bob")) == (400 - 80, 400 - 60)
    assert game.operating.privates["MAIL"] == "Cy"
    assert player_to_act(game) == "Ann"  # who has the priority deal


@rule("1846", "3c")
def test_the_last_company_comes_down_by_10() -> None:
    game = with_deck(game_of(3), "MAIL C&WI")
    game = after(game, Keep("C&WI"))  # Cy; the Mail Contract alone is left, at 80
    assert player_to_act(game) == "Bob"
    bought = after(game, Keep("MAIL"))
    assert cash(bought, "Bob") == 400 - 80
    game = after(game, Pass())
    assert player_to_act(game) == "Ann"
    game = after(game, Pass())
    assert player_to_act(game) == "Cy"
    bought = after(game, Keep("MAIL"))
    # 80 - 20 for the Mail Contract, and 60 for what Cy kept before
    assert cash(bought, "Cy") == 400 - 60 - 60


@rule("1846", "3d")
def test_free_it_must_be_taken() -> None:
    game = with_deck(game_of(3), "C&WI MAIL")
    game = after(game, Keep("C&WI"), *[Pass()] * 8)  # 80 down to 0
    assert refused(game, Pass()) == "3"
    taker = player_to_act(game)
    before = cash(game, taker) - (60 if taker == "Cy" else 0)
    game = after(game, Keep("MAIL"))
    assert game.operating.privates["MAIL"] == taker
    assert cash(game, taker) == before


@rule("1846", "4b")
@pytest.mark.parametrize(
    ("name", "price", "debt", "home"), [("MS", 60, 80, "C15.0"), ("BIG4", 40, 60, "G9.0")]
)
def test_independents(name: str, price: int, debt: int, home: str) -> None:
    game = with_deck(game_of(3), f"{name} blank_1")
    bank = cash(game, "bank")
    game = after(game, Keep(name))
    assert cash(game, "Cy") == 400 - price - debt
    assert game.operating.minors[name].cash == price
    assert game.operating.minors[name].trains == ("2",)
    assert name in game.operating.board.tokens[home]
    assert cash(game, "bank") == bank + debt


@rule("1846", "4c", "3d")
@pytest.mark.parametrize(("name", "cost", "price"), [("MS", 140, 60), ("BIG4", 100, 40)])
def test_the_whole_cost_of_an_independent_comes_down(name: str, cost: int, price: int) -> None:
    game = with_deck(game_of(3), f"C&WI {name}")
    game = after(game, Keep("C&WI"))
    for number in range(cost // 10):
        paid = after(game, Keep(name))
        who = player_to_act(game)
        own = 60 if who == "Cy" else 0
        assert cash(paid, who) == 400 - own - (cost - 10 * number)
        assert paid.operating.minors[name].cash == price
        game = passes(game)
    assert refused(game, Pass())  # free now
    who = player_to_act(game)
    paid = after(game, Keep(name))
    assert cash(paid, who) == 400 - (60 if who == "Cy" else 0)
    assert paid.operating.minors[name].cash == price


@rule("1846", "D2")
def test_or_its_debt_stays() -> None:
    game = new_game("1846", PLAYERS[:3], options=["debt_is_not_reduced"])
    game = with_deck(game, "C&WI MS")
    game = after(game, Keep("C&WI"), *[Pass()] * 6)  # 60 down to 0, 80 of debt left
    assert refused(game, Pass())
    who = player_to_act(game)
    game = after(game, Keep("MS"))
    assert cash(game, who) == 400 - (60 if who == "Cy" else 0) - 80


@rule("1846", "O7")
def test_nobody_keeps_what_he_cannot_pay_for() -> None:
    # Cy has kept cards for 140 + 100 + 80 = 320 of his 400: 60 and 40 he can still pay, not both.
    game = with_deck(game_of(3), "C&WI SC blank_1")
    kept = (("Cy", "MS"), ("Cy", "BIG4"), ("Cy", "MAIL"))
    assert game.draft is not None
    game = replace(game, draft=replace(game.draft, kept=kept))
    assert allowed(game, Keep("C&WI"))
    assert game.draft is not None
    broke = replace(game.draft, kept=(*kept, ("Cy", "TBC")))  # 380
    game = replace(game, draft=broke)
    assert refused(game, Keep("C&WI")) == "3"
    assert allowed(game, Keep("blank_1"))
    # With 60 left the last dollar will do, with 59 it will not.
    for money, can in ((380 + 60, True), (380 + 59, False)):
        players = {**game.operating.players, "Cy": money}
        state = replace(game.operating, players=players)
        assert allowed(replace(game, operating=state), Keep("C&WI")) is can
