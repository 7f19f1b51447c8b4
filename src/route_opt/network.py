"""The track network of a position: named stops, what lies on each hex, who blocks whom.

Everything that reads a position, the judge and the compiler alike, starts here. The network knows
what is on the board; what a run may do with it is the judge's business.
"""

from __future__ import annotations

import functools

import msgspec

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
    values: tuple[int, ...] = ()

    def printed(self, train: Train) -> int:
        """What is printed for a train: in its own column, or in that of the phase."""
        return self.values[train.column] if 0 <= train.column < len(self.values) else self.value


class Network:
    """Stops and track of one position.

    Attributes
    ----------
    laid
        What lies on each hex.
    column
        Which of several printed values is paid in this phase.

    >>> from route_opt.position import parse
    >>> network = Network(parse({"title": "1846", "phase": "I", "corporation": "GT"}))
    >>> network.stops["D6.0"].value
    10
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.title: Title = position.rules
        self.column = self.title.phases[position.phase].column
        separate = self.title.routes.separate_areas
        self.board: Board = board_of(self.title, bool(separate) and separate in position.options)
        self.laid: dict[str, Laid] = self.board.printed.copy()
        tiles = position.tiles
        self.laid.update(zip(tiles, map(self.board.pieces.__getitem__, tiles.items()), strict=True))

    @functools.cached_property
    def tokens(self) -> dict[str, tuple[str | None, ...]]:
        """Who stands where, with the tokens that markers put on the map."""
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
        return self.laid[hex_id].tile.stops[int(number)].slots

    @functools.cached_property
    def stops(self) -> dict[str, NetworkStop]:
        """Every stop that has track, by name; an area stands under its first hex."""
        return fixed_stops(self.board, self.column) | self.changed

    @functools.cached_property
    def changed(self) -> dict[str, NetworkStop]:
        """The stops that can differ from position to position, or have a token or a right here."""
        board, found = self.board, dict[str, NetworkStop]()
        printed = _printed(board, self.column)
        for laid in map(self.laid.__getitem__, board.open | self.position.tiles):
            if laid.stops:
                found.update(printed[laid])
        fixed, runner = fixed_stops(board, self.column), self.position.corporation
        for name, tokens in self.tokens.items():
            stop = found.get(name) or fixed.get(name)
            if stop is not None:
                found[name] = _with_tokens(stop, tokens, runner)
        if self.title.routes.access:
            for hex_id in self._accessible():
                for stop in [stop for stop in (fixed | found).values() if stop.hex == hex_id]:
                    found[stop.name] = msgspec.structs.replace(stop, access=True)
        return found

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
        """The stops with track that a marker applies to."""
        if self._is_hex_wide(marker):
            return [stop for stop in self.stops.values() if self.applies(marker, stop)]
        stop = self.stops.get(marker.at)
        return [] if stop is None else [stop]

    def _accessible(self) -> list[str]:
        """The hexes with restricted access that the running corporation may use."""
        rights = {marker.kind for marker in self.position.markers if self.serves(marker)}
        return [hex_id for hex_id, kind in self.title.routes.access.items() if kind in rights]


class _Printed(dict[Laid, dict[str, NetworkStop]]):
    """The stops of each tile as it lies, without tokens, in one column of values.

    They are the same for every position that has it, and made when first asked for.
    """

    def __init__(self, board: Board, column: int) -> None:
        self.board, self.column = board, column

    def __missing__(self, laid: Laid) -> dict[str, NetworkStop]:
        stops = _printed_stops(self.board, laid, self.column)
        found = self[laid] = {stop.name: stop for stop in stops}
        return found


_printed = functools.cache(_Printed)


@functools.cache
def fixed_stops(board: Board, column: int) -> dict[str, NetworkStop]:
    """The stops on hexes that no tile ever covers, without tokens."""
    found: dict[str, NetworkStop] = {}
    for laid in board.fixed:
        for name, stop in _printed(board, column)[laid].items():
            found.setdefault(name, stop)
    return found


@functools.lru_cache(maxsize=100_000)
def _with_tokens(stop: NetworkStop, tokens: tuple[str | None, ...], runner: str) -> NetworkStop:
    """A stop with tokens on it, as the running corporation finds it."""
    own = runner in tokens
    full = stop.kind == "city" and not own and _is_full(tokens, stop.slots)
    return msgspec.structs.replace(
        stop, tokens=tokens, own=own, full=full, through=stop.through and not full
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
            values=print_.values,
        )
        for name, print_ in zip(laid.stops, laid.tile.stops, strict=True)
    )


def _is_full(tokens: tuple[str | None, ...], slots: int) -> bool:
    """Whether the first `slots` places are all taken; tokens beyond them stand beside the city."""
    return slots > 0 and len(tokens) >= slots and None not in tokens[:slots]


def _with_token(tokens: tuple[str | None, ...], owner: str, slots: int) -> tuple[str | None, ...]:
    """The tokens with one more in the first empty place after `slots` that stay as they are."""
    places = [*tokens, *(None for _ in range(slots - len(tokens)))]
    free = next((n for n in range(slots, len(places)) if places[n] is None), None)
    if free is None:
        places.append(owner)
    else:
        places[free] = owner
    return tuple(places)
