"""How the cost grows: the same board with more trains, the same trains on more board."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pictures import Panel, Point, draw
from benchmarks.report import Report, Section, duration, progress
from benchmarks.samples import HARD, Sample, samples
from benchmarks.solving import Solved, solve_apart
from route_opt.position import Position
from route_opt.title import Title

MOST = 5
"""Trains."""

PARTS = 8
"""Steps in which a board grows."""


def boards() -> list[Sample]:
    """A board a title: of those graded hard, for several trains, the one with most tiles."""
    found: dict[str, Sample] = {}
    for sample in samples(HARD):
        if sample.grade == "hard" and not sample.open and len(sample.position.trains) > 1:
            found[sample.title] = max(found.get(sample.title, sample), sample, key=_size)
    return list(found.values())


def _size(sample: Sample) -> tuple[int, int]:
    return len(sample.position.tiles), len(sample.position.trains)


def with_trains(position: Position) -> Iterator[Position]:
    """The board with one train, two, three..: its own trains in turn."""
    trains = list(itertools.islice(itertools.cycle(position.trains), MOST))
    for count in range(1, MOST + 1):
        yield position.replace(lenient=True, trains=trains[:count])


def growing(position: Position) -> Iterator[Position]:
    """The board grown from the corporation's first token: the nearest tiles first.

    Tiles that carry tokens or markers always lie, so that each step is a position of the title.
    """
    home = next(stop for stop, slots in position.tokens.items() if position.corporation in slots)
    far = distances(position.rules, home.partition(".")[0])
    named = [*position.tokens, *(marker.at for marker in position.markers)]
    kept = {name.partition(".")[0] for name in named}
    order = sorted(position.tiles, key=lambda hex_id: (far.get(hex_id, 99), hex_id))
    for part in range(1, PARTS + 1):
        near = set(order[: len(order) * part // PARTS])
        tiles = {h: spec for h, spec in position.tiles.items() if h in near or h in kept}
        yield position.replace(lenient=True, tiles=tiles)


def distances(title: Title, start: str) -> dict[str, int]:
    """How many hexes each hex of the map lies from one."""
    far, edge = {start: 0}, [start]
    for hex_id in edge:
        for side in range(6):
            other = title.neighbour(hex_id, side)
            if other and other not in far:
                far[other] = far[hex_id] + 1
                edge.append(other)
    return far


def test_growth(report: Report, pictures: Path, quick: bool, limit: float) -> None:
    """Both curves, in one picture."""
    table = report.section(
        "As the work grows",
        f"A dense board of each title, native engine, at most {min(limit, 20.0):g} s. More trains:"
        " the board's own, in turn. More board: tiles from the corporation's first token outwards.",
        ["board", "trains", "tiles", "time", "nodes", "revenue", "bound"],
    )
    trains: dict[str, list[Point]] = {}
    tiles: dict[str, list[Point]] = {}
    picture = "scaling-quick.svg" if quick else "scaling.svg"
    try:
        for sample in boards()[: 2 if quick else None]:
            trains[sample.title], tiles[sample.title] = [], []
            last = 0
            for position in with_trains(sample.position):
                solved = _measure(table, sample, position, limit)
                trains[sample.title].append(_point(len(position.trains), solved))
                # One more train never earns less: an idle one is allowed.
                assert solved.bound >= last, (sample.id, position.trains)
                last = solved.revenue
            for position in growing(sample.position):
                solved = _measure(table, sample, position, limit)
                tiles[sample.title].append(_point(len(position.tiles), solved))
            assert sample.agrees(solved.status, solved.revenue, solved.bound), sample.id
    finally:
        panels = [
            Panel("the same board, more trains", "trains", trains),
            Panel("the same trains, more board", "tiles laid", tiles),
        ]
        draw(pictures / picture, panels)
        table.text(f"![time to the proof](../{pictures.name}/{picture})")


def _point(x: int, solved: Solved) -> Point:
    return Point(x, solved.seconds, solved.status != "optimal")


def _measure(table: Section, sample: Sample, position: Position, limit: float) -> Solved:
    progress(f"{sample.id} {len(position.trains)} trains, {len(position.tiles)} tiles")
    solved = solve_apart(position, "native", min(limit, 20.0))
    time = duration(solved.seconds) if solved.status == "optimal" else f"gap {solved.gap:.1f}%"
    counts = (f"{solved.nodes:,}", solved.revenue, solved.bound)
    table.add(sample.id, "+".join(position.trains), len(position.tiles), time, *counts)
    return solved
