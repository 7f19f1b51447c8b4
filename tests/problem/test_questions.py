"""Problems as questions of the worker and of the HTTP interface: all that is wrong, at once."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from route_opt.errors import RouteOptError
from route_opt.questions import Control, answer
from route_opt.serve.app import create_app
from route_opt.worker import Worker

TINY: dict[str, Any] = {
    "stops": {"value": [20, 30], "own": [1, 0]},
    "track": {"pieces": [[0, 2], [3, 1]], "sides": 1},
    "trains": {"visits": [2]},
}
# Wrong in three places: a value below 0, an end that there is not, a train of one stop.
SPOILT: dict[str, Any] = {
    "stops": {"value": [20, -3]},
    "track": {"pieces": [[0, 9]]},
    "trains": {"visits": [1]},
}
INSIDE = ["stops.value[1]", "track.pieces[0]", "trains.visits[0]"]


def told(document: Any) -> dict[str, str]:
    with pytest.raises(RouteOptError) as caught:
        answer("solve", document, Control())
    return {problem.where: problem.message for problem in caught.value.problems}


@pytest.mark.parametrize("problem", [SPOILT, {"problem": SPOILT}], ids=["beside", "inside"])
def test_a_slip_of_the_question_hides_nothing(problem: dict[str, Any]) -> None:
    found = told({**problem, "engine": "fast", "time_limit": 0, "tracks": 1, "id": 1.5})
    assert sorted(found) == sorted(["engine", "time_limit", "tracks", "id", *INSIDE])
    assert found["engine"] == "'fast' is none of auto, cpsat, native"
    assert found["time_limit"] == "0 is neither a number above 0 nor null"
    assert found["tracks"].startswith("is none of id, note, problem, engine, time_limit")
    assert found["stops.value[1]"] == "-3 is negative"


def test_an_id_is_a_text_or_a_number() -> None:
    wrongs: list[Any] = [2**63, -(2**63) - 1, [], True]
    for wrong in wrongs:
        message = told({**TINY, "id": wrong})["id"]
        assert message.endswith("is neither a text nor a whole number of 64 bits nor null")


def test_what_stands_beside_the_question() -> None:
    assert answer("solve", {**TINY, "engine": "native"}, Control())["value"] == 50
    without = {name: part for name, part in TINY.items() if name != "stops"}
    assert told(without) == {"stops": "is missing"}
    assert told({}) == {"problem": "is missing"}
    assert list(told({**TINY, "problem": TINY})) == ["stops", "track", "trains"]
    assert told({**TINY, "format": "route-opt/position@1"}) == {
        "format": "'route-opt/position@1' is not 'route-opt/problem@1'"
    }
    assert told({**TINY, "nam": {}})["nam"].endswith("did you mean 'names'?")
    assert "did you mean 'engine'?" in told({**TINY, "engin": "native"})["engin"]


@pytest.mark.parametrize("document", [None, [], 7, "{}"])
def test_what_is_no_question(document: Any) -> None:
    (message,) = told(document).values()
    assert message.startswith("a question is an object, not ")
    assert "Type" not in message


def test_the_worker_and_http_say_the_same() -> None:
    question = {**SPOILT, "engine": "fast"}
    out = io.BytesIO()
    Worker(out).run([json.dumps({"ask": "solve", **question}).encode()])
    by_worker = json.loads(out.getvalue())["problems"]
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        answered = client.post("/api/solve", json=question)
        assert answered.status_code == 400
        assert answered.json()["problems"] == by_worker
        # Its address says what is asked; `ask` is for the worker, and no field here.
        refused = client.post("/api/solve", json={"ask": "solve", **TINY})
        assert [one["where"] for one in refused.json()["problems"]] == ["ask"]
    assert [one["where"] for one in by_worker] == ["engine", *INSIDE]


def test_positions_too() -> None:
    """The same for questions about a position, beside or inside."""
    position = {"title": "1846", "phase": "VII", "corporation": "MS", "trains": ["9"]}
    for document in (position, {"position": position}):
        with pytest.raises(RouteOptError) as caught:
            answer("best", {**document, "engine": "x", "keep": "2: A, B"}, Control())
        places = [problem.where for problem in caught.value.problems]
        assert places == ["engine", "keep", "phase", "trains[0]"]
    with pytest.raises(RouteOptError) as caught:
        answer("every", {"position": position, "others": [{"corporation": 3}, 4]}, Control())
    places = [problem.where for problem in caught.value.problems]
    assert places == ["others[0].corporation", "others[1]", "phase", "trains[0]"]
