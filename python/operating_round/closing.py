"""A company leaves the game."""

from __future__ import annotations

from operating_round.state import BANK, CLOSED
from operating_round.table import Table


def leave_game(table: Table, name: str) -> None:
    """A corporation with its tokens, money, private companies and markers is gone."""
    row = table.corporation(name)
    table.map.remove_tokens(name)
    table.bank.pay(name, BANK, row.cash)
    for private in row.companies:
        table.privates.give(private, CLOSED)
    table.market.leave(name)
    rows = {key: found for key, found in table.state.corporations.items() if key != name}
    table.set(corporations=rows)
    table.map.set_markers(m for m in table.state.board.markers if m.owner != name)
