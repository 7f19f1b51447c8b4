"""The OpenAPI description holds: questions made from it are answered as it says."""

from __future__ import annotations

import atexit
import json
import re
import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from starlette.routing import Route

from route_opt import titles
from route_opt.questions import ASKS
from route_opt.serve.app import create_app
from route_opt.serve.description import describe
from route_opt.serve.searches import Limits
from whole_game.serve.app import opened

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
pytest.importorskip("starlette", reason="the extra 'serve' is not installed")


GAMES = tempfile.TemporaryDirectory()
atexit.register(GAMES.cleanup)
TABLE = opened(None, GAMES.name)
APP = create_app(Limits(seconds=2.0), hosts=(), extensions=[TABLE])
ENDLESS = "/api/game/events"  # tested where games are
API = schemathesis.openapi.from_asgi("/api/openapi.json", APP).exclude(path=ENDLESS)
# Every corner of the description, systematically, takes longer: that is for the slow tier.
QUICK = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})
QUICK_API = schemathesis.openapi.from_asgi("/api/openapi.json", APP, config=QUICK).exclude(
    path=ENDLESS
)


HEALTH = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def holds(case: Any) -> None:
    """Whatever is sent: no server error, and every answer as described.

    A document can keep to the description and still name a hex the map does not have, so good
    documents may be refused; bad ones must be.
    """
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    case.call_and_validate(excluded_checks=[positive_data_acceptance])


@QUICK_API.parametrize()  # type: ignore[untyped-decorator]
@settings(derandomize=True, max_examples=15, deadline=None, suppress_health_check=HEALTH)
def test_questions_made_from_the_description(case: Any) -> None:
    holds(case)


@pytest.mark.slow
@API.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=300, deadline=None, suppress_health_check=HEALTH)
def test_many_questions_made_from_the_description(case: Any) -> None:
    holds(case)


def test_the_examples_are_answered() -> None:
    from starlette.testclient import TestClient

    with TestClient(APP) as client:
        for path, methods in describe([TABLE])["paths"].items():
            body = methods.get("post", {}).get("requestBody", {}).get("content", {})
            for content in body.values():
                if "example" in content:
                    answer = client.post(path, json=content["example"])
                    assert answer.status_code == 200, (path, answer.text)


def test_every_question_is_described() -> None:
    described = describe([TABLE])
    assert {f"/api/{name}" for name in ASKS} <= described["paths"].keys()
    assert {
        (route.path, method.lower())
        for route in TABLE.routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    } == {
        (path, method)
        for path, methods in described["paths"].items()
        if path.startswith("/api/game")
        for method in methods
    }
    names = described["components"]["schemas"]["Position"]["properties"]["title"]["enum"]
    assert names == list(titles.names())


def test_all_that_is_referred_to_is_there() -> None:
    described = describe([TABLE])
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(described)))
    assert found
    assert found <= described["components"]["schemas"].keys()


def test_what_an_action_would_bring_is_as_described() -> None:
    """Questions made at random seldom find a legal action; here is one."""
    from starlette.testclient import TestClient

    with TestClient(APP) as client:
        new = client.post("/api/game/new", json={"title": "1830", "players": ["Ann", "Bob"]})
        assert new.status_code == 200, new.text
        case = API["/api/game/ahead"]["POST"].Case(body={"action": {"type": "pass"}})
        assert case.call().status_code == 200
        holds(case)
