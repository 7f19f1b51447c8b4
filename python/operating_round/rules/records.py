"""Rules on reading recorded games."""

from __future__ import annotations

from typing import Any

from operating_round.actions import Action
from operating_round.memory import Used
from operating_round.rules.base import TitleRules
from operating_round.state import State
from operating_round.table.privates import once_more


class RecordRules(TitleRules):
    """What a title's records say in a way of their own."""

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """An action of a ledger that this title reads in its own way, or None."""
        return None

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """The options under which a ledger was played, as far as its lines tell."""
        return self.title.play.recorded

    def unseen(self, own: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
        """What is remembered when an action has left something that a ledger does not show.

        It is given to the following lines as the `own` part of their states: here, how often the
        powers of private companies were used.
        """
        if action["type"] in _USES and action.get("entity_type") == "company":
            used, name = Used.read(own).used, str(action["entity"])
            return Used.written(own, {"used": once_more(used, name)})
        return own


_USES = ("lay_tile", "place_token")
