"""The output of a batch: what it never touches, what it never loses, how it goes on."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from asking import (
    DETROIT,
    FORMATS,
    NOWHERE,
    answers,
    command,
    ids,
    names,
    question,
    revenues,
    rows,
    solve,
    write_questions,
)

from mutate import bounded
from route_opt import titles
from route_opt.batching import Settings, cache, program
from route_opt.batching.output import Output, OutputError
from route_opt.batching.rows import CSV_HEADER, ENCODERS
from route_opt.batching.run import Counts
from route_opt.batching.sources import SourceError
from route_opt.batching.standing import records


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with all its bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


# Inputs are there before the output is touched


def test_inputs_that_are_not_there_are_all_named_and_nothing_is_touched(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    (tmp_path / "folder.jsonl").mkdir()
    write_questions(tmp_path / "in.jsonl", ["a"])
    sources = ["in.jsonl", "nope.jsonl", "none-*.jsonl", "folder.jsonl"]
    with pytest.raises(SourceError) as error:
        solve(*(tmp_path / name for name in sources), out=out, force=True)
    assert [Path(problem.where).name for problem in error.value.problems] == sources[1:]
    assert not out.exists()


def test_a_missing_input_leaves_the_rows_of_an_output(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("precious\n")
    words = command(tmp_path / "nope.jsonl", "--out", tmp_path / "out.jsonl", "--force")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nope.jsonl: cannot be read: No such file or directory" in done.stderr
    assert (tmp_path / "out.jsonl").read_text() == "precious\n"


def _same(path: Path, other: Path) -> Path:
    return path


def _symbolic(path: Path, other: Path) -> Path:
    other.symlink_to(path)
    return other


def _hard(path: Path, other: Path) -> Path:
    other.hardlink_to(path)
    return other


@pytest.mark.parametrize("how", [{}, {"resume": True}, {"force": True}])
@pytest.mark.parametrize("alias", [_same, _symbolic, _hard])
def test_an_output_among_the_inputs_is_refused_whatever_it_is_called(
    tmp_path: Path, alias: Any, how: Any
) -> None:
    write_questions(tmp_path / "a.jsonl", names(2))
    write_questions(tmp_path / "in.jsonl", names(3))
    out = alias(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    before = content(tmp_path)
    with pytest.raises(OutputError, match=r"is the output and, as .*in\.jsonl, an input"):
        solve(tmp_path / "a.jsonl", tmp_path / "in.jsonl", out=out, **how)
    with pytest.raises(OutputError, match="choose another one"):
        solve(tmp_path / "*n.jsonl", out=out, **how)
    assert content(tmp_path) == before


def test_standard_input_from_the_output_is_refused(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", names(3))
    before = content(tmp_path)
    with (tmp_path / "in.jsonl").open() as file:
        words = command("-", "--out", tmp_path / "in.jsonl", "--force")
        done = subprocess.run(words, stdin=file, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is the output and, as -, an input" in done.stderr
    assert content(tmp_path) == before


def test_the_rows_of_an_unfinished_parquet_file_are_no_input_of_it(tmp_path: Path) -> None:
    write_questions(tmp_path / "out.parquet.jsonl", names(3))
    before = content(tmp_path)
    with pytest.raises(OutputError, match="is the output"):
        solve(tmp_path / "*.jsonl", out=tmp_path / "out.parquet", force=True)
    assert content(tmp_path) == before


def test_a_glob_does_not_feed_on_its_own_output(tmp_path: Path) -> None:
    write_questions(tmp_path / "a.jsonl", names(100))
    write_questions(tmp_path / "b.jsonl", names(50))
    words = command(tmp_path / "*.jsonl", "--out", tmp_path / "z.jsonl", "--workers", "1")
    subprocess.run(words, capture_output=True, check=True)
    assert ids(tmp_path / "z.jsonl") == names(100) + names(50)


def test_nor_does_a_glob_from_python(tmp_path: Path) -> None:
    """There are rows long before the last of so many questions is read."""
    write_questions(tmp_path / "a.jsonl", names(1000))

    def report(counts: Counts) -> None:
        assert counts.done <= 1000

    solve(tmp_path / "*.jsonl", out=tmp_path / "z.jsonl", report=report)
    assert ids(tmp_path / "z.jsonl") == names(1000)


# What is there is kept, unless one says otherwise


@pytest.mark.parametrize("suffix", FORMATS)
def test_an_output_that_is_there_is_not_overwritten_unasked(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(3))
    solve(source, out=out)
    write_questions(source, ["other"])
    before = content(tmp_path)
    with pytest.raises(OutputError, match=r"is there already.*--resume.*--force"):
        solve(source, out=out)
    assert content(tmp_path) == before
    solve(source, out=out, force=True)
    assert ids(out) == ["other"]


def test_the_rows_of_an_unfinished_parquet_file_are_not_overwritten_unasked(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", names(3))
    (tmp_path / "out.parquet.jsonl").write_text("precious\n")
    before = content(tmp_path)
    with pytest.raises(OutputError, match=r"out\.parquet\.jsonl: is there already"):
        solve(tmp_path / "in.jsonl", out=tmp_path / "out.parquet")
    assert content(tmp_path) == before


def test_a_file_that_holds_nothing_may_be_written(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", names(3))
    (tmp_path / "out.jsonl").touch()
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl")
    assert ids(tmp_path / "out.jsonl") == names(3)


def test_resume_and_force_exclude_each_other(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", ["a"])
    (tmp_path / "out.jsonl").write_text("precious\n")
    words = command(tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl", "--resume", "--force")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "not both" in done.stderr
    assert (tmp_path / "out.jsonl").read_text() == "precious\n"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused(tmp_path: Path, make: Any) -> None:
    write_questions(tmp_path / "in.jsonl", names(1))
    make(tmp_path / "out.jsonl")
    with pytest.raises(OutputError, match=r"cannot be written: (is not a file|Is a directory)"):
        solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl", force=True)


def test_an_output_through_a_link_is_written_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "out.jsonl").symlink_to(tmp_path / "there" / "real.jsonl")
    write_questions(tmp_path / "in.jsonl", names(3))
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl")
    (tmp_path / "in.jsonl").write_text(question("q0", NOWHERE) + question("q1"))
    solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl", resume=True)  # it is written afresh
    assert (tmp_path / "out.jsonl").is_symlink()
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["real.jsonl"]
    assert sorted(answers(tmp_path / "out.jsonl")) == [
        ("q0", 0),
        ("q1", 60),
        ("q2", 60),
    ]


# One at a time


@pytest.mark.parametrize("alias", [_same, _symbolic, _hard])
@pytest.mark.parametrize("how", [{}, {"resume": True}, {"force": True}])
def test_a_second_batch_on_one_output_is_refused(tmp_path: Path, alias: Any, how: Any) -> None:
    first = Output(tmp_path / "out.jsonl")
    with pytest.raises(OutputError, match="another batch is writing it"):
        Output(alias(tmp_path / "out.jsonl", tmp_path / "other.jsonl"), **how)
    first.close()


def test_a_second_process_on_one_output_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    words = command("-", "--out", out, "--workers", "1")
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stderr=pipe) as first:
        assert first.stdin is not None
        while not (tmp_path / "out.parquet.jsonl").exists():
            assert first.poll() is None
        write_questions(tmp_path / "in.jsonl", ["b"])
        words = command(tmp_path / "in.jsonl", "--out", out, "--resume")
        second = subprocess.run(words, capture_output=True, text=True, check=False)
        first.communicate(question("a").encode())
    assert second.returncode == 2
    assert "out.parquet.jsonl: another batch is writing it" in second.stderr
    assert first.returncode == 0
    assert ids(out) == ["a"]


def test_an_output_that_another_batch_has_just_replaced_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening a file and locking it, its owner may put a new one in its place."""
    import fcntl

    out = tmp_path / "out.jsonl"
    lock = fcntl.flock

    def too_late(file: int, how: int) -> None:
        (tmp_path / "new").write_text("new\n")
        (tmp_path / "new").replace(out)
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", too_late)
    with pytest.raises(OutputError, match="another batch has just written it"):
        Output(out, force=True)
    assert out.read_text() == "new\n"


