"""Whole games played by automatic players: they end, and nothing is lost on the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from invariants import played

from route_opt import titles
from whole_game import data
from whole_game.policy import Random, Steady, play
from whole_game.setup import new_game
from whole_game.standings import standings

TITLES = sorted(data.titles())
PLAYERS = ["Ann", "Bob", "Cy"]
ENDS = ("bank", "bankrupt", "all_closed", "acquired", "last_train", "stalled", "agreed")


@pytest.mark.parametrize("title", TITLES)
def test_a_steady_game_ends(title: str) -> None:
    game = played(title, Steady(1), 1)
    assert game.over
    assert game.operating.finish in ENDS[:-1]
    for standing in standings(game):
        parts = sum(part.count * part.each for part in standing.holdings)
        assert standing.worth == standing.cash + parts
        assert standing.cash == game.operating.players[standing.player]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [2])
def test_a_random_game_ends(title: str, seed: int) -> None:
    assert played(title, Random(seed), seed, 4).over


def some_players(title: str, seed: int) -> int:
    """A number of players that the title knows, each in its turn."""
    counts = [int(count) for count in titles.find(title).play.cash]
    return counts[seed % len(counts)]


WAYS = [
    (title, option)
    for title in TITLES
    for option in data.data_of(titles.find(title)).privates.kinds
]
"""Every other way in which private companies come to the players."""


@pytest.mark.parametrize(("title", "option"), WAYS)
def test_random_games_end_however_private_companies_are_sold(title: str, option: str) -> None:
    for players in map(int, titles.find(title).play.cash):
        game = played(title, Random(players), players, players, options=[option])
        assert game.operating.finish in ENDS, players


@pytest.mark.slow
@pytest.mark.parametrize(("title", "option"), WAYS)
def test_three_hundred_random_games_end_however_they_are_sold(title: str, option: str) -> None:
    for seed in range(300):
        players = some_players(title, seed)
        game = played(title, Random(seed), seed, players, options=[option])
        assert game.operating.finish in ENDS, seed


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
@pytest.mark.parametrize("title", TITLES)
def test_a_thousand_random_games_end(title: str, hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        game = played(title, Random(seed), seed, some_players(title, seed))
        assert game.operating.finish in ENDS, seed


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_two_hundred_steady_games_end(title: str) -> None:
    for seed in range(200):
        game = played(title, Steady(seed), seed, some_players(title, seed))
        assert game.operating.finish in ENDS, seed


def test_without_private_companies_shares_come_first(tmp_path: Path) -> None:
    """1889 for two, its private companies taken out: 420 each, and nothing to sell before."""
    folder = tmp_path / "g1889"
    shutil.copytree(titles.find("1889").folder, folder)
    companies = folder / "companies.toml"
    text = companies.read_text(encoding="utf-8").partition("[privates.")[0]
    companies.write_text(text, encoding="utf-8")
    with titles.added_folder(folder):
        game = new_game("1889", PLAYERS[:2])
        assert game.operating.players == {"Ann": 420, "Bob": 420}
        assert (game.stock_rounds, game.operating.privates) == (1, {})
        assert played("1889", Random(3), 3).operating.finish in ENDS


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_is_the_same_game(title: str) -> None:
    one, two = (play(new_game(title, PLAYERS, seed=4), Steady(4), most=400) for _ in range(2))
    assert one == two


def test_another_seed_is_another_deal() -> None:
    decks = {new_game("1846", PLAYERS, seed=seed).draft for seed in range(5)}
    assert len(decks) == 5
