"""How a recorded game ended, by its own word, and how it ends when the engine plays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from route_opt import records
from route_opt.auditing import audit
from whole_game.recorded.dialect import dialect_of
from whole_game.standings import standings

SAME = (
    "history/1846-2p/11098",
    "history/1846-2p/210015",
    "history/1846-2p/hs_giwlrwdn_1600825203",
    "history/1846/11181",
    "history/1846/22071",
    "history/1846/4106",
    "history/1846/hs_hxrxpbjl_1595784599",
    "history/1850/hs_fgnygueb_1675972874",
    "history/1870/41645",
    "history/1870/hs_xlefzjjw_1638406193",
    "more/1889/314",
    "more/1889/hs_jmmljkbw_17502",
    "more/18Chesapeake/1277",
    "more/18Chesapeake/14377",
    "more/18Chesapeake/22383",
)
"""All that end but two of the first weeks: they have no revenues, and the site moved prices
otherwise then. 2675 and the game of 1830 break off.
"""


@pytest.mark.parametrize("name", SAME)
def test_the_last_dollar_is_that_of_the_record(name: str, corpus: Path) -> None:
    file = corpus / f"{name}.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    by_id = {str(player.get("id")): player["name"] for player in document["players"]}
    said = {by_id.get(key, key): worth for key, worth in document["result"].items()}
    assert len(said) == len(document["players"])
    record = records.read(file)
    played = dialect_of(record).replay(record)
    for _ in played.moments():
        pass
    assert {one.player: one.worth for one in standings(played.game)} == said


@pytest.mark.parametrize("name", [one for one in SAME if one.startswith("more/")])
def test_every_run_is_legal_and_pays_what_the_record_says(name: str, corpus: Path) -> None:
    found = audit(corpus / f"{name}.json")
    # The site of July 2020 let a train pass a city full of others' tokens: IR's 3 through Marugame.
    known = {"more/1889/314": [367]}.get(name, [])
    assert [run.action for run in found.runs if not run.legal] == known
    assert all(run.status == "optimal" and run.best is not None for run in found.runs)
    assert all(run.revenue <= (run.best or 0) for run in found.runs if run.legal)
    assert [one.action for one in found.departures if one.type != "run_routes"] == []
