"""Clients that mean harm, or are merely slow: nobody else waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from route_opt import documents

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from route_opt import questions
from route_opt.serve import app as application
from route_opt.serve.app import create_app
from route_opt.serve.guard import LOOPBACK, Guard
from route_opt.serve.run import _Server
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
PLAYERS = [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bob", "Cy"))]
RECORD = {"record": {"title": "1846", "players": PLAYERS, "actions": []}}
PATIENCE = 20
"""Seconds until a test gives up on what should happen at once."""


class Running:
    """A server in a thread of this process, with real connections."""

    def __init__(self, limits: Limits, start: dict[str, Any] | None) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.server = _Server(create_app(limits, start=start), limits.patience)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)

    def ask(self, path: str, question: Any) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(self.address[0], self.address[1], timeout=PATIENCE)
        connection.request("POST", path, json.dumps(question))
        return connection


@contextlib.contextmanager
def running(limits: Limits | None = None, start: dict[str, Any] | None = None) -> Iterator[Running]:
    found = Running(limits or Limits(), start)
    found.thread.start()
    try:
        yield found
    finally:
        found.server.should_exit = True
        found.thread.join(PATIENCE)
        found.listener.close()


def answer(connection: http.client.HTTPConnection) -> tuple[int, Any]:
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def eventually(is_true: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not is_true() and time.monotonic() < end:
        time.sleep(0.01)
    return is_true()


def test_a_question_that_is_still_being_read_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, go_on, read_json = threading.Event(), threading.Event(), documents.read_json

    def slow(body: bytes, error: Any) -> Any:
        if b"slow" in body:
            reading.set()
            assert go_on.wait(PATIENCE)
        return read_json(body, error)

    monkeypatch.setattr(application, "read_json", slow)
    with running() as server:
        try:
            waiting = server.ask("/api/best", {**DETROIT, "note": "slow"})
            assert reading.wait(PATIENCE)
            for path in ("/api/best", "/api/draw", "/api/check"):
                other = server.ask(path, {"position": DETROIT, "routes": []})
                assert other.getresponse().status in (200, 400)
        finally:
            go_on.set()
        assert answer(waiting)[1]["revenue"] == 60


class Endless:
    """In place of the steps of a record: it never ends by itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        monkeypatch.setattr("route_opt.records.steps", self.steps)

    def steps(self, record: Any) -> Iterator[Any]:
        try:
            while True:
                self.begun.set()
                time.sleep(0.001)
                yield {}
        finally:
            self.ended.set()


def test_a_replay_ends_when_its_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless(monkeypatch)
    with running() as server:
        connection = server.ask("/api/steps", RECORD)
        assert endless.begun.wait(PATIENCE)
        assert not endless.ended.is_set()
        connection.close()
        assert endless.ended.wait(PATIENCE)


def test_a_replay_is_held_to_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    Endless(monkeypatch)
    with running(Limits(seconds=0.2)) as server:
        status, found = answer(server.ask("/api/steps", RECORD))
    assert status == 200
    assert found["error"]["code"] == "stopped"
    assert found["steps"]


def test_many_replays_leave_room_for_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """And of those that take no search, only so many wait."""
    endless = Endless(monkeypatch)
    with running() as server:
        waiting = [server.ask("/api/steps", RECORD) for _ in range(100)]
        assert endless.begun.wait(PATIENCE)
        assert answer(server.ask("/api/best", DETROIT))[1]["revenue"] == 60
        told = [connection for connection in waiting if _has_answer(connection)]
        assert {answer(connection)[0] for connection in told} == {503}
        for connection in waiting:
            connection.close()


