"""The proved optima of recorded and of hard positions, every answer judged on the way."""

from __future__ import annotations

from pathlib import Path

from corpus import rows
from route_opt import best, parse


def test_every_recorded_position_is_proved_at_its_best(corpus: Path) -> None:
    solved = 0
    for row in rows(corpus, "positions/*/*.jsonl"):
        result = best(parse(row["position"]), engine="native")
        assert (row["id"], result.status, result.revenue) == (row["id"], "optimal", row["best"])
        assert result.bound == result.revenue >= row["revenue"]
        solved += 1
    assert solved >= 700


def test_heavy_trains_and_dense_boards_are_proved(corpus: Path) -> None:
    solved = 0
    for row in rows(corpus, "stress/*.jsonl"):
        result = best(parse(row["position"], lenient=True), engine="native")
        assert (row["id"], result.status) == (row["id"], "optimal")
        if row["status"] == "proved":
            assert (row["id"], result.revenue) == (row["id"], row["best"])
        else:
            assert result.revenue >= row["best"]
        solved += 1
    assert solved >= 700


def test_hard_boards_are_proved_and_lie_within_what_is_known(corpus: Path) -> None:
    solved = 0
    for row in rows(corpus, "hard/*.jsonl"):
        result = best(parse(row["position"]), engine="native")
        assert (row["id"], result.status) == (row["id"], "optimal")
        assert row["best"] <= result.revenue <= row["bound"], row["id"]
        solved += 1
    assert solved >= 70
