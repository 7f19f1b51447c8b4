"""The map: tiles, tokens, markers, and the track they make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from operating_round.state import Board, Corporation
from route_opt.board import Laid
from route_opt.lays import Lay, legal_lays
from route_opt.network import Network
from route_opt.position import Marker
from route_opt.reach import Reach, has_route, reach
from route_opt.rules.laying import after_lay
from route_opt.rules.tokens import Keeping, first_slots, free_slot, stop_now, trimmed, with_token
from route_opt.tiles import Stop

if TYPE_CHECKING:
    from operating_round.table.table import Table
    from operating_round.table.view import View

replace = msgspec.structs.replace


class MapView:
    """What lies and stands on the map, and where it leads."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._networks: dict[str, Network] = {}
        self._reaches: dict[str, Reach] = {}
        self._lays: dict[tuple[str, str, tuple[str, ...], bool, tuple[str, ...]], list[Lay]] = {}

    def network(self, name: str = "") -> Network:
        """The network as a company finds it."""
        name = name or self.view.entity
        if name not in self._networks:
            self._networks[name] = Network(self.view.state.position(name))
        return self._networks[name]

    def reach(self, name: str = "") -> Reach:
        """Where a company's track leads."""
        name = name or self.view.entity
        if name not in self._reaches:
            self._reaches[name] = reach(self.network(name))
        return self._reaches[name]

    def lays(
        self,
        hexes: Iterable[str],
        colours: tuple[str, ...],
        anywhere: Collection[str],
        closed: Collection[str],
        tiles: tuple[str, ...] = (),
    ) -> Iterator[Lay]:
        """Every tile that may be laid on these hexes, as `legal_lays` finds them.

        What is found for a hex is known from then on, as long as the map stays as it is.
        """
        found, entity, near = self._lays, self.view.entity, self.reach().hexes
        keys = {
            hex_id: (entity, hex_id, colours, hex_id in anywhere, tiles)
            for hex_id in hexes
            if (hex_id in near or hex_id in anywhere) and hex_id not in closed
        }
        new = [hex_id for hex_id, key in keys.items() if key not in found]
        if new:
            found.update((keys[hex_id], []) for hex_id in new)
            for lay in legal_lays(
                self.network(),
                hexes=new,
                colours=colours,
                anywhere=anywhere,
                tiles=tiles,
                reached=self.reach(),
            ):
                found[keys[lay.hex]].append(lay)
        for key in keys.values():
            yield from found[key]

    def has_route(self) -> bool:
        """Whether the acting company has any route, whatever train it had."""
        return has_route(self.network())

    @property
    def anyones(self) -> Network:
        """What lies and stands on the map, whoever looks at it."""
        if "" not in self._networks:
            anybody = next(iter(self.view.title.corporations))
            self._networks[""] = Network(self.view.state.position(anybody, ()))
        return self._networks[""]

    def laid(self, hex_id: str) -> Laid:
        """What lies on a hex."""
        return self.anyones.laid[hex_id]

    def stop(self, name: str) -> Stop:
        """A stop as the laid tile prints it."""
        hex_id, _, number = name.partition(".")
        return self.laid(hex_id).tile.stops[int(number)]

    def has_stop(self, name: str) -> bool:
        """Whether a stop is on the map."""
        laid = self.anyones.laid.get(name.partition(".")[0])
        return laid is not None and name in laid.stops

    def home_stops(self, name: str) -> list[str]:
        """The home of a company as the tiles now number its stops."""
        title, tiles = self.view.title, self.view.state.board.tiles
        return [stop_now(title, tiles, stop) for stop in title.corporations[name].home]

    def slots_of(self, stop: str) -> list[str | None]:
        """Who stands in each slot of a stop, tokens that markers put there included."""
        return first_slots(self.anyones.tokens.get(stop, ()), self.stop(stop).slots)

    def free_slot(self, stop: str, owner: str) -> int | None:
        """The slot a token would take: the one kept for it, else a free one kept for nobody."""
        return free_slot(self.slots_of(stop), self.reserved(stop), owner)

    def reserved(self, stop: str) -> dict[int, str]:
        """Slots of a stop that are kept, each with the company it is kept for."""
        board = self.view.state.board
        return self.keeping().slots(stop, board.tiles, board.tokens)

    def keeping(self) -> Keeping:
        """Who may have a space kept: those still to start, and what players own."""
        state = self.view.state
        rows, owners = state.corporations, state.privates.items()
        waits = (name for name, row in rows.items() if _waits(row))
        held = tuple(name for name, owner in owners if owner in state.players)
        return Keeping(self.view.title, state.phase, tuple(rows), frozenset(waits), held)


