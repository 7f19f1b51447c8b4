"""The search and the judge are held against each other before every search, stop by stop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import route_opt
from corpus import rows
from route_opt import solver
from route_opt.agreement import agree
from route_opt.compile import Instance, compile_network
from route_opt.errors import UnprovedAnswerError
from route_opt.network import Network

MICHIGAN: dict[str, Any] = {
    "title": "1846",
    "phase": "II",
    "corporation": "IC",
    "trains": ["3/5", "2"],
    "tiles": {"G7": "57@0", "H6": "9@0", "I3": "9@1", "J4": "9@0"},
    "tokens": {"I5.0": ["IC"], "K3.0": ["IC"]},
    "markers": [{"kind": "steamboat", "at": "I1.0", "owner": "IC"}],
}
WYOMING: dict[str, Any] = {"title": "1867bw", "phase": "3", "corporation": "CNW", "trains": ["3"]}


def compiled(document: dict[str, Any]) -> Instance:
    return compile_network(Network(route_opt.parse(document, lenient=True)))


def at(instance: Instance, stop: str) -> int:
    return instance.network.board.stop_of[stop]


def wrong_value(instance: Instance) -> None:
    instance.value[at(instance, "I1.0")] -= 10


def wrong_end(instance: Instance) -> None:
    instance.end_extra[at(instance, "G7.0")] += 10


def wrong_token(instance: Instance) -> None:
    instance.own[at(instance, "K3.0")] = 0


def wrong_passage(instance: Instance) -> None:
    instance.end_only[at(instance, "I5.0")] = 1


def wrong_class(instance: Instance) -> None:
    instance.end_class[at(instance, "I1.0")] = 1


def wrong_bonus(instance: Instance) -> None:
    instance.pair_value[at(instance, "D22.0")] = 10


def wrong_pairs(instance: Instance) -> None:
    instance.bonus_ends[1] = instance.bonus_ends[0]


def wrong_mail(instance: Instance) -> None:
    instance.visit_bonus += 10


def wrong_group(instance: Instance) -> None:
    instance.group[at(instance, "G7.0")] = 0


def wrong_requirement(instance: Instance) -> None:
    instance.required_ends.extend((at(instance, "G7.0"), at(instance, "I5.0")))


def wrong_limit(instance: Instance) -> None:
    instance.visits[0] += 1


CHANGES: dict[Callable[[Instance], None], str] = {
    wrong_value: "I1.0: pays within a run: 60 for the search, 70 for the judge",
    wrong_end: "G7.0: pays at an end of a run: 30 for the search, 20 for the judge",
    wrong_token: "K3.0: own token",
    wrong_passage: "I5.0: own token, end of the line",
    wrong_class: "I1.0: class",
    wrong_bonus: r"C21.0: class and amount as an end: \(1, 10\) for the search, \(1, 30\)",
    wrong_pairs: r"pairs of ends that pay: \[1, 1\] for the search, \[1, 2\] for the judge",
    wrong_mail: "each visit pays: 10 for the search, 0 for the judge",
    wrong_limit: r"3/5: limits on all stops, cities, towns: \[\(6, 3\),",
    wrong_group: "G7.0: is one of a group: 0 for the search, -1 for the judge",
    wrong_requirement: r"ends of runs that are required: \[\d+, \d+\] for the search, \[\] for",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_no_search_begins_on_another_reading(
    change: Callable[[Instance], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """St. Louis pays 50 and 20 for the own steamboat; all else pays what is printed."""

    def changed(network: Network) -> Instance:
        instance = compile_network(network)
        change(instance)
        return instance

    position = route_opt.parse(MICHIGAN)
    assert route_opt.best(position).status == "optimal"
    monkeypatch.setattr(solver, "compile_network", changed)
    for ask in (route_opt.best, solver.all_best):
        with pytest.raises(UnprovedAnswerError, match=CHANGES[change]):
            ask(position)


def test_cubes_and_refineries_are_held_against_each_other() -> None:
    for field, wrong in (("goods", 3), ("buyer", 1), ("good_value", 40), ("extra_good", True)):
        instance = compiled(WYOMING)
        stop = next(iter(instance.network.stops.values()))
        agree(instance)
        if field in ("goods", "buyer"):
            getattr(instance, field)[stop.id] = wrong
        else:
            setattr(instance, field, wrong)
        with pytest.raises(UnprovedAnswerError, match="cube"):
            agree(instance)


@pytest.mark.parametrize(("cubes", "room"), [(1, 1), (2, 0)])
def test_room_for_an_extra_cube_is_held_against_each_other(cubes: int, room: int) -> None:
    """14.11: it goes to a deposit below its capacity, which is 2 in phase 3."""
    company = {"kind": "extraction_company", "owner": "CNW"}
    there = {"kind": "cube", "at": "I11.0", "count": cubes}
    board = {**WYOMING, "tiles": {"I11": "d4@0"}, "markers": [company, there]}
    instance = compiled(board)
    agree(instance)
    deposit = at(instance, "I11.0")
    assert instance.room[deposit] == room
    instance.room[deposit] = 1 - room
    with pytest.raises(UnprovedAnswerError, match=r"I11\.0: room for one more cube"):
        agree(instance)


def test_all_boards_are_read_the_same(corpus: Path) -> None:
    for row in rows(corpus, "positions/*/*.jsonl", "stress/*.jsonl", "hard/*.jsonl"):
        agree(compiled(row["position"]))
