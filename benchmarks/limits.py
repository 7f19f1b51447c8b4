"""How late an answer comes after its time limit, on boards filled to the last hex.

    python -m benchmarks.limits [SECONDS [RUNS]]

A busy machine is late whatever a program does, so three things are told: how late the answer was on
the clock, the least and the most of some runs; and how much the searching thread worked between the
last look at the clock within the limit and the answer, the most of them. The last hardly depends on
who else is running; on a quiet machine the most by the clock is what counts. CP-SAT works in
another process, a what-if in several threads: there it is the work of this process, all its
threads, from the limit to the answer.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient
from tests.full_boards import full_board

import route_opt
from route_opt.batching.rows import Settings
from route_opt.batching.solving import solve_rows
from route_opt.batching.sources import Item
from route_opt.everyone import every_best
from route_opt.next_moves import whatif
from route_opt.position import Position
from route_opt.serve.app import create_app
from route_opt.serve.searches import Limits
from route_opt.solver import all_best

BOARDS = (("1846", 4), ("1850", 1), ("1850", 9), ("1867bw", 4), ("1870", 4), ("1870", 9))

Timed = tuple[float, float]
"""Seconds after the limit by the clock, and seconds of work after it."""


def native(position: Position, limit: float) -> Timed:
    """A search of the core alone."""
    looks = [(time.monotonic(), time.thread_time())]

    def look(*_: Any) -> bool:
        looks.append((time.monotonic(), time.thread_time()))
        return False

    end = looks[0][0] + limit
    route_opt.best(position, engine="native", time_limit=limit, progress=look)
    late, worked = time.monotonic() - end, time.thread_time()
    return late, worked - max(work for at, work in looks if at <= end)


def _by_the_clock(ask: Callable[[], object], limit: float) -> Timed:
    works: list[float] = []
    bell = threading.Timer(limit, lambda: works.append(time.process_time()))
    start = time.monotonic()
    bell.start()
    ask()
    late, worked = time.monotonic() - start - limit, time.process_time()
    bell.cancel()
    return late, worked - works[0] if works else 0.0


def cpsat(position: Position, limit: float) -> Timed:
    """The solver process from the start."""
    return _by_the_clock(lambda: route_opt.best(position, engine="cpsat", time_limit=limit), limit)


def handed_over(position: Position, limit: float) -> Timed:
    """A search and, if it gives up early, the solver process."""
    return _by_the_clock(lambda: route_opt.best(position, time_limit=limit), limit)


def all_of_them(position: Position, limit: float) -> Timed:
    """Every set of routes that is as good as the best."""
    return _by_the_clock(lambda: all_best(position, time_limit=limit), limit)


def everybody(position: Position, limit: float) -> Timed:
    """The runs of three corporations under one limit."""
    return _by_the_clock(
        lambda: every_best([position] * 3, engine="native", time_limit=limit), limit
    )


def in_a_batch(position: Position, limit: float) -> Timed:
    """A row of a batch, in this process."""
    item = Item("line 1", json.dumps(position.document()).encode())
    settings = Settings(engine="native", time_limit=limit)
    return _by_the_clock(lambda: solve_rows([item], settings), limit)


def by_http(position: Position, limit: float) -> Timed:
    """A question to the server, which runs in this process."""
    question = {"position": position.document(), "lenient": True, "time_limit": limit}
    app = create_app(Limits(seconds=2 * limit))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        return _by_the_clock(lambda: client.post("/api/best", json=question), limit)


def what_next(position: Position, limit: float) -> Timed:
    """All moves, each with a search."""
    return _by_the_clock(lambda: whatif(position, engine="native", time_limit=limit), limit)


WAYS = (native, cpsat, handed_over, all_of_them, everybody, in_a_batch, by_http, what_next)


def _told(least: float, most: float, work: float) -> str:
    return f"{1000 * least:+.0f} to {1000 * most:+.0f} ms, {1000 * work:.0f} ms of work"


def main(limit: float = 3.0, runs: int = 3) -> None:
    """Tell every board, and the worst of all."""
    worst: dict[str, list[tuple[float, float, float]]] = {}
    for way in WAYS:
        for title, trains in BOARDS:
            position = route_opt.parse(full_board(title, trains, trains), lenient=True)
            timed = [way(position, limit) for _ in range(runs)]
            lates, works = zip(*timed, strict=True)
            row = min(lates), max(lates), max(works)
            worst.setdefault(way.__name__, []).append(row)
            print(f"{way.__name__}: {title}, {trains} trains: {_told(*row)}", flush=True)
    for name, rows in worst.items():
        print(f"{name}: at worst {_told(*map(max, zip(*rows, strict=True)))}")


if __name__ == "__main__":
    arguments = [float(word) for word in sys.argv[1:3]]
    main(*arguments[:1], *map(int, arguments[1:]))
