"""Which tiles may be laid where: the rules that need the board and no more.

Both the rounds and the analysis of next moves ask here. A lay is legal for a corporation when
the tile is there (colour of the phase, supply), fits the hex (labels, sides, kept track) and
meets the corporation's own track as its title asks. What a turn adds (how many, who is blocked,
what is free) is not known here.
"""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from route_opt.board import Laid
from route_opt.network import Network, NetworkStop
from route_opt.position import checked_tile
from route_opt.tiles import FIRST_STOP, city_exits, city_places, keeps_track
from route_opt.title import Title

Piece = tuple[int, int]
Crossing = tuple[str, int]
"""A side crossed onto a hex: the hex, and its side."""

_MOST_STEPS = 4000
"""After so many steps a way that may exist is taken to exist."""


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


class Reach(msgspec.Struct, frozen=True):
    """Where a corporation's track leads.

    Attributes
    ----------
    entered
        The sides at which its track comes to a hex, as hex and side, track there or not.
    stops
        The stops it comes to, under the names of their own hexes.
    """

    entered: frozenset[tuple[str, int]]
    stops: frozenset[str]

    def sides(self, hex_id: str) -> set[int]:
        """The sides at which its track comes to a hex."""
        return {side for side in range(6) if (hex_id, side) in self.entered}


def own_stops(network: Network, owner: str = "") -> list[str]:
    """The stops with a token of a corporation (the one the position is about)."""
    owner = owner or network.position.corporation
    return [stop for stop, tokens in network.tokens.items() if owner in tokens]


def reach(network: Network, starts: Iterable[str] | None = None) -> Reach:
    """Follow track from a corporation's tokens as far as it goes.

    Never back at a junction, no side twice, not through an off-board nor through a city full of
    others. `starts` are other stops to begin at.
    """
    walker = _Walker(network)
    for stop in own_stops(network) if starts is None else starts:
        walker.start(stop)
    walker.walk()
    return Reach(frozenset(walker.came), frozenset(walker.stops))


class _Walker:
    """Walks the board breadth first, each side once in each direction.

    The first way found to a side is a shortest one. If it crosses no side twice it is a way a
    train could go; if it does, by turning round in a loop, another way must exist.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.starts: list[tuple[str, int]] = []
        self.came: dict[Crossing, Crossing | None] = {}
        self.stops: dict[str, int | None] = {}
        self.todo: deque[Crossing] = deque()

    def start(self, stop: str) -> None:
        hex_id, _, number = stop.partition(".")
        if stop not in self.stops:
            self.stops[stop] = None
            self.starts.append((hex_id, FIRST_STOP + int(number)))
            for there in self.onward(hex_id, FIRST_STOP + int(number)):
                self.enter(there, None)

    def walk(self) -> None:
        while self.todo:
            here = self.todo.popleft()
            for there in self.onward(*here):
                self.enter(there, here)

    def enter(self, there: Crossing, before: Crossing | None) -> None:
        """Cross a side to the next hex, unless that was done or can only be done by turning."""
        if there in self.came:
            return
        if self.turns_round(there, before) and not self.has_other_way(there):
            return
        self.came[there] = before
        self.todo.append(there)

    def onward(self, hex_id: str, end: int) -> Iterator[Crossing]:
        """The sides that can be crossed next from an end of track; stops on the way are noted."""
        for other in self.network.laid[hex_id].exits.get(end, ()):
            yield from self.along(hex_id, end, other)

    def along(self, hex_id: str, end: int, other: int) -> Iterator[Crossing]:
        """The same over one piece of track."""
        if other < FIRST_STOP:
            yield from self.crossing(hex_id, other)
            return
        for way in self.ways_from(hex_id, other - FIRST_STOP, end):
            yield from self.along(hex_id, other, way)

    def crossing(self, hex_id: str, side: int) -> Iterator[Crossing]:
        there = self.network.title.neighbour(hex_id, side)
        if there is not None and (hex_id, side) in self.network.board.side_of:
            yield there, (side + 3) % 6

    def ways_from(self, hex_id: str, number: int, end: int) -> tuple[int, ...]:
        """The ends of track to which the way goes on from a stop, when it is new to them.

        The first time that is all but the one it came by; that one too, when it comes by another.
        """
        name = f"{hex_id}.{number}"
        if not self.may_pass(name):
            if self.has_access(name):
                self.stops.setdefault(name, None)
            return ()
        if name not in self.stops:
            self.stops[name] = end
            ways = self.network.laid[hex_id].exits[FIRST_STOP + number]
            return tuple(way for way in ways if way != end)
        first = self.stops[name]
        if first is None or first == end:
            return ()
        self.stops[name] = None
        return (first,)

    def has_access(self, name: str) -> bool:
        stop = self.found(name)
        return stop is None or stop.access

    def may_pass(self, name: str) -> bool:
        stop = self.found(name)
        return stop is not None and stop.access and stop.through

    def found(self, name: str) -> NetworkStop | None:
        board = self.network.board
        return self.network.stops.get(board.stop_names[board.stop_of[name]])

    def turns_round(self, there: Crossing, before: Crossing | None) -> bool:
        """Whether the way to a side has crossed it already, the other way round."""
        back = self.reverse(there)
        if back not in self.came:
            return False
        while before is not None and before != back:
            before = self.came[before]
        return before is not None

    def reverse(self, there: Crossing) -> Crossing:
        hex_id, side = there
        back = self.network.title.neighbour(hex_id, side)
        assert back is not None
        return back, (side + 3) % 6

    def has_other_way(self, target: Crossing) -> bool:
        """Whether some way without a side twice leads over a side.

        Such a way never crosses the side in the other direction: where no way is left without
        that, there is none. A shortest one that is left will nearly always do; if it turns round
        elsewhere, all ways are tried, up to a number of steps.
        """
        came: dict[Crossing, Crossing | None] = {self.reverse(target): None}
        todo = deque(here for here in self.first_sides() if here not in came)
        came |= dict.fromkeys(todo)
        while todo and target not in came:
            here = todo.popleft()
            for there in self.next_sides(*here):
                if there not in came:
                    came[there] = here
                    todo.append(there)
        if target not in came:
            return False
        way: set[Crossing] = set()
        back = came[target]
        while back is not None:
            way.add(back)
            back = came[back]
        return not any(self.reverse(side) in way for side in way) or self.tries_all(target)

    def first_sides(self) -> Iterator[Crossing]:
        for hex_id, end in self.starts:
            yield from self.next_sides(hex_id, end)

    def tries_all(self, target: Crossing) -> bool:
        """Whether one of all ways leads over a side; taken as yes after many steps."""
        steps = 0
        todo = [(here, frozenset[Crossing]()) for here in self.first_sides()]
        while todo and steps < _MOST_STEPS:
            here, used = todo.pop()
            steps += 1
            if here == target:
                return True
            now = used | {here, self.reverse(here)}
            todo += [(there, now) for there in self.next_sides(*here) if there not in now]
        return bool(todo)

    def next_sides(self, hex_id: str, end: int) -> Iterator[Crossing]:
        """As `onward`, without noting anything."""
        for other in self.network.laid[hex_id].exits.get(end, ()):
            if other < FIRST_STOP:
                yield from self.crossing(hex_id, other)
                continue
            if end < FIRST_STOP and self.may_pass(f"{hex_id}.{other - FIRST_STOP}"):
                for side in self.network.laid[hex_id].exits[other]:
                    if side < FIRST_STOP and side != end:
                        yield from self.crossing(hex_id, side)


def supply(title: Title, tiles: dict[str, str]) -> dict[str, int]:
    """How many of each tile are left to lay; those without a limit are not listed."""
    laid = Counter(spec.partition("@")[0] for spec in tiles.values())
    return {tile: number - laid[tile] for tile, number in title.manifest.items() if number}


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
    """
    title, position = network.title, network.position
    colours = colours or title.phases[position.phase].tiles
    left = supply(title, position.tiles)
    found = reached or reach(network)
    near = {hex_id for hex_id, _ in found.entered} | {s.partition(".")[0] for s in found.stops}
    near.update(anywhere)
    for hex_id in title.hexes if hexes is None else hexes:
        if hex_id in closed or hex_id not in near:
            continue
        spec = position.tiles.get(hex_id, "")
        for tile, rotation in fitting(title, hex_id, spec, position.options):
            colour = title.tiles[tile].colour
            if colour not in colours or left.get(tile, 1) < 1:
                continue
            new = network.board.lay(hex_id, f"{tile}@{rotation}")
            if hex_id in anywhere or connects(network, found, new):
                yield lay_of(network, new, tile, rotation)


