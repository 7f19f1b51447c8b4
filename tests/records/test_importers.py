"""The CSV files of routes-18xx: what their lines mean, and what is told about bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from route_opt.cli import main
from route_opt.errors import PositionError
from route_opt.importers import from_routes18xx
from route_opt.position import Position

BOARD = """
D18; 8; 2
E17; 291; 1
D6; 298; 0
"""
RAILROADS = """
New York Central; 3 / 5, 2; E17, D6: E5
Baltimore & Ohio; 4; D6: [C5 D8]
Erie; removed
Grand Trunk; closed
"""
PRIVATES = """
Steamboat Company; New York Central; B8
Meat Packing Company; New York Central; D6
Mail Contract; Baltimore & Ohio;
Michigan Southern; New York Central
Big 4;;
"""


def imported(folder: Path, board: str, railroads: str, privates: str | None = None) -> Position:
    files = {"board": board, "railroads": railroads, "privates": privates}
    for name, text in files.items():
        if text is not None:
            (folder / f"{name}.csv").write_text(text)
    found = from_routes18xx(
        folder / "board.csv",
        folder / "railroads.csv",
        None if privates is None else folder / "privates.csv",
        corporation="New York Central",
    )
    return found


def test_a_whole_position(tmp_path: Path) -> None:
    found = imported(tmp_path, BOARD, RAILROADS, PRIVATES)
    assert (found.corporation, found.phase, found.trains) == ("NYC", "II", ("3/5", "2"))
    # Their 8 at orientation 0 joins sides 2 and 4, ours 0 and 2: two sixths ahead.
    assert found.tiles == {"D18": "8@4", "E17": "291@3", "D6": "298@0"}
    assert found.tokens == {
        "D20.0": ("NYC",),
        "G19.0": ("B&O",),
        "E21.0": ("ERIE",),
        "E17.0": ("NYC",),
        "D6.0": ("NYC",),
        "D6.2": ("B&O",),
        "C15.0": ("NYC",),
        "G9.0": ("BIG4",),
    }
    kinds = {marker.kind: (marker.at, marker.owner) for marker in found.markers}
    assert kinds == {
        "removed_corporation": ("E21.0", "ERIE"),
        "steamboat": ("B8.0", "NYC"),
        "meat_packing": ("D6.0", "NYC"),
        "mail_contract": ("", "B&O"),
    }


def test_cities_of_chicago_by_their_own_exit(tmp_path: Path) -> None:
    """E5, C7, D8 and E7 lie across sides 0, 3, 4 and 5, the own exits of its four cities."""
    for number, exit_ in enumerate(("E5", "C7", "D8", "E7")):
        found = imported(tmp_path, "D6; 298; 0", f"New York Central; 2; D6: {exit_}")
        assert found.tokens[f"D6.{number}"] == ("NYC",)


def test_the_better_of_two_tiles_lies_on_top(tmp_path: Path) -> None:
    railroads = "New York Central; 4"
    for lines in ("D14; 5; 0\nD14; 14; 1", "D14; 14; 1\nD14; 5; 0"):
        assert imported(tmp_path, lines, railroads).tiles == {"D14": "14@2"}


def test_the_phase_of_the_most_advanced_train(tmp_path: Path) -> None:
    for train, phase in (("2", "I"), ("4", "II"), ("4/6", "III"), ("7/8", "IV")):
        railroads = f"New York Central; 2\nIllinois Central; {train}"
        assert imported(tmp_path, "", railroads).phase == phase


@pytest.mark.parametrize(
    ("board", "railroads", "message"),
    [
        ("D14; 5", "New York Central; 2", r"board\.csv:1: a line of the board is"),
        ("D14; 5; 7", "New York Central; 2", r"board\.csv:1: a line of the board is"),
        ("", "Union Pacific; 2", r"railroads\.csv:1: 'Union Pacific' is not a railroad"),
        ("", "New York Central; 9", r"railroads\.csv:1: '9' is not a train"),
        ("", "New York Central; 2; D6", r"does not say which city of D6"),
        ("", "New York Central; 2; Z1", r"station 'Z1' is not a hex"),
        ("", "Erie; 2", r"NYC is not among the railroads"),
        ("D14; 999; 0", "New York Central; 2", r"'999@0' is not a tile of 1846"),
        ("E17; 5@; 1", "New York Central; 2; E17", r"'5@@1' is not a tile of 1846"),
        ("E17; 5@9; 1", "New York Central; 2; E17", r"'5@9@1' is not a tile of 1846"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, board: str, railroads: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        imported(tmp_path, board, railroads)


def test_all_bad_lines_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(PositionError) as error:
        imported(tmp_path, "D14; 5", "Nobody; 2\nNew York Central; 9")
    assert len(error.value.problems) == 3


def test_the_command_gives_a_position(tmp_path: Path) -> None:
    imported(tmp_path, BOARD, RAILROADS, PRIVATES)
    arguments = ["convert", "--corporation", "NYC"]
    for name in ("board", "railroads", "privates"):
        arguments += [f"--{name}", str(tmp_path / f"{name}.csv")]
    result = CliRunner().invoke(main, arguments)
    assert json.loads(result.stdout)["trains"] == ["3/5", "2"]
    out = tmp_path / "position.json"
    CliRunner().invoke(main, [*arguments, "--out", str(out)])
    assert json.loads(out.read_text()) == json.loads(result.stdout)
