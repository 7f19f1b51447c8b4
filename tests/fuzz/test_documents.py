"""Every kind of document under fire: a result or an error of ours, in bounded time.

Games, states and ledgers have tests of their own beside this one, with the same mutator.
"""

from __future__ import annotations

import functools
import io
import json
import random
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from corpus import example_claims, examples
from mutate import bounded, damaged, mutants, mutated, shown, survives, written
from route_opt import Problem, best, check, titles
from route_opt.batching.rows import ENCODERS, Settings
from route_opt.batching.solving import solve_rows
from route_opt.batching.sources import Item
from route_opt.claims.claim import judge, read_claim
from route_opt.importers import _names as names_of_routes18xx
from route_opt.importers import from_routes18xx
from route_opt.position import parse
from route_opt.questions import ASKS
from route_opt.records.rules import rules_of as record_rules
from route_opt.render import draw
from route_opt.title.files import load_title
from route_opt.worker import Worker

EXAMPLES = [json.loads(file.read_text(encoding="utf-8")) for file in examples()]
POSITIONS = [example["position"] for example in EXAMPLES]
CLAIMS = [json.loads(file.read_text(encoding="utf-8")) for file in example_claims()]

SHORT = 120
"""Mutants of each kind in every run of the tests; the slow tier takes a hundred times as many."""

quick_and_long = pytest.mark.parametrize(
    ("seed", "count"),
    [
        pytest.param(1, SHORT, id="short"),
        *(pytest.param(seed, 10 * SHORT, marks=pytest.mark.slow) for seed in range(2, 12)),
    ],
)


def texts(documents: list[Any], seed: int, count: int) -> Iterator[bytes]:
    """Mutants as text: half of them damaged in their bytes as well."""
    luck = random.Random(seed)
    for mutant in mutants(documents, seed, count):
        yield damaged(written(mutant), luck) if luck.random() < 0.5 else written(mutant)


@quick_and_long
def test_positions(seed: int, count: int) -> None:
    """As documents from Python, where anything may stand in them, and as text."""

    def solved(document: Any) -> Any:
        return best(parse(document, lenient=True), engine="native", node_limit=1000)

    for mutant in mutants(POSITIONS, seed, count):
        survives(functools.partial(solved, mutant), mutant)
    for text in texts(POSITIONS, seed, count):
        survives(functools.partial(solved, text), text)


@quick_and_long
def test_claims(seed: int, count: int) -> None:
    def judged(document: Any) -> Any:
        return judge(read_claim(document, lenient=True)).document(None)

    for mutant in mutants(CLAIMS, seed, count):
        survives(functools.partial(judged, mutant), mutant)
    for text in texts(CLAIMS, seed, count):
        survives(functools.partial(judged, text), text)


@pytest.mark.parametrize(
    "routes",
    [
        ["2: Detroit, Nowhere"] * 100_000,
        ["2: Detroit" + " " * 100_000 + "x"],
        [" " * 100_000 + "2" + " " * 100_000 + ":" + " " * 100_000],
        ["2:" + "Detroit, " * 10_000],
        ["2:" + "(" * 100_000 + ")" * 100_000 + "= 1"],
        ["2: " + "x" * 100_000],
        ["2: Detroit, Toledo = " + "9" * 100_000],
        [{"train": "2", "track": ["Nowhere"] * 100_000}],
        [{"train": "x" * 100_000, "track": ["x" * 100_000] * 900}],
        [{"train": "2", "track": ["C15.0"], "counted": ["Nowhere"] * 100_000}],
        [{}] * 100_000,
        5,
        {},
        "2: Detroit",
        None,
    ],
    ids=lambda routes: shown(routes, 40),
)
def test_time_follows_size(routes: Any) -> None:
    """However much of it is wrong."""
    position = questions()[0]["position"]
    document = {"position": position, "declared": routes, "challenge": routes}
    survives(functools.partial(read_claim, document), document, seconds=30)
    survives(functools.partial(draw, parse(position), routes), routes, seconds=30)
    survives(functools.partial(check, parse(position), routes), routes, seconds=30)


