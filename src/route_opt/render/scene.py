"""What a picture shows, gathered by hex and by stop before anything is drawn."""

from __future__ import annotations

import functools
from collections import defaultdict

from route_opt.board import Laid
from route_opt.network import Network
from route_opt.position import Marker, Position
from route_opt.render.geometry import layout_of
from route_opt.render.places import Place, places
from route_opt.rules.privates import may_be_open
from route_opt.rules.tokens import Keeping, first_slots, keeping_of, kept_of_free
from route_opt.tiles import Stop


class Scene:
    """A position with everything looked up that its picture needs."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.network = Network(position)
        self.title = self.network.title
        self.layout = layout_of(self.title.layout)
        self.column = self.title.phases[position.phase].column
        self.rings: dict[str, list[str]] = defaultdict(list)
        """For each stop, the colours of the trains that count it."""

    def laid(self, hex_id: str) -> Laid:
        """What lies on a hex."""
        return self.network.laid[hex_id]

    def places(self, hex_id: str) -> tuple[Place, ...]:
        """Where the stops of a hex sit, from its centre."""
        laid = self.laid(hex_id)
        return places(laid.tile, rotation_of(laid), self.layout)

    def stop_name(self, name: str) -> str:
        """The one name of a stop; every hex of an area has the same."""
        board = self.network.board
        return board.stop_names[board.stop_of[name]]

    @functools.cached_property
    def area_of(self) -> dict[str, tuple[str, ...]]:
        """For each hex those that are one with it: its off-board area, or itself alone."""
        found: dict[str, tuple[str, ...]] = {hex_id: (hex_id,) for hex_id in self.title.hexes}
        for ids in self.title.areas.values():
            if len({self.stop_name(f"{hex_id}.0") for hex_id in ids}) == 1:
                found |= dict.fromkeys(ids, ids)
        return found

    @functools.cached_property
    def areas(self) -> tuple[tuple[str, ...], ...]:
        """All hexes, those of an off-board area together, in the order of the map."""
        return tuple(dict.fromkeys(self.area_of.values()))

    def middle(self, area: tuple[str, ...]) -> complex:
        """The middle of a hex or of several."""
        return sum(map(self.layout.centre, area)) / len(area)

    @functools.cached_property
    def markers(self) -> dict[str, list[tuple[Marker, str]]]:
        """For each stop, its markers, and which of its places names the stop."""
        found: dict[str, list[tuple[Marker, str]]] = defaultdict(list)
        for marker in self.position.markers:
            for where in ("at", "from_", "to"):
                if getattr(marker, where):
                    found[getattr(marker, where)].append((marker, where.rstrip("_")))
        return found

    @functools.cached_property
    def removed(self) -> frozenset[tuple[str, str]]:
        """Stops with the tokens of corporations that are not in this game."""
        return frozenset(
            (marker.at, marker.owner)
            for marker in self.position.markers
            if self.title.markers[marker.kind].effect == "token"
        )

    def privates(self, hex_id: str) -> list[str]:
        """The private companies whose hex this is, as long as they are open."""
        named = self.title.hexes[hex_id].private
        known = self.title.privates.items()
        found = [name for name, company in known if hex_id in company.blocks]
        found = found or [name for name in self.title.privates if name == named]
        phase = self.position.phase
        return [name for name in found if may_be_open(self.title, self.title.privates[name], phase)]

    @functools.cached_property
    def keeping(self) -> Keeping:
        """For whom slots are kept."""
        return keeping_of(self.network)

    def slots(self, stop: str, print_: Stop) -> list[tuple[str | None, str | None]]:
        """Each slot of a stop: the token on it, and who else it is kept for."""
        tokens = self.network.tokens
        found = first_slots(tokens.get(stop, ()), print_.slots)
        kept = kept_of_free(found, self.keeping.slots(stop, self.position.tiles, tokens))
        return [(owner, kept.get(slot)) for slot, owner in enumerate(found)]

    def kept(self) -> bool:
        """Whether any slot is drawn as one that is kept for somebody."""
        return any(
            kept
            for laid in self.network.laid.values()
            for name, stop in zip(laid.stops, laid.tile.stops, strict=True)
            for _, kept in self.slots(self.stop_name(name), stop)
        )

    def label(self, hex_id: str) -> tuple[str, bool]:
        """The letters of a hex, and whether its tile bears them already."""
        laid = self.laid(hex_id)
        later = "" if laid.spec else self.title.hexes[hex_id].later_label
        return laid.tile.label or later, bool(laid.tile.label)

    def beside(self, stop: str, print_: Stop) -> list[str]:
        """The tokens beside a city, beyond its slots."""
        return [owner for owner in self.network.tokens.get(stop, ())[print_.slots :] if owner]

    def colour_of(self, corporation: str) -> str:
        """The colour of a corporation's tokens."""
        return self.title.corporations[corporation].colour


def rotation_of(laid: Laid) -> int:
    """How far a tile is turned; 0 for what is printed."""
    return int(laid.spec.rpartition("@")[2] or 0)
