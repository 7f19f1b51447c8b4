"""The HTTP interface: answers, errors, limits, and clients that go away."""

from __future__ import annotations

import http.client
import json
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from full_boards import endless_board

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("httpx2", reason="httpx2 is not installed")

from starlette.testclient import TestClient

from route_opt.serve.app import create_app
from route_opt.serve.searches import Limits

# 1846: MS runs Detroit 40 to Toledo 20.
DETROIT: dict[str, Any] = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}
ROUTE = {"train": "2", "track": ["C15.0", "C13", "D14.0"]}


def client_of(limits: Limits | None = None) -> TestClient:
    return TestClient(create_app(limits), base_url="http://127.0.0.1", backend="asyncio")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def test_best(client: TestClient) -> None:
    for question in (DETROIT, {"position": DETROIT, "time_limit": 5, "id": "x"}):
        answer = client.post("/api/best", json=question)
        assert answer.status_code == 200
        assert (answer.json()["revenue"], answer.json()["status"]) == (60, "optimal")
    assert answer.json()["id"] == "x"


def test_best_tells_how_far_it_is(client: TestClient) -> None:
    headers = {"accept": "application/jsonl"}
    answer = client.post("/api/best", json=DETROIT, headers=headers)
    assert answer.headers["content-type"].startswith("application/jsonl")
    assert json.loads(answer.text.splitlines()[-1])["revenue"] == 60


def test_check(client: TestClient) -> None:
    legal = client.post("/api/check", json={"position": DETROIT, "routes": [ROUTE]}).json()
    assert (legal["legal"], legal["revenue"]) == (True, 60)
    twice = client.post("/api/check", json={"position": DETROIT, "routes": [ROUTE, ROUTE]}).json()
    codes = {violation["code"] for violation in twice["violations"]}
    assert not twice["legal"]
    assert codes  # one 2 train cannot run twice, and its track is used once


def test_claim(client: TestClient) -> None:
    claim = {"position": DETROIT, "declared": ["2: Detroit, Toledo = 60"], "challenge": 70}
    answer = client.post("/api/claim", json=claim).json()
    assert answer["verdict"] == "stands"  # 60 is the best, so nobody can run 70
    assert answer["best"]["revenue"] == 60
    bare = client.post("/api/claim", json={**claim, "verdict_only": True}).json()
    assert "routes" not in bare["declared"]
    assert "routes" not in bare["best"]


def test_a_claim_may_name_its_position_beside_it(client: TestClient) -> None:
    document = {"format": "route-opt/claim@1", **DETROIT, "declared": [ROUTE]}
    assert client.post("/api/claim", json=document).json()["verdict"] == "stands"


def test_whatif(client: TestClient) -> None:
    """Without Toledo's tile there is no run; laying it makes the 60."""
    position = {**DETROIT, "tiles": {"C13": "7@4"}}
    answer = client.post("/api/whatif", json={"position": position}).json()
    assert answer["revenue"] == 0
    top = answer["moves"][0]
    assert (top["gain"], list(top["tiles"])) == (60, ["D14"])


def test_pictures(client: TestClient) -> None:
    for answer in (
        client.get("/api/draw", params={"title": "1846"}),
        client.post("/api/draw", json={"position": DETROIT, "routes": [ROUTE]}),
    ):
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert 'data-hex="C15"' in answer.text
    assert "data-route" in answer.text


def test_a_token_beside_a_city_stays_beside_it_on_another_tile(client: TestClient) -> None:
    """Dallas with TP in its one space and MP's destination marker beside it: the green tile's
    second space stays free.
    """
    document = {
        "title": "1870",
        "phase": "2",
        "corporation": "FW",
        "trains": ["3"],
        "tiles": {"J3": "57@1", "J5": "57@1"},
        "tokens": {"J3.0": ["FW"], "J5.0": ["TP", "MP"]},
        "markers": [{"kind": "destination", "at": "J5.0", "owner": "MP"}],
    }
    answer = client.post("/api/tiles", json={"position": document, "hex": "J5"}).json()
    green = [tile for tile in answer["tiles"] if tile["tile"] in ("14", "15")]
    assert green
    for tile in green:
        for turn in tile["rotations"]:
            assert tile["tokens"][str(turn)] == {"J5.0": ["TP", None, "MP"]}


