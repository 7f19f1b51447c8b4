"""The table a state lies on: what can be seen there, and what hands can do.

A `View` shows one state: money, market, map, depot, private companies. It is all that questions
need, so rules and choices take a `View` and cannot change anything. A `Table` is a view that puts
another state in the place of the old one; its parts know how money, shares, prices, tokens, tiles
and trains move, not when they may: that is for the steps and the title's rules.
"""

from operating_round.table.table import Event, Table
from operating_round.table.view import View

__all__ = ["Event", "Table", "View"]
