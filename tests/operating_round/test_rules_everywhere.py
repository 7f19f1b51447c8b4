"""Rules that several titles share, in every title that has them: what one got wrong, others may.

Each is written from the rulebook of one title; the others say the same.
"""

from __future__ import annotations

import contextlib

import pytest
from tables import money, replace, started

from operating_round.actions import BuyTrain, Exchange, Pass
from operating_round.errors import StateError
from operating_round.policy import Simple, Withhold, play_set
from operating_round.round import Choices, act, legal_actions, proceed, steps_left, waiting
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import Depot, State
from route_opt import titles
from route_opt.title import Title

PLAYERS = ["Ann", "Bob", "Cy"]


def first_company(title: str) -> tuple[State, str]:
    """A game of three rich players and the first company that can start, and its name."""
    state = new_game(title, PLAYERS)
    total = money(state)
    players = dict.fromkeys(PLAYERS, 1500)
    state = replace(state, players=players, bank=total - sum(players.values()))
    for name in state.corporations:
        for par in state.rules.market.pars:
            with contextlib.suppress(StateError):
                return float_corporation(state, name, par, {"Ann": 40, "Bob": 20}), name
    raise AssertionError(title)


def at_trains(state: State, name: str, *, cash: int) -> State:
    """The turn of a company at its trains, which has none, in the last phase; the bank has none."""
    state = started(state)
    last = [phase.name for phase in state.rules.phases.values() if not phase.option][-1]
    row = replace(state.corporations[name], trains=(), cash=cash)
    bank = state.bank + state.corporations[name].cash - cash
    corporations = {**state.corporations, name: row}
    state = replace(state, phase=last, depot=Depot({}), corporations=corporations, bank=bank)
    while state.turn and not steps_left(state)[0].takes(BuyTrain("2", 1)):
        state, _ = act(state, Pass())
    return state


@pytest.mark.parametrize("cash", [0, 700])
def test_with_an_empty_bank_of_trains_nobody_is_stuck(title: Title, cash: int) -> None:
    """1830 20.2, 24.0 (4): a train must be owned, but there is none to buy, and none of another."""
    state, name = first_company(title.name)
    total = money(state)
    state = at_trains(state, name, cash=cash)
    if state.turn is not None and state.turn.entity == name:
        found = [choice.action for choice in legal_actions(state)]
        assert Pass() in found
        assert not any(isinstance(action, BuyTrain) for action in found)
    for policy in (Simple(), Withhold()):
        after, _ = play_set(state, policy)
        assert money(after) == total
        assert after.over or after.operating_rounds is None
        assert name not in after.corporations or after.corporations[name].trains == ()


def swaps() -> list[tuple[str, str, str]]:
    """Titles with a private company that is exchanged for a share: title, private, company."""
    return [
        (title, name, private.share)
        for title in titles.names()
        for name, private in titles.find(title).privates.items()
        if private.exchange is not None
    ]


@pytest.mark.parametrize(("title", "private", "share"), swaps())
def test_who_floats_by_a_swap_in_mid_round_operates_in_the_next(
    title: str, private: str, share: str
) -> None:
    """1830 11.0: a company begins with the operating round after it has floated."""
    state, other = first_company(title)
    assert other != share
    short = state.rules.corporations[share].float_percent - 10
    par = state.rules.market.pars[0]
    state = sell_private(state, private, "Ann")
    state = float_corporation(state, share, par, {"Bob": short - 10, "Cy": 10})
    assert not state.corporations[share].floated
    state = replace(started(state), operating_rounds=(1, 2))
    assert state.turn is not None
    assert state.turn.entity == other
    now, _ = act(state, Exchange(private, "IPO"))
    assert now.corporations[share].shares["Ann"] == 10
    assert money(now) == money(state)
    seen = []
    while now.operating_rounds == (1, 2) and now.turn is not None:
        seen.append(now.turn.entity)
        now, _ = proceed(act(now, Simple().choose(now, Choices(now)))[0])
    assert set(seen) == {other}
    assert share in waiting(now)