def lay_of(network: Network, new: Laid, tile: str, rotation: int) -> Lay:
    """A lay with its costs."""
    title, hex_id = network.title, new.hex
    old = network.laid[hex_id]
    first = hex_id not in network.position.tiles
    every = title.play.track.terrain == "every"
    return Lay(
        hex_id,
        tile,
        rotation,
        title.tiles[tile].colour,
        bool(old.track) or old.tile.colour != "white" or not first,
        title.hexes[hex_id].cost if first or every else 0,
        tuple(_borders(network, old, new)),
    )


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
    name = spec.partition("@")[0]
    if spec:
        found = list(title.upgrades.get(name, ()))
        for option in options:
            found += title.upgrades_with.get(option, {}).get(name, ())
        old = title.tiles[name].rotated(int(spec.partition("@")[2]))
    else:
        found = list(title.hexes[hex_id].first)
        old = title.hexes[hex_id].tile.track
    return tuple(
        (tile, rotation)
        for tile in dict.fromkeys(found)
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


def connects(network: Network, found: Reach, new: Laid) -> bool:
    """Whether a tile on a hex meets the corporation's track as the title asks."""
    old = network.laid[new.hex]
    meeting = _meeting(network, found, old, new)
    if not old.track and new.hex not in network.position.tiles:
        return bool(meeting.touched)
    return _CONNECTS[network.title.play.track.connects](meeting, new)


def _meeting(network: Network, found: Reach, old: Laid, new: Laid) -> _Meeting:
    """Follow the corporation's track onto a new tile."""
    places = moved(old, new)
    tokens: dict[int, list[str | None]] = {}
    for before, after in places.items():
        there = network.tokens.get(f"{new.hex}.{before}", ())
        tokens.setdefault(after, []).extend(owner for owner in there if owner)
    owner = network.position.corporation
    stops = {number for number, owners in tokens.items() if owner in owners}
    ends: set[int] = found.sides(new.hex) | {FIRST_STOP + number for number in stops}
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
    return _Meeting(touched, added, stops, _raised(network, old, new, stops))


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


def _raised(network: Network, old: Laid, new: Laid, stops: set[int]) -> bool:
    """Whether a stop that is reached is worth more on the new tile than any was on the old."""
    column = network.title.phases[network.position.phase].column
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
