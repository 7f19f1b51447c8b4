"""Laying track together with the tiles that private companies add in the same step."""

from __future__ import annotations

from operating_round.steps.base import Step
from operating_round.steps.privates import PowerLayStep
from operating_round.steps.token import AnyOrder
from operating_round.steps.track import TrackStep
from operating_round.table import View


class BuildStep(AnyOrder):
    """The usual lays and those of private companies, in any order the title allows."""

    def __init__(self, *others: Step) -> None:
        super().__init__("track", TrackStep(), PowerLayStep(), *others)

    def finished(self, table: View) -> bool:
        """Whether no usual lay is left, nor anything beside."""
        usual, *others = self.steps
        return usual.finished(table) and not any(
            True for step in others for _ in step.choices(table)
        )
