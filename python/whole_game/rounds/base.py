"""What every kind of round outside operating rounds can answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from operating_round.actions import Choice
from whole_game.actions import Action
from whole_game.data import Way
from whole_game.rounds.certificates import first_prices
from whole_game.table import GameTable


class Round:
    """A kind of round: who acts, what he may do, and what that does.

    It keeps nothing to itself: all it remembers stands in the game.
    """

    def player(self, play: GameTable) -> str:
        """Who is to act."""
        raise NotImplementedError

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """What he may do, a pass left out."""
        yield from ()

    def may_pass(self, play: GameTable) -> bool:
        """Whether he may pass."""
        return True

    def apply(self, play: GameTable, action: Action) -> None:
        """Do one of the choices."""

    def passed(self, play: GameTable) -> None:
        """He passes."""

    def follow(self, play: GameTable) -> bool:
        """Do what happens by itself, without anybody's choice; whether anything did."""
        return False

    def rule(self, play: GameTable, action: Action) -> str:
        """The section of the rulebook on an action."""
        return ""

    def refusal(self, play: GameTable, action: Action) -> str:
        """Why an action is not among the choices."""
        return f"{self.player(play)} may not do that now"


class PrivatesRound(Round):
    """A round in which private companies come to the players.

    One may bring a president's certificate: before anything else its owner sets the first price.
    `kind` is the round's name in the title's data.
    """

    kind: ClassVar[Way]

    def par(self, play: GameTable) -> tuple[str, str]:
        """The corporation whose first price is to be set now, and by whom."""
        return "", ""

    def offers(self, play: GameTable) -> Iterator[Choice]:
        """What may be done where no price is to be set."""
        yield from ()

    def objection(self, play: GameTable, action: Action) -> str:
        """Why an action is not among the offers."""
        return super().refusal(play, action)

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """First prices, or the offers."""
        corporation, _ = self.par(play)
        return first_prices(play, corporation) if corporation else self.offers(play)

    def refusal(self, play: GameTable, action: Action) -> str:
        """The price comes first."""
        corporation, player = self.par(play)
        if corporation:
            return f"{player} is to set the first price of {corporation}"
        return self.objection(play, action)

    def rule(self, play: GameTable, action: Action) -> str:
        """As the title's data cites."""
        data = play.data.privates
        return data.kind_rules.get(self.kind, data.rule)
