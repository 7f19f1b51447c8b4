"""Operating rounds by a policy: actions a second, and where their time goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from tests.corpus import folder as corpus_folder

from benchmarks.report import Report, progress
from benchmarks.spending import spent
from operating_round.ledger import Names, read_ledger, title_of
from operating_round.policy import Policy, Random, Simple, play_set
from operating_round.replay import load_before
from operating_round.rules import rules_of
from operating_round.state import State
from operating_round.steps import run
from whole_game import data
from whole_game.game import Game
from whole_game.policy import Steady, play
from whole_game.setup import new_game

POLICIES: dict[str, tuple[Callable[[int], Policy], int]] = {
    "pay": (lambda seed: Simple(), 2000),
    "random": (Random, 800),
}
"""Each with the actions a second that every title should come to."""

PARTS = (
    ("reach", ("/reach.py",)),
    ("lays", ("/lays.py", "/laying.py", "/costs.py", "steps/track.py")),
    ("network", ("/network.py", "/board.py", "/position/")),
    ("search", ("/solver.py", "/agreement.py", "/compile.py", "/claims/", "_core")),
    ("rounds", ("/operating_round/", "/rules/")),
)
"""Where a function's own time is counted, by what its file's name holds; the rest is Python's."""


def starts(title: str) -> Iterator[State]:
    """States before a set of rounds: those of all recorded ledgers, else of games by a policy."""
    files = sorted((corpus_folder() / "ledger" / title).glob("*.jsonl"))
    for file in files:
        rows = read_ledger(file)
        names = Names(title_of(rows))
        options = tuple(rules_of(names.title).records.recorded_options(rows))
        for row in rows:
            if row["event"] == "or_start" and row["round"].endswith(".1"):
                yield load_before(row, names, options)
            names.learn(row)
    if not files:
        for seed in range(2):
            yield from _after_stock_rounds(title, seed)


def _after_stock_rounds(title: str, seed: int) -> list[State]:
    """The last state of each stock round of a game by the steady policy."""
    found: dict[str, State] = {}

    def watch(game: Game, *_: object) -> None:
        state = game.operating
        if state.turn is None and state.operating_rounds is None and not state.over:
            found[state.round] = state

    play(new_game(title, ["Ann", "Bob", "Cy", "Di"], seed=seed), Steady(seed), watch=watch)
    return list(found.values())


def played(states: Sequence[State], make: Callable[[int], Policy]) -> int:
    """Play a set of rounds from each state; how many actions that were."""
    run._solved.cache_clear()  # each run is to be searched for
    actions: list[object] = []
    for seed, state in enumerate(states):
        play_set(state, make(seed), lambda _, action, __: actions.append(action))
    return len(actions)


def test_rounds(report: Report, quick: bool) -> None:
    """Sets of rounds of every title, from the first to the last of real games."""
    table = report.section(
        "Operating rounds by a policy",
        "A set of operating rounds from the end of every stock round of the recorded games (1867bw:"
        " of two games by the steady policy); actions a second of processor time, runs searched for"
        " and checked. *Slowest* is the set with the fewest. Parts are of the functions' own time"
        " under the profiler.",
        ["title", "policy", "sets", "actions", "a second", "slowest", *(name for name, _ in PARTS)],
    )
    for title in sorted(data.titles()):
        states = list(starts(title))[:: 4 if quick else 1]
        for name, (make, _) in POLICIES.items():
            progress(f"{title}, {name}")
            rates, actions, seconds = [], 0, 0.0
            for number, state in enumerate(states):
                done, taken = _timed([state], lambda _, n=number, make=make: make(n))
                rates.append(done / taken)
                actions, seconds = actions + done, seconds + taken
            cells = (len(states), actions, f"{actions / seconds:.0f}", f"{min(rates):.0f}")
            table.add(title, name, *cells, *_parts(lambda s=states, m=make: played(s, m)))
    wanted = ", ".join(f"{rate} with `{name}`" for name, (_, rate) in POLICIES.items())
    table.text(f"Target: actions a second of every title at least {wanted}.")


def _timed(states: Sequence[State], make: Callable[[int], Policy]) -> tuple[int, float]:
    """The actions, and the least of three times that they took."""
    times, actions = [], 0
    for _ in range(3):
        begin = time.process_time()
        actions = played(states, make)
        times.append(time.process_time() - begin)
    return actions, min(times)


def _parts(work: Callable[[], object]) -> list[str]:
    """What part of the time is spent where."""
    times = spent(work, PARTS)
    return [f"{100 * times[name] / times.total():.0f}%" for name, _ in PARTS]
