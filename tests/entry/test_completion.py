"""Completion in the shell, by the lines that docs/tools/commands.md gives for each."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from route_opt import titles
from transcripts import PROGRAMS, ROOT, blocks, said_by

PAGE = ROOT / "docs" / "tools" / "commands.md"

OFFERED = [
    (("route-opt", "b"), {"best", "batch"}),
    (("operating-round", "run", "--s"), {"--script", "--sets"}),
    (("whole-game", "new", "188"), {name for name in titles.names() if name.startswith("188")}),
]
"""What is offered for the last of some words."""


def told(shell: str, script: str, folder: Path) -> str:
    """What a shell prints that has read the lines of the page for it, and then a script."""
    (lines,) = blocks(PAGE, shell)
    return said_by([shell], f"{lines}\n{script}", folder)


def asked(shell: str, folder: Path, *words: str) -> set[str]:
    """What our programs answer where the lines for a shell ask them, without that shell."""
    name = words[0].replace("-", "_").upper()
    cut = words[-1] if shell == "fish" else len(words) - 1
    script = f"_{name}_COMPLETE={shell}_complete COMP_WORDS={shlex.quote(shlex.join(words))}"
    answer = said_by(["sh"], f"{script} COMP_CWORD={cut} {words[0]}", folder).splitlines()
    if shell == "fish":
        return {line.removeprefix("plain,").partition("\t")[0] for line in answer}
    assert set(answer[::3]) == {"plain"}
    return set(answer[1::3])


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


@pytest.mark.parametrize(("words", "offered"), OFFERED)
def test_bash_completes(words: tuple[str, ...], offered: set[str], tmp_path: Path) -> None:
    assert completed(tmp_path, *words) == offered


def test_bash_completes_positions_as_files(tmp_path: Path) -> None:
    assert completed(tmp_path, "route-opt", "best", "fri") == {"as_files"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
@pytest.mark.parametrize(("words", "offered"), OFFERED)
def test_other_shells_are_answered(
    shell: str, words: tuple[str, ...], offered: set[str], tmp_path: Path
) -> None:
    assert asked(shell, tmp_path, *words) == offered
    (lines,) = blocks(PAGE, shell)
    assert f"_{words[0].replace('-', '_').upper()}_COMPLETE={shell}_source {words[0]}" in lines


if shutil.which("zsh"):

    def test_zsh_knows_all_three(tmp_path: Path) -> None:
        script = f"for program in {' '.join(PROGRAMS)}; do echo $program $_comps[$program]; done"
        lines = told("zsh", script, tmp_path).splitlines()
        assert lines == [f"{name} _{name.replace('-', '_')}_completion" for name in PROGRAMS]


if shutil.which("fish"):

    @pytest.mark.parametrize(("words", "offered"), OFFERED)
    def test_fish_completes(words: tuple[str, ...], offered: set[str], tmp_path: Path) -> None:
        lines = told("fish", f'complete -C "{shlex.join(words)}"', tmp_path).splitlines()
        assert {line.partition("\t")[0] for line in lines} == offered
