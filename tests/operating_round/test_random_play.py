"""Random legal play: whatever is legal keeps the table in order."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from tables import money, replace

from operating_round.actions import Action, Discard
from operating_round.errors import StateError
from operating_round.policy import Random, play_set
from operating_round.round import act, legal_actions
from operating_round.rules import rules_of
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import BANK, Depot, State, parse
from operating_round.table import Event, Table
from route_opt.network import Network
from route_opt.rules.tiles import manifest_of
from route_opt.title import Title

PLAYERS = ["Ann", "Bob", "Cy", "Di"]


def random_game(title: str, seed: int) -> State:
    """A game in which everything is sold, to players with more money than the rules give them."""
    chance = random.Random(seed)
    state = new_game(title, PLAYERS)
    wealth = money(state) * 3 // 4 // len(PLAYERS)
    bank = state.bank - len(PLAYERS) * (wealth - state.players["Ann"])
    state = replace(state, players=dict.fromkeys(PLAYERS, wealth), bank=bank)
    for private in state.privates:
        state = sell_private(state, private, chance.choice(PLAYERS))
    for name in (*state.corporations, *state.corporations):  # In a queue, some come up later.
        first, second = chance.sample(PLAYERS, 2)
        par = chance.choice(state.rules.market.pars)
        rich = state.players[first] >= par * 4 and state.players[second] >= par * 2
        if rich and not state.corporations[name].ipoed:
            with contextlib.suppress(StateError):  # Not at this price yet, or not this one yet.
                state = float_corporation(state, name, par, {first: 40, second: 20})
    return later(state, chance) if seed % 3 else state


def later(state: State, chance: random.Random) -> State:
    """The same in a later phase, with less money about: bought out, closed and in need."""
    title = state.rules
    phase = chance.choice([row for row in title.phases.values() if not row.option][1:])
    sold = list(title.trains)[: list(title.trains).index(phase.starts_with[0])]
    upcoming = {train: n for train, n in state.depot.upcoming.items() if train not in sold}
    table = Table(replace(state, depot=Depot(upcoming)), rules_of(title))
    table.depot.check_phase(phase.starts_with[0])
    for holder in (*table.state.players, *table.state.corporations):
        table.bank.pay(holder, BANK, table.bank.cash(holder) * chance.randrange(4, 10) // 10)
    return table.state


def check_table(state: State, total: int) -> None:
    title = state.rules
    assert money(state) == total
    assert min(state.players.values()) >= 0
    laid = Counter(spec.partition("@")[0] for spec in state.board.tiles.values())
    manifest = manifest_of(title, state.options)
    assert all(laid[tile] <= number for tile, number in manifest.items() if number)
    table = Table(state, rules_of(title))
    for name, row in (*state.corporations.items(), *state.minors.items()):
        assert row.cash >= 0
        placed = Counter(row.tokens_on_map)
        assert max(placed.values(), default=0) <= 1
        for stop in row.tokens_on_map:
            assert name in state.board.tokens[stop]
        limit = title.phases[state.phase].train_limit
        assert len(table.depot.working_trains(name)) <= limit or _discarding(state)
    for name, corporation in state.corporations.items():
        assert sum(corporation.shares.values()) == 100
        assert all(part > 0 for part in corporation.shares.values())
        if corporation.market is not None:
            assert name in state.market_order["{},{}".format(*corporation.market)]
    network = Network(state.position(next(iter(state.corporations)), ()))
    for stop, owners in state.board.tokens.items():
        hex_id, _, number = stop.partition(".")
        assert len(owners) <= network.laid[hex_id].tile.stops[int(number)].slots
        held = Counter(owner for owner in owners if owner)
        assert max(held.values()) == 1
    assert all(count > 0 for count in state.depot.upcoming.values())
    assert all(count > 0 for count in state.depot.discarded.values())


def every_choice_can_be_done(state: State, total: int, chance: random.Random) -> None:
    """What is said to be legal is accepted, at both ends of a range of prices."""
    found = legal_actions(state)
    for choice in chance.sample(found, min(len(found), 12)):
        for price in choice.prices or (None,):
            action: Any = choice.action
            if price is not None:
                action = msgspec.structs.replace(action, price=price)
            after, _ = act(state, action)
            assert money(after) == total


def _discarding(state: State) -> bool:
    return any(isinstance(choice.action, Discard) for choice in legal_actions(state))


def play(title: str, seed: int, sets: int = 6) -> int:
    """Random play, checked after every action; the number of turns."""
    state = random_game(title, seed)
    total, turns = money(state), 0
    history: list[Action] = []
    chance = random.Random(seed)

    def watch(after: State, action: Action, events: tuple[Event, ...]) -> None:
        nonlocal turns
        history.append(action)
        turns += sum(event.kind == "turn" for event in events)
        try:
            check_table(after, total)
            if chance.random() < 0.02:
                every_choice_can_be_done(after, total, chance)
        except AssertionError as error:
            raise AssertionError(f"{title}, seed {seed}, after {history[-3:]}") from error

    policy = Random(seed)
    for _ in range(sets):
        state, _ = play_set(state, policy, watch)
        if state.over or not state.corporations:
            break
    assert parse(state.document()) == state
    return turns


def test_random_play_keeps_the_table_in_order(title: Title) -> None:
    assert sum(play(title.name, seed, sets=4) for seed in range(3)) > 20


@pytest.mark.slow
def test_thousands_of_turns(title: Title) -> None:
    assert sum(play(title.name, seed) for seed in range(100, 200)) > 600
