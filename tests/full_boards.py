"""Boards filled to the last hex, with more and longer trains than any game sees."""

from __future__ import annotations

import functools
import random
from typing import Any

from route_opt import Problem, titles
from route_opt.position import checked_tile
from route_opt.tiles import FIRST_STOP


def longest_train(title: str) -> str:
    """The train without a limit, or with the highest, of a game without options."""
    trains = [train for train in titles.find(title).trains.values() if not train.option]
    return max(trains, key=lambda train: train.visits or 99).name


@functools.cache
def _lays(title: str) -> dict[str, list[tuple[str, frozenset[int], int]]]:
    """For each hex the tiles that may lie there: as laid, their sides, how much track."""
    rules = titles.find(title)
    found: dict[str, list[tuple[str, frozenset[int], int]]] = {}
    for hex_id in rules.hexes:
        found[hex_id] = []
        for name in sorted(rules.tiles_of[hex_id]):
            for turn in range(6):
                spec, problems = checked_tile(rules, hex_id, f"{name}@{turn}")
                if spec and not problems:
                    track = rules.tiles[name].rotated(turn)
                    sides = frozenset(end for piece in track for end in piece if end < 6)
                    found[hex_id].append((spec, sides, len(track)))
    return found


def everything_at_once(title: str, trains: int, visits: int) -> Problem:
    """All tiles that may lie on a hex, in all their turns, lie on it together."""
    rules = titles.find(title)
    stops: dict[tuple[str, int], int] = {}
    sides: dict[frozenset[tuple[str, int]], int] = {}
    pieces: set[tuple[tuple[str, int], tuple[str, int]]] = set()
    for hex_id, lays in _lays(title).items():
        for spec, _, _ in lays:
            name, _, turn = spec.partition("@")
            for a, b in rules.tiles[name].rotated(int(turn)):
                pieces.add(((hex_id, a), (hex_id, b)))

    def end(place: tuple[str, int]) -> int | tuple[int, int] | None:
        """A stop, a side and its face, or the edge of the map."""
        hex_id, way = place
        if way >= FIRST_STOP:
            return stops.setdefault(place, len(stops))
        beyond = rules.neighbour(hex_id, way)
        if beyond is None:
            return None
        other = (beyond, (way + 3) % 6)
        return sides.setdefault(frozenset((place, other)), len(sides)), int(place < other)

    found = [(end(a), end(b)) for a, b in sorted(pieces)]

    def numbered(one: int | tuple[int, int]) -> int:
        return one if isinstance(one, int) else len(stops) + 2 * one[0] + one[1]

    return Problem(
        stops={
            "value": [10 * (1 + n % 7) for n in range(len(stops))],
            "own": [n % 9 == 0 for n in range(len(stops))],
        },
        track={
            "pieces": [
                (numbered(a), numbered(b)) for a, b in found if a is not None and b is not None
            ],
            "sides": len(sides),
        },
        trains={"visits": [visits] * trains},
    )


def full_board(title: str, seed: int, trains: int = 4, chance: float = 0) -> dict[str, Any]:
    """A tile on every hex that takes one, such that much track meets, and long trains.

    The more is left to chance, the less of it meets: a side that does counts 2.
    """
    rules, luck = titles.find(title), random.Random(seed)
    tiles: dict[str, str] = {}
    laid: dict[str, frozenset[int]] = {}

    def fits(hex_id: str, lay: tuple[str, frozenset[int], int]) -> tuple[float, float]:
        score = lay[2] / 2
        for side in lay[1]:
            other = rules.neighbour(hex_id, side)
            if other in laid:
                score += 2 if (side + 3) % 6 in laid[other] else -1
            else:
                score += 1
        if chance:
            score += chance * luck.random()
        return score, luck.random()

    hexes = sorted(rules.hexes)
    luck.shuffle(hexes)
    for hex_id in hexes:
        lays = _lays(title)[hex_id]
        if lays:
            spec, sides, _ = max(lays, key=functools.partial(fits, hex_id))
            tiles[hex_id], laid[hex_id] = spec, sides
    corporation = luck.choice([name for name, row in rules.corporations.items() if not row.minor])
    home = rules.corporations[corporation].home[0].partition(".")[0]
    return {
        "title": title,
        "phase": [phase.name for phase in rules.phases.values() if not phase.option][-1],
        "corporation": corporation,
        "trains": [longest_train(title)] * trains,
        "tiles": {hex_id: tiles[hex_id] for hex_id in sorted(tiles)},
        "tokens": {f"{home}.0": [corporation]},
    }


def endless_board() -> dict[str, Any]:
    """A position that keeps a search busy: nine long trains that set out from four cities."""
    cities = ("B16.0", "C5.0", "E23.0", "I15.0")
    return full_board("1846", 6) | {
        "corporation": "GT",
        "trains": ["7/8"] * 5 + ["6"] * 4,
        "tokens": {city: ["GT"] for city in cities},
    }
