"""Scripts under fire: what `run --script` plays, in both packages, changed at random."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import operating_round.cli
import whole_game.cli
from mutate import damaged, mutated, survives, written
from operating_round import round as rounds
from operating_round.policy import Simple
from operating_round.policy import play_set as play_rounds
from operating_round.setup import float_corporation, new_game
from operating_round.show import action_line
from whole_game import data
from whole_game.actions import write_action
from whole_game.policy import Steady, play
from whole_game.setup import new_game as new_whole_game

quick_and_long = pytest.mark.parametrize(
    ("seed", "count"),
    [
        pytest.param(1, 25, id="short"),
        *(pytest.param(seed, 300, marks=pytest.mark.slow) for seed in range(2, 6)),
    ],
)


def script_of(actions: list[Any], luck: random.Random) -> bytes:
    """A script of actions with a few of them changed, typed or in JSON, some bytes damaged."""
    rows = [write_action(action) for action in actions]
    lines: list[bytes] = []
    for action, row in zip(actions, rows, strict=True):
        chance = luck.random()
        if chance < 0.05:
            lines.append(written(mutated(row, luck, times=1)))
        elif chance < 0.1:
            lines.append(damaged(action_line(action).encode(), luck))
        elif chance < 0.12:
            lines += [lines[-1]] * 2 if lines else []
        else:
            lines.append(action_line(action).encode() if luck.random() < 0.5 else written(row))
    text = b"\n".join(lines) if luck.random() < 0.8 else written(rows)
    return damaged(text, luck) if luck.random() < 0.3 else text


def ran(main: Any, game: Path, script: Path) -> bool:
    """Run a command as its user does; errors are raised, not shown."""
    arguments = ["run", str(game), "--script", str(script)]
    done = CliRunner().invoke(main, arguments, catch_exceptions=False, standalone_mode=False)
    return done.exit_code == 0


def attacked(
    main: Any, game: Path, actions: list[Any], luck: random.Random, count: int
) -> tuple[int, int]:
    """How many scripts were played to their end, of how many."""
    played = 0
    script = game.with_suffix(".txt")
    for _ in range(count):
        script.write_bytes(script_of(actions, luck))
        call = functools.partial(ran, main, game, script)
        played += bool(survives(call, script.read_bytes(), seconds=60))
    return played, count


@quick_and_long
@pytest.mark.parametrize("title", sorted(data.titles()))
def test_scripts_of_whole_games(title: str, seed: int, count: int, tmp_path: Path) -> None:
    luck = random.Random(f"{title} {seed} script")
    game = play(new_whole_game(title, ["Ann", "Bob", "Cy"], seed=seed), Steady(seed), most=20)
    file = tmp_path / "game.json"
    game.save(file)
    actions: list[Any] = []
    play(game, Steady(seed), most=30, watch=lambda _, action, __: actions.append(action))
    played, tried = attacked(whole_game.cli.main, file, actions, luck, count)
    assert played < tried  # some stop at what is no longer legal


@quick_and_long
def test_scripts_of_operating_rounds(seed: int, count: int, tmp_path: Path) -> None:
    luck = random.Random(f"{seed} script")
    state = new_game("1830", ["Ann", "Bob", "Cy"])
    state = float_corporation(state, "PRR", 76, {"Ann": 40, "Bob": 20})
    file = tmp_path / "state.json"
    state.save(file)
    actions: list[Any] = []
    for _ in range(3):
        state, _ = rounds.start_round(state)
        state, _ = play_rounds(state, Simple(), lambda _, action, __: actions.append(action))
    assert len(actions) > 3
    played, tried = attacked(operating_round.cli.main, file, actions, luck, count)
    assert played < tried
