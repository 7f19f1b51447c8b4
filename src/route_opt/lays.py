"""Which tiles may be laid where: the rules that need the board and no more.

Both the rounds and the analysis of next moves ask here. A lay is legal for a corporation when
the tile is there (colour of the phase, supply), fits the hex (labels, sides, kept track) and
meets the corporation's own track as its title asks. What a turn adds (how many, who is blocked,
what is free) is not known here.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

import msgspec

from route_opt.board import Board, Laid
from route_opt.network import Network
from route_opt.position import checked_tile
from route_opt.reach import Reach, reach
from route_opt.rules.tiles import manifest_of, replacing
from route_opt.tiles import FIRST_STOP, city_exits, city_places, keeps_track
from route_opt.title import Title

Piece = tuple[int, int]


class Lay(msgspec.Struct, frozen=True):
    """A tile in a rotation on a hex, and what it costs.

    Attributes
    ----------
    terrain, borders
        What the hex costs now, and the sides that the new track is the second to meet.
    """

    hex: str
    tile: str
    rotation: int
    colour: str
    upgrade: bool
    terrain: int = 0
    borders: tuple[tuple[str, int], ...] = ()

    @property
    def spec(self) -> str:
        """The tile as a position writes it, such as ``57@2``."""
        return f"{self.tile}@{self.rotation}"

    def cost(self, least: int = 0) -> int:
        """What it costs, the tile alone `least`."""
        return max(least, self.terrain) + sum(amount for _, amount in self.borders)


def supply(title: Title, tiles: Mapping[str, str], options: Collection[str]) -> dict[str, int]:
    """How many of each tile are left to lay; those without a limit are not listed."""
    laid = Counter(spec.partition("@")[0] for spec in tiles.values())
    manifest = manifest_of(title, options)
    return {tile: number - laid[tile] for tile, number in manifest.items() if number}


def free_homes(title: Title, corporation: str, tiles: Mapping[str, str]) -> tuple[str, ...]:
    """The home of a corporation that needs no connection there, as long as no tile lies on it."""
    if corporation not in title.play.track.unconnected_homes:
        return ()
    home = title.corporations[corporation].home[0].partition(".")[0]
    return () if home in tiles else (home,)


def legal_lays(
    network: Network,
    *,
    hexes: Collection[str] | None = None,
    colours: Collection[str] = (),
    anywhere: Collection[str] = (),
    closed: Collection[str] = (),
    tiles: Collection[str] = (),
    reached: Reach | None = None,
) -> Iterator[Lay]:
    """Every tile that the corporation of a position may lay now.

    Parameters
    ----------
    hexes
        Only these hexes; all of them if not given.
    colours
        The colours that may be laid; those of the phase if not given.
    anywhere
        Hexes on which this corporation needs no connection.
    closed
        Hexes on which nothing may be laid.
    tiles
        Only these tiles; if not given, all that are not for a private company alone.
    """
    title, position = network.title, network.position
    colours = tuple(colours or title.phases[position.phase].tiles)
    left = supply(title, position.tiles, position.options)
    found = reached or reach(network)
    for hex_id in title.hexes if hexes is None else hexes:
        free = hex_id in anywhere
        if hex_id in closed or (hex_id not in found.hexes and not free):
            continue
        comes = None if free else _coming(network, found, hex_id)
        for lay in _lays_on(network.board, network.laid[hex_id], position.options, colours, comes):
            allowed = lay.tile in tiles if tiles else lay.tile not in title.kept_tiles
            if allowed and left.get(lay.tile, 1) > 0:
                yield _with_borders(network, lay)


@functools.lru_cache(maxsize=50_000)
def _lays_on(
    board: Board,
    old: Laid,
    options: tuple[str, ...],
    colours: tuple[str, ...],
    comes: Coming | None,
) -> tuple[Lay, ...]:
    """The tiles of some colours that fit on a hex and meet the track that comes there.

    Between two positions most hexes are as they were, so that this is mostly known already.
    Without `comes` no track need come there. What is printed on the sides is left out.
    """
    title = board.title
    return tuple(
        _plain_lay(title, old, tile, rotation)
        for tile, rotation in fitting(title, old.hex, old.spec, options)
        if title.tiles[tile].colour in colours
        and (comes is None or _meets(title, old, board.lay(old.hex, f"{tile}@{rotation}"), comes))
    )


def lay_of(network: Network, new: Laid, tile: str, rotation: int) -> Lay:
    """A lay with its costs."""
    plain = _plain_lay(network.title, network.laid[new.hex], tile, rotation)
    return _with_borders(network, plain)


def _plain_lay(title: Title, old: Laid, tile: str, rotation: int) -> Lay:
    """A lay without what the sides of its hex cost."""
    first = not old.spec
    every = title.play.track.terrain == "every"
    return Lay(
        old.hex,
        tile,
        rotation,
        title.tiles[tile].colour,
        bool(old.track) or old.tile.colour != "white" or not first,
        title.hexes[old.hex].cost if first or every else old.tile.cost,
    )


def _with_borders(network: Network, lay: Lay) -> Lay:
    """A lay with the sides that it is to pay for."""
    if not _printed_sides(network.title, lay.hex):
        return lay
    old, new = network.laid[lay.hex], network.board.lay(lay.hex, lay.spec)
    return msgspec.structs.replace(lay, borders=tuple(_borders(network, old, new)))


def _borders(network: Network, old: Laid, new: Laid) -> Iterator[tuple[str, int]]:
    """The printed sides that new track is the second to meet, each with kind and cost."""
    for side in _printed_sides(network.title, new.hex):
        other = network.title.neighbour(new.hex, side)
        if side in old.exits or side not in new.exits or other is None:
            continue
        border = network.title.border(new.hex, other)
        if border and border.cost and (side + 3) % 6 in network.laid[other].exits:
            yield border.kind, border.cost


@functools.lru_cache(maxsize=2000)
def _printed_sides(title: Title, hex_id: str) -> tuple[int, ...]:
    """The sides of a hex that have something printed on them."""
    others = ((side, title.neighbour(hex_id, side)) for side in range(6))
    return tuple(side for side, other in others if other and title.border(hex_id, other))


@functools.lru_cache(maxsize=20_000)
def fitting(
    title: Title, hex_id: str, spec: str, options: tuple[str, ...] = ()
) -> tuple[tuple[str, int], ...]:
    """Tiles and rotations that fit on what lies on a hex, whoever lays them and when."""
    name, _, turn = spec.partition("@")
    old = title.tiles[name].rotated(int(turn)) if spec else title.hexes[hex_id].tile.track
    return tuple(
        (tile, rotation)
        for tile in replacing(title, hex_id, spec, options)
        for rotation in range(6)
        if not checked_tile(title, hex_id, f"{tile}@{rotation}")[1]
        and _allowed_under(title, hex_id, tile, rotation, options)
        and keeps_track(old, title.tiles[tile].rotated(rotation))
    )


def _allowed_under(
    title: Title, hex_id: str, tile: str, rotation: int, options: tuple[str, ...]
) -> bool:
    never = [place for o in options for place in title.never_on_with.get(o, {}).get(tile, ())]
    return hex_id not in never and f"{hex_id}@{rotation}" not in never


@functools.lru_cache(maxsize=20_000)
def moved(old: Laid, new: Laid) -> dict[int, int]:
    """Which stop of a new tile each token-holding stop of the old one becomes."""
    return city_places(
        city_exits(old.tile, _turn_of(old)),
        city_exits(new.tile, _turn_of(new)),
    )


def _turn_of(laid: Laid) -> int:
    return int(laid.spec.partition("@")[2] or 0)


class _Meeting(msgspec.Struct):
    """How a corporation's track meets a tile: the pieces and stops it comes to, what is new."""

    touched: set[Piece]
    new: set[Piece]
    stops: set[int]
    raised: bool


