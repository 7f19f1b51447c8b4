"""Trains that are paid by a column of their own: copies of two titles in which off-boards pay some
trains more, the optimizer = the brute force = the judge = CP-SAT on random boards of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from comparing import compare

from route_opt import titles
from route_opt.claims import check
from route_opt.errors import TitleError
from route_opt.position import parse
from route_opt.solver import best
from route_opt.tiles import Stop, Tile, read_tile
from route_opt.title.files import load_title
from strategies import board
from tile_notation import write_tile
from title_copies import added, write_copy

COLUMN = 3
COPIED = {"1830": ("3", "D"), "1850": ("3", "5", "D")}
"""The titles copied, and the trains that have a column of their own there."""


def with_column(stop: Stop) -> Stop:
    if stop.kind != "offboard":
        return stop
    padded = (*stop.values, *(stop.values[-1] for _ in range(COLUMN)))
    return Stop(stop.kind, (*padded[:COLUMN], 100), stop.slots)


def dearer(trains: tuple[str, ...]) -> Any:
    """Off-boards with a value in a column that no phase has, and trains that are paid it."""

    def tile(text: str) -> str:
        print_ = read_tile(text)
        stops = tuple(map(with_column, print_.stops))
        return write_tile(Tile(print_.colour, stops, print_.track, print_.label))

    def change(files: dict[str, Any]) -> dict[str, Any]:
        for hex_ in files["map"]["hexes"].values():
            if "print" in hex_:
                hex_["print"] = tile(hex_["print"])
        for train in files["trains"]["trains"]:
            if train["name"] in trains:
                train["column"] = COLUMN
        return files

    return change


@pytest.fixture(scope="module", autouse=True)
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("titles")
    for name, trains in COPIED.items():
        write_copy(titles.find(name), f"{name} dearer", dearer(trains), folder / f"g{name}dearer")
    with added(folder):
        yield


@pytest.mark.parametrize("title", COPIED)
def test_random_boards(title: str) -> None:
    compared = paid = 0
    for seed in range(250):
        document = board(f"{title} dearer", seed)
        compared += compare(document, limit=1_500)
        before = best(parse(document | {"title": title})).revenue
        paid += best(parse(document)).revenue != before
    assert compared > 150
    assert paid > 20  # the column made a difference that often


@pytest.mark.parametrize("title", COPIED)
def test_second_engine(title: str) -> None:
    boards = (board(f"{title} dearer", seed) for seed in range(12))
    assert sum(compare(document, limit=1_500, engine="cpsat") for document in boards) > 5


def test_a_statement_says_what_the_train_is_paid() -> None:
    """In the copy the Canadian West prints 30/50, and 100 for a 3 train; Barrie pays 20."""
    document = {
        "title": "1830 dearer",
        "phase": "3",
        "corporation": "CPR",
        "trains": ["3", "2"],
        "tiles": {"B10": "57@0"},
        "tokens": {"B10.0": ["CPR"]},
    }
    position = parse(document)
    result = best(position)
    (route,) = result.routes
    assert (route.train, result.revenue) == ("3", 120)
    assert best(position.replace(trains=["2"])).revenue == 50
    verdict = check(position, [{"train": "2", "track": ["A11.0", "B10.0"]}])
    assert verdict.revenue == 50
    assert check(position, [{"train": "3", "track": ["A11.0", "B10.0"]}]).revenue == 120


def test_ends_that_are_doubled_go_with_no_column(tmp_path: Any) -> None:
    title = titles.find("1870")
    write_copy(title, "1870 dearer", dearer(("3",)), tmp_path / "g1870dearer")
    with pytest.raises(TitleError, match="double ends"):
        load_title(tmp_path / "g1870dearer")
