"""From a network to the flat arrays of the core: the only producer of the core's input.

Bonuses that depend on one stop are folded into the values here; those that depend on the ends of
a route or on all routes together become terms. The numbers of stops and sides are the board's, so
that an answer can be read back into hexes.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Callable

from route_opt.board import Board
from route_opt.network import Network, NetworkStop
from route_opt.position import Marker
from route_opt.title import TOWN, MarkerKind, Train

DEPOSIT = "deposit"

PAYING_STATES = ("inoperational", "operational")
"""The states in which a refinery pays for a cube."""


_NONE, _NO_FLAGS = array("i"), bytearray()
"""For arrays that may be empty; nobody adds to these."""


class Instance:
    """The question as the core sees it; the field names are those of ``instance.hpp``."""

    __slots__ = (
        "bonus_ends",
        "buyer",
        "counts",
        "end_class",
        "end_extra",
        "end_only",
        "extra_good",
        "forbidden_ends",
        "good_value",
        "goods",
        "group",
        "major_counts",
        "major_visits",
        "minor",
        "minor_counts",
        "minor_visits",
        "network",
        "own",
        "pair_value",
        "required_ends",
        "room",
        "sets",
        "sides",
        "tariff",
        "tariffs",
        "track",
        "value",
        "visit_bonus",
        "visits",
    )

    def __init__(self, network: Network) -> None:
        same, ground = _of_board(network.board), network.ground
        self.network = network
        self.value, self.own, self.end_only = ground.value[:], ground.own[:], ground.ends[:]
        self.end_extra, self.goods = same.zeros[:], same.zeros[:]
        self.buyer, self.room = same.flags[:], same.flags[:]
        self.group, self.end_class = same.group[:], same.end_class[:]
        self.pair_value = same.pair_value[:]
        self.forbidden_ends, self.bonus_ends = same.forbidden_ends[:], same.bonus_ends[:]
        self.required_ends = array("i")
        self.track = ground.track[:]
        self.sides = len(network.board.side_names)
        trains = [network.title.trains[name] for name in network.position.trains]
        self.visits = array("i", [train.visits for train in trains])
        self.counts = array("i", [train.counts for train in trains])
        self.sets, self.minor, self.tariffs, self.tariff = same.sets, _NO_FLAGS, _NONE, _NONE
        self.major_visits = self.major_counts = self.minor_visits = self.minor_counts = _NONE
        self.visit_bonus = 0
        self.good_value = network.title.routes.cube_value
        self.extra_good = False


class _OfBoard:
    """The arrays as they are for every position on a board."""

    def __init__(self, board: Board) -> None:
        self.zeros = array("i", bytes(4 * len(board.stop_names)))
        self.flags = bytearray(len(self.zeros))
        self.group = array("i", b"\xff" * (4 * len(self.zeros)))
        self.end_class, self.pair_value = self.zeros[:], self.zeros[:]
        self.forbidden_ends, self.bonus_ends = array("i"), array("i")
        self.sets = array("i")
        self._add_groups(board)
        self._add_ends(board)
        self._add_sets(board)

    def _add_groups(self, board: Board) -> None:
        """Cities of one hex of which a route may visit only one."""
        for group, hex_id in enumerate(board.title.routes.one_per_route):
            for stop, name in enumerate(board.stop_names):
                if name.partition(".")[0] == hex_id:
                    self.group[stop] = group

    def _add_ends(self, board: Board) -> None:
        """Off-boards of a class, such as east and west, and what pairs of them do."""
        ends = board.title.routes.ends
        number = {name: n for n, name in enumerate(ends.classes, 1)}
        for name, bonuses in ends.classes.items():
            for hex_id, bonus in bonuses.items():
                stop = board.stop_of.get(f"{hex_id}.0")
                if stop is not None:
                    self.end_class[stop] = number[name]
                    self.pair_value[stop] = bonus
        for pairs, into in (
            (ends.forbidden, self.forbidden_ends),
            (ends.bonus, self.bonus_ends),
        ):
            for first, second in pairs:
                into.extend((number[first], number[second]))

    def _add_sets(self, board: Board) -> None:
        """Stops that pay together: one set for each way to choose a stop of every place."""
        for bonus in board.title.routes.sets:
            for stops in itertools.product(*(_stops_of(board, place) for place in bonus.stops)):
                self.sets.extend((bonus.amount, len(stops), *stops))


def _stops_of(board: Board, place: str) -> list[int]:
    """The stop of a place, or for a hex all that may come to lie on it."""
    names = [place] if "." in place else [n for n in board.stop_of if n.startswith(f"{place}.")]
    return [board.stop_of[name] for name in names]


_of_board = functools.cache(_OfBoard)


def compile_network(network: Network) -> Instance:
    """The instance of a network: what can the corporation of its position earn?"""
    instance = Instance(network)
    doubled: set[str] = set()
    if network.position.markers:
        for marker in network.position.markers:
            _add_marker(instance, network, marker)
        doubled = _add_doubles(instance, network)
    trains = [network.title.trains[name] for name in network.position.trains]
    _add_limits(instance, network, trains)
    _add_tariffs(instance, network, trains, doubled)
    _add_room(instance, network)
    return instance


def _add_doubles(instance: Instance, network: Network) -> set[str]:
    """Stops that count double, always or at the end of a run: once, whoever says so how often.

    Returns those that always do.
    """
    option = network.title.routes.double_markers
    all_of_it = bool(option) and option in network.position.options
    doubled: dict[str, dict[str, NetworkStop]] = {"double": {}, "double_end": {}}
    for marker in network.position.markers:
        effect = network.title.markers[marker.kind].effect
        if effect in doubled and network.serves(marker):
            doubled[effect] |= {stop.name: stop for stop in network.reach(marker)}
    for name, stop in (doubled["double_end"] | doubled["double"]).items():
        extra = instance.value[stop.id] if all_of_it else stop.value
        into = instance.value if name in doubled["double"] else instance.end_extra
        into[stop.id] += extra
    return set(doubled["double"])


def _add_limits(instance: Instance, network: Network, trains: list[Train]) -> None:
    """Limits on cities and on towns, where a train tells them apart."""
    if not any(train.tells_towns for train in trains):
        return
    instance.major_visits = array("i", [train.city_visits for train in trains])
    instance.major_counts = array("i", [train.city_counts for train in trains])
    instance.minor_visits = array("i", [train.town_visits for train in trains])
    instance.minor_counts = array("i", [train.town_counts for train in trains])
    instance.minor = bytearray(len(instance.value))
    for stop in network.stops.values():
        instance.minor[stop.id] = stop.kind == TOWN


def _add_tariffs(
    instance: Instance, network: Network, trains: list[Train], doubled: set[str]
) -> None:
    """A row of values for each column of their own that trains have."""
    own = {train.column: train for train in trains if train.column >= 0}
    if not own:
        return
    rows = {column: number for number, column in enumerate(sorted(own), 1)}
    instance.tariff = array("i", [rows.get(train.column, 0) for train in trains])
    instance.tariffs = array("i")
    for column in rows:
        row = instance.value[:]
        for stop in network.stops.values():
            more = stop.printed(own[column]) - stop.value
            row[stop.id] += 2 * more if stop.name in doubled else more
        instance.tariffs += row


def _add_room(instance: Instance, network: Network) -> None:
    """Deposits that could take one more cube."""
    capacity = network.title.phases[network.position.phase].cubes.get("capacity")
    if capacity is not None:
        for stop in map(network.stop, _deposits(network.board)):
            if stop is not None and stop.kind == DEPOSIT:
                instance.room[stop.id] = instance.goods[stop.id] < capacity


@functools.cache
def _deposits(board: Board) -> list[str]:
    """The stops that are deposits with one tile or another on them."""
    names = board.stop_names
    if any(stop.kind == DEPOSIT for tile in board.title.tiles.values() for stop in tile.stops):
        return list(names)
    printed = (
        name
        for laid in board.printed.values()
        for name, stop in zip(laid.stops, laid.tile.stops, strict=True)
        if stop.kind == DEPOSIT
    )
    return list(dict.fromkeys(names[board.stop_of[name]] for name in printed))


# Markers. Each effect is one function; `mine` says whether the corporation has the use of it.


def _add_marker(instance: Instance, network: Network, marker: Marker) -> None:
    kind = network.title.markers[marker.kind]
    mine = network.serves(marker)
    effect = _EFFECTS.get(kind.effect)
    if effect is not None:
        effect(instance, network, marker, kind, mine)


def marker_amount(marker: Marker, kind: MarkerKind) -> int:
    """What a marker is worth to those it serves."""
    if marker.value is not None:
        return marker.value
    if isinstance(kind.amount, int):
        return kind.amount
    return kind.amount.get(marker.at.partition(".")[0], 0)


def _value(i: Instance, network: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    amount = marker_amount(marker, kind) if mine else kind.others
    for stop in network.reach(marker):
        i.value[stop.id] += amount


def _visit_bonus(i: Instance, _: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    i.visit_bonus += marker_amount(marker, kind) if mine else 0


def _cubes(i: Instance, network: Network, marker: Marker, kind: MarkerKind, _: bool) -> None:
    for stop in network.reach(marker):
        i.goods[stop.id] += marker.count


def _refinery(i: Instance, network: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    if marker.state in PAYING_STATES and mine:
        for stop in network.reach(marker):
            i.buyer[stop.id] = 1


def _cube_value(i: Instance, _: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    i.good_value += marker_amount(marker, kind) if mine else 0


def _extra_cube(i: Instance, _: Network, __: Marker, ___: MarkerKind, mine: bool) -> None:
    i.extra_good = i.extra_good or mine


def _required(i: Instance, network: Network, marker: Marker, _: MarkerKind, mine: bool) -> None:
    if mine:
        numbers = network.board.stop_of
        i.required_ends.extend((numbers[marker.from_], numbers[marker.to]))


_EFFECTS: dict[str, Callable[[Instance, Network, Marker, MarkerKind, bool], None]] = {
    "value": _value,
    "visit_bonus": _visit_bonus,
    "cubes": _cubes,
    "refinery": _refinery,
    "cube_value": _cube_value,
    "extra_cube": _extra_cube,
    "required_ends": _required,
}
"""What a marker does to the instance, one by one; doubles come after all, ``token`` and ``access``
are the network's business."""


def read_track(network: Network, path: list[int]) -> list[str]:
    """A path of the core as the track of a route: ``["D20.0", "E19", "E17.0"]``."""
    board = network.board
    names, entered, spread = board.stop_names, board.entered, board.spread
    stops = len(names)
    track: list[str] = []
    hex_id = entered[(path[1] - stops) ^ 1] if path[1] >= stops else ""  # the last one entered
    crossed = False
    for code in path:
        if code >= stops:
            hex_id, crossed = entered[code - stops], True
            track.append(hex_id)
            continue
        name = names[code]
        if code in spread and hex_id:  # it is called by the hex where the train comes in
            name = f"{hex_id}.{name.partition('.')[2]}"
        if crossed:
            track[-1] = name
        else:
            track.append(name)  # the first, or one on the same hex as the stop before
        crossed = False
    return track
