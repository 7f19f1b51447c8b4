"""The loader under fire: a position or a clear error, never another exception, never slow."""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus import examples, rows
from route_opt.errors import PositionError, Problem
from route_opt.position import Position, parse

EXAMPLES: list[dict[str, Any]] = [
    json.loads(file.read_text(encoding="utf-8"))["position"] for file in examples()
]

# Words a mutation may put in: sound in one place, nonsense in another.
WORDS: list[Any] = [
    *("", "1830", "1846", "1870", "II", "D", "5", "PRR", "NYC", "E19", "E19.0", "E19.9", "I5.1"),
    *("57@2", "63@0", "9@6", "@", "57@", "8@0@1", "6*@2", "Chicago", "Gulf", "Buffalo.0", "\0"),
    *("cattle", "steamboat", "operational", "diesels", "\ud800", "E" * 300, "A1.-1", "A01", "é"),
    *(None, True, False, 0, -1, 7, 10**30, 1.5, float("inf"), [], {}, [None], [[]], {"at": "E19"}),
]

anything = st.recursive(
    st.sampled_from(WORDS) | st.text(max_size=8) | st.integers() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def survives(document: Any, lenient: bool = False) -> None:
    """A position, or a PositionError that can be printed, within a second of work."""
    began = time.process_time()
    position, problems = read(document, lenient)
    assert time.process_time() - began < 1
    if position is None:
        assert problems
        for problem in problems:
            assert problem.code
            assert str(problem).encode()
    else:
        again = parse(position.document(), lenient=lenient)
        assert again.canonical() == position.canonical()


def read(document: Any, lenient: bool) -> tuple[Position | None, tuple[Problem, ...]]:
    try:
        return parse(document, lenient=lenient), ()
    except PositionError as error:
        return None, error.problems


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside a document."""
    items: Any = ()
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def mutate(document: dict[str, Any], pick: Any) -> dict[str, Any]:
    """A document with one value replaced, removed, doubled, renamed or swapped with another."""
    changed = copy.deepcopy(document)
    known = list(places(changed))
    if not known:
        return changed
    path = pick(known)
    where: Any = changed
    for key in path[:-1]:
        where = where[key]
    key, value = path[-1], where[path[-1]]
    kind = pick(["replace", "replace", "remove", "rename", "copy", "nest"])
    if kind == "remove":
        del where[key]
    elif kind == "rename" and isinstance(where, dict):
        del where[key]
        where[pick([w for w in WORDS if isinstance(w, str)])] = value
    elif kind == "copy":
        source: Any = changed
        for step in pick(known):
            source = source[step]
        where[key] = copy.deepcopy(source)
    elif kind == "nest":
        where[key] = pick([[value], {"at": value}, [value, value]])
    else:
        where[key] = copy.deepcopy(pick(WORDS))
    return changed


@given(st.data(), st.sampled_from(EXAMPLES), st.integers(1, 5), st.booleans())
def test_mutated_examples(
    data: st.DataObject, document: dict[str, Any], times: int, lenient: bool
) -> None:
    for _ in range(times):
        document = mutate(document, lambda options: data.draw(st.sampled_from(options)))
    survives(document, lenient)


@given(anything)
def test_anything(document: Any) -> None:
    survives(document if isinstance(document, dict | str | bytes) else {"title": document})


@given(
    st.sampled_from(EXAMPLES),
    st.dictionaries(
        st.sampled_from(
            ["phase", "corporation", "trains", "tiles", "tokens", "markers", "options"]
        ),
        anything,
        max_size=3,
    ),
)
def test_fields_of_any_type(document: dict[str, Any], fields: dict[str, Any]) -> None:
    survives(document | fields)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(st.sampled_from(EXAMPLES), st.randoms(use_true_random=False))
def test_mutated_bytes(document: dict[str, Any], luck: random.Random) -> None:
    survives(damaged(json.dumps(document).encode(), luck))


def damaged(text: bytes, luck: random.Random) -> bytes:
    """Some bytes changed, cut out or repeated."""
    data = bytearray(text)
    for _ in range(luck.randint(1, 4)):
        start = luck.randrange(len(data))
        end = min(len(data), start + luck.randint(1, 12))
        kind = luck.randrange(4)
        if kind == 0:
            data[start] = luck.randrange(256)
        elif kind == 1 and len(data) > 20:
            del data[start:end]
        elif kind == 2:
            data[start:start] = data[start:end]
        else:
            data[start:start] = luck.choice(
                [b"{", b"}", b"[", b'"', b",", b"\\", b"\\ud800", b"1e999"]
            )
    return bytes(data)


def storm(corpus: Path, every: int, seed: int) -> int:
    luck = random.Random(seed)
    number = 0
    for count, row in enumerate(rows(corpus, "positions/*/*.jsonl", "hard/*.jsonl")):
        if count % every:
            continue
        document = row["position"]
        for _ in range(luck.randint(1, 4)):
            document = mutate(document, luck.choice)
        survives(document, lenient=luck.random() < 0.3)
        survives(damaged(json.dumps(row["position"]).encode(), luck))
        number += 2
    return number


def test_mutated_recorded_positions(corpus: Path) -> None:
    assert storm(corpus, every=4, seed=1) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_mutated_recorded_positions(corpus: Path, seed: int) -> None:
    assert storm(corpus, every=1, seed=seed) > 1500


@pytest.mark.slow
@settings(max_examples=3000)
@given(st.data(), st.sampled_from(EXAMPLES), st.integers(1, 8), st.booleans())
def test_many_mutated_examples(
    data: st.DataObject, document: dict[str, Any], times: int, lenient: bool
) -> None:
    for _ in range(times):
        document = mutate(document, lambda options: data.draw(st.sampled_from(options)))
    survives(document, lenient)
