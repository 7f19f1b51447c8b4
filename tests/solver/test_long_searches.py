"""Long trains on boards wider than those of a game: proved, the bound falling step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import route_opt
from corpus import rows
from full_boards import full_board


def wide_board(corpus: Path, name: str) -> dict[str, Any]:
    """A board of 1870 with a tile on nearly all of its 150 hexes."""
    boards = rows(corpus, "stress/*.jsonl")
    found: dict[str, Any] = next(row["position"] for row in boards if row["id"] == name)
    assert len(found["tiles"]) >= 125
    return found


def proved(board: dict[str, Any], nodes: int) -> int:
    """The revenue; on the way value and bound come closer, and not at one stroke."""
    told: list[tuple[int, int]] = []

    def tell(value: int, bound: int, nodes: int, seconds: float) -> None:
        told.append((value, bound))

    position = route_opt.parse(board, lenient=True)
    result = route_opt.best(position, engine="native", node_limit=nodes, progress=tell)
    assert result.status == "optimal"
    values, bounds = ([state[i] for state in told] for i in (0, 1))
    assert values == sorted(values)
    assert bounds == sorted(bounds, reverse=True)
    assert values[-1] <= result.revenue <= bounds[-1]
    assert len(set(bounds)) >= 4  # a search of half a second is asked a few times
    return result.revenue


@pytest.mark.parametrize("name", ["1870/synth1/31", "1870/synth2/42"])
def test_five_long_trains_on_a_wide_board(corpus: Path, name: str) -> None:
    """Two diesels, a 6, a 5 and a 4."""
    trains = {"phase": "D", "options": ["diesels"], "trains": ["D", "D", "6", "5", "4"]}
    proved(wide_board(corpus, name) | trains, 4_000_000)


@pytest.mark.parametrize(
    ("seed", "chance", "nodes"), [(2, 16, 6_000_000), (9, 16, 4_000_000), (11, 14, 25_000_000)]
)
def test_five_long_trains_on_every_hex(seed: int, chance: int, nodes: int) -> None:
    """Forks are in vain there for long; sweeps with crews of the small trains prove it. In the last
    of them joined diesels did not."""
    board = full_board("1870", seed, chance=chance) | {"phase": "D", "options": ["diesels"]}
    assert len(board["tiles"]) == 150
    proved(board | {"trains": ["D", "D", "6", "5", "4"]}, nodes)


@pytest.mark.parametrize("name", ["1870/synth1/31", "1870/synth2/42", "1870/synth2/76"])
def test_eight_long_trains_on_a_wide_board(corpus: Path, name: str) -> None:
    """In the last of them routes that run in part are worth a set that there is not, to the dollar:
    it takes prices on many pairs of seams to see that."""
    trains = {"phase": "8", "options": [], "trains": ["12", "12", "10", "10", "8", "8", "6", "6"]}
    proved(wide_board(corpus, name) | trains, 8_000_000)


def test_nine_long_trains_on_a_full_board() -> None:
    proved(full_board("1846", 3, 5) | {"trains": ["7/8"] * 5 + ["6"] * 4}, 2_000_000)


@pytest.mark.parametrize("trains", [["8"] * 4 + ["6"] * 4, ["12"] * 2 + ["10"] * 2 + ["8"] * 4])
def test_eight_long_trains_on_a_full_board(trains: list[str]) -> None:
    """Most of what a train could begin there it cannot bring home within its stops."""
    proved(full_board("1850", 3) | {"trains": trains}, 20_000_000)


def test_five_long_trains_where_graphs_forget() -> None:
    """No graph of all routes of a 12 or a 6 fits: those of what is near the bound prove it."""
    board = full_board("1870", 2) | {"phase": "8", "trains": ["12", "12", "6", "5", "4"]}
    assert len(board["tiles"]) == 150
    proved(board, 20_000_000)
