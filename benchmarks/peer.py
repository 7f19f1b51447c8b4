"""The same boards for routes-18xx, a Python program that finds the best routes of 1846.

A position becomes the rows that program reads from its CSV files, in memory. It runs in a process
of its own and is ended when its time is over: it has no limit itself, and starts further processes.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from typing import Any

import msgspec

from benchmarks.samples import ROOT
from route_opt.position import Position
from route_opt.tiles import FIRST_STOP

Rows = list[dict[str, str]]


class Question(msgspec.Struct):
    """A position in the other program's words."""

    title: str
    phase: int
    railroad: str
    board: Rows
    railroads: Rows
    privates: Rows


class Answer(msgspec.Struct):
    """What it said: a revenue, or why it would not; `listing` is its time to list all routes."""

    revenue: int = 0
    seconds: float = 0.0
    listing: float = 0.0
    refused: str = ""
    late: bool = False


def question(position: Position) -> Question:
    """A position as rows of routes-18xx; the title's folder has its names for things."""
    names = tomllib.loads((position.rules.folder / "routes18xx.toml").read_text(encoding="utf-8"))
    railroads = {ours: theirs for theirs, ours in reversed(names["railroads"].items())}
    minors = {ours: theirs for theirs, ours in names["minors"].items()}
    privates = {ours: theirs for theirs, ours in names["markers"].items()}
    turns = {tile: int(turn) for turn, tiles in names["turns"].items() for tile in tiles.split()}
    removed = {m.owner for m in position.markers if m.kind == names["removed"]["marker"]}
    return Question(
        title=position.title,
        phase=list(position.rules.phases).index(position.phase),
        railroad=railroads.get(position.corporation, position.corporation),
        board=[_tile(hex_id, spec, turns) for hex_id, spec in position.tiles.items()],
        railroads=_railroads(position, railroads, removed),
        privates=[
            {"name": theirs, "owner": "", "coord": ""}
            for ours, theirs in minors.items()
            if any(ours in slots for slots in position.tokens.values())
        ]
        + [
            {
                "name": privates.get(marker.kind, marker.kind),
                "owner": railroads.get(marker.owner, marker.owner),
                "coord": marker.at.partition(".")[0],
            }
            for marker in position.markers
            if marker.kind != names["removed"]["marker"]
        ],
    )


def _tile(hex_id: str, spec: str, turns: dict[str, int]) -> dict[str, str]:
    tile, _, turn = spec.partition("@")
    orientation = (int(turn) - turns.get(tile, 0)) % 6
    return {"coord": hex_id, "tile_id": tile, "orientation": str(orientation)}


def _railroads(position: Position, names: dict[str, str], removed: set[str]) -> Rows:
    """Everyone with a token; one of the others gets the train that makes it this phase."""
    owners = {name for slots in position.tokens.values() for name in slots if name in names}
    rules = position.rules
    starter = rules.phases[position.phase].starts_with
    rows: Rows = []
    phase_shown = any(train in starter for train in position.trains)
    for name in sorted(owners):
        trains = list(position.trains) if name == position.corporation else []
        if not phase_shown and name != position.corporation and name not in removed and starter:
            trains, phase_shown = [starter[0]], True
        stations = [
            _station(position, stop) for stop, slots in position.tokens.items() if name in slots
        ]
        rows.append(
            {
                "name": names[name],
                "trains": "removed" if name in removed else ",".join(trains),
                "stations": ",".join(stations),
            }
        )
    return rows


def _station(position: Position, stop: str) -> str:
    """A stop as a hex; in a hex with several cities, with the exit that only this one has."""
    hex_id, _, number = stop.partition(".")
    rules = position.rules
    name, _, turn = position.tiles.get(hex_id, "").partition("@")
    tile = rules.tiles[name] if name else rules.hexes[hex_id].tile
    if len(tile.stops) == 1:
        return hex_id
    exits: dict[int, set[int]] = {}
    for piece in tile.rotated(int(turn or 0)):
        side, city = min(piece), max(piece) - FIRST_STOP
        exits.setdefault(city, set()).add(side)
    own = exits[int(number)].difference(*(e for city, e in exits.items() if city != int(number)))
    return f"{hex_id}: {rules.neighbour(hex_id, min(own))}" if own else hex_id


def ask(position: Position, limit: float) -> Answer:
    """What routes-18xx says about a position within some seconds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.peer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        told, _ = process.communicate(msgspec.json.encode(question(position)), timeout=limit)
    except subprocess.TimeoutExpired:
        return Answer(seconds=limit, late=True)
    finally:
        # Its own children are in its group, and nobody else is.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return msgspec.json.decode(told, type=Answer) if told else Answer(refused="it crashed")


def main() -> None:
    """Answer one question: JSON in, JSON out."""
    asked: dict[str, Any] = json.load(sys.stdin)
    try:
        answer = _solve(asked)
    except ValueError as error:
        answer = Answer(refused=str(error))
    sys.stdout.write(msgspec.json.encode(answer).decode())


def _solve(asked: dict[str, Any]) -> Answer:
    from routes18xx import boardstate, railroads
    from routes18xx.game import Game

    game = Game.load(asked["title"])
    board = boardstate.load(game, asked["board"])
    found = railroads.load(game, board, asked["railroads"])
    if game.phases.index(game.capture_phase(found)) != asked["phase"]:
        raise ValueError("no trains bring about this phase")
    game.get_game_submodule("private_companies").load(game, board, found, asked["privates"])
    # The package has a function of the module's name, which hides the module.
    search = importlib.import_module("routes18xx.find_best_routes")
    listing = _clocked(search, "_find_all_routes")
    start = time.perf_counter()
    routes = search.find_best_routes(game, board, found, found[asked["railroad"]])
    seconds = time.perf_counter() - start
    return Answer(revenue=routes.value, seconds=seconds, listing=sum(listing))


def _clocked(module: Any, name: str) -> list[float]:
    """The times that a function of a module takes from now on."""
    function, times = getattr(module, name), list[float]()

    def clocked(*arguments: Any) -> Any:
        start = time.perf_counter()
        answer = function(*arguments)
        times.append(time.perf_counter() - start)
        return answer

    setattr(module, name, clocked)
    return times


if __name__ == "__main__":
    main()
