"""The network, fact by fact, against a reading of the files that shares no code with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus import examples, rows
from reading import Reading
from route_opt import titles
from route_opt.board import board_of
from route_opt.network import Network
from route_opt.position import Position, load, parse
from route_opt.title import Title
from strategies import board


def assert_read_alike(position: Position) -> None:
    network = Network(position)
    reading = Reading(position.rules.folder, position.document())
    stops = {
        stop.name: (stop.hex, stop.kind, stop.value, stop.own, stop.full, stop.through, stop.access)
        for stop in network.stops.values()
    }
    assert stops == {place.name: tuple(place[1:]) for place in reading.stops.values()}
    for hex_id, print_ in reading.prints.items():
        pieces = sorted(sorted(piece) for piece in network.laid[hex_id].track)
        assert pieces == sorted(sorted(piece) for piece in print_.track), hex_id
        for number in range(len(print_.stops)):
            known = network.board.stop_of[f"{hex_id}.{number}"]
            assert network.board.stop_names[known] == reading.stop_at(hex_id, number)
    assert network.laid.keys() == reading.prints.keys()


def test_every_example_is_read_alike() -> None:
    for file in examples():
        assert_read_alike(load(file))


@pytest.mark.parametrize("title", titles.names())
def test_random_boards_are_read_alike(title: str) -> None:
    for seed in range(150):
        assert_read_alike(parse(board(title, seed)))


def test_recorded_and_dense_boards_are_read_alike(corpus: Path) -> None:
    read = 0
    for row in rows(corpus, "positions/*/*.jsonl", "stress/*.jsonl", "hard/*.jsonl"):
        assert_read_alike(parse(row["position"], lenient=True))
        read += 1
    assert read > 1_500


def test_every_side_leads_where_the_map_has_it(title: Title) -> None:
    """By the angles of the sides, not by letters and numbers."""
    document = {"title": title.name, "phase": next(iter(title.phases)), "corporation": ""}
    across = Reading(title.folder, document).board.across
    board = board_of(title)
    joined = {
        (hex_id, side): board.side_names[number][1 - face]
        for (hex_id, side), (number, face) in board.side_of.items()
    }
    assert joined == across
    for (hex_id, side), other in across.items():
        assert title.neighbour(hex_id, side) == other, (hex_id, side)
