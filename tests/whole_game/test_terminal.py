"""A whole game typed at a terminal, from the first card to the standings."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from operating_round.show import action_line
from whole_game import data, legal_actions, load, new_game
from whole_game.engine import History
from whole_game.keeping import load_kept
from whole_game.policy import Steady
from whole_game.standings import standings

PLAYERS = ["Ann", "Bob", "Cy"]
PROMPT = b"> "
QUICK = "1846"


class Terminal:
    """The command at a terminal of its own, as somebody sits at it."""

    def __init__(self, *words: str) -> None:
        self.end, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 500, 0, 0))
        self.command = subprocess.Popen(
            [sys.executable, "-c", "from whole_game.cli import run; run()", *words],
            stdin=there,
            stdout=there,
            stderr=there,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(there)

    def read(self) -> str:
        """All that is written until it asks, or is done."""
        found = b""
        while not found.endswith(PROMPT):
            try:
                more = os.read(self.end, 65_536)
            except OSError:  # the other side has hung up
                break
            if not more:
                break
            found += more
        return found.decode()

    def answer(self, line: str) -> str:
        """What is written after a line."""
        os.write(self.end, line.encode() + b"\n")
        return self.read()

    def close(self) -> int:
        """Its exit code."""
        try:
            return self.command.wait(60)
        finally:
            self.command.kill()
            os.close(self.end)


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(title, marks=[] if title == QUICK else [pytest.mark.slow])
        for title in sorted(data.titles())
    ],
)
def test_a_game_is_typed_from_the_first_card_to_the_standings(title: str, tmp_path: Path) -> None:
    file, policy = tmp_path / "friday.json", Steady(8)
    here = History(new_game(title, PLAYERS, seed=8))
    words = ("--new", title, "--players", ",".join(PLAYERS), "--seed", "8")
    table = Terminal("play", str(file), *words)
    try:
        told = table.read()
        while not here.game.over:
            action = policy.choose(here.game, legal_actions(here.game))
            here.apply(action)
            told = table.answer(action_line(action))
            assert "no: " not in told, told
        assert "the game is over" in told
        for standing in standings(here.game):
            assert str(standing) in told
        assert f"the game is in {file}" in table.answer("quit")
    finally:
        assert table.close() == 0
    assert load(file) == here.game
    assert load_kept(file)[0].actions == here.actions
