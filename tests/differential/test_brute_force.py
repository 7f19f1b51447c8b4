"""The optimizer = the brute force = the judge, on random small boards of every title."""

from __future__ import annotations

import pytest
from comparing import compare

from route_opt.position import parse
from route_opt.solver import best
from strategies import TITLES, board

FAST = 150
DEEP = 10_000


@pytest.mark.parametrize("title", TITLES)
def test_random_boards(title: str) -> None:
    compared = sum(compare(board(title, seed), limit=1_500) for seed in range(FAST))
    assert compared > 0.7 * FAST


@pytest.mark.slow
@pytest.mark.parametrize("start", range(FAST, FAST + DEEP, 1_000))
@pytest.mark.parametrize("title", TITLES)
def test_many_random_boards(title: str, start: int) -> None:
    seeds = range(start, start + 1_000)
    compared = sum(compare(board(title, seed), limit=100_000) for seed in seeds)
    assert compared > 0.9 * len(seeds)


@pytest.mark.parametrize("title", TITLES)
def test_second_engine(title: str) -> None:
    assert sum(compare(board(title, seed), limit=1_500, engine="cpsat") for seed in range(12))


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_second_engine_on_many_boards(title: str) -> None:
    seeds = range(12, 1_000)
    compared = sum(compare(board(title, seed), limit=20_000, engine="cpsat") for seed in seeds)
    assert compared > 0.8 * len(seeds)


def test_what_is_doubled_is_doubled_once() -> None:
    """Two edge tokens of one company at the Northwest, A2 and B1: 30 in the city, 2 x 30 there."""
    document = {
        "title": "1850",
        "phase": "3",
        "corporation": "RI",
        "trains": ["3"],
        "tiles": {"B5": "14@1", "B3": "43@1"},
        "tokens": {"B5.0": [None, "RI"]},
        "markers": [{"kind": "edge_token", "owner": "RI", "at": at} for at in ("A2", "B1")],
    }
    assert best(parse(document)).revenue == 90
