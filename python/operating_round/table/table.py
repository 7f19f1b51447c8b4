"""A state that can be put in another's place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from operating_round.state import State
from operating_round.table.bank import Bank
from operating_round.table.depot import Depot
from operating_round.table.map import Map
from operating_round.table.market import Market
from operating_round.table.privates import Privates
from operating_round.table.view import View

if TYPE_CHECKING:
    from operating_round.rules import Rules

replace = msgspec.structs.replace


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence and as data."""

    kind: str
    text: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text


class Table(View):
    """A state while something happens to it, and what has happened since."""

    bank: Bank
    market: Market
    map: Map
    depot: Depot
    privates: Privates

    def __init__(self, state: State, rules: Rules) -> None:
        super().__init__(state, rules)
        self.events: list[Event] = []
        self.bank = Bank(self)
        self.market = Market(self)
        self.map = Map(self)
        self.depot = Depot(self)
        self.privates = Privates(self)

    def say(self, kind: str, text: str, **data: Any) -> None:
        """Note an event."""
        self.events.append(Event(kind, text, data))

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)
        if "board" in fields or "phase" in fields:
            self.map.forget()

    def set_turn(self, **fields: Any) -> None:
        """Change fields of the turn."""
        self.set(turn=replace(self.turn, **fields))

    def change(self, name: str, **fields: Any) -> None:
        """Change fields of a company."""
        group = "corporations" if name in self.state.corporations else "minors"
        rows = getattr(self.state, group)
        self.set(**{group: {**rows, name: replace(rows[name], **fields)}})
