"""`route-opt draw`: files in, a picture out, sentences when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pictures import GRAND_TRUNK, ROUTES, groups, read

from route_opt.cli import BAD_INPUT, PROVED, run


@pytest.fixture
def position(tmp_path: Path) -> str:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(GRAND_TRUNK))
    return str(file)


def call(monkeypatch: pytest.MonkeyPatch, *arguments: str, code: int = PROVED) -> None:
    monkeypatch.setattr("sys.argv", ["route-opt", "draw", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == code


def failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    call(monkeypatch, *arguments, code=BAD_INPUT)
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


def test_a_position_with_routes_to_a_file(
    monkeypatch: pytest.MonkeyPatch, position: str, tmp_path: Path
) -> None:
    routes, out = tmp_path / "routes.json", tmp_path / "board.svg"
    routes.write_text(json.dumps({"status": "optimal", "routes": ROUTES}))
    call(monkeypatch, position, "--routes", str(routes), "--out", str(out))
    assert set(groups(read(out.read_text(encoding="utf-8")), "data-route")) == {"0", "1"}


def test_an_empty_board_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call(monkeypatch, "--title", "1870", "--out", "-")
    assert "N17" in groups(read(capsys.readouterr().out), "data-hex")


def test_another_corporation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], position: str
) -> None:
    call(monkeypatch, position, "--corporation", "B&O", "--trains", "4")
    assert "B&amp;O: 4" in capsys.readouterr().out


def test_a_folder_that_does_not_exist(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    position: str,
    tmp_path: Path,
) -> None:
    out = str(tmp_path / "no" / "board.svg")
    told = failure(monkeypatch, capsys, position, "--out", out)
    assert out in told
    assert "No such file or directory" in told


def test_an_unknown_title(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = failure(monkeypatch, capsys, "--title", "1831")
    assert "'1831' is not a title" in told


def test_neither_position_nor_title(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--title" in failure(monkeypatch, capsys)


def test_both_position_and_title(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], position: str
) -> None:
    assert "--title" in failure(monkeypatch, capsys, position, "--title", "1846")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[", "not JSON"),
        ('{"revenue": 3}', "list of routes"),
        ('[{"train": "2", "track": ["B16.0", "Q1"]}]', "routes[0].track[1]"),
    ],
)
def test_routes_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    position: str,
    tmp_path: Path,
    content: str,
    told: str,
) -> None:
    routes = tmp_path / "routes.json"
    routes.write_text(content)
    assert told in failure(monkeypatch, capsys, position, "--routes", str(routes))


def test_a_routes_file_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], position: str
) -> None:
    assert "cannot be read" in failure(monkeypatch, capsys, position, "--routes", "nowhere.json")
