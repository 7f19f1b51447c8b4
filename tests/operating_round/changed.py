"""Documents to attack the rounds with: games at any moment of random play, changed at random."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from tables import replace

from operating_round.actions import write_action
from operating_round.errors import StateError
from operating_round.policy import Random
from operating_round.round import Choices, apply, legal_actions, proceed, start_round
from operating_round.rules import rules_of
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import BANK, Depot, State
from operating_round.table import Table
from route_opt import titles

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 10, 20, 100, 999, 1_000_000, 10**30, 0.5, "", "x", "market",
    "bank", "closed", "IPO", "D", "2", "0,0", "A1", "A1.0", "\ud800", "\x1b[2J", [], {}, [[]],
    [None], {"x": 1}, ["x", "x"], [1, 1_000_000],
)  # fmt: skip
"""Values that have no business anywhere, or only in other places."""


def opening(title: str, rng: random.Random) -> State:
    """A game with private companies sold and corporations floated, in any phase, with any money."""
    rules = titles.find(title)
    counts = [n for n in rules.play.cash if (n, rules.name) != ("2", "1846")]  # an option's own
    players = [f"P{n}" for n in range(int(rng.choice(counts)))]
    recorded = [option for option in rules.play.recorded if rng.random() < 0.3]
    state = new_game(title, players, options=recorded)
    state = replace(state, players=dict.fromkeys(players, 4000))
    for name in state.privates:
        if rng.random() < 0.7:
            state = sell_private(state, name, rng.choice(players))
    order = rng.sample(list(state.corporations), len(state.corporations))
    for name in order:
        first, second = rng.sample(players, 2) if len(players) > 1 else (players[0], players[0])
        floats = rng.random() < 0.5 or name == order[-1]  # one at least, so that somebody operates
        unsold = {first: 40, second: 20} if floats else {first: 20}
        try:
            state = float_corporation(state, name, rng.choice(rules.market.pars), unsold)
        except StateError:
            continue
    return _later(state, rng)


def _later(state: State, rng: random.Random) -> State:
    """The same in another phase, with most of the money spent."""
    title = state.rules
    phases = [
        phase
        for phase in title.phases.values()
        if (not phase.option or phase.option in state.options)
        and phase.without not in state.options
    ]
    phase = rng.choice(phases)
    table = Table(state, rules_of(title))
    if phase.starts_with:
        order = list(title.trains)
        first = order.index(phase.starts_with[0])
        left = {t: n for t, n in state.depot.upcoming.items() if order.index(t) >= first}
        table.set(depot=Depot(left))
        table.depot.check_phase(phase.starts_with[0])
    for holder in (*table.state.players, *table.state.corporations):
        table.bank.pay(holder, BANK, table.bank.cash(holder) * rng.randrange(0, 11) // 10)
    return table.state


def moments(title: str, seed: int, actions: int = 60) -> Iterator[State]:
    """States on the way of a random game, the first before its first round."""
    rng = random.Random(f"{title} {seed}")
    state = opening(title, rng)
    yield state
    policy = Random(seed)
    for _ in range(actions):
        if state.over:
            return
        if state.turn is None:
            if state.operating_rounds is None:
                state, _ = start_round(state)
            if state.turn is None:
                state, _ = proceed(state)
            if state.turn is None:
                return
        yield state
        state, _ = apply(state, policy.choose(state, Choices(state)))


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of a document."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def mutated(document: Any, rng: random.Random, times: int = 1) -> Any:
    """A copy of a document with something changed."""
    found = copy.deepcopy(document)
    for _ in range(times):
        everywhere = list(places(found))
        if not everywhere:
            return found
        # Small parts as often as large ones: the board would hide the turn.
        branch = rng.choice(sorted({path[:2] for path in everywhere}, key=repr))
        *above, key = rng.choice([path for path in everywhere if path[: len(branch)] == branch])
        inside = at(found, tuple(above))
        rng.choice(_CHANGES)(inside, key, rng, found, everywhere)
    return found


def _drop(inside: Any, key: Any, rng: random.Random, whole: Any, paths: list[Any]) -> None:
    del inside[key]


def _junk(inside: Any, key: Any, rng: random.Random, whole: Any, paths: list[Any]) -> None:
    inside[key] = copy.deepcopy(rng.choice(JUNK))


def _swap(inside: Any, key: Any, rng: random.Random, whole: Any, paths: list[Any]) -> None:
    """Another value of the same type from elsewhere: what types do not tell."""
    kind = type(inside[key])
    same = [path for path in paths if type(at(whole, path)) is kind]
    inside[key] = copy.deepcopy(at(whole, rng.choice(same)))


def _rename(inside: Any, key: Any, rng: random.Random, whole: Any, paths: list[Any]) -> None:
    if isinstance(inside, dict):
        keys = [path[-1] for path in paths if isinstance(path[-1], str)]
        inside[rng.choice(keys)] = inside.pop(key)
    else:
        rng.shuffle(inside)


def _bend(inside: Any, key: Any, rng: random.Random, whole: Any, paths: list[Any]) -> None:
    """A little more, less, longer or shorter."""
    value = inside[key]
    if isinstance(value, bool):
        inside[key] = not value
    elif isinstance(value, int):
        inside[key] = value + rng.choice((-100, -10, -1, 1, 10, 100))
    elif isinstance(value, str):
        inside[key] = value[:-1] if rng.random() < 0.5 else value + value[-1:]
    elif isinstance(value, list) and value:
        inside[key] = [*value, copy.deepcopy(value[0])] if rng.random() < 0.5 else value[1:]


_CHANGES = (_drop, _junk, _swap, _swap, _rename, _bend, _bend)


def some_actions(state: State, rng: random.Random) -> Iterator[dict[str, Any]]:
    """A few legal actions of each kind, as documents."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for choice in legal_actions(state):
        row = write_action(choice.action)
        kinds.setdefault(row["type"], []).append(row)
    for rows in kinds.values():
        yield from rng.sample(rows, min(2, len(rows)))
