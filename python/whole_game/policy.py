"""Automatic players for whole games: they finish what they begin.

A policy is anything with ``choose(game, choices) -> action``; ``choices`` are the legal actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from operating_round.actions import (
    BuyTrain,
    Choice,
    Discard,
    Dividend,
    EndGame,
    Lay,
    Pass,
    Protect,
    Run,
    SellShares,
    Token,
)
from operating_round.policy import any_of, own_policy
from operating_round.table import Event
from whole_game.actions import Action, Bid, BuyShare, Keep, Par
from whole_game.engine import apply, legal_actions, player_to_act, proceed
from whole_game.game import Game

MOST_ROUNDS = 200
"""Stock rounds after which automatic players end a game: several times those of any real one."""


class Policy(Protocol):
    """Whoever decides for all players."""

    def choose(self, game: Game, choices: Sequence[Choice]) -> Action:
        """One of the legal actions."""


Watch = Callable[[Game, Action, tuple[Event, ...]], object]
"""Whoever looks on: the game after an action, the action, what happened."""


class Random:
    """Does anything that is legal, the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose(self, game: Game, choices: Sequence[Choice]) -> Action:
        """One of the choices."""
        return any_of(choices, self.random)


class Steady(Random):
    """Plays to the end without ambition: floats companies, builds, runs, pays, buys trains."""

    def choose(self, game: Game, choices: Sequence[Choice]) -> Action:
        """The first kind of thing it likes of what may be done."""
        by_kind: dict[type, list[Action]] = {}
        for choice in choices:
            by_kind.setdefault(type(choice.action), []).append(choice.action)
        for kind, pick in self._likes(game):
            if kind in by_kind:
                found = pick(by_kind[kind])
                if found is not None:
                    return found
        return super().choose(game, choices)

    def _likes(self, game: Game) -> list[tuple[type, Callable[[list[Action]], Action | None]]]:
        return [
            (Run, _first),
            (Discard, _first),
            (Bid, _first),
            (Keep, self.random.choice),
            (Dividend, lambda actions: self._dividend(game, actions)),
            (BuyTrain, lambda actions: self._train(game, actions)),
            (Lay, self.random.choice),
            (Token, lambda actions: self.random.choice([*actions, None])),
            (BuyShare, lambda actions: self._share(game, actions)),
            (Par, lambda actions: self._par(game, actions)),
            (Protect, _first),
            (Pass, _first),
            (SellShares, self.random.choice),
        ]

    def _dividend(self, game: Game, actions: list[Action]) -> Action | None:
        """All to the shareholders, unless the company saves for its first train."""
        state = game.operating
        saves = state.turn is not None and not state.company(state.turn.entity).trains
        wanted = Dividend("withhold" if saves else "full")
        return wanted if wanted in actions else None

    def _train(self, game: Game, actions: list[Action]) -> Action | None:
        """The cheapest of the bank, up to two."""
        state = game.operating
        assert state.turn is not None
        bank = [a for a in actions if isinstance(a, BuyTrain) and not _is_company(a.source, game)]
        if len(state.company(state.turn.entity).trains) >= 2 or not bank:
            return None
        return min(bank, key=lambda action: action.price)

    def _share(self, game: Game, actions: list[Action]) -> Action | None:
        """A company of one's own, or one that is about to float."""
        player = player_to_act(game)
        rows = game.operating.corporations
        shares = [a for a in actions if isinstance(a, BuyShare)]
        own = [a for a in shares if rows[a.corporation].owner == player]
        waiting = [a for a in shares if not rows[a.corporation].floated]
        return self.random.choice(own or waiting or shares)

    def _par(self, game: Game, actions: list[Action]) -> Action | None:
        """One company at a time, at a price one can float it at."""
        rows = game.operating.corporations.values()
        if any(row.ipoed and not row.floated for row in rows):
            return None
        cash = game.operating.players[player_to_act(game)]
        starts = [action for action in actions if isinstance(action, Par)]
        cheap = [action for action in starts if 6 * action.price <= 2 * cash] or starts
        return max(cheap, key=lambda action: action.price)


def _first(actions: list[Action]) -> Action | None:
    return actions[0]


def _is_company(name: str, game: Game) -> bool:
    return name in game.operating.corporations or name in game.operating.minors


POLICIES: dict[str, Callable[[int], Policy]] = {"steady": Steady, "random": Random}


def find_policy(name: str, seed: int) -> Policy:
    """A policy by its name, or ``module:object`` for one of your own."""
    policy: Policy = POLICIES[name](seed) if name in POLICIES else own_policy(name, POLICIES)
    return policy


def play(
    game: Game,
    policy: Policy,
    *,
    most: int = 20_000,
    watch: Watch | None = None,
) -> Game:
    """Play a game by a policy to its end, or for so many actions.

    Where companies have closed and nobody has the money to start another, a game has no end by
    itself: after `MOST_ROUNDS` stock rounds, those included in which nobody buys a private
    company, the players agree on one.
    """
    game, _ = proceed(game)
    for _ in range(most):
        choices = legal_actions(game)
        if not choices:
            break
        late = game.stock_rounds + game.closed_rounds > MOST_ROUNDS
        action = EndGame() if late else policy.choose(game, choices)
        game, events = apply(game, action)
        if watch:
            watch(game, action, events)
    return game
