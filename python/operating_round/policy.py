"""Automatic players: a policy chooses one of the things that may be done.

Write your own in a few lines: anything with a method ``choose(state, choices) -> action``.

>>> class PayAndHope(Simple):
...     dividend = "full"
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from operating_round.actions import (
    Action,
    Bankrupt,
    BuyTrain,
    Choice,
    Discard,
    Dividend,
    Issue,
    Pass,
    Run,
    SellShares,
)
from operating_round.errors import StateError
from operating_round.round import Choices, apply, proceed, start_round
from operating_round.state import State
from operating_round.table import Event


class Policy(Protocol):
    """Whoever decides."""

    def choose(self, state: State, choices: Choices) -> Action:
        """One of the legal actions."""


class Simple:
    """Runs the best routes, does the same with every dividend, buys what it must."""

    dividend = "full"

    def choose(self, state: State, choices: Choices) -> Action:
        """Pass where that is possible."""
        for wanted in (Run(), Dividend(self.dividend), Pass()):
            if choices.allows(wanted):
                return wanted
        return min((c.action for c in choices), key=lambda action: self.cost(state, action))

    def cost(self, state: State, action: Action) -> tuple[int, int]:
        """How little an action is liked: first by its kind, then by its price."""
        kinds: tuple[type, ...] = (Discard, BuyTrain, Issue, SellShares, Dividend, Bankrupt)
        rank = kinds.index(type(action)) if type(action) in kinds else len(kinds)
        if isinstance(action, Discard):
            return rank, state.rules.trains[action.train].price
        if isinstance(action, SellShares | Issue):
            return rank, -action.count
        return rank, getattr(action, "price", 0)


class Withhold(Simple):
    """As `Simple`, but keeps all earnings."""

    dividend = "withhold"


class Random:
    """Does anything that is legal, the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose(self, state: State, choices: Choices) -> Action:
        """One of the choices."""
        return any_of(choices, self.random)


def any_of(choices: Iterable[Choice], chance: random.Random) -> Action:
    """One kind of action first, so that the many tiles do not hide the rest; then one of it."""
    by_kind: dict[str, list[Choice]] = {}
    for choice in choices:
        by_kind.setdefault(type(choice.action).__name__, []).append(choice)
    choice = chance.choice(by_kind[chance.choice(sorted(by_kind))])
    if choice.prices is None:
        return choice.action
    low, high = choice.prices
    price = chance.randrange(low, high + 1, choice.step)
    return msgspec.structs.replace(choice.action, price=price)


POLICIES: dict[str, Callable[[], Policy]] = {
    "pay": Simple,
    "withhold": Withhold,
    "random": Random,
}


def find_policy(name: str) -> Policy:
    """A policy by its name, or ``module:object`` for one of your own."""
    policy: Policy = POLICIES[name]() if name in POLICIES else own_policy(name, POLICIES)
    return policy


def own_policy(name: str, known: Iterable[str]) -> Any:
    """The object that ``module:object`` names, or one made of it if it is a class.

    Raises
    ------
    StateError
        When there is none; the message names those `known`.
    """
    module, _, attribute = name.partition(":")
    if not attribute:
        names = ", ".join(known)
        raise StateError(f"{name!r} is not a policy; there are {names}, or write module:object")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise StateError(f"policy {name!r} cannot be loaded: {error}") from None
    return found() if isinstance(found, type) else found


def play_set(
    state: State,
    policy: Policy,
    watch: Callable[[State, Action, tuple[Event, ...]], object] | None = None,
    most: int = 10_000,
) -> tuple[State, list[Event]]:
    """Play operating rounds by a policy until the next stock round, or the end of the game."""
    events: list[Event] = []

    def go(outcome: tuple[State, Iterable[Event]]) -> State:
        events.extend(outcome[1])
        return outcome[0]

    if state.turn is None and state.operating_rounds is None:
        state = go(start_round(state))
    if state.turn is None:
        state = go(proceed(state))
    for _ in range(most):
        choices = Choices(state)
        if not choices:
            return state, events
        action = policy.choose(state, choices)
        state, happened = apply(state, action)
        events.extend(happened)
        if watch:
            watch(state, action, happened)
    raise StateError(f"the policy did not finish its rounds in {most} actions")
