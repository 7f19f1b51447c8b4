"""The pages: links lead somewhere, samples run and answer what they say, commands are as told."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import click
import pytest

from operating_round.cli import main as rounds
from operating_round.setup import float_corporation, new_game
from route_opt.cli import main
from transcripts import PAGES, PROGRAMS, ROOT, Typed, blocks, sessions, type_again
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
    assert sum(len(used(page)) for page in PAGES) > 10


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