class Coming(NamedTuple):
    """How a corporation's track comes to a hex.

    Attributes
    ----------
    sides
        The sides at which it comes.
    tokens
        Who stands at each stop of what lies there; empty where nobody does.
    owner
        The corporation, where it matters who it is.
    column
        The column of values that the phase uses.
    """

    sides: frozenset[int]
    tokens: tuple[tuple[str | None, ...], ...]
    owner: str
    column: int


def _coming(network: Network, found: Reach, hex_id: str) -> Coming:
    stops, position = network.laid[hex_id].stops, network.position
    column = network.title.phases[position.phase].column
    tokens = tuple([network.tokens.get(stop, ()) for stop in stops])
    if not any(tokens):
        return Coming(found.sides(hex_id), (), "", column)
    return Coming(found.sides(hex_id), tokens, position.corporation, column)


def connects(network: Network, found: Reach, new: Laid) -> bool:
    """Whether a tile on a hex meets the corporation's track as the title asks."""
    old = network.laid[new.hex]
    return _meets(network.title, old, new, _coming(network, found, new.hex))


def _meets(title: Title, old: Laid, new: Laid, comes: Coming) -> bool:
    meeting = _meeting(old, new, comes)
    if not old.track and not old.spec:
        return bool(meeting.touched)
    return _CONNECTS[title.play.track.connects](meeting, new)


