"""The brute force itself: right on recorded games, and the random boards test every rule of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from comparing import DisagreementError, compare, difference, parts

import oracle
from oracle import Route
from reading import Place, Reading, Table
from route_opt.errors import PositionError
from route_opt.position import Position, parse
from strategies import Document, board

BruteForce = oracle._Table


def test_recorded_positions(corpus: Path) -> None:
    """On positions of real games the brute force finds the optimum that is recorded there."""
    assert agreeing(corpus, limit=100, tiles=25) > 100


@pytest.mark.slow
def test_more_recorded_positions(corpus: Path) -> None:
    assert agreeing(corpus, limit=30_000, tiles=1_000) > 500


def agreeing(corpus: Path, limit: int, tiles: int) -> int:
    """The number of recorded positions within the limits, all of which must agree."""
    count = 0
    files = sorted(corpus.glob("positions/*/*.jsonl"))
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    for row in map(json.loads, lines):
        if len(row["position"]["tiles"]) > tiles:
            continue
        try:
            revenue, _ = oracle.best(parse(row["position"], lenient=True), limit=limit)
        except oracle.TooMany:
            continue
        assert revenue == row["best"], row["id"]
        count += 1
    return count


# Each entry is a rule that a careless reader might get wrong: the wrong reading of it must give
# another answer on at least one of the random boards, or those boards would not test it.


def mail_on_every_train(table: Any, chosen: list[Route]) -> int:
    mail = 10 * len(table.own_marks("visit_bonus"))
    return sum(route.value + mail * len(route.stops) for route in chosen)


def no_mail(table: Any, chosen: list[Route]) -> int:
    return sum(route.value for route in chosen)


def cubes_for_each_train(table: Any, chosen: list[Route]) -> int:
    return sum(right["delivered"](table, [route]) for route in chosen)


def no_extra_cube(table: Any, chosen: list[Route]) -> int:
    kept = table.reading.markers
    table.reading.markers = [m for m in kept if m["kind"] != "extraction_company"]
    most: int = right["delivered"](table, chosen)
    table.reading.markers = kept
    return most


def any_refinery(table: Any) -> set[str]:
    return {marker["at"] for marker, _ in table.marks("refinery")}


def others_refineries(table: Any) -> set[str]:
    paying = ("operational", "inoperational")
    return {marker["at"] for marker, _ in table.marks("refinery") if marker["state"] in paying}


def doubled_anywhere(table: Any, name: str, at_end: bool, column: int) -> int:
    return int(right["stop_value"](table, name, True, column))


def doubled_nowhere(table: Any, name: str, at_end: bool, column: int) -> int:
    extra = sum(table.extra(marker, kind, name) for marker, kind in table.marks("value"))
    return int(table.stops[name].value + extra)


def markers_for_all(table: Any, marker: Table, kind: Table, name: str) -> int:
    return int(right["extra"](table, marker | {"owner": table.corporation}, kind, name))


def markers_for_the_owner(table: Any, marker: Table, kind: Table, name: str) -> int:
    if marker["owner"] != table.corporation:
        return 0
    return int(right["extra"](table, marker, kind, name))


def markers_at_one_stop(table: Any, marker: Table, kind: Table, name: str) -> int:
    return int(right["extra"](table, marker, kind, name)) if marker["at"] == name else 0


def any_set(table: Any, chosen: list[Route]) -> bool:
    return True


def only_two_stops_and_a_token(table: Any, walk: Any, train: Any) -> bool:
    return len(walk.stops) > 1 and any(table.stops[name].own for name in walk.stops)


def without_token(table: Any, walk: Any, train: Any) -> bool:
    return len(walk.stops) > 1


def no_ends(table: Any, first: Place, last: Place, what: str) -> None:
    return None


def count_everything(table: Any, walk: Any, train: Any) -> tuple[tuple[str, ...], int]:
    return walk.stops, table.value(walk, walk.stops, train)


def ends_without_counting(table: Any, walk: Any, counted: tuple[str, ...], train: Any) -> int:
    first, last = (table.stops[name] for name in (walk.stops[0], walk.stops[-1]))
    bonus = table.pairs(first, last, "bonus") or 0
    ends = first.name, last.name
    return int(sum(table.stop_value(name, name in ends, -1) for name in counted) + bonus)


WRONG: dict[str, tuple[str, Callable[..., Any]]] = {
    "1846 mail on every train": ("revenue", mail_on_every_train),
    "1846 no mail": ("revenue", no_mail),
    "1846 one Chicago city, no E to E": ("is_legal", only_two_stops_and_a_token),
    "1846 no east-west bonus": ("pairs", no_ends),
    "1846 uncounted ends pay east-west": ("value", ends_without_counting),
    "1846 N/M counts all it visits": ("count", count_everything),
    "1846 a marker of the whole hex": ("extra", markers_at_one_stop),
    "1846 markers of others": ("extra", markers_for_all),
    "1830 a route without a token": ("is_legal", without_token),
    "1850 edge tokens": ("stop_value", doubled_nowhere),
    "1867bw each train has all cubes": ("delivered", cubes_for_each_train),
    "1867bw no extra cube": ("delivered", no_extra_cube),
    "1867bw every refinery pays": ("refineries", any_refinery),
    "1867bw reserved refineries pay": ("refineries", others_refineries),
    "1870 destination within a route": ("stop_value", doubled_anywhere),
    "1870 no destination": ("stop_value", doubled_nowhere),
    "1870 open ports pay the owner only": ("extra", markers_for_the_owner),
    "1870 no connection run": ("allows", any_set),
}

right: dict[str, Any] = {name: vars(BruteForce)[name] for name, _ in WRONG.values()}


# Rules that few boards turn on.
RARE = {
    "1846 uncounted ends pay east-west",
    "1867bw each train has all cubes",
}


def tells(rule: str, boards: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the wrong reading of a rule gives a wrong answer on one of so many boards."""
    title = rule.partition(" ")[0]
    name, wrong = WRONG[rule]
    for seed in range(boards):
        position = parse(board(title, seed))
        truth = answer(position)
        with monkeypatch.context() as patch:
            patch.setattr(BruteForce, name, property(wrong) if name == "refineries" else wrong)
            if truth != "too many" and answer(position) != truth:
                return True
    return False


