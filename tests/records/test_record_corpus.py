"""Every recorded game: each position, run and revenue, field by field; and the audit of all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from route_opt import check, parse, records
from route_opt.auditing import audit
from route_opt.records.explain import explained
from route_opt.records.routes import read_routes
from route_opt.records.rules import find_title
from whole_game.recorded.draw import removed

_FIELDS = ("title", "phase", "corporation", "trains", "tiles", "tokens", "markers", "options")


def games(corpus: Path) -> list[Path]:
    return sorted(corpus.glob("games/*/*.json"))


def truth(corpus: Path, game: Path) -> dict[int, dict[str, Any]]:
    """The recorded runs of a game by the number of their action."""
    file = corpus / "positions" / game.parent.name / f"{game.stem}.jsonl"
    if not file.exists():
        return {}
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {int(row["id"].rpartition("/")[2]): row for row in rows}


def test_every_run_is_rebuilt_field_by_field(corpus: Path) -> None:
    count = 0
    for game in games(corpus):
        rows = truth(corpus, game)
        seen = set()
        for run in records.runs(game):
            row = rows[run.action]
            seen.add(run.action)
            want, got = parse(row["position"]).canonical(), run.position.canonical()
            for field in _FIELDS:
                assert getattr(got, field) == getattr(want, field), (game.name, run.action, field)
            assert run.round == row["round"], (game.name, run.action)
            tracks = [route["track"] for route in row["routes"]]
            ours = [route["track"] for route in run.routes]
            assert [_way(track) for track in ours] == [_way(track) for track in tracks]
            assert run.revenue in (None, row["revenue"]), (game.name, run.action)
            count += 1
        assert seen == set(rows), game.name
    assert count > 0


def _way(track: list[str]) -> tuple[str, ...]:
    """A track whichever way it is run."""
    return min(tuple(track), tuple(reversed(track)))


def test_a_position_asked_for_by_its_action_is_the_same(corpus: Path) -> None:
    for game in games(corpus):
        record = records.read(game)
        for run in list(records.runs(record))[::25]:
            assert records.moment_at(record, str(run.action)) == run.moment, (game, run.action)


def test_runs_listed_by_their_hexes_are_the_same(corpus: Path) -> None:
    """Only around Altoona may a train have called or not: there the hexes do not tell."""
    count = 0
    for game in games(corpus):
        for run in records.runs(game):
            listed = [[place.partition(".")[0] for place in r["track"]] for r in run.routes]
            rows = [
                {"train": f"{route['train']}-0", "hexes": hexes}
                for route, hexes in zip(run.routes, listed, strict=True)
            ]
            if run.position.title == "1830" and any("H12" in hexes for hexes in listed):
                continue
            action = {"id": run.action, "type": "run_routes", "routes": rows}
            got = read_routes(run.position, action, {})
            assert [r["track"] for r in got] == [r["track"] for r in run.routes], (game, run.action)
            count += 1
    assert count > 0


def test_runs_written_back_are_the_runs_recorded(corpus: Path) -> None:
    for game in games(corpus):
        record = records.read(game)
        raw = {action["id"]: action for action in record.happened()}
        for run in records.runs(record):
            written = records.as_action(run.moment, run.routes)["routes"]
            recorded = raw[run.action]["routes"]
            assert [_chains(route) for route in written] == [_chains(route) for route in recorded]


def _chains(route: dict[str, Any]) -> list[tuple[str, ...]]:
    return sorted(_way(chain) for chain in route["connections"])


def test_nothing_removed_at_set_up_ever_acts(corpus: Path) -> None:
    draw = find_title("1846")[1].draw
    assert draw is not None
    for game in games(corpus):
        record = records.read(game)
        if record.title == "1846":
            gone = removed(draw, record.seeds, len(record.players), [record.options]).drawn
            acting = {action.get("company") for action in record.actions}
            acting |= {action.get("corporation") for action in record.actions}
            assert not acting & set(gone), game.name


@pytest.mark.slow
def test_the_best_routes_written_as_an_action_are_read_back(corpus: Path) -> None:
    from route_opt.solver import best

    for game in games(corpus):
        for run in list(records.runs(game))[::5]:
            result = best(run.position)
            routes = [route.document() for route in result.routes]
            action = records.as_action(run.moment, routes)
            back = read_routes(run.position, action, dict(run.moment.trains))
            assert [_way(r["track"]) for r in back] == [_way(r["track"]) for r in routes]
            assert check(run.position, back).revenue == result.revenue, (game.name, run.action)


@pytest.mark.slow
def test_every_audit_has_the_recorded_best(corpus: Path) -> None:
    for game in games(corpus):
        rows = truth(corpus, game)
        found = audit(game)
        assert found.error is None
        assert {run.action for run in found.runs} == set(rows)
        for run in found.runs:
            row = rows[run.action]
            got = (run.legal, run.revenue, run.best, run.status)
            assert got == (True, row["revenue"], row["best"], "optimal"), (game.name, run.action)


# older records, as the site wrote them at their time; nothing is known of them but what they say


def history(corpus: Path) -> list[Path]:
    found = sorted(corpus.glob("history/*/*.json"))
    assert found
    return found


# The site's first 1850 let everybody run to the Mesabi Range (6.5.1), counted the values of phase
# eight in phase six (4.2.5), and let a train through a Chicago that is full (7.3.4).
FIRST_1850 = {"no_access", "recorded_revenue", "full_city_passed"}


OTHER_RULES = {
    "22071": 1, "2807": 1, "hs_hxrxpbjl_1595784599": 1,
    "210015": 1, "hs_giwlrwdn_1600825203": 2, "hs_fgnygueb_1675972874": 4,
    "41645": 2, "hs_xlefzjjw_1638406193": 1,
}  # fmt: skip
"""The most departures of a game, runs apart: what the site allowed or rounded otherwise then.

Most are private companies that acted in the turn of others, and the order of companies, which the
early site fixed at the start of a round.
"""


def test_older_records_are_read_to_their_last_action(corpus: Path) -> None:
    for game in history(corpus):
        record = records.read(game)
        departures: list[records.Departure] = []
        found = list(records.runs(record, departures))
        recorded = [a for a in record.happened() if a["type"] == "run_routes"]
        assert [run.action for run in found] == [action["id"] for action in recorded], game.name
        assert not [run.problem for run in found if run.problem], game.name
        # Numbers that go back are their own fault, and so is an end that does not fit; what else is
        # wrong was done all the same.
        others = [one for one in departures if one.code not in ("number", "result")]
        assert len(others) <= OTHER_RULES.get(game.stem, 0), game.name
        assert all(one.applied or one.type == "pass" for one in others), game.name


def test_every_run_of_an_older_record_is_legal_or_explained(corpus: Path) -> None:
    for game in history(corpus):
        for run in records.runs(game):
            verdict = check(run.position, run.routes)
            wrong = {one.code for one in verdict.violations}
            if run.revenue not in (None, verdict.revenue):
                wrong.add("recorded_revenue")
                reason = explained(run.position, run.routes, run.revenue or 0)
                assert reason.startswith("it counts the values of phase 8"), (game, run.action)
            assert wrong <= (FIRST_1850 if game.parent.name == "1850" else set()), (
                game.name,
                run.action,
                wrong,
            )
