"""What lies and stands on the map while a record is replayed: tiles and tokens.

Records name a tile by its copy (``57-1`` is the second 57) and a city by the copy it is printed
on. Tokens move from tile to tile on an upgrade; which slot of a city they take follows from who
has a space reserved there.
"""

from __future__ import annotations

import re
from typing import Any

from route_opt.position import checked_tile
from route_opt.tiles import Tile, city_exits, city_places
from route_opt.title import Title


class PieceError(ValueError):
    """An action that does not fit the game as it is; the replay adds which action it was.

    `code` is a stable name of what is wrong.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class City:
    """One stop that can hold tokens.

    Attributes
    ----------
    slots
        Its spaces, each with its token or None.
    reserved
        For whom a space is kept, by its number.
    over
        Tokens that found no space: they stand where the next spaces will be, and take those
        that an upgrade brings.
    beside
        Tokens that never take a space.
    """

    __slots__ = ("beside", "over", "reserved", "slots")

    def __init__(self, slots: int) -> None:
        self.slots: list[str | None] = [None] * slots
        self.reserved: list[str | None] = []
        self.over: list[str] = []
        self.beside: list[str] = []

    def slot_for(self, owner: str) -> int | None:
        """The slot a token of `owner` would take: the one reserved for it, else a free one."""
        if owner in self.reserved:
            slot = self.reserved.index(owner)
            if slot < len(self.slots) and self.slots[slot] is None:
                return slot
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

    def put(self, owner: str) -> bool:
        """A token of `owner` takes its slot; without one it waits beside, and this gives False."""
        slot = self.slot_for(owner)
        if slot is None:
            self.over.append(owner)
        else:
            self.slots[slot] = owner
        return slot is not None

    def put_in(self, owner: str, slot: Any) -> str:
        """A token of `owner` takes an empty slot kept for another, that one if it can.

        Gives for whom it was kept, or nothing where no slot is empty.
        """
        empty = [n for n, token in enumerate(self.slots) if token is None]
        if not empty:
            return ""
        taken = slot if slot in empty else empty[0]
        self.slots[taken] = owner
        return self.reserved[taken] or ""

    def put_second(self, owner: str) -> None:
        """A token of `owner` takes the second slot, or waits until an upgrade brings it."""
        if len(self.slots) > 1 and self.slots[1] is None:
            self.slots[1] = owner
        else:
            self.over.append(owner)

    def remove(self, owner: str) -> None:
        """Every token of `owner` goes."""
        self.slots = [None if name == owner else name for name in self.slots]
        self.over = [name for name in self.over if name != owner]
        self.beside = [name for name in self.beside if name != owner]

    def replace(self, old: str, new: str) -> None:
        """Tokens of `old` become tokens of `new`."""
        self.slots = [new if name == old else name for name in self.slots]
        self.over = [new if name == old else name for name in self.over]

    @property
    def tokens(self) -> list[str | None]:
        """Every token, slot by slot, those beside the city last; no empty slots at the end."""
        found = [*self.slots, *self.over, *self.beside]
        while found and found[-1] is None:
            found.pop()
        return found

    def move_to(self, other: City) -> None:
        """Put the tokens on the city that takes this one's place on a new tile."""
        for owner in self.slots:
            if owner is not None:
                other.put(owner)
        for slot, owner in enumerate(self.over, len(self.slots)):
            if slot < len(other.slots) and other.slots[slot] is None:
                other.slots[slot] = owner
            else:
                other.over.append(owner)
        other.beside += self.beside


class Pieces:
    """The map of a game: which tile copy lies where, and the tokens in every city.

    `turned` gives our number of a city on a tile for the one an old record uses.
    """

    def __init__(self, title: Title, turned: dict[str, dict[int, int]] | None = None) -> None:
        self.title = title
        self.turned = turned or {}
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

    def lay(self, hex_id: str, copy: str, turn: Any) -> list[PieceError]:
        """Lay a tile copy on a hex; what lay there goes back to the box.

        Gives what is wrong with it though its effect is clear.

        Raises
        ------
        PieceError
            Where it is not clear; nothing has been laid then.
        """
        if hex_id not in self.title.hexes:
            raise PieceError("hex", f"hex {hex_id!r} is not on the map of {self.title.name}")
        spec, problems = checked_tile(self.title, hex_id, f"{_tile_of(copy)}@{turn}")
        if not spec:
            raise PieceError("tile", problems[0].message)
        wrong = [PieceError("tile_place", problem.message) for problem in problems]
        if copy in self.copies:
            message = f"tile {copy} lies on {self.copies[copy]} already"
            wrong.append(PieceError("tile_copy", message))
        name = spec.partition("@")[0]
        new = self.title.tiles[name]
        cities = _cities(new)
        places = city_places(city_exits(*self.printed(hex_id)), city_exits(new, int(turn)))
        for number, city in self.cities[hex_id].items():
            cities[places[number]].reserved += city.reserved
        for number, city in self.cities[hex_id].items():
            city.move_to(cities[places[number]])
        self.copies = {tile: place for tile, place in self.copies.items() if place != hex_id}
        self.copies[copy] = hex_id
        self.tiles[hex_id] = spec
        self.cities[hex_id] = cities
        return wrong

    def stop_of_city(self, city: Any) -> str:
        """The stop a record calls ``57-1-0``: the n-th city of a tile copy or of a printed hex."""
        copy, _, number = str(city).rpartition("-")
        hex_id = self.copies.get(copy) or copy.rpartition("-")[0]
        if hex_id not in self.title.hexes or not re.fullmatch("[0-9]{1,2}", number):
            raise PieceError("city", f"city {city!r} is not on the map")
        cities = list(self.cities[hex_id])
        place = int(number)
        if copy in self.copies:
            place = self.turned.get(self.tiles[hex_id].partition("@")[0], {}).get(place, place)
        if place >= len(cities):
            raise PieceError("city", f"city {city!r}: {hex_id} has {len(cities)} cities")
        return f"{hex_id}.{cities[place]}"

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


def _tile_of(copy: str) -> str:
    return copy.rpartition("-")[0] or copy