def _waits(row: Corporation) -> bool:
    return not row.tokens_on_map and not row.closed and not row.operated


class Map(MapView):
    """Tiles, tokens and markers that come, go and move."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table

    def know(self, other: MapView) -> None:
        """Take over what another view of the same map has found out."""
        self._networks, self._reaches = other._networks, other._reaches
        self._lays = other._lays

    def forget(self) -> None:
        """The map has changed: what was known of its track holds no more."""
        self._networks, self._reaches, self._lays = {}, {}, {}

    # tokens

    def set_tokens(self, stop: str, owners: Iterable[str | None]) -> None:
        """Who stands on a stop, slot by slot."""
        board, there = self.table.state.board, trimmed(owners)
        tokens = {name: held for name, held in board.tokens.items() if name != stop}
        if there:
            tokens[stop] = there
        self.table.set(board=replace(board, tokens=tokens))

    def put_token(self, stop: str, owner: str, slot: int) -> None:
        """A token takes a slot of a stop."""
        there = self.table.state.board.tokens.get(stop, ())
        self.set_tokens(stop, with_token(there, owner, slot))

    def put_beside(self, stop: str, owner: str) -> None:
        """A token stands beside a stop, after its slots."""
        there = len(self.table.state.board.tokens.get(stop, ()))
        self.put_token(stop, owner, max(there, self.stop(stop).slots))

    def place_next_token(self, owner: str, stop: str, slot: int) -> None:
        """A company's next token goes on the map. Tokens it got otherwise come after its own."""
        table = self.table
        row = table.company(owner)
        placed = len(table.rules.tokens.token_prices(table, owner)) - len(row.tokens_unplaced)
        on_map = list(row.tokens_on_map)
        on_map.insert(max(placed, 0), stop)
        self.put_token(stop, owner, slot)
        table.change(owner, tokens_on_map=tuple(on_map), tokens_unplaced=row.tokens_unplaced[1:])

    def place_home(self, name: str, city: int = 0) -> None:
        """A company's first token, on its home."""
        home = self.home_stops(name)[city]
        slot = self.free_slot(home, name)
        if slot is None:
            slot = len(self.table.state.board.tokens.get(home, ()))
        self.place_next_token(name, home, slot)
        text = f"{name} places its home token on {home}"
        self.table.say("home", text, corporation=name, stop=home)

    def add_extra_token(self, owner: str, stop: str, slot: int) -> None:
        """A token that is none of a company's own, such as that of a private company."""
        self.put_token(stop, owner, slot)
        on_map = self.table.company(owner).tokens_on_map
        self.table.change(owner, tokens_on_map=(*on_map, stop))

    def remove_tokens(self, owner: str) -> None:
        """Every token of a company leaves the map."""
        for stop, held in self.table.state.board.tokens.items():
            if owner in held:
                self.set_tokens(stop, [None if name == owner else name for name in held])

    # tiles

    def lay(self, hex_id: str, spec: str, city: int = 0) -> None:
        """Lay a tile; tokens keep their city, or take `city` where the old print does not say."""
        state = self.table.state
        board = state.board
        new = self.anyones.board.lay(hex_id, spec)
        pieces = (board.tiles, board.tokens, board.markers)
        after = after_lay(pieces, self.laid(hex_id), new, self.keeping(), state.options, city)
        self.table.set(board=Board(after.tiles, after.tokens, after.markers))
        self._rename_tokens(after.renamed)
        for deposit, count in after.cubes.items():
            self.say_cubes(deposit, count)

    def say_cubes(self, deposit: str, count: int) -> None:
        """Note that cubes came to a deposit."""
        text = f"{deposit} gets {count} cube{'s' * (count > 1)}"
        self.table.say("cubes", text, deposit=deposit, count=count)

    def _rename_tokens(self, renamed: dict[str, str]) -> None:
        table = self.table
        for name in (*table.state.corporations, *table.state.minors):
            row = table.company(name)
            on_map = tuple(renamed.get(stop, stop) for stop in row.tokens_on_map)
            if on_map != row.tokens_on_map:
                table.change(name, tokens_on_map=on_map)

    # markers

    def set_markers(self, markers: Iterable[Marker]) -> None:
        """Put these markers on and beside the map."""
        found, board = tuple(markers), self.table.state.board
        if found != board.markers:
            self.table.set(board=replace(board, markers=found))
