"""Lays for which nothing is searched: whatever they are, a search would find the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import route_opt
from corpus import positions, recorded_titles
from route_opt.network import Network
from route_opt.next_moves import Move
from route_opt.next_moves.idle import is_idle
from route_opt.next_moves.lays import lays_of

# 1846: Detroit's track comes to C13, whose 7@4 turns from side 4 to side 5, where Toledo lies.
DETROIT: dict[str, Any] = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tokens": {"C15.0": ["MS"]},
}


def lay(**tiles: str) -> Move:
    return Move("tile", "", tiles=tiles)


def test_track_into_a_field_and_track_that_goes_on() -> None:
    empty = Network(route_opt.parse(DETROIT))
    assert is_idle(empty, lay(C13="7@4"))  # nothing lies in Toledo yet
    assert not is_idle(empty, lay(D14="5@1"))  # a city
    assert not is_idle(empty, lay(C13="7@4", D14="5@1"))
    with_toledo = Network(route_opt.parse({**DETROIT, "tiles": {"D14": "5@1"}}))
    assert not is_idle(with_toledo, lay(C13="7@4"))  # Detroit, 40, and Toledo, 20, for a 2
    assert is_idle(with_toledo, lay(C13="9@1"))  # straight on, past it


def test_a_move_that_changes_more_than_track_is_searched() -> None:
    network = Network(route_opt.parse(DETROIT))
    assert not is_idle(network, Move("train", "", trains=("2", "2")))
    assert not is_idle(network, Move("tile", "", tiles={"C13": "7@4"}, tokens={}))


def test_what_is_not_searched_is_worth_what_the_board_was(corpus: Path) -> None:
    searched = skipped = 0
    for title in recorded_titles():
        found = positions(corpus, title)
        for row in found[len(found) // 5 :: max(1, len(found) // 6)]:
            position = route_opt.parse(row["position"], lenient=True)
            network, before = Network(position), route_opt.best(position).revenue
            moves = [single.move for single in lays_of(network)]
            idle = [move for move in moves if is_idle(network, move)]
            skipped += len(idle)
            searched += len(moves) - len(idle)
            for move in idle[:: max(1, len(idle) // 10)]:
                assert route_opt.best(move.applied(position)).revenue == before, move.text
    assert skipped > searched / 2 > 0