EVERY_TERM = {
    "format": "route-opt/problem@1",
    "stops": {
        "value": [20, 30, 50, 10],
        "own": [True, False, False, True],
        "end_only": [False, False, True, False],
        "minor": [False, True, False, False],
        "tariffs": [40, 40, 40, 0],
        "group": [-1, 0, 0, -1],
        "end_extra": [0, 10, 0, 0],
        "end_class": [1, 2, 0, 0],
        "pair_value": [10, 10, 0, 0],
        "goods": [2, 0, 1, 0],
        "buyer": [False, True, False, True],
        "room": [True, False, False, False],
    },
    "track": {"pieces": [[0, 4], [5, 1], [0, 6], [7, 2], [1, 3], [2, 8], [9, 3]], "sides": 3},
    "trains": {
        "visits": [2, 0, 3],
        "counts": [0, 2, 0],
        "tariff": [0, 1, 0],
        "major_visits": [0, 2, 0],
        "minor_counts": [0, -1, 1],
    },
    "terms": {
        "forbidden_ends": [[1, 1]],
        "bonus_ends": [[1, 2]],
        "required_ends": [[0, 1]],
        "sets": [{"stops": [0, 1], "value": 20}],
        "visit_bonus": 10,
        "good_value": 20,
        "extra_good": True,
    },
    "names": {"stops": ["A", "B", "C", "D"], "sides": ["x", "y", "z"], "trains": ["2", "D", "3"]},
}


def problems() -> list[dict[str, Any]]:
    """Boards without a title: one with every term, and what our titles compile to."""
    compiled = [Problem.from_position(parse(position)) for position in POSITIONS[::4]]
    return [EVERY_TERM, EVERY_TERM, *(problem.document() for problem in compiled)]


@quick_and_long
def test_problems(seed: int, count: int) -> None:
    """As documents from Python and as text; what is solved passes the verifier."""

    def solved(document: Any) -> Any:
        problem = Problem.parse(document)
        solution = problem.solve(engine="native", time_limit=0.5, node_limit=2000)
        assert problem.verify(solution) == []
        assert solution.status in ("optimal", "feasible", "infeasible", "unknown")

    documents = problems()
    for document in documents:
        solved(document)
    for mutant in mutants(documents, seed, count):
        survives(functools.partial(solved, mutant), mutant)
    for text in texts(documents, seed, count):
        survives(functools.partial(solved, text), text)


@quick_and_long
def test_routes(seed: int, count: int) -> None:
    """Checked, and drawn."""
    luck = random.Random(seed)
    solved = [(position, best(position)) for position in map(parse, POSITIONS)]
    routes = [(position, [r.document() for r in result.routes]) for position, result in solved]
    for _ in range(count):
        position, ran = luck.choice(routes)
        mutant = mutated(ran, luck)
        survives(functools.partial(check, position, mutant), mutant)
        survives(functools.partial(draw, position, mutant), mutant)


@quick_and_long
def test_batch_lines(seed: int, count: int) -> None:
    """A row each, that can be written in every format, and never a defect."""
    for text in texts([{"id": 1, **example} for example in EXAMPLES], seed, count):
        item, settings = Item("line 1", text), Settings(time_limit=0.05)
        rows = survives(functools.partial(solve_rows, [item], settings), text)
        assert rows is not None
        (row,) = rows
        assert row["status"] in ("optimal", "feasible", "unknown", "error")
        assert row.get("error", {}).get("code") != "defect", f"{row} {shown(text)}"
        for encode in ENCODERS.values():
            assert encode(row).endswith(b"\n")


def questions() -> list[dict[str, Any]]:
    """Every kind of question but those about records, which have a test of their own."""
    route = {"train": "2", "track": ["C15.0", "C13", "D14.0"], "revenue": 60}
    position = {
        "title": "1846",
        "phase": "I",
        "corporation": "MS",
        "trains": ["2"],
        "tiles": {"C13": "7@4", "D14": "5@1"},
        "tokens": {"C15.0": ["MS"]},
    }
    declared = ["2: Detroit, (Toledo) = 60", route]
    return [
        {"id": 1, "ask": "best", "position": position, "time_limit": 0.5, "engine": "native"},
        {"id": "a", "ask": "check", "position": position, "routes": [route]},
        {"ask": "claim", "position": position, "declared": declared, "challenge": 70},
        {"ask": "draw", "position": position, "routes": [route]},
        {"ask": "tiles", "position": position, "hex": "D14"},
        {"ask": "titles", "id": 3},
        {"ask": "solve", "problem": EVERY_TERM, "time_limit": 0.1, "engine": "native"},
        {
            "ask": "every",
            "position": position,
            "others": [{"corporation": "PRR", "trains": ["2"]}],
            "time_limit": 0.1,
        },
        {"ask": "best", "position": position, "keep": ["2: Detroit, Toledo"], "time_limit": 0.1},
        {"ask": "whatif", "position": {**position, "tiles": {}}, "time_limit": 0.05},
    ]


