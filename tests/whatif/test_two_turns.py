"""Two turns ahead: every two lays against a search of their board, and a bound for the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lines import LINE

import route_opt
from route_opt.cli import main
from route_opt.lays import free_homes, legal_lays
from route_opt.network import Network
from route_opt.next_moves import whatif
from route_opt.next_moves.lays import lays_of, rights_of
from route_opt.next_moves.relaxed import most_of_plans
from route_opt.next_moves.searches import Searches
from route_opt.position import Position

# 1846: Detroit, 40, has no track yet; Toledo lies two hexes on.
DETROIT: dict[str, Any] = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tokens": {"C15.0": ["MS"]},
}

# 1830: PRR has built one way out of Altoona.
ALTOONA: dict[str, Any] = {
    "title": "1830",
    "phase": "2",
    "corporation": "PRR",
    "trains": ["2", "2"],
    "tiles": {"H10": "57@1"},
    "tokens": {"H12.0": ["PRR"]},
}

BOARDS = [DETROIT, LINE, ALTOONA]

Look = tuple[str, str, frozenset[frozenset[int]]]
"""A tile on a hex as it looks: some do so in several rotations."""


def looks(position: Position, tiles: dict[str, str]) -> list[Look]:
    board = Network(position).board
    return [
        (hex_id, spec.partition("@")[0], frozenset(map(frozenset, board.lay(hex_id, spec).track)))
        for hex_id, spec in tiles.items()
    ]


def laid(position: Position) -> Iterator[tuple[Look, Position]]:
    """Every lay of a corporation by itself, and the position after it."""
    homes = free_homes(position.rules, position.corporation, position.tiles)
    for lay in legal_lays(Network(position), anywhere=homes):
        tiles = {**position.tiles, lay.hex: lay.spec}
        yield looks(position, {lay.hex: lay.spec})[0], position.replace(lenient=True, tiles=tiles)


def brute_force(position: Position) -> dict[frozenset[Look], int]:
    """The best after every two lays that earn more than each alone, by the tiles that lie then."""
    alone = {look: route_opt.best(after).revenue for look, after in laid(position)}
    found: dict[frozenset[Look], int] = {}
    for first, after in laid(position):
        for second, both in laid(after):
            revenue = route_opt.best(both).revenue
            if revenue > max(alone[first], alone.get(second, 0), route_opt.best(position).revenue):
                then = [first, second] if first[0] != second[0] else [second]
                found[frozenset(then)] = revenue
    return found


@pytest.mark.parametrize("document", BOARDS)
def test_plans_are_all_that_two_lays_can_earn(document: dict[str, Any]) -> None:
    position = route_opt.parse(document, lenient=True)
    ranking = whatif(position, depth=2)
    assert ranking.complete
    assert ranking.unseen is None
    plans = [move for move in ranking.moves if move.kind == "plan"]
    listed = {frozenset(looks(position, move.tiles)): move.revenue for move in plans}
    assert listed == brute_force(position)
    for move in plans:
        assert move.gain == move.revenue - ranking.revenue
        assert route_opt.best(move.applied(position)).revenue == move.revenue


def test_track_now_and_the_city_in_the_next_turn() -> None:
    """A tile on C13 alone earns nothing; with Toledo, 20, behind it Detroit's 40 make 60."""
    position = route_opt.parse(DETROIT, lenient=True)
    ranking = whatif(position, depth=2)
    assert {move.revenue for move in ranking.moves if set(move.tiles) == {"C13"}} == {0}
    plans = [move for move in ranking.moves if {"C13", "D14"} == set(move.tiles)]
    assert {move.revenue for move in plans} == {60}
    assert {move.kind for move in plans} == {"plan"}
    assert all(", next turn " in move.text for move in plans)
    assert {move.cost for move in plans} == {40}  # two tiles of 20


@pytest.mark.parametrize("document", BOARDS)
@pytest.mark.parametrize("trains", [None, 3])
def test_no_plan_is_above_the_bound(document: dict[str, Any], trains: int | None) -> None:
    position = route_opt.parse(document, lenient=True)
    if trains:
        position = position.replace(lenient=True, trains=position.trains[:1] * trains)
    singles = [*lays_of(Network(position)), *rights_of(position)]
    bound = most_of_plans(Network(position), [single.move for single in singles])
    ranking = whatif(position, depth=2)
    assert bound >= max(move.revenue for move in ranking.moves if move.kind != "train")


def test_what_was_not_looked_at_is_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the middle: fewer plans, and no plan of the whole list above the bound told."""
    position = route_opt.parse(LINE, lenient=True)
    whole = whatif(position, depth=2)
    asked = iter(range(10**6))
    monkeypatch.setattr(Searches, "is_over", property(lambda self: next(asked) > 400))
    part = whatif(position, depth=2, time_limit=1000.0)
    assert not part.complete
    assert part.examined < whole.examined
    assert part.unseen is not None
    assert part.unseen >= max(move.revenue for move in whole.moves if move.kind == "plan")
    assert part.document()["unseen"] == part.unseen


def test_more_than_two_turns_are_refused() -> None:
    with pytest.raises(ValueError, match="1 or 2"):
        whatif(route_opt.parse(DETROIT, lenient=True), depth=3)


def test_the_command_tells_plans(tmp_path: Path) -> None:
    file = tmp_path / "detroit.json"
    file.write_text(json.dumps(DETROIT))
    answer = CliRunner().invoke(main, ["whatif", str(file), "--depth", "2"])
    assert answer.exit_code == 0
    assert "Two turns: " in answer.output
    assert "+60 = 60" in answer.output
