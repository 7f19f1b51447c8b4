"""Trains with limits on cities and towns, and stops that pay together: copies of three titles that
state both as data, optimizer = brute force = judge = CP-SAT on random boards of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from comparing import compare

from route_opt import titles
from route_opt.claims import check
from route_opt.errors import TitleError
from route_opt.position import Position, parse
from route_opt.solver import best
from route_opt.title.files import load_title
from strategies import board
from title_copies import added, write_copy

Data = dict[str, Any]

UNLIMITED = {"visits": 0, "counts": 0}
LIMITS: dict[str, dict[str, Data]] = {
    "1889": {
        "3": UNLIMITED | {"city_visits": 2, "town_visits": 1},
        "4": UNLIMITED | {"city_visits": 3, "town_counts": -1},
        "5": {"visits": 5, "counts": 3, "city_counts": 2, "town_counts": 1},
        "6": UNLIMITED | {"city_visits": 2, "town_counts": 1},
        "D": UNLIMITED | {"town_visits": -1},
    },
    "1850": {
        "3": UNLIMITED | {"city_visits": 3, "town_visits": 2},
        "4": UNLIMITED | {"city_visits": 2, "town_counts": -1},
        "5": {"visits": 5, "counts": 3, "town_counts": 2},
        "D": UNLIMITED | {"city_counts": 2},
    },
    "1846": {"3/5": {"visits": 5, "counts": 3, "city_counts": 2}},
}
"""The titles copied, and what limits their trains there."""

SETS: dict[str, list[Data]] = {
    "1889": [
        {"name": "the strait", "stops": ["J1", "I4"], "amount": 50, "rule": "x.1"},
        {"name": "three towns", "stops": ["J5", "K4", "L7"], "amount": 90, "rule": "x.2"},
        {"name": "inland", "stops": ["H7", "I4.0"], "amount": 30, "rule": "x.3"},
    ],
    "1850": [
        {"name": "Big Muddy", "stops": ["G4", "I4"], "amount": 40, "rule": "x.1"},
        {"name": "two towns of a hex", "stops": ["E10.0", "E10.1"], "amount": 20, "rule": "x.2"},
        {"name": "lake shore", "stops": ["G18", "I18.1"], "amount": 60, "rule": "x.3"},
    ],
    "1846": [
        {"name": "Windy City", "stops": ["D6", "C9"], "amount": 40, "rule": "x.1"},
        {"name": "Niagara", "stops": ["D22", "D20"], "amount": 30, "rule": "x.2"},
        {"name": "river", "stops": ["I1", "I5", "K3"], "amount": 70, "rule": "x.3"},
        {"name": "iron", "stops": ["G21", "F20"], "amount": 50, "rule": "x.4"},
    ],
}


def with_terms(name: str) -> Callable[[Data], Data]:
    def change(files: Data) -> Data:
        for train in files["trains"]["trains"]:
            train |= LIMITS[name].get(train["name"], {})
        files["title"]["routes"]["sets"] = SETS[name]
        return files

    return change


@pytest.fixture(scope="module", autouse=True)
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("titles")
    for name in LIMITS:
        write_copy(titles.find(name), f"{name} more", with_terms(name), folder / f"g{name}more")
    with added(folder):
        yield


@pytest.mark.parametrize("title", LIMITS)
def test_random_boards(title: str) -> None:
    compared = other = together = 0
    for seed in range(200):
        document = board(f"{title} more", seed)
        compared += compare(document, limit=1_500)
        result = best(parse(document))
        other += result.revenue != best(parse(document | {"title": title})).revenue
        together += any(b.kind == "set" for route in result.routes for b in route.statement.bonuses)
    assert compared > 120
    assert other > 20  # limits and sets made a difference that often
    assert together > 5


@pytest.mark.parametrize("title", LIMITS)
def test_second_engine(title: str) -> None:
    boards = (board(f"{title} more", seed) for seed in range(12))
    assert sum(compare(document, limit=1_500, engine="cpsat") for document in boards) > 4


# By hand, on the copy of 1889: Sakaide & Okayama 20 (off-board) - Takamatsu 30 with the own token -
# Ritsurin Kouen 10 (a town) - Kotohira 40, one after the other.


@pytest.fixture
def line() -> Position:
    return parse(
        {
            "title": "1889 more",
            "phase": "3",
            "corporation": "KO",
            "trains": ["3"],
            "tiles": {"I4": "438@3", "J3": "8@3", "J5": "58@2"},
            "tokens": {"K4.0": ["KO"]},
        }
    )


WHOLE = ["J1.0", "J3", "K4.0", "J5.0", "I4.0"]


def test_so_many_cities_and_so_many_towns(line: Position) -> None:
    """Two cities and a town: 30 + 10 + 40; the whole line has three."""
    assert best(line).revenue == 80
    verdict = check(line, [{"train": "3", "track": WHOLE}])
    assert [violation.code for violation in verdict.violations] == ["too_many_stops"]
    assert verdict.violations[0].message == ("a 3 train visits 2 cities at most; this route has 3")


def test_cities_only(line: Position) -> None:
    """Three cities, past the town: 20 + 30 + 40, and 50 for the two ends on one route."""
    express = line.replace(trains=["4"])
    result = best(express)
    assert result.revenue == 140
    (route,) = result.routes
    assert sorted(route.counted) == ["I4.0", "J1.0", "K4.0"]
    assert [(bonus.kind, bonus.amount, bonus.why) for bonus in route.statement.bonuses] == [
        ("set", 50, "the strait, all on one route")
    ]
    claimed = {"train": "4", "track": WHOLE}
    assert check(express, [claimed]).revenue == 140
    all_of_it = claimed | {"counted": ["J1.0", "K4.0", "J5.0", "I4.0"]}
    (found,) = check(express, [all_of_it]).violations
    assert (found.code, found.message) == (
        "too_many_counted",
        "a 4 train counts no towns, not 1",
    )
    (found,) = check(express, [claimed | {"counted": ["J1.0", "K4.0"]}]).violations
    assert (found.code, found.message) == (
        "stop_not_counted",
        "a 4 train counts every city on its way, so Kotohira (I4) too",
    )


def test_a_train_that_calls_at_no_town(line: Position) -> None:
    """The diesel of the copy goes to the sea only: 80, as off-boards pay diesels, and 30."""
    diesel = line.replace(trains=["D"])
    assert best(diesel).revenue == 80 + 30
    (found,) = check(diesel, [{"train": "D", "track": ["K4.0", "J5.0"]}]).violations
    assert found.message == "a D train visits no towns; this route has 1"


def test_sets_pay_each_route(line: Position) -> None:
    """A set is paid to a route that has all of it, not to two routes together."""
    two = line.replace(trains=["3", "2"])
    assert best(two).revenue == 80 + 50  # Takamatsu - Kotohira by town, Okayama - Takamatsu


# What cannot be stated.

WRONG: list[tuple[Data, str]] = [
    ({"stops": ["J1"]}, "it needs two stops or more, each once"),
    ({"stops": ["J1", "J1.0"]}, "it needs two stops or more, each once"),
    ({"stops": ["J1", "Z9"]}, "hex 'Z9' does not exist"),
    ({"stops": ["J1", "K4.7"]}, "'K4.7' is not a stop of the map"),
    ({"stops": ["J1", "H3"]}, "H3 has no stop, whatever lies there"),
    ({"amount": 0}, "an amount of 0 is no bonus"),
    ({"amounts": 3}, "'amounts' is not a field here"),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong[1])
def test_sets_that_cannot_be(wrong: tuple[Data, str], tmp_path: Path) -> None:
    def change(files: Data) -> Data:
        files["title"]["routes"]["sets"] = [SETS["1889"][0] | wrong[0]]
        return files

    write_copy(titles.find("1889"), "1889 wrong", change, tmp_path / "g1889wrong")
    with pytest.raises(TitleError) as caught:
        load_title(tmp_path / "g1889wrong")
    assert wrong[1] in str(caught.value)


def test_a_hex_of_several_stops_is_named_by_stop(tmp_path: Path) -> None:
    def change(files: Data) -> Data:
        files["title"]["routes"]["sets"] = [SETS["1850"][2] | {"stops": ["G18", "I18"]}]
        return files

    write_copy(titles.find("1850"), "1850 wrong", change, tmp_path / "g1850wrong")
    with pytest.raises(TitleError, match="I18 can have 2 stops: name one"):
        load_title(tmp_path / "g1850wrong")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"town_visits": -2}, "a limit on cities or towns is -1"),
        ({"city_visits": 2, "city_counts": 3}, "counts 3 of 2 cities"),
    ],
)
def test_limits_that_cannot_be(limits: Data, said: str, tmp_path: Path) -> None:
    def change(files: Data) -> Data:
        files["trains"]["trains"][1] |= limits
        return files

    write_copy(titles.find("1889"), "1889 wrong", change, tmp_path / "g1889wrong")
    with pytest.raises(TitleError, match=said):
        load_title(tmp_path / "g1889wrong")
