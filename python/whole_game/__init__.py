"""Whole games, from the first card to the last dollar, on top of operating_round."""

from whole_game.actions import Action, parse_action, write_action
from whole_game.engine import History, act, apply, legal_actions, player_to_act, proceed
from whole_game.game import Game, load, parse
from whole_game.setup import new_game

__all__ = [
    "Action",
    "Game",
    "History",
    "act",
    "apply",
    "legal_actions",
    "load",
    "new_game",
    "parse",
    "parse_action",
    "player_to_act",
    "proceed",
    "write_action",
]
