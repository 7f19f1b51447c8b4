"""Next moves: what they are worth, what they cost, whom they harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lines import LINE

import route_opt
from corpus import examples, recorded_titles, rows
from route_opt import records, titles
from route_opt.errors import RouteOptError
from route_opt.network import Network
from route_opt.next_moves import Move, whatif
from route_opt.next_moves.tokens import tokens_of
from route_opt.position import Position
from route_opt.records import Step, steps

# 1846: C13 joins Detroit, 40, to Toledo, where nothing lies yet.
BEFORE_TOLEDO: dict[str, Any] = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4"},
    "tokens": {"C15.0": ["MS"]},
}


def moves_on(moves: tuple[Move, ...], hex_id: str) -> dict[str, Move]:
    """The single lays on a hex, by tile."""
    return {m.tiles[hex_id]: m for m in moves if hex_id in m.tiles and m.kind != "pair"}


def test_a_tile_that_makes_a_run() -> None:
    """Toledo is 20 on yellow, Detroit 40: every city tile that meets C13 is worth 60."""
    ranking = whatif(route_opt.parse(BEFORE_TOLEDO))
    assert ranking.revenue == 0
    toledo = moves_on(ranking.moves, "D14")
    # C13 comes in at side 2. The straight city 57 meets it in one rotation, 5 in two; 6 has its
    # other side at 0 or 4, and beyond 4 lies the lake.
    assert sorted(toledo) == ["57@2", "5@1", "5@2", "6@0"]
    assert {move.gain for move in toledo.values()} == {60}
    assert {move.cost for move in toledo.values()} == {20}  # every tile costs 20 in 1846
    assert ranking.complete


def test_costs_name_terrain_and_sides() -> None:
    """A lay costs its terrain, 20 at least in 1846; beyond that it names the sides it pays for."""
    ranking = whatif(route_opt.parse(BEFORE_TOLEDO))
    title = route_opt.parse(BEFORE_TOLEDO).rules
    for move in ranking.moves:
        for hex_id in move.tiles:
            terrain = max(20, title.hexes[hex_id].cost)
            assert move.cost >= terrain
            assert (move.cost > terrain) == (len(move.costs.split(", ")) > 1)


def test_mountains_are_paid_once() -> None:
    """1830: NYC leaves Albany for the mountains of E21, 120; an upgrade there costs nothing."""
    position = {
        "title": "1830",
        "phase": "3",
        "corporation": "NYC",
        "trains": ["2"],
        "tiles": {"E19": "57@1"},
        "tokens": {"E19.0": ["NYC"]},
    }
    first = moves_on(whatif(route_opt.parse(position)).moves, "E21")
    assert {(move.kind, move.cost) for move in first.values()} == {("tile", 120)}
    assert {move.costs for move in first.values()} == {"mountain 120"}
    laid = {**position, "tiles": {"E19": "57@1", "E21": "9@1"}}
    again = moves_on(whatif(route_opt.parse(laid)).moves, "E21")
    assert {(move.kind, move.cost) for move in again.values()} == {("upgrade", 0)}


def test_tokens() -> None:
    """PRR comes to Toledo, which has a free slot, and to Detroit, which has two and MS in one."""
    assert new_tokens(LINE) == [("C15.0", ("MS", "PRR")), ("D14.0", ("PRR",))]
    full = {**LINE, "tokens": {**LINE["tokens"], "C15.0": ["MS", "GT"]}}
    assert new_tokens(full) == [("D14.0", ("PRR",))]


def test_a_home_is_kept_for_its_corporation() -> None:
    """1846: Port Huron, beside Detroit, is where GT starts: before that its slot is not for NYC."""
    position = {
        "title": "1846",
        "phase": "I",
        "corporation": "NYC",
        "trains": ["2"],
        "tiles": {"B16": "5@0"},
        "tokens": {"C15.0": ["NYC"]},
    }
    assert new_tokens(position) == []
    started = {**position, "tokens": {"C15.0": ["NYC"], "E17.0": ["GT"]}}
    assert new_tokens(started) == [("B16.0", ("NYC",))]


def test_a_reserved_space_needs_no_track() -> None:
    """1846: PRR may always place in Fort Wayne, for 60 where its track does not come there."""
    position = {
        "title": "1846",
        "phase": "I",
        "corporation": "PRR",
        "trains": ["2"],
        "tokens": {"F20.0": ["PRR"]},
    }
    moves = [move for move in whatif(route_opt.parse(position)).moves if move.kind == "token"]
    assert [("E11.0" in (move.tokens or {}), move.cost) for move in moves] == [(True, 60)]
    later = {**position, "phase": "IV"}  # kept until the last phase
    assert new_tokens(later) == []


@pytest.mark.parametrize("title", recorded_titles())
def test_recorded_tokens_are_among_the_moves(corpus: Path, title: str) -> None:
    """All but those that a private company's own power placed in the space it keeps."""
    powers = {private.reserves for private in titles.find(title).privates.values()}
    found = 0
    for file in sorted((corpus / "games" / title).glob("*.json")):
        for position, stop in recorded_tokens(file):
            if stop not in powers:
                placed = [s for s, _ in new_tokens(position.document())]
                assert stop in placed, f"{file.name}: {position.corporation} in {stop}"
                found += 1
    assert found


