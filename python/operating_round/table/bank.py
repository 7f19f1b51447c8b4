"""Money."""

from __future__ import annotations

from typing import TYPE_CHECKING

from operating_round.errors import StateError
from operating_round.state import BANK

if TYPE_CHECKING:
    from operating_round.table.table import Table
    from operating_round.table.view import View


class BankView:
    """Who has how much."""

    def __init__(self, view: View) -> None:
        self.view = view

    def cash(self, holder: str) -> int:
        """What the bank, a player or a company has."""
        state = self.view.state
        if holder == BANK:
            return state.bank
        if holder in state.players:
            return state.players[holder]
        return state.company(holder).cash


class Bank(BankView):
    """Money that changes hands."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table

    def pay(self, giver: str, taker: str, amount: int) -> None:
        """Money from one to another; the bank alone may run out."""
        table = self.table
        if amount == 0 or giver == taker:
            return
        broken = table.state.bank < 0
        if giver != BANK and self.cash(giver) < amount:
            raise StateError(f"{giver} has {self.cash(giver)}, not {amount}")
        self._add(giver, -amount)
        self._add(taker, amount)
        if not broken:
            self.check()

    def check(self, left: int | None = None) -> None:
        """A bank that owes money is broken, if that was not seen before.

        With `left`, by what it would have, and not by what it has.
        """
        left = self.table.state.bank if left is None else left
        if left < 0 and not self.table.state.finish:
            self.table.rules.effects.bank_broken(self.table)

    def _add(self, holder: str, amount: int) -> None:
        state = self.table.state
        if holder == BANK:
            self.table.set(bank=state.bank + amount)
        elif holder in state.players:
            self.table.set(players={**state.players, holder: state.players[holder] + amount})
        else:
            self.table.change(holder, cash=state.company(holder).cash + amount)
