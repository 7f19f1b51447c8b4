"""1846: the variant for two players, and the private companies of the later edition."""

from __future__ import annotations

import pytest
from hand_game import after, allowed, cash, offered, refused, started, stock_round
from rule_table import rule

from operating_round.actions import BuyTrain, Dividend, Pass, Run, SellShares
from operating_round.errors import StateError
from operating_round.state import Depot
from whole_game.actions import BuyShare, Keep
from whole_game.engine import on_table, player_to_act
from whole_game.game import parse
from whole_game.setup import new_game

TWO = ["two_player_variant"]
GROUPS = (
    ("LSL", "MC", "O&I"),
    ("SC", "MPC", "TBC"),
    ("ERIE", "GT", "NYC", "PRR"),
    ("B&O", "C&O", "IC"),
)


@rule("1846", "D3")
def test_two_players_have_more_of_everything() -> None:
    game = stock_round("1846", {"NYC": started("Ann", 40, Ann=60)}, players="Ann Bob", options=TWO)
    assert cash(game, "Bob") == 600
    table = on_table(game)
    assert table.stock_rules.certificate_limit(table) == 19
    game = after(game, BuyShare("NYC", "treasury"), Pass())
    assert player_to_act(game) == "Ann"
    assert refused(game, BuyShare("NYC", "treasury"))  # 70%


@rule("1846", "D3")
def test_two_players_hold_less_once_a_corporation_is_removed() -> None:
    """Five corporations are in the game; at 10, a sale of the president brings the NYC to 0."""
    nyc = {"NYC": started("Ann", 40, at=(0, 1), Ann=30, Bob=20)}
    game = stock_round("1846", nyc, players="Ann Bob", options=TWO, removed=("ERIE", "IC"))
    assert len(game.operating.corporations) == 5
    assert on_table(game).stock_rules.certificate_limit(on_table(game)) == 19
    game = after(game, SellShares("Ann", "NYC", 1))
    assert on_table(game).stock_rules.certificate_limit(on_table(game)) == 16


@rule("1846", "D3")
def test_two_players_and_no_others() -> None:
    with pytest.raises(StateError):
        new_game("1846", ["Ann", "Bob"])
    with pytest.raises(StateError):
        new_game("1846", ["Ann", "Bob", "Cy"], options=TWO)


@rule("1846", "D4")
def test_one_of_each_group_is_out() -> None:
    for seed in range(6):
        game = new_game("1846", ["Ann", "Bob"], options=TWO, seed=seed)
        left = {*game.operating.privates, *game.operating.corporations}
        for group in GROUPS:
            assert sum(name not in left for name in group) == 1
        out = [name for group in GROUPS[2:] for name in group if name not in left]
        tokens = game.operating.board.tokens.values()
        assert all(sum(name in held for held in tokens) == 2 for name in out)


@rule("1846", "D5")
def test_cards_lie_open() -> None:
    game = new_game("1846", ["Ann", "Bob"], options=TWO)
    assert player_to_act(game) == "Bob"
    assert set(offered(game)) == {Keep(name) for name in game.operating.privates}
    assert refused(game, Pass()) == "3"
    game = after(game, Keep("MAIL"))
    assert cash(game, "Bob") == 600 - 80
    assert game.operating.privates["MAIL"] == "Bob"
    assert player_to_act(game) == "Ann"
    assert allowed(game, Pass())
    assert parse(game.document()) == game


@rule("1846", "D7")
def test_the_last_open_card_comes_down() -> None:
    game = new_game("1846", ["Ann", "Bob"], options=TWO, removed=["MC", "SC", "GT", "IC"])
    cheap = ("LSL", "O&I", "MPC", "TBC", "MAIL", "C&WI", "MS")
    game = after(game, *(Keep(name) for name in cheap))  # Bob has four of them, Ann three
    game = after(game, Pass(), Pass(), Pass())
    assert player_to_act(game) == "Bob"
    before = cash(game, "Bob")
    game = after(game, Keep("BIG4"))
    assert cash(game, "Bob") == before - (40 + 60 - 3 * 10)
    assert game.draft is None


@rule("1846", "D7")
def test_when_both_pass_independents_operate() -> None:
    game = new_game("1846", ["Ann", "Bob"], options=TWO)
    game = after(game, Keep("MS"), Keep("C&WI"), Pass(), Pass())
    assert game.operating.players == {"Ann": 600 - 60 + 10, "Bob": 600 - 60 - 80}
    for number in (1, 2):
        assert game.operating.round == f"OR 0.{number}"
        assert game.operating.turn is not None
        assert game.operating.turn.entity == "MS"
        assert parse(game.document()) == game
        while game.operating.round == f"OR 0.{number}":
            game = after(game, Pass())
    assert cash(game, "Ann") == 600 - 60 + 2 * 10
    assert (game.operating.round, player_to_act(game)) == ("DR 1", "Bob")


@rule("1846", "D8")
def test_the_last_train_ends_the_game_one_set_later() -> None:
    left = {"NYC": started("Ann", 40, Ann=20, cash=1000)}
    depot = Depot({"6": 1})
    game = stock_round("1846", left, players="Ann Bob", options=TWO, phase="IV", depot=depot)
    game = after(game, Pass(), Pass())
    while not allowed(game, BuyTrain("6", 800)):
        game = after(game, Pass())
    game = after(game, BuyTrain("6", 800))
    assert game.operating.finish == ""
    rounds = [game.operating.round]
    while not game.over:
        game = after(
            game, next(one for one in (Pass(), Run(), Dividend("full")) if allowed(game, one))
        )
        if game.operating.round != rounds[-1]:
            rounds.append(game.operating.round)
    assert rounds == ["OR 2.1", "OR 2.2", "SR 3", "OR 3.1", "OR 3.2"]
    assert game.operating.finish == "last_train"


@rule("1846", "D6")
def test_the_later_edition_has_two_companies_more() -> None:
    plain = new_game("1846", ["Ann", "Bob", "Cy"])
    assert not {"BT", "LM"} & {*plain.operating.privates}
    later = new_game("1846", ["Ann", "Bob", "Cy"], options=["later_privates"], removed=())
    assert {"BT", "LM"} <= {*later.operating.privates}
