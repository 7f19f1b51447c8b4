"""What a run pays: printed values, markers, ends, and the terms over the whole set.

Every effect a title's markers can have is one function here; `titles/README.md` says in words
what each means.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence

from route_opt.board import Board
from route_opt.claims.walk import Run
from route_opt.network import Network, NetworkStop
from route_opt.position import Marker
from route_opt.title import TOWN, MarkerKind, StopSet, Title, Train

PAYING = ("inoperational", "operational")
"""The states in which a refinery pays for a cube."""


class Rates:
    """What the markers of a position change for the corporation that runs.

    A marker the position shows counts, whatever the phase: the position says what is on the map.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.plus: dict[str, int] = {}
        self.doubled: set[str] = set()
        self.doubled_ends: set[str] = set()
        self.per_visit = 0
        self.required_ends: list[Marker] = []
        self.cubes: dict[str, int] = {}
        self.refineries: set[str] = set()
        self.per_cube = network.title.routes.cube_value
        self.extra_cubes = 0
        option = network.title.routes.double_markers
        self.double_markers = bool(option) and option in network.position.options
        self.classes = end_classes_of(network.title)
        self._markers_at: dict[str, list[Marker]] | None = None
        for marker in network.position.markers:
            kind = network.title.markers[marker.kind]
            EFFECTS[kind.effect](self, kind, marker)

    @property
    def markers_at(self) -> dict[str, list[Marker]]:
        """The markers that apply to each stop with track, whoever has the use of them."""
        if self._markers_at is None:
            self._markers_at = self._find_markers()
        return self._markers_at

    def _find_markers(self) -> dict[str, list[Marker]]:
        found: dict[str, list[Marker]] = {}
        for marker in self.network.position.markers:
            if not marker.at:
                continue
            for stop in self.network.reach(marker):
                found.setdefault(stop.name, []).append(marker)
        return found


@functools.cache
def end_classes_of(title: Title) -> dict[str, tuple[str, int]]:
    """The off-boards that count as ends of a class, by hex: the class and the amount."""
    return {
        hex_id: (name, amount)
        for name, hexes in title.routes.ends.classes.items()
        for hex_id, amount in hexes.items()
    }


def amount_of(kind: MarkerKind, marker: Marker) -> int:
    """A marker's amount: its own value, else the title's, which may differ by hex."""
    if marker.value is not None:
        return marker.value
    if isinstance(kind.amount, int):
        return kind.amount
    return kind.amount.get(marker.at.partition(".")[0], 0)


# The effects, one function each.


