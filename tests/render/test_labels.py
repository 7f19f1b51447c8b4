"""What is written on a board: only what still holds, clear of the track, and with its meaning."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from pictures import SVG, empty, groups, read

from route_opt import parse, titles
from route_opt.position import Position
from route_opt.render import draw
from route_opt.render.places import track_of
from route_opt.render.scene import Scene, rotation_of
from route_opt.render.tiles import off_board_leg
from route_opt.title import Title


def texts(element: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in element.iter(f"{SVG}text")]


def of_class(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return next((part for part in root.iter(f"{SVG}g") if part.get("class") == name), None)


def words(root: ElementTree.Element, name: str) -> list[str]:
    found = of_class(root, name)
    return [] if found is None else texts(found)


# What is gone


def kept(**document: Any) -> dict[str, list[str]]:
    """For each stop, the names written in its slots."""
    position = parse({"title": "1830", "phase": "2", "corporation": "PRR"} | document)
    stops = groups(read(draw(position)), "data-stop")
    return {name: texts(group) for name, group in stops.items()}


def test_a_home_is_kept_until_its_token_stands_in_either_city() -> None:
    # 1830: the home of NYNH is New York, a hex of two cities.
    assert kept()["G19.0"] == ["NYNH"]
    for stop in ("G19.0", "G19.1"):
        stops = kept(tokens={stop: ["NYNH"]})
        assert stops["G19.0"] + stops["G19.1"] == ["NYNH"]
    # Erie may choose between the two cities of Buffalo.
    stops = kept()
    assert (stops["E11.0"], stops["E11.1"]) == (["ERIE"], ["ERIE"])
    stops = kept(tokens={"E11.1": ["ERIE"]})
    assert (stops["E11.0"], stops["E11.1"]) == ([], ["ERIE"])


def test_no_slot_is_kept_for_a_minor_or_for_who_is_not_in_the_game() -> None:
    michigan = {"title": "1846", "corporation": "IC"}
    for phase in ("I", "III"):
        stops = kept(**michigan, phase=phase)
        assert (stops["C15.0"], stops["G9.0"]) == ([], [])  # Michigan Southern, Big 4
    # B&O keeps its place in Cincinnati until phase IV, unless it is out of the game.
    assert kept(**michigan, phase="III")["H12.0"] == ["B&O"]
    assert kept(**michigan, phase="IV")["H12.0"] == []
    out = {"kind": "removed_corporation", "at": "G19.0", "owner": "B&O"}
    assert kept(**michigan, phase="II", markers=[out])["H12.0"] == []


# By the rulebooks: 1830 and 1870 close all with the first 5, 1846 with phase III; of 1850's P1, P3,
# P5 and P7 close in phase 5, P2, P4 and P6 in phase 6. Elsewhere it is the first 5 as well.
CLOSED = {"1846": "III", "1850": "6"}
BEFORE = {"1846": "II"}


def privates(title: Title, phase: str) -> set[str]:
    root = read(draw(Position(title.name, phase, "")))
    notes = of_class(root, "notes")
    assert notes is not None
    return set(texts(notes)) & set(title.privates)


def test_private_companies_are_named_while_they_are_open(title: Title) -> None:
    on_map = {row.private for row in title.hexes.values() if row.private}
    on_map |= {name for name, row in title.privates.items() if row.blocks}
    assert privates(title, BEFORE.get(title.name, "4")) == on_map
    assert privates(title, CLOSED.get(title.name, "5")) == set()


def test_the_privates_of_1846_are_gone_in_phase_iii() -> None:
    assert privates(titles.find("1846"), "II") == {"MC", "O&I"}
    assert privates(titles.find("1846"), "III") == set()


# What the signs mean


def test_signs_are_explained_if_they_are_there() -> None:
    told = words(read(draw(parse({"title": "1830", "phase": "2", "corporation": "PRR"}))), "signs")
    assert told[0].split() == ["OO", "B", "NY"]
    assert told[1:3] == [
        "upgrades here bear the same letters",
        "the hex of that private company, while it is open",
    ]
    assert "a slot kept for the corporation named in it" in told
    # Kansas City has a tile of its own, 171; New Orleans and others are marked P.
    late = words(read(draw(Position("1870", "8", "", tiles={"B11": "171@0"}))), "signs")
    assert "the hex of that private company, while it is open" not in late
    assert set(late[0].split()) == {"K", "P"}


def test_every_label_of_a_board_is_explained(title: Title) -> None:
    told = words(read(draw(empty(title))), "signs")
    printed = {row.tile.label or row.later_label for row in title.hexes.values()} - {""}
    assert printed <= set(" ".join(told).split())


# Which of several


def test_a_stop_of_several_is_named_on_the_map_and_in_the_legend() -> None:
    position = parse({"title": "1846", "phase": "I", "corporation": "GT", "trains": ["2"]})
    root = read(draw(position, [{"train": "2", "track": ["D6.3", "C7", "D6.1"]}]))
    notes = of_class(root, "notes")
    assert notes is not None
    # Chicago is the one hex of the printed map with several stops.
    assert [word for word in texts(notes) if word.startswith(".")] == [".0", ".1", ".2", ".3"]
    (line,) = [word for word in words(root, "legend") if "Chicago" in word and "+" in word]
    assert line.startswith("Chicago D6.3 10 + Chicago D6.1 10")


def test_stops_that_are_not_counted_are_listed() -> None:
    document = {
        "title": "1846",
        "phase": "II",
        "corporation": "MS",
        "trains": ["3/5"],
        "tiles": {"C13": "7@4", "D14": "5@1"},
        "tokens": {"C15.0": ["MS"]},
    }
    route = {"train": "3/5", "track": ["C15.0", "C13", "D14.0"], "counted": ["C15.0"]}
    told = words(read(draw(parse(document), [route])), "legend")
    assert "Detroit 40" in told
    assert "not counted: Toledo" in told
    counted = [{**route, "counted": ["C15.0", "D14.0"]}]
    assert not any(
        "not counted" in word for word in words(read(draw(parse(document), counted)), "legend")
    )


# Names and track


def on_track(position: Position) -> set[str]:
    """The hexes on which the middle of some track runs through the name.

    A letter is taken as half as wide as it is high, its height as three quarters of its size.
    """
    scene, found = Scene(position), set()
    for hex_id, group in groups(read(draw(position)), "data-name").items():
        points = list(track_points(scene, hex_id))
        for part in group.iter(f"{SVG}text"):
            size, x, y = (float(part.get(name) or 0) for name in ("font-size", "x", "y"))
            half = 0.25 * size * len(part.text or "")
            if any(abs(p.real - x) < half and -0.75 * size < p.imag - y < 0 for p in points):
                found.add(hex_id)
    return found


def track_points(scene: Scene, hex_id: str) -> Any:
    area = scene.area_of[hex_id]
    for one in area:
        laid, turn = scene.laid(one), rotation_of(scene.laid(one))
        rails = laid.tile.rotated(turn)
        for ends, piece in zip(rails, track_of(laid.tile, rails, turn, scene.layout), strict=True):
            if laid.tile.stops and laid.tile.stops[0].kind == "offboard":
                piece = off_board_leg(min(ends), scene.layout)
            for point in piece.points():
                yield point + scene.layout.centre(one) - scene.middle(area)


def test_names_of_the_printed_map_are_clear_of_its_track(title: Title) -> None:
    for phase in title.phases:
        assert on_track(Position(title.name, phase, "")) == set()


@pytest.mark.parametrize(
    ("title", "hex_id", "tiles"),
    [
        ("1830", "G19", "54 62"),  # New York & Newark
        ("1830", "F20", "1 2 55 56 69"),  # New Haven & Hartford
        ("1870", "N17", "5 6 57 14 15 170 171 172"),  # New Orleans
    ],
)
def test_names_are_clear_of_the_track_of_any_tile(title: str, hex_id: str, tiles: str) -> None:
    last = list(titles.find(title).phases)[-1]
    for tile in tiles.split():
        for turn in range(6):
            position = Position(title, last, "", tiles={hex_id: f"{tile}@{turn}"})
            assert hex_id not in on_track(position), f"{tile}@{turn}"
