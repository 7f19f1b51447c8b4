"""A step in which nobody chooses."""

from __future__ import annotations

from collections.abc import Callable

from operating_round.steps.base import Step
from operating_round.table import Table, View


class Automatic(Step):
    """Something that happens when its time has come."""

    def __init__(self, name: str, happens: Callable[[Table], None]) -> None:
        self.name = name
        self.happens = happens

    def enter(self, table: Table) -> None:
        """It happens."""
        self.happens(table)

    def finished(self, table: View) -> bool:
        """At once."""
        return True
