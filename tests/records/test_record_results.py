"""How a recorded game ended, by its own word, and how it ends when the engine plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import corpus
from route_opt import check, records
from route_opt.auditing import audit
from route_opt.records.words import recorded_revenue
from whole_game.recorded.dialect import dialect_of
from whole_game.standings import standings

CORPUS = corpus.folder()
GAMES = sorted(
    f"{file.parent.parent.name}/{file.parent.name}/{file.stem}"
    for part in ("games", "history", "more")
    for file in (CORPUS / part).glob("*/*.json")
)

BROKEN_OFF = ("history/1830/hs_vhfzamel_1642681743", "history/1846/2675")
"""The game of 1830 is still going on. 2675 has its end in its heading (turn 7, with a result), and
no action after its turn 5.
"""


def ends(name: str) -> tuple[dict[str, int], dict[str, int]]:
    """What the players had at the end, by the record and by the engine."""
    record = records.read(CORPUS / f"{name}.json")
    played = dialect_of(record).replay(record)
    for _ in played.moments():
        pass
    return dict(record.result), {one.player: one.worth for one in standings(played.game)}


@pytest.mark.parametrize("name", sorted({*GAMES} - {*BROKEN_OFF}))
def test_the_last_dollar_is_that_of_the_record(name: str) -> None:
    said, played = ends(name)
    assert said
    assert played == said


def said_of_the_end(name: str) -> list[str]:
    """What the audit says of how a record ends."""
    found: list[records.Departure] = []
    for _ in records.runs(CORPUS / f"{name}.json", found):
        pass
    return [f"{one.recorded}: {one.ours}" for one in found if one.code == "result"]


def test_what_is_apart_is_said(tmp_path: Path) -> None:
    """2807 with another end than its players had: P1 6559 and P3 6035."""
    document = json.loads((CORPUS / "history/1846/2807.json").read_text(encoding="utf-8"))
    document["result"] |= {"P1": 6559 + 40, "P3": 6035 - 7}
    file = tmp_path / "2807.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    found: list[records.Departure] = []
    for _ in records.runs(file, found):
        pass
    (said,) = [one for one in found if one.code == "result"]
    assert said.recorded == "the game ends with P1 6599, P2 4861, P3 6028"
    # The price at 358 tells that IC stood a value lower; nothing says since when, so that P1 paid
    # 150 for a share in place of 137.
    assert "P1 ends with 53 less, P3 ends with 7 more" in said.ours


@pytest.mark.parametrize("name", BROKEN_OFF)
def test_a_record_that_breaks_off_has_no_end(name: str) -> None:
    record = records.read(CORPUS / f"{name}.json")
    played = dialect_of(record).replay(record)
    for _ in played.moments():
        pass
    assert not played.game.over
    said = said_of_the_end(name)
    assert bool(said) == bool(record.result)
    assert all("its actions break off in OR 5.2, before the end" in line for line in said)


@pytest.mark.parametrize("name", [one for one in GAMES if one.startswith("more/")])
def test_every_run_is_legal_and_pays_what_the_record_says(name: str) -> None:
    found = audit(CORPUS / f"{name}.json")
    # The site of July 2020 let a train pass a city full of others' tokens: IR's 3 through Marugame.
    known = {"more/1889/314": [367]}.get(name, [])
    assert [run.action for run in found.runs if not run.legal] == known
    assert all(run.status == "optimal" and run.best is not None for run in found.runs)
    assert all(run.revenue <= (run.best or 0) for run in found.runs if run.legal)
    assert sorted({one.action for one in found.departures}) == known


@pytest.mark.parametrize("name", [one for one in GAMES if one.startswith("more/")])
def test_every_recorded_revenue_is_what_the_judge_counts(name: str) -> None:
    """Where the record tells one: the game that shows none was played before the site kept them."""
    record = records.read(CORPUS / f"{name}.json")
    said = {one["id"]: recorded_revenue(one) for one in record.actions}
    runs = list(records.runs(record))
    told = [run for run in runs if said[run.action] is not None]
    assert [check(run.position, run.routes).revenue for run in told] == [
        said[run.action] for run in told
    ]
    assert len(told) in (0, len(runs))
