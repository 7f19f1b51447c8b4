"""Many positions, one command: order, errors, formats, odd names, any executor."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from asking import (
    DETROIT,
    FORMATS,
    command,
    ids,
    names,
    question,
    revenues,
    rows,
    solve,
    write_questions,
)

import route_opt
from route_opt import documents
from route_opt.batching import Settings, batch, run_to_file, sources
from route_opt.batching.output import Output, OutputError
from route_opt.batching.rows import COLUMNS
from route_opt.batching.solving import solve_rows
from route_opt.claims import judge_routes


def test_rows_stand_in_order_and_a_bad_line_costs_its_own_row_only(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(
        "\n".join(
            [
                json.dumps({"id": "first", "position": DETROIT}),
                '{"title": "1846", ',
                "",
                json.dumps({"id": "third", "position": DETROIT | {"title": "18CZ"}}),
                json.dumps(DETROIT),
            ]
        )
    )
    out = tmp_path / "out.jsonl"
    counts = run_to_file([str(source)], out, Settings(), workers=1)
    found = rows(out)
    assert ids(out) == ["first", f"{source}:2", "third", f"{source}:5"]
    assert [row["status"] for row in found] == ["optimal", "error", "error", "optimal"]
    assert [row.get("revenue") for row in found] == [60, None, None, 60]
    assert found[1]["error"]["code"] == "bad_json"
    assert found[2]["error"]["code"] == "unknown_title"
    assert "18CZ" in found[2]["error"]["message"]
    assert (counts.proved, counts.bad, counts.open) == (2, 2, 0)


@pytest.mark.parametrize(
    ("place", "error", "code"),
    [
        ("route_opt.batching.solving.parse", KeyError("a defect"), "defect"),
        ("route_opt.batching.solving.cached_best", MemoryError(), "out_of_memory"),
        ("route_opt.result.Result.told", RecursionError("a defect"), "defect"),
    ],
)
def test_what_goes_wrong_at_any_step_costs_its_own_row_only(
    monkeypatch: pytest.MonkeyPatch, place: str, error: Exception, code: str
) -> None:
    """Questions are solved together, step by step; the second of four meets an error."""
    calls = 0
    step = resolve_name(place)

    def second_fails(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise error
        return step(*args, **options)

    monkeypatch.setattr(place, second_fails)
    items = [sources.Item(name, json.dumps(DETROIT).encode()) for name in "abcd"]
    found = solve_rows(items, Settings())
    assert [row["id"] for row in found] == [*"abcd"]
    assert [row.get("revenue") for row in found] == [60, None, 60, 60]
    assert found[1]["error"]["code"] == code
    assert {*found[1]} == {"id", "key", "status", "error", "problems"}


@pytest.mark.parametrize(("cached", "least", "most"), [(False, 8, 40), (True, 320, 320)])
def test_the_judge_sees_a_sample_and_all_that_a_cache_may_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cached: bool, least: int, most: int
) -> None:
    """Of 320 rows one in 16 would be 20; which of them depends on their keys alone."""
    judged = 0

    def counted(*args: Any) -> Any:
        nonlocal judged
        judged += 1
        return judge_routes(*args)

    monkeypatch.setattr("route_opt.result.judge_routes", counted)
    items = [sources.Item(name, json.dumps(DETROIT).encode()) for name in names(320)]
    settings = Settings(cache=str(tmp_path) if cached else "")
    assert {row["revenue"] for row in solve_rows(items, settings)} == {60}
    assert least <= judged <= most


def test_a_search_that_was_stopped_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    from route_opt.batching import cache

    def stopped(*args: Any, **options: Any) -> Any:
        return msgspec.structs.replace(
            route_opt.best(*args, **options), status="feasible", bound=90
        )

    monkeypatch.setattr(cache, "best", stopped)
    write_questions(tmp_path / "in.jsonl", names(2))
    counts = solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl")
    assert (counts.proved, counts.open, counts.bad) == (0, 2, 0)


def test_csv_has_the_flat_columns(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", names(3))
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.csv")
    with (tmp_path / "out.csv").open() as file:
        found = list(csv.DictReader(file))
    assert tuple(found[0]) == COLUMNS
    assert [(row["id"], row["revenue"], row["trains"]) for row in found] == [
        (f"q{n}", "60", "2") for n in range(3)
    ]
    assert json.loads(found[0]["routes"])[0]["revenue"] == 60


def test_parquet_reads_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs the parquet extra")
    write_questions(tmp_path / "in.jsonl", names(3))
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.parquet")
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
        Output(tmp_path / "out.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["out.xlsx", "-", "out"])
def test_an_unknown_format_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=r"\.jsonl, \.csv, \.parquet"):
        Output(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


ODD = ["a\rb", "a\nb", "\r\n", 'say "x", y', "", " ", "\x00", "é\u2028", "z" * 200_000]


@pytest.mark.parametrize("suffix", FORMATS)
def test_odd_ids_come_back_as_they_are_and_are_known_again(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, ODD)
    solve(source, out=out)
    assert ids(out) == ODD
    before = rows(out)
    counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved) == (len(ODD), 0)
    assert rows(out) == before


def test_ids_that_are_no_texts_are_written_as_json(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", [7, None, True, [1, "a"]])
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl")
    assert ids(tmp_path / "out.jsonl") == [7, None, True, [1, "a"]]
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.csv")
    assert ids(tmp_path / "out.csv") == ["7", "null", "true", '[1,"a"]']


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("bad", ['"\\ud800"', str(10**30), "[" * 400 + "]" * 400])
def test_an_id_that_no_file_can_hold_costs_its_own_row_only(
    tmp_path: Path, suffix: str, bad: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    odd = '{"id": %s, "position": %s}\n' % (bad, json.dumps(DETROIT))  # noqa: UP031
    source.write_text(question("a") + odd + question("b"))
    solve(source, out=out)
    found = rows(out)
    assert [found[0]["id"], found[2]["id"]] == ["a", "b"]
    assert [found[0]["revenue"], found[2]["revenue"]] == [60, 60]
    assert len(found) == 3


def test_a_file_whose_name_is_no_text_is_read(tmp_path: Path) -> None:
    source = os.path.join(os.fsencode(tmp_path), b"in\xff.jsonl")
    with open(source, "wb") as file:
        file.write(json.dumps(DETROIT).encode() + b"\n")
    solve(os.fsdecode(source), out=tmp_path / "out.jsonl")
    assert ids(tmp_path / "out.jsonl") == [f"{tmp_path}/in\\xff.jsonl:1"]
    assert revenues(tmp_path / "out.jsonl") == [60]


def test_a_line_that_is_too_long_is_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (documents, sources):
        monkeypatch.setattr(module, "LARGEST", 1000)
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(question("a") + question("x" * 5000) + question("b"))
    solve(source, out=out)
    assert [row["status"] for row in rows(out)] == ["optimal", "error", "optimal"]
    assert rows(out)[1]["error"]["code"] == "too_large"
    assert [rows(out)[0]["id"], rows(out)[2]["id"]] == ["a", "b"]


def test_a_defect_in_reading_an_input_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(document: Any) -> Iterator[Any]:
        raise KeyError("gone")

    monkeypatch.setattr("route_opt.records.runs", broken)
    (tmp_path / "game.json").write_text('{"actions": []}')
    write_questions(tmp_path / "in.jsonl", ["a"])
    out = tmp_path / "out.jsonl"
    solve(tmp_path / "game.json", tmp_path / "in.jsonl", out=out)
    assert [row["status"] for row in rows(out)] == ["error", "optimal"]
    assert rows(out)[0]["error"]["code"] == "defect"


def test_python_takes_any_executor_and_any_iterable() -> None:
    def questions() -> Iterator[Any]:
        yield route_opt.parse(DETROIT)
        yield DETROIT
        yield {"id": "named", "position": DETROIT}
        yield {"title": "1846"}
        yield {"id": "\ud800", "position": DETROIT}
        yield {"id": object(), "position": DETROIT}

    with ThreadPoolExecutor(2) as executor:
        found = list(batch(questions(), executor=executor))
    assert [row["status"] for row in found] == ["optimal"] * 3 + ["error"] * 3
    assert [row["id"] for row in found] == ["0", "1", "named", "3", "4", "5"]


def test_a_script_without_a_guard_can_run_a_batch(tmp_path: Path) -> None:
    """Workers do not import the main module again, as those of multiprocessing would."""
    script = tmp_path / "script.py"
    script.write_text(
        "import route_opt\n"
        f"print([row['revenue'] for row in route_opt.batch([{DETROIT!r}], workers=1)])\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[60]\n", "")


def test_a_folder_full_of_modules_does_not_disturb_the_workers(tmp_path: Path) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('not this one')\n")
    write_questions(tmp_path / "in.jsonl", ["a"])
    words = [sys.executable, "-P", *command("in.jsonl", "--out", "out.jsonl")[1:]]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    assert revenues(tmp_path / "out.jsonl") == [60]


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
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        peaks.append(int(done.stdout))
    assert peaks[1] < peaks[0] * 1.2
