"""From a network to the flat arrays of the core: the only producer of the core's input.

Bonuses that depend on one stop are folded into the values here; those that depend on the ends of
a route or on all routes together become terms. The numbers of stops and sides are the board's, so
that an answer can be read back into hexes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from route_opt.network import Network, NetworkStop
from route_opt.position import Marker
from route_opt.title import MarkerKind

PAYING_STATES = ("inoperational", "operational")
"""The states in which a refinery pays for a cube."""


class Instance:
    """The question as the core sees it; the field names are those of ``instance.hpp``."""

    __slots__ = (
        "bonus_ends",
        "counts",
        "cube_value",
        "cubes",
        "end_class",
        "end_extra",
        "end_only",
        "extra_cube",
        "forbidden_ends",
        "group",
        "network",
        "own",
        "pair_value",
        "refinery",
        "required_ends",
        "room",
        "sides",
        "track",
        "value",
        "visit_bonus",
        "visits",
    )

    def __init__(self, network: Network) -> None:
        stops = len(network.board.stop_names)
        zeros = bytes(4 * stops)
        self.network = network
        self.value, self.end_extra, self.pair_value, self.end_class, self.cubes = (
            array("i", zeros) for _ in range(5)
        )
        self.group = array("i", b"\xff" * (4 * stops))
        self.own, self.end_only, self.refinery, self.room = (bytearray(stops) for _ in range(4))
        self.track = array("i")
        self.sides = len(network.board.side_names)
        self.visits, self.counts = array("i"), array("i")
        self.forbidden_ends, self.bonus_ends, self.required_ends = (array("i") for _ in range(3))
        self.visit_bonus = 0
        self.cube_value = 0
        self.extra_cube = False


def compile_network(network: Network) -> Instance:
    """The instance of a network: what can the corporation of its position earn?"""
    instance = Instance(network)
    _add_track(instance, network)
    for stop in network.stops.values():
        _add_stop(instance, stop)
    _add_groups(instance, network)
    _add_ends(instance, network)
    instance.cube_value = network.title.routes.cube_value
    for marker in network.position.markers:
        _add_marker(instance, network, marker)
    _add_doubles(instance, network)
    _add_room(instance, network)
    for name in network.position.trains:
        train = network.title.trains[name]
        instance.visits.append(train.visits)
        instance.counts.append(train.counts)
    return instance


def _add_track(instance: Instance, network: Network) -> None:
    closed = {stop.hex for stop in network.stops.values() if not stop.access}
    for hex_id, laid in network.laid.items():
        if laid.track and hex_id not in closed:
            instance.track += laid.codes


def _add_stop(instance: Instance, stop: NetworkStop) -> None:
    instance.value[stop.id] = stop.value
    instance.own[stop.id] = stop.own
    instance.end_only[stop.id] = not stop.through


def _add_groups(instance: Instance, network: Network) -> None:
    """Cities of one hex of which a route may visit only one."""
    for group, hex_id in enumerate(network.title.routes.one_per_route):
        for stop in network.stops.values():
            if stop.hex == hex_id:
                instance.group[stop.id] = group


def _add_ends(instance: Instance, network: Network) -> None:
    """Off-boards of a class, such as east and west, and what pairs of them do."""
    ends = network.title.routes.ends
    number = {name: n for n, name in enumerate(ends.classes, 1)}
    for name, bonuses in ends.classes.items():
        for hex_id, bonus in bonuses.items():
            stop = network.stops.get(f"{hex_id}.0")
            if stop is not None:
                instance.end_class[stop.id] = number[name]
                instance.pair_value[stop.id] = bonus
    for pairs, into in (
        (ends.forbidden, instance.forbidden_ends),
        (ends.bonus, instance.bonus_ends),
    ):
        for first, second in pairs:
            into.extend((number[first], number[second]))


def _add_doubles(instance: Instance, network: Network) -> None:
    """Stops that count double, always or at the end of a run: once, whoever says so how often."""
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


def _add_room(instance: Instance, network: Network) -> None:
    """Deposits that could take one more cube."""
    capacity = network.title.phases[network.position.phase].cubes.get("capacity")
    if capacity is not None:
        for stop in network.stops.values():
            if stop.kind == "deposit":
                instance.room[stop.id] = instance.cubes[stop.id] < capacity


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
        i.cubes[stop.id] += marker.count


def _refinery(i: Instance, network: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    if marker.state in PAYING_STATES and mine:
        for stop in network.reach(marker):
            i.refinery[stop.id] = 1


def _cube_value(i: Instance, _: Network, marker: Marker, kind: MarkerKind, mine: bool) -> None:
    i.cube_value += marker_amount(marker, kind) if mine else 0


def _extra_cube(i: Instance, _: Network, __: Marker, ___: MarkerKind, mine: bool) -> None:
    i.extra_cube = i.extra_cube or mine


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


def read_route(
    network: Network, path: list[int], counted: list[int]
) -> tuple[list[str], list[str]]:
    """A route of the core as its track and its counted stops, by name."""
    track = read_track(network, path)
    stops = [code for code in path if code < len(network.board.stop_names)]
    names = dict(zip(stops, (entry for entry in track if "." in entry), strict=True))
    return track, [names[code] for code in counted]


def read_track(network: Network, path: list[int]) -> list[str]:
    """A path of the core as the track of a route: ``["D20.0", "E19", "E17.0"]``."""
    board = network.board
    stops = len(board.stop_names)
    track: list[str] = []
    stop, hexes = path[0], list[str]()  # the last stop called at, the hexes since
    for code in path[1:]:
        if code >= stops:
            side, face = divmod(code - stops, 2)
            leaving, entering = board.side_names[side][face], board.side_names[side][1 - face]
            hexes += [entering] if hexes else [leaving, entering]
            continue
        # Track that joins two stops of one hex crosses no side.
        hexes = hexes or [board.stop_names[stop].partition(".")[0]]
        if not track:
            track.append(_stop_at(network, hexes[0], stop))
        track += [*hexes[1:-1], _stop_at(network, hexes[-1], code)]
        stop, hexes = code, []
    return track


def _stop_at(network: Network, hex_id: str, stop: int) -> str:
    """The name of a stop on the hex where it is called at: areas have several hexes."""
    number = network.board.stop_names[stop].partition(".")[2]
    return f"{hex_id}.{number}"
