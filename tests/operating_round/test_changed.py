"""Documents changed at random: a result or an error of ours, in bounded time, and no surprise.

A short run here; a long one in the slow tier. The rule for states is the strictest: what is
accepted can be written, shown and played on, every legal action of it, without any error.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from attack import attack_action, attack_state, patience
from changed import moments, mutated, some_actions
from click.testing import CliRunner
from tables import company, game_1830, game_1846, owning, started

from operating_round.actions import parse_action
from operating_round.cli import main
from operating_round.errors import StateError
from operating_round.replay import replay
from operating_round.state import parse
from route_opt import titles
from route_opt.errors import RouteOptError

EXTRA: tuple[dict[str, Any], ...] = (
    {"type": "run_routes"},
    {"type": "object", "player": "Ann"},
    {"type": "pass"},
)


def attack_states(title: str, seeds: range, each: int) -> tuple[int, int]:
    """How many mutants of states were tried, and how many of them were states."""
    tried = taken = 0
    for seed in seeds:
        rng = random.Random(f"{title} {seed}")
        for state in list(moments(title, seed, 30))[::6]:
            document = state.document()
            for _ in range(each):
                tried += 1
                taken += attack_state(mutated(document, rng, rng.choice((1, 1, 1, 2, 3))), rng)
    return tried, taken


@pytest.mark.parametrize("title", titles.names())
def test_states(title: str) -> None:
    tried, taken = attack_states(title, range(2), 6)
    # Some must be refused and some be played, or the attack attacks nothing
    assert 0 < taken < tried


@pytest.mark.slow
@pytest.mark.parametrize("title", titles.names())
def test_many_states(title: str) -> None:
    tried, taken = attack_states(title, range(100, 140), 40)
    assert 0 < taken < tried


def attack_actions(title: str, seeds: range) -> tuple[int, int]:
    """How many mutants of actions were tried, and how many were legal."""
    tried = taken = 0
    for seed in seeds:
        rng = random.Random(f"{title} {seed}")
        for state in list(moments(title, seed, 30))[1::6]:
            for row in (*some_actions(state, rng), *EXTRA):
                for _ in range(3):
                    tried += 1
                    taken += attack_action(state, mutated(row, rng, rng.choice((1, 2))))
    return tried, taken


@pytest.mark.parametrize("title", titles.names())
def test_actions(title: str) -> None:
    tried, taken = attack_actions(title, range(2))
    assert 0 < taken < tried


@pytest.mark.slow
@pytest.mark.parametrize("title", titles.names())
def test_many_actions(title: str) -> None:
    tried, taken = attack_actions(title, range(100, 200))
    assert 0 < taken < tried


@pytest.mark.parametrize("times", [60, pytest.param(5000, marks=pytest.mark.slow)])
def test_ledgers(corpus: Path, tmp_path: Path, times: int) -> None:
    files = sorted(corpus.glob("ledger/*/*.jsonl"))
    assert files
    rng = random.Random(times)
    rows = {f: [json.loads(line) for line in f.read_text("utf-8").splitlines()] for f in files}
    changed, replayed = tmp_path / "changed.jsonl", 0
    for _ in range(times):
        lines = rows[rng.choice(files)]
        at = rng.randrange(len(lines))
        some = [lines[0], *(mutated(line, rng) for line in lines[at : at + 2])]
        changed.write_text("\n".join(map(json.dumps, some)), "utf-8")
        with patience():
            try:
                replayed += replay(changed).lines > 0
            except RouteOptError:
                continue
    assert 0 < replayed < times


@pytest.mark.parametrize(
    "script",
    [
        b"\xff\xfe[]",
        b"[",
        b"5",
        b'"pass"',
        b"[[]]",
        b'[{"type": "lay_tile"}]',
        b'[{"type": "run_routes", "routes": 5}]',
        b'[{"type": "run_routes", "routes": [{"train": "2", "track": 5}]}]',
        b'{"type": "pass"}\n{"type"',
        b'[{"type": "dividend", "kind": "\\ud800"}]',
        b'[{"type": "buy_train", "train": "2", "price": 1e999}]',
    ],
)
def test_scripts(script: bytes, tmp_path: Path) -> None:
    file, state = tmp_path / "script", tmp_path / "state.json"
    file.write_bytes(script)
    started(company(game_1830(("PRR", 67, {"Ann": 60})), "PRR", trains=("2",))).save(state)
    found = CliRunner().invoke(main, ["run", str(state), "--script", str(file)])
    assert isinstance(found.exception, RouteOptError)


# what was found by hand, or by the attack


def broken(change: dict[str, Any]) -> StateError:
    document = started(game_1830(("PRR", 67, {"Ann": 60}))).document()
    for path, value in change.items():
        *above, key = path.split("/")
        inside = document
        for part in above:
            inside = inside[part]
        inside[key] = value
    with pytest.raises(StateError) as caught:
        parse(document)
    return caught.value


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("operating_rounds", [1, 1_000_000], "operating_rounds"),
        ("operating_rounds", [3, 1], "operating_rounds"),
        ("turn/entity", "XYZ", "turn.step"),
        ("turn/entity", "NYC", "turn.entity"),
        ("turn/step", "lunch", "turn.step"),
        ("turn/step", "end", "turn.step"),
        ("turn/lays", ["Z9"], "turn.lays"),
        ("turn/resting", ["2"], "turn.resting"),
        ("turn/notes", {"sales": 5}, "turn.notes.sales"),
        ("own", {"queue": 5}, "own.queue"),
        ("corporations/PRR/trains", ["9"], "corporations.PRR.trains"),
        ("corporations/PRR/trains", ["2"] * 99, "corporations.PRR.trains"),
        ("corporations/PRR/phased_out", ["2"], "corporations.PRR.phased_out"),
        ("corporations/PRR/market", [99, 99], "corporations.PRR.market"),
        ("corporations/PRR/share_price", 68, "corporations.PRR.share_price"),
        ("corporations/PRR/owner", "Zed", "corporations.PRR.owner"),
        ("corporations/PRR/owner", "Bob", "corporations.PRR.owner"),
        ("corporations/PRR/companies", ["DH"], "corporations.PRR.companies"),
        ("corporations/PRR/tokens_on_map", [], "corporations.PRR.tokens_on_map"),
        ("corporations/PRR/cash", -1, "corporations.PRR.cash"),
        ("corporations/PRR/cash", 10**30, "corporations.PRR.cash"),
        ("minors", {"PRR": {}}, "minors.PRR"),
        ("minors", {"XYZ": {}}, "minors.XYZ"),
        ("depot", {"upcoming": {"9": 1}}, "depot.upcoming.9"),
        ("depot", {"upcoming": {"2": 0}}, "depot.upcoming.2"),
        ("market_order", {}, "market_order.5,6"),
        ("privates/DH", "Zed", "privates.DH"),
        ("privates/DH", "PRR", "privates.DH"),
        ("players", {"bank": 5}, "players"),
        ("players", {}, "players"),
        ("round", "yesterday", "round"),
        ("finish", "boredom", "finish"),
        ("done", ["XYZ"], "done"),
        ("corporatoins", {}, "corporatoins"),
        ("title", "1831", "title"),
        ("board/tiles", {"H14": "57@1"}, "board.tiles.H14"),
        ("board/tokens", {"H12.7": ["PRR"]}, "board.tokens.H12.7"),
    ],
)
def test_a_state_says_where_it_is_wrong(path: str, value: Any, where: str) -> None:
    error = broken({path: value})
    assert where in [problem.where for problem in error.problems]
    assert all(problem.message for problem in error.problems)


def test_every_problem_is_told_at_once() -> None:
    error = broken(
        {
            "bank": "much",
            "corporations/PRR/cash": -5,
            "corporations/NYC/trains": "2",
            "turn/yellows": None,
        }
    )
    assert {problem.where for problem in error.problems} == {
        "bank",
        "corporations.PRR.cash",
        "corporations.NYC.trains",
        "turn.yellows",
    }
    error = broken({"phase": "9", "round": "x", "corporations/PRR/trains": ["9"]})
    assert {problem.where for problem in error.problems} == {
        "phase",
        "round",
        "corporations.PRR.trains",
    }


@pytest.mark.parametrize("part", ["board", "depot", "turn", "board.markers.0"])
def test_a_field_that_nobody_knows_is_told(part: str) -> None:
    """A misspelt one would be lost without a word, and with it what it says."""
    state = started(company(game_1830(("PRR", 67, {"Ann": 60})), "PRR", trains=("2",)))
    document = state.document()
    document["board"]["markers"] = [{"kind": "x"}]
    inside: Any = document
    for step in part.split("."):
        inside = inside[int(step) if step.isdecimal() else step]
    inside["tyles"] = {}
    with pytest.raises(StateError) as caught:
        parse(document)
    where = part.replace(".0", "[0]") + ".tyles"
    assert ("unknown_field", where) in [(one.code, one.where) for one in caught.value.problems]


def test_an_action_with_a_field_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RouteOptError, match="tyles"):
        parse_action({"type": "pass", "tyles": 1})


def test_names_of_cities_are_read_as_in_a_position() -> None:
    state = started(game_1830(("PRR", 67, {"Ann": 60})))
    document = state.document()
    document["board"]["tokens"] = {"Altoona": ["PRR"]}
    assert parse(document) == state


def test_a_game_of_minors_only_can_be_looked_at_and_played() -> None:
    state = started(owning(game_1846(), MS="Ann"))
    assert attack_state({**state.document(), "corporations": {}}, random.Random(1))


def test_deep_and_unwritable_documents() -> None:
    deep: Any = "x"
    for _ in range(500):
        deep = [deep]
    assert "deep" in str(broken({"corporations/PRR/odd": deep}))
    assert "not JSON" in str(broken({"corporations/PRR/odd": "\ud800"}))


def test_what_a_ledger_lacks(tmp_path: Path, corpus: Path) -> None:
    files = sorted(corpus.glob("ledger/1830/*.jsonl"))
    assert files
    line = json.loads(files[0].read_text("utf-8").splitlines()[0])
    changed = tmp_path / "ledger.jsonl"
    bad = {**line, "round": 5, "after": {}}
    changed.write_text(json.dumps(bad), "utf-8")
    with pytest.raises(StateError, match="line 1, round"):
        replay(changed)
    bad = {**line, "actions": [{"type": "lay_tile", "entity": "PRR", "hex": 5}]}
    changed.write_text(json.dumps(bad), "utf-8")
    with pytest.raises(StateError) as caught:
        replay(changed)
    assert [problem.where for problem in caught.value.problems] == [
        "line 1, actions.hex",
        "line 1, actions.tile",
        "line 1, actions.rotation",
    ]
