"""The loader under fire: a position or a clear error, never another exception, never slow."""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mutate
from corpus import examples, rows
from mutate import NASTY, damaged, mutated
from route_opt.position import parse

EXAMPLES: list[dict[str, Any]] = [
    json.loads(file.read_text(encoding="utf-8"))["position"] for file in examples()
]

anything = st.recursive(
    st.sampled_from(NASTY) | st.text(max_size=8) | st.integers() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def survives(document: Any, lenient: bool = False) -> None:
    """A position that reads the same when it is written, or an error that can be printed."""
    position = mutate.survives(functools.partial(parse, document, lenient=lenient), document)
    if position is not None:
        again = parse(position.document(), lenient=lenient)
        assert again.canonical() == position.canonical()


@given(
    st.randoms(use_true_random=False), st.sampled_from(EXAMPLES), st.integers(1, 5), st.booleans()
)
def test_mutated_examples(
    luck: random.Random, document: dict[str, Any], times: int, lenient: bool
) -> None:
    changed = mutated(document, luck, times=times)
    survives(changed if isinstance(changed, dict) else {"title": changed}, lenient)


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


def storm(corpus: Path, every: int, seed: int) -> int:
    luck = random.Random(seed)
    number = 0
    for count, row in enumerate(rows(corpus, "positions/*/*.jsonl", "hard/*.jsonl")):
        if count % every:
            continue
        changed = mutated(row["position"], luck)
        if isinstance(changed, dict):
            survives(changed, lenient=luck.random() < 0.3)
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
@given(
    st.randoms(use_true_random=False), st.sampled_from(EXAMPLES), st.integers(1, 8), st.booleans()
)
def test_many_mutated_examples(
    luck: random.Random, document: dict[str, Any], times: int, lenient: bool
) -> None:
    changed = mutated(document, luck, times=times)
    survives(changed if isinstance(changed, dict) else {"title": changed}, lenient)
