"""Every record, made worse: it is read to its end all the same, or refused by an error of ours."""

from __future__ import annotations

import copy
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from field_mutations import Document
from game_records import ALTOONA, PRR, RUN, record
from mutations import mutated

from route_opt import check, records
from route_opt.errors import RouteOptError
from route_opt.records.course import Course
from route_opt.records.rules import find_title
from whole_game.recorded import reader
from whole_game.recorded.dialect import dialect_of

SHORT = 240


@pytest.fixture(scope="module")
def documents(corpus: Path) -> list[Document]:
    """Every recorded game there is, and a small one made up."""
    parts = ("games", "history", "more")
    files = [file for part in parts for file in sorted(corpus.glob(f"{part}/*/*.json"))]
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [*found, record("1830", *PRR, *ALTOONA, RUN)]


RAW = (
    "unhashable",
    "' object",
    "index out of",
    "literal for int",
    "NoneType",
    "argument",
    "attribute",
)
"""What a mishap of the reader would say, which tells nobody what is wrong with a record."""

LONGEST = 60
"""Seconds of processor time in which the longest record is read and judged, ten times over."""


def read_to_the_end(document: Document) -> None:
    """Every run is judged, and every departure says where and what, in bounded time."""
    began = time.process_time()
    _read_to_the_end(document)
    assert time.process_time() - began < LONGEST


def _read_to_the_end(document: Document) -> None:
    try:
        found = records.read(document)
    except RouteOptError:
        return
    departures: list[records.Departure] = []
    count = 0
    for run in records.runs(found, departures):
        check(run.position, run.routes)
        count += 1
    title = find_title(found.title)[0]
    ran = [one for one in Course(found.happened()) if one["type"] == "run_routes"]
    assert count == sum(str(one.get("entity")) in title.corporations for one in ran)
    numbers = {0, *(action["id"] for action in found.actions)}
    assert all(one.action in numbers and one.code and one.ours for one in departures)
    assert not [one.ours for one in departures if any(word in one.ours for word in RAW)]
    assert sum(1 for _ in records.steps(found)) <= len(Course(found.happened()))


@pytest.mark.parametrize("seed", range(40))
def test_short_records_made_worse(documents: list[Document], seed: int) -> None:
    rng = random.Random(seed)
    document = rng.choice(documents)
    start = {**document, "actions": document["actions"][:SHORT]}
    read_to_the_end(mutated(start, rng))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 2500))
def test_whole_records_made_worse(documents: list[Document], seed: int) -> None:
    rng = random.Random(seed)
    read_to_the_end(mutated(rng.choice(documents), rng))


def runs_of(document: Document) -> list[tuple[Any, ...]]:
    """What the runs of a record come to, whatever their actions are numbered."""
    return [
        (run.position, run.round, run.routes, run.revenue, run.president, run.problem)
        for run in records.runs(document)
    ]


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_what_is_done_and_undone_leaves_no_trace(documents: list[Document], every: int) -> None:
    """Moves that nobody could mean, each taken back at once, all over a record."""
    rng = random.Random(46)
    moves: list[Document] = [
        {"type": "bankrupt"},
        {"type": "teleport"},
        {"type": "pass", "entity": "nobody"},
        {"type": "run_routes", "routes": 5},
    ]
    for document in documents[::every]:
        worse = copy.deepcopy(document)
        for number in range(30):
            place = rng.randint(0, len(worse["actions"]))
            after = worse["actions"][place : place + 1]
            if after and after[0]["type"] == "redo":
                continue  # It would have nothing left to redo.
            actor = rng.choice(document["actions"])["entity"]
            move = {"entity": actor} | rng.choice(moves) | {"id": 10**6 + 2 * number}
            undo = {"type": "undo", "entity": actor, "id": 10**6 + 2 * number + 1}
            worse["actions"][place:place] = [move, undo]
        assert runs_of(worse) == runs_of(document)


TOLD_BY_THE_END = {2807, "hs_gcumggit_1595777670"}
"""Records whose last dollar alone says how they are told: no mail money, both ends counted."""


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_a_record_cut_off_is_the_beginning_of_the_whole(
    documents: list[Document], every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for document in documents[::every]:
        whole = runs_of(document)
        read = records.read(document)
        happened = read.happened()
        for part in (0.3, 0.6, 0.9):
            cut = {**document, "actions": happened[: int(part * len(happened))]}
            with monkeypatch.context() as patch:
                if document.get("id") in TOLD_BY_THE_END:
                    patch.setattr(reader, "dialect_of", lambda _, way=dialect_of(read): way)
                found = runs_of(cut)
            assert found == whole[: len(found)], document.get("id")
