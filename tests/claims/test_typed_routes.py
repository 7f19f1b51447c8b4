"""Routes as people type them: names, choices of stops and track, and every best run typed back."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
from claim_boards import ALLEGHENY, CANADA, DULUTH, GRAND_TRUNK, PENNSYLVANIA

from corpus import examples, rows
from route_opt import ClaimError, best, check, load, parse
from route_opt.claims import check_on
from route_opt.claims.names import resolve
from route_opt.claims.words import read_line, spoken
from route_opt.cli.best import told
from route_opt.network import Network
from route_opt.position import Position


def tracks(board: dict[str, Any], *routes: str) -> list[str]:
    network = Network(parse(board))
    return [" ".join(place.text for place in route.track) for route in resolve(network, routes)]


@pytest.mark.parametrize(
    "text",
    [
        "3: Pittsburgh, Altoona, Lancaster",
        "3: PITTSBURGH,ALTOONA,LANCASTER",
        "3: pitt, alt, lanc",
        "3 : H10, h12 , h16.0 = 50",
        "3-train: Pittsburgh, Altoona, Lancaster = $50",
        "3: Pittsburgh - Altoona - Lancaster",
        "3: Pittsburgh -> Altoona -> Lancaster",
        "3: Pittsburgh → Altoona – Lancaster",
        "3: Pittsburgh (H10), Altoona H12, Lancaster.0",
        "3: Pittsburgh, Altoona, H14, Lancaster,",
    ],
)
def test_ways_to_write_one_route(text: str) -> None:
    assert tracks(PENNSYLVANIA, text) == ["H10.0 H12.0 H14 H16.0"]


def test_a_train_goes_without_saying_where_there_is_one() -> None:
    board = {**PENNSYLVANIA, "trains": ["3", "3"]}
    assert tracks(board, "Pittsburgh, Altoona, Lancaster") == ["H10.0 H12.0 H14 H16.0"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3: Springfield, MO, St. Louis", ["Springfield, MO", "St. Louis"]),
        ("3: St. Louis,springfield,il,Memphis", ["St. Louis", "springfield, il", "Memphis"]),
        ("3: (Springfield, MO), Memphis", ["(Springfield, MO)", "Memphis"]),
        ("3: Springfield MO, Memphis", ["Springfield MO", "Memphis"]),
        ("3: Springfield, MO E12, Memphis", ["Springfield, MO E12", "Memphis"]),
        ("3: Springfield, Memphis", ["Springfield", "Memphis"]),
    ],
)
def test_names_with_commas(text: str, words: list[str]) -> None:
    network = Network(parse({"title": "1870", "phase": "2", "corporation": "SLSF"}))
    read = read_line(network, text, "").words
    assert [f"({word.text})" if word.skipped else word.text for word in read] == words


def test_brackets() -> None:
    network = Network(parse(GRAND_TRUNK))
    words = read_line(network, "3/5: (Toledo, Detroit), Chicago (D6.2), (Chicago (D6.1))", "").words
    assert [(word.text, word.skipped) for word in words] == [
        ("Toledo", True),
        ("Detroit", True),
        ("Chicago (D6.2)", False),
        ("Chicago (D6.1)", True),
    ]


@pytest.mark.parametrize(
    "text",
    ["3" + " " * 300_000, "3:" + " " * 300_000 + "x", "3: a" + " " * 300_000 + "= ", "(" * 300_000],
)
def test_reading_takes_no_longer_than_the_text(text: str) -> None:
    """A pattern with three stretches of spaces in a row would read these for years."""
    with pytest.raises(ClaimError):
        tracks(PENNSYLVANIA, text)


def test_a_line_of_very_many_words_is_refused() -> None:
    with pytest.raises(ClaimError, match="is not a route such as"):
        tracks(PENNSYLVANIA, "3: " + ", ".join(["Pittsburg"] * 100_000))


# Several stops of one name, several tracks between two stops.


def test_a_passed_hex_says_which_way() -> None:
    """1830: to Canadian West the train leaves Barrie over A9's or A11's side: both pay 30."""
    board = {**CANADA, "trains": ["3"]}
    line = "3: Barrie, Canadian West, B12, Ottawa"
    verdict = check_on(Network(parse(board)), resolve(Network(parse(board)), [line]))
    assert {violation.code for violation in verdict.violations} == {"off_board_passed"}
    assert tracks(CANADA, "2: Barrie, A9") == tracks(CANADA, "2: Barrie, Canadian West")


def test_two_ways_between_two_stops_one_named() -> None:
    """Homewood to Pittsburgh over either hex of it; both routes of a claim take one each."""
    board = {**ALLEGHENY, "trains": ["2", "2"]}
    both = tracks(board, "2: Homewood, Pittsburgh", "2: Homewood, Pittsburgh")
    assert sorted(both) == ["F20.0 F22.0", "F20.0 G21.0"]


def test_by_pass() -> None:
    """1830: H12 has a track that passes Altoona; by its coordinate the hex may be passed."""
    board = {**PENNSYLVANIA, "tokens": {"H10.0": ["PRR"]}}
    assert tracks(board, "2: Pittsburgh, H12, H14, Lancaster") == ["H10.0 H12 H14 H16.0"]
    assert tracks(board, "2: Pittsburgh, Lancaster") == ["H10.0 H12 H14 H16.0"]
    # Where calling is legal as well, a hex with a stop means the stop.
    assert tracks(board, "3: Pittsburgh, H12, H14, Lancaster") == ["H10.0 H12.0 H14 H16.0"]
    # By its name it always does.
    network = Network(parse(board))
    verdict = check_on(network, resolve(network, ["2: Pittsburgh, Altoona, Lancaster"]))
    assert [violation.code for violation in verdict.violations] == ["too_many_stops"]


def chicago_board() -> tuple[Network, set[str]]:
    """Chicago Connections reach all four cities of Chicago; GT has tokens in two of them."""
    board = {
        "title": "1846",
        "phase": "III",
        "corporation": "GT",
        "trains": ["2"],
        "tiles": {"D6": "298@0"},
        "tokens": {"D6.1": ["GT"], "D6.2": ["GT"]},
        "markers": [{"kind": "boomtown", "at": "D6.2", "owner": "GT"}],
    }
    network = Network(parse(board))
    return network, {"2: Chicago D6.1, Chicago Connections", "2: Chicago D6.2, Chicago Connections"}


def test_choices_that_pay_differently_are_listed_and_can_be_typed() -> None:
    # 40 + 40, and 20 more where the boom town stands.
    network, lines = chicago_board()
    with pytest.raises(ClaimError) as caught:
        resolve(network, ["2: Chicago, Chicago Connections"])
    (problem,) = caught.value.problems
    assert problem.code == "several_ways"
    listed = dict(re.findall(r"'([^']+)' pays (\d+)", problem.message))
    assert set(listed) == lines
    for line, pays in listed.items():
        verdict = check_on(network, resolve(network, [line]))
        assert verdict.legal
        assert verdict.revenue == int(pays) == (100 if "D6.2" in line else 80)


def test_what_a_run_is_said_to_pay_tells_which_is_meant() -> None:
    network, _ = chicago_board()
    for pays, stop in ((80, "D6.1"), (100, "D6.2")):
        (route,) = resolve(network, [f"2: Chicago, Chicago Connections = {pays}"])
        assert route.track[0].stop == stop
    with pytest.raises(ClaimError, match="several ways"):
        resolve(network, ["2: Chicago, Chicago Connections = 90"])


def test_stops_of_one_name_that_pay_the_same_need_no_saying() -> None:
    board = {
        "title": "1846",
        "phase": "III",
        "corporation": "GT",
        "trains": ["2"],
        "tiles": {"D6": "298@0"},
        "tokens": {"D6.1": ["GT"], "D6.2": ["GT"]},
    }
    verdict = check(parse(board), resolve(Network(parse(board)), ["2: chicago, Chicago Conn"]))
    assert verdict.legal
    assert verdict.revenue == 40 + 40


def test_what_lies_between_is_told() -> None:
    network = Network(parse(DULUTH))
    verdict = check_on(network, resolve(network, ["3: Fargo, Duluth"]))
    (message,) = (v.message for v in verdict.violations if v.code == "no_track")
    assert message == (
        "no track leads from Fargo (B5) to Duluth (B11) without another stop: B7 lies between"
    )
    verdict = check_on(network, resolve(network, ["3: Northwest, Duluth"]))
    assert any("Fargo (B5) and B7 lie between" in v.message for v in verdict.violations)


# Every best run, typed back.


def typed_back(position: Position) -> None:
    """The best run is accepted as `best` prints it, with the same value."""
    result = best(position)
    network = Network(position)
    printed = [line.strip() for line in told(result)[1:]]
    lines = [line for line in printed if re.match(r"[^ ]+: .* = \d+$", line)]
    assert len(lines) == len(result.routes)
    names = [line.rpartition(" = ")[0] for line in lines]
    for typed in (lines, names, plain_names(network, result)):
        verdict = check_on(network, resolve(network, typed))
        assert verdict.legal, (typed, verdict)
        assert verdict.revenue == result.revenue, typed


def plain_names(network: Network, result: Any) -> list[str]:
    """The routes by the names of their cities alone, in lower case and without dots."""
    lines = []
    for route in result.routes:
        words = []
        for name, line in zip(route.stops, route.statement.lines, strict=True):
            word = network.title.hexes[name.partition(".")[0]].name or name.partition(".")[0]
            word = word.lower().replace(".", "")
            words.append(word if line.counted else f"({word})")
        lines.append(f"{route.train}: {', '.join(words)}")
    return lines


@pytest.mark.parametrize("file", examples(), ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_best_runs_of_the_examples_typed_back(file: Path) -> None:
    typed_back(load(file))


def test_best_runs_typed_back(corpus: Path) -> None:
    found = (
        list(rows(corpus, "positions/*/*.jsonl"))[::20] + list(rows(corpus, "stress/*.jsonl"))[::60]
    )
    assert len(found) > 40
    for row in found:
        typed_back(parse(row["position"], lenient=True))


@pytest.mark.slow
def test_all_best_runs_typed_back(corpus: Path) -> None:
    count = 0
    for row in rows(corpus, "positions/*/*.jsonl", "stress/*.jsonl", "hard/*.jsonl"):
        typed_back(parse(row["position"], lenient=True))
        count += 1
    assert count > 1600


def test_every_stop_is_called_what_can_be_typed(corpus: Path) -> None:
    """On boards of every title, the name of each stop means that stop and no other."""
    from route_opt.claims.words import meaning

    for row in list(rows(corpus, "positions/*/*.jsonl"))[::40]:
        network = Network(parse(row["position"], lenient=True))
        for stop in network.stops.values():
            assert meaning(network, spoken(network.board, stop)).stops == (stop.name,)


@pytest.mark.parametrize(
    "text",
    [
        "6: " + "Chicago, Chicago Connections, " * 60 + "Boston Mills",
        "6: " + "Chicago, Chicago Connections, " * 60 + "Cairo",
        "6: " + "Chicago, Chicago Connections, " * 60,
        "6: " + "Chicago, " * 150,
        "6: " + ", ".join(["D6", "C5"] * 70),
    ],
)
def test_lines_made_to_be_hard_are_answered_all_the_same(text: str) -> None:
    """Four cities of Chicago, all joined to Chicago Connections: 4 to the power of 60 choices."""
    board = {**GRAND_TRUNK, "trains": ["6"]}
    network = Network(parse(board))
    with contextlib.suppress(ClaimError):
        assert not check_on(network, resolve(network, [text] * 20)).legal
