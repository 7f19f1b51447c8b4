"""The track network of a position: named stops, what lies on each hex, who blocks whom.

Everything that reads a position, the judge and the compiler alike, starts here. The network knows
what is on the board; what a run may do with it is the judge's business.
"""

from __future__ import annotations

import functools

import msgspec

from route_opt.board import Board, Laid, board_of
from route_opt.position import Marker, Position
from route_opt.title import Title


class NetworkStop(msgspec.Struct, frozen=True):
    """A stop as the running corporation finds it.

    Attributes
    ----------
    value
        What is printed, in this phase, without any bonus.
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


class Network:
    """Stops and track of one position.

    >>> from route_opt.position import parse
    >>> network = Network(parse({"title": "1846", "phase": "I", "corporation": "GT"}))
    >>> network.stops["D6.0"].value
    10
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.title: Title = position.rules
        separate = self.title.routes.separate_areas
        self.board: Board = board_of(self.title, bool(separate) and separate in position.options)
        lay = self.board.lay
        self.laid: dict[str, Laid] = self.board.printed | {
            hex_id: lay(hex_id, spec) for hex_id, spec in position.tiles.items()
        }

    @functools.cached_property
    def tokens(self) -> dict[str, tuple[str | None, ...]]:
        """Who stands where, with the tokens that markers put on the map."""
        found = dict(self.position.tokens)
        for marker in self.position.markers:
            effect = self.title.markers[marker.kind].effect
            there = found.get(marker.at, ())
            if effect in ("token", "double_end") and marker.owner not in there:
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
        found: dict[str, NetworkStop] = {}
        column = self.title.phases[self.position.phase].column
        tokens, accessible = self.tokens, self._accessible
        for laid in self.laid.values():
            if laid.stops and laid.track:
                for stop in _printed_stops(self.board, laid, column):
                    name = stop.name
                    if name not in found:
                        changed = name in tokens or laid.hex in accessible
                        found[name] = self._as_found(stop) if changed else stop
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

    @functools.cached_property
    def _accessible(self) -> frozenset[str]:
        """The hexes with restricted access that the running corporation may use."""
        rights = {marker.kind for marker in self.position.markers if self.serves(marker)}
        access = self.title.routes.access
        return frozenset(hex_id for hex_id, kind in access.items() if kind in rights)

    def _as_found(self, stop: NetworkStop) -> NetworkStop:
        """A stop with the tokens on it and the rights of the running corporation."""
        tokens = self.tokens.get(stop.name, ())
        own = self.position.corporation in tokens
        full = stop.kind == "city" and not own and _is_full(tokens, stop.slots)
        return msgspec.structs.replace(
            stop,
            tokens=tokens,
            own=own,
            full=full,
            through=stop.through and not full,
            access=stop.access or stop.hex in self._accessible,
        )


@functools.cache
def _printed_stops(board: Board, laid: Laid, column: int) -> tuple[NetworkStop, ...]:
    """The stops of a tile as it lies, without tokens: the same for every position that has it."""
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
