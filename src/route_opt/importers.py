"""Positions from the CSV files of the program routes-18xx: board, railroads, private companies.

Columns are separated by semicolons::

    D14; 15; 4                                          hex; tile; orientation
    Baltimore & Ohio; 4/6, 6; C15, D6: E5, G7           railroad; trains; stations
    Pennsylvania; removed                               a railroad not in this game
    Steamboat Company; Grand Trunk; G19                 private; owner; hex

Home stations need not be listed. Where a hex has several cities, a station names the hex its city
alone leads to (``D6: E5``), or all of them (``D6: [C5 E5]``). The names a title has in those files
stand in ``routes18xx.toml`` in its folder.
"""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from route_opt import titles
from route_opt.documents import read_source, read_toml
from route_opt.errors import PositionError, Problem, TitleError
from route_opt.position import Position, parse
from route_opt.readable import readable
from route_opt.tiles import FIRST_STOP, Tile
from route_opt.title import Title

_STATION = re.compile(r"([A-Z]\d+)(?:\s*:\s*(\[[^\]]*\]|\S+))?")


class _Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands for a removed corporation, and the phase from which no minor is left."""

    marker: str
    minors_until: str


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title's names in those files."""

    railroads: dict[str, str]
    markers: dict[str, str]
    minors: dict[str, str]
    turns: dict[str, str]
    removed: _Removed

    def turn(self, tile: str) -> int:
        """How far orientation 0 of a tile lies ahead of ours."""
        return next((int(turn) for turn, ids in self.turns.items() if tile in ids.split()), 0)


@functools.cache
def _names(title: Title) -> _Names:
    file = title.folder / "routes18xx.toml"
    if not file.exists():
        message = f"files of routes-18xx cannot be read for {title.name}"
        raise PositionError([Problem("unknown_title", "title", message)])
    try:
        return msgspec.convert(read_toml(file, TitleError), readable(_Names))
    except msgspec.ValidationError as error:
        raise TitleError([Problem("title_file", file.name, str(error))]) from None


def from_routes18xx(
    board: str | Path,
    railroads: str | Path,
    privates: str | Path | None = None,
    *,
    corporation: str,
    title: str = "1846",
) -> Position:
    """The position that CSV files of routes-18xx describe, for one of their railroads.

    The phase follows from the most advanced train anybody has. A minor that `privates` list without
    an owner has its station at home, as long as minors are in the game; with one, its owner has.

    Raises
    ------
    PositionError
        With every line that cannot be read, by file and line number.
    """
    return _Importer(titles.find(title), corporation).read(board, railroads, privates)


