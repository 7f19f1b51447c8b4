"""Tiles: the notation, rotation, and what an upgrade keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from route_opt.tiles import (
    FIRST_STOP,
    KINDS,
    MAP_COLOURS,
    Stop,
    Tile,
    keeps_track,
    read_tile,
)
from tile_notation import write_tile


def same(first: Tile, second: Tile) -> bool:
    """Equal up to the order of the track and of the ends of its pieces."""
    prints = [(tile.colour, tile.stops, tile.label) for tile in (first, second)]
    tracks = [{frozenset(piece) for piece in tile.track} for tile in (first, second)]
    return prints[0] == prints[1] and tracks[0] == tracks[1]


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    values = st.lists(st.integers(0, 200), min_size=1, max_size=3).map(tuple)
    stops = draw(
        st.lists(st.builds(Stop, st.sampled_from(KINDS), values, st.integers(0, 4)), max_size=4)
    )
    ends = [*range(6), *(FIRST_STOP + n for n in range(len(stops)))]
    pieces = [(a, b) for a in ends for b in ends if a < b]
    track = draw(st.lists(st.sampled_from(pieces), unique=True, max_size=8))
    label = draw(st.sampled_from(["", "OO", "Chi", "P"]))
    return Tile(draw(st.sampled_from(MAP_COLOURS)), tuple(stops), tuple(track), label)


@given(tiles())
def test_notation_round_trip(tile: Tile) -> None:
    text = write_tile(tile)
    assert same(read_tile(text), tile)
    assert write_tile(read_tile(text)) == text


def test_stop_to_stop_track() -> None:
    """Two towns on one line: side 0, first town, second town, side 3."""
    tile = read_tile("yellow town:10 town:10 0-a a-b b-3")
    assert [set(piece) for piece in tile.track] == [{0, 6}, {6, 7}, {7, 3}]
    assert same(read_tile(write_tile(tile)), tile)


def test_values_by_column() -> None:
    """A stop that prints fewer values keeps its last one."""
    stop = read_tile("red offboard:30/40 a:5").stops[0]
    assert [stop.value(column) for column in range(3)] == [30, 40, 40]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "must start with one of"),
        ("purple 0-3", "must start with one of"),
        ("green 0-7", "cannot read '0-7'"),
        ("green a:0,3", "stop 'a' is not among its 0 stops"),
        ("green city:30 b:0", "stop 'b' is not among its 1 stops"),
        ("green city:30x a:0", "cannot read 'city:30x'"),
        ("green village:30", "cannot read 'village:30'"),
        ("green 0-0", "two different ends"),
        ("green 0-3 3-0", "two different ends"),
        ("green city a:0,0", "two different ends"),
        ("green =", "cannot read '='"),
    ],
)
def test_bad_notation(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_tile(text)


@given(tiles(), st.integers(0, 5), st.integers(0, 5))
def test_rotations_add_up(tile: Tile, first: int, second: int) -> None:
    once = Tile(tile.colour, tile.stops, tile.rotated(first))
    assert once.rotated(second) == tile.rotated((first + second) % 6)


def track(text: str) -> tuple[tuple[int, int], ...]:
    return read_tile(f"green {text}").track


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("0-3", "0-3 1-4", True),
        ("0-3", "0-2 1-4", False),
        ("city a:0,3", "city a:0,1,3", True),
        ("city a:0,3", "0-3", False),
        ("0-3", "city a:0,3", False),
        # two cities stay two: both lines may not end in the same one
        ("city city a:0 b:2", "city city a:0,2 b:3,4", False),
        ("city city a:0 b:3", "city city a:0,2 b:3,4", True),
        ("city city a:3 b:0", "city city a:0,2 b:3,4", True),
        # unless the new tile has one city, which both have become
        ("city city a:0 b:3", "city a:0,3", True),
        ("city city a:0 b:3 a-b", "city a:0,3", True),
        # track between stops is track
        ("town town 0-a a-b b-3", "town town 0-a a-b b-3 1-a", True),
        ("town town 0-a a-b b-3", "town town 0-a b-3 1-a", False),
    ],
)
def test_an_upgrade_keeps_track(old: str, new: str, kept: bool) -> None:
    assert keeps_track(track(old), track(new)) is kept
