"""The track network of a position: named stops, what lies on each hex, who blocks whom.

Everything that reads a position, the judge and the compiler alike, starts here. The network knows
what is on the board; what a run may do with it is the judge's business.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable

import msgspec

from route_opt._tables import Ground, Tables
from route_opt.board import Board, Laid, board_of
from route_opt.position import Marker, Position
from route_opt.title import Title, Train


class NetworkStop(msgspec.Struct, frozen=True, cache_hash=True):
    """A stop as the running corporation finds it.

    Attributes
    ----------
    value, values
        What is printed, without any bonus: in this phase, and in every column.
    own
        A token of the running corporation stands here.
    full
        Every slot holds a token of another corporation: nobody else passes.
    through
        A route may pass: not an off-board, not full.
    access
        The running corporation may come here at all.
    several
        Its hex has other stops as well.
    """

    id: int
    name: str
    hex: str
    city: str
    kind: str
    value: int
    slots: int
    tokens: tuple[str | None, ...]
    own: bool
    full: bool
    through: bool
    access: bool
    several: bool = False
    values: tuple[int, ...] = ()

    def printed(self, train: Train) -> int:
        """What is printed for a train: in its own column, or in that of the phase."""
        column = train.column
        return self.values[column] if 0 <= column < len(self.values) else self.value


class Network:
    """Stops and track of one position.

    Attributes
    ----------
    column
        Which of several printed values is paid in this phase.
    tokens
        Who stands where, with the tokens that markers put on the map.
    ground
        Track, stops and tokens in the core's numbers.

    >>> from route_opt.position import parse
    >>> network = Network(parse({"title": "1846", "phase": "I", "corporation": "GT"}))
    >>> network.stops["D6.0"].value
    10
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._reached: dict[Marker, list[NetworkStop]] = {}
        self.title: Title = position.rules
        self.column = self.title.phases[position.phase].column
        separate = self.title.routes.separate_areas
        self.board: Board = board_of(self.title, bool(separate) and separate in position.options)
        self._printed = _printed(self.board, self.column)
        self.tokens = self._tokens() if position.markers else position.tokens
        closed = self._closed()
        places = [self.board.place_of[hex_id] for hex_id in closed] if closed else ()
        self.ground: Ground = self._printed.tables.lay(
            position.tiles, self.tokens, position.corporation, places
        )

    @functools.cached_property
    def laid(self) -> dict[str, Laid]:
        """What lies on each hex."""
        found, tiles = self.board.printed.copy(), self.position.tiles
        found.update(zip(tiles, map(self.board.pieces.__getitem__, tiles.items()), strict=True))
        return found

    def on(self, hex_id: str) -> Laid:
        """What lies on one hex."""
        spec = self.position.tiles.get(hex_id)
        return self.board.printed[hex_id] if spec is None else self.board.pieces[hex_id, spec]

    def _tokens(self) -> dict[str, tuple[str | None, ...]]:
        found = dict(self.position.tokens)
        for marker in self.position.markers:
            effect = self.title.markers[marker.kind].effect
            if effect in ("token", "double_end"):
                there = found.get(marker.at, ())
                if marker.owner not in there:
                    beside = effect == "double_end" and not self._beside_fills
                    slots = self._slots(marker.at) if beside else 0
                    found[marker.at] = _with_token(there, marker.owner, slots)
        return found

    @property
    def _beside_fills(self) -> bool:
        """Whether tokens that stand beside a city take a free space of it instead."""
        option = self.title.routes.beside_fills
        return bool(option) and option in self.position.options

    def _slots(self, stop: str) -> int:
        hex_id, _, number = stop.partition(".")
        return self.on(hex_id).tile.stops[int(number)].slots

    @functools.cached_property
    def stops(self) -> dict[str, NetworkStop]:
        """Every stop that has track, by name; an area stands under its first hex."""
        printed = self._printed
        found = dict(printed.fixed)
        for laid in map(self.laid.__getitem__, self.board.open | self.position.tiles):
            if laid.stops:
                found.update(printed[laid])
        changed = [name for name in self.tokens if name in found]
        if self.title.routes.access:
            changed += [stop.name for stop in found.values() if not stop.access]
        found.update((name, stop) for name in changed if (stop := self.stop(name)))
        return found

    def stop(self, name: str) -> NetworkStop | None:
        """One of the stops that have track; None if there is none of that name."""
        stop: NetworkStop | None = self.ground.stop(name)
        if stop is None or stop.access or stop.hex in self._closed():
            return stop
        return msgspec.structs.replace(stop, access=True)

    def serves(self, marker: Marker) -> bool:
        """Whether the running corporation has the use of a marker: its own, or nobody's."""
        return marker.owner in ("", self.position.corporation)

    def applies(self, marker: Marker, stop: NetworkStop) -> bool:
        """Whether a marker applies to a stop: it stands there, or holds for the whole hex."""
        if self._is_hex_wide(marker):
            return marker.at.partition(".")[0] == stop.hex
        return marker.at == stop.name

    def _is_hex_wide(self, marker: Marker) -> bool:
        return marker.hex_wide or self.title.markers[marker.kind].hex_wide

    def reach(self, marker: Marker) -> list[NetworkStop]:
        """The stops with track that a marker applies to; several ask."""
        found = self._reached.get(marker)
        if found is None:
            found = self._reached[marker] = self._reach(marker)
        return found

    def _reach(self, marker: Marker) -> list[NetworkStop]:
        if not marker.at:
            return []
        names: Iterable[str] = (marker.at,)
        if self._is_hex_wide(marker):
            names = self.on(marker.at.partition(".")[0]).stops
        stops = map(self.stop, names)
        return [stop for stop in stops if stop is not None and self.applies(marker, stop)]

    def _closed(self) -> list[str]:
        """The hexes with restricted access that the running corporation may not use."""
        if not self.title.routes.access:
            return []
        rights = {marker.kind for marker in self.position.markers if self.serves(marker)}
        return [hex_id for hex_id, kind in self.title.routes.access.items() if kind not in rights]


