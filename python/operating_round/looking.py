"""States to look at and to change; what was found out of one is not sought again."""

from __future__ import annotations

import threading

from operating_round.rules import rules_of
from operating_round.state import State
from operating_round.table import Event, Table, View

Outcome = tuple[State, tuple[Event, ...]]
"""A new state, and what has happened."""

_last = threading.local()
"""The view that was looked at last: mostly what is done next is done to the same state."""


def view_of(state: State) -> View:
    """A state to look at; what was found out of the last one asked for is not sought again."""
    view: View | None = getattr(_last, "view", None)
    if view is None or view.state is not state or view.rules is not rules_of(state.rules):
        view = _last.view = View(state, rules_of(state.rules))
    return view


def table_of(state: State) -> Table:
    """A state to change."""
    table = Table(state, rules_of(state.rules))
    table.map.know(view_of(state).map)
    return table


def outcome(table: Table) -> Outcome:
    """What has become of a table."""
    return table.state, tuple(table.events)