def recorded_tokens(file: Path) -> Iterator[tuple[Position, str]]:
    """Every token of a record that can be read to its end, with the position before it."""
    before: dict[str, Any] = {}
    last: Step | None = None
    for step in steps(records.read(file)):
        after = {**before, **step.changes}
        if last and last.type == "place_token" and before:
            owners = before["tokens"]
            new = [
                stop
                for stop, row in after["tokens"].items()
                if last.entity in row and last.entity not in owners.get(stop, ())
            ]
            if len(new) == 1:
                yield route_opt.parse(before, lenient=True), new[0]
        before, last = after, step


def new_tokens(document: dict[str, Any]) -> list[tuple[str, tuple[str | None, ...]]]:
    """Where tokens could go, and what the city would hold then."""
    position = route_opt.parse(document, lenient=True)
    moves = tokens_of(Network(position))
    changed = ((stop, row) for move in moves for stop, row in (move.tokens or {}).items())
    return sorted((stop, row) for stop, row in changed if position.tokens.get(stop) != row)


def test_a_token_in_the_way_of_a_rival() -> None:
    """MS runs 80 over the whole line; a token of PRR in Toledo leaves it Detroit and Toledo, 60."""
    ranking = whatif(route_opt.parse(LINE), against="MS", rival_trains=["4"])
    assert ranking.rival_revenue == 80
    token = next(move for move in ranking.moves if "D14.0" in (move.tokens or {}))
    assert (token.kind, token.gain, token.harm) == ("token", 0, 20)


def test_a_rival_needs_trains() -> None:
    with pytest.raises(RouteOptError, match="say which trains MS runs"):
        whatif(route_opt.parse(LINE), against="MS")


def test_trains() -> None:
    """A 2 train runs Fort Wayne, PRR's, and Toledo: 40. A 4 train runs all of the line: 80."""
    without = whatif(route_opt.parse({**LINE, "trains": []}))
    gains = {move.trains: move.gain for move in without.moves if move.kind == "train"}
    assert gains[("2",)] == 40
    assert gains[("4",)] == 80


def test_pairs_only_where_the_title_allows_two() -> None:
    ranking = whatif(route_opt.parse({**BEFORE_TOLEDO, "tiles": {}}), pairs=True)
    pairs = {frozenset(move.tiles.items()): move for move in ranking.moves if move.kind == "pair"}
    both = pairs[frozenset({("C13", "7@4"), ("D14", "5@1")})]
    assert (both.revenue, both.cost) == (60, 40)
    one = {"title": "1830", "phase": "2", "corporation": "PRR", "tokens": {"H12.0": ["PRR"]}}
    moves = whatif(route_opt.parse(one), pairs=True).moves
    assert moves
    assert "pair" not in {move.kind for move in moves}


