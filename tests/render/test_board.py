"""The parts of a picture: hexes, areas, stops, tokens, values, markers."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from pictures import SVG, empty, groups, hex_middle, near, read, vertices

from corpus import rows
from route_opt import parse, titles
from route_opt.position import Position
from route_opt.render import draw
from route_opt.title import Title


def texts(element: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in element.iter(f"{SVG}text")]


def shift(element: ElementTree.Element) -> complex:
    words = (element.get("transform") or "").removeprefix("translate(").rstrip(")").split()
    return complex(*map(float, words))


def test_every_hex_is_drawn_once_in_its_place(title: Title) -> None:
    drawn = groups(read(draw(empty(title))), "data-hex")
    assert set(drawn) == set(title.hexes)
    for hex_id, group in drawn.items():
        assert near(shift(group), hex_middle(title.layout, hex_id))


def test_every_stop_is_drawn_once_with_a_circle_a_slot(title: Title) -> None:
    drawn = groups(read(draw(empty(title))), "data-stop")
    first = {hex_id: ids[0] for ids in title.areas.values() for hex_id in ids}
    expected = {
        f"{first.get(hex_id, hex_id)}.{n}": stop.slots
        for hex_id, hex_ in title.hexes.items()
        for n, stop in enumerate(hex_.tile.stops)
    }
    circles = {
        name: sum(part.get("class") == "slot" for part in group.iter(f"{SVG}circle"))
        for name, group in drawn.items()
    }
    assert circles == expected


def test_slots_of_the_big_tiles() -> None:
    # 1850's 131 is one city with four slots, 1830's 62 two cities with two each.
    chicago = Position("1850", "12", "", tiles={"I18": "131@0"})
    new_york = Position("1830", "5", "", tiles={"G19": "62@0"})
    for position, stop, slots in (
        (chicago, "I18.0", 4),
        (new_york, "G19.0", 2),
        (new_york, "G19.1", 2),
    ):
        group = groups(read(draw(position)), "data-stop")[stop]
        circles = [part for part in group.iter(f"{SVG}circle") if part.get("class") == "slot"]
        spots = {(part.get("cx"), part.get("cy")) for part in circles}
        assert len(spots) == slots


def test_an_area_of_two_hexes_is_one_shape() -> None:
    drawn = groups(read(draw(empty(titles.find("1846")))), "data-area")
    assert set(drawn) == {"Buffalo", "Pittsburgh"}
    shapes = drawn["Buffalo"].findall(f"{SVG}path")
    assert len(shapes) == 1
    path = shapes[0].get("d") or ""
    # Two hexes have twelve sides; the one between them is gone from both: ten corners.
    assert path.count("M") == 1
    assert len(vertices(path)) == 10
    between = (hex_middle("pointy", "C21") + hex_middle("pointy", "D22")) / 2
    corners = vertices(path)
    middles = [(a + b) / 2 for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert not any(near(middle, between) for middle in middles)


def test_areas_are_apart_where_an_option_says_so() -> None:
    position = Position("1830", "2", "", options=("red_hexes_separate",))
    root = read(draw(position))
    assert not groups(root, "data-area")
    assert {"A9.0", "A11.0"} <= set(groups(root, "data-stop"))


def test_the_value_of_the_present_phase_is_marked() -> None:
    # 1830: Chicago is 40 until the first 5-train, 70 from then on; Deep South 30, then 40.
    for phase, values in (("4", {"40", "30", "20"}), ("5", {"70", "40", "50", "60", "30"})):
        root = read(draw(Position("1830", phase, "")))
        marked = {
            texts(group)[0] for group in root.iter(f"{SVG}g") if group.get("class") == "current"
        }
        assert marked == values


def test_tokens_carry_names_and_reserved_places_vanish_when_taken() -> None:
    document = {
        "title": "1846",
        "phase": "II",
        "corporation": "ERIE",
        "tokens": {"D20.0": ["NYC", "ERIE"], "E21.0": ["ERIE"]},
    }
    stops = groups(read(draw(parse(document))), "data-stop")
    assert texts(stops["D20.0"]) == ["NYC", "ERIE"]
    assert texts(stops["E21.0"]) == ["ERIE"]
    tokens = [part for part in stops["D20.0"].iter(f"{SVG}g") if part.get("class") == "token"]
    assert len(tokens) == 2
    # Reserved until phase IV for B&O; a home without a token is only named.
    assert texts(stops["H12.0"]) == ["B&O"]
    assert not [part for part in stops["H12.0"].iter(f"{SVG}g") if part.get("class") == "token"]


def test_tokens_beside_a_city_are_drawn() -> None:
    document = {
        "title": "1870",
        "phase": "6",
        "corporation": "MP",
        "tiles": {"J5": "57@1"},
        "tokens": {"J5.0": ["TP", "MP"]},
        "markers": [{"kind": "destination", "at": "J5.0", "owner": "MP"}],
    }
    root = read(draw(parse(document)))
    tokens = [part for part in root.iter(f"{SVG}g") if part.get("class") == "token"]
    assert sorted(texts(token)[0] for token in tokens) == ["MP", "TP"]
    markers = [part for part in root.iter(f"{SVG}g") if part.get("data-marker")]
    assert [texts(marker) for marker in markers] == [["MP ×2"]]


def test_markers_say_what_they_do() -> None:
    document = {
        "title": "1846",
        "phase": "II",
        "corporation": "GT",
        "markers": [
            {"kind": "meat_packing", "at": "I1.0", "owner": "GT"},
            {"kind": "steamboat", "at": "G19.0", "owner": "GT"},
            {"kind": "mail_contract", "owner": "GT"},
        ],
    }
    root = read(draw(parse(document)))
    plates = [texts(part)[0] for part in root.iter(f"{SVG}g") if part.get("data-marker")]
    # Meat packing is +30, the steamboat +40 at Wheeling; the contract lies on no hex.
    assert plates == ["GT steamboat +40", "GT meat +30"]
    assert "GT mail contract" in texts(root)


def test_cubes_are_counted_out() -> None:
    document = {
        "title": "1867bw",
        "phase": "4",
        "corporation": "CBQ",
        "tiles": {"I7": "d1@0"},
        "markers": [{"kind": "cube", "at": "I7.0", "count": 3}],
    }
    root = read(draw(parse(document)))
    cubes = [part for part in root.iter(f"{SVG}g") if part.get("data-marker") == "cubes"]
    assert len(cubes) == 1
    assert len(cubes[0].findall(f"{SVG}rect")) == 3


def test_coordinates_stand_on_all_four_edges(title: Title) -> None:
    root = read(draw(empty(title)))
    group = next(part for part in root.iter(f"{SVG}g") if part.get("class") == "coordinates")
    labels = texts(group)
    for label in {part for hex_id in title.hexes for part in (hex_id[0], hex_id[1:])}:
        assert labels.count(label) == 2


def test_the_cost_of_a_side_goes_when_track_joins_over_it() -> None:
    # 1846: the bridge between J4 and J6 costs 40.
    def borders(tiles: dict[str, str]) -> list[str]:
        root = read(draw(Position("1846", "I", "", tiles=tiles)))
        group = next(part for part in root.iter(f"{SVG}g") if part.get("class") == "borders")
        return texts(group)

    before = borders({})
    assert len(before) == 8
    # Tile 9 is straight; turned once it joins sides 1 and 4, left and right.
    assert borders({"J4": "9@1"}) == before
    assert len(borders({"J4": "9@1", "J6": "9@1"})) == 7


def test_the_same_position_gives_the_same_bytes(title: Title) -> None:
    assert draw(empty(title)) == draw(empty(title))


def test_names_are_escaped() -> None:
    # "B&O" must not break the markup: reading it back says so.
    position = parse({"title": "1830", "phase": "2", "corporation": "B&O"})
    picture = draw(position)
    assert "B&amp;O" in picture
    assert any("B&O: no trains" in text for text in texts(read(picture)))


def test_a_position_shows_itself_in_a_notebook() -> None:
    position = parse({"title": "1830", "phase": "2", "corporation": "PRR"})
    assert read(position._repr_svg_()).tag == f"{SVG}svg"


def test_recorded_positions_are_drawn(corpus: Path, title: Title) -> None:
    for n, row in enumerate(rows(corpus, f"positions/{title.name}/*.jsonl")):
        if n % 25:
            continue
        position = parse(row["position"], lenient=True)
        root = read(draw(position, row["routes"]))
        assert set(groups(root, "data-hex")) == set(title.hexes)
        drawn = [part for part in root.iter(f"{SVG}g") if part.get("class") == "token"]
        placed = sum(1 for slots in position.tokens.values() for owner in slots if owner)
        assert len(drawn) >= placed