# Going on


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_changed_position_is_solved_again_and_the_others_are_not(
    tmp_path: Path, suffix: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(5))
    solve(source, out=out)
    questions = [question(name, NOWHERE if name == "q1" else DETROIT) for name in names(5)]
    source.write_text("".join(questions))
    counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved) == (4, 1)
    assert ids(out) == names(5)
    assert revenues(out) == [60, 0, 60, 60, 60]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", f"out{suffix}"]


@pytest.mark.parametrize("suffix", FORMATS)
def test_resuming_a_finished_file_solves_nothing_and_changes_nothing(
    tmp_path: Path, suffix: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(5))
    solve(source, source, out=out)  # the same questions twice have two rows
    before = rows(out)
    counts = solve(source, source, out=out, resume=True)
    assert (counts.kept, counts.proved, counts.others) == (10, 0, 0)
    assert rows(out) == before


@pytest.mark.parametrize("suffix", FORMATS)
def test_rows_of_other_inputs_stay(tmp_path: Path, suffix: str) -> None:
    a, b, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / f"out{suffix}"
    write_questions(a, names(3))
    b.write_text(question("q1", NOWHERE) + question("new"))  # an id that the other has too
    solve(a, out=out)
    counts = solve(b, out=out, resume=True)
    assert (counts.proved, counts.kept, counts.others) == (2, 0, 3)
    assert answers(out) == [
        ("q0", 60),
        ("q1", 60),
        ("q2", 60),
        ("q1", 0),
        ("new", 60),
    ]
    before = rows(out)
    counts = solve(a, out=out, resume=True)
    assert (counts.proved, counts.kept, counts.others) == (0, 3, 2)
    assert rows(out) == before


