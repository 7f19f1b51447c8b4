"""Samples on pages: what stands in a block of code, and how a console block is typed again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
_SKIPPED = (".venv", "build", "node_modules", ".pytest_cache")
PAGES = sorted(
    file
    for file in ROOT.rglob("*.md")
    if not any(part in _SKIPPED for part in file.relative_to(ROOT).parts)
)
"""Everything written in Markdown: the site, the READMEs, the documents of the project."""

PROGRAMS = {
    "route-opt": "route_opt.cli",
    "operating-round": "operating_round.cli",
    "whole-game": "whole_game.cli",
}
"""Our programs, each with the module of its commands."""


class Typed(NamedTuple):
    """A command, and what it answers."""

    command: str
    answer: str


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of code of a page in one language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def languages(page: Path) -> set[str]:
    """The languages of the blocks of a page; a block without one is an error of the page."""
    fences = re.findall(r"^ *```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {fence.split(" ")[0] for fence in fences[::2]}


def sessions(page: Path) -> list[list[Typed]]:
    """The console blocks of a page, each a session in a folder of its own."""
    return [
        [Typed(*part.partition("\n")[::2]) for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
        for block in blocks(page, "console")
    ]


def shims(folder: Path) -> Path:
    """A folder with the programs of this build, to be found first."""
    place = folder / "bin"
    place.mkdir()
    for name, module in PROGRAMS.items():
        file = place / name
        file.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -c "from {module} import run; run()" "$@"\n'
        )
        file.chmod(0o755)
    return place


def said_by(shell: list[str], script: str, folder: Path) -> str:
    """What a shell prints of a script, a folder its home; a failure is one of the test."""
    path = f"{shims(folder)}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*shell, "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def type_again(session: list[Typed], folder: Path) -> None:
    """Type each command of a session in a folder, and hold its answer against the page's."""
    (folder / "src").symlink_to(ROOT / "src")
    path = f"{shims(folder)}{os.pathsep}{os.environ['PATH']}"
    for command, answer in session:
        assert command.split(" ", 1)[0] in (*PROGRAMS, "printf")
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, "COLUMNS": "120", "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == answer, done.stderr
        assert done.returncode in (0, 1)
