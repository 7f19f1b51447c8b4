"""Private companies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from operating_round.memory import Drawn, Used
from operating_round.state import CLOSED
from route_opt.title import Private

if TYPE_CHECKING:
    from operating_round.table.table import Table
    from operating_round.table.view import View


def once_more(used: Mapping[str, int], name: str) -> dict[str, int]:
    """How often powers were used, after one more use."""
    return {**used, name: used.get(name, 0) + 1}


class PrivatesView:
    """Whose they are, and what they have done."""

    def __init__(self, view: View) -> None:
        self.view = view

    def get(self, name: str) -> Private | None:
        """What a private company is, or None for a card that is none."""
        return self.view.rules.privates.private(name)

    def owner_of(self, name: str) -> str:
        """Who owns a private company: a player, a corporation, ``closed`` or nobody."""
        return self.view.state.privates.get(name) or ""

    def of(self, owner: str) -> list[str]:
        """The private companies of a player or corporation."""
        return [name for name, who in self.view.state.privates.items() if who == owner]

    def share_of(self, name: str) -> str:
        """The corporation of which a private company brings a share, or stands for one."""
        private = self.get(name)
        return (private.share if private else "") or Drawn.of(self.view.state).drawn.get(name, "")

    def income(self, name: str) -> int:
        """What a private company pays now."""
        private = self.get(name)
        if private is None:
            return 0
        stayed = private.kept_by_player and self.view.reached_phase(private.closes_on)
        return private.kept_by_player if stayed else private.revenue

    def times_used(self, name: str) -> int:
        """How often the power of a private company was used, as far as is known."""
        state = self.view.state
        now = state.turn.used.get(name, 0) if state.turn else 0
        return state.used.get(name, 0) + now + Used.of(state).used.get(name, 0)


class Privates(PrivatesView):
    """Private companies that change hands or close."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table

    def give(self, name: str, owner: str) -> None:
        """A private company changes hands, or is ``closed``."""
        table = self.table
        before = table.state.privates.get(name)
        for company in (*table.state.corporations, *table.state.minors):
            row = table.company(company)
            if name in row.companies:
                left = tuple(other for other in row.companies if other != name)
                table.change(company, companies=left)
        table.set(privates={**table.state.privates, name: owner})
        if owner not in (CLOSED, *table.state.players):
            table.change(owner, companies=(*table.company(owner).companies, name))
        if owner == CLOSED and before != CLOSED:
            table.say("private_closed", f"{name} closes", private=name)
        table.rules.effects.private_moved(table, name, owner)

    def use(self, name: str) -> None:
        """Note that the acting company has used the power of a private company."""
        self.table.set_turn(used=once_more(self.table.turn.used, name))

    def use_by_player(self, name: str) -> None:
        """Note that its player has used it, whoever's turn it is."""
        self.table.set(used=once_more(self.table.state.used, name))

    def close_on(self, phase: str) -> None:
        """Private companies close that do so with a phase."""
        table = self.table
        for name, owner in table.state.privates.items():
            if owner != CLOSED and table.rules.privates.closes(table, name, phase):
                self.give(name, CLOSED)
