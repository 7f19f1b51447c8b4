"""Rounds and turns, which a record does not name: they follow from who acts, and in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from route_opt.records.words import Action

if TYPE_CHECKING:
    from route_opt.records.game import Game

# What a corporation does in its turn, in order; it never goes back.
_STEPS = {
    "lay_tile": 1,
    "place_token": 1,
    "run_routes": 2,
    "dividend": 3,
    "buy_train": 4,
}
_OF_PLAYERS = frozenset({"pass", "par", "bid", "buy_shares", "sell_shares"})
_OF_CORPORATIONS = frozenset({*_STEPS, "pass", "buy_company", "choose", "bankrupt"})
_FOR_A_TRAIN = frozenset({"buy_train", "buy_company", "sell_shares", "bankrupt"})
_TRADES = frozenset({"buy_shares", "sell_shares"})


class Turns:
    """Where in the sequence of play a game is.

    Attributes
    ----------
    turn, number
        The set of operating rounds and the round in it: OR 3.2.
    operator
        The corporation whose turn it is, in an operating round.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.drafting = game.rules.drafts_while_operating
        self.turn = 0 if self.drafting else 1
        self.number = 0
        self.operator = ""
        self.step = 0
        self.has_paid = False
        self.has_issued = False
        self.answers = 0
        self.raising = (0, False)
        self.done: set[str] = set()
        self.ever: set[str] = set()

    @property
    def name(self) -> str:
        """The round's name, such as ``OR 3.2``."""
        return f"OR {self.turn}.{self.number}" if self.number else f"SR {self.turn}"

    def operated(self, name: str) -> bool:
        """Whether a corporation has ever had a turn."""
        return name in self.ever

    def before(self, action: Action) -> None:
        """Start the round or turn to which an action belongs."""
        operator = self.operator_of(action)
        if operator:
            self._corporation_acts(operator, action)
            if action["type"] == "buy_train" and not self.has_paid and self.step < 4:
                self.game.drop_phased_out(operator)
        elif self._ends_operating(action):
            self._end_round()
            self.turn += not self.drafting
            self.number = 0

    def drafted(self) -> None:
        """Once every private company has an owner, the first stock round begins."""
        if self.drafting and all(self.game.owners.values()):
            self.drafting, self.turn, self.number = False, 1, 0

    def after(self, action: Action) -> None:
        """Remember how far the turn has come."""
        if self.operator_of(action) == self.operator:
            if action.get("entity_type") != "company":
                self.step = max(self.step, _STEPS.get(action["type"], 0))
            self.has_paid = self.has_paid or action["type"] == "dividend"

    def operator_of(self, action: Action) -> str:
        """The corporation in whose turn an action can only happen, or nothing."""
        name, kind = str(action.get("entity")), action["type"]
        game = self.game
        if action.get("entity_type") == "company":
            owner = game.owners.get(name, "")
            return owner if kind in _STEPS and owner in game.title.corporations else ""
        if name not in game.title.corporations or action.get("entity_type") == "player":
            return ""
        if kind in _TRADES:
            return name if game.rules.corporations_trade == "operating" else ""
        if name in game.connecting and kind in ("choose", "run_routes", "dividend"):
            return ""
        return name if kind in _OF_CORPORATIONS else ""

    def _corporation_acts(self, name: str, action: Action) -> None:
        if not self.number:
            self.game.end_stock_round()
            self.number = 1
            self.done = set()
            self._start_turn(name)
        elif name != self.operator:
            if name in self.done:
                self._end_round()
                self.number += 1
            self._start_turn(name)
        elif action.get("entity_type") == "company":
            pass  # Private companies act at any time of their owner's turn.
        elif self.step >= 3 and 0 < _STEPS.get(action["type"], 0) < 3:
            # It pays, and lays track or runs again: the next round, in which it is the first.
            self._end_round()
            self.number += 1
            self._start_turn(name)

    def _start_turn(self, name: str) -> None:
        self._end_turn()
        self.operator, self.step, self.has_paid, self.has_issued = name, 0, False, False
        self.answers = 0
        self.done.add(name)
        self.ever.add(name)
        self.game.place_home(name)

    def _end_turn(self) -> None:
        name = self.operator
        if name and not self.has_paid and name not in self.game.closed:
            self._did_not_pay(name, ran=self.step >= 2, bought=self.step >= 4)
        self.operator = ""

    def _did_not_pay(self, name: str, ran: bool = False, bought: bool = False) -> None:
        """A corporation whose turn passed without a dividend: its price falls.

        Twice for one without a president that had no train. Then phased-out trains go; whoever
        bought trains gave them up before that.
        """
        game = self.game
        led = bool(game.president(name))
        if game.prices and not game.title.corporations[name].minor:
            game.prices.step(name, -1 if led or ran or game.owns_trains(name) else -2)
        if not bought:
            game.drop_phased_out(name)
        if not led and not game.owns_trains(name):
            game.foresee_unseen(name)

    def _end_round(self) -> None:
        """Everyone has had a turn, those too that had nothing to do in it."""
        self._end_turn()
        for name in self.game.floated():
            if name not in self.done:
                self.ever.add(name)
                self.game.place_home(name)
                self._did_not_pay(name)
        for train in self.game.trains.values():
            train.ran = False
        self.done = set()

    def _ends_operating(self, action: Action) -> bool:
        """Whether a player's action in an operating round is the first of a stock round.

        Players act in operating rounds only to raise money for a train; then the next thing the
        corporation does is to buy it.
        """
        if not self.number or action["type"] not in _OF_PLAYERS:
            return False
        if action.get("entity_type") != "player":
            return False
        if _sells(action):
            raising = self._raises_money()
            self.answers += raising and self.game.rules.price_protection
            return not raising
        # Presidents answer each sale, before the train is bought or after.
        self.answers -= 1
        return self.answers < 0

    def _raises_money(self) -> bool:
        """Whether a sale now is for the train of the corporation whose turn it is.

        What follows tells, and tells the same of every sale until then.
        """
        game = self.game
        decided, found = self.raising
        if game.place < decided:
            return found
        actions = game.course.actions
        for place in range(game.place + 1, len(actions)):
            other = actions[place]
            operator = self.operator_of(other)
            if operator:
                found = operator == self.operator and other["type"] in _FOR_A_TRAIN
                break
            player = other.get("entity_type") == "player" and other["type"] in _OF_PLAYERS
            if player and not _sells(other) and not game.rules.price_protection:
                found = False
                break
        else:
            place, found = len(actions), False
        self.raising = (place, found)
        return found


def _sells(action: Action) -> bool:
    return action["type"] == "sell_shares" and action.get("entity_type") == "player"
