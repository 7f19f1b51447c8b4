"""The row: players take cards in turn, and put money on every card they pass over.

Some cards are no private companies: speculators, which bring only the money that lies on them, and
the one that brings the priority deal. Money on cards is in the bank's keeping.
"""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice
from operating_round.state import BANK
from whole_game.actions import Action, Par, Take
from whole_game.launch import launch
from whole_game.rounds.base import PrivatesRound
from whole_game.rounds.certificates import brought
from whole_game.table import GameTable

SPECULATOR, PRIORITY = "speculator", "priority deal"
"""Cards that are no private companies; speculators are numbered."""


class RowRound(PrivatesRound):
    """Take any card that one can pay for; who can pay for none is out."""

    kind = "row"

    def par(self, play: GameTable) -> tuple[str, str]:
        """As the round remembers it."""
        return play.row.par

    def player(self, play: GameTable) -> str:
        """Whoever sets a price, or has the turn."""
        return play.row.par[1] or play.row.turn

    def face(self, play: GameTable, card: str) -> int:
        """What the bank gets for a card."""
        private = play.table.privates.get(card)
        return private.price if private else 0

    def cost(self, play: GameTable, card: str) -> int:
        """What a card costs in all: its face value, and what goes on each card left of it."""
        left = [name for name, _ in play.row.cards].index(card)
        return self.face(play, card) + play.data.privates.passed_over * left

    def offers(self, play: GameTable) -> Iterator[Choice]:
        """Every card for which there is money at hand."""
        row = play.row
        for card, _ in row.cards:
            cost = self.cost(play, card)
            if cost <= play.state.players[row.turn]:
                yield Choice(Take(card), cost=cost)  # type: ignore[arg-type]

    def may_pass(self, play: GameTable) -> bool:
        """Only who can pay for no card, and he must."""
        return not any(True for _ in self.choices(play))

    def follow(self, play: GameTable) -> bool:
        """Who can pay for no card passes."""
        if not self.may_pass(play):
            return False
        self.passed(play)
        return True

    def apply(self, play: GameTable, action: Action) -> None:
        """A card, or the first price that one asks for."""
        player = self.player(play)
        if isinstance(action, Par):
            play.set_row(par=("", ""))
            launch(play, player, action.corporation, action.price)
        else:
            assert isinstance(action, Take)
            self._take(play, player, action.card)
        self._go_on(play)

    def _take(self, play: GameTable, player: str, card: str) -> None:
        cards, fee = play.row.cards, play.data.privates.passed_over
        at = [name for name, _ in cards].index(card)
        there, cost = cards[at][1], self.cost(play, card)
        play.table.bank.pay(player, BANK, cost)
        play.table.bank.pay(BANK, player, there)
        passed_over = tuple((name, money + fee) for name, money in cards[:at])
        play.set_row(cards=passed_over + cards[at + 1 :], turn=self._next(play, player))
        text = f"{player} pays {cost} for {card}" + f", with {there} on it" * bool(there)
        play.table.say("taken", text, player=player, card=card, price=cost)
        if card == PRIORITY:
            play.set(priority=player)
        elif play.table.privates.get(card):
            play.table.privates.give(card, player)
            play.set_row(par=brought(play, card, player))

    def passed(self, play: GameTable) -> None:
        """Out of this round for good."""
        player = play.row.turn
        play.table.say("pass", f"{player} can pay for no card and is out", player=player)
        play.set_row(out=(*play.row.out, player))
        play.set_row(turn=self._next(play, player))
        self._go_on(play)

    def _next(self, play: GameTable, player: str) -> str:
        """The next player clockwise who still has turns."""
        seats = play.seats_from(play.left_of(player))
        return next((who for who in seats if who not in play.row.out), player)

    def _go_on(self, play: GameTable) -> None:
        """The round is over when no card is left, or nobody to take one."""
        row = play.row
        if row.par[0] or (row.cards and len(row.out) < len(play.players)):
            return
        for card, _ in row.cards:
            if play.table.privates.get(card):
                play.stock_rules.unsold_private(play, card)
        play.set(row=None)

    def objection(self, play: GameTable, action: Action) -> str:
        """What a card costs, or what there is to choose from."""
        player = self.player(play)
        names = [name for name, _ in play.row.cards]
        if not isinstance(action, Take):
            return f"{player} can pay for a card of the row, and takes one"
        if action.card not in names:
            return f"{action.card} is not in the row; there are {', '.join(names)}"
        cost, cash = self.cost(play, action.card), play.state.players[player]
        return f"{action.card} costs {cost}, and {player} has {cash}"
