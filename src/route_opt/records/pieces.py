"""What lies and stands on the map while a record is replayed: tiles and tokens.

Records name a tile by its copy (``57-1`` is the second 57) and a city by the copy it is printed
on. Tokens move from tile to tile on an upgrade; which slot of a city they take follows from who
has a space reserved there.
"""

from __future__ import annotations

from route_opt.tiles import Tile, city_exits, city_places
from route_opt.title import Title


class PieceError(ValueError):
    """An action that does not fit the map as it is; the replay adds which action it was."""


class City:
    """One stop that can hold tokens: its slots, reserved spaces, and what stands beside it."""

    __slots__ = ("beside", "reserved", "slots")

    def __init__(self, slots: int) -> None:
        self.slots: list[str | None] = [None] * slots
        self.reserved: list[str | None] = []
        self.beside: list[str] = []

    def slot_for(self, owner: str) -> int | None:
        """The slot a token of `owner` would take: the one reserved for it, else a free one."""
        if owner in self.reserved:
            return self.reserved.index(owner)
        for slot, token in enumerate(self.slots):
            if token is None and not (slot < len(self.reserved) and self.reserved[slot]):
                return slot
        return None

    def reserve(self, owner: str, slot: int | None) -> None:
        """Keep a space for `owner`: that slot, or the first free one."""
        if slot is None:
            slot = self.slot_for(owner)
        self.reserved.insert(len(self.reserved) if slot is None else slot, owner)

    def release(self, owner: str) -> None:
        """Give up the space kept for `owner`."""
        self.reserved = [None if name == owner else name for name in self.reserved]

    def put(self, owner: str) -> None:
        """A token of `owner` takes its slot."""
        slot = self.slot_for(owner)
        if slot is None or slot >= len(self.slots) or self.slots[slot] is not None:
            raise PieceError(f"has no free space for a token of {owner}")
        self.slots[slot] = owner

    def remove(self, owner: str) -> None:
        """Every token of `owner` goes."""
        self.slots = [None if name == owner else name for name in self.slots]
        self.beside = [name for name in self.beside if name != owner]

    def replace(self, old: str, new: str) -> None:
        """Tokens of `old` become tokens of `new`."""
        self.slots = [new if name == old else name for name in self.slots]

    @property
    def tokens(self) -> list[str | None]:
        """Every token, slot by slot, those beside the city last; no empty slots at the end."""
        found = [*self.slots, *self.beside]
        while found and found[-1] is None:
            found.pop()
        return found

    def move_to(self, other: City) -> None:
        """Put the tokens on the city that takes this one's place on a new tile."""
        for owner in self.slots:
            if owner is not None:
                other.put(owner)
        other.beside += self.beside


class Pieces:
    """The map of a game: which tile copy lies where, and the tokens in every city."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.tiles: dict[str, str] = {}
        self.copies: dict[str, str] = {}
        self.cities: dict[str, dict[int, City]] = {
            hex_.id: _cities(hex_.tile) for hex_ in title.hexes.values()
        }

    def city(self, stop: str) -> City:
        """The city with a stop's name."""
        hex_id, _, number = stop.partition(".")
        return self.cities[hex_id][int(number or 0)]

    def all_cities(self) -> list[City]:
        """Every city of the map."""
        return [city for cities in self.cities.values() for city in cities.values()]

    def printed(self, hex_id: str) -> tuple[Tile, int]:
        """The tile that shows on a hex, and how far it is turned."""
        spec = self.tiles.get(hex_id)
        if spec is None:
            return self.title.hexes[hex_id].tile, 0
        name, _, turn = spec.partition("@")
        return self.title.tiles[name], int(turn)

    def lay(self, hex_id: str, copy: str, turn: int) -> None:
        """Lay a tile copy on a hex; what lay there goes back to the box."""
        name = self.tile_name(copy)
        if hex_id not in self.title.hexes:
            raise PieceError(f"hex {hex_id!r} is not on the map of {self.title.name}")
        if turn not in range(6):
            raise PieceError(f"rotation {turn!r} is outside 0..5")
        if copy in self.copies:
            raise PieceError(f"tile {copy} lies on {self.copies[copy]} already")
        old, old_turn = self.printed(hex_id)
        new = self.title.tiles[name]
        cities = _cities(new)
        places = city_places(city_exits(old, old_turn), city_exits(new, turn))
        if len(places) < len(self.cities[hex_id]):
            raise PieceError("takes a city off the map")
        for number, city in self.cities[hex_id].items():
            cities[places[number]].reserved += city.reserved
        for number, city in self.cities[hex_id].items():
            city.move_to(cities[places[number]])
        self.copies = {tile: place for tile, place in self.copies.items() if place != hex_id}
        self.copies[copy] = hex_id
        self.tiles[hex_id] = f"{name}@{turn}"
        self.cities[hex_id] = cities

    def tile_name(self, copy: str) -> str:
        """The tile a copy is of, under the name the title gives it."""
        name = copy.rpartition("-")[0] or copy
        name = self.title.aliases.get(name, name)
        if name not in self.title.tiles:
            raise PieceError(f"tile {copy!r} is not a tile of {self.title.name}")
        return name

    def stop_of_city(self, city: str) -> str:
        """The stop a record calls ``57-1-0``: the n-th city of a tile copy or of a printed hex."""
        copy, _, number = city.rpartition("-")
        hex_id = self.copies.get(copy) or copy.rpartition("-")[0]
        if hex_id not in self.title.hexes or not number.isdecimal():
            raise PieceError(f"city {city!r} is not on the map")
        cities = list(self.cities[hex_id])
        if int(number) >= len(cities):
            raise PieceError(f"city {city!r}: {hex_id} has {len(cities)} cities")
        return f"{hex_id}.{cities[int(number)]}"

    def tokens_of(self, owner: str) -> list[str]:
        """The stops where `owner` has a token."""
        return [
            f"{hex_id}.{number}"
            for hex_id, cities in self.cities.items()
            for number, city in cities.items()
            if owner in city.tokens
        ]

    def document(self) -> dict[str, list[str | None]]:
        """The tokens as a position writes them."""
        return {
            f"{hex_id}.{number}": city.tokens
            for hex_id, cities in self.cities.items()
            for number, city in cities.items()
            if city.tokens
        }


def _cities(tile: Tile) -> dict[int, City]:
    return {
        number: City(stop.slots)
        for number, stop in enumerate(tile.stops)
        if stop.kind in ("city", "offboard")
    }
