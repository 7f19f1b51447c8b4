"""The examples' hand proofs against brute force."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpus import examples
from oracle import best
from route_opt.position import parse


@pytest.mark.parametrize("file", examples(), ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_the_best_is_the_best(file: Path) -> None:
    example = json.loads(file.read_text(encoding="utf-8"))
    assert best(parse(example["position"]))[0] == example["best"]
    assert example["why"]
