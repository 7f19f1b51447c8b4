"""Who solves: workers that die, workers that never start, executors that break."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from asking import DETROIT, children, command, ids, names, question, revenues, rows, write_questions

from route_opt.batching import Settings, batch, run_to_file
from route_opt.batching.pool import LocalPool, PoolError
from route_opt.batching.sources import Item


def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str, workers: int = 1) -> Any:
    """A pool whose workers do something of their own before they begin."""
    (tmp_path / "odd_worker.py").write_text(
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from route_opt.batching import pool, rows, worker\n"
        f"{start}\n"
        "worker.main()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return LocalPool(workers, Settings(), ".jsonl", "odd_worker")


def solved(pool: LocalPool, items: list[Item]) -> list[str]:
    try:
        return [status for status, _ in pool.result(items, pool.submit(items))]
    finally:
        pool.close(finished=True)


BOOM = """
solve = worker.solve_chunk
def boom(items, settings, suffix):
    if any(b"boom" in item.data for item in items):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve(items, settings, suffix)
worker.solve_chunk = boom
"""


def test_a_position_that_kills_its_worker_costs_its_own_row_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = question("good").encode()
    items = [Item("a", good), Item("b", b'{"id": "boom"}'), Item("c", good), Item("d", b"boom")]
    pool = local(tmp_path, monkeypatch, BOOM)
    found = pool.result(items, pool.submit(items))
    assert [status for status, _ in found] == ["optimal", "error", "optimal", "error"]
    assert b'"code":"crashed"' in found[1][1]
    assert solved(pool, items[:1]) == ["optimal"], "there is a worker again"


def test_workers_killed_while_they_start_are_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = (
        "log = Path(__file__).with_name('starts')\n"
        "with log.open('a') as file: file.write('x')\n"
        "if len(log.read_text()) < 6: os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    pool = local(tmp_path, monkeypatch, starts)
    assert solved(pool, [Item("a", question("a").encode())]) == ["optimal"]
    assert (tmp_path / "starts").read_text() == "x" * 6


def test_workers_that_end_by_themselves_are_not_started_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = local(tmp_path, monkeypatch, "sys.exit(7)", workers=2)
    with pytest.raises(PoolError, match="no worker starts: it ends with code 7"):
        solved(pool, [Item("a", question("a").encode())])


def gone(pid: int) -> bool:
    """Whether a process has ended, though nobody may have asked for its code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_workers_killed_again_and_again_cost_no_row(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(640))
    killed = []

    def kill(counts: Any) -> None:
        for worker in children(os.getpid()):
            with contextlib.suppress(ProcessLookupError):  # one that has just ended by itself
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    counts = run_to_file([str(source)], out, Settings(), workers=2, report=kill)
    assert (counts.proved, counts.bad) == (640, 0)
    assert ids(out) == names(640)
    assert set(revenues(out)) == {60}
    assert len(set(killed)) > 5


def test_workers_end_when_their_batch_is_killed(tmp_path: Path) -> None:
    words = command("-", "--out", tmp_path / "out.jsonl", "--workers", "2")
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write("".join(map(question, names(200))).encode())
    process.stdin.flush()
    while len(workers := children(process.pid)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    while not all(map(gone, workers)):
        time.sleep(0.01)


def _die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_executor_that_breaks_is_an_error_of_ours() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        with pytest.raises(BrokenExecutor):
            executor.submit(_die).result()
        with pytest.raises(PoolError, match="the executor takes no more work"):
            list(batch([DETROIT], executor=executor))


class Losing(ThreadPoolExecutor):
    """An executor that loses whatever holds a certain word, as a cluster may."""

    def submit(self, task: Any, /, items: Any, *rest: Any) -> Future[Any]:  # type: ignore[override]
        if any(b"lost" in item.data for item in items):
            future: Future[Any] = Future()
            future.set_exception(CancelledError("lost"))
            return future
        return super().submit(task, items, *rest)


def test_what_an_executor_loses_costs_its_own_row_only() -> None:
    questions = [{"id": name, "position": DETROIT} for name in ("a", "lost", "c")]
    executor: Executor
    with Losing(1) as executor:
        found = list(batch(questions, executor=executor))
    assert [row["status"] for row in found] == ["optimal", "error", "optimal"]
    assert found[1]["error"]["code"] == "crashed"
    assert [row["id"] for row in found] == ["a", "lost", "c"]


def test_a_cluster_loses_a_worker_and_no_row() -> None:
    distributed = pytest.importorskip("distributed", reason="needs the cluster extra")
    questions = [{"id": n, "position": DETROIT} for n in range(2000)]
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = []
        for row in batch(questions, executor=client.get_executor()):
            found.append(row)
            if len(found) == 200:
                worker = next(iter(cluster.workers.values())).pid
                os.kill(worker, signal.SIGKILL)
                while not gone(worker):
                    time.sleep(0.01)
    assert [row["id"] for row in found] == list(range(2000))
    assert {row["revenue"] for row in found} == {60}


def test_no_worker_is_started_where_there_is_nothing_to_solve(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("")
    # The core first: where it is built anew, that takes processes.
    script = (
        "import route_opt._core, subprocess\n"
        "subprocess.Popen = None\n"
        "from route_opt.cli import run; run()\n"
    )
    words = [sys.executable, "-c", script, *command("in.jsonl", "--out", "out.jsonl")[3:]]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    assert rows(tmp_path / "out.jsonl") == []
