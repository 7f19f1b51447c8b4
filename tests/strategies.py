"""Random small positions, built as players build them: legal tiles laid around one place.

`board(title, seed)` is a position document, the same one for the same seed on every machine. A
board is dense rather than large, so that trains compete for track: tiles go where they meet track
that lies already. All of it is read from the title's data; no title is named here.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import Any, NamedTuple

from hypothesis import strategies as st

from route_opt import titles
from route_opt.position import Position, parse
from route_opt.rules.tiles import manifest_of
from route_opt.tiles import FIRST_STOP, Stop, Tile, keeps_track
from route_opt.title import MarkerKind, Title

TITLES = sorted(titles.names())

Document = dict[str, Any]


def position(title: str, seed: int) -> Position:
    """A random position of a title."""
    return parse(board(title, seed))


def positions(title: str) -> st.SearchStrategy[Position]:
    """Random positions of a title, for hypothesis."""
    return st.integers(0, 2**32 - 1).map(lambda seed: position(title, seed))


def board(title: str, seed: int) -> Document:
    """A random position document of a title."""
    return _Maker(titles.find(title), random.Random(f"{title} {seed}")).document()


class Laying(NamedTuple):
    """A tile in a rotation that can come to lie on a hex, and the sides its track leads to."""

    spec: str
    tile: Tile
    sides: frozenset[int]


def _sides(track: tuple[tuple[int, int], ...]) -> frozenset[int]:
    return frozenset(end for piece in track for end in piece if end < FIRST_STOP)


@functools.cache
def layings(title: Title, hex_id: str) -> tuple[Laying, ...]:
    """Every tile and rotation that legal lays and upgrades can bring to a hex."""
    hex_ = title.hexes[hex_id]
    allowed = title.tiles_of[hex_id]
    return tuple(
        Laying(f"{name}@{turn}", title.tiles[name], sides)
        for name, turn, sides in _reachable(title, hex_.tile, hex_.first)
        if name in allowed
        and title.may_turn(name, hex_id, turn)
        and all(_open(title, hex_id, side) for side in sides)
    )


@functools.cache
def _reachable(
    title: Title, printed: Tile, first: tuple[str, ...]
) -> list[tuple[str, int, frozenset[int]]]:
    """The tiles and rotations that a print can become, were there no neighbours."""
    todo = [
        (name, turn)
        for name in first
        for turn in range(6)
        if keeps_track(printed.track, title.tiles[name].rotated(turn))
    ]
    reached: dict[tuple[str, int], frozenset[int]] = {}
    while todo:
        name, turn = todo.pop()
        if (name, turn) in reached:
            continue
        track = title.tiles[name].rotated(turn)
        reached[name, turn] = _sides(track)
        todo += [
            (better, after)
            for better in title.upgrades.get(name, ())
            for after in range(6)
            if keeps_track(track, title.tiles[better].rotated(after))
        ]
    return [(name, turn, sides) for (name, turn), sides in sorted(reached.items())]


@functools.cache
def _open(title: Title, hex_id: str, side: int) -> bool:
    """Whether track may leave a hex by a side: onto the map, over no closed or blank side."""
    other = title.neighbour(hex_id, side)
    if other is None:
        return False
    border = title.border(hex_id, other)
    if border and border.impassable:
        return False
    hex_ = title.hexes[other]
    return bool(hex_.first) or (side + 3) % 6 in _sides(hex_.tile.track)


@functools.cache
def _places(title: Title) -> tuple[list[str], list[str]]:
    """The hexes with stops, and those of them that something special happens on."""
    stops = [hex_.id for hex_ in title.hexes.values() if hex_.tile.stops]
    special = {hex_id for kind in title.markers.values() for hex_id in kind.hexes}
    special |= {hex_id for area in title.areas.values() for hex_id in area}
    special |= {*title.routes.one_per_route, *title.routes.through, *title.routes.access}
    special |= {hex_id for ends in title.routes.ends.classes.values() for hex_id in ends}
    special |= {place.partition(".")[0] for one in title.routes.sets for place in one.stops}
    special |= {
        hex_.id
        for hex_ in title.hexes.values()
        if len(hex_.tile.stops) > 1 or any(stop.kind == "deposit" for stop in hex_.tile.stops)
    }
    return stops, sorted(special & set(stops))


@functools.cache
def _way(title: Title, here: str, there: str) -> tuple[str, ...]:
    """A shortest way over the map that track could take, or none if it is long."""
    ways: list[tuple[str, ...]] = [(here,)]
    seen = {here}
    while ways and len(ways[0]) < 9:
        way = ways.pop(0)
        if way[-1] == there:
            return way
        if len(way) > 1 and not title.hexes[way[-1]].first:
            continue
        for side in range(6):
            other = title.neighbour(way[-1], side)
            if other and other not in seen and _open(title, way[-1], side):
                seen.add(other)
                ways.append((*way, other))
    return ()


# How many markers with an effect, if not the usual number: cubes matter where there are several.
_NUMBERS = {
    "cubes": (0, 2, 3, 5),
    "refinery": (0, 2, 3, 5),
    "visit_bonus": (0, 1),
    "access": (0, 1),
    "cube_value": (0, 1),
    "extra_cube": (0, 1),
}


class _Maker:
    """Makes one document, asking one source of chance."""

    def __init__(self, title: Title, chance: random.Random) -> None:
        self.title, self.chance = title, chance
        self.tiles: dict[str, Laying] = {}
        self.used: Counter[str] = Counter()
        self.options = [
            name
            for name, option in title.options.items()
            if option.scope == "routes" and chance.random() < 0.3
        ]

    def document(self) -> Document:
        self.near: set[str] = set()
        while not any(stop.slots for hex_id in self.near for stop in self.stops(hex_id)):
            self.grow()
        corporations = self.chance.sample(list(self.title.corporations), 4)
        own, others = corporations[0], corporations[1:]
        tokens = self.tokens(own, others)
        markers = [
            marker
            for kind in self.title.markers.values()
            for _ in range(self.chance.choice(_NUMBERS.get(kind.effect, (0, 1, 1, 3))))
            if (marker := self.marker(kind, own, others, tokens))
        ]
        return {
            "title": self.title.name,
            "phase": self.chance.choice(self.allowed(self.title.phases)),
            "corporation": own,
            "trains": self.trains(),
            "tiles": {hex_id: laying.spec for hex_id, laying in self.tiles.items()},
            "tokens": tokens,
            "markers": markers,
            "options": self.options,
        }

    def allowed(self, table: dict[str, Any]) -> list[str]:
        return [
            name
            for name, row in table.items()
            if (not row.option or row.option in self.options) and row.without not in self.options
        ]

    def trains(self) -> list[str]:
        """None to four trains: short ones half of the time, those that skip stops often."""
        known = self.allowed(self.title.trains)
        types = self.title.trains
        short = known[: max(3, len(known) // 2)]
        skipping = [name for name in known if types[name].counts != types[name].visits]
        return [
            self.chance.choice(self.chance.choice((short, known, skipping or short)))
            for _ in range(self.chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 3, 4)))
        ]

    # tiles

    def grow(self) -> None:
        """Lay tiles where they meet track, from a place with a stop on."""
        stops, special = _places(self.title)
        here = self.chance.choice(special if special and self.chance.random() < 0.7 else stops)
        self.near.add(here)
        if self.chance.random() < 0.4:
            self.link(here, self.chance.choice(special or stops))
        if not self.lay(here) and not self.sides(here):
            self.lay(self.chance.choice([other for other in self.around(here) if other]))
        for _ in range(self.chance.choice((4, 7, 10, 14, 18, 24))):
            ends = [
                other
                for hex_id in sorted(self.near)
                for side in sorted(self.sides(hex_id))
                if (other := self.title.neighbour(hex_id, side)) and other not in self.tiles
            ]
            if not ends:
                break
            # Where most track ends, and where a stop is, a tile does most for the network.
            few = [self.chance.choice(ends) for _ in range(3)]
            self.lay(max(few, key=lambda end: ends.count(end) + 2 * bool(self.stops(end))))

    def link(self, here: str, there: str) -> None:
        """Lay a line from one place towards another, unless they are far apart."""
        way = _way(self.title, here, there)
        for before, hex_id, after in zip(way, way[1:], way[2:], strict=False):
            sides = {self.around(hex_id).index(before), self.around(hex_id).index(after)}
            self.lay(hex_id, frozenset(sides))

    def around(self, hex_id: str) -> list[str | None]:
        return [self.title.neighbour(hex_id, side) for side in range(6)]

    def sides(self, hex_id: str) -> frozenset[int]:
        """The sides that track on a hex leads to now."""
        laying = self.tiles.get(hex_id)
        return laying.sides if laying else _sides(self.title.hexes[hex_id].tile.track)

    def worth(self, hex_id: str, laying: Laying) -> int:
        """How well a tile ties in: sides that meet track count, sides towards a stop a little."""
        worth = 0
        for side in laying.sides:
            other = self.title.neighbour(hex_id, side)
            assert other is not None
            worth += 3 * ((side + 3) % 6 in self.sides(other)) + bool(self.stops(other))
        return worth

    def lay(self, hex_id: str, sides: frozenset[int] = frozenset()) -> bool:
        """Lay the best of a few tiles with track to these sides: the one that ties in best."""
        self.near.add(hex_id)
        choices = [laying for laying in layings(self.title, hex_id) if sides <= laying.sides]
        if not choices or hex_id in self.tiles:
            return False
        few = [self.chance.choice(choices) for _ in range(self.chance.choice((2, 6, 20)))]
        supply = manifest_of(self.title, self.options)
        few = [
            laying
            for laying in few
            if not supply[laying.spec.partition("@")[0]]
            or self.used[laying.spec.partition("@")[0]] < supply[laying.spec.partition("@")[0]]
        ]
        if not few:
            return False
        laying = max(few, key=lambda laying: self.worth(hex_id, laying))
        self.tiles[hex_id] = laying
        self.used[laying.spec.partition("@")[0]] += 1
        return True

    # stops

    def stops(self, hex_id: str) -> tuple[Stop, ...]:
        laying = self.tiles.get(hex_id)
        return (laying.tile if laying else self.title.hexes[hex_id].tile).stops

    @functools.cached_property
    def found(self) -> dict[str, Stop]:
        """The stops on the part of the map in use; an area under its first hex."""
        found = {}
        for hex_id in sorted(self.near):
            area = self.title.hexes[hex_id].area
            first = self.title.areas[area][0] if area and not self.separate else hex_id
            for number, stop in enumerate(self.stops(hex_id)):
                found[f"{first}.{number}"] = stop
        return found

    @property
    def separate(self) -> bool:
        return self.title.routes.separate_areas in self.options

    def tokens(self, own: str, others: list[str]) -> dict[str, list[str | None]]:
        """Tokens in the cities in use: some have room, some are full, some have one beside."""
        tokens: dict[str, list[str | None]] = {}
        homes = [name for name, stop in self.found.items() if stop.slots]
        self.chance.shuffle(homes)
        homes.sort(key=lambda name: not self.sides(name.partition(".")[0]))
        mine = self.chance.choice((1, 1, 2, 3))
        for number, name in enumerate(homes):
            slots: list[str | None] = [None] * self.found[name].slots
            crowd = self.chance.choice((0.0, 0.3, 0.6, 1.0))
            free = self.chance.sample(others, min(len(slots), len(others)))
            for place, owner in enumerate(free):
                if self.chance.random() < crowd:
                    slots[place] = owner
            if number < mine:
                slots[self.chance.randrange(len(slots))] = own
            elif self.title.routes.beside_tokens and self.chance.random() < 0.2:
                beside = self.chance.choice([own, *others])
                slots += [beside] if beside not in slots else []
            if any(slots):
                tokens[name] = slots
        return tokens

    # markers

    def marker(
        self, kind: MarkerKind, own: str, others: list[str], tokens: dict[str, list[str | None]]
    ) -> Document | None:
        """A marker of a kind, where that kind may stand; None if there is no such place in use."""
        mine = self.chance.random() < 0.75
        marker: Document = {"kind": kind.kind, "owner": own if mine else others[0]}
        if not kind.owned and self.chance.random() < 0.6:
            del marker["owner"]
        if kind.effect == "required_ends":
            return self.required(marker, tokens)
        if not kind.placed:
            return marker
        at = self.place(kind, tokens)
        if at is None:
            return None
        marker["at"] = at
        if kind.effect == "token":
            marker["owner"] = self.chance.choice(others)
        if kind.effect == "cubes":
            marker["count"] = self.chance.randint(0, 4)
        if kind.states:
            likely = ("operational", "inoperational")
            states = likely if self.chance.random() < 0.6 else kind.states
            marker["state"] = self.chance.choice(states)
        if kind.effect == "value" and self.chance.random() < 0.2:
            marker["value"] = self.chance.choice((10, 20, 30, 50))
        if kind.effect == "value" and self.chance.random() < 0.2:
            marker["hex_wide"] = True
        return marker

    def place(self, kind: MarkerKind, tokens: dict[str, list[str | None]]) -> str | None:
        """A stop in use where a kind of marker may stand."""
        names = [
            name
            for name, stop in self.found.items()
            if self.fits(kind, name, stop, tokens.get(name, []))
        ]
        return self.chance.choice(names) if names else None

    def fits(self, kind: MarkerKind, name: str, stop: Stop, slots: list[str | None]) -> bool:
        if kind.hexes:
            return name.partition(".")[0] in kind.hexes
        if kind.effect == "cubes":
            return stop.kind == "deposit"
        if kind.effect == "token":
            return stop.kind == "city" and len([slot for slot in slots if slot]) < stop.slots
        return stop.kind in ("city", "offboard")

    def required(self, marker: Document, tokens: dict[str, list[str | None]]) -> Document | None:
        """A run that has to be made, now and then, from an own token to another stop."""
        mine = [name for name, slots in tokens.items() if marker["owner"] in slots]
        ends = [name for name, stop in self.found.items() if stop.kind != "town"]
        if not mine or self.chance.random() < 0.5:
            return None
        home, to = self.chance.choice(mine), self.chance.choice(ends)
        return None if home == to else marker | {"from": home, "to": to}
