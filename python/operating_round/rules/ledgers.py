"""Rules on reading recorded games."""

from __future__ import annotations

from typing import Any

from operating_round.actions import Action
from operating_round.rules.base import TitleRules
from operating_round.state import State


class LedgerRules(TitleRules):
    """What a title's records say in a way of their own."""

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """An action of a ledger that this title reads in its own way, or None."""
        return None

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """The options under which a ledger was played, as far as its lines tell."""
        return self.title.play.recorded

    def unseen(self, memory: dict[str, Any], action: dict[str, Any]) -> None:
        """Note in `memory` what an action leaves behind that a ledger does not show.

        It is given to the following lines as the `own` part of their states: here, how often the
        powers of private companies were used.
        """
        if action["type"] in _USES and action.get("entity_type") == "company":
            used, name = memory.get("used", {}), str(action["entity"])
            memory["used"] = {**used, name: used.get(name, 0) + 1}


_USES = ("lay_tile", "place_token")