def test_tiles_of_a_hex(client: TestClient) -> None:
    answer = client.post("/api/tiles", json={"position": DETROIT, "hex": "D14"}).json()
    assert answer["laid"] == "5@1"
    upgrades = {tile["tile"]: tile["upgrades"] for tile in answer["tiles"] if tile["upgrades"]}
    # Tile 5 joins its city to two neighbouring sides, here 1 and 2. So 15 fits, with its four
    # sides in a row; 14 would also have 4 and 5, and beyond side 4 lies the lake D16.
    assert "15" in upgrades
    assert "14" not in upgrades
    pictures = [picture for tile in answer["tiles"] for picture in tile["pictures"].values()]
    assert all(picture.startswith("<svg") for picture in pictures)


def test_steps_and_audit_of_a_record(client: TestClient, corpus: Path) -> None:
    record = json.loads((corpus / "games" / "1846" / "222264.json").read_text())
    steps = client.post("/api/steps", json={"record": record}).json()
    numbers = [step["action"] for step in steps["steps"]]
    assert numbers == sorted(numbers)
    runs = client.post("/api/audit", json={"record": record}).json()["runs"]
    assert [run["action"] for run in runs] == [
        step["action"] for step in steps["steps"] if step["type"] == "run_routes"
    ]


def test_positions_of_steps_are_those_of_the_record(client: TestClient, corpus: Path) -> None:
    from route_opt import parse, records

    file = corpus / "games" / "1846" / "222264.json"
    steps = client.post("/api/steps", json={"record": json.loads(file.read_text())}).json()
    shown: dict[int, dict[str, Any]] = {}
    position: dict[str, Any] = {}
    for step in steps["steps"]:
        position = {**position, **step["changes"]}
        shown[step["action"]] = position
    found = list(records.runs(file))
    assert found
    for run in found:
        assert parse(shown[run.action], lenient=True) == parse(
            run.position.document(), lenient=True
        )


@pytest.mark.parametrize(
    ("path", "body", "codes"),
    [
        ("best", b"{", {"bad_json"}),
        ("best", b"[]", {"wrong_type"}),
        ("best", b"{}", {"missing"}),
        ("best", b'{"title": "1846", "title": "1830"}', {"bad_json"}),
        ("best", b'{"position": {"title": "1899"}}', {"unknown_title"}),
        ("best", json.dumps({"position": DETROIT, "engine": "x"}).encode(), {"wrong_type"}),
        ("best", json.dumps({"position": DETROIT, "speed": 3}).encode(), {"unknown_field"}),
        ("check", json.dumps({"position": DETROIT, "routes": 3}).encode(), {"wrong_type"}),
        ("claim", json.dumps({"position": DETROIT, "declared": ["2: Rome"]}).encode(), None),
        ("tiles", json.dumps({"position": DETROIT, "hex": "Z99"}).encode(), {"unknown_hex"}),
        ("audit", b'{"record": "/etc/passwd"}', {"wrong_type"}),
        ("steps", b'{"record": {"title": "1846"}}', {"not_a_record"}),
        ("stop", b'{"search": 5}', {"wrong_type"}),
    ],
)
def test_bad_questions(client: TestClient, path: str, body: bytes, codes: set[str] | None) -> None:
    answer = client.post(f"/api/{path}", content=body)
    assert answer.status_code == 400
    document = answer.json()
    assert document["status"] == "error"
    assert all(problem["message"] for problem in document["problems"])
    if codes:
        assert {problem["code"] for problem in document["problems"]} == codes


