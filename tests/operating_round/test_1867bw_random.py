"""1867 Big Wyoming: random legal play from the first round to the end of the game."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from wyoming import money, replace

from operating_round import parse
from operating_round.actions import Action, BuyTrain, Choice, Dividend, Lay, Special
from operating_round.errors import StateError
from operating_round.policy import Random, play_set
from operating_round.round import Choices
from operating_round.rules import rules_of
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import State
from operating_round.table import Event, Table, View
from route_opt import titles

TITLE = titles.find("1867bw")
PLAYERS = ["Ann", "Bob", "Cal"]
OPTIONAL = [name for name, private in TITLE.privates.items() if not private.always_in_game]


class Eager(Random):
    """Anything legal, with a liking for track, trains and dividends, so that games go far."""

    def choose(self, state: State, choices: Choices) -> Action:
        for likes in (self.is_track, self.is_train, self.is_dividend, self.is_refusal):
            liked = [choice.action for choice in choices if likes(choice)]
            if liked and self.random.random() < 0.8:
                return self.random.choice(liked)
        return super().choose(state, choices)

    def is_track(self, choice: Choice) -> bool:
        return isinstance(choice.action, Lay)

    def is_train(self, choice: Choice) -> bool:
        return isinstance(choice.action, BuyTrain) and not choice.prices

    def is_dividend(self, choice: Choice) -> bool:
        return choice.action == Dividend("full")

    def is_refusal(self, choice: Choice) -> bool:
        return isinstance(choice.action, Special) and choice.action.choice == "decline"


def start(seed: int) -> State:
    """A new game with its private companies sold and the queue shuffled."""
    draw = random.Random(seed)
    out = draw.sample(OPTIONAL, len(OPTIONAL) - 4)
    state = new_game("1867bw", PLAYERS, removed=out)
    names = list(state.corporations)
    draw.shuffle(names)
    queue = [names[at : at + 2] for at in range(0, 8, 2)]
    state = replace(state, own={**state.own, "queue": queue, "ninth": names[8]})
    for name in state.privates:
        able = [p for p in PLAYERS if state.players[p] >= TITLE.privates[name].price]
        state = sell_private(state, name, draw.choice(able))
    return float_corporation(state, names[8], 80, {state.privates["P13"] or "": 20})


def stock_round(state: State, draw: random.Random) -> State:
    """Players start corporations and buy or sell shares, at random."""
    for _ in range(20):
        player = draw.choice(PLAYERS)
        waiting = [name for row in state.own["queue"][:2] for name in row if name]
        if waiting and draw.random() < 0.3:
            try:
                name, par = draw.choice(waiting), draw.choice(TITLE.market.pars)
                state = float_corporation(state, name, par, {player: 20})
            except StateError:
                continue
        else:
            state = trade(state, player, draw)
    return state


def trade(state: State, player: str, draw: random.Random) -> State:
    table = Table(state, rules_of(TITLE))
    running = [
        name
        for name, row in state.corporations.items()
        if row.floated and not row.own.get("acquired")
    ]
    if not running:
        return state
    name = draw.choice(running)
    row = state.corporations[name]
    price = row.share_price or 0
    if draw.random() < 0.25:
        shares = row.shares.get(player, 0)
        if shares >= 10 and row.owner != player and row.shares.get("market", 0) < 50:
            table.market.sell(player, name, 1)
    elif row.shares.get(player, 0) < 60 and state.players[player] >= price:
        source = draw.choice(["treasury", "market"])
        if row.shares.get(source, 0):
            table.bank.pay(player, name if source == "treasury" else "bank", price)
            table.market.move_shares(name, source, player, 10)
            table.market.check_president(name)
    return table.state


class Watch:
    """The invariants, looked at after every action."""

    def __init__(self, state: State) -> None:
        self.money = money(state)
        self.trains = dict(state.depot.upcoming)
        self.seen: Counter[str] = Counter()

    def __call__(self, state: State, action: Action, events: tuple[Event, ...]) -> None:
        self.seen.update(event.kind for event in events)
        self.seen[type(action).__name__] += 1
        assert money(state) == self.money
        assert all(cash >= 0 for cash in state.players.values())
        self.check_resources(state)
        self.check_trains(state)
        self.check_corporations(state)
        if sum(self.seen.values()) % 50 == 0:
            assert parse(state.document()) == state

    def check_resources(self, state: State) -> None:
        capacity = TITLE.phases[state.phase].cubes["capacity"]
        cubes = [m for m in state.board.markers if m.kind == "cube"]
        assert all(0 < marker.count <= capacity for marker in cubes)
        assert all(m.at.partition(".")[0] in state.board.tiles for m in cubes)
        assert sum(marker.count for marker in cubes) <= 20
        refineries = [m for m in state.board.markers if m.kind == "refinery"]
        offboard = [m for m in refineries if m.at in ("A9.0", "C1.0", "E15.0", "M3.0")]
        assert len(offboard) <= 1
        assert all(m.state == "operational" for m in offboard)
        assert len(refineries) - len(offboard) <= 5
        assert len({m.at for m in refineries}) == len(refineries)

    def check_trains(self, state: State) -> None:
        owned = Counter(t for row in state.corporations.values() for t in row.trains)
        now = {name: owned[name] + state.depot.upcoming.get(name, 0) for name in TITLE.trains}
        assert all(now[name] <= self.trains[name] for name in now)
        self.trains = now
        assert not state.depot.discarded
        if state.turn is None:
            limit = TITLE.phases[state.phase].train_limit
            assert all(len(row.trains) <= limit for row in state.corporations.values())

    def check_corporations(self, state: State) -> None:
        queued = [name for row in state.own["queue"] for name in row if name]
        assert len(set(queued)) == len(queued)
        for name, row in state.corporations.items():
            assert sum(row.shares.values()) == 100
            assert row.shares.get("market", 0) <= 50
            assert row.cash >= 0
            held = [stop for stop, owners in state.board.tokens.items() if name in owners]
            assert sorted(held) == sorted(row.tokens_on_map)
            if row.floated and not row.own.get("acquired"):
                tokens = len(TITLE.corporations[name].tokens)
                assert len(row.tokens_on_map) + len(row.tokens_unplaced) == tokens
                assert not row.closed
                assert name not in queued
            elif name in queued:
                assert not row.floated
                assert not row.closed
                home = TITLE.corporations[name].home[0]
                table = Table(state, rules_of(TITLE))
                assert table.map.free_slot(home, name) is not None
        for stop, owners in state.board.tokens.items():
            assert len(owners) <= View(state, rules_of(TITLE)).map.stop(stop).slots


def play_game(seed: int, sets: int) -> tuple[State, Watch]:
    state = start(seed)
    draw, policy = random.Random(seed), Eager(seed)
    watch = Watch(state)
    for _ in range(sets):
        state = stock_round(state, draw)
        state, _ = play_set(state, policy, watch)
        if state.over:
            break
    return state, watch


@pytest.mark.parametrize("seed", range(2))
def test_random_games(seed: int) -> None:
    state, watch = play_game(seed, 4)
    assert state.phase != "2"
    assert watch.seen["tile"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_random_games_come_to_their_end(seed: int) -> None:
    state, watch = play_game(seed, 60)
    assert state.over
    assert state.finish == "acquired"
    running = [row for row in state.corporations.values() if row.floated]
    assert all(row.own["acquired"] for row in running)  # or none runs, and none waits
    assert running or not any(name for row in state.own["queue"] for name in row)
    assert watch.seen["tile"]
