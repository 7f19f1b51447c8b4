"""How much two threads gain on one hard search: both by turns in one run, the least of some.

    python -m benchmarks.threads [RUNS]

By the clock, and by the asking thread's own work, which says what a quiet machine could gain when
this one is busy.
"""

from __future__ import annotations

import sys
import time

from tests.full_boards import full_board

import route_opt
from route_opt import _core
from route_opt.compile import compile_network
from route_opt.network import Network

BOARDS = (
    ("1846", 3, ("7/8", "7/8", "6", "6", "6")),
    ("1850", 2, ("12", "12", "10", "10", "8", "8", "8", "8")),
    ("1850", 3, ("12", "12", "10", "10", "8", "8", "8", "8")),
    ("1870", 1, ("12", "12", "6", "5", "4")),
    ("1870", 7, ("12", "12", "10", "10", "8", "8", "6", "6")),
    ("1830", 1, ("D",) * 4),
)
"""Title, seed, trains; the last is a small one."""


def timed(question: _core.Question, threads: int) -> tuple[float, float, object]:
    """Seconds by the clock, seconds of the asking thread's work, and what must not differ."""
    clock, work = time.perf_counter(), time.thread_time()
    status, value, bound, _, (nodes, _, _), _ = _core.solve(question, threads=threads)
    found = time.perf_counter() - clock, time.thread_time() - work
    return *found, (status, value, bound, nodes)


def main(runs: int = 5) -> None:
    """One row a board."""
    print("| board | trains | 1 thread | 2 threads | ratio | ratio of the asking thread's work |")
    print("|---|---|---|---|---|---|")
    for title, seed, trains in BOARDS:
        board = full_board(title, seed) | {"trains": list(trains)}
        position = route_opt.parse(board, lenient=True)
        question = _core.Question(compile_network(Network(position)))
        rows = [[timed(question, threads) for threads in (1, 2)] for _ in range(runs)]
        if len({row[2] for pair in rows for row in pair}) != 1:
            raise SystemExit(f"{title}, {seed}: threads change the answer")
        (one, alone), (two, asking) = (
            (min(pair[n][0] for pair in rows), min(pair[n][1] for pair in rows)) for n in (0, 1)
        )
        print(
            f"| {title}, {seed} | {' '.join(trains)} | {1000 * one:.0f} ms | {1000 * two:.0f} ms"
            f" | {one / two:.2f} | {alone / asking:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
