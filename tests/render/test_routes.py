"""Routes on pictures: over the sides they cross and no others."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pictures import GRAND_TRUNK, ROUTES, SVG, groups, hex_middle, near, read, vertices

from corpus import positions
from route_opt import ClaimError, parse
from route_opt.render import draw
from route_opt.title import Title


def route_path(root: Any, number: int) -> str:
    path = groups(root, "data-route")[str(number)].find(f"{SVG}path")
    assert path is not None
    return path.get("d") or ""


def route_points(root: Any, number: int) -> list[complex]:
    return vertices(route_path(root, number))


def crossed(layout: str, hexes: set[str], points: list[complex]) -> list[frozenset[str]]:
    """The pairs of neighbouring hexes between which points lie, in order."""
    middles = {hex_id: hex_middle(layout, hex_id) for hex_id in hexes}
    found = []
    for point in points:
        beside = [h for h, middle in middles.items() if abs(abs(point - middle) - 50) < 0.05]
        for n, one in enumerate(beside):
            for other in beside[n + 1 :]:
                if near((middles[one] + middles[other]) / 2, point):
                    found.append(frozenset((one, other)))
    return found


def test_a_route_crosses_the_side_between_its_hexes() -> None:
    root = read(draw(parse(GRAND_TRUNK), ROUTES))
    hexes = {"B16", "B18", "C15", "C17", "A15", "B14"}
    assert crossed("pointy", hexes, route_points(root, 0)) == [frozenset(("B18", "B16"))]
    assert crossed("pointy", hexes, route_points(root, 1)) == [frozenset(("B16", "C15"))]


def test_the_legend_tells_trains_and_revenues() -> None:
    # Sarnia is 30 in phase II, Port Huron's yellow tile 20, Detroit's green tile 50.
    root = read(draw(parse(GRAND_TRUNK), {"routes": ROUTES}))
    legend = next(part for part in root.iter(f"{SVG}g") if part.get("class") == "legend")
    words = [part.text for part in legend.iter(f"{SVG}text")]
    assert words[:3] == ["Routes: 120", "2 earns 50", "Sarnia 30 + Port Huron 20"]
    assert words[3:] == ["3/5 earns 70", "Port Huron 20 + Detroit 50"]


def test_without_routes_there_is_no_legend() -> None:
    root = read(draw(parse(GRAND_TRUNK)))
    assert not [part for part in root.iter(f"{SVG}g") if part.get("class") == "legend"]
    assert not groups(root, "data-route")


def test_an_illegal_route_is_drawn_and_called_so() -> None:
    # A run from Sarnia straight to Detroit leaps over the lake: the two do not touch.
    picture = draw(parse(GRAND_TRUNK), [{"train": "2", "track": ["B18.0", "C15.0"]}])
    assert "NOT LEGAL" in picture


def test_a_run_to_the_other_hex_of_an_area() -> None:
    # Buffalo is C21 and D22. Erie's printed track leaves by side 3, to C21 on the upper right;
    # the route may name either hex.
    document = {
        "title": "1846",
        "phase": "II",
        "corporation": "NYC",
        "trains": ["2"],
        "tokens": {"D20.0": ["NYC"]},
    }
    for name in ("C21.0", "D22.0"):
        root = read(draw(parse(document), [{"train": "2", "track": ["D20.0", name]}]))
        hexes = {"D20", "C21", "D22", "E21", "C19"}
        assert crossed("pointy", hexes, route_points(root, 0)) == [frozenset(("D20", "C21"))]


def test_recorded_routes_cross_exactly_their_sides(corpus: Path, title: Title) -> None:
    areas = {hex_id for ids in title.areas.values() for hex_id in ids}
    seen = 0
    for n, row in enumerate(positions(corpus, title.name)):
        if n % 40 or not row["routes"]:
            continue
        root = read(draw(parse(row["position"], lenient=True), row["routes"]))
        for number, route in enumerate(row["routes"]):
            hexes = [place.partition(".")[0] for place in route["track"]]
            if areas & set(hexes):
                continue
            steps = [frozenset(pair) for pair in pairwise(hexes)]
            around = set(title.hexes)
            found = crossed(title.layout, around, route_points(root, number))
            # A side is the end of one piece and the start of the next: once in the path.
            assert found == steps, row["id"]
            # One unbroken line, from inside the first hex to inside the last.
            assert route_path(root, number).count("M") == 1
            points = route_points(root, number)
            assert abs(points[0] - hex_middle(title.layout, hexes[0])) < 49
            assert abs(points[-1] - hex_middle(title.layout, hexes[-1])) < 49
            seen += 1
    assert seen


@pytest.mark.parametrize(
    ("routes", "where"),
    [
        (7, "routes"),
        ({"status": "optimal"}, "routes"),
        ([["B16.0"]], "routes[0]"),
        ([{"train": "2", "track": ["B16.0", "Z99"]}], "routes[0].track[1]"),
        ([{"train": "9", "track": ["B16.0", "C15.0"]}], "routes[0].train"),
        ([{"train": "2", "track": ["B16.4", "C15.0"]}], "routes[0].track[0]"),
    ],
)
def test_routes_that_cannot_be_read(routes: Any, where: str) -> None:
    with pytest.raises(ClaimError) as caught:
        draw(parse(GRAND_TRUNK), routes)
    assert [problem.where for problem in caught.value.problems] == [where]
