"""The optimizer = the brute force = the judge, on random small boards of every title."""

from __future__ import annotations

import pytest

from strategies import TITLES, board

pytest.importorskip("route_opt._core", reason="the native core is not built")

from comparing import compare

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
