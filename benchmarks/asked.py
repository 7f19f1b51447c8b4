"""What `builds` has a build do: run by that build's Python, with the folder of the corpus.

It imports no more than a build of any age has, and prints its figures as one JSON object: name,
unit, figure, and whether more is better. Times are processor time, the least of a few runs each.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import operating_round.steps.run as run_step
import route_opt
from operating_round.ledger import Names, read_ledger, title_of
from operating_round.policy import Random, Simple, play_set
from operating_round.replay import load_before

try:
    from route_opt.next_moves import whatif
except ImportError:
    from route_opt.whatif import whatif

TITLES = ("1830", "1846", "1850", "1870")
REPEATS = 3
LATE = 8
"""Positions of a title for a what-if: those with the most tiles."""


def least(work):
    """The least processor time of a few runs, of all threads, and what came of the last."""
    found = []
    for _ in range(REPEATS):
        start = time.process_time()
        value = work()
        found.append(time.process_time() - start)
    return min(found), value


def read(folder, title):
    """The recorded positions of a title, with what they earn at best."""
    for file in sorted((folder / "positions" / title).glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield route_opt.parse(row["position"]), row["best"]


def calls(folder):
    """`best` of a parsed position."""
    times = []
    for title in TITLES:
        for position, best in read(folder, title):
            taken, result = least(lambda p=position: route_opt.best(p, engine="native"))
            assert result.revenue == best, f"{result!r}, not {best}"
            times.append(taken)
    yield "best(), median", "µs", 1e6 * statistics.median(times), False


def moves(folder):
    """All next moves of late positions; the first looks at all tiles of the title."""
    for title in TITLES:
        late = sorted(read(folder, title), key=lambda one: -len(one[0].tiles))[: LATE + 1]
        start = time.process_time()
        whatif(late[0][0], engine="native", workers=1)
        yield f"what-if, {title}, the first", "ms", 1e3 * (time.process_time() - start), False
        times = [
            least(lambda p=position: whatif(p, engine="native", workers=1))[0]
            for position, _ in late[1:]
        ]
        yield f"what-if, {title}", "ms", 1e3 * statistics.mean(times), False


def starts(folder, title):
    """The states before sets of rounds in recorded games."""
    for file in sorted((folder / "ledger" / title).glob("*.jsonl")):
        rows = read_ledger(file)
        names = Names(title_of(rows))
        for row in rows:
            if row["event"] == "or_start" and row["round"].endswith(".1"):
                yield load_before(row, names, ())
            names.learn(row)


def played(states, make):
    """Plays a set of rounds from each state, each run to be searched for; how many actions."""
    if solved := getattr(run_step, "_solved", None):
        solved.cache_clear()
    actions = []
    for seed, state in enumerate(states):
        play_set(state, make(seed), lambda *done: actions.append(done))
    return len(actions)


def rounds(folder):
    """Sets of rounds by a policy."""
    for title in TITLES:
        states = list(starts(folder, title))
        for name, make in (("pay", lambda seed: Simple()), ("random", Random)):
            taken, actions = least(lambda s=states, m=make: played(s, m))
            yield f"rounds, {title}, {name}", "actions a second", actions / taken, True


if __name__ == "__main__":
    corpus = Path(sys.argv[1])
    print(json.dumps([*calls(corpus), *moves(corpus), *rounds(corpus)]))
