"""What a move takes from a rival who plays as well as it can."""

from __future__ import annotations

import route_opt
from route_opt.next_moves import whatif

ALBANY = {
    "title": "1830",
    "phase": "4",
    "corporation": "C&O",
    "trains": ["4"],
    "tiles": {"D16": "9@1", "D18": "8@5", "E19": "57@2", "F20": "56@0"},
    "tokens": {"E19.0": ["NYC"], "G19.0": ["NYNH"], "F6.0": ["C&O"]},
}
"""NYC: Rochester 20 - Albany 20 (its token) - New Haven 10 - New York 40."""


def test_a_rival_above_its_limit_returns_what_it_needs_least() -> None:
    """With a 3 and two 2s NYC runs 20 + 20 west and 20 + 10 + 40 east, one 2 stands idle.

    The first 5 brings the limit down to two: it returns the idle 2 and loses nothing; without
    the 3 it would run 40 and 30.
    """
    ranking = whatif(route_opt.parse(ALBANY), against="NYC", rival_trains=["2", "2", "3"])
    assert ranking.rival_revenue == 110
    five = next(move for move in ranking.moves if move.text == "a 5 train")
    assert five.phase == "5"
    assert five.harm == 0