def test_rows_of_other_inputs_stay_when_the_file_is_written_afresh(tmp_path: Path) -> None:
    a, b, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "out.jsonl"
    write_questions(a, names(3))
    write_questions(b, names(2))
    solve(a, b, out=out)
    b.write_text(question("q0", NOWHERE) + question("q1"))
    counts = solve(b, out=out, resume=True)
    assert (counts.proved, counts.kept, counts.others) == (1, 1, 3)
    assert revenues(out) == [60, 60, 60, 0, 60]


def test_nothing_that_came_by_standard_input_is_replaced(tmp_path: Path) -> None:
    """Nobody can tell whether it was the same input."""
    out = tmp_path / "out.jsonl"
    for position in (DETROIT, NOWHERE):
        words = command("-", "--out", out, "--resume", "--workers", "1")
        line = question("q", position).encode()
        subprocess.run(words, input=line, check=True, capture_output=True)
    assert revenues(out) == [60, 0]


def test_rows_come_into_the_order_of_the_input(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(4))
    solve(source, out=out)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(lines[2] + lines[0] + lines[3] + lines[1])
    assert solve(source, out=out, resume=True).kept == 4
    assert out.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    "changed",
    [Settings(time_limit=20), Settings(engine="native"), Settings(verify=True), Settings()],
)
def test_other_limits_are_another_question(tmp_path: Path, changed: Settings) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(2))
    solve(source, out=out, settings=Settings(time_limit=10))
    again = solve(source, out=out, settings=Settings(time_limit=10), resume=True)
    assert (again.kept, again.proved) == (2, 0)
    counts = solve(source, out=out, settings=changed, resume=True)
    assert (counts.kept, counts.proved, counts.others) == (0, 2, 0)
    assert ids(out) == names(2)


def test_rows_of_another_program_are_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(2))
    solve(source, out=out)
    monkeypatch.setattr(program, "program", lambda: "a later one")
    counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved, counts.others) == (0, 2, 0)
    assert ids(out) == names(2)


def test_rows_on_another_map_are_solved_again(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(2))
    own = tmp_path / "g1846"
    shutil.copytree(titles.find("1846").folder, own)
    with titles.added_folder(own, trust=True):
        solve(source, out=out)
    map_file = own / "map.toml"
    map_file.write_text(map_file.read_text().replace("yellow city:40x2", "yellow city:50x2"))
    with titles.added_folder(own, trust=True):
        counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved, counts.others) == (0, 2, 0)
    assert revenues(out) == [70, 70]  # Detroit 50, Toledo 20


