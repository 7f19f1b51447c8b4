"""The draft: each draws cards, keeps one face down, and shuffles the rest under the deck.

The deck stands in the game; how it is shuffled follows from the game's seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from operating_round import round as rounds
from operating_round.actions import Choice
from operating_round.setup import buy_private
from route_opt.rules.privates import debt_of
from whole_game.actions import Action, Keep
from whole_game.game import Draft
from whole_game.rounds.base import PrivatesRound
from whole_game.table import GameTable

_ROUND = "DR"
BLANK = "blank"
"""A card without a private company."""


def is_blank(card: str) -> bool:
    """Whether a card is one without a private company."""
    return card.startswith(BLANK)


class DraftRound(PrivatesRound):
    """Keep one of the cards drawn; the last private company is shown, and may be passed on."""

    kind = "draft"

    def player(self, play: GameTable) -> str:
        """Whose turn it is."""
        return self.draft(play).turn

    def draft(self, play: GameTable) -> Draft:
        """The draft in progress."""
        assert play.game.draft is not None
        return play.game.draft

    def is_open(self, play: GameTable) -> bool:
        """Whether all cards lie on the table."""
        return play.table.any_of(play.data.privates.open_with)

    def drawn(self, play: GameTable) -> tuple[str, ...]:
        """The cards in the hand of whoever has the turn."""
        deck = self.draft(play).deck
        return deck if self.is_open(play) else deck[: len(play.players) + 2]

    def is_last(self, play: GameTable) -> bool:
        """Whether only one private company is left, and no blank card; it comes down in price."""
        deck = self.draft(play).deck
        return len(deck) == 1 and not is_blank(deck[0])

    def cost(self, play: GameTable, card: str, cheaper: int = 0) -> int:
        """What a card costs its player, with its debt; a blank one nothing."""
        rules = play.stock_rules
        return 0 if is_blank(card) else rules.draft_cost(play, card, cheaper)

    def comes_down(self, play: GameTable) -> bool:
        """Whether the last one will cost less when it is passed on."""
        draft, by = self.draft(play), play.data.privates.cheaper_by
        now, then = (self.cost(play, draft.deck[0], draft.cheaper + more) for more in (0, by))
        return then < now

    def offers(self, play: GameTable) -> Iterator[Choice]:
        """Every card drawn that the player will be able to pay for."""
        cash = self._cash(play, self.player(play))
        cheaper = self.draft(play).cheaper
        for card in self.drawn(play):
            cost = self.cost(play, card, cheaper)
            if cost <= cash:
                shown = cost if self.is_last(play) else 0
                yield Choice(Keep(card), cost=shown)  # type: ignore[arg-type]

    def _cash(self, play: GameTable, player: str) -> int:
        """What a player can pay: face down, the cards that he has kept are not paid for yet."""
        paid = self.is_open(play)
        return play.state.players[player] if paid else play.stock_rules.cash_left(play, player)

    def may_pass(self, play: GameTable) -> bool:
        """The last one may be passed on while it comes down; who can pay for no card keeps none.

        Open cards are passed on as soon as one is sold.
        """
        if self.is_open(play) and not self.is_last(play):
            return any(play.state.privates.values())
        return (self.is_last(play) and self.comes_down(play)) or not any(self.choices(play))

    def apply(self, play: GameTable, action: Action) -> None:
        """Keep a card; an open one is paid for when it is taken."""
        assert isinstance(action, Keep)
        draft, player = self.draft(play), self.player(play)
        if self.is_open(play):
            self._buy(play, player, action.card)
            return
        hand = self.drawn(play)
        rest = [card for card in hand if card != action.card]
        kept = (*draft.kept, (player, action.card))
        random.Random(f"{play.game.seed} {len(kept)}").shuffle(rest)
        below = draft.deck[len(hand) :]
        after = Draft(
            deck=(*below, *rest),
            turn=play.right_of(player),
            kept=kept,
            cheaper=draft.cheaper,
        )
        play.set(draft=after)
        play.table.say("keep", f"{player} keeps a card", player=player)
        if all(is_blank(card) for card in after.deck):
            self.deal_out(play, kept)

    def _buy(self, play: GameTable, player: str, card: str) -> None:
        draft = self.draft(play)
        self._pay(play, player, card, draft.cheaper)
        deck = tuple(other for other in draft.deck if other != card)
        after = Draft(deck=deck, turn=play.right_of(player))
        play.set(draft=after if deck else None)

    def _pay(self, play: GameTable, player: str, card: str, cheaper: int) -> None:
        cost = self.cost(play, card, cheaper)
        buy_private(play.table, card, player, cost - debt_of(play.state.rules, card))
        play.table.say("sold", f"{player} pays {cost} for {card}", player=player, private=card)

    def passed(self, play: GameTable) -> None:
        """The last one goes on, cheaper; when all pass on open cards, what is sold operates."""
        draft, player = self.draft(play), self.player(play)
        play.set_draft(turn=play.right_of(player))
        play.table.say("pass", f"{player} passes {draft.deck[0]} on", player=player)
        if self.is_last(play):
            play.set_draft(cheaper=draft.cheaper + play.data.privates.cheaper_by)
        elif self.is_open(play):
            self._pass_open(play, draft.passes + 1)

    def _pass_open(self, play: GameTable, passes: int) -> None:
        """When all have passed in a row, a set of operating rounds comes before the next card."""
        if passes < len(play.players):
            play.set_draft(passes=passes)
            return
        play.set_draft(passes=0, turn=play.players[-1])
        play.table.set(round=f"{_ROUND} 0")
        state, events = rounds.start_round(play.state)
        play.table.state = state
        play.table.events.extend(events)

    def follow(self, play: GameTable) -> bool:
        """After operating rounds the draft goes on."""
        back = not play.state.round.startswith(_ROUND)
        if back:
            play.table.set(round=f"{_ROUND} 1")
            play.table.say("round", "the draft goes on")
        return back

    def deal_out(self, play: GameTable, kept: tuple[tuple[str, str], ...]) -> None:
        """All cards are shown and paid for."""
        cheaper = self.draft(play).cheaper
        play.set(draft=None)
        for place, (player, card) in enumerate(kept, 1):
            if not is_blank(card) and play.table.privates.get(card) is not None:
                self._pay(play, player, card, cheaper if place == len(kept) else 0)

    def objection(self, play: GameTable, action: Action) -> str:
        """What is in the hand, or what a card costs."""
        player, hand = self.player(play), self.drawn(play)
        if not isinstance(action, Keep) or action.card not in hand:
            return f"{player} keeps one of {', '.join(hand)}"
        cost = self.cost(play, action.card, self.draft(play).cheaper)
        return f"{action.card} costs {cost}, and {player} has {self._cash(play, player)}"
