"""Random legal play in 1850 and 1870: whatever is offered can be done, and nothing gets lost."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from tables import floated, money, replace

from operating_round.actions import Action, Choice
from operating_round.ledger import Names, read_ledger
from operating_round.replay import load_before
from operating_round.round import apply, legal_actions, proceed, start_round
from operating_round.setup import new_game, sell_private
from operating_round.state import BANK, State, parse
from route_opt import titles

PLAYERS = ("Ann", "Bob", "Cy", "Di")


def opening(title: str, rng: random.Random) -> State:
    """Companies floated at any par, shares anywhere, private companies sold, a phase under way."""
    state = new_game(title, PLAYERS)
    rules = state.rules
    state = replace(state, bank=state.bank - 12000, players=dict.fromkeys(PLAYERS, 3525))
    for name in state.privates:
        state = sell_private(state, name, rng.choice(PLAYERS))
    for name in rng.sample(list(state.corporations), 6):
        holders = rng.sample(PLAYERS, 2)
        held = {holders[0]: rng.choice((40, 50)), holders[1]: 20}
        state = floated(state, (name, rng.choice(rules.market.pars), held))
    number = rng.choice((1, 2, 3))
    first = list(rules.phases)[rng.choice((0, 1, 2, 3, 4))]
    starts = rules.phases[first].starts_with or ("2",)
    trains = list(rules.trains)
    left = {
        t: n for t, n in state.depot.upcoming.items() if trains.index(t) >= trains.index(starts[0])
    }
    state = replace(state, phase=first, depot=replace(state.depot, upcoming=left))
    cash = {p: rng.choice((20, 300, 900)) for p in PLAYERS}
    bank = state.bank + sum(state.players.values()) - sum(cash.values())
    state = replace(state, players=cash, bank=bank, operating_rounds=(0, number))
    return proceed(start_round(state)[0])[0]


def pick(rng: random.Random, found: list[Choice]) -> Action:
    """Any kind of action, then any of that kind, at any price."""
    kinds = defaultdict(list)
    for choice in found:
        kinds[type(choice.action)].append(choice)
    choice = rng.choice(kinds[rng.choice(list(kinds))])
    if choice.prices is None:
        return choice.action
    return replace(choice.action, price=rng.randint(*choice.prices))


def check(state: State, total: int) -> None:
    assert money(state) == total
    assert all(cash >= 0 for cash in state.players.values())
    for name, row in state.corporations.items():
        assert row.cash >= 0, name
        assert sum(row.shares.values()) == 100
        assert all(part > 0 for part in row.shares.values())
        assert row.shares.get("market", 0) <= 50
        if row.owner and not state.over:
            assert row.shares[row.owner] >= 20
        own = len(state.rules.corporations[name].tokens)
        assert own <= len(row.tokens_on_map) + len(row.tokens_unplaced) <= own + 1
    if state.turn is None:
        limit = state.rules.phases[state.phase].train_limit
        assert all(len(row.trains) <= limit for row in state.corporations.values())
    for stop, owners in state.board.tokens.items():
        there = [owner for owner in owners if owner]
        assert len(there) == len(set(there)), stop
    laid = [spec.partition("@")[0] for spec in state.board.tiles.values()]
    for tile in set(laid):
        number = state.rules.manifest[tile]
        assert not number or laid.count(tile) <= number, tile
    assert BANK not in state.corporations


def recorded_opening(corpus: Path, title: str, rng: random.Random) -> State:
    """The start of a recorded round, played on by the rulebook or as the records are."""
    files = sorted(corpus.glob(f"ledger/{title}/*.jsonl"))
    data = titles.find(title)
    rows = [row for row in read_ledger(rng.choice(files)) if row["event"] == "or_start"]
    options = rng.choice(((), data.play.recorded))
    state = load_before(rng.choice(rows), Names(data), options)
    return proceed(start_round(state)[0])[0]


def play(state: State, rng: random.Random) -> int:
    total = money(state)
    steps = 0
    while not state.over and steps < 600:
        found = legal_actions(state)
        if not found:
            break
        state, _ = apply(state, pick(rng, found))
        check(state, total)
        steps += 1
    assert parse(state.document()) == state
    return steps


@pytest.mark.parametrize("title", ["1850", "1870"])
@pytest.mark.parametrize("seed", range(6))
def test_random_play(title: str, seed: int) -> None:
    rng = random.Random(seed)
    assert play(opening(title, rng), rng) > 10


@pytest.mark.parametrize("title", ["1850", "1870"])
@pytest.mark.parametrize("seed", range(3))
def test_random_play_from_recorded_rounds(corpus: Path, title: str, seed: int) -> None:
    rng = random.Random(seed)
    play(recorded_opening(corpus, title, rng), rng)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["1850", "1870"])
def test_thousands_of_turns(title: str) -> None:
    steps = 0
    for seed in range(100, 300):
        rng = random.Random(seed)
        steps += play(opening(title, rng), rng)
    assert steps > 5000


@pytest.mark.slow
@pytest.mark.parametrize("title", ["1850", "1870"])
def test_thousands_of_turns_from_recorded_rounds(corpus: Path, title: str) -> None:
    for seed in range(100, 180):
        rng = random.Random(seed)
        play(recorded_opening(corpus, title, rng), rng)
