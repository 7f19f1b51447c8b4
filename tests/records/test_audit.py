"""Audits of made-up records: what was left on the table, and by whom."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from game_records import ALTOONA, PRR, RUN, corporation, lay, record, run

from route_opt import check, parse, titles
from route_opt.auditing import Audit, audit
from route_opt.cli import main
from route_opt.records.explain import explained

START = len(PRR) + len(ALTOONA)
IDLE = run("PRR")
"""Nothing run, where Altoona - H16 would have paid 10 + 20."""
LONG = run("PRR", ("2-0", [["H12", "H14", "H16"], ["H16", "H18"]]))


def paid(kind: str) -> dict[str, Any]:
    return corporation("PRR", "dividend", kind=kind)


def write(folder: Path, *actions: dict[str, Any], name: str = "game.json") -> str:
    file = folder / name
    file.write_text(json.dumps(record("1830", *PRR, *ALTOONA, *actions)))
    return str(file)


def judged(folder: Path, *actions: dict[str, Any]) -> Audit:
    return audit(write(folder, *actions))


def test_a_run_without_stored_revenue_is_worked_out(tmp_path: Path) -> None:
    found = judged(tmp_path, RUN, paid("payout"))
    (one,) = found.runs
    assert (one.revenue, one.best, one.bound, one.lost) == (30, 30, 30, 0)
    assert (one.legal, one.status, one.round, one.corporation) == (True, "optimal", "OR 2.1", "PRR")
    # 40% and 20% of 30; C 10%; the 30% never sold earn nothing in 1830.
    assert {name: total.got for name, total in found.players.items()} == {"A": 12, "B": 6, "C": 3}


@pytest.mark.parametrize(
    ("kind", "players", "treasury"),
    [("payout", {"A": 12, "B": 6, "C": 3}, 0), ("withhold", {"A": 0, "B": 0, "C": 0}, 30)],
)
def test_a_miss_follows_the_shares_and_the_dividend(
    tmp_path: Path, kind: str, players: dict[str, int], treasury: int
) -> None:
    found = judged(tmp_path, IDLE, paid(kind))
    (one,) = found.runs
    assert (one.revenue, one.best, one.lost) == (0, 30, 30)
    assert (one.players, one.treasury) == (players, treasury)
    assert found.corporations["PRR"].lost == 30
    assert {n: t.lost for n, t in found.players.items() if t.lost} == {
        name: lost for name, lost in players.items() if lost
    }
    assert found.players["A"].runs == 1


def test_an_illegal_run_says_why(tmp_path: Path) -> None:
    tile = {"hex": "H18", "tile": "59-0", "rotation": 1}
    found = judged(tmp_path, corporation("PRR", "lay_tile", **tile), LONG)
    (one,) = found.runs
    assert not one.legal
    assert one.violations
    assert all(set(row) == {"code", "where", "rule", "message"} for row in one.violations)
    assert found.corporations["PRR"].illegal == 1


def test_a_revenue_that_the_routes_do_not_pay(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(RUN))
    wrong["routes"][0]["revenue"] = 50
    (one,) = judged(tmp_path, wrong).runs
    assert (one.legal, one.revenue) == (False, 50)
    message = "the record says 50, the routes pay 30 (no phase and no marker explains it)"
    assert one.violations[-1]["message"] == message


def test_what_makes_no_sense_is_a_departure_and_the_game_goes_on(tmp_path: Path) -> None:
    found = judged(tmp_path, RUN, corporation("PRR", "teleport"), paid("payout"))
    assert (found.error, len(found.runs), found.runs[0].dividend) == (None, 1, "payout")
    (one,) = found.departures
    assert (one.action, one.entity, one.type, one.code) == (START + 2, "PRR", "teleport", "error")
    assert (one.recorded, one.applied) == ("teleport", False)
    assert one.ours == "recorded action 'teleport' is not known"


def test_what_is_wrong_with_a_run_is_a_departure_too(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(RUN))
    wrong["routes"][0]["revenue"] = 50
    (one,) = judged(tmp_path, wrong).departures
    assert (one.action, one.entity, one.code) == (START + 1, "PRR", "recorded_revenue")
    assert (one.recorded, one.applied) == ("runs for 50", True)


# the command


def command(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


def test_json_is_as_designed(tmp_path: Path) -> None:
    file = write(tmp_path, IDLE, paid("payout"))
    result = command(file, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert found["record"] == file
    keys = "action round corporation trains revenue legal violations best bound status lost"
    assert set(keys.split()) <= set(found["runs"][0])
    assert found["players"]["B"] == {"runs": 0, "got": 0, "lost": 6, "illegal": 0}


def test_text_shows_runs_and_totals(tmp_path: Path) -> None:
    lines = command(write(tmp_path, IDLE, paid("payout"))).stdout.splitlines()
    assert lines[2].split() == [
        str(START + 1),
        "OR",
        "2.1",
        "PRR",
        "2",
        "0",
        "30",
        "30",
        "yes",
        "optimal",
    ]
    assert ["PRR", "1", "0", "30"] in [line.split() for line in lines]
    assert ["A", "1", "0", "12"] in [line.split() for line in lines]


def test_text_shows_what_was_run(tmp_path: Path) -> None:
    assert command(write(tmp_path, RUN)).stdout.splitlines()[2].endswith("2: H12-H16")


def test_the_worst_first(tmp_path: Path) -> None:
    later = [corporation("PRR", "pass"), IDLE]
    file = write(tmp_path, RUN, paid("payout"), *later)
    plain, sorted_ = (command(file, "--csv", *more).stdout for more in ([], ["--worst"]))
    lost = [[row["lost"] for row in csv.DictReader(io.StringIO(text))] for text in (plain, sorted_)]
    assert lost == [["0", "30"], ["30", "0"]]


def test_something_illegal_is_exit_code_1(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(RUN))
    wrong["routes"][0]["revenue"] = 50
    assert command(write(tmp_path, wrong)).exit_code == 1


def test_nothing_stops_at_a_bad_record(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"title": "1830"')
    good = write(tmp_path, RUN, paid("payout"))
    result = command(str(bad), good, str(tmp_path / "none.json"), "--csv", "--workers", "2")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(Path(row["record"]).name, row["status"]) for row in rows] == [
        ("bad.json", "error"),
        ("game.json", "optimal"),
        ("none.json", "error"),
    ]
    assert "not JSON" in rows[0]["error"]
    assert result.exit_code == 2


def test_a_picture_of_the_worst_miss(tmp_path: Path) -> None:
    picture = tmp_path / "miss.svg"
    result = command(write(tmp_path, IDLE, paid("payout")), "--svg", str(picture))
    assert picture.read_text().startswith("<svg")
    assert "PRR missed 30" in result.stderr
    nothing = command(write(tmp_path, RUN, name="fine.json"), "--svg", str(tmp_path / "no.svg"))
    assert "nothing was missed" in nothing.stderr
    assert not (tmp_path / "no.svg").exists()


def test_routes_that_cannot_be_read_do_not_stop_the_audit(tmp_path: Path) -> None:
    lost = run("PRR", ("2-0", [["H12", "H2"]]))
    found = judged(tmp_path, lost, paid("payout"), corporation("PRR", "pass"), RUN)
    assert [one.legal for one in found.runs] == [False, True]
    assert found.runs[0].violations[0]["code"] == "unreadable"
    assert "H12 and H2 are not neighbours" in found.runs[0].violations[0]["message"]
    assert found.error is None


def test_departures_are_told_in_text_and_json(tmp_path: Path) -> None:
    """The action, who, what was recorded, the section, whether it was done, what the rules say."""
    twice = [lay("PRR", "G13", "9-0", 1), corporation("PRR", "teleport")]
    file = write(tmp_path, *twice, RUN, paid("payout"))
    text = command(file).stdout
    assert "3 departures from the rules" in text
    told = [" ".join(line.split()) for line in text.splitlines()]
    first, rule = START + 1, titles.find("1830").play.track.rule
    assert f"{first} PRR lays tile 9 on G13 {rule} yes tile 9-0 lies on H14 already" in told
    assert f"{first + 1} PRR teleport no recorded action 'teleport' is not known" in told
    found = json.loads(command(file, "--json").stdout)
    assert found["actions"] == len(json.loads(Path(file).read_text())["actions"])
    assert found["departures"][0] == {
        "action": first,
        "entity": "PRR",
        "type": "lay_tile",
        "code": "tile_copy",
        "rule": rule,
        "recorded": "lays tile 9 on G13",
        "ours": "tile 9-0 lies on H14 already",
        "applied": True,
    }


def test_why_a_record_says_something_else() -> None:
    """1870 counts the bottom values of its red areas from phase 6 on (glossary): Denver 40, then
    50. Somebody who counted them in phase 5 has 10 too much."""
    document = {
        "title": "1870",
        "phase": "5",
        "corporation": "FW",
        "trains": ["6"],
        "tiles": {"B9": "57@1", "A8": "8@5", "A6": "9@1", "A4": "9@1"},
        "tokens": {"B9.0": ["FW"]},
    }
    position = parse(document, lenient=True)
    routes = [{"train": "6", "track": ["A2.0", "A4", "A6", "A8", "B9.0"]}]
    true = check(position, routes).revenue
    assert true == 40 + 20
    told = "it counts the values of phase 6: Denver 50 instead of 40"
    assert explained(position, routes, true + 10) == told
    assert explained(position, routes, true + 7) == "no phase and no marker explains it"


def test_why_a_marker_was_not_counted() -> None:
    """1846: the mail contract pays 10 a location, here two of them (3)."""
    document = {
        "title": "1846",
        "phase": "II",
        "corporation": "PRR",
        "trains": ["2"],
        "tokens": {"F20.0": ["PRR"]},
        "markers": [{"kind": "mail_contract", "owner": "PRR"}],
    }
    position = parse(document, lenient=True)
    routes = [{"train": "2", "track": ["F20.0", "G21.0"]}]
    true = check(position, routes).revenue
    told = "it does not count the mail_contract marker of PRR"
    assert explained(position, routes, true - 20) == told
