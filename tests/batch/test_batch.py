"""Many positions, one command: order, errors, formats, interruption, crashes, caches, clusters."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import route_opt
from route_opt.batching import Settings, batch, run_to_file
from route_opt.batching.output import Output, OutputError
from route_opt.batching.rows import COLUMNS, solve_item
from route_opt.batching.run import LocalPool, Solved, solve_chunk
from route_opt.batching.sources import Item

# Detroit 40 (printed) and Toledo 20 (tile 5): a 2-train of the Michigan Southern earns 60.
DETROIT = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def timeless(path: Path) -> list[dict[str, Any]]:
    """The rows of a file without what differs from run to run: the time they took."""
    rows = lines(path)
    for row in rows:
        row.get("stats", {}).pop("seconds", None)
    return rows


def write_questions(path: Path, count: int) -> None:
    with path.open("w") as file:
        for n in range(count):
            file.write(json.dumps({"id": f"q{n}", "position": DETROIT}) + "\n")


def command(*words: str | Path) -> list[str]:
    run = "from route_opt.cli import run; run()"
    return [sys.executable, "-c", run, "batch", *map(str, words)]


def test_rows_stand_in_order_and_a_bad_line_costs_its_own_row_only(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(
        "\n".join(
            [
                json.dumps({"id": "first", "position": DETROIT}),
                '{"title": "1846", ',
                "",
                json.dumps({"id": "third", "position": DETROIT | {"title": "1889"}}),
                json.dumps(DETROIT),
            ]
        )
    )
    counts = run_to_file([str(source)], tmp_path / "out.jsonl", Settings(), workers=1)
    rows = lines(tmp_path / "out.jsonl")
    ids = ["first", f"{source}:2", "third", f"{source}:5"]
    assert [row["id"] for row in rows] == ids
    assert [row["status"] for row in rows] == ["optimal", "error", "error", "optimal"]
    assert [row.get("revenue") for row in rows] == [60, None, None, 60]
    assert rows[1]["error"]["code"] == "bad_json"
    assert rows[2]["error"]["code"] == "unknown_title"
    assert "1889" in rows[2]["error"]["message"]
    assert (counts.proved, counts.bad, counts.open) == (2, 2, 0)


def test_a_missing_file_is_a_row(tmp_path: Path) -> None:
    run_to_file([str(tmp_path / "none.jsonl")], tmp_path / "out.jsonl", Settings(), workers=1)
    (row,) = lines(tmp_path / "out.jsonl")
    assert row["error"]["code"] == "unreadable"


def test_csv_has_the_flat_columns(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", 3)
    run_to_file([str(tmp_path / "in.jsonl")], tmp_path / "out.csv", Settings(), workers=1)
    with (tmp_path / "out.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["id"], row["revenue"], row["trains"]) for row in rows] == [
        (f"q{n}", "60", "2") for n in range(3)
    ]
    assert json.loads(rows[0]["routes"])[0]["revenue"] == 60


def test_parquet_reads_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the parquet extra")
    write_questions(tmp_path / "in.jsonl", 3)
    run_to_file([str(tmp_path / "in.jsonl")], tmp_path / "out.parquet", Settings(), workers=1)
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.column("revenue").to_pylist() == [60, 60, 60]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.parquet"]


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(OutputError, match=r"route-opt\[parquet\]"):
        Output(tmp_path / "out.parquet", resume=False)


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"\.xlsx.*\.jsonl, \.csv, \.parquet"):
        Output(tmp_path / "out.xlsx", resume=False)


def test_a_changed_position_is_solved_again_and_the_others_are_not(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, 5)
    run_to_file([str(source)], out, Settings(), workers=1)
    questions = source.read_text().splitlines()
    # Without the tile in Toledo there is nowhere to run to.
    changed = DETROIT | {"tiles": {"C13": "7@4"}}
    questions[1] = json.dumps({"id": "q1", "position": changed})
    source.write_text("\n".join(questions) + "\n")
    counts = run_to_file([str(source)], out, Settings(), workers=1, resume=True)
    assert (counts.kept, counts.proved) == (4, 1)
    assert [row["revenue"] for row in lines(out)] == [60, 0, 60, 60, 60]
    assert not (tmp_path / "out.jsonl.tail").exists()


def test_resuming_a_finished_file_solves_nothing_and_changes_nothing(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, 5)
    run_to_file([str(source)], out, Settings(), workers=1)
    before = out.read_bytes()
    counts = run_to_file([str(source)], out, Settings(), workers=1, resume=True)
    assert (counts.kept, counts.proved) == (5, 0)
    assert out.read_bytes() == before


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_torn_last_line_is_dropped_on_resume(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, 3)
    run_to_file([str(source)], out, Settings(), workers=1)
    out.write_bytes(out.read_bytes()[:-20])
    counts = run_to_file([str(source)], out, Settings(), workers=1, resume=True)
    assert (counts.kept, counts.proved) == (2, 1)
    assert len(out.read_text().splitlines()) == 3 + (suffix == ".csv")


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_stopped_at_random_points_and_resumed_it_ends_the_same(
    tmp_path: Path, stop: signal.Signals
) -> None:
    source = tmp_path / "in.jsonl"
    write_questions(source, 3000)
    run_to_file([str(source)], tmp_path / "whole.jsonl", Settings())
    out = tmp_path / "out.jsonl"
    chance = random.Random(int(stop))
    stopped = 0
    for _ in range(40):
        words = command(source, "--out", out, "--workers", "2", "--resume")
        process = subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True)
        limit = chance.uniform(0.5, 1.2) if stopped < 3 else 120
        try:
            process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            stopped += 1
            process.send_signal(stop)
            process.communicate(timeout=120)  # its workers hold the pipe until they end too
            for line in out.read_bytes().splitlines(keepends=True) if out.exists() else ():
                assert line.endswith(b"\n")
                assert json.loads(line)["revenue"] == 60
            if stop == signal.SIGINT:
                assert process.returncode == 3
        if process.returncode == 0:
            break
    assert process.returncode == 0
    assert timeless(out) == timeless(tmp_path / "whole.jsonl")


def _crash_on_boom(items: list[Item], settings: Settings, suffix: str) -> Solved:
    if any(b"boom" in item.data for item in items):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_chunk(items, settings, suffix)


def test_a_position_that_kills_its_worker_costs_its_own_row_only() -> None:
    good = json.dumps({"id": "good", "position": DETROIT}).encode()
    items = [Item("a", good), Item("b", b'{"id": "boom"}'), Item("c", good)]
    pool = LocalPool(1, _crash_on_boom)
    try:
        pool.submit(items, Settings(), ".jsonl").exception(timeout=60)
        solved = pool.rescue(items, Settings(), ".jsonl")
    finally:
        pool.close(wait=True)
    assert [status for status, _ in solved] == ["optimal", "error", "optimal"]
    assert json.loads(solved[1][1])["error"]["code"] == "crashed"


def test_the_cache_answers_a_question_asked_in_other_words(tmp_path: Path) -> None:
    settings = Settings(cache=str(tmp_path / "cache"))
    other = DETROIT | {"tokens": {"Detroit": ["MS", None]}}
    first = solve_item(Item("a", json.dumps(DETROIT).encode()), settings)
    second = solve_item(Item("b", json.dumps(other).encode()), settings)
    assert first["stats"] == second["stats"], "the time is that of the first answer"
    assert (first["revenue"], second["revenue"]) == (60, 60)


def test_python_takes_any_executor_and_any_iterable() -> None:
    def questions() -> Iterator[Any]:
        yield route_opt.parse(DETROIT)
        yield DETROIT
        yield {"id": "named", "position": DETROIT}
        yield {"title": "1846"}

    with ThreadPoolExecutor(2) as executor:
        rows = list(batch(questions(), executor=executor))
    assert [row["status"] for row in rows] == ["optimal"] * 3 + ["error"]
    assert [row["id"] for row in rows] == ["0", "1", "named", "3"]


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Ten times the lines, the same memory, within a margin for the interpreter's own."""
    peaks = []
    for count in (2_000, 20_000):
        source = tmp_path / f"{count}.jsonl"
        with source.open("w") as file:
            file.writelines(["{}\n"] * count)
        script = (
            "import resource, sys; from pathlib import Path;"
            "from route_opt.batching import Settings, run_to_file;"
            f"source = {str(source)!r};"
            "run_to_file([source], Path(source + '.out.jsonl'), Settings(), workers=1);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        # A spawned worker imports the main module again, so it must be a file with a guard.
        main = tmp_path / "main.py"
        main.write_text(f"if __name__ == '__main__':\n    exec({script!r})\n")
        done = subprocess.run([sys.executable, main], capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout))
    assert peaks[1] < peaks[0] * 1.2


def test_a_cluster_loses_a_worker_and_no_row(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the cluster extra")
    questions = [{"id": n, "position": DETROIT} for n in range(2000)]
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        rows = []
        for row in batch(questions, executor=client.get_executor()):
            rows.append(row)
            if len(rows) == 200:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
                time.sleep(0.1)
    assert [row["id"] for row in rows] == list(range(2000))
    assert {row["revenue"] for row in rows} == {60}
