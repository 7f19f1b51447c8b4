"""The tiles and tokens of a document."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

from route_opt._reading import Tiles, Tokens
from route_opt.harmless import brief
from route_opt.names import number_of
from route_opt.position.fields import MOST_ENTRIES, MOST_REMEMBERED, Fields, place
from route_opt.position.legal import checked_tile
from route_opt.position.places import Places
from route_opt.position.printed import cities_joined, print_of
from route_opt.position.problems import Problems
from route_opt.rules.tiles import manifest_of
from route_opt.title import Title


def read_board(fields: Fields, places: Places) -> None:
    """Read the tiles, then the tokens on them; from then on names of stops have a meaning."""
    known = _sound_tiles_of(places)
    _read_tiles(fields, places, known)
    if not known.are_enough(places.tiles):
        _check_supply(places, fields.problems)
    places.tokens = _read_tokens(fields, places)


def _read_tiles(fields: Fields, places: Places, known: Tiles) -> None:
    title, tiles = places.title, places.tiles
    written = fields.document.get("tiles", {})
    read = known.read(written) if type(written) is dict else None
    if read is not None:
        tiles.update(read)
        return
    for name, spec in fields.table("tiles").items():
        if name in title.hexes and name not in tiles and isinstance(spec, str) and len(spec) <= 60:
            checked, wrong = checked_tile(title, name, spec)
            if checked and not wrong:
                tiles[name] = checked
                if checked == spec:
                    known.learn(name, spec)
                continue
        _read_tile(fields.problems, places, name, spec)


def _sound_tiles_of(places: Places) -> Tiles:
    title = places.title
    return _sound_tiles(title, tuple(o for o in title.manifest_with if o in places.options))


@functools.cache
def _sound_tiles(title: Title, options: tuple[str, ...]) -> Tiles:
    """Hexes with tiles that were read before, in the standard way and with nothing wrong.

    The options are those that change how many tiles there are.
    """
    numbers = {tile: number for number, tile in enumerate(title.tiles)}
    manifest = manifest_of(title, options)
    return Tiles(
        {
            f"{tile}@{turn}": (numbers[tile], manifest[tile] or MOST_TILES)
            for tile in title.tiles
            for turn in range(6)
        }
    )


MOST_TILES = 10_000
"""Copies of a tile of which there are as many as anybody wants: there are not so many hexes."""


def _read_tile(problems: Problems, places: Places, name: str, spec: Any) -> None:
    """Read a tile that is not written in the standard way, or with which something is wrong."""
    where = f"tiles.{place(name)}"
    hex_id = places.hex(name, where)
    if hex_id is None:
        return
    if hex_id in places.tiles:
        problems.add("two_tiles", where, f"{hex_id} has a tile already")
        return
    if not isinstance(spec, str) or len(spec) > 60:
        problems.add("wrong_type", where, f"{brief(spec)} is not a tile such as '57@2'")
        places.unclear.add(hex_id)
        return
    checked, wrong = checked_tile(places.title, hex_id, spec)
    if checked:
        places.tiles[hex_id] = checked
    else:
        places.unclear.add(hex_id)
    for problem in wrong:
        problems.add(problem.code, where, problem.message)


def _check_supply(places: Places, problems: Problems) -> None:
    manifest = manifest_of(places.title, places.options)
    for tile, count in Counter(spec.partition("@")[0] for spec in places.tiles.values()).items():
        supply = manifest[tile]
        if supply and count > supply:
            message = f"tile {tile} lies {count} times; {places.title.name} has {supply}"
            problems.add("too_many_tiles", "tiles", message)


def _read_tokens(fields: Fields, places: Places) -> dict[str, tuple[str | None, ...]]:
    known, problems = _sound_tokens(places.title, places.separate_areas), fields.problems
    written, tiles = fields.table("tokens"), places.tiles
    read = known.read(written, tiles)
    if read is not None:
        return read
    found: dict[str, tuple[str | None, ...]] = {}
    for name, slots in written.items():
        sound = known.known(name, slots, tiles)
        if sound is not None and name not in found:
            found[name] = sound
            continue
        where, before = f"tokens.{place(name)}", problems.count
        stop, owners = _read_slots(places, name, slots, where)
        if stop is None:
            continue
        if stop in found:
            problems.add("two_entries", where, f"{stop} has an entry already")
            continue
        _check_tokens(stop, owners, places, where)
        found[stop] = owners
        if problems.count == before and (stop, owners) == (name, tuple(slots)):
            known.learn(stop, tiles.get(stop.partition(".")[0]), owners)
    return found


@functools.cache
def _sound_tokens(title: Title, separate: bool) -> Tokens:
    """Tokens that were read before, in the standard way and with nothing wrong."""
    return Tokens(MOST_REMEMBERED)


def _read_slots(
    places: Places, name: str, slots: Any, where: str
) -> tuple[str | None, tuple[str | None, ...]]:
    """The stop that is meant, if any, and who stands there."""
    unused = isinstance(slots, list | tuple) and not any(slots)
    stop = places.stop(name, where, lambda stop: stop.slots > 0, any_will_do=unused)
    if not isinstance(slots, list | tuple) or len(slots) > MOST_ENTRIES:
        message = f"{brief(slots)} is not a list with one entry a slot"
        places.problems.add("wrong_type", where, message)
        return None, ()
    owners = tuple(
        None if owner is None else places.corporation(owner, f"{where}[{n}]")
        for n, owner in enumerate(slots)
    )
    return stop, owners


def _check_tokens(stop: str, owners: tuple[str | None, ...], places: Places, where: str) -> None:
    title, tiles = places.title, places.tiles
    print_ = print_of(title, tiles, stop)
    beside = title.routes.beside_tokens and print_.kind in ("city", "offboard")
    needed = len(_trimmed(owners))
    if needed > print_.slots and not beside:
        slots = number_of(print_.slots, "slot")
        message = f"{number_of(needed, 'token')}, but this {print_.kind} has {slots}"
        places.problems.add("token_beyond_slots", where, message)
    for owner, count in Counter(owner for owner in owners if owner).items():
        if count > cities_joined(title, tiles, stop):
            places.problems.add("two_tokens", where, f"{owner} has {count} tokens in one city")


def _trimmed(slots: tuple[str | None, ...]) -> tuple[str | None, ...]:
    end = len(slots)
    while end and slots[end - 1] is None:
        end -= 1
    return slots[:end]
