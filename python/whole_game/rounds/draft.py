"""The draft: each draws cards, keeps one face down, and shuffles the rest under the deck.

The deck stands in the game; how it is shuffled follows from the game's seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from operating_round.actions import Choice
from operating_round.setup import buy_private
from whole_game.actions import Action, Keep
from whole_game.game import Draft
from whole_game.rounds.base import Round
from whole_game.table import GameTable

BLANK = "blank"
"""A card without a private company."""


def is_blank(card: str) -> bool:
    """Whether a card is one without a private company."""
    return card.startswith(BLANK)


class DraftRound(Round):
    """Keep one of the cards drawn; the last private company is shown, and may be passed on."""

    def player(self, play: GameTable) -> str:
        """Whose turn it is."""
        return self.draft(play).turn

    def draft(self, play: GameTable) -> Draft:
        """The draft in progress."""
        assert play.game.draft is not None
        return play.game.draft

    def drawn(self, play: GameTable) -> tuple[str, ...]:
        """The cards in the hand of whoever has the turn."""
        return self.draft(play).deck[: len(play.players) + 2]

    def is_last(self, play: GameTable) -> bool:
        """Whether only one private company is left, and no blank card."""
        deck = self.draft(play).deck
        return len(deck) == 1 and not is_blank(deck[0])

    def last_price(self, play: GameTable) -> int:
        """What the last one costs now."""
        draft = self.draft(play)
        private = play.table.private(draft.deck[0])
        assert private is not None
        return max(0, private.price - draft.cheaper)

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """Every card drawn; a blank one only where there is one."""
        if self.is_last(play):
            price = self.last_price(play) + play.stock_rules.debt(self.drawn(play)[0])
            if price <= play.stock_rules.cash_left(play, self.player(play)):
                yield Choice(Keep(self.drawn(play)[0]), cost=price)  # type: ignore[arg-type]
            return
        for card in self.drawn(play):
            yield Choice(Keep(card))  # type: ignore[arg-type]

    def may_pass(self, play: GameTable) -> bool:
        """Only the last one may be passed on, and not when it is free."""
        return self.is_last(play) and (
            self.last_price(play) > 0 or not any(True for _ in self.choices(play))
        )

    def apply(self, play: GameTable, action: Action) -> None:
        """Keep a card."""
        assert isinstance(action, Keep)
        draft, player = self.draft(play), self.player(play)
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
            self._deal_out(play, kept)

    def passed(self, play: GameTable) -> None:
        """The last one goes on, cheaper."""
        draft, player = self.draft(play), self.player(play)
        cheaper = draft.cheaper + play.data.privates.cheaper_by
        play.set_draft(turn=play.right_of(player), cheaper=cheaper)
        play.table.say("pass", f"{player} passes {draft.deck[0]} on", player=player)

    def _deal_out(self, play: GameTable, kept: tuple[tuple[str, str], ...]) -> None:
        """All cards are shown and paid for."""
        cheaper = self.draft(play).cheaper
        play.set(draft=None)
        for place, (player, card) in enumerate(kept, 1):
            private = play.table.private(card)
            if is_blank(card) or private is None:
                continue
            price = private.price - (min(cheaper, private.price) if place == len(kept) else 0)
            buy_private(play.table, card, player, price)
            play.table.say("sold", f"{player} pays {price} for {card}", player=player, private=card)

    def rule(self, play: GameTable, action: Action) -> str:
        """As the title's data cites."""
        return play.data.privates.rule

    def refusal(self, play: GameTable, action: Action) -> str:
        """What is in the hand."""
        return f"{self.player(play)} keeps one of {', '.join(self.drawn(play))}"
