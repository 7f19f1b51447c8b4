"""Full operating rounds on top of route_opt. It depends on route_opt, never the reverse."""

from operating_round.actions import Action, Choice, parse_action, write_action
from operating_round.errors import IllegalAction, StateError
from operating_round.round import (
    History,
    act,
    apply,
    is_legal,
    legal_actions,
    proceed,
    start_round,
    start_turn,
)
from operating_round.state import State, load, parse
from operating_round.table import Event

__all__ = [
    "Action",
    "Choice",
    "Event",
    "History",
    "IllegalAction",
    "State",
    "StateError",
    "act",
    "apply",
    "is_legal",
    "legal_actions",
    "load",
    "parse",
    "parse_action",
    "proceed",
    "start_round",
    "start_turn",
    "write_action",
]
