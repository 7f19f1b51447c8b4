"""Where the time of a call goes, step by step, and what a start costs.

By itself: ``python -m benchmarks.calls``.
All times are processor time: of the thread for steps, of the process for starts. So they can be
taken on a busy machine, and the shares of one run can be compared with those of another.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.report import duration, machine
from benchmarks.samples import GROWN, RECORDED, Sample, samples
from route_opt import _core, titles
from route_opt.agreement import agree
from route_opt.batching.rows import Settings, json_line
from route_opt.batching.run import CHUNK
from route_opt.batching.solving import JUDGED, solve_lines, solve_rows
from route_opt.batching.sources import Item
from route_opt.claims import account, judge_routes
from route_opt.compile import compile_network
from route_opt.documents import read_json
from route_opt.errors import PositionError
from route_opt.network import Network
from route_opt.position import parse
from route_opt.result import Result
from route_opt.solver import best

REPEATS = 5
"""A step's time is the least of so many runs: what is above it is the machine's doing."""

STARTS = 20

SETTINGS = Settings(engine="native")

Times = dict[str, list[float]]
"""Seconds of each step, position by position."""


def least(work: Callable[[], Any]) -> tuple[float, Any]:
    """The least processor time of a few runs, and what came of the last."""
    found, value = float("inf"), None
    for _ in range(REPEATS):
        start = time.thread_time()
        value = work()
        found = min(found, time.thread_time() - start)
    return found, value


def steps(found: Iterable[Sample]) -> Times:
    """Every step from a line of JSON to a row, one after the other, and the whole of them."""
    times: Times = {}
    for sample in found:
        for name, seconds in _of_one(sample).items():
            times.setdefault(name, []).append(seconds)
    return times


def _of_one(sample: Sample) -> dict[str, float]:
    times: dict[str, float] = {}

    def step(name: str, work: Callable[[], Any]) -> Any:
        times[name], value = least(work)
        return value

    row = {"id": sample.id, "position": sample.position.document()}
    item = Item(sample.id, json.dumps(row).encode())
    document = step("decode", lambda: read_json(item.data, PositionError))["position"]
    position = step("parse", lambda: parse(document, lenient=True))
    network = step("network", lambda: Network(position))
    instance = step("compile", lambda: compile_network(network))
    rates = step("agree with the judge", lambda: agree(instance))
    question = step("to the core", lambda: _core.Question(instance))
    raw = step("search", lambda: _core.solve(question))
    step("verify", lambda: _core.verify(question, *raw[:4]))
    result: Result = best(position, engine="native")
    sample.check(result)
    claim = step("read back", lambda: list(result.found._named()))
    verdict = step("account", lambda: account(rates, claim))
    step("statement and document", lambda: [_told(route) for route in verdict.routes])
    step("judge", lambda: judge_routes(rates, claim))
    (answer,) = solve_rows([item], SETTINGS)
    step("write", lambda: json_line(answer))
    step("best()", lambda: best(position, engine="native"))
    step("a line", lambda: solve_lines([item], SETTINGS, ".jsonl"))
    return times


def _told(route: Any) -> Any:
    route._statement = None  # it is made once, and here each time
    return route.told


def in_turn(found: list[Sample], together: int) -> float:
    """Processor time of a line among others, so many of them together, as in a batch.

    All lines are run one after the other, so many times; the least of each chunk is taken.
    """
    items = [
        Item(s.id, json.dumps({"id": s.id, "position": s.position.document()}).encode())
        for s in found
    ]
    chunks = [items[start : start + together] for start in range(0, len(items), together)]

    def once(chunk: list[Item]) -> float:
        start = time.thread_time()
        solve_lines(chunk, SETTINGS, ".jsonl")
        return time.thread_time() - start

    rounds = [list(map(once, chunks)) for _ in range(REPEATS)]
    return sum(map(min, zip(*rounds, strict=True))) / len(items)


WHOLE = ("best()", "a line")


def table(found: list[Sample]) -> list[list[str]]:
    """The steps with their times, and the share of each in a line; the judge speaks on a sample."""
    times = steps(found)
    line = statistics.mean(times["a line"])
    rows = []
    for name, seconds in times.items():
        mean = statistics.mean(seconds)
        weight = 1 / JUDGED if name == "judge" else 1
        share = "" if name in WHOLE else f"{100 * mean * weight / line:.0f}%"
        cells = (duration(statistics.median(seconds)), duration(mean), share)
        rows.append([f"**{name}**" if name in WHOLE else name, *cells])
    for name, together in (("a line after another", 1), ("a line of a batch", CHUNK)):
        turn = in_turn(found, together)
        rows.append([f"**{name}**", "", duration(turn), f"{1 / turn:,.0f} a second"])
    return rows


COLUMNS = ["step", "median", "mean", "share of a line"]

NOTE = (
    "Processor time over the real positions, the least of 5 runs of each; from a line of JSON to a"
    f" row. The judge speaks on one row in {JUDGED}, and his share is weighted so. Of a"
    " line that follows another one little is in the processor's caches; so a batch takes"
    f" {CHUNK} lines together, step by step. Reading the file, the processes and their start are"
    " not in it."
)


def starts() -> list[list[str]]:
    """Processor time of commands from their start to their end, beside that of Python alone."""
    example = titles.find("1846").folder / "examples" / "centralia.json"
    run = "import route_opt_entry; route_opt_entry.route_opt()"
    alone = _started(["-c", "pass"])
    rows = [["python -c pass", duration(alone), "1.0"]]
    for arguments in (["--help"], ["best", str(example)]):
        seconds = _started(["-c", run, *arguments])
        name = " ".join(["route-opt", arguments[0], *(["centralia.json"] * len(arguments[1:]))])
        rows.append([name, duration(seconds), f"{seconds / alone:.1f}"])
    return rows


def _started(arguments: list[str]) -> float:
    """The least processor time of a process of Python with all that it starts."""
    return min(spent_by([sys.executable, *arguments]) for _ in range(STARTS))


def spent_by(command: list[str], cwd: Path | None = None) -> float:
    """Processor time of a process with all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


START_COLUMNS = ["command", "processor time", "times Python alone"]

START_NOTE = (
    f"The least of {STARTS} starts, user and system time together. In an editable install each"
    " start also looks whether the core has to be built again."
)


def main() -> None:
    """Print both tables."""
    found = [*samples(RECORDED), *samples(GROWN)]
    found = found[::10] if "--quick" in sys.argv else found
    rows = [COLUMNS, *table(found)]
    print("\n".join([*machine("python -m benchmarks.calls"), "", NOTE, ""]))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print("\n".join(["", START_NOTE, ""]))
    for row in [START_COLUMNS, *starts()]:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
