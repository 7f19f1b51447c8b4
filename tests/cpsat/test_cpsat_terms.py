"""Tariffs, trains that tell towns from cities, sets of stops: CP-SAT = the core, on boards by
hand and on random ones."""

from __future__ import annotations

import random
from array import array
from types import SimpleNamespace
from typing import Any

from boards import SIZES, board
from checking import total

from route_opt import _core, cpsat

LINE = [(0, 1), (1, 2), (2, 3), (3, 4)]
VALUES = [10, 20, 30, 40, 50]
FLAGS = ("own", "end_only", "buyer", "room", "minor")


def arrays(made: SimpleNamespace) -> SimpleNamespace:
    """The same instance for the core."""
    fields = {
        name: (bytearray(field) if name in FLAGS else array("i", field))
        if isinstance(field, list)
        else field
        for name, field in vars(made).items()
    }
    return SimpleNamespace(**fields)


def best(made: Any) -> int:
    """The value that both engines prove, after a check of both sets of routes."""
    core = _core.solve(arrays(made))
    other = cpsat.solve(made, time_limit=120)
    for status, value, bound, routes, _, error in (core, other):
        assert error is None
        assert (status, bound) == ("optimal", value)
        assert total(made, routes) == value
    assert core[1] == other[1]
    return int(core[1])


def test_a_tariff_takes_the_place_of_the_values() -> None:
    dear = board(VALUES, LINE, [(2, 2), (2, 2)], [2], tariffs=[80, 80, 0, 0, 0], tariff=[0, 1])
    # The first train east for 30 + 40, the second west for 0 + 80.
    assert best(dear) == 150


def test_cities_and_towns_have_limits_of_their_own() -> None:
    towns: Any = {"minor": [0, 1, 0, 1, 0], "major_visits": [2], "minor_visits": [1]}
    assert best(board(VALUES, LINE, [(0, 0)], [2], **towns)) == 30 + 40 + 50
    towns["minor_counts"] = [-1]
    assert best(board(VALUES, LINE, [(0, 0)], [2], **towns)) == 30 + 50
    towns["minor_visits"] = [-1]
    assert best(board(VALUES, LINE, [(0, 0)], [2], **towns)) == 0


def test_a_set_of_stops_pays_each_route_that_visits_it() -> None:
    assert best(board(VALUES, LINE, [(3, 3)], [2], sets=[100, 2, 0, 2])) == 10 + 20 + 30 + 100
    assert best(board(VALUES, LINE, [(3, 1)], [2], sets=[100, 2, 0, 2])) == 30 + 100


def random_board(seed: int) -> SimpleNamespace:
    """A ring of stops with chords, and some of the terms."""
    draw = random.Random(seed)
    size = draw.randint(4, 7)
    links = [(n, (n + 1) % size) for n in range(size)]
    for _ in range(draw.randint(0, 3)):
        one, other = draw.sample(range(size), 2)
        links.append((one, other))
    trains = [(draw.choice((0, 2, 3, 4)), draw.choice((0, 0, 1, 2, 3))) for _ in range(2)]
    more: dict[str, Any] = {}
    if draw.random() < 0.6:
        more["minor"] = [draw.randint(0, 1) for _ in range(size)]
        for name in SIZES:
            more[name] = [draw.choice((0, 0, 1, 2, -1)) for _ in trains]
    if draw.random() < 0.6:
        more["tariffs"] = [10 * draw.randint(0, 9) for _ in range(size)]
        more["tariff"] = [draw.randint(0, 1) for _ in trains]
    if draw.random() < 0.6:
        stops = draw.sample(range(size), draw.randint(2, 3))
        more["sets"] = [10 * draw.randint(1, 9), len(stops), *stops]
    values = [10 * draw.randint(1, 9) for _ in range(size)]
    return board(values, links, trains, draw.sample(range(size), 2), **more)


def test_random_boards() -> None:
    assert sum(best(random_board(seed)) > 0 for seed in range(150)) > 75