def _value(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    amount = amount_of(kind, marker) if rates.network.serves(marker) else kind.others
    for stop in rates.network.reach(marker):
        rates.plus[stop.name] = rates.plus.get(stop.name, 0) + amount


def _visit_bonus(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.per_visit += amount_of(kind, marker)


def _double(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.doubled |= _names(rates, marker)


def _double_end(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.doubled_ends |= _names(rates, marker)


def _required_ends(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.required_ends.append(marker)


def _cubes(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    for name in _names(rates, marker):
        rates.cubes[name] = rates.cubes.get(name, 0) + marker.count


def _refinery(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker) and marker.state in PAYING:
        rates.refineries |= _names(rates, marker)


def _cube_value(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.per_cube += amount_of(kind, marker)


def _extra_cube(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    if rates.network.serves(marker):
        rates.extra_cubes += 1


def _names(rates: Rates, marker: Marker) -> set[str]:
    return {stop.name for stop in rates.network.reach(marker)}


def _on_the_network(rates: Rates, kind: MarkerKind, marker: Marker) -> None:
    """Tokens and rights of access are part of the network already."""


EFFECTS: dict[str, Callable[[Rates, MarkerKind, Marker], None]] = {
    "value": _value,
    "visit_bonus": _visit_bonus,
    "double": _double,
    "double_end": _double_end,
    "required_ends": _required_ends,
    "cubes": _cubes,
    "refinery": _refinery,
    "cube_value": _cube_value,
    "extra_cube": _extra_cube,
    "token": _on_the_network,
    "access": _on_the_network,
}


# One route.


def is_doubled(rates: Rates, stop: NetworkStop, at_end: bool) -> bool:
    """Whether a stop counts double: an own edge token, or an own destination at an end."""
    return stop.name in rates.doubled or (at_end and stop.name in rates.doubled_ends)


def marker_money(rates: Rates, stop: NetworkStop) -> int:
    """What markers add to a stop that is counted."""
    return rates.plus.get(stop.name, 0)


def stop_money(rates: Rates, stop: NetworkStop, train: Train, at_end: bool) -> int:
    """What a stop pays a train where it is counted."""
    printed = stop.printed(train)
    if not (rates.plus or rates.doubled or rates.doubled_ends):
        return printed
    plus = marker_money(rates, stop)
    if not is_doubled(rates, stop, at_end):
        return printed + plus
    return 2 * (printed + plus) if rates.double_markers else 2 * printed + plus


def end_classes(rates: Rates, run: Run) -> tuple[tuple[str, int], tuple[str, int]] | None:
    """The classes of the two ends with their amounts; None unless both ends have one."""
    if len(run.calls) < 2 or not rates.classes:
        return None
    first, last = rates.classes.get(run.calls[0].hex), rates.classes.get(run.calls[-1].hex)
    return None if first is None or last is None else (first, last)


def ends_money(rates: Rates, run: Run) -> int:
    """What the two ends of a run add together, if both are counted."""
    pair = end_classes(rates, run)
    if pair is None:
        return 0
    (first, one), (last, other) = pair
    bonus = rates.network.title.routes.ends.bonus
    return one + other if (first, last) in bonus or (last, first) in bonus else 0


def sets_paid(rates: Rates, stops: Iterable[int]) -> list[StopSet]:
    """The sets of stops that pay a route which visits these, by their numbers."""
    board, visited = rates.network.board, set(stops)
    return [
        one
        for one in board.title.routes.sets
        if all(not visited.isdisjoint(stops_at(board, place)) for place in one.stops)
    ]


@functools.cache
def stops_at(board: Board, place: str) -> frozenset[int]:
    """The numbers of a stop, or of all stops that a hex can have."""
    return frozenset(n for name, n in board.stop_of.items() if place in (name, name.split(".")[0]))


def route_money(rates: Rates, run: Run, counted: frozenset[str]) -> int:
    """What a run pays if it counts these stops, without the terms over the whole set."""
    ends, train, total = run.end_names, run.train, 0
    for name, stop in {stop.name: stop for stop in run.calls}.items():
        if name in counted:
            total += stop_money(rates, stop, train, name in ends)
    if rates.network.title.routes.sets:
        total += sum(one.amount for one in sets_paid(rates, (stop.id for stop in run.calls)))
    return total + ends_money(rates, run) if ends <= counted else total


def best_counting(rates: Rates, run: Run) -> frozenset[str]:
    """The best legal way of counting: as many as the train may, an own token among them.

    Only two things couple the stops beyond the limits: the own token, and the bonus for counting
    both ends. So the best is one of a few choices: with the ends taken first or not, and with the
    dearest own token, be it a city or a town; each fills up with the dearest stops that fit.
    """
    names = frozenset(stop.name for stop in run.calls)
    kinds = {stop.name: stop.kind for stop in run.calls}
    limits = [limit for limit in run.train.limits if limit.counts is not None]

    def fits(chosen: Iterable[str]) -> bool:
        return all(
            sum(limit.holds_for(kinds[name]) for name in chosen) <= (limit.counts or 0)
            for limit in limits
        )

    if fits(names):
        return names
    ends = run.end_names
    worth = {stop.name: stop_money(rates, stop, run.train, stop.name in ends) for stop in run.calls}
    dearest = sorted(worth, key=lambda name: -worth[name])

    def filled(chosen: frozenset[str]) -> frozenset[str]:
        for name in dearest:
            if fits(more := chosen | {name}):
                chosen = more
        return chosen

    mine = {stop.name for stop in run.calls if stop.own}
    own = [name for name in dearest if name in mine]
    first = {kinds[name] == TOWN: name for name in reversed(own)}
    tokens = [frozenset({name}) for name in first.values() if fits({name})] or [frozenset[str]()]
    pairs = [frozenset[str](), ends] if ends_money(rates, run) else [frozenset[str]()]
    starts = [pair | token for pair in pairs for token in tokens]
    choices = [filled(start) for start in starts if fits(start)]
    return max(choices, key=lambda choice: route_money(rates, run, choice))


# The whole set.


Delivery = tuple[Run, str, str]
"""A cube that pays: the train, the deposit (or ``extra``), the refinery."""


def deliveries(
    rates: Rates, runs: Sequence[Run], limits: Mapping[int, int] | None = None
) -> list[Delivery]:
    """The most cubes that pay, or no more than the limit of a run, by its index.

    Each train brings each refinery on its route one cube at most; cubes are shared between all
    trains. That is a matching of (train, refinery) with cubes, grown one by one: a cube already
    taken is freed if its taker finds another.
    """
    wanted = []
    for run in runs:
        cities = [stop.name for stop in run.calls if stop.name in rates.refineries]
        # Where a run brings fewer cubes than it could, it does not matter to which of them.
        limit = len(cities) if limits is None else limits.get(run.index, len(cities))
        wanted += [(run, city) for city in cities[:limit]]
    if not wanted or not (rates.cubes or rates.extra_cubes):
        return []
    supply = dict(rates.cubes)
    if rates.extra_cubes:
        supply[EXTRA] = rates.extra_cubes
    sources = {id(run): _sources(rates, run) for run in runs}
    taken: dict[str, list[tuple[Run, str]]] = {source: [] for source in supply}

    def serve(taker: tuple[Run, str], tried: set[str]) -> bool:
        for source in sources[id(taker[0])]:
            if source in tried:
                continue
            tried.add(source)
            if len(taken[source]) < supply[source]:
                taken[source].append(taker)
                return True
            for other in taken[source]:
                if serve(other, tried):
                    taken[source].remove(other)
                    taken[source].append(taker)
                    return True
        return False

    for taker in wanted:
        serve(taker, set())
    return [(run, source, city) for source, takers in taken.items() for run, city in takers]


EXTRA = "extra"
"""The cube an extraction company adds before the run, to any deposit below its capacity."""


def _sources(rates: Rates, run: Run) -> list[str]:
    """Where a train can take cubes: the deposits it calls at, and the extra cube put on one."""
    deposits = [stop.name for stop in run.calls if stop.kind == "deposit"]
    found = [name for name in deposits if rates.cubes.get(name, 0)]
    capacity = capacity_of(rates)
    if rates.extra_cubes and any(rates.cubes.get(name, 0) < capacity for name in deposits):
        found.append(EXTRA)
    return found


def capacity_of(rates: Rates) -> int:
    """How many cubes a deposit holds in this phase."""
    phase = rates.network.title.phases[rates.network.position.phase]
    return phase.cubes.get("capacity", 0)
