"""A dispute typed at the table: no file but the board, and verdicts that say what is so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from claim_boards import PENNSYLVANIA

from route_opt import ClaimError, PositionError, load, parse, titles
from route_opt.claims.claim import judge, load_claim, read_claim
from route_opt.result import Result
from route_opt.solver import best
from route_opt.title import Title

EVENING = titles.find("1846").folder / "examples" / "games" / "evening.json"
# Action 69: NYC with four 2-trains. Wheeling 30 - Cleveland 40 - Erie 10 - Buffalo 30, no other
# line: the four 2-trains earn 70 + 50 + 40, and one stays idle.
BEST = 70 + 50 + 40


def run(command: str, *arguments: str, text: str = "", **more: Any) -> tuple[int, str, str]:
    code = "from route_opt.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, command, *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        **more,
    )
    return done.returncode, done.stdout, done.stderr


def claim(*arguments: str, **more: Any) -> tuple[int, str, str]:
    return run("claim", *arguments, **more)


def declared(*lines: str) -> list[str]:
    return [word for line in lines for word in ("--declared", line)]


ALL = declared("2: Cleveland, Wheeling", "2: Cleveland, Erie", "2: Erie, Buffalo")
SOME = declared("2: Cleveland, Wheeling", "2: Erie, Buffalo")


@pytest.mark.parametrize(
    ("arguments", "code", "verdict", "last"),
    [
        (ALL, 0, "stands", ["The declared run stands."]),
        (
            [*ALL, "--challenge", "170"],
            0,
            "stands",
            ["170 cannot be run; the most is 160, proved.", "The declared run stands."],
        ),
        (
            SOME,
            0,
            "stands",
            ["The declared run is legal; anyone may object (160 can be run) [6.35]."],
        ),
        (
            [*SOME, "--challenge", "$150"],
            1,
            "refuted",
            ["The run declared pays 110; 150 can be run [6.35].", "The declared run is refuted."],
        ),
        (
            [*SOME, "--challenge", "170"],
            0,
            "stands",
            [
                "170 cannot be run; the most is 160, proved.",
                "The declared run is legal; anyone may object (160 can be run) [6.35].",
            ],
        ),
        (
            [*SOME, "--challenge", "2: Wheeling, Cleveland", "--challenge", "2: cleveland, erie"],
            1,
            "refuted",
            ["The run declared pays 110; 120 can be run [6.35].", "The declared run is refuted."],
        ),
        (
            [*SOME, "--challenge", "2: Wheeling, Cleveland"],
            0,
            "stands",
            [
                "The challenge pays 70, no more than the 110 declared.",
                "The declared run is legal; anyone may object (160 can be run) [6.35].",
            ],
        ),
        (
            [*SOME, "--challenge", "2: Wheeling, Cleveland, Erie"],
            0,
            "stands",
            [
                "The challenge is not legal, so it shows nothing.",
                "The declared run is legal; anyone may object (160 can be run) [6.35].",
            ],
        ),
        (declared("2: Erie, Wheeling"), 1, "refuted", ["The declared run is refuted."]),
        (
            ["--challenge", "160"],
            0,
            "none",
            ["160 can be run.", "No run is declared; 160 can be run."],
        ),
        (
            ["--challenge", "161"],
            1,
            "none",
            [
                "161 cannot be run; the most is 160, proved.",
                "No run is declared; 160 can be run.",
            ],
        ),
    ],
)
def test_verdicts_say_what_is_so(
    arguments: list[str], code: int, verdict: str, last: list[str]
) -> None:
    found, out, err = claim(f"{EVENING}@69", *arguments)
    assert (found, err) == (code, "")
    assert out.splitlines()[-len(last) :] == last
    found, out, _ = claim(f"{EVENING}@69", *arguments, "--json")
    assert found == code
    document = json.loads(out)
    assert document["verdict"] == verdict
    assert document["says"][-len(last) :] == last
    assert document["best"]["revenue"] == BEST


def test_several_routes_in_one_option() -> None:
    code, out, _ = claim(f"{EVENING}@69", "--declared", "2: Cleveland, Wheeling; 2: Erie, Buffalo")
    assert code == 0
    assert "pays 110" in out


def test_other_trains_and_corporation() -> None:
    code, out, _ = claim(f"{EVENING}@76", *declared("3/5: Cleveland, Erie, Buffalo"),
                         "--corporation", "nyc", "--trains", "3/5")  # fmt: skip
    assert code == 0
    assert f"pays {40 + 10 + 30}" in out


def test_a_corporation_after_the_action_in_any_case() -> None:
    assert load(f"{EVENING}@76:nyc") == load(f"{EVENING}@76:NYC")


def test_a_run_that_is_not_there_does_not_stand() -> None:
    document = {**PENNSYLVANIA, "declared": []}
    code, out, _ = claim("-", text=json.dumps(document))
    assert code == 1
    assert out.endswith("No run is declared; 70 can be run.\n")
    assert "stands" not in out
    assert judge(read_claim(document)).verdict == "none"


def test_nothing_declared_and_nothing_challenged_is_no_claim() -> None:
    code, out, err = claim("-", text=json.dumps(PENNSYLVANIA))
    assert (code, out) == (2, "")
    assert "nothing is declared, and nothing is challenged" in err
    with pytest.raises(ClaimError, match="nothing is declared"):
        read_claim({"position": PENNSYLVANIA})


def stopped(revenue: int, bound: int) -> Result:
    from msgspec.structs import replace

    return replace(best(parse(PENNSYLVANIA)), status="feasible", revenue=revenue, bound=bound)


@pytest.mark.parametrize(
    ("challenge", "verdict", "says"),
    [
        (50, "refuted", "can be run"),
        (60, "open", "Whether 60 can be run is open."),
        (90, "stands", "90 cannot be run; the most is 80 at most, proved."),
    ],
)
def test_a_search_that_was_stopped(challenge: int, verdict: str, says: str) -> None:
    """The best lies from 50 to 80: what lies between is open, what lies above is not."""
    document = {**PENNSYLVANIA, "declared": ["2: Pittsburgh, Altoona"], "challenge": challenge}
    judgement = judge(read_claim(document), stopped(50, 80))
    assert judgement.verdict == verdict
    assert any(says in told for told in judgement.says)
    assert judgement.says[0] == "The best possible is 50 to 80; the search was stopped."


def test_where_a_required_run_cannot_be_run_no_amount_can() -> None:
    """1870: a connection run over no track at all."""
    position = {
        "title": "1870",
        "phase": "2",
        "corporation": "MP",
        "trains": ["2"],
        "tokens": {"St. Louis": ["MP"]},
        "markers": [
            {"kind": "connection_run", "owner": "MP", "from": "St. Louis", "to": "Memphis"}
        ],
    }
    text = json.dumps({**position, "declared": ["2: St. Louis, Memphis"], "challenge": 10})
    code, out, _ = claim("-", text=text)
    assert code == 1
    assert "No legal run is possible at all" in out
    assert "10 cannot be run." in out


# Documents that name a position.


def test_a_claim_document_may_name_a_record_beside_it(tmp_path: Path) -> None:
    shutil.copy(EVENING, tmp_path / "evening.json")
    file = tmp_path / "claim.json"
    document = {"position": "evening.json@69", "declared": ["2: Cleveland, Wheeling"]}
    file.write_text(json.dumps(document))
    assert load_claim(file).position == load(f"{EVENING}@69")
    assert (
        load_claim(file).declared
        == load_claim(f"{EVENING}@69", declared=document["declared"]).declared
    )
    code, out, _ = claim(str(file), "--challenge", "170")
    assert code == 0
    assert "170 cannot be run" in out


def test_a_document_from_elsewhere_reads_no_file() -> None:
    """What comes over a wire is a document: a text in it is never the name of a file."""
    with pytest.raises((ClaimError, PositionError)):
        read_claim({"position": f"{EVENING}@69", "declared": []})


# Errors carry the file's name; what cannot be written is one sentence.


def test_errors_carry_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps({**PENNSYLVANIA, "phase": "9", "trains": ["Q"]}))
    for command, more in (("best", []), ("claim", declared("2: Pittsburgh, Altoona"))):
        code, _, err = run(command, str(file), *more)
        assert code == 2
        assert [line.startswith(f"error: {file}: ") for line in err.splitlines()] == [True, True]
    with pytest.raises(PositionError) as caught:
        load(file)
    assert [(p.where, p.file) for p in caught.value.problems] == [
        ("phase", str(file)),
        ("trains[0]", str(file)),
    ]
    file.write_text(json.dumps({**PENNSYLVANIA, "declared": ["2: Pittsburgh, Altona"]}))
    code, _, err = claim(str(file))
    assert code == 2
    assert err.startswith(f"error: {file}: declared[0]: 'Altona' is neither a hex nor a city")


@pytest.mark.parametrize(
    ("command", "option"),
    [("best", "--svg"), ("best", "--save"), ("draw", "--out")],
)
@pytest.mark.parametrize("place", ["nowhere/x.svg", "/dev/full"])
def test_what_cannot_be_written_is_one_sentence(
    command: str, option: str, place: str, tmp_path: Path
) -> None:
    if place.startswith("/dev") and not os.path.exists(place):
        pytest.skip("there is no such device here")
    code, _, err = run(command, f"{EVENING}@69", option, place, cwd=tmp_path)
    assert code == 2
    (line,) = err.splitlines()
    assert line.startswith(f"error: {place}: cannot be written: ")


def test_titles_lists_all_names_of_a_position(title: Title) -> None:
    code, out, _ = run("titles", title.name)
    assert code == 0
    for name in (*title.phases, *title.trains, *title.corporations, *title.markers):
        assert f"    {name}: " in out
    for hex_ in title.hexes.values():
        if hex_.tile.stops:
            assert f"    {hex_.name or hex_.id}: " in out
            assert hex_.id in out
    for name, option in title.options.items():
        assert (f"    {name}: " in out) == (option.scope == "routes")
    code, out, _ = run("titles", title.name, "--json")
    assert json.loads(out)["name"] == title.name


def test_an_empty_position_to_fill_in(title: Title, tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    code, out, err = run("position", title.name, "--out", str(file))
    assert (code, out, err) == (0, "", "")
    position = load(file)
    assert position.title == title.name
    assert (position.tiles, position.tokens, position.trains) == ({}, {}, ())


def test_a_position_typed_in_a_line() -> None:
    code, out, _ = run(
        "position", "1846", "--phase", "ii", "--corporation", "ic", "--trains", "3/5, 2",
        "--tile", "Terre Haute=57@0", "--token", "Cairo=IC", "--token", "d6.2=gt",
    )  # fmt: skip
    assert code == 0
    assert parse(out) == parse(
        {
            "title": "1846",
            "phase": "II",
            "corporation": "IC",
            "trains": ["3/5", "2"],
            "tiles": {"G7": "57@0"},
            "tokens": {"K3.0": ["IC"], "D6.2": ["GT"]},
        }
    )
    code, _, err = run("position", "1846", "--tile", "57@0")
    assert code == 2
    assert "is not of the form G7=57@0" in err
