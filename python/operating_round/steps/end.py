"""The end of a turn: a last moment for what may be done at any time."""

from __future__ import annotations

from operating_round.steps.base import Step
from operating_round.table import View


class EndStep(Step):
    """Waits only while a private company may still be bought or used."""

    name = "end"
    occasion = "ends the turn of {}"

    def finished(self, table: View) -> bool:
        """Whether nothing may be done at any time."""
        if table.acting.closed:
            return True
        return not any(
            True for step in table.rules.rounds.always(table) for _ in step.choices(table)
        )
