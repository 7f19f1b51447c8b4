"""What no plan of two turns can be worth more than: a bound that looks at all of them at once.

All tiles that two lays could bring to a hex are taken to lie there together: all their track, each
stop at its dearest, every city open. Whatever two lays make of the board is part of that, so its
best is at least theirs. What a tile makes of a hex does not depend on the other hexes; so one board
with another of its tiles on every hex stands for as many lays as there are hexes.
"""

from __future__ import annotations

import itertools
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from route_opt import _core
from route_opt.compile import Instance, compile_network
from route_opt.lays import fitting
from route_opt.network import Network
from route_opt.next_moves.moves import Move
from route_opt.position import Position
from route_opt.reach import reach
from route_opt.rules.laying import after_lay, city_choices
from route_opt.rules.tokens import keeping_of

_DEARER = ("value", "end_extra", "pair_value", "goods", "own", "buyer", "room", "tariffs")
"""What only adds to a route the more there is of it, stop by stop."""


def most_of_plans(network: Network, firsts: Iterable[Move]) -> int:
    """No two lays let the corporation run for more: the core's bound before it searches."""
    boards = [network.position, *_layers(network, _hexes(network, firsts))]
    boards += [move.applied(network.position) for move in firsts if not move.tiles]  # rights
    return int(_core.solve(_together(boards), nodes=0)[2])


def _hexes(network: Network, firsts: Iterable[Move]) -> dict[str, bool]:
    """The hexes that a second lay can come to, and whether a first one can."""
    found = dict.fromkeys(reach(network).hexes, True)
    for move in firsts:
        found.update(dict.fromkeys(move.tiles, True))
        for hex_id in reach(Network(move.applied(network.position))).hexes:
            found.setdefault(hex_id, False)
    return found


def _layers(network: Network, hexes: dict[str, bool]) -> Iterator[Position]:
    """Boards that have each tile of each hex at least once."""
    columns = [list(_after_lays(network, hex_id, twice)) for hex_id, twice in hexes.items()]
    for row in itertools.zip_longest(*columns):
        position = network.position
        for change in row:
            position = change.applied(position) if change is not None else position
        yield position


class _Change(msgspec.Struct, frozen=True):
    """What lays make of a hex: its tile, and its own tokens and markers."""

    hex: str
    after: Position

    def applied(self, position: Position) -> Position:
        here = f"{self.hex}."
        tokens = {stop: held for stop, held in position.tokens.items() if not stop.startswith(here)}
        tokens |= {stop: held for stop, held in self.after.tokens.items() if stop.startswith(here)}
        markers = [marker for marker in position.markers if not marker.at.startswith(here)]
        markers += [marker for marker in self.after.markers if marker.at.startswith(here)]
        tiles = {**position.tiles, self.hex: self.after.tiles[self.hex]}
        changed = {"tiles": tiles, "tokens": tokens, "markers": tuple(markers)}
        return msgspec.structs.replace(position, **changed)


def _after_lays(network: Network, hex_id: str, twice: bool) -> Iterator[_Change]:
    """What one lay on a hex, or two, make of it; whether there is such a tile left is not asked."""
    for after in _laid_on(network, hex_id):
        yield _Change(hex_id, after)
        if twice:
            for again in _laid_on(Network(after), hex_id):
                yield _Change(hex_id, again)


def _laid_on(network: Network, hex_id: str) -> Iterator[Position]:
    title, position = network.title, network.position
    colours, keeping = title.phases[position.phase].tiles, keeping_of(network)
    old = network.laid[hex_id]
    board = (position.tiles, position.tokens, position.markers)
    for tile, rotation in fitting(title, hex_id, old.spec, position.options):
        if title.tiles[tile].colour in colours:
            new = network.board.lay(hex_id, f"{tile}@{rotation}")
            for city in city_choices(title, position.tokens, old, new):
                after = after_lay(board, old, new, keeping, position.options, city)
                changed = {"tiles": after.tiles, "tokens": after.tokens, "markers": after.markers}
                yield msgspec.structs.replace(position, **changed)


def _together(boards: Iterable[Position]) -> Instance:
    """An instance in which everything can be run that can be run on any of some boards."""
    first, *others = (compile_network(Network(position)) for position in boards)
    pieces = _pieces(first)
    for other in others:
        for field in _DEARER:
            into = getattr(first, field)
            for at, (mine, more) in enumerate(zip(into, getattr(other, field), strict=True)):
                if more > mine:
                    into[at] = more
        for stop, closed in enumerate(other.end_only):
            first.end_only[stop] = first.end_only[stop] and closed
        first.visit_bonus = max(first.visit_bonus, other.visit_bonus)
        first.good_value = max(first.good_value, other.good_value)
        first.extra_good = first.extra_good or other.extra_good
        pieces |= _pieces(other)
    # Limits on towns and on cities apart: without them more can be run.
    first.major_visits = first.major_counts = first.minor_visits = first.minor_counts = array("i")
    del first.track[:]
    for (end, beyond), count in pieces.items():
        first.track.extend((end, beyond) * count)
    return first


def _pieces(instance: Instance) -> Counter[tuple[int, int]]:
    """The pieces of track, lower end first; as often as they lie there."""
    ends = iter(instance.track)
    return Counter((min(a, b), max(a, b)) for a, b in zip(ends, ends, strict=True))
