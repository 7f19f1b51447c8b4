"""Help to work from, and completion in the shell, for the three programs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from operating_round.cli import main as rounds
from route_opt.cli import main as optimizer
from transcripts import PROGRAMS, shims
from whole_game.cli import main as games

GROUPS = {"route-opt": optimizer, "operating-round": rounds, "whole-game": games}


def all_commands() -> list[tuple[str, click.Command]]:
    found = []
    for program, group in GROUPS.items():
        context = click.Context(group, info_name=program)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            found.append((f"{program} {name}", command))
    return found


COMMANDS = all_commands()
each_command = pytest.mark.parametrize(
    ("called", "command"), COMMANDS, ids=[called for called, _ in COMMANDS]
)


def test_there_are_commands_of_all_three() -> None:
    assert {called.split()[0] for called, _ in COMMANDS} == set(PROGRAMS)
    assert len(COMMANDS) >= 24


@each_command
def test_every_option_has_help(called: str, command: click.Command) -> None:
    assert command.help
    assert not [p.opts for p in command.params if isinstance(p, click.Option) and not p.help]


@each_command
def test_help_ends_with_examples_that_can_be_typed(called: str, command: click.Command) -> None:
    help_ = command.get_help(click.Context(command, info_name=called))
    lines = help_.partition("Examples:\n")[2].splitlines()
    calls = [line.partition(called)[2] for line in lines if called in line]
    assert calls
    assert len(calls) == len(lines)
    known = {name for option in command.params for name in option.opts}
    for call in calls:
        used = {word for word in shlex.split(call) if word.startswith("--")}
        assert used <= known, call


def completed(folder: Path, *words: str) -> set[str]:
    """What bash offers for the last of these words, where a user presses Tab."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    program = words[0]
    name = program.replace("-", "_")
    script = f"""
        eval "$(_{name.upper()}_COMPLETE=bash_source {program})"
        COMP_WORDS=({shlex.join(words)})
        COMP_CWORD={len(words) - 1}
        compopt() {{ echo as_files; }}
        _{name}_completion {program}
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p {program}
    """
    path = f"{shims(folder)}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "-c", script],
        env={**os.environ, "PATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    *found, registered = done.stdout.split("\n")[:-1]
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