def _has_answer(connection: http.client.HTTPConnection) -> bool:
    assert connection.sock is not None
    connection.sock.settimeout(0.05)
    try:
        return bool(connection.sock.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        connection.sock.settimeout(PATIENCE)


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /api/best HT", id="half a line"),
        pytest.param(b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n", id="headers"),
        pytest.param(
            b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{", id="body"
        ),
        pytest.param(
            b"GET /api/start HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /", id="a second request"
        ),
    ],
)
def test_a_client_that_does_not_get_on_is_dropped(sent: bytes) -> None:
    """Drop by drop does not help: the time runs from its first byte."""
    with running(Limits(patience=0.3)) as server, server.connect() as client:
        client.sendall(sent)
        dropped = threading.Event()

        def drip() -> None:
            with contextlib.suppress(OSError):
                while not dropped.wait(0.05):
                    client.sendall(b"a")

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        try:
            with contextlib.suppress(ConnectionError):
                while client.recv(65536):
                    pass
        finally:
            dropped.set()
            dripping.join(PATIENCE)
        assert eventually(lambda: not server.server.server_state.connections)


def test_a_client_that_takes_no_answer_is_dropped() -> None:
    large = {"note": "x" * 50_000_000}
    with running(Limits(patience=0.3), start=large) as server, server.connect() as client:
        client.sendall(b"GET /api/start HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert client.recv(1) == b"H"
        assert eventually(lambda: not server.server.server_state.connections)


def test_patience_is_for_the_client_not_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that takes longer than a client may is answered nevertheless."""
    ask = questions.ASKS["best"]

    def slow(question: Any, control: Any) -> dict[str, Any]:
        time.sleep(0.5)
        return ask.function(question, control)

    monkeypatch.setitem(questions.ASKS, "best", ask._replace(function=slow))
    with running(Limits(patience=0.1)) as server:
        connection = server.ask("/api/best", DETROIT)
        assert answer(connection)[1]["revenue"] == 60


# Names.


def asked(guard: Guard, **headers: str) -> int:
    """The status of a request with such headers; 204 if it is passed on."""
    statuses: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "server": ("192.168.1.5", 1846),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(guard(scope, None, send))  # type: ignore[arg-type]
    return statuses[0]


async def passed_on(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})


def test_an_origin_that_is_no_address() -> None:
    guard = Guard(passed_on, LOOPBACK)
    for origin in ("http://[", "http://[::1", "http://]", "//["):
        assert asked(guard, host="127.0.0.1", origin=origin) == 400
    assert asked(guard, host="127.0.0.1", origin="http://127.0.0.1") == 204
    assert asked(guard, host="[", origin="http://127.0.0.1") == 400


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("box.lan", 204),
        ("BOX.LAN:1846", 204),
        ("192.168.1.5:1846", 204),  # the address by which it was reached
        ("[::ffff:192.168.1.5]:1846", 204),
        ("192.168.1.6", 403),
        ("evil.example", 403),
        ("127.0.0.1", 403),
        ("", 403),
    ],
)
def test_outside_loopback_the_host_is_what_was_asked_for(host: str, status: int) -> None:
    assert asked(Guard(passed_on, {"box.lan"}, any_address=True), host=host) == status


def test_its_address_is_no_name_of_a_server_that_goes_by_its_names_alone() -> None:
    assert asked(Guard(passed_on, {"box.lan"}), host="192.168.1.5") == 403
    assert asked(Guard(passed_on, {"box.lan"}), host="box.lan") == 204


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no signals to processes here")
def test_ctrl_c_ends_it_whatever_it_does() -> None:
    """Four threads in loops without end, that look at nothing."""
    code = """
import os
from route_opt import questions
from route_opt.cli import run
def endless(question, control):
    os.write(1, b"begun\\n")
    while True:
        pass
ask = questions.ASKS["steps"]
questions.ASKS["steps"] = ask._replace(function=endless)
run()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stdout is not None
    try:
        host = process.stderr.readline().split(" ")[3].removeprefix("http://").rstrip("/")
        asking = [http.client.HTTPConnection(host, timeout=PATIENCE) for _ in range(4)]
        for connection in asking:
            connection.request("POST", "/api/steps", json.dumps(RECORD))
        for _ in asking:
            assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()