@pytest.mark.parametrize("rule", [rule for rule in WRONG if rule not in RARE])
def test_boards_tell_a_wrong_reading(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tells(rule, 400, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("rule", sorted(RARE))
def test_boards_tell_a_rare_wrong_reading(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tells(rule, 5_000, monkeypatch)


@pytest.mark.parametrize(
    ("title", "option", "boards"),
    [("1870", "double_markers", 200), ("1830", "red_hexes_separate", 1_000)],
)
def test_boards_tell_an_option(title: str, option: str, boards: int) -> None:
    documents = (board(title, seed) for seed in range(boards))
    chosen = (document for document in documents if option in document["options"])
    assert any(answer(parse(document)) != answer(without(document, option)) for document in chosen)


def without(document: Document, option: str) -> Position:
    """The position under the other reading; where a stop then has no name, the board is plain."""
    options = [name for name in document["options"] if name != option]
    try:
        return parse(document | {"options": options})
    except PositionError:
        return parse(document)


FACTS = {
    "own": "1830",
    "through": "1830",
    "access": "1850",
}


@pytest.mark.parametrize("fact", FACTS)
def test_boards_tell_what_is_read(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Full cities, off-boards and places that need a right decide some of the answers."""
    for seed in range(200):
        position = parse(board(FACTS[fact], seed))
        truth = answer(position)
        with monkeypatch.context() as patch:
            stops = Reading(position.rules.folder, position.document()).stops
            changed: dict[str, Any] = {fact: True}
            loose = {n: stop._replace(**changed) for n, stop in stops.items()}
            patch.setattr(Reading, "stops", loose)
            if truth != "too many" and answer(position) != truth:
                return
    pytest.fail("no board told the difference")


def answer(position: Position) -> int | str:
    try:
        return oracle.best(position, limit=400)[0]
    except oracle.Impossible:
        return "impossible"
    except oracle.TooMany:
        return "too many"


def test_a_disagreement_is_shrunk_to_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """A brute force that pays markers to all is caught, by a position with nothing to leave out."""
    monkeypatch.setattr(BruteForce, "extra", markers_for_all)
    with pytest.raises(DisagreementError) as caught:
        sum(compare(board("1846", seed), limit=400) for seed in range(200))
    small = json.loads(str(caught.value).splitlines()[-1])
    assert len(small["trains"]) == 1
    assert len(small["markers"]) == 1
    assert small["markers"][0]["owner"] != small["corporation"]
    assert sum(owner is not None for slots in small["tokens"].values() for owner in slots) == 1
    assert difference(parse(small), 400)
    for smaller in parts(small):
        try:
            assert not difference(parse(smaller), 400)
        except PositionError:
            continue
