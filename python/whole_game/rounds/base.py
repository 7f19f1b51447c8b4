"""What every kind of round outside operating rounds can answer."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice
from whole_game.actions import Action
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
