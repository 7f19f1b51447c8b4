"""The stock market: where a price goes when it moves.

The grid and its marks say it all: ``right_goes_up`` and ``left_goes_down`` are the ends of rows.
"""

from __future__ import annotations

from route_opt.title import Market

Place = tuple[int, int]


def price(market: Market, place: Place) -> int:
    """The price of a space."""
    found = market.cell(place)
    return found.price if found else 0


def step(market: Market, place: Place, direction: str) -> Place:
    """The space one step ``left``, ``right``, ``up`` or ``down``; the same where it is blocked."""
    row, column = place
    here = market.cell(place)
    marks = here.marks if here else ()
    if direction == "right" and "right_goes_up" in marks:
        direction = "up"
    if direction == "left" and "left_goes_down" in marks:
        direction = "down"
    moved = {
        "left": (row, column - 1),
        "right": (row, column + 1),
        "up": (row - 1, column),
        "down": (row + 1, column),
    }[direction]
    return moved if market.cell(moved) else place


def steps(market: Market, place: Place, direction: str, number: int) -> Place:
    """The space so many steps away."""
    for _ in range(number):
        place = step(market, place, direction)
    return place


def key(place: Place) -> str:
    """The name of a space in a document."""
    return f"{place[0]},{place[1]}"
