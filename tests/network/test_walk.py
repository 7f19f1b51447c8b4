"""Every recorded route walks on the network: between its entries lies track, piece by piece."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from corpus import rows
from route_opt.network import Network
from route_opt.position import parse
from route_opt.tiles import FIRST_STOP


class Step(NamedTuple):
    """Crossing from one hex to the next: the hex left and its side, the hex entered and its."""

    left: str
    out: int
    entered: str
    into: int


def places(network: Network, entry: str) -> list[tuple[str, int | None]]:
    """The hexes an entry of a track may mean, each with the end of track at its stop."""
    hex_id, dot, number = entry.partition(".")
    stop = FIRST_STOP + int(number) if dot else None
    area = network.title.hexes[hex_id].area
    hexes = network.title.areas[area] if area and dot else (hex_id,)
    return [(place, stop) for place in hexes]


def steps(network: Network, first: str, second: str) -> list[Step]:
    """The ways from one entry to the next over a shared side, with track at its stops."""
    found = []
    for left, stop in places(network, first):
        for entered, goal in places(network, second):
            for side in range(6):
                if network.title.neighbour(left, side) != entered:
                    continue
                step = Step(left, side, entered, (side + 3) % 6)
                if joined(network, left, stop, side) and joined(network, entered, goal, step.into):
                    found.append(step)
    return found


def joined(network: Network, hex_id: str, stop: int | None, side: int) -> bool:
    """Whether track joins the stop to the side; where the train only passes, any track there."""
    ends = network.laid[hex_id].exits.get(side, ())
    return bool(ends) if stop is None else stop in ends


def walks(network: Network, track: list[str]) -> bool:
    """Whether a train can follow the entries of a track."""
    taken = [steps(network, first, second) for first, second in pairwise(track)]
    if not all(taken):
        return False
    for number, entry in enumerate(track[1:-1]):
        before, after = taken[number], taken[number + 1]
        if "." not in entry and not any(
            out.out in network.laid[entry].exits.get(into.into, ())
            for into in before
            for out in after
        ):
            return False
    return True


DOCUMENT = {
    "title": "1830",
    "phase": "2",
    "corporation": "NYC",
    "tiles": {"D16": "9@1", "D18": "8@5", "E19": "57@2", "F20": "56@0"},
}


@pytest.mark.parametrize(
    ("track", "sound"),
    [
        (["D14.0", "D16", "D18", "E19.0", "F20.0", "G19.0"], True),
        (["G19.0", "F20.0", "E19.0"], True),
        (["E19.0", "F20.1", "G19.0"], False),  # the other town is on another line
        (["E19.0", "F20", "G19.0"], False),  # no track passes by the town
        (["D14.0", "D18", "E19.0"], False),  # not neighbours
        (["D14.0", "D16", "E17"], False),  # no tile on E17
        (["E19.0", "D20"], False),  # no track at that side
    ],
)
def test_the_walker_knows_a_bad_route(track: list[str], sound: bool) -> None:
    assert walks(Network(parse(DOCUMENT)), track) is sound


def test_every_recorded_route_walks(corpus: Path) -> None:
    number = 0
    for row in rows(corpus, "positions/*/*.jsonl", "hard/*.jsonl"):
        network = Network(parse(row["position"]))
        for route in row.get("routes", ()):
            assert walks(network, route["track"]), (row["id"], route["track"])
            number += 1
    assert number > 1000


def test_recorded_routes_stop_where_the_network_has_stops(corpus: Path) -> None:
    """Each stop a recorded train calls at is in the network, and open or at an end of the run."""
    for row in rows(corpus, "positions/*/*.jsonl"):
        network = Network(parse(row["position"]))
        board = network.board
        for route in row["routes"]:
            names = [entry for entry in route["track"] if "." in entry]
            stops = [network.stops[board.stop_names[board.stop_of[name]]] for name in names]
            assert all(stop.access for stop in stops), row["id"]
            assert all(stop.through for stop in stops[1:-1]), row["id"]
            assert any(stop.own for stop in stops), row["id"]
