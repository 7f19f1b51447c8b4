"""Track on pictures: it ends where the tile says, after every rotation, at a right angle."""

from __future__ import annotations

import cmath
import re

import pytest
from pictures import SVG, empty, groups, near, read, side_middle, vertices

from route_opt import titles
from route_opt.position import Position
from route_opt.render import draw
from route_opt.render.geometry import Piece, layout_of
from route_opt.title import Title
from tile_notation import write_tile


def boards_with_every_tile(title: Title, rotation: int) -> list[Position]:
    """As many boards as it takes to lay each tile of the box once, on hexes that may have it."""
    todo = list(title.tiles)
    boards = []
    while todo:
        tiles: dict[str, str] = {}
        for name in list(todo):
            places = (h for h, fit in title.tiles_of.items() if name in fit and h not in tiles)
            hex_id = next(places, None)
            if hex_id is not None:
                tiles[hex_id] = f"{name}@{rotation}"
                todo.remove(name)
        assert tiles, f"{todo} fit no hex"
        boards.append(Position(title.name, list(title.phases)[-1], "", tiles=tiles))
    return boards


def sides_in_notation(text: str) -> set[int]:
    """The sides a tile's notation names in its track, read without the program's reader."""
    spokes = re.findall(r" [a-z]:([\d,]+)", text)
    pieces = re.findall(r" ([0-5])-([0-5])", text)
    return {int(side) for part in spokes for side in part.split(",")} | {
        int(side) for pair in pieces for side in pair
    }


@pytest.mark.parametrize("rotation", range(6))
def test_track_of_every_tile_ends_at_the_right_sides(title: Title, rotation: int) -> None:
    for position in boards_with_every_tile(title, rotation):
        track = groups(read(draw(position)), "data-track")
        for hex_id, spec in position.tiles.items():
            text = write_tile(title.tiles[spec.partition("@")[0]])
            expected = {(side + rotation) % 6 for side in sides_in_notation(text)}
            path = track[hex_id].find(f"{SVG}path")
            assert path is not None
            points = vertices(path.get("d", ""))
            found = {
                side
                for side in range(6)
                if any(near(point, side_middle(title.layout, side)) for point in points)
            }
            assert found == expected, f"{hex_id}: {spec}"


def test_57_turned_twice_on_a_flat_map_runs_from_upper_left_to_lower_right() -> None:
    # 57 joins sides 0 and 3; two turns make that 2 and 5. On a flat map side 0 is the bottom,
    # so side 2 is the upper left and side 5 the lower right: (-43.3, -25) and (43.3, 25).
    position = Position("1867bw", "2", "", tiles={"D8": "57*@2"})
    path = groups(read(draw(position)), "data-track")["D8"].find(f"{SVG}path")
    assert path is not None
    points = vertices(path.get("d", ""))
    assert any(near(point, -43.3 - 25j) for point in points)
    assert any(near(point, 43.3 + 25j) for point in points)


@pytest.mark.parametrize(
    ("first", "second", "radius"),
    [
        # Neighbouring sides: a circle around their common corner, through their middles.
        (0, 1, 50 / 3**0.5),
        # One side between: the circle's middle is where the lines along the two sides meet, 100
        # from the hex's middle; the sides' middles are 100 cos 30° away from it.
        (0, 2, 50 * 3**0.5),
    ],
)
@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_curves_are_circles_that_leave_both_sides_at_right_angles(
    layout: str, first: int, second: int, radius: float
) -> None:
    piece = layout_of(layout).join(first, second)
    command = piece.draw()
    assert command.startswith("A")
    assert float(command[1:].split()[0]) == pytest.approx(radius, abs=0.01)
    outward = side_middle(layout, second) / 50
    assert cmath.isclose(piece.heading_at(1), outward, abs_tol=1e-9)


def test_curves_bend_around_the_corner_between_their_sides() -> None:
    # Flat tops: in by the bottom going up, out by the lower left: a turn to the left, which SVG
    # writes as sweep 0; the other way round it is a turn to the right.
    layout = layout_of("flat")
    assert layout.join(0, 1).draw().split()[4] == "0"
    assert layout.join(1, 0).draw().split()[4] == "1"


def test_opposite_sides_are_joined_by_a_straight_line() -> None:
    assert layout_of("flat").join(1, 4).draw().startswith("L")


def test_a_piece_run_backwards_is_the_same_arc() -> None:
    piece = Piece(-50j, 1j, 25 + 10j)
    back = piece.reversed()
    for part in (0.0, 0.3, 0.8, 1.0):
        assert cmath.isclose(piece.at(part), back.at(1 - part), abs_tol=1e-9)


def test_towns_of_one_tile_do_not_touch() -> None:
    # 55, 56 and 69 have crossing track: bars in the middle would lie on one another.
    title = titles.find("1830")
    for name in ("1", "2", "55", "56", "69"):
        hex_id = next(h for h, fit in title.tiles_of.items() if name in fit)
        position = Position("1830", "5", "", tiles={hex_id: f"{name}@0"})
        stops = groups(read(draw(position)), "data-stop")
        middles = []
        for number in (0, 1):
            path = stops[f"{hex_id}.{number}"].find(f"{SVG}path")
            assert path is not None
            ends = vertices(path.get("d", ""))[:2]
            middles.append(sum(ends) / 2)
        assert abs(middles[0] - middles[1]) > 12, name


def test_a_hex_without_track_has_none(title: Title) -> None:
    track = groups(read(draw(empty(title))), "data-track")
    bare = [hex_id for hex_id, hex_ in title.hexes.items() if not hex_.tile.track]
    assert bare
    assert not set(bare) & set(track)