@pytest.mark.parametrize("suffix", FORMATS)
def test_errors_of_ours_are_solved_again_and_those_of_the_question_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    source.write_text(question("a") + question("b", {"title": "18CZ"}) + question("c"))

    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(cache, "best", broken)
        assert solve(source, out=out).bad == 3
    counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved, counts.bad, counts.others) == (1, 2, 0, 0)
    assert ids(out) == ["a", "b", "c"]
    assert [row["status"] for row in rows(out)] == ["optimal", "error", "optimal"]


@pytest.mark.parametrize(
    "code", ["crashed", "out_of_memory", "unreadable", "unwritable", "unproved", "disagreement"]
)
def test_whatever_says_nothing_about_the_question_is_solved_again(
    tmp_path: Path, code: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(question("a"))
    solve(source, out=out)
    key = rows(out)[0]["key"]
    row = {"id": "a", "key": key, "status": "error", "error": {"code": code, "message": "?"}}
    out.write_bytes(ENCODERS[".jsonl"](row))
    assert solve(source, out=out, resume=True).proved == 1
    assert revenues(out) == [60]


# Torn, damaged, foreign


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_an_output_torn_anywhere_goes_on_with_its_whole_rows(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, ["a", "b\r\nb"])
    solve(source, out=out)
    whole = out.read_bytes()
    keys = [row["key"] for row in rows(out)]
    start = whole.index(b"\n") + 1 if suffix == ".csv" else 0
    first = whole.index(b"\n", start) + 1
    for cut in range(len(whole) + 1):
        out.write_bytes(whole[:cut])
        if suffix == ".jsonl" and len(b'{"id":') < cut < whole.index(b',"key":"') + 8:
            continue  # so little of a first row might be anything: see the foreign files
        output = Output(out, resume=True)
        try:
            kept = [output.standing(key) is not None for key in keys]
        finally:
            output.close()
        rest = max(end for end in (0, start, first, len(whole)) if end <= cut)
        assert kept == [cut >= first, cut == len(whole)], cut
        assert out.read_bytes() == whole[:rest] if out.exists() else rest == 0, cut


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_torn_last_line_is_solved_again(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(3))
    solve(source, out=out)
    out.write_bytes(out.read_bytes()[:-20])
    counts = solve(source, out=out, resume=True)
    assert (counts.kept, counts.proved) == (2, 1)
    assert ids(out) == names(3)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_row_with_any_other_byte_is_not_believed(tmp_path: Path, suffix: str) -> None:
    """A digit of a revenue, a letter of a track: the row is named, and the file left as it is.

    Only a last row that lost a quote looks like one that was torn off: it is solved again.
    """
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(2))
    solve(source, out=out)
    whole = out.read_bytes()
    key = rows(out)[1]["key"]
    last = whole.rindex(b"\n", 0, -1) + 1
    for place in range(last, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 1
        out.write_bytes(changed)
        if suffix == ".csv" and whole[place] == ord('"'):
            output = Output(out, resume=True)
            assert output.standing(key) is None
            output.close()
            continue
        with pytest.raises(OutputError, match="it is left as it is"):
            Output(out, resume=True)
        assert out.read_bytes() == changed
    out.write_bytes(whole.replace(b"60", b"90"))
    with pytest.raises(OutputError, match=r"row 1 .* has been changed since it was written"):
        solve(source, out=out, resume=True)
    out.write_bytes(whole)
    assert solve(source, out=out, resume=True).kept == 2


def test_a_row_of_parquet_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    write_questions(source, names(2))
    solve(source, out=out)
    table = pq.read_table(out)
    revenue = table.column_names.index("revenue")
    pq.write_table(table.set_column(revenue, table.schema.field(revenue), [[60, 90]]), out)
    before = content(tmp_path)
    with pytest.raises(OutputError, match=r"row 2 .* has been changed since it was written"):
        solve(source, out=out, resume=True)
    assert content(tmp_path) == before


POSITIONS = question("a") + question("b")
FOREIGN = {
    "positions": POSITIONS,
    "positions without an end": POSITIONS.rstrip("\n"),
    "a position without an end": question("a").rstrip("\n"),
    "a compact one": json.dumps({"id": "a", "position": {}}, separators=(",", ":")),
    "a diary": "Dear diary,\ntoday",
    "a word": "word",
    "an object": "{}\n",
    "a list": "[]\n",
    "rows of another program": '{"id":"a","key":"17","status":"ok"}\n',
    "zeros": "\0" * 4096,
    "empty lines": "\n\n",
    "a table": "id,name\n1,x\n",
}


@pytest.mark.parametrize("suffix", [*FORMATS, ".parquet.jsonl"])
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_is_left_as_it_is(tmp_path: Path, suffix: str, kind: str) -> None:
    write_questions(tmp_path / "in.jsonl", names(2))
    (tmp_path / f"out{suffix}").write_text(FOREIGN[kind])
    before = content(tmp_path)
    out = tmp_path / f"out{suffix.removesuffix('.jsonl') or '.jsonl'}"
    with pytest.raises(OutputError, match="it is left as it is"):
        solve(tmp_path / "in.jsonl", out=out, resume=True)
    assert content(tmp_path) == before


def test_a_foreign_table_of_parquet_is_left_as_it_is(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    write_questions(tmp_path / "in.jsonl", names(2))
    pq.write_table(pa.table({"id": ["a"], "name": ["x"]}), tmp_path / "out.parquet")
    before = content(tmp_path)
    with pytest.raises(OutputError, match="has the columns id, name; it is left as it is"):
        solve(tmp_path / "in.jsonl", out=tmp_path / "out.parquet", resume=True)
    assert content(tmp_path) == before


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_damaged_file_is_left_as_it_is(tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(4))
    solve(source, out=out)
    whole = out.read_bytes()
    end = len(whole) if suffix == ".parquet" else whole.index(b"q3")  # a last row may be torn
    for place in range(0, end - 40, end // 40):
        damaged = bytearray(whole)
        damaged[place : place + 40] = b"\0" * 40
        out.write_bytes(damaged)
        before = content(tmp_path)
        try:
            solve(source, out=out, resume=True)
        except OutputError:
            assert content(tmp_path) == before
        else:  # damage that no reader looks at, in what Parquet says about its columns
            assert suffix == ".parquet"
            assert answers(out) == [(name, 60) for name in names(4)]


def test_a_quote_too_many_hides_no_rows(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.csv"
    write_questions(source, names(20))
    solve(source, out=out)
    out.write_bytes(out.read_bytes().replace(b"q5,", b'"q5,', 1))
    before = content(tmp_path)
    with pytest.raises(OutputError, match="it is left as it is"):
        solve(source, out=out, resume=True)
    assert content(tmp_path) == before


def test_reading_what_is_there_takes_time_in_proportion(tmp_path: Path) -> None:
    """A quote that is never closed makes one row of all lines; each is looked at once."""
    lines = [CSV_HEADER, b'"', *[b"abc,1,2\n"] * 100_000, *[b"x" * 30 + b"\n"] * 2]
    out = tmp_path / "out.csv"
    out.write_bytes(b"".join(lines))
    with bounded(20), out.open("rb") as file:
        file.readline()
        assert len(list(records(file, ".csv"))) == 1


# Full disks


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("size", [3_000, 20_000, 90_000])
def test_a_full_disk_is_a_sentence_and_the_rest_is_solved_later(
    tmp_path: Path, suffix: str, size: int
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / f"out{suffix}"
    write_questions(source, names(400))

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    words = command(source, "--out", out, "--workers", "1", "--cache", tmp_path / "cache")
    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=small)
    assert done.returncode == 2
    assert "cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    spool = tmp_path / f"out{suffix}.jsonl" if suffix == ".parquet" else out
    assert spool.exists() == (f"{spool} holds what is done" in done.stderr)
    if spool.exists():
        assert spool.read_bytes().endswith(b"\n")
    done = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ids(out) == names(400)
    assert set(revenues(out)) == {60}


def test_a_full_disk_while_rows_are_put_in_order_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(4))
    solve(source, out=out)
    write_questions(source, reversed(names(4)))

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match=r"No space left on device; .*holds what is done"):
            solve(source, out=out, resume=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]
    counts = solve(source, out=out, resume=True)
    assert counts.proved == 0
    assert ids(out) == list(reversed(names(4)))
