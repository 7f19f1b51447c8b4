"""The core as WebAssembly beside the native one: the same problems, how many times as long.

python -m benchmarks.wasm       needs wasm/dist/core.mjs (wasm/build.sh) and node
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.corpus import folder, rows

from route_opt import Problem, parse

WASM = Path(__file__).parent.parent / "wasm"


def main() -> None:
    """Tell the ratio of the two times, after a check that the answers are the same."""
    node = shutil.which("node")
    if node is None or not (WASM / "dist" / "core.mjs").exists():
        sys.exit("needs node, and wasm/dist/core.mjs: run wasm/build.sh, which needs emcc")
    positions = [row["position"] for row in rows(folder(), "positions/*/*.jsonl")][::4]
    problems = [Problem.from_position(parse(position, lenient=True)) for position in positions]
    lines = "".join(json.dumps(problem.document()) + "\n" for problem in problems)
    start = time.perf_counter()
    native = [problem.solve(engine="native").value for problem in problems]
    took = 1000 * (time.perf_counter() - start)
    done = subprocess.run(
        [node, "answer.mjs"], cwd=WASM, input=lines, capture_output=True, text=True, check=True
    )
    *answers, last = map(json.loads, done.stdout.splitlines())
    if [answer["value"] for answer in answers] != native:
        sys.exit("the answers differ")
    ratio = last["milliseconds"] / took
    print(f"{len(problems)} problems, the same answers: {ratio:.1f} times as long as native")


if __name__ == "__main__":
    main()
