"""What every attack on the rounds asks: a result or an error of ours, and then no surprise."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from changed import some_actions

from operating_round.actions import parse_action
from operating_round.round import apply, legal_actions, proceed, start_round
from operating_round.show import show, show_choices
from operating_round.state import State, parse
from route_opt.errors import RouteOptError

PATIENCE = 60
"""Seconds after which something is taken to hang: a thousand times what it takes."""


@contextmanager
def patience() -> Iterator[None]:
    """Fail instead of waiting for ever."""

    def hangs(signum: int, frame: FrameType | None) -> None:
        raise AssertionError(f"still at it after {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def attack_state(document: Any, rng: random.Random) -> bool:
    """Whether a document is a state; if so, it can be shown, written, and played on."""
    with patience():
        try:
            state = parse(document)
        except RouteOptError:
            return False
        assert parse(state.document()) == state
        for _ in range(4):
            state = played_on(state, rng)
        return True


def played_on(state: State, rng: random.Random) -> State:
    """The state after something legal, all else having been tried too."""
    show(state)
    if state.over:
        return state
    if state.turn is None:
        if state.operating_rounds is None:
            state, _ = start_round(state)
        return proceed(state)[0] if state.turn is None else state
    choices = legal_actions(state)
    assert choices
    show_choices(choices)
    after = [apply(state, parse_action(row))[0] for row in some_actions(state, rng)]
    return rng.choice(after)


def attack_action(state: State, row: Any) -> bool:
    """Whether a document is an action, and a legal one."""
    with patience():
        try:
            apply(state, parse_action(row))
        except RouteOptError:
            return False
        return True