def test_errors_are_those_of_the_command_line(client: TestClient, tmp_path: Path) -> None:
    wrong = {**DETROIT, "phase": "V", "trains": ["9"], "tiles": {"C13": "7@9", "Q9": "8@0"}}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(wrong))
    command = [sys.executable, "-c", "from route_opt.cli import run; run()", "best", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    problems = client.post("/api/best", json=wrong).json()["problems"]
    lines = [f"error: {file}: {problem['where']}: {problem['message']}" for problem in problems]
    assert told.returncode == 2
    assert len(lines) == 4
    assert told.stderr.splitlines() == lines


def test_unknown_addresses_and_methods(client: TestClient) -> None:
    for answer, status in (
        (client.get("/api/nothing"), 404),
        (client.get("/api/best"), 405),
        (client.get("/page/../app.py"), 404),
        (client.get("/page/%2e%2e/app.py"), 404),
    ):
        assert answer.status_code == status
        assert answer.json()["status"] == "error"


def test_other_hosts_and_pages_are_refused(client: TestClient) -> None:
    for headers, code in (
        ({"host": "evil.example"}, "wrong_host"),
        ({"host": "evil.example:80"}, "wrong_host"),
        ({"host": "[::2]"}, "wrong_host"),
        ({"origin": "http://evil.example"}, "wrong_origin"),
        ({"origin": "null"}, "wrong_origin"),
    ):
        answer = client.post("/api/best", json=DETROIT, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == code
    own = {"host": "127.0.0.1:1846", "origin": "http://127.0.0.1:1846"}
    for headers in (own, {"host": "LocalHost"}, {"host": "[::1]:80"}):
        assert client.post("/api/best", json=DETROIT, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["127.0.0.1:abc", "127.0.0.1:999999", "x@127.0.0.1", "127.0.0.1/x", "[::1", "a b"]
)
def test_a_host_that_is_none_is_refused(host: str, client: TestClient) -> None:
    answer = client.post("/api/best", json=DETROIT, headers={"host": host})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_host"


def test_every_answer_tells_browsers_what_not_to_do(client: TestClient) -> None:
    """Guess what it is, tell others where it was found, keep it without asking again."""
    bounds = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
    }
    evil = client.get("/", headers={"host": "evil.example"})
    for answer in (client.get("/"), client.get("/api/start"), client.get("/nowhere"), evil):
        assert {name: answer.headers[name] for name in bounds} == bounds


def test_the_page_asks_nothing_of_others(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    folder = Path(create_app.__code__.co_filename).parent / "page"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    addresses = {word for text in texts for word in text.split('"') if word.startswith("http")}
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the name of a vocabulary, never fetched


def test_what_the_page_opens_with(client: TestClient, tmp_path: Path) -> None:
    from route_opt.cli.serve import read_start

    assert client.get("/api/start").json() == {}
    position, record = tmp_path / "position.json", tmp_path / "game.json"
    position.write_text(json.dumps(DETROIT))
    record.write_text(json.dumps({"title": "1846", "players": [], "actions": []}))
    assert read_start(str(position))["position"]["tokens"] == DETROIT["tokens"]
    start = read_start(str(record))
    assert start["name"] == "game.json"
    with TestClient(create_app(start=start), base_url="http://127.0.0.1") as other:
        assert other.get("/api/start").json()["record"]["title"] == "1846"


def test_body_limit() -> None:
    with client_of(Limits(body=1000)) as client:
        assert client.post("/api/best", json=DETROIT).status_code == 200
        for body in (b" " * 1001, iter([b" " * 600, b" " * 600])):  # with its length, and without
            answer = client.post("/api/best", content=body)
            assert answer.status_code == 413
            assert answer.json()["error"]["code"] == "too_large"


def test_time_limit() -> None:
    question = {"position": endless_board(), "lenient": True, "engine": "native"}
    with client_of(Limits(seconds=1.0)) as client:
        answer = client.post("/api/best", json={**question, "time_limit": 1000}).json()
    assert answer["status"] == "feasible"
    assert answer["revenue"] < answer["bound"]


# Clients that go away need a server with real connections.


class Ask:
    """A question over a connection of its own."""

    def __init__(self, address: str, path: str, question: Any, **headers: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=300)
        body = json.dumps(question)
        self.connection.request("POST", path, body, {"content-type": "application/json", **headers})

    def answer(self) -> tuple[int, Any]:
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())

    def line(self) -> Any:
        """The first line of an answer in lines, without waiting for the rest."""
        self.response = self.connection.getresponse()
        return json.loads(self.response.readline())

    def rest(self) -> list[Any]:
        return [json.loads(line) for line in self.response.read().splitlines()]

    def leave(self) -> None:
        self.connection.close()
        if hasattr(self, "response"):
            self.response.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from browser import server

    with server("--searches", "1", "--time-limit", "300") as found:
        yield found


@pytest.mark.parametrize("accept", ["application/json", "application/jsonl"])
def test_an_abandoned_search_is_cancelled(address: str, accept: str) -> None:
    """There is room for one search: the next is answered only if the first has ended."""
    long = {"position": endless_board(), "lenient": True, "engine": "native"}
    first = Ask(address, "/api/best", long, accept=accept)
    second = Ask(address, "/api/best", DETROIT)
    answered: list[Any] = []
    waiting = threading.Thread(target=lambda: answered.append(second.answer()))
    waiting.start()
    waiting.join(1.0)
    assert not answered, "the second search should have had to wait"
    first.leave()
    waiting.join()
    assert answered[0][1]["revenue"] == 60


def test_stop_gives_the_best_found(address: str) -> None:
    long = {"position": endless_board(), "lenient": True, "engine": "native"}
    search = Ask(address, "/api/best", long, accept="application/jsonl")
    told = search.line()
    assert told["format"] == "route-opt/progress@1"
    assert told["bound"] is None or told["best"] < told["bound"]
    assert Ask(address, "/api/stop", {"search": told["search"]}).answer()[1] == {"stopped": True}
    answer = search.rest()[-1]
    assert answer["status"] == "feasible"
    assert answer["revenue"] >= told["best"]
    assert Ask(address, "/api/stop", {"search": told["search"]}).answer()[1] == {"stopped": False}


def test_too_many_searches() -> None:
    """One runs; of two more only one may wait, whichever it is."""
    from browser import server

    long = {"position": endless_board(), "lenient": True, "engine": "native"}
    with server("--searches", "1", "--waiting", "1") as address:
        running = Ask(address, "/api/best", long, accept="application/jsonl")
        assert running.line()["format"] == "route-opt/progress@1"
        others = [Ask(address, "/api/best", DETROIT) for _ in range(2)]
        ready = select.select([one.connection.sock for one in others], [], [])[0]
        refused = next(one for one in others if one.connection.sock in ready)
        status, answer = refused.answer()
        assert status == 503
        assert answer["error"]["code"] == "busy"
        for one in (running, *others):
            one.leave()


def test_it_listens_on_loopback_unless_told() -> None:
    from route_opt.cli.serve import command

    host = next(option for option in command.params if option.name == "host")
    assert host.default == "127.0.0.1"


def test_another_address_comes_with_a_warning() -> None:
    command = [sys.executable, "-c", "from route_opt.cli import run; run()", "serve"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--host", "0.0.0.0"], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        assert "warning: listening on 0.0.0.0" in process.stderr.readline()
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_ends_it_and_searches_get_what_they_have() -> None:
    command = [sys.executable, "-c", "from route_opt.cli import run; run()", "serve", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        address = process.stderr.readline().split(" ")[3]
        long = {"position": endless_board(), "lenient": True, "engine": "native"}
        search = Ask(address, "/api/best", long, accept="application/jsonl")
        assert search.line()["format"] == "route-opt/progress@1"
        process.send_signal(signal.SIGINT)
        assert search.rest()[-1]["status"] == "feasible"
        assert process.wait() == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()
