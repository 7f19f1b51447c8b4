"""Help to work from, for the three programs."""

from __future__ import annotations

import shlex

import click
import pytest

from operating_round.cli import main as rounds
from route_opt.cli import main as optimizer
from transcripts import PROGRAMS
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


@pytest.mark.parametrize("program", GROUPS)
def test_a_program_tells_its_commands_whole_and_has_examples(program: str) -> None:
    group = GROUPS[program]
    help_ = group.get_help(click.Context(group, info_name=program))
    assert "..." not in help_.partition("Commands:")[2]
    assert "Exit codes: 0" in help_
    _, *calls = help_.partition("Examples:")[2].strip("\n").splitlines()
    assert calls
    names = set(group.list_commands(click.Context(group)))
    for call in calls:
        assert shlex.split(call)[0] == program
        assert shlex.split(call)[1] in names
