"""Whether a tile may lie on a hex, and if not, why."""

from __future__ import annotations

import functools

from route_opt.errors import Problem
from route_opt.harmless import brief
from route_opt.names import hint
from route_opt.tiles import FIRST_STOP
from route_opt.title import Title


@functools.lru_cache(maxsize=100_000)
def checked_tile(title: Title, hex_id: str, spec: str) -> tuple[str, tuple[Problem, ...]]:
    """A tile on a hex under its own name (empty if it cannot lie there), and what is wrong."""
    name, at, turn = spec.rpartition("@")
    name = title.aliases.get(name, name)
    if not at or name not in title.tiles:
        meant = hint(name, title.tiles) if at else "; write <tile>@<rotation>, such as '57@2'"
        message = f"{brief(spec)} is not a tile of {title.name}{meant}"
        return "", (Problem("unknown_tile", "", message),)
    if turn not in ("0", "1", "2", "3", "4", "5"):
        message = f"tile {name!r}: rotation {brief(turn)} is outside 0..5"
        return "", (Problem("bad_rotation", "", message),)
    problems: list[Problem] = []
    if name not in title.tiles_of[hex_id]:
        code, message = _wrong_tile(title, hex_id, name)
        problems.append(Problem(code, "", message))
        if code == "wrong_tile":
            return "", tuple(problems)
    if not title.may_turn(name, hex_id, int(turn)):
        message = f"tile {name} may not lie on {hex_id} at rotation {turn}"
        problems.append(Problem("forbidden_rotation", "", message))
    track = title.tiles[name].rotated(int(turn))
    for side in sorted({end for piece in track for end in piece if end < FIRST_STOP}):
        problem = _side_problem(title, hex_id, side)
        if problem:
            problems.append(problem)
    return f"{name}@{turn}", tuple(problems)


def _wrong_tile(title: Title, hex_id: str, name: str) -> tuple[str, str]:
    """Why a tile may not lie on a hex: a place reserved for others, or no tile for such a hex."""
    allowed = sorted(title.tiles_of[hex_id])
    if not allowed:
        return "wrong_tile", f"no tile may be laid on {hex_id}, tile {name} neither"
    message = f"tile {name} does not belong on {hex_id}"
    message += f"; expected one of {', '.join(allowed)}" if len(allowed) <= 16 else ""
    same_stops = title.tiles[name].kinds == title.hexes[hex_id].tile.kinds
    return "reserved_place" if same_stops else "wrong_tile", message


def _side_problem(title: Title, hex_id: str, side: int) -> Problem | None:
    """What is wrong with track that leaves a hex by a side, if anything."""
    other = title.neighbour(hex_id, side)
    if other is None:
        return Problem("track_off_map", "", f"its track leaves the map at side {side}")
    border = title.border(hex_id, other)
    if border and border.impassable:
        message = f"its track enters {other} at side {side}, which is closed to track"
        return Problem("impassable", "", message)
    hex_ = title.hexes[other]
    across = (side + 3) % 6
    if not hex_.first and not any(across in piece for piece in hex_.tile.track):
        message = f"its track runs into the blank side of {other} at side {side}"
        return Problem("blank_side", "", message)
    return None