@quick_and_long
def test_worker_lines(seed: int, count: int) -> None:
    """An answer to every line, in its place, and never a defect."""
    lines = [text.replace(b"\n", b" ") for text in texts(questions(), seed, count)]
    lines = [line for line in lines if line.strip()]
    out = io.BytesIO()
    with bounded(60 + count):
        Worker(out, longest=0.2).run(lines)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        assert answer.get("error", {}).get("code") != "defect", f"{answer} {shown(line)}"


@quick_and_long
def test_http_bodies(seed: int, count: int) -> None:
    """200, or 4xx with reasons; never 500."""
    pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
    pytest.importorskip("httpx2", reason="httpx2 is not installed")
    from starlette.testclient import TestClient

    from route_opt.serve.app import create_app
    from route_opt.serve.searches import Limits

    asked = [question for question in questions() if question["ask"] != "titles"]
    luck = random.Random(seed)
    app = create_app(Limits(seconds=0.2))
    with TestClient(app, base_url="http://127.0.0.1", backend="asyncio") as client:
        for _ in range(count):
            question = dict(luck.choice(asked))
            kind = question.pop("ask") if luck.random() < 0.9 else luck.choice(list(ASKS))
            body = written(mutated(question, luck))
            if luck.random() < 0.3:
                body = damaged(body, luck)
            with bounded():
                answer = client.post(f"/api/{kind}", content=body)
            assert answer.status_code in (200, 400, 405, 503), f"{answer.text} {kind} {shown(body)}"
            if answer.status_code == 400:
                assert answer.json()["problems"], shown(body)


def toml(value: Any, depth: int = 0) -> str:
    """A value as TOML writes it inside a line; what TOML cannot say becomes a text."""
    if depth > 200:
        return "0"
    if isinstance(value, dict):
        items = (f"{_text(str(key))} = {toml(one, depth + 1)}" for key, one in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, list):
        return f"[{', '.join(toml(one, depth + 1) for one in value[:50])}]"
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) < 10**4000):
        return str(value).lower()
    return _text(str(value) if isinstance(value, str | float) else "?")


def _text(text: str) -> str:
    return json.dumps(text.encode(errors="replace").decode(), ensure_ascii=False)


def load(folder: Path) -> None:
    """Everything in a title's folder."""
    title = load_title(folder)
    if (folder / "records.toml").exists():
        record_rules(title)
    if (folder / "routes18xx.toml").exists():
        names_of_routes18xx(title)


@quick_and_long
def test_title_files(seed: int, count: int, tmp_path: Path) -> None:
    """One file of a title changed in its values or its bytes."""
    luck = random.Random(seed)
    for number in range(count // 4):  # a title takes its time
        source = luck.choice(list(titles.names().values()))
        folder = tmp_path / str(number)
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("examples", "*.py"))
        file = luck.choice(sorted(folder.glob("*.toml")))
        text = file.read_bytes()
        if luck.random() < 0.5:
            changed = mutated(tomllib.loads(text.decode()), luck)
            if isinstance(changed, dict):
                text = "\n".join(
                    f"{_text(str(k))} = {toml(v)}" for k, v in changed.items()
                ).encode()
        else:
            text = damaged(text, luck)
        file.write_bytes(text)
        survives(functools.partial(load, folder), f"{source.name}/{file.name}")
        shutil.rmtree(folder)


BOARD = "D18; 8; 2\nE17; 291; 1\nD6; 298; 0\n"
RAILROADS = "New York Central; 3 / 5, 2; E17, D6: E5\nBaltimore & Ohio; 4; D6: [C5 D8]\n"
PRIVATES = "Steamboat Company; New York Central; B8\nMail Contract; Baltimore & Ohio;\nBig 4;;\n"


@quick_and_long
def test_csv_files(seed: int, count: int, tmp_path: Path) -> None:
    luck = random.Random(seed)
    files = dict(zip(("board", "railroads", "privates"), (BOARD, RAILROADS, PRIVATES), strict=True))
    for _ in range(count):
        chosen = luck.choice(list(files))
        for name, text in files.items():
            data = text.encode()
            (tmp_path / name).write_bytes(damaged(data, luck) if name == chosen else data)
        paths = [tmp_path / name for name in files]
        read = functools.partial(from_routes18xx, *paths, corporation="New York Central")
        survives(read, (tmp_path / chosen).read_bytes())
