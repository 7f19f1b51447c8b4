"""Whole games played by automatic players: they end, and nothing is lost on the way."""

from __future__ import annotations

import pytest

from operating_round.table import Event
from whole_game import data
from whole_game.actions import Action
from whole_game.engine import legal_actions, on_table
from whole_game.game import Game
from whole_game.policy import Policy, Random, Steady, play
from whole_game.setup import new_game
from whole_game.standings import standings

TITLES = sorted(data.titles())


def money(game: Game) -> int:
    """All the money of a game."""
    state = game.operating
    companies = (*state.corporations.values(), *state.minors.values())
    return state.bank + sum(state.players.values()) + sum(row.cash for row in companies)


def check(game: Game, total: int) -> None:
    """What holds at every moment."""
    assert money(game) == total
    play = on_table(game)
    for name, row in game.operating.corporations.items():
        assert sum(row.shares.values()) == 100, name
        assert min(row.shares.values()) > 0, name
        if row.owner in game.players:
            most = max(row.shares.get(player, 0) for player in game.players)
            assert row.shares[row.owner] == most, name
    assert game.over or legal_actions(game)
    assert play.stock_rules.certificate_limit(play) > 0


def played(title: str, policy: Policy, seed: int, players: str = "Ann Bob Cy") -> Game:
    """A game played to its end, checked after every action."""
    game = new_game(title, players.split(), seed=seed)
    total = money(game)

    def watch(after: Game, action: Action, events: tuple[Event, ...]) -> None:
        check(after, total)

    return play(game, policy, watch=watch)


@pytest.mark.parametrize("title", TITLES)
def test_a_steady_game_ends(title: str) -> None:
    game = played(title, Steady(1), 1)
    assert game.over
    assert game.operating.finish in ("bank", "bankrupt", "all_closed")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [2, 3])
def test_a_random_game_ends(title: str, seed: int) -> None:
    assert played(title, Random(seed), seed, "Ann Bob Cy Di").over


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_many_games_end(title: str) -> None:
    for seed in range(1000):
        assert played(title, Random(seed), seed).over, seed


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_is_the_same_game(title: str) -> None:
    one, two = (played(title, Steady(4), 4) for _ in range(2))
    assert one == two


def test_another_seed_is_another_deal() -> None:
    decks = {new_game("1846", ["Ann", "Bob", "Cy"], seed=seed).draft for seed in range(5)}
    assert len(decks) == 5


@pytest.mark.parametrize("title", TITLES)
def test_standings_add_up(title: str) -> None:
    game = played(title, Steady(5), 5)
    for standing in standings(game):
        parts = sum(part.count * part.each for part in standing.holdings)
        assert standing.worth == standing.cash + parts
        assert standing.cash == game.operating.players[standing.player]