def test_what_two_lays_may_be() -> None:
    """1846: at most one of the two is an upgrade. 1870: two yellow tiles, or one upgrade alone."""
    boards = {"1846": LINE, "1870": examples_of("1870")}
    for title, document in boards.items():
        position = route_opt.parse(document)
        pairs = [m for m in whatif(position, pairs=True).moves if m.kind == "pair"]
        assert pairs, title
        most = 1 if title == "1846" else 0
        for move in pairs:
            upgrades = [hex_id for hex_id in move.tiles if hex_id in position.tiles]
            assert len(upgrades) <= most


def examples_of(title: str) -> dict[str, Any]:
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in examples()]
    found: dict[str, Any] = next(
        d["position"] for d in documents if d.get("position", {}).get("title") == title
    )
    return found


def confirm(position: Position, step: int = 1) -> int:
    """Every move, made and solved by itself, is worth what the ranking says."""
    ranking = whatif(position)
    assert ranking.complete
    assert ranking.revenue == route_opt.best(position).revenue
    for move in ranking.moves[::step]:
        after = route_opt.parse(move.applied(position).document(), lenient=True)
        assert route_opt.best(after).revenue == move.revenue, move.text
        assert move.revenue - ranking.revenue == move.gain
    return len(ranking.moves)


@pytest.mark.parametrize("file", examples(), ids=lambda file: file.parent.parent.name)
def test_searching_once_for_equal_boards_changes_nothing(file: Path) -> None:
    assert confirm(route_opt.load(file)) > 0


def test_recorded_positions(corpus: Path) -> None:
    for title in recorded_titles():
        found = list(rows(corpus, f"positions/{title}/*.jsonl"))
        position = route_opt.parse(found[len(found) * 3 // 4]["position"], lenient=True)
        assert confirm(position, step=7) > 0


def test_a_time_limit_and_a_stop() -> None:
    position = route_opt.parse(LINE)
    rushed = whatif(position, time_limit=1e-9)
    assert not rushed.complete
    assert rushed.examined == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["1846/3099.json", "1870/1870_game_end_bank.json"])
def test_all_moves_of_a_late_position(corpus: Path, game: str) -> None:
    position = list(records.runs(corpus / "games" / game))[-1].position
    ranking = whatif(position)
    assert ranking.complete
    assert ranking.examined > 100


def test_the_command(tmp_path: Path) -> None:
    from route_opt.cli import main

    file = tmp_path / "line.json"
    file.write_text(json.dumps(LINE))
    told = CliRunner().invoke(main, ["whatif", str(file), "--against", "MS:4"])
    assert told.exit_code == 0
    assert "PRR runs for 80 now." in told.output
    assert "MS runs for 80 now." in told.output
    assert "MS -20  a token in Toledo (D14.0)" in told.output
    answer = CliRunner().invoke(main, ["whatif", str(file), "--json"])
    document = json.loads(answer.output)
    assert (document["format"], document["revenue"]) == ("route-opt/whatif@1", 80)
    unknown = CliRunner().invoke(main, ["whatif", str(file), "--against", "MS"])
    assert unknown.exit_code != 0
    assert isinstance(unknown.exception, RouteOptError)


def test_a_rival_in_a_record_brings_its_trains(corpus: Path) -> None:
    from route_opt.cli import main

    file = corpus / "games" / "1846" / "3099.json"
    *_, before, run = records.runs(file)
    rival = before.position  # it has just run; its trains are there for the next round
    told = CliRunner().invoke(
        main, ["whatif", f"{file}@{run.action}", "--against", rival.corporation, "--json"]
    )
    now = run.position.replace(lenient=True, corporation=rival.corporation, trains=rival.trains)
    assert json.loads(told.output)["rival_revenue"] == route_opt.best(now).revenue > 0
