"""Stock turns of random games, beside a second statement of their rules."""

from __future__ import annotations

import pytest
from invariants import money
from naive_stock import PARS, Witness, deed_of

from operating_round.table import Event
from whole_game.actions import Action
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game
from whole_game.policy import Policy, Random, Steady, play
from whole_game.setup import new_game

TITLES = [*PARS, "1867bw"]
"""The titles whose rulebooks the second statement has read."""
COUNTS = {"1846": (3, 4, 5), "1867bw": (3, 4, 5)}


def compare(title: str, policy: Policy, seed: int) -> int:
    """Play a game; at every stock turn both must allow the same. How many turns there were."""
    counts = COUNTS.get(title, (2, 3, 4, 5, 6))
    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"][: counts[seed % len(counts)]]
    witness, turns = Witness(title), 0
    last = new_game(title, names, seed=seed)
    total = money(last)

    def watch(after: Game, action: Action, events: tuple[Event, ...]) -> None:
        nonlocal last, turns
        witness.see(last, action, after, events)
        last = after
        stock = after.stock
        if stock is None or after.over or after.offer is not None or stock.asked:
            return
        if player_to_act(after) != stock.turn:
            return  # somebody else has to sell at once
        choices = legal_actions(after)
        ours = {deed for choice in choices if (deed := deed_of(choice, stock.turn))}
        turns += 1
        assert ours == witness.deeds(after), (title, seed, turns, after.document())

    assert money(play(last, policy, watch=watch)) == total
    return turns


@pytest.mark.parametrize("title", TITLES)
def test_a_second_statement_allows_the_same(title: str) -> None:
    assert sum(compare(title, Random(seed), seed) for seed in (1, 2, 3)) > 100
    assert compare(title, Steady(1), 1) > 50


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_second_statement_allows_the_same_in_many_games(title: str) -> None:
    for seed in range(100):
        compare(title, Random(seed), seed)
        compare(title, Steady(seed), seed)
