"""Ledgers of real games: every line exact, every recorded action legal at its moment."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tables import recorded

from operating_round.actions import EndGame
from operating_round.replay import in_order, replay
from operating_round.round import is_legal, legal_actions, pass_on
from route_opt import titles

READINGS = tomllib.loads((Path(__file__).parent / "readings.toml").read_text(encoding="utf-8"))


def ledgers(corpus: Path) -> list[Path]:
    return sorted(corpus.glob("ledger/*/*.jsonl"))


def test_every_line_is_exact(corpus: Path) -> None:
    for file in ledgers(corpus):
        found = replay(file)
        assert not found.differences, f"{file.name}: {found.differences[0]}"
        assert found.exact == found.lines > 0


@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_recorded_actions_are_legal(corpus: Path, every: int) -> None:
    """Each is among all that is listed at its moment; of the many, one in so many by default."""
    seen = 0
    for file in ledgers(corpus):
        for line, action, state, _, _ in recorded(file):
            if action is None or isinstance(action, EndGame):
                continue
            seen += 1
            if seen % every:
                continue
            moment = state
            while not is_legal(moment, action):
                moment, _ = pass_on(moment)
            legal = any(choice.allows(action) for choice in legal_actions(moment))
            assert legal, f"{file.name}, line {line}: {action}"
    assert seen > 0


@pytest.mark.slow
def test_lines_that_depart_from_the_rulebook_are_listed(corpus: Path) -> None:
    """By the rulebook alone only the listed lines differ; with the options named, none of them."""
    for file in ledgers(corpus):
        key = f"{file.parent.name}/{file.stem}"
        options: dict[int, set[str]] = {}
        for row in READINGS["lines"]:
            for line in row["at"].get(key, ()):
                options.setdefault(line, set()).add(row["option"])
        found = {difference.line for difference in replay(file, options=()).differences}
        if options or not found:
            assert found == set(options), key
        for chosen in {frozenset(names) for names in options.values()}:
            wrong = {difference.line for difference in replay(file, options=chosen).differences}
            assert not wrong & {line for line, names in options.items() if names == chosen}, key


def test_the_options_of_the_list_are_those_of_the_records() -> None:
    for row in READINGS["lines"]:
        title = titles.find(row["title"])
        assert row["option"] in title.options
        assert row["option"] in title.play.recorded
        assert row["rule"]
        assert row["reason"]


def test_a_line_that_was_changed_is_found(corpus: Path, tmp_path: Path) -> None:
    file = ledgers(corpus)[0]
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    number = next(n for n, row in enumerate(rows) if row["event"] == "turn")
    rows[number]["after"]["bank"] += 1
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = replay(changed)
    assert found.lines - found.exact == 1
    (difference,) = found.differences
    assert (difference.line, difference.field) == (number + 1, "bank")
    assert difference.expected == difference.got + 1


def test_a_line_that_ends_early_is_one_line_that_differs(corpus: Path, tmp_path: Path) -> None:
    """A minor in its turn when no corporation is left: the lines after it are still replayed."""
    rows = _rows(corpus / "ledger/1846/10264.jsonl")
    place = next(
        n for n, row in enumerate(rows) if row["event"] == "turn" and row["entity"] == "MS"
    )
    rows = rows[: place + 4]
    for moment in ("before", "after"):
        rows[place][moment] = {**rows[place][moment], "corporations": {}, "market_order": {}}
    found = replay(_written(tmp_path, rows))
    lines = sum(row["event"] in ("turn", "or_start") for row in rows)
    assert found.lines == lines
    assert {difference.line for difference in found.differences} <= {place + 1}
    assert found.exact >= lines - 1


def test_the_order_of_trains_and_markers_means_nothing(corpus: Path, tmp_path: Path) -> None:
    file = corpus / "ledger/1846/10264.jsonl"
    rows = _rows(file)
    turned = 0
    for row in rows:
        board = row["after"]["board"]
        board["markers"].reverse()
        for company in row["after"]["corporations"].values():
            turned += company["trains"] != company["trains"][::-1]
            company["trains"].reverse()
    assert turned > 10
    assert not replay(_written(tmp_path, rows)).differences


def test_what_is_compared_without_its_order() -> None:
    first = {"trains": ["2", "3"], "board": {"markers": [{"kind": "b"}, {"kind": "a"}]}}
    second = {"board": {"markers": [{"kind": "a"}, {"kind": "b"}]}, "trains": ["3", "2"]}
    assert in_order(first) == in_order(second)
    assert in_order({"market_order": ["2", "3"]}) != in_order({"market_order": ["3", "2"]})
    assert in_order({"trains": ["2", "2"]}) != in_order({"trains": ["2"]})


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    file = folder / "ledger.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file
