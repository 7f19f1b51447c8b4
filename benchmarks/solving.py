"""One position solved in a process of its own: what it took, and the most memory it held.

Run as a program it reads a document from standard input and writes what it measured.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.samples import ROOT
from route_opt.position import Position, load, parse
from route_opt.solver import best


class Solved(msgspec.Struct):
    """What solving a position took.

    Attributes
    ----------
    seconds, whole
        In the engine; and in all of `best`, with network, compile and check.
    first, found
        When the first routes were known and when the best, as far as the engine tells while it
        searches; a search that ends before it tells anything has both at its end.
    memory
        Peak of the process and its children in megabytes, the interpreter included (Linux only).
    """

    status: str
    revenue: int
    bound: int
    engine: str
    nodes: int
    routes: int
    seconds: float
    whole: float
    first: float
    found: float
    memory: float

    @property
    def gap(self) -> float:
        """How far from a proof, in percent of the bound."""
        return 100 * (self.bound - self.revenue) / self.bound if self.bound else 0.0


def measure(position: Position, engine: str, limit: float) -> Solved:
    """Solve a position in this process."""
    told: list[tuple[int, float]] = []

    def tell(value: int, bound: int, nodes: int, seconds: float) -> None:
        if value > 0 and (not told or value > told[-1][0]):
            told.append((value, seconds))

    start = time.perf_counter()
    result = best(position, engine=engine, time_limit=limit, progress=tell)
    whole = time.perf_counter() - start
    seconds = result.stats.seconds
    return Solved(
        status=result.status,
        revenue=result.revenue,
        bound=result.bound,
        engine=result.engine,
        nodes=result.stats.nodes,
        routes=result.stats.routes,
        seconds=seconds,
        whole=whole,
        first=told[0][1] if told else seconds,
        found=told[-1][1] if told and told[-1][0] == result.revenue else seconds,
        memory=peak(),
    )


def warm(position: Position) -> None:
    """Let CP-SAT load its library, which it keeps: a second or two that are not the solver's."""
    examples = sorted(position.rules.folder.glob("examples/*.json"))
    first = next(file for file in examples if not file.name.startswith("claim-"))
    best(load(first), engine="cpsat")


def peak() -> float:
    """Megabytes this process and the children it has held at most."""
    names = Path("/proc/self/task").glob("*/children")
    children = [pid for name in names for pid in name.read_text().split()]
    return sum(map(_kilobytes, ["self", *children])) / 1024


def _kilobytes(process: str) -> int:
    """From the system's table: ``ru_maxrss`` begins with the size of whoever started us."""
    found = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) if found else 0


def solve_apart(position: Position, engine: str = "native", limit: float = math.inf) -> Solved:
    """Solve a position in a new process and wait for it."""
    question = {"position": position.document(), "engine": engine, "limit": min(limit, 1e9)}
    answer = subprocess.run(
        [sys.executable, "-m", "benchmarks.solving"],
        input=json.dumps(question),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return msgspec.json.decode(answer.stdout, type=Solved)


def main() -> None:
    question: dict[str, Any] = json.load(sys.stdin)
    position = parse(question["position"], lenient=True)
    if question["engine"] != "native":
        warm(position)
    solved = measure(position, question["engine"], question["limit"])
    sys.stdout.write(msgspec.json.encode(solved).decode())


if __name__ == "__main__":
    main()
