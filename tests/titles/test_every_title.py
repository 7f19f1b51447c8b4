"""What must hold for every title found, so that a new one is tested by being there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus import examples
from route_opt import titles
from route_opt.board import board_of
from route_opt.errors import PositionError, UnknownTitleError
from route_opt.names import places
from route_opt.position import parse
from route_opt.tiles import COLOURS, FIRST_STOP, keeps_track, read_tile
from route_opt.title import Hex, Title
from tile_notation import write_tile


def sides(hex_: Hex) -> set[int]:
    return {end for piece in hex_.tile.track for end in piece if end < FIRST_STOP}


def upgrades(title: Title) -> Iterator[tuple[str, str]]:
    for table in (title.upgrades, *title.upgrades_with.values()):
        for tile, betters in table.items():
            yield from ((tile, better) for better in betters)


def test_every_upgrade_keeps_its_track(title: Title) -> None:
    for tile, better in upgrades(title):
        old, new = title.tiles[tile], title.tiles[better]
        assert COLOURS.index(new.colour) == COLOURS.index(old.colour) + 1, (tile, better)
        turns = [turn for turn in range(6) if keeps_track(old.track, new.rotated(turn))]
        assert turns, (tile, better)


def test_every_upgrade_keeps_its_stops(title: Title) -> None:
    """As many stops of the same kinds, or fewer where cities grow together; never less value."""
    for tile, better in upgrades(title):
        old, new = title.tiles[tile], title.tiles[better]
        assert set(old.kinds) == set(new.kinds), (tile, better)
        assert len(new.stops) <= len(old.stops), (tile, better)
        assert sum(s.slots for s in new.stops) >= sum(s.slots for s in old.stops)
        if old.stops:
            assert max(s.value(0) for s in new.stops) >= max(s.value(0) for s in old.stops)


def test_every_tile_can_come_to_lie_somewhere(title: Title) -> None:
    assert set().union(*title.tiles_of.values()) == set(title.manifest)


def test_printed_track_meets_something(title: Title) -> None:
    for hex_ in title.hexes.values():
        for side in sides(hex_):
            other = title.neighbour(hex_.id, side)
            assert other is not None, (hex_.id, side)
            there = title.hexes[other]
            assert there.first or (side + 3) % 6 in sides(there), (hex_.id, side)


def test_neighbours_are_mutual(title: Title) -> None:
    for hex_id in title.hexes:
        around = [title.neighbour(hex_id, side) for side in range(6)]
        there = [other for other in around if other]
        assert len(set(there)) == len(there)
        for side, other in enumerate(around):
            if other:
                assert title.neighbour(other, (side + 3) % 6) == hex_id


def test_sides_of_the_board_are_numbered_once(title: Title) -> None:
    """Both hexes know the number of the side between them, each from its own end."""
    board = board_of(title)
    assert len(board.side_names) == len({frozenset(pair) for pair in board.side_names})
    for (hex_id, side), (number, end) in board.side_of.items():
        assert board.side_names[number][end] == hex_id
        other = title.neighbour(hex_id, side)
        assert other is not None
        assert board.side_of[other, (side + 3) % 6] == (number, 1 - end)


def test_codes_of_the_board_are_distinct(title: Title) -> None:
    """Stops come first, then two codes a side; no two ends of track share one."""
    board = board_of(title)
    ends = {(hex_id, side): board.code(hex_id, side) for hex_id, side in board.side_of}
    assert len(set(ends.values())) == len(ends) == 2 * len(board.side_names)
    codes = [code for code in ends.values() if code is not None]
    assert min(codes) == len(board.stop_names)


def test_layout_follows_the_format(title: Title) -> None:
    """Side 0 of a pointed hex is the lower left, of a flat-topped one the bottom; then clockwise.

    Pointed: letters are rows downwards, numbers run to the right. Flat: letters are columns to
    the right, numbers run downwards. A step is (right, down) in half hexes.
    """
    pointed = [(-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)]
    flat = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)]
    steps = pointed if title.layout == "pointy" else flat
    for hex_id in title.hexes:
        letter, number = ord(hex_id[0]), int(hex_id[1:])
        for side, (right, down) in enumerate(steps):
            other = title.neighbour(hex_id, side)
            if other:
                moved = ord(other[0]) - letter, int(other[1:]) - number
                assert moved == ((down, right) if title.layout == "pointy" else (right, down))


def test_homes_are_cities(title: Title) -> None:
    for corporation in title.corporations.values():
        for home in corporation.home:
            hex_id, number = home.split(".")
            assert title.hexes[hex_id].tile.stops[int(number)].slots


def test_marker_hexes_have_a_stop(title: Title) -> None:
    for marker in title.markers.values():
        for hex_id in marker.hexes:
            assert title.hexes[hex_id].tile.stops, hex_id
        if isinstance(marker.amount, dict):
            assert set(marker.amount) == set(marker.hexes)


def test_notation_round_trips(title: Title) -> None:
    prints = [*title.tiles.values(), *(hex_.tile for hex_ in title.hexes.values())]
    for tile in prints:
        again = read_tile(write_tile(tile))
        assert (again.colour, again.stops, again.label) == (tile.colour, tile.stops, tile.label)
        assert set(map(frozenset, again.track)) == set(map(frozenset, tile.track))


def test_trains_start_phases_in_order(title: Title) -> None:
    """With or without its options, each phase but the first starts with a train of the game."""
    for option in ("", *title.options):
        table = [
            phase
            for phase in title.phases.values()
            if phase.option in ("", option) and phase.without != (option or None)
        ]
        assert not table[0].starts_with
        for phase in table[1:]:
            assert phase.starts_with
            for name in phase.starts_with:
                train = title.trains[name]
                assert train.option in ("", option)
                assert train.without != (option or None)
        assert [phase.column for phase in table] == sorted(phase.column for phase in table)


def test_options_touch_routes_or_rounds(title: Title) -> None:
    for option in title.options.values():
        assert option.scope in ("routes", "rounds")
        assert option.text
        assert option.rule


def test_sources_are_stated(title: Title) -> None:
    assert {"map", "tiles", "trains", "companies", "market"} <= set(title.sources)
    assert title.edition


def test_shares_make_a_company(title: Title) -> None:
    for corporation in title.corporations.values():
        assert sum(corporation.shares) == 100
        assert corporation.name


def test_city_names_lead_to_their_hex(title: Title) -> None:
    names = places(title)
    for hex_ in title.hexes.values():
        for name in {hex_.name, *hex_.name.split(" & ")} - {""}:
            for written in (name, name.upper(), name.replace(".", "").replace(",", "").lower()):
                assert hex_.id in names.hexes(written)


def test_title_has_an_example(title: Title) -> None:
    assert any(file.parent.parent == title.folder for file in examples())


@pytest.mark.parametrize("file", examples(), ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_example_positions_load(file: Path) -> None:
    example = json.loads(file.read_text(encoding="utf-8"))
    position = parse(example["position"])
    assert position.rules.folder == file.parent.parent
    assert example["note"]


def test_unknown_title_names_those_there_are() -> None:
    with pytest.raises(UnknownTitleError) as caught:
        titles.find("1864")
    (problem,) = caught.value.problems
    assert problem.code == "unknown_title"
    assert "'1864' is not a title; there are 1830, 1846" in problem.message
    assert "did you mean '1846'?" in problem.message
    with pytest.raises(PositionError, match="'1899' is not a title"):
        parse({"title": "1899", "phase": "2", "corporation": "X"})