def _meeting(old: Laid, new: Laid, comes: Coming) -> _Meeting:
    """Follow the corporation's track onto a new tile."""
    places, owner = moved(old, new), comes.owner
    tokens: dict[int, list[str | None]] = {}
    for before, after in places.items() if comes.tokens else ():
        there = comes.tokens[before]
        tokens.setdefault(after, []).extend(name for name in there if name)
    stops = {number for number, owners in tokens.items() if owner in owners}
    ends = {*comes.sides, *(FIRST_STOP + number for number in stops)}
    touched: set[Piece] = set()
    todo = list(ends)
    while todo:
        end = todo.pop()
        for piece in new.track:
            if end not in piece or piece in touched:
                continue
            touched.add(piece)
            other = piece[0] if piece[1] == end else piece[1]
            if other < FIRST_STOP:
                continue
            stops.add(other - FIRST_STOP)
            if other not in ends and _is_open(new, other - FIRST_STOP, tokens, owner):
                ends.add(other)
                todo.append(other)
    kept = {frozenset(_renamed(piece, places)) for piece in old.track}
    added = {piece for piece in new.track if frozenset(piece) not in kept}
    return _Meeting(touched, added, stops, _raised(old, new, stops, comes.column))


def _is_open(new: Laid, number: int, tokens: dict[int, list[str | None]], owner: str) -> bool:
    there = tokens.get(number, [])
    stop = new.tile.stops[number]
    if stop.kind == "offboard":
        return False
    return stop.kind != "city" or owner in there or len(there) < stop.slots


def _renamed(piece: Piece, places: dict[int, int]) -> Piece:
    def end(value: int) -> int:
        return (
            value
            if value < FIRST_STOP
            else FIRST_STOP + places.get(value - FIRST_STOP, value - FIRST_STOP)
        )

    return end(piece[0]), end(piece[1])


def _raised(old: Laid, new: Laid, stops: set[int], column: int) -> bool:
    """Whether a stop that is reached is worth more on the new tile than any was on the old."""
    before = max((stop.value(column) for stop in old.tile.stops), default=0)
    return any(new.tile.stops[number].value(column) > before for number in stops)


_CONNECTS: dict[str, Callable[[_Meeting, Laid], bool]] = {
    "any": lambda meeting, new: bool(meeting.touched),
    "new_or_stop": lambda meeting, new: bool(meeting.touched & meeting.new or meeting.stops),
    "new_or_value": lambda meeting, new: (
        bool(meeting.touched & meeting.new) or (meeting.raised and bool(meeting.stops))
    ),
    "all_new": lambda meeting, new: (
        meeting.new <= meeting.touched
        if not any(stop.kind == "city" for stop in new.tile.stops)
        else bool(meeting.touched)
    ),
}
"""What an upgrade must meet, by the title's `play.track.connects`."""

CONNECTS = tuple(_CONNECTS)
