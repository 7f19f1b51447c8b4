"""Which tiles may be laid where: reach, fit, connection, cost and supply, against hand counts."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from route_opt import titles
from route_opt.lays import (
    CONNECTS,
    _coming,
    _meeting,
    fitting,
    lay_of,
    legal_lays,
    moved,
    supply,
)
from route_opt.network import Network
from route_opt.position import parse
from route_opt.reach import own_stops, reach
from route_opt.tiles import FIRST_STOP


def network(title: str, corporation: str, phase: str, **fields: Any) -> Network:
    document = {"title": title, "corporation": corporation, "phase": phase, **fields}
    return Network(parse(document))


def prr(phase: str = "2", **fields: Any) -> Network:
    """PRR in Altoona, which has track to H10 and H14."""
    return network("1830", "PRR", phase, **{"tokens": {"H12.0": ["PRR"]}, **fields})


def test_reach_of_a_home_with_printed_track() -> None:
    found = reach(prr())
    # Side 4 of H10 and side 1 of H14 meet Altoona's track
    assert found.entered == {("H10", 4), ("H14", 1)}
    assert found.stops == {"H12.0"}
    assert found.sides("H14") == {1}
    assert own_stops(prr()) == ["H12.0"]


def test_reach_goes_through_open_cities_and_stops_at_full_ones() -> None:
    tiles = {"H14": "9@1", "H16": "57@1"}
    assert "H18" in {hex_id for hex_id, _ in reach(prr(tiles=tiles)).entered}
    full = prr(tiles=tiles, tokens={"H12.0": ["PRR"], "H16.0": ["B&O"]})
    assert "H16.0" in reach(full).stops
    assert "H18" not in {hex_id for hex_id, _ in reach(full).entered}


def test_reach_does_not_reverse_at_a_junction() -> None:
    """23@4 on H14 joins side 4 to sides 1 and 2: from H12 on side 1 the way leads to H16 only."""
    title = titles.find("1830")
    assert {frozenset(piece) for piece in title.tiles["23"].rotated(4)} == {
        frozenset({4, 1}),
        frozenset({4, 2}),
    }
    found = reach(prr("3", tiles={"H14": "23@4"}))
    assert ("H16", 1) in found.entered
    assert title.neighbour("H14", 2) == "G13"
    assert ("G13", 5) not in found.entered


def brute_reach(network: Network) -> set[tuple[str, int]]:
    """Every side that some way without a side twice crosses: all ways, tried out."""
    found: set[tuple[str, int]] = set()

    def go(hex_id: str, end: int, used: frozenset[frozenset[tuple[str, int]]]) -> None:
        for other in network.laid[hex_id].exits.get(end, ()):
            if other >= FIRST_STOP:
                name = network.board.stop_names[
                    network.board.stop_of[f"{hex_id}.{other - FIRST_STOP}"]
                ]
                stop = network.stops.get(name)
                if stop is not None and stop.through and stop.access:
                    for side in network.laid[hex_id].exits[other]:
                        if side != end:
                            cross(hex_id, side, used)
            else:
                cross(hex_id, other, used)

    def cross(hex_id: str, side: int, used: frozenset[frozenset[tuple[str, int]]]) -> None:
        there = network.title.neighbour(hex_id, side)
        if there is None or (hex_id, side) not in network.board.side_of:
            return
        edge = frozenset({(hex_id, side), (there, (side + 3) % 6)})
        if edge in used:
            return
        found.add((there, (side + 3) % 6))
        go(there, (side + 3) % 6, used | {edge})

    for stop in own_stops(network):
        hex_id, _, number = stop.partition(".")
        for side in network.laid[hex_id].exits.get(FIRST_STOP + int(number), ()):
            cross(hex_id, side, frozenset())
    return found


@pytest.mark.parametrize("seed", range(40))
def test_reach_against_brute_force(seed: int) -> None:
    """Random track around Altoona, junctions and loops included."""
    chance = random.Random(seed)
    title = titles.find("1830")
    hexes = ["H14", "G13", "G11", "I11", "I13", "G15", "F14", "F12", "H8", "I9", "G9"]
    tiles: dict[str, str] = {"H10": f"57@{chance.randrange(6)}", "H16": f"14@{chance.randrange(6)}"}
    for hex_id in chance.sample(hexes, 9):
        names = [name for name in title.tiles_of[hex_id] if title.tiles[name].colour != "yellow"]
        tiles[hex_id] = f"{chance.choice(sorted(names))}@{chance.randrange(6)}"
    document = {
        "title": "1830",
        "corporation": "PRR",
        "phase": "5",
        "tokens": {"H12.0": ["PRR"]},
        "tiles": tiles,
    }
    board = Network(parse(document, lenient=True))
    assert reach(board).entered == brute_reach(board)


def test_fit_keeps_track_on_every_upgrade() -> None:
    title = titles.find("1830")
    # Table 6: 9 on open country, straight from side 1 to side 4
    found = fitting(title, "H14", "9@1")
    assert {tile for tile, _ in found} == {"18", "19", "20", "23", "24", "26", "27"}
    for tile, rotation in found:
        pieces = {frozenset(piece) for piece in title.tiles[tile].rotated(rotation)}
        assert frozenset({1, 4}) in pieces


def test_no_track_off_the_map_nor_into_blank_gray_sides() -> None:
    title = titles.find("1830")
    for tile, rotation in fitting(title, "B12", ""):
        for side in {end for piece in title.tiles[tile].rotated(rotation) for end in piece}:
            there = title.neighbour("B12", side)
            assert there is not None
            printed = title.hexes[there]
            ends = {end for piece in printed.tile.track for end in piece}
            assert printed.first or (side + 3) % 6 in ends


def test_closed_hexes_and_hexes_without_a_connection() -> None:
    board = prr()
    assert {lay.hex for lay in legal_lays(board)} == {"H10", "H14"}
    assert {lay.hex for lay in legal_lays(board, closed={"H14"})} == {"H10"}
    assert {lay.hex for lay in legal_lays(board, hexes=["E19"], anywhere={"E19"})} == {"E19"}
    assert not list(legal_lays(board, hexes=["E19"]))
    assert not list(legal_lays(board, colours=("brown",)))


def test_supply_counts_what_lies_on_the_map() -> None:
    title = titles.find("1830")
    assert supply(title, {}, ())["57"] == 4
    assert supply(title, {"H10": "57@1", "H16": "57@0"}, ())["57"] == 2
    # 7, 8 and 9 of 1846 never run out
    assert not {"7", "8", "9"} & set(supply(titles.find("1846"), {}, ()))


def test_costs() -> None:
    board = network("1846", "B&O", "II", tokens={"G19.0": ["B&O"]}, tiles={"G19": "14@1"})
    lay = next(lay for lay in legal_lays(board, hexes=["G17"]))
    # A mountain of 40; the second track to meet the bridge of 20
    assert lay.terrain == 40
    assert lay.borders == (("bridge", 20),)
    assert lay.cost(20) == 60
    again = network(
        "1846", "B&O", "II", tokens={"G19.0": ["B&O"]}, tiles={"G19": "14@1", "G17": "8@4"}
    )
    upgrade = lay_of(again, again.board.lay("G17", "23@4"), "23", 4)
    assert upgrade.upgrade
    assert upgrade.terrain == 0
    assert upgrade.cost(20) == 20


def test_an_upgrade_on_anothers_line() -> None:
    """A city may always be upgraded when it is reached, plain track only with new track reached."""
    board = network(
        "1846",
        "NYC",
        "II",
        tokens={"D20.0": ["NYC"]},
        tiles={"E19": "8@1", "E17": "291@3"},
    )
    assert {lay.tile for lay in legal_lays(board, hexes=["E17"])} == {"294", "295", "296"}
    for lay in legal_lays(board, hexes=["E19"]):
        sides = reach(board).sides("E19")
        new = {frozenset(piece) for piece in board.board.lay("E19", lay.spec).track} - {
            frozenset(piece) for piece in board.laid["E19"].track
        }
        assert any(piece & sides for piece in new)


@pytest.mark.parametrize(
    ("there", "met"),
    [(["B&O", "NYC"], {1}), (["B&O"], set(range(6))), (["B&O", "PRR"], set(range(6)))],
)
def test_a_full_city_ends_the_line_on_a_new_tile_too(there: list[str], met: set[int]) -> None:
    """Tile 63 joins its city of two spaces to all six sides; PRR comes to it by side 1."""
    board = prr(
        phase="5",
        tiles={"H14": "9@1", "H16": "14@0"},
        tokens={"H12.0": ["PRR"], "H16.0": there},
    )
    old, new = board.laid["H16"], board.board.lay("H16", "63@0")
    found = reach(board)
    assert 1 in found.sides("H16")
    touched = _meeting(old, new, _coming(board, found, "H16")).touched
    assert {min(piece) for piece in touched} == met


def test_cities_keep_their_tokens() -> None:
    """New York: the city with track to side 0 is the second on the green tile."""
    board = network("1830", "NYNH", "3", tokens={"G19.0": ["NYNH"]})
    old, new = board.laid["G19"], board.board.lay("G19", "54@0")
    places = moved(old, new)
    for before, after in places.items():
        kept = set(old.exits[FIRST_STOP + before])
        assert kept <= set(new.exits[FIRST_STOP + after])
    assert len(set(places.values())) == 2


def test_every_title_says_what_upgrades_must_meet() -> None:
    for name in titles.names():
        assert titles.find(name).play.track.connects in CONNECTS


def test_lays_are_all_different() -> None:
    found = list(legal_lays(prr(phase="3", tiles={"H14": "9@1", "H16": "57@1"})))
    assert len(found) == len({(lay.hex, lay.spec) for lay in found})
    assert all(a.hex != b.hex or a.spec != b.spec for a, b in itertools.combinations(found, 2))
