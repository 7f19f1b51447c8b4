"""Instances made by hand, without a title: stops joined by one side each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

TERMS = {"visit_bonus": 0, "good_value": 0, "extra_good": False}

SIZES = ("major_visits", "major_counts", "minor_visits", "minor_counts")


def board(
    values: list[int],
    links: list[tuple[int, int]],
    trains: list[tuple[int, int]],
    own: list[int],
    **more: Any,
) -> SimpleNamespace:
    """Stops with values; each link is a side between two of them; trains as (visits, counts)."""
    size = len(values)
    made = SimpleNamespace(value=values, sides=len(links), **TERMS)
    for name in ("end_extra", "pair_value", "end_class", "goods", "own", "end_only"):
        setattr(made, name, [0] * size)
    made.buyer, made.room, made.group = [0] * size, [0] * size, [-1] * size
    made.own = [int(stop in own) for stop in range(size)]
    made.track = []
    for side, (a, b) in enumerate(links):
        made.track += [a, size + 2 * side, size + 2 * side + 1, b]
    made.visits = [visits for visits, _ in trains]
    made.counts = [counts for _, counts in trains]
    made.forbidden_ends, made.bonus_ends, made.required_ends, made.sets = [], [], [], []
    for name in ("minor", "tariffs", "tariff", *SIZES):
        setattr(made, name, [])
    for name, field in more.items():
        if isinstance(field, dict):
            for stop, value in field.items():
                getattr(made, name)[stop] = value
        else:
            setattr(made, name, field)
    return made


def grid(width: int, trains: int) -> SimpleNamespace:
    """A square of stops with trains that compete for its track: hours of search."""
    cells = [(x, y) for y in range(width) for x in range(width)]
    number = {cell: n for n, cell in enumerate(cells)}
    links = [
        (number[x, y], number[x + dx, y + dy])
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1))
        if (x + dx, y + dy) in number
    ]
    values = [10 * (1 + n * n * 7 % 11) for n in range(len(cells))]
    lengths = [(9 + n, 7 + n) for n in range(trains)]
    return board(values, links, lengths, [len(cells) // 2, 0, 5])
