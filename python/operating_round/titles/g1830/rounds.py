"""1830: what its operating rounds have that data cannot say."""

from __future__ import annotations

from operating_round.rules import Effects, Parts
from operating_round.table import Table


class Happens(Effects):
    """What follows from what happens."""

    def start_round(self, table: Table) -> None:
        """Who has sold enough since the last round gets its capital, and will operate (11.0)."""
        super().start_round(table)
        for name in table.state.corporations:
            if table.market.may_float(name):
                table.market.start(name)
                self.floats(table, name)


PARTS = Parts(effects=Happens)
