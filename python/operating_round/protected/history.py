"""The variant in which companies start in the order of history."""

from __future__ import annotations

from operating_round.table import View


def is_eligible(table: View, name: str) -> bool:
    """Whether a company may start: all that come before it have, or are closed."""
    if "historical_order" not in table:
        return True
    for other in table.title.play.special["historical_order"]["companies"]:
        if other == name:
            break
        row = table.state.corporations.get(other)
        if row is not None and not row.floated:
            return False
    return True
