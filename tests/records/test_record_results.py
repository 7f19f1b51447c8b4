"""How a recorded game ended, by its own word, and how it ends when the engine plays it."""

from __future__ import annotations

import pytest

import corpus
from route_opt import records
from route_opt.auditing import audit
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

APART = {"history/1846/2807": 253}
"""The game of June 2020 in which 1846 was tried out. It tells no revenues, and its own prices speak
against each other: what the page reckoned for half dividends (45 of 90) and what the server did
(50) were not the same. What it says of prices is followed, action by action: so P1 ends as he did,
and P3, whose B&O has no price in the record, with at most so much more.
"""


def ends(name: str) -> tuple[dict[str, int], dict[str, int]]:
    """What the players had at the end, by the record and by the engine."""
    record = records.read(CORPUS / f"{name}.json")
    played = dialect_of(record).replay(record)
    for _ in played.moments():
        pass
    return dict(record.result), {one.player: one.worth for one in standings(played.game)}


@pytest.mark.parametrize("name", sorted({*GAMES} - {*BROKEN_OFF, *APART}))
def test_the_last_dollar_is_that_of_the_record(name: str) -> None:
    said, played = ends(name)
    assert said
    assert played == said


@pytest.mark.parametrize("name", APART)
def test_what_is_apart_is_no_more_than_is_known(name: str) -> None:
    said, played = ends(name)
    assert played["P1"] == said["P1"]
    assert max(abs(played[who] - worth) for who, worth in said.items()) <= APART[name]


@pytest.mark.parametrize("name", BROKEN_OFF)
def test_a_record_that_breaks_off_has_no_end(name: str) -> None:
    record = records.read(CORPUS / f"{name}.json")
    played = dialect_of(record).replay(record)
    for _ in played.moments():
        pass
    assert not played.game.over


@pytest.mark.parametrize("name", [one for one in GAMES if one.startswith("more/")])
def test_every_run_is_legal_and_pays_what_the_record_says(name: str) -> None:
    found = audit(CORPUS / f"{name}.json")
    # The site of July 2020 let a train pass a city full of others' tokens: IR's 3 through Marugame.
    known = {"more/1889/314": [367]}.get(name, [])
    assert [run.action for run in found.runs if not run.legal] == known
    assert all(run.status == "optimal" and run.best is not None for run in found.runs)
    assert all(run.revenue <= (run.best or 0) for run in found.runs if run.legal)
    assert [one.action for one in found.departures if one.type != "run_routes"] == []
