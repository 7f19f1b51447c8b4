"""Whole games of 1867 Big Wyoming played at random: they end, and every moment is a lawful one."""

from __future__ import annotations

import pytest

from operating_round.table import Event
from whole_game.actions import Action
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game, parse
from whole_game.policy import Policy, Random, Steady, play
from whole_game.setup import new_game

NAMES = ["Ann", "Bob", "Cy", "Di", "Eve"]
READINGS = ("auction_variant", "privates_are_certificates", "no_buying_back")
LIMITS = {3: 15, 4: 13, 5: 12}


def money(game: Game) -> int:
    """All the money of a game: what lies on cards is in the bank."""
    state = game.operating
    rows = state.corporations.values()
    return state.bank + sum(state.players.values()) + sum(row.cash for row in rows)


def places(game: Game) -> list[str]:
    """Every corporation once for each place where it is."""
    state = game.operating
    waiting = [name for row in state.own["queue"] for name in row if name]
    running = [name for stack in state.market_order.values() for name in stack]
    closed = [name for name, row in state.corporations.items() if row.closed]
    ninth = state.own["ninth"]
    beside = [ninth] if ninth not in (*waiting, *running, *closed) else []
    return sorted([*waiting, *running, *closed, *beside])


def check(game: Game) -> None:
    """What holds at every moment."""
    state, table = game.operating, on_table(game)
    assert money(game) == 9000
    assert places(game) == sorted(state.corporations)
    for name, row in state.corporations.items():
        assert sum(row.shares.values()) == 100, name
        held = {who: row.shares.get(who, 0) for who in state.players}
        assert max(held.values()) <= 60, name
        assert row.shares.get("market", 0) <= 50, name
        if row.owner:
            assert held[row.owner] == max(held.values()) >= 20, name
        if row.market is None:
            assert row.shares == {"treasury": 100}, name
    for player in game.players:
        counted = table.stock_rules.counted(table, player)
        over = counted > LIMITS[len(game.players)]
        assert not over or player_to_act(game) == player or game.stock_rounds < 2, player
    assert game.over or (legal_actions(game) and player_to_act(game))


def played(seed: int, policy: Policy, *, read_again: bool = False) -> Game:
    """A game to its end; players and readings go by its seed."""
    options = [option for bit, option in enumerate(READINGS) if seed >> bit & 1]
    game = new_game("1867bw", NAMES[: 3 + seed % 3], options=options, seed=seed)
    check(game)

    def watch(after: Game, action: Action, events: tuple[Event, ...]) -> None:
        check(after)
        if read_again:
            assert parse(after.document()) == after

    game = play(game, policy, watch=watch)
    assert game.over
    assert game.operating.finish in ("acquired", "all_closed")
    return game


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_ends(seed: int) -> None:
    played(seed, Random(seed), read_again=True)


@pytest.mark.parametrize("seed", [4, 5])
def test_a_steady_game_ends(seed: int) -> None:
    game = played(seed, Steady(seed))
    assert game.operating.phase in ("6", "D")


@pytest.mark.slow
def test_a_thousand_games_end() -> None:
    for seed in range(1000):
        played(seed, Random(seed))
