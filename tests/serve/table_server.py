"""A server that leads a game, as a process of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import Any

from browser import served


class TableServer:
    """A running ``whole-game serve``: where it is, and how to ask it or end it."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address

    def post(self, verb: str, **question: Any) -> dict[str, Any]:
        data = json.dumps(question).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}api/game/{verb}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}api/game", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def kill(self) -> None:
        """End it as a power cut would: kill -9."""
        self.process.kill()
        self.process.wait(20)


@contextlib.contextmanager
def table_server(*arguments: str) -> Iterator[TableServer]:
    """A server of our own on a free port."""
    program = "from route_opt_entry import whole_game; whole_game()"
    with served(program, *arguments) as (process, address):
        yield TableServer(process, address)
