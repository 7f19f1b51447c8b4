"""The pages: links lead somewhere, every sample runs and answers what it says, commands exist."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import click
import msgspec
import pytest

import route_opt
from operating_round.cli import main as rounds
from operating_round.setup import float_corporation, new_game
from route_opt import titles
from route_opt.cli import main
from route_opt.title import StopSet
from transcripts import (
    PAGES,
    PROGRAMS,
    ROOT,
    Typed,
    blocks,
    languages,
    said_by,
    sessions,
    type_again,
)
from whole_game.cli import main as games

GROUPS = {"route-opt": main, "operating-round": rounds, "whole-game": games}
RUNNING = [page for page in PAGES if page.relative_to(ROOT).parts[0] != "tests"]
"""Pages whose Python is run; those of the tests show how tests are written."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link and not link.startswith("#"):
            assert (page.parent / link.partition("#")[0]).exists(), link


def commands(group: click.Group) -> set[str]:
    return set(group.list_commands(click.Context(group)))


def test_the_table_of_commands_is_complete() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `route-opt (\w+)", text, re.MULTILINE))
    assert told == commands(main)


def used(page: Path) -> list[list[str]]:
    """The calls of our programs in the shell blocks of a page, word by word."""
    lines = [
        line for block in blocks(page, "sh") for line in block.replace("\\\n", " ").splitlines()
    ]
    parts = [part for line in lines for part in re.split(r"&&|\||;", line)]
    calls = [shlex.split(part, comments=True) for part in parts if part.count("'") % 2 == 0]
    return [call for call in calls if call and Path(call[0]).name in PROGRAMS]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_in_shell_samples_exist(page: Path) -> None:
    for program, command, *rest in used(page):
        group = GROUPS[Path(program).name]
        found = group.get_command(click.Context(group), command)
        assert found is not None, command
        known = {name for option in found.params for name in option.opts} | {"--help"}
        assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= known


def test_shell_samples_are_seen() -> None:
    assert sum(len(used(page)) for page in PAGES) > 5


SESSIONS = [(page, session) for page in PAGES for session in sessions(page)]


def test_there_are_transcripts() -> None:
    typed = [command for _, session in SESSIONS for command, _ in session]
    assert any("evening.json@69" in command for command in typed)
    assert any(command.startswith("route-opt position") for command in typed)
    assert any(command.startswith("whole-game standings") for command in typed)


@pytest.mark.parametrize(
    ("page", "session"), SESSIONS, ids=[f"{name_of(p)}: {s[0].command[:30]}" for p, s in SESSIONS]
)
def test_transcript(page: Path, session: list[Typed], tmp_path: Path) -> None:
    type_again(session, tmp_path)


@pytest.mark.parametrize("page", RUNNING, ids=name_of)
def test_python_samples_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blocks without prompts, one after another; those with prompts are doctests."""
    state = new_game("1830", ["Ann", "Bob", "Cy"])
    float_corporation(state, "PRR", 76, {"Ann": 60}).save(tmp_path / "friday.json")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        if ">>> " not in block:
            exec(compile(ast.parse(block), page.name, "exec"), names)


def test_there_are_python_samples() -> None:
    assert any(">>> " not in block for page in RUNNING for block in blocks(page, "python"))


# Who runs the samples in other languages: a page, a language, and the file that takes them from it.
ELSEWHERE = {
    ("docs/c.md", "c"): "cpp/examples/check.sh",
    ("docs/c.md", "cmake"): "cpp/examples/check.sh",
    ("docs/javascript.md", "js"): "tests/problem/test_wasm.py",
    ("wasm/README.md", "js"): "tests/problem/test_wasm.py",
    ("src/route_opt/serve/README.md", "js"): "tests/worker/test_worker.py",
    ("docs/tools/commands.md", "bash"): "tests/entry/test_completion.py",
    ("docs/tools/commands.md", "zsh"): "tests/entry/test_completion.py",
    ("docs/tools/commands.md", "fish"): "tests/entry/test_completion.py",
}
HERE = {
    "json": {"README.md", "docs/problem.md"},
    "toml": {"src/route_opt/titles/README.md", "tests/whole_game/rules/README.md"},
}
# Commands for a shell that no test types as they stand, and why.
NOT_TYPED = {
    "benchmarks/README.md": "measures for an hour; .ci/run checks the signature",
    "CONTRIBUTING.md": "an install; .ci/run types the README's",
    "README.md": ".ci/run types the installs; the others wait for people",
    "docs/c.md": ".ci/run builds and installs the library, in a folder of its own",
    "docs/javascript.md": "tests/problem/test_wasm.py builds, packs and installs the module",
    "docs/players/install.md": "an install; .ci/run types the README's",
    "docs/players/page.md": "waits for people",
    "docs/table/page.md": "waits for people",
    "docs/table/terminal.md": "waits for people",
}
TYPED = {
    "docs/analysts/batch.md",
    "docs/contributors/proof.md",
    "python/operating_round/README.md",
    "python/whole_game/README.md",
    "src/route_opt/serve/README.md",
}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_somebody_runs_every_sample(page: Path) -> None:
    """A block in a language that nobody runs fails here: `text` is for what is no code."""
    name = name_of(page)
    for language in languages(page):
        if language in ("python", "console", "text") or language.startswith("{"):
            continue
        if language == "sh":
            assert (name in TYPED) != (name in NOT_TYPED)
        elif language in HERE:
            assert name in HERE[language]
        else:
            runner = ROOT / ELSEWHERE[name, language]
            assert page.name in runner.read_text(encoding="utf-8")


def test_sample_documents_are_read() -> None:
    (position,) = blocks(ROOT / "README.md", "json")
    # Centralia 10 twice, Cairo 20, Terre Haute 20, St. Louis 50 and 20 for the steamboat; no mail.
    assert route_opt.best(route_opt.parse(json.loads(position))).revenue == 130
    (problem,) = blocks(ROOT / "docs" / "problem.md", "json")
    assert route_opt.Problem.parse(json.loads(problem)).solve().value == 50  # 20 + 30


def test_sample_tables_are_read() -> None:
    (sets,) = blocks(ROOT / "src" / "route_opt" / "titles" / "README.md", "toml")
    (one,) = tomllib.loads(sets)["routes"]["sets"]
    assert msgspec.convert(one, StopSet).amount == 50
    folder = ROOT / "tests" / "whole_game" / "rules"
    (point,) = blocks(folder / "README.md", "toml")
    assert point in (folder / "1830.toml").read_text(encoding="utf-8")


def typed(page: str, folder: Path, change: tuple[str, str] = ("", "")) -> str:
    """What the shell blocks of a page print, typed in a folder; any failure is one of the test."""
    script = "".join(blocks(ROOT / page, "sh")).replace(*change)
    return said_by(["bash", "-euo", "pipefail"], script, folder)


def test_batches_as_typed(tmp_path: Path) -> None:
    (tmp_path / "games").symlink_to(titles.find("1846").folder / "examples" / "games")
    typed("docs/analysts/batch.md", tmp_path)
    pandas = pytest.importorskip("pandas")
    rows = pandas.read_parquet(tmp_path / "answers.parquet")
    assert list(rows["revenue"]) == [160, 120]  # as docs/players/audit.md shows of that game


def test_lemmas_are_found_in_the_code(tmp_path: Path) -> None:
    (tmp_path / "cpp").symlink_to(ROOT / "cpp")
    assert "Lemma 14" in typed("docs/contributors/proof.md", tmp_path)


def test_operating_rounds_as_typed(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "ledger.jsonl").symlink_to(min(corpus.glob("ledger/1830/*.jsonl")))
    assert "PRR operates" in typed("python/operating_round/README.md", tmp_path)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "later.json").exists()


def test_a_whole_game_as_typed(tmp_path: Path) -> None:
    folder = ROOT / "python" / "whole_game" / "titles" / "g1867bw" / "examples"
    for name in ("bubble.json", "bubble.jsonl"):
        (tmp_path / name).symlink_to(folder / name)
    assert typed("python/whole_game/README.md", tmp_path)


CURL = f"""#!{sys.executable}
import sys, urllib.request
flag_d, body, *headers, address = sys.argv[1:]
assert (flag_d, headers[::2]) == ("-d", ["-H"] * (len(headers) // 2)), sys.argv
data = open(body.removeprefix("@"), "rb").read()
fields = dict(header.split(": ") for header in headers[1::2])
with urllib.request.urlopen(urllib.request.Request(address, data, fields)) as answer:
    sys.stdout.buffer.write(answer.read())
"""
"""What the samples need of curl, for where there is none."""


def test_questions_over_http_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("curl") is None:
        (tmp_path / "curl").write_text(CURL, encoding="utf-8")
        (tmp_path / "curl").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (position,) = blocks(ROOT / "README.md", "json")
    (tmp_path / "position.json").write_text(position, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = "from route_opt.cli import run; run()"
    command = [sys.executable, "-c", code, "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_for(port)
            answers = typed("src/route_opt/serve/README.md", tmp_path, (":1846/", f":{port}/"))
        finally:
            server.terminate()
    assert answers.count('"revenue":130') >= 2


def _wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the server does not answer")
