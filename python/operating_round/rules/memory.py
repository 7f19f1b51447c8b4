"""Rules on what a state remembers that only one title has: which fields, and how they must fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from operating_round.memory import CompanyMemory, Drawn, GameMemory, TurnMemory, Used
from operating_round.rules.base import TitleRules
from operating_round.table import View
from route_opt.errors import Problem


class MemoryRules(TitleRules):
    """The kinds of values that stand in ``State.own``, with companies and in ``Turn.notes``.

    What a company has beside them is kept and never looked at; elsewhere there is nothing more.
    """

    game: ClassVar[tuple[type[GameMemory], ...]] = (Used, Drawn)
    company: ClassVar[tuple[type[CompanyMemory], ...]] = ()
    turn: ClassVar[tuple[type[TurnMemory], ...]] = ()

    def misfits(self, table: View) -> Iterator[Problem]:
        """What of these values does not fit the rest of the state, their types being right."""
        for private, name in Drawn.of(table.state).drawn.items():
            if private not in self.title.privates or name not in self.title.corporations:
                text = f"{private!r} brings no share of {name!r}"
                yield Problem("unknown_name", "drawn", text)
