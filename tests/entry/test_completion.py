"""Completion in the shell, by the lines that docs/tools/commands.md gives for each."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from transcripts import PROGRAMS, ROOT, blocks, said_by

PAGE = ROOT / "docs" / "tools" / "commands.md"


def told(shell: str, script: str, folder: Path) -> str:
    """What a shell prints that has read the lines of the page for it, and then a script."""
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    (lines,) = blocks(PAGE, shell)
    return said_by([found], f"{lines}\n{script}", folder)


def completed(folder: Path, *words: str) -> set[str]:
    """What bash offers for the last of these words, where a user presses Tab."""
    program = words[0]
    name = program.replace("-", "_")
    script = f"""
        COMP_WORDS=({shlex.join(words)})
        COMP_CWORD={len(words) - 1}
        compopt() {{ echo as_files; }}
        _{name}_completion {program}
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p {program}
    """
    *found, registered = told("bash", script, folder).split("\n")[:-1]
    assert f"_{name}_completion" in registered
    return {word for word in found if word}


def test_bash_completes_commands(tmp_path: Path) -> None:
    assert completed(tmp_path, "route-opt", "b") == {"best", "batch"}


def test_bash_completes_options(tmp_path: Path) -> None:
    assert completed(tmp_path, "operating-round", "run", "--s") == {"--script", "--sets"}


def test_bash_completes_titles(tmp_path: Path) -> None:
    assert completed(tmp_path, "whole-game", "new", "188") == {"1889"}


def test_bash_completes_positions_as_files(tmp_path: Path) -> None:
    assert completed(tmp_path, "route-opt", "best", "fri") == {"as_files"}


def test_zsh_knows_all_three(tmp_path: Path) -> None:
    script = f"for program in {' '.join(PROGRAMS)}; do echo $program $_comps[$program]; done"
    lines = told("zsh", script, tmp_path).splitlines()
    assert lines == [f"{program} _{program.replace('-', '_')}_completion" for program in PROGRAMS]


def test_fish_completes(tmp_path: Path) -> None:
    script = 'complete -C "route-opt b"; complete -C "whole-game new 188"'
    script += '; complete -C "operating-round run --s"'
    lines = told("fish", script, tmp_path).splitlines()
    assert {line.partition("\t")[0] for line in lines} == {
        *("batch", "best"),
        "1889",
        *("--script", "--sets"),
    }
