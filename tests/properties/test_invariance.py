"""What changes nothing: order, names, the direction of a route, half a turn of the map.

And what changes the optimum by a known factor: multiplying every value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_monotony import each_title, few, revenue, seeds

from route_opt import titles
from route_opt.claims import check
from route_opt.position import parse
from route_opt.solver import NoLegalRunError, best
from strategies import TITLES, board
from title_copies import added, scaled, scaled_document, turned, turned_document, write_copy

Document = dict[str, Any]
FACTOR = 7


@each_title
@given(seed=seeds)
@few
def test_order_changes_nothing(title: str, seed: int) -> None:
    document = board(title, seed)
    chance = random.Random(seed)

    def shuffled(items: Any) -> list[Any]:
        return chance.sample(list(items), len(items))

    other = document | {
        "trains": shuffled(document["trains"]),
        "tiles": dict(shuffled(document["tiles"].items())),
        "tokens": dict(shuffled(document["tokens"].items())),
        "options": shuffled(document["options"]),
        "markers": shuffled(document["markers"]),
    }
    assert revenue(other) == revenue(document)


@each_title
@given(seed=seeds, data=st.data())
@few
def test_names_of_corporations_change_nothing(title: str, seed: int, data: st.DataObject) -> None:
    document = board(title, seed)
    names = list(titles.find(title).corporations)
    new = dict(zip(names, data.draw(st.permutations(names)), strict=True))
    other = document | {
        "corporation": new[document["corporation"]],
        "tokens": {
            stop: [owner and new[owner] for owner in slots]
            for stop, slots in document["tokens"].items()
        },
        "markers": [
            marker | ({"owner": new[marker["owner"]]} if "owner" in marker else {})
            for marker in document["markers"]
        ],
    }
    assert revenue(other) == revenue(document)


@each_title
@given(seed=seeds)
@few
def test_a_route_is_worth_the_same_both_ways(title: str, seed: int) -> None:
    position = parse(board(title, seed))
    try:
        result = best(position)
    except NoLegalRunError:
        return
    routes = [route.document() for route in result.routes]
    back = [route | {"track": route["track"][::-1]} for route in routes]
    verdict = check(position, back)
    assert verdict.legal
    assert verdict.revenue == result.revenue


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each title a second time with its map turned, and a third time with higher values."""
    folder = tmp_path_factory.mktemp("titles")
    for name in TITLES:
        title = titles.find(name)
        write_copy(title, f"{name} turned", turned(title), folder / f"{name}_turned")
        write_copy(title, f"{name} scaled", scaled(FACTOR), folder / f"{name}_scaled")
    with added(folder):
        yield


@each_title
@given(seed=seeds)
@few
@pytest.mark.usefixtures("copies")
def test_half_a_turn_of_the_map_changes_nothing(title: str, seed: int) -> None:
    document = board(title, seed)
    other = turned_document(titles.find(title), f"{title} turned", document)
    assert revenue(other) == revenue(document)


@each_title
@given(seed=seeds)
@few
@pytest.mark.usefixtures("copies")
def test_values_scale_the_optimum(title: str, seed: int) -> None:
    document = board(title, seed)
    before = revenue(document)
    after = revenue(scaled_document(f"{title} scaled", document, FACTOR))
    assert after == (before if before < 0 else FACTOR * before)


@pytest.mark.usefixtures("copies")
def test_the_copies_differ(tmp_path: Path) -> None:
    """The turned map has Boston in the west; the scaled one pays seven times its 30."""
    boston = titles.find("1830").hexes["E23"]
    scaled_boston = titles.find("1830 scaled").hexes["E23"]
    assert (boston.name, boston.tile.stops[0].values) == ("Boston", (30,))
    assert scaled_boston.tile.stops[0].values == (210,)
    # Rows A to K and numbers 1 to 24: E is as far from A as G from K, 23 from 24 as 2 from 1.
    turned_boston = titles.find("1830 turned").hexes["G2"]
    assert turned_boston.name == "Boston"
    assert turned_boston.tile.rotated(3) == boston.tile.track
