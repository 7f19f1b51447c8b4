"""Whole games: played by a policy, replayed from records; and where their time goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tests.corpus import folder as corpus_folder

from benchmarks.report import Report, duration, progress
from benchmarks.spending import spent
from route_opt.records.document import read
from whole_game import data
from whole_game.game import Game
from whole_game.policy import Steady, play
from whole_game.recorded.replay import moments
from whole_game.setup import new_game

PLAYERS = ["Ann", "Bob", "Cy", "Di"]

PARTS = (
    ("search and its check", ("solver.py", "agreement.py", "compile.py", "claims/", "_core")),
    ("board and network", ("network.py", "lays.py", "board.py", "tiles.py", "/position/")),
    ("operating rounds", ("/operating_round/",)),
    ("auctions and stock rounds", ("/whole_game/",)),
)
"""Where a function's own time is counted, by what its file's name holds; the rest is Python's."""


def test_policy_games(report: Report, quick: bool) -> None:
    """A game of every title from the first card to the last dollar, by the steady policy."""
    table = report.section(
        "Whole games by a policy",
        "Four players, `whole-game run --auto steady` without its start and its output, processor"
        " time; every game has ended.",
        ["title", "games", "actions", "median", "worst", "of it: search", "board", "rounds"],
    )
    seeds = range(2 if quick else 7)
    for title in sorted(data.titles()):
        times, actions = [], 0
        for seed in seeds:
            progress(f"{title}, game {seed}")
            begin = time.process_time()
            count = [0]
            game = play(
                new_game(title, PLAYERS, seed=seed),
                Steady(seed),
                watch=lambda *_, count=count: count.append(1),
            )
            times.append(time.process_time() - begin)
            actions += len(count) - 1
            assert game.over
        times.sort()
        cells = (duration(times[len(times) // 2]), duration(times[-1]))
        parts = _parts(lambda title=title: play(new_game(title, PLAYERS, seed=1), Steady(1)))
        table.add(title, len(times), actions // len(times), *cells, *parts)
    table.text("Target: a game of 1830 in under 2 s. Parts are of one game under the profiler.")


def test_replays(report: Report, quick: bool) -> None:
    """The longest record of every title, action by action."""
    table = report.section(
        "Records replayed",
        "The longest record of a title by `whole_game.recorded.replay.moments`, reading the file"
        " left out, processor time.",
        ["record", "actions", "time", "of it: search", "board", "rounds"],
    )
    for folder in sorted((corpus_folder() / "games").iterdir()):
        if folder.name in data.titles():
            file = max(folder.glob("*.json"), key=lambda file: len(read(file).actions))
            progress(f"replay of {file.stem}")
            begin = time.process_time()
            count = sum(1 for _ in moments(read(file)))
            taken = time.process_time() - begin
            parts = _parts(lambda file=file: _replayed(file))
            table.add(f"{folder.name}/{file.stem}", count, duration(taken), *parts)
    table.text("Target: the longest in under 3 s.")


def _replayed(file: Path) -> Game | None:
    last = None
    for moment in moments(read(file)):
        last = moment.game
    return last


def _parts(work: Callable[[], object]) -> tuple[str, str, str]:
    """What part of the time is search, board and the rounds themselves."""
    times = spent(work, PARTS)
    total = times.total()
    rounds = times["operating rounds"] + times["auctions and stock rounds"]
    parts = (times["search and its check"], times["board and network"], rounds)
    first, second, third = (f"{100 * part / total:.0f}%" for part in parts)
    return first, second, third
