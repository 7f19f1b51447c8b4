"""Copies of a title with its map turned, or its values multiplied, as folders of their own."""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from route_opt import titles
from route_opt.tiles import Stop, Tile, read_tile
from route_opt.title import Title
from tile_notation import write_tile

FILES = ("title", "map", "tiles", "trains", "companies", "market")
Data = dict[str, Any]

_HEX = re.compile(r"\b([A-Z]\d{1,2})(?:@([0-5]))?\b")


def write_copy(title: Title, name: str, change: Callable[[Data], Data], folder: Path) -> None:
    """Write a title's files to a folder, changed, under another name."""
    files = {
        file: tomllib.loads((title.folder / f"{file}.toml").read_text(encoding="utf-8"))
        for file in FILES
    }
    # All tiles stand in the copy's own file, so that a change reaches those of the catalogue too.
    files["tiles"]["tiles"] = {tile: write_tile(print_) for tile, print_ in title.tiles.items()}
    files = change(files)
    files["title"]["name"] = name
    folder.mkdir()
    for file, data in files.items():
        lines = [f"{_key(key)} = {_toml(value)}" for key, value in data.items()]
        (folder / f"{file}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


@contextlib.contextmanager
def added(folder: Path) -> Iterator[None]:
    """The titles of a folder are there, until the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(titles, "_folders", list(titles._folders))
        titles.add_folder(folder)
        yield
    titles.names.cache_clear()
    titles.find.cache_clear()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{_key(key)} = {_toml(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


# Half a turn: a hex goes to the opposite place, side 0 becomes side 3, a tile turns by 3.


def turned_name(title: Title) -> Callable[[str], str]:
    """Where each hex goes when the map is turned by half a turn, in any text that names it."""
    letters = [ord(hex_id[0]) for hex_id in title.hexes]
    numbers = [int(hex_id[1:]) for hex_id in title.hexes]

    def one(match: re.Match[str]) -> str:
        hex_id, turn = match.groups()
        if hex_id not in title.hexes:
            return match[0]
        letter = chr(min(letters) + max(letters) - ord(hex_id[0]))
        number = min(numbers) + max(numbers) - int(hex_id[1:])
        return f"{letter}{number}" + (f"@{(int(turn) + 3) % 6}" if turn else "")

    return lambda text: _HEX.sub(one, text)


def turned(title: Title) -> Callable[[Data], Data]:
    """Turn a title's files: every name of a hex, and the track printed on the map."""
    name = turned_name(title)

    def everywhere(value: Any) -> Any:
        if isinstance(value, dict):
            return {name(key): everywhere(item) for key, item in value.items()}
        if isinstance(value, list):
            return [everywhere(item) for item in value]
        return name(value) if isinstance(value, str) else value

    def change(files: Data) -> Data:
        # Only what stands on the map is turned; tiles are not, those who lay them turn them.
        files = {
            file: data if file == "market" else everywhere(data) for file, data in files.items()
        }
        for hex_ in files["map"]["hexes"].values():
            if "print" in hex_:
                tile = read_tile(hex_["print"])
                print_ = Tile(tile.colour, tile.stops, tile.rotated(3), tile.label)
                hex_["print"] = write_tile(print_)
        for river in files["map"].get("rivers", {}).values():
            for bank in ("first", "second"):
                river[bank] = "".join(str((int(side) + 3) % 6) for side in river[bank])
        return files

    return change


def turned_document(title: Title, name: str, document: Data) -> Data:
    """The same position on the turned map."""
    place = turned_name(title)
    marked = [
        {field: place(text) if field in ("at", "from", "to") else text for field, text in m.items()}
        for m in document["markers"]
    ]
    tiles = {}
    for hex_id, spec in document["tiles"].items():
        tile, _, turn = spec.partition("@")
        tiles[place(hex_id)] = f"{tile}@{(int(turn) + 3) % 6}"
    tokens = {place(stop): slots for stop, slots in document["tokens"].items()}
    return document | {"title": name, "tiles": tiles, "tokens": tokens, "markers": marked}


# Values: all that a route can earn, times a factor.


def scaled(factor: int) -> Callable[[Data], Data]:
    """Multiply every value printed, and what every marker and rule adds."""

    def tile(text: str) -> str:
        print_ = read_tile(text)
        stops = tuple(
            Stop(stop.kind, tuple(factor * value for value in stop.values), stop.slots)
            for stop in print_.stops
        )
        return write_tile(Tile(print_.colour, stops, print_.track, print_.label))

    def change(files: Data) -> Data:
        hexes = files["map"]["hexes"].values()
        for hex_ in hexes:
            if "print" in hex_:
                hex_["print"] = tile(hex_["print"])
        tiles = files["tiles"]["tiles"]
        files["tiles"]["tiles"] = {name: tile(text) for name, text in tiles.items()}
        routes = files["title"].get("routes", {})
        routes["cube_value"] = factor * routes.get("cube_value", 0)
        for one in routes.get("sets", []):
            one["amount"] *= factor
        for ends in routes.get("ends", {}).get("classes", {}).values():
            ends.update({hex_id: factor * bonus for hex_id, bonus in ends.items()})
        for marker in files["title"].get("markers", []):
            amount = marker.get("amount", 0)
            marker["amount"] = (
                {hex_id: factor * value for hex_id, value in amount.items()}
                if isinstance(amount, dict)
                else factor * amount
            )
            marker["others"] = factor * marker.get("others", 0)
        return files

    return change


def scaled_document(name: str, document: Data, factor: int) -> Data:
    """The same position in a title whose values are multiplied."""
    marked = [
        marker | ({"value": factor * marker["value"]} if "value" in marker else {})
        for marker in document["markers"]
    ]
    return document | {"title": name, "markers": marked}
