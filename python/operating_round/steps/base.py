"""What every step of a turn can answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Choice
from operating_round.table import Table, View


class Step:
    """A step: what may be done in it, what that does, and when it is over.

    A step keeps nothing to itself: all it needs to remember stands in the state's turn.
    """

    name = ""
    does = "do that"
    """Ends the sentence "... may not ... now"."""
    must = ""
    """Ends the sentence "... must ..." for a step that may not be passed; else it has none."""
    occasion = ""
    """What it asks of the player who decides, about the company that acts: "runs trains of {}"."""
    section = ""
    """The section of the rulebook, where it is always the same."""

    def rule(self, table: View) -> str:
        """The section of the rulebook."""
        return self.section

    def rule_of(self, table: View, action: Action) -> str:
        """The section that an action of this step's kind falls under."""
        return self.rule(table)

    def decides(self, table: View) -> str:
        """The player who decides: the president of the company that acts."""
        return (table.acting.owner or "") if table.entity else ""

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """What may be done now; with `about`, only what could be that action."""
        yield from ()

    def apply(self, table: Table, action: Action) -> None:
        """Do what one of the choices says."""

    def refusal(self, table: View, action: Action) -> str:
        """Why an action of this step's kind is not among the choices."""
        return f"{table.entity or 'nobody'} may not {self.does}"

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """What only this step knows, in words; `place` names hexes and stops."""
        return ""

    def about(self, table: View) -> str:
        """The company that `occasion` names: the one that acts."""
        return table.entity

    def takes(self, action: Action) -> bool:
        """Whether an action is of this step's kind."""
        return False

    def any_time(self, table: View) -> bool:
        """Whether what is done between turns may be done in the middle of one too."""
        return False

    def enter(self, table: Table) -> None:
        """When the turn comes to this step."""

    def leave(self, table: Table) -> None:
        """When the turn goes on, for whatever reason."""

    def finished(self, table: View) -> bool:
        """Whether nothing is left to do, so that the turn goes on by itself."""
        return False

    def may_pass(self, table: View) -> bool:
        """Whether the step may be left without doing more."""
        return True

    def passed(self, table: Table) -> bool:
        """Take note of a pass; whether it leaves the step, and is no answer to one question."""
        return True
