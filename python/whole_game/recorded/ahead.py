"""What a record does next, and so where in a turn it is.

The site passes steps without a word, and ends turns so. Whether a turn goes on, and which of its
steps are still to come, only the actions after it tell.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from operating_round import round as rounds
from operating_round.actions import Action, Issue, Pass, Redeem
from operating_round.protected.sales import Sold
from operating_round.state import State
from route_opt.errors import RouteOptError
from whole_game.game import Game
from whole_game.recorded.decode import Decoder, Recorded
from whole_game.recorded.lines import DEFECTS
from whole_game.recorded.turns import SAMPLES, connecting

AHEAD = 20
"""How many actions a replay looks ahead."""


class Ahead:
    """The actions that follow one of a record, in a game."""

    def __init__(self, decoder: Decoder, game: Game, following: Sequence[Recorded]) -> None:
        self.decoder = decoder
        self.game = game
        self.following = following

    def passed(self, state: State) -> State | None:
        """A step passed; None if the record has something to do first, or no more to pass."""
        entity = state.turn.entity if state.turn else ""
        if not rounds.is_legal(state, Pass()) or connecting(state):
            return None
        after, _ = rounds.act(state, Pass())
        left = self._in_this_turn(state)
        over = len(left) < len(self.following) and all(one["type"] == "pass" for one in left)
        if over or not self._same_turn(state, entity, self.following):
            return after
        if after.turn is None or not self._still_possible(after):
            return None
        return after

    def settled(self, state: State, entity: str) -> State:
        """Pass the steps in which nothing can be done, short of the end of the turn."""
        while state.turn is not None and state.turn.entity == entity and not state.over:
            if rounds.has_lays_left(state):
                break
            if any(not isinstance(c.action, _UNASKED) for c in rounds.step_choices(state)):
                break
            after = self.passed(state)
            if after is None:
                break
            state = after
        return state

    def goes_on(self, state: State, entity: str) -> bool:
        """Whether a turn goes on, or the record ends in it."""
        return not self.following or self._same_turn(state, entity, self._in_this_turn(state))

    def answers(self, state: State) -> bool:
        """Whether a player says next if he protects a price of which he is asked."""
        return bool(self.following) and self._is_answer(state, self.following[0])

    def pass_to_come(self, state: State) -> bool:
        """Whether the site still waits for a pass in a step that for us is over: at track."""
        entity = state.turn.entity if state.turn else ""
        if len(self.following) < 2 or self.following[0]["type"] != "pass" or not entity:
            return False
        then = self.following[1]
        buys = then["type"] == "buy_train" and then["entity"] == entity
        return buys and rounds.steps_left(state)[0].takes(SAMPLES["buy_train"])

    def _in_this_turn(self, state: State) -> Sequence[Recorded]:
        """What comes before a company goes back to an earlier step: that is in another turn."""
        for number, later in enumerate(self.following):
            if self._goes_back(state, later):
                return self.following[:number]
        return self.following

    def _goes_back(self, state: State, action: Recorded) -> bool:
        """Whether a company does what its turn has behind it."""
        turn = state.turn
        if turn is None or action["entity"] != turn.entity or connecting(state):
            return False
        sample = self._sample(state, action)
        own = action["entity_type"] in ("corporation", "minor")
        steps = rounds.steps_left(state)
        return own and sample is not None and not any(step.takes(sample) for step in steps)

    def _still_possible(self, state: State) -> bool:
        """Whether nothing that the record does later in this turn has its time behind it."""
        entity = state.turn.entity if state.turn else ""
        steps = rounds.steps_left(state)
        for number, later in enumerate(self.following):
            if not self._same_turn(state, entity, self.following[number:]):
                return True
            sample = self._sample(state, later)
            if sample is None or later["entity_type"] == "company":
                continue
            if not any(step.takes(sample) for step in steps):
                return False
            passed = number and self.following[0]["type"] == "pass"
            if passed and steps[0].takes(sample) and not steps[0].takes(SAMPLES["lay_tile"]):
                return False  # The pass is still to come, in a step before this one.
        return True

    def _sample(self, state: State, action: Recorded) -> Action | None:
        """An action of the kind of a recorded one, if that kind has its step."""
        if action["type"] != "choose":
            return SAMPLES.get(action["type"])
        with contextlib.suppress(RouteOptError, *DEFECTS):
            return self.decoder.of_turn(action, state)
        return None

    def _same_turn(self, state: State, entity: str, following: Sequence[Recorded]) -> bool:
        """Whether the record goes on with the same turn."""
        if not entity:
            return bool(following) and following[0]["entity_type"] == "company"
        for later in following:
            who = later["entity_type"]
            if later["type"] == "discard_train":
                return True
            if who == "company":
                continue
            if who == "player":
                return self._is_answer(state, later) or self._helps(state, later)
            return bool(later.get("operating", later["entity"]) == entity)
        return False

    def _is_answer(self, state: State, action: Recorded) -> bool:
        """Whether a player says if he protects a price of which he is asked."""
        if state.turn is None or action["type"] not in ("buy_shares", "pass"):
            return False
        player = self.decoder.player(action, self.game)
        return any(sale.president == player for sale in Sold.of(rounds.view_of(state)).sales)

    def _helps(self, state: State, action: Recorded) -> bool:
        """Whether a player sells for his company, or gives up, later in this turn."""
        if action["type"] not in _HELP:
            return False
        with contextlib.suppress(RouteOptError, *DEFECTS):
            return is_possible(state, self.decoder.of_turn(action, state))
        return False


def is_possible(state: State, action: Action) -> bool:
    """Whether an action is legal now or later in the turn."""
    try:
        rounds.skip_to(state, action)
    except (RouteOptError, *DEFECTS):
        return False
    return True


_UNASKED = (Issue, Redeem)
"""What the site lets a president do, but does not wait for."""

_HELP = ("sell_shares", "bankrupt")
"""What a player does in a turn of his company."""

__all__ = ["AHEAD", "Ahead", "is_possible"]
