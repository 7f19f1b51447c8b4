"""Every colour of the pictures."""

from __future__ import annotations

HEX = {
    "white": "#f3f1e4",
    "yellow": "#fbe26a",
    "green": "#93cd7f",
    "brown": "#cf9a6b",
    "gray": "#c6c8cc",
    "red": "#ec9488",
    "blue": "#a9d3ef",
}

MARKET = {
    "": "#f7f6ef",
    "yellow": "#fbe26a",
    "orange": "#f6ae5c",
    "green": "#93cd7f",
    "brown": "#b98457",
    "white": "#f7f6ef",
    "par": "#f4b9b0",
    "closed": "#4a4a50",
}
"""Zones of the stock market, first prices, and spaces without either."""

INK = "#1d1d1f"
NOTE = "#242320"
"""Small print on the map: reads on every colour of a hex, by night too."""
BLACK = "#000000"
FAINT = "#8a8a8a"
PAPER = "#ffffff"
BORDER = "#a39f8c"
RIVER = "#bcdcf0"
CLOSED = "#2b5d9b"
DEPOSIT = "#8d6e4f"

TERRAIN = {"mountain": "#8a5a2b", "water": "#2f7fc1", "river": "#2f7fc1", "lake": "#2f7fc1"}

BORDER_COST = {"bridge": "#2f7fc1"}
OTHER_BORDER_COST = "#8a5a2b"

# States of a marker that has states; others are drawn as paper.
STATE = {
    "construction": "#f6d98b",
    "inoperational": "#d9dbe0",
    "operational": "#b5e3b0",
    "disrepair": "#f2b3ab",
}

# One a train, told apart on every tile colour (each is drawn with a white edge).
ROUTES = ("#c2127f", "#1553d6", "#e2590b", "#0b7f8f", "#6d28c9", "#b3161b", "#4d6b00", "#3a3a3a")


def route(number: int) -> str:
    """The colour of the n-th train."""
    return ROUTES[number % len(ROUTES)]


def on(colour: str) -> str:
    """Black or white, whichever reads better on a colour such as ``#d1232a``."""
    return max((PAPER, BLACK), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """How much two colours stand out from each other, 1 to 21; small text needs 4.5 (WCAG 2)."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """How bright a colour is, as the eye weighs its parts; what is not ``#rrggbb`` is dark."""
    if len(colour) != 7 or not colour.startswith("#"):
        return 0.0
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
