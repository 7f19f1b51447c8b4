"""The JSON Schemas that are shipped: as the types say, and true of the documents there are."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from corpus import folder, rows
from operating_round.setup import new_game as new_rounds
from route_opt import Problem, best, check, claim, parse, titles, whatif
from route_opt.batching import batch
from route_opt.errors import RouteOptError
from route_opt.questions import Control, answer
from whole_game.schemas import DOCUMENTS, FOLDER, files
from whole_game.setup import new_game

PLAYERS = ("Ann", "Bob", "Cay")
SHIPPED = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def fits(name: str, document: Any) -> None:
    jsonschema_rs.validate(SHIPPED[name], plain(document))


def test_they_are_those_of_the_types() -> None:
    assert {name for name, _ in ((file.name, text) for file, text in files())} == {
        file.name for file in FOLDER.iterdir()
    }
    for file, text in files():
        assert file.read_text("utf-8") == text, "python -m whole_game.schemas --write"
    assert set(SHIPPED) == {*DOCUMENTS, "api"}


def documents() -> Iterator[dict[str, Any]]:
    for pattern in ("positions/*/*.jsonl", "stress/**/*.jsonl"):
        yield from (row["position"] for row in rows(folder(), pattern))


def test_positions_of_the_corpus_and_what_they_compile_to() -> None:
    position, problem = (
        jsonschema_rs.validator_for(SHIPPED[name]) for name in ("position", "problem")
    )
    seen = 0
    for document in list(documents())[::7]:
        position.validate(document)
        compiled = Problem.from_position(parse(document, lenient=True)).document()
        problem.validate(plain(compiled))
        seen += 1
    assert seen > 200


@pytest.mark.parametrize("title", titles.names())
def test_documents_of_every_title(title: str, tmp_path: Path) -> None:
    for file in sorted(titles.find(title).folder.glob("examples/*.json")):
        document = json.loads(file.read_text("utf-8"))
        if "declared" in document:
            continue
        position = parse(document.get("position", document), lenient=True)
        fits("position", position.document())
        result = best(position)
        fits("result", result.document())
        routes = [route.document() for route in result.routes]
        fits("verdict", check(position, routes).document())
        fits("judgement", claim(position, routes, challenge=result.revenue).document(result))
        fits("solution", Problem.from_position(position).solve().document())
        for row in batch([position.document(), {"title": title}], workers=1):
            fits("batch-row", row)
    fits("state", new_rounds(title, PLAYERS).document())
    game = new_game(title, PLAYERS)
    fits("game", game.document())
    with pytest.raises(jsonschema_rs.ValidationError):
        fits("game", {**game.document(), "operating": {}})


def test_moves_errors_and_rows(tmp_path: Path) -> None:
    small = {"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"]}
    fits("whatif", whatif(parse(small)).document())
    with pytest.raises(RouteOptError) as caught:
        answer("best", {"position": {**small, "phase": "VII"}}, Control())
    fits("error", caught.value.document())


def test_errors_of_commands_name_every_problem(tmp_path: Path) -> None:
    """The document that a command prints for programs is that of the other interfaces."""
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"title": "1846", "phase": "VII", "corporation": "XX", "trains": ["9"]}')
    done = subprocess.run(
        [str(Path(sys.executable).with_name("route-opt")), "best", str(wrong), "--json"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    document = json.loads(done.stdout)
    fits("error", document)
    told = {problem["where"] for problem in document["problems"]}
    assert {"phase", "corporation"} <= told
    assert {problem["file"] for problem in document["problems"]} == {str(wrong)}
    (row,) = batch([{"title": "1846", "phase": "VII", "corporation": "XX"}], workers=1)
    fits("batch-row", row)
    assert {problem["where"] for problem in row["problems"]} == {"phase", "corporation"}


def test_every_form_of_a_problem_that_is_taken_fits() -> None:
    """Rows of tariffs and pairs, flat and as lists."""
    stops = {"value": [20, 30], "own": [True, 0]}
    for tariffs in ([20, 40, 30, 50], [[20, 40], [30, 50]]):
        for pieces in ([[0, 2], [3, 1]], [0, 2, 3, 1]):
            document = {
                "stops": {**stops, "tariffs": tariffs},
                "track": {"pieces": pieces, "sides": 1},
                "trains": {"visits": [2], "tariff": [2]},
                "terms": {"forbidden_ends": [1, 2]},
            }
            assert Problem.parse(document).solve().value == 80  # the second row: 30 + 50
            fits("problem", document)
    wrongs: list[Any] = [[["20"]], [[[1]]], [[-1, 2]]]
    for wrong in wrongs:
        with pytest.raises(jsonschema_rs.ValidationError):
            fits("problem", {**document, "stops": {**stops, "tariffs": wrong}})


def test_what_is_no_document_does_not_fit() -> None:
    for name in DOCUMENTS:
        with pytest.raises(jsonschema_rs.ValidationError):
            fits(name, [])
    with pytest.raises(jsonschema_rs.ValidationError):
        fits("position", {"title": "1846", "phase": "I", "corporation": "MS", "train": ["2"]})
    with pytest.raises(jsonschema_rs.ValidationError):
        fits("problem", {"stops": {"value": ["20"]}, "track": {}, "trains": {"visits": [2]}})
