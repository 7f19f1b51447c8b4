"""The home token, where a company chooses among several cities."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Token
from operating_round.steps.base import Step
from operating_round.table import Table, View


class HomeStep(Step):
    """A company without a token places its first one, free, before anything else."""

    name = "home"
    does = "place its home token there"
    must = "place its home token"
    occasion = "places the home token of {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.tokens.rule

    def takes(self, action: Action) -> bool:
        """Tokens."""
        return isinstance(action, Token) and not action.by

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every city of its home with room."""
        if self.finished(table):
            return
        for stop in dict.fromkeys(table.map.home_stops(table.entity)):
            yield Choice(Token(stop))

    def apply(self, table: Table, action: Action) -> None:
        """Place it."""
        assert isinstance(action, Token)
        homes = table.map.home_stops(table.entity)
        table.map.place_home(table.entity, homes.index(action.stop))

    def finished(self, table: View) -> bool:
        """Whether the company has a token."""
        return bool(table.acting.tokens_on_map)

    def may_pass(self, table: View) -> bool:
        """Never."""
        return False
