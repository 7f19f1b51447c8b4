"""The transcripts in the README: each command, typed as it stands there, answers what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def transcripts() -> list[list[tuple[str, str]]]:
    """The console blocks of the README: commands, each with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    return [
        [
            (command, answer)
            for command, _, answer in (part.partition("\n") for part in block.split("$ ")[1:])
        ]
        for block in blocks
    ]


def test_there_are_transcripts() -> None:
    commands = [command for block in transcripts() for command, _ in block]
    assert any("evening.json@69" in command for command in commands)
    assert any(command.startswith("route-opt position") for command in commands)


@pytest.mark.parametrize("block", transcripts(), ids=lambda block: str(block[0][0][:40]))
def test_transcript(block: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    for command, answer in block:
        name, rest = command.split(" ", 1)
        assert name == "route-opt"
        done = subprocess.run(
            f'"{sys.executable}" -c "from route_opt.cli import run; run()" {rest}',
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "120"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == answer, done.stderr
        assert done.returncode in (0, 1)
