"""Long trains on boards wider than those of a game: proved, the bound falling step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import route_opt
from corpus import rows


def wide_board(corpus: Path, name: str) -> dict[str, Any]:
    """A board of 1870 with a tile on each of its 150 hexes, and two diesels, a 6, a 5 and a 4."""
    found = next(row["position"] for row in rows(corpus, "stress/*.jsonl") if row["id"] == name)
    assert len(found["tiles"]) == 150
    trains = ["D", "D", "6", "5", "4"]
    return {**found, "phase": "D", "options": ["diesels"], "trains": trains}


@pytest.mark.parametrize("name", ["1870/synth1/31", "1870/synth2/42"])
def test_five_long_trains_on_150_tiles(corpus: Path, name: str) -> None:
    told: list[tuple[int, int]] = []

    def tell(value: int, bound: int, nodes: int, seconds: float) -> None:
        told.append((value, bound))

    position = route_opt.parse(wide_board(corpus, name), lenient=True)
    result = route_opt.best(position, engine="native", node_limit=4_000_000, progress=tell)
    assert result.status == "optimal"
    values, bounds = ([state[i] for state in told] for i in (0, 1))
    assert values == sorted(values)
    assert bounds == sorted(bounds, reverse=True)
    assert values[-1] <= result.revenue <= bounds[-1]
    # Not at one stroke: it falls with every pair of trains that is joined.
    assert len(set(bounds)) >= 6
