"""Searches for best runs under the eyes of somebody who may end them."""

from __future__ import annotations

import pytest

import route_opt
from full_boards import endless_board
from operating_round.errors import UnprovedRun
from operating_round.steps.run import best_result, watched


def test_a_search_that_is_ended_gives_no_best_run() -> None:
    """What was found so far is not the best: it is never given for it, nor remembered."""
    position = route_opt.parse(endless_board(), lenient=True)
    looked = []

    def end(value: int, bound: int, nodes: int, seconds: float) -> bool:
        looked.append((value, bound))
        return True

    for _ in range(2):
        with watched(end), pytest.raises(UnprovedRun, match="GT was not proved in time"):
            best_result(position)
    assert len(looked) >= 2


def test_a_search_that_is_only_watched_is_as_ever() -> None:
    """1846: Detroit 40 and Toledo 20."""
    position = route_opt.parse(
        {
            "title": "1846",
            "phase": "I",
            "corporation": "MS",
            "trains": ["2"],
            "tiles": {"C13": "7@4", "D14": "5@1"},
            "tokens": {"C15.0": ["MS"]},
        }
    )
    with watched(lambda *_: False):
        assert best_result(position).revenue == 60