class _Importer:
    """Reads the three files of one position; every method adds to the same list of problems."""

    def __init__(self, title: Title, corporation: str) -> None:
        self.title, self.names = title, _names(title)
        self.problems: list[Problem] = []
        self.tiles: dict[str, str] = {}
        self.tokens: dict[str, list[str]] = {}
        self.markers: list[dict[str, str]] = []
        self.trains: dict[str, list[str]] = {}
        self.corporation = self._corporation(corporation, "corporation")

    def read(
        self, board: str | Path, railroads: str | Path, privates: str | Path | None
    ) -> Position:
        for where, row in _rows(board):
            self._tile(where, row)
        stations: list[tuple[str, str, str]] = []
        for where, row in _rows(railroads):
            stations += self._railroad(where, row)
        for where, name, entry in stations:
            self._station(where, name, entry)
        if privates is not None:
            self._privates(privates)
        if self.corporation and self.corporation not in self.trains:
            message = f"{self.corporation} is not among the railroads"
            self._add("corporation", message)
        if self.problems:
            raise PositionError(self.problems)
        return parse(
            {
                "title": self.title.name,
                "phase": self._phase(),
                "corporation": self.corporation,
                "trains": self.trains[self.corporation],
                "tiles": self.tiles,
                "tokens": self.tokens,
                "markers": self.markers,
            }
        )

    def _add(self, where: str, message: str) -> None:
        self.problems.append(Problem("bad_csv", where, message))

    def _corporation(self, name: str, where: str) -> str:
        known = self.names.railroads
        found = known.get(name, name)
        if found in self.title.corporations:
            return found
        self._add(where, f"{name!r} is not a railroad; there are {', '.join(known)}")
        return ""

    def _tile(self, where: str, row: list[str]) -> None:
        if len(row) != 3 or row[2] not in ("0", "1", "2", "3", "4", "5"):
            self._add(where, "a line of the board is: hex; tile; orientation 0 to 5")
            return
        hex_id, tile, orientation = row
        before = self.tiles.get(hex_id)
        if before and not self._is_better(tile, before):
            return  # Both are listed: the better one lies on top, whatever their order.
        self.tiles[hex_id] = f"{tile}@{(int(orientation) + self.names.turn(tile)) % 6}"

    def _is_better(self, tile: str, spec: str) -> bool:
        order = ("white", "yellow", "green", "brown", "gray")
        new, old = self._tile_named(tile), self._tile_named(spec.rpartition("@")[0])
        return bool(new and old) and order.index(new.colour) > order.index(old.colour)  # type: ignore[union-attr]

    def _tile_named(self, name: str) -> Tile | None:
        return self.title.tiles.get(self.title.aliases.get(name, name))

    def _railroad(self, where: str, row: list[str]) -> Iterator[tuple[str, str, str]]:
        """Its trains and home; gives its stations, which come after all homes."""
        name = self._corporation(row[0], where)
        if not name:
            return
        trains = row[1] if len(row) > 1 else ""
        if trains.lower() == "closed":
            return
        home = self.title.corporations[name].home[0]
        self.tokens.setdefault(home, []).append(name)
        if trains.lower() == "removed":
            marker = self.names.removed.marker
            self.markers.append({"kind": marker, "at": home, "owner": name})
            return
        self.trains[name] = []
        for train in filter(None, (re.sub(r"\s", "", train) for train in trains.split(","))):
            if train in self.title.trains:
                self.trains[name].append(train)
            else:
                known = ", ".join(self.title.trains)
                self._add(where, f"{train!r} is not a train; there are {known}")
        for entry in (row[2] if len(row) > 2 else "").split(","):
            if entry.strip():
                yield where, name, entry.strip()

    def _station(self, where: str, name: str, entry: str) -> None:
        match = _STATION.fullmatch(entry)
        if not match or match[1] not in self.title.hexes:
            self._add(where, f"station {entry!r} is not a hex, or a hex and the city's exit")
            return
        hex_id, branch = match.groups()
        if hex_id == self.title.corporations[name].home[0].partition(".")[0]:
            return
        stops = self._cities(hex_id)
        exits = (branch or "").strip("[]").split()
        found = [stop for stop, around in stops.items() if set(exits) <= around]
        if len(stops) == 1:
            found = list(stops)
        if len(found) != 1 or (len(stops) > 1 and not exits):
            self._add(where, f"station {entry!r} does not say which city of {hex_id} it is in")
            return
        self._token(found[0], name)

    def _token(self, stop: str, name: str) -> None:
        if name not in self.tokens.setdefault(stop, []):
            self.tokens[stop].append(name)

    def _cities(self, hex_id: str) -> dict[str, set[str]]:
        """The cities of a hex as it is now, each with the hexes its track leads to."""
        name, _, turn = self.tiles.get(hex_id, "").rpartition("@")
        tile = self._tile_named(name) or self.title.hexes[hex_id].tile
        around: dict[str, set[str]] = {f"{hex_id}.{n}": set() for n in range(len(tile.stops))}
        for first, second in tile.rotated(int(turn or 0)):
            side, stop = min(first, second), max(first, second) - FIRST_STOP
            other = self.title.neighbour(hex_id, side) if side < FIRST_STOP else None
            if stop >= 0 and other:
                around[f"{hex_id}.{stop}"].add(other)
        return around

    def _privates(self, file: str | Path) -> None:
        owners: dict[str, str] = {}
        for where, row in _rows(file):
            name, owner, hex_id = (*row, "", "")[:3]
            if name not in self.names.markers and name not in self.names.minors:
                known = ", ".join([*self.names.markers, *self.names.minors])
                self._add(where, f"{name!r} is not one of {known}")
                continue
            owners[name] = self._corporation(owner, where) if owner else ""
            kind = self.title.markers.get(self.names.markers.get(name, ""))
            if kind and owners[name] and (hex_id or not kind.placed):
                marker = {"kind": kind.kind, "owner": owners[name]}
                self.markers.append(marker | ({"at": hex_id} if kind.placed else {}))
        phases = list(self.title.phases)
        early = phases.index(self._phase()) < phases.index(self.names.removed.minors_until)
        for name, minor in self.names.minors.items():
            if name in owners and (owners[name] or early):
                self._token(self.title.corporations[minor].home[0], owners[name] or minor)

    def _phase(self) -> str:
        """The phase that the most advanced train of anybody has started."""
        owned = {train for trains in self.trains.values() for train in trains}
        started = [
            name for name, phase in self.title.phases.items() if owned & set(phase.starts_with)
        ]
        return started[-1] if started else next(iter(self.title.phases))


def _rows(file: str | Path) -> Iterator[tuple[str, list[str]]]:
    """The lines of a file that say something, each with its place and its stripped columns."""
    data = read_source(file, PositionError)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PositionError([Problem("bad_csv", str(file), "is not UTF-8 text")]) from None
    reader: Any = csv.reader(text.splitlines(), delimiter=";", skipinitialspace=True)
    for number, row in enumerate(reader, 1):
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield f"{file}:{number}", cells
