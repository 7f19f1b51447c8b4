"""The transcripts in the READMEs: each command, typed as it stands there, answers what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
READMES = (ROOT / "README.md", ROOT / "python" / "whole_game" / "README.md")
COMMANDS = {
    "route-opt": "route_opt.cli",
    "operating-round": "operating_round.cli",
    "whole-game": "whole_game.cli",
}

Block = list[tuple[str, str]]


def transcripts(readme: Path) -> list[Block]:
    """The console blocks of a README: commands, each with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", readme.read_text("utf-8"), re.DOTALL)
    return [
        [
            (command, answer)
            for command, _, answer in (part.partition("\n") for part in block.split("$ ")[1:])
        ]
        for block in blocks
    ]


def test_there_are_transcripts() -> None:
    commands = [
        command for readme in READMES for block in transcripts(readme) for command, _ in block
    ]
    assert any("evening.json@69" in command for command in commands)
    assert any(command.startswith("route-opt position") for command in commands)
    assert any(command.startswith("whole-game standings") for command in commands)


@pytest.fixture
def shims(tmp_path: Path) -> Path:
    """A folder with the commands of this build, to be found first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, module in COMMANDS.items():
        file = folder / name
        file.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -c "from {module} import run; run()" "$@"\n'
        )
        file.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    "block",
    [block for readme in READMES for block in transcripts(readme)],
    ids=lambda block: str(block[0][0][:40]),
)
def test_transcript(block: Block, tmp_path: Path, shims: Path) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    path = f"{shims}{os.pathsep}{os.environ['PATH']}"
    for command, answer in block:
        assert command.split(" ", 1)[0] in (*COMMANDS, "printf")
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "120", "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == answer, done.stderr
        assert done.returncode in (0, 1)


def drawn() -> list[Path]:
    """The paths in the tree of the README; indented ones lie in the folder above them."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- tree -->\n```text\n(.*?)```", text, re.DOTALL)
    assert found is not None
    paths, folder = [], ROOT
    for line in found[1].splitlines():
        names = re.split(r"\s{3,}", line.strip(), maxsplit=1)[0].split("  ")
        within = folder if line.startswith(" ") else ROOT
        paths += [within / name for name in names]
        folder = within if line.startswith(" ") else ROOT / names[0]
    return paths


def test_the_tree_is_drawn_as_it_is() -> None:
    paths = drawn()
    assert not [path for path in paths if not path.exists()]
    for package in ("src/route_opt", "python/operating_round", "python/whole_game"):
        folders = {file.parent for file in (ROOT / package).glob("*/__init__.py")}
        assert not folders - set(paths)