_Lies = tuple[int, "array[int]", list[tuple[int, NetworkStop | None, int, int, bool]]]
"""What lies on a hex in the core's numbers: the hex, its track, its stops."""


class _Printed(dict[Laid, dict[str, NetworkStop]]):
    """The stops of each tile as it lies, without tokens, in one column of values.

    They are the same for every position that has it, and made when first asked for.

    Attributes
    ----------
    fixed
        The stops on hexes that no tile ever covers.
    tables
        The same in the core's numbers.
    """

    def __init__(self, board: Board, column: int) -> None:
        self.board, self.column = board, column
        self.fixed: dict[str, NetworkStop] = {}
        for laid in board.fixed:
            for name, stop in self[laid].items():
                self.fixed.setdefault(name, stop)
        numbers = {name: number for number, name in enumerate(board.stop_names)}
        pieces = [self._piece(laid) for laid in board.printed.values()]
        self.tables = Tables(pieces, numbers, self._tile, _with_tokens)

    def __missing__(self, laid: Laid) -> dict[str, NetworkStop]:
        stops = _printed_stops(self.board, laid, self.column)
        found = self[laid] = {stop.name: stop for stop in stops}
        return found

    def _tile(self, hex_id: str, spec: str) -> _Lies:
        return self._piece(self.board.pieces[hex_id, spec])

    def _piece(self, laid: Laid) -> _Lies:
        """What lies on a hex in the core's numbers, with all stops that there can be."""
        board = self.board
        stops: list[tuple[int, NetworkStop | None, int, int, bool]] = []
        for name in board.stops_on[laid.hex]:
            number = board.stop_of[name]
            stop = self[laid].get(board.stop_names[number])
            if stop is None:
                stops.append((number, None, 0, 0, False))
            else:
                slots = stop.slots if stop.kind == "city" else 0
                stops.append((number, stop, stop.value, slots, not stop.through))
        return board.place_of[laid.hex], laid.codes, stops


_printed = functools.cache(_Printed)


def fixed_stops(board: Board, column: int) -> dict[str, NetworkStop]:
    """The stops on hexes that no tile ever covers, without tokens."""
    return _printed(board, column).fixed


def _with_tokens(
    stop: NetworkStop, tokens: tuple[str | None, ...], own: int, full: int
) -> NetworkStop:
    """A stop with tokens on it."""
    through = stop.through and not full
    return msgspec.structs.replace(
        stop, tokens=tokens, own=bool(own), full=bool(full), through=through
    )


def _printed_stops(board: Board, laid: Laid, column: int) -> tuple[NetworkStop, ...]:
    """The stops of a tile as it lies, without tokens: the same for every position that has it."""
    if not laid.track:
        return ()
    routes = board.title.routes
    ends_only = laid.hex not in routes.through
    return tuple(
        NetworkStop(
            id=board.stop_of[name],
            name=board.stop_names[board.stop_of[name]],
            hex=laid.hex,
            city=board.title.hexes[laid.hex].name,
            kind=print_.kind,
            value=print_.value(column),
            slots=print_.slots,
            tokens=(),
            own=False,
            full=False,
            through=not (print_.kind == "offboard" and ends_only),
            access=laid.hex not in routes.access,
            several=len(laid.stops) > 1,
            values=print_.values,
        )
        for name, print_ in zip(laid.stops, laid.tile.stops, strict=True)
    )


def _with_token(tokens: tuple[str | None, ...], owner: str, slots: int) -> tuple[str | None, ...]:
    """The tokens with one more in the first empty place after `slots` that stay as they are."""
    places = [*tokens, *(None for _ in range(slots - len(tokens)))]
    free = next((n for n in range(slots, len(places)) if places[n] is None), None)
    if free is None:
        places.append(owner)
    else:
        places[free] = owner
    return tuple(places)
