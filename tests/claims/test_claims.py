"""Claims at the table: typed routes, challenges, the command, and the examples that ship."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from claim_boards import GRAND_TRUNK, GRAND_TRUNK_LINE, PENNSYLVANIA, run
from msgspec.structs import replace

from corpus import example_claims
from route_opt import ClaimError, PositionError, parse, titles
from route_opt.claims import check_on
from route_opt.claims.claim import Search, judge, read_claim
from route_opt.claims.names import resolve
from route_opt.claims.routes import read_routes
from route_opt.network import Network


def tracks(board: dict[str, Any], *routes: Any) -> list[str]:
    network = Network(parse(board))
    return [" ".join(place.text for place in route.track) for route in resolve(network, routes)]


def test_routes_can_be_typed_by_names() -> None:
    assert tracks(PENNSYLVANIA, "3: Pittsburgh, Altoona, Lancaster") == ["H10.0 H12.0 H14 H16.0"]
    assert tracks(PENNSYLVANIA, "3 : H10, altoona ,H16.0=50") == ["H10.0 H12.0 H14 H16.0"]


def test_brackets_leave_a_stop_uncounted() -> None:
    network = Network(parse(GRAND_TRUNK))
    (route,) = resolve(network, ["3/5: (Toledo), Detroit, Port Huron, Sarnia = 110"])
    assert route.counted == ("C15.0", "B16.0", "B18.0")
    assert check_on(network, [route]).legal


def test_of_several_cities_the_one_with_track_is_meant() -> None:
    assert tracks(GRAND_TRUNK, "2: Chicago, Toledo") == ["D6.2 D8 D10 D12 D14.0"]


def test_of_several_ways_the_only_legal_one_is_taken() -> None:
    # Chicago Connections reaches each of Chicago's four cities; GT's token is in one of them.
    board = {**GRAND_TRUNK, "tokens": {"D6.1": ["GT"]}}
    assert tracks(board, "2: Chicago Connections, Chicago") == ["C5.0 D6.1"]


def test_of_several_ways_those_that_clash_are_left_out() -> None:
    # Homewood joins both hexes of Pittsburgh. The other train has taken the way over F22.
    board = {
        "title": "1846",
        "phase": "II",
        "corporation": "PRR",
        "trains": ["2", "2"],
        "tokens": {"F20.0": ["PRR"]},
    }
    taken = run("2", "F20.0 F22.0")
    assert tracks(board, taken, "2: Homewood, Pittsburgh") == ["F20.0 F22.0", "F20.0 G21.0"]
    # With both free, either will do: they pay the same. A hex says which.
    assert tracks(board, "2: Homewood, Pittsburgh") == ["F20.0 F22.0"]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "unreadable_route", "is not a route such as"),
        ("2:", "unreadable_route", "is not a route such as"),
        ("2: Pittsburgh, (Altoona", "unreadable_route", "is not a route such as"),
        ("2: Pittsburgh, Altoona)", "unreadable_route", "is not a route such as"),
        ("2: Pittsburgh, Altoona = much", "unreadable_route", "is not a route such as"),
        ("Pittsburgh, Altoona", "unknown_train", "no train is named"),
        ("9: Pittsburgh, Altoona", "unknown_train", "there are 2, 3"),
        ("2: Pitsburgh, Altoona", "unknown_stop", "did you mean 'Pittsburgh'"),
        ("2: Altoona, H8.0", "unknown_stop", "no such stop"),
        ("2: Altoona, Boston H12", "unknown_stop", "H12 is not Boston"),
    ],
)
def test_what_cannot_be_typed(text: str, code: str, words: str) -> None:
    with pytest.raises(ClaimError) as caught:
        tracks(PENNSYLVANIA, text)
    (problem,) = caught.value.problems
    assert problem.code == code
    assert words in problem.message
    assert problem.where == "routes[0]"


@pytest.mark.parametrize(
    ("text", "codes", "words"),
    [
        ("2: Altoona, Boston", {"no_track"}, "no track leads from Altoona (H12) to Boston (E23)"),
        # Altoona lies between Pittsburgh and Lancaster unless the train takes the by-pass.
        ("3: Altoona, Pittsburgh, Altoona", {"stop_twice", "side_used_twice"}, "Altoona"),
        ("2: Altoona, H14", {"ends_on_track"}, "not on the track of H14"),
        ("2: Altoona", {"too_few_stops"}, "this one has one stop"),
    ],
)
def test_what_can_be_typed_and_not_run(text: str, codes: set[str], words: str) -> None:
    network = Network(parse(PENNSYLVANIA))
    verdict = check_on(network, resolve(network, [text]))
    assert codes <= {violation.code for violation in verdict.violations}
    assert words in str([violation.message for violation in verdict.violations])


def test_every_problem_of_a_claim_is_told() -> None:
    claim = {**PENNSYLVANIA, "declared": ["2: Altona, Pittsburgh", {"train": "7"}], "challenge": {}}
    with pytest.raises(ClaimError) as caught:
        read_claim(claim)
    where = [problem.where for problem in caught.value.problems]
    assert where == ["declared[0]", "declared[1].train", "declared[1].track", "challenge"]


@pytest.mark.parametrize("document", ["[]", "{}", '{"position": 7}', '{"declared": []', "7"])
def test_what_is_no_claim(document: str) -> None:
    with pytest.raises((ClaimError, PositionError)):
        read_claim(document)


def test_the_position_stands_inside_or_beside() -> None:
    declared = ["2: Pittsburgh, Altoona"]
    beside = read_claim({**PENNSYLVANIA, "declared": declared})
    inside = read_claim(
        {"format": "route-opt/claim@1", "position": PENNSYLVANIA, "declared": declared}
    )
    assert beside == inside


@pytest.mark.parametrize(
    ("challenge", "verdict"),
    [
        (None, "stands"),
        (30, "stands"),  # no more than declared
        (50, "open"),  # only a search can tell
        (["3: Pittsburgh, Altoona, Lancaster"], "refuted"),  # 50 against 30
        (["2: Altoona, Lancaster"], "stands"),  # 30 as well
        ([run("2", "H10.0 H12.0 H14 H16.0")], "stands"),  # 50, but three stops for a 2
    ],
)
def test_a_challenge_must_be_legal_and_pay_more(challenge: Any, verdict: str) -> None:
    claim = {**PENNSYLVANIA, "declared": ["2: Pittsburgh, Altoona"], "challenge": challenge}
    assert judge(read_claim(claim)).verdict == verdict


def test_what_the_president_may_not_run_does_not_show_that_it_can_be_run() -> None:
    """A 2 has three stops, of which two pay 30: whether 30 can be run is as open as before."""
    declared = [run("2", "H10.0 H12.0 H14 H16.0")]
    judgement = judge(read_claim({**PENNSYLVANIA, "declared": declared, "challenge": 30}))
    assert (judgement.verdict, judgement.declared.revenue) == ("refuted", 30)
    assert judgement.possible == "open"


@pytest.mark.parametrize(
    ("amount", "said"), [(100, "stands"), (101, "open"), (450, "open"), (451, "refuted")]
)
def test_a_stopped_search_refutes_what_is_above_its_bound(amount: int, said: str) -> None:
    """It has 100, and what there is may be anything up to 450."""
    assert Search(100, 450).can_be_run(amount) == said


@pytest.mark.parametrize("pair", [("E", "W"), ("W", "E")])
def test_ends_that_may_not_go_together_may_not_in_either_order(pair: tuple[str, str]) -> None:
    """With east and west forbidden, whichever is named first, and wherever the run begins."""
    network = Network(parse(GRAND_TRUNK))
    title = network.title
    ends = replace(title.routes.ends, forbidden=(pair,))
    network.title = replace(title, routes=replace(title.routes, ends=ends))
    places = GRAND_TRUNK_LINE.split()
    for track in (places, places[::-1]):
        verdict = check_on(network, read_routes(network, [{"train": "6", "track": track}]))
        assert [violation.code for violation in verdict.violations] == ["forbidden_ends"]


@pytest.mark.parametrize("file", example_claims(), ids=lambda file: file.stem)
def test_the_examples_come_out_as_their_notes_say(file: Path) -> None:
    claim = read_claim(file.read_bytes())
    assert claim.note
    result = None
    if isinstance(claim.challenge, int):
        result = pytest.importorskip("route_opt.solver").best(claim.position)
    judgement = judge(claim, result)
    stated = tomllib.loads((file.parent / "claims.toml").read_text(encoding="utf-8"))[file.stem]
    assert judgement.verdict == stated["verdict"]
    assert judgement.declared.revenue == stated["pays"]
    assert judgement.declared.true_value == stated["worth"]
    assert [reason.code for reason in judgement.reasons] == stated["reasons"]


def test_there_is_an_example_for_every_title() -> None:
    judged = {read_claim(file.read_bytes()).position.title for file in example_claims()}
    assert judged == set(titles.names())


def command(*arguments: str, text: str = "") -> tuple[int, str, str]:
    code = "from route_opt.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "claim", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def example(name: str) -> str:
    return next(str(file) for file in example_claims() if file.stem == name)


def test_the_command_says_it_in_a_few_lines() -> None:
    code, out, _ = command(example("claim-own-token"))
    assert code == 1
    assert "must have a token of GT: count Port Huron (B16) [6.3]" in out
    assert "The same track, counted the best legal way, pays 110." in out
    assert "Anyone may object (6.35)." in out
    assert "Detroit 40" in out
    assert out.endswith("The declared run is refuted.\n")


def test_verdict_only_shows_no_routes() -> None:
    code, out, _ = command(example("claim-own-token"), "--verdict-only")
    assert code == 1
    assert "Detroit" not in out
    code, out, _ = command(example("claim-own-token"), "--verdict-only", "--json")
    assert code == 1
    document = json.loads(out)
    for part in ("declared", "best"):
        assert "routes" not in (document[part] or {})


def test_the_command_answers_as_json() -> None:
    code, out, _ = command(example("claim-by-pass"), "--json")
    document = json.loads(out)
    assert code == 1
    assert document["verdict"] == "refuted"
    assert document["better"]["code"] == "better_shown"
    assert document["declared"]["routes"][0]["track"] == ["H10.0", "H12.0"]


def test_a_run_that_stands_exits_0_and_one_that_cannot_be_read_2() -> None:
    claim = {**PENNSYLVANIA, "declared": ["2: Pittsburgh, Altoona"]}
    code, out, _ = command("-", text=json.dumps(claim))
    assert code == 0
    assert out.endswith("The declared run is legal; anyone may object (70 can be run) [20.3].\n")
    code, _, err = command("-", text=json.dumps({**claim, "declared": ["2: Pittsburgh, Altona"]}))
    assert code == 2
    assert "did you mean 'Altoona'" in err


def test_the_rules_of_1867bw_do_not_say_who_may_object() -> None:
    _, out, _ = command(example("claim-one-cube"))
    assert "The rules of 1867bw do not say who may object." in out
    _, out, _ = command(example("claim-edge-token"))
    assert "A stockholder may object (8.3)." in out
