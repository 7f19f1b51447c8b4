"""Laying a tile: how many a turn has, and where tokens and markers go on the new one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from route_opt.board import Laid
from route_opt.lays import moved
from route_opt.position import Marker
from route_opt.rules.cubes import cubes_at, cubes_that_come, with_cubes
from route_opt.rules.tokens import (
    Keeping,
    Tokens,
    first_slots,
    free_slot,
    stands_beside,
    trimmed,
    with_token,
)
from route_opt.tiles import FIRST_STOP
from route_opt.title import Title, Track


def yellows_of_turn(track: Track, first_turn: bool) -> int:
    """How many yellow tiles a turn has."""
    return (first_turn and track.first_turn_yellows) or track.yellows


def has_lay_left(track: Track, most: int, yellows: int, upgrades: int, upgrade: bool) -> bool:
    """Whether a turn of `most` yellow tiles has a lay left, an upgrade or a yellow tile.

    `yellows` and `upgrades` are those it has laid.
    """
    beside = most - 1 if track.upgrade == "second" else 0
    if upgrade:
        return upgrades < 1 and yellows <= beside
    return yellows < (most if not upgrades else beside)


def has_choice_of_city(title: Title, tokens: Tokens, old: Laid, new: Laid) -> bool:
    """Whether a token stands on bare cities of which the new tile makes several."""
    if old.track or sum(stop.kind == "city" for stop in new.tile.stops) < 2:
        return False
    owners = [owner for stop in old.stops for owner in tokens.get(stop, ()) if owner]
    return any(len(title.corporations[owner].home) > 1 for owner in owners)


def city_choices(title: Title, tokens: Tokens, old: Laid, new: Laid) -> range:
    """The cities of a new tile among which the one that takes the token is chosen."""
    return range(len(new.tile.stops) if has_choice_of_city(title, tokens, old, new) else 1)


def crosses_river(title: Title, new: Laid) -> bool:
    """Whether track on a river hex crosses the river, or leaves the bank it must keep to."""
    river = title.rivers.get(new.hex)
    if river is None:
        return False
    banks = [{int(side) for side in bank} for bank in (river.first, river.second)]
    pieces = [{end for end in piece if end < FIRST_STOP} for piece in new.track]
    if river.keep == "either":
        return not all(piece <= banks[0] or piece <= banks[1] for piece in pieces)
    bank = banks[river.keep == "second"]
    return not all(piece <= bank for piece in pieces)


class Laying(msgspec.Struct, frozen=True):
    """The map after a tile was laid.

    `renamed` are the stops that have another number now, `cubes` those that came to deposits.
    """

    tiles: dict[str, str]
    tokens: Tokens
    markers: tuple[Marker, ...]
    renamed: dict[str, str]
    cubes: dict[str, int]


def after_lay(
    board: tuple[dict[str, str], Tokens, tuple[Marker, ...]],
    old: Laid,
    new: Laid,
    keeping: Keeping,
    options: Collection[str],
    city: int = 0,
) -> Laying:
    """Lay a tile; tokens keep their city, or take `city` where the old print does not say.

    Tokens stand in slots again as if each were placed anew, in their order, those beside a city
    beside it; markers stay with their stop.
    """
    title, hex_id = keeping.title, new.hex
    tiles, tokens, markers = board
    places = moved(old, new)
    if has_choice_of_city(title, tokens, old, new):
        places = dict.fromkeys(places, city)
    renamed = {f"{hex_id}.{a}": f"{hex_id}.{b}" for a, b in places.items() if a != b}
    here = f"{hex_id}."
    if any(marker.at.startswith(here) for marker in markers):
        markers = tuple(
            moved_marker(title, marker, renamed, new) if marker.at.startswith(here) else marker
            for marker in markers
        )
    tiles = {**tiles, hex_id: new.spec}
    stops = [stop for stop in tokens if stop.startswith(here)]
    if stops:
        held = [(renamed.get(s, s), owner) for s in stops for owner in tokens[s] if owner]
        rest = {stop: owners for stop, owners in tokens.items() if stop not in stops}
        tokens = _placed(rest, held, tiles, markers, new, keeping, options)
    cubes = _new_cubes(keeping, markers, new)
    for deposit, come in cubes.items():
        markers = with_cubes(title, markers, deposit, cubes_at(title, markers, deposit) + come)
    return Laying(tiles, tokens, markers, renamed, cubes)


def _placed(
    tokens: Tokens,
    held: list[tuple[str, str]],
    tiles: dict[str, str],
    markers: tuple[Marker, ...],
    new: Laid,
    keeping: Keeping,
    options: Collection[str],
) -> Tokens:
    """The tokens of a hex, one after the other, in the slots of its new tile."""
    title = keeping.title
    for stop, owner in held:
        slots = new.tile.stops[int(stop.partition(".")[2])].slots
        there = tokens.get(stop, ())
        waiting = {name for place, name in held if place == stop}
        seen = _with_marked(title, there, markers, stop, waiting)
        # Two cities may become one: then a second token of the same owner stays there too.
        who = "" if owner in there else owner
        room = first_slots(seen, slots)
        if room and _is_second(title, markers, stop, owner):
            room[0] = room[0] or ""  # taken, though by nobody
        slot = free_slot(room, keeping.slots(stop, tiles, tokens), who)
        if slot is None or stands_beside(title, options, markers, stop, owner):
            slot = max(len(there), slots)
        tokens = {**tokens, stop: trimmed(with_token(there, owner, slot))}
    return tokens


def _is_second(title: Title, markers: Iterable[Marker], stop: str, owner: str) -> bool:
    """Whether a token is the second of a company that is not in the game: never in a first space.

    Its first one has a marker, elsewhere.
    """
    return any(
        title.markers[marker.kind].effect == "token" and marker.owner == owner and marker.at != stop
        for marker in markers
    )


def _with_marked(
    title: Title,
    there: tuple[str | None, ...],
    markers: Iterable[Marker],
    stop: str,
    held: set[str],
) -> tuple[str | None, ...]:
    """The tokens of a stop with those that only a marker stands for, in the first free slots."""
    for marker in markers:
        effect = title.markers[marker.kind].effect
        if effect == "token" and marker.at == stop and marker.owner not in (*there, *held):
            free = next((n for n, owner in enumerate(there) if owner is None), len(there))
            there = with_token(there, marker.owner, free)
    return there


def moved_marker(title: Title, marker: Marker, renamed: dict[str, str], new: Laid) -> Marker:
    """A marker on a hex that gets a new tile.

    One for a whole hex is written at its first stop, and says so while there are several.
    """
    if title.markers[marker.kind].hex_wide:
        return msgspec.structs.replace(marker, hex_wide=len(new.tile.stops) > 1)
    return msgspec.structs.replace(marker, at=renamed.get(marker.at, marker.at))


def _new_cubes(keeping: Keeping, markers: tuple[Marker, ...], new: Laid) -> dict[str, int]:
    """The cubes that a tile on a deposit brings, as far as there is room for them."""
    title, count = keeping.title, keeping.title.play.track.deposit_cubes
    if not count:
        return {}
    found = {}
    for stop, print_ in zip(new.stops, new.tile.stops, strict=True):
        if print_.kind == "deposit":
            found[stop] = cubes_that_come(title, keeping.phase, markers, stop, count)
    return {stop: come for stop, come in found.items() if come}
