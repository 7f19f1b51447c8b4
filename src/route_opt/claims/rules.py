"""The rules of a run, one function each.

A rule looks at one run, or at all runs of the turn together, and yields what breaks it: a code,
the place, and a sentence. Which section of the rulebook that is, the title's data say
(`[routes.rules]` in its `title.toml`, by code).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from route_opt.claims.links import Links
from route_opt.claims.value import Rates, end_classes
from route_opt.claims.walk import Break, Run
from route_opt.names import all_of
from route_opt.network import Network, NetworkStop
from route_opt.title import TOWN, Limit

Finding = tuple[str, str, str]
"""A code, a place on the map (or nothing), and a sentence."""


class Violation(msgspec.Struct, frozen=True):
    """A rule broken.

    Attributes
    ----------
    code
        A stable name, for programs.
    where
        The stop, hex or side; empty where it is about the run as a whole.
    rule
        The section of the title's rulebook.
    message
        A sentence for players.
    route
        Which route of those judged, from 0; None where it is about all of them.
    """

    code: str
    where: str
    rule: str
    message: str
    route: int | None = None

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def called(stop: NetworkStop) -> str:
    """A stop as players call it: Detroit (C15), or Chicago (D6.2) where the hex has several."""
    place = stop.name if stop.several else stop.hex
    return f"{stop.city} ({place})" if stop.city else place


def hex_called(network: Network, hex_id: str) -> str:
    """A hex as players call it."""
    name = network.title.hexes[hex_id].name
    return f"{name} ({hex_id})" if name else hex_id


def _side(network: Network, number: int) -> tuple[str, str]:
    """A side for programs (``F20-G19``) and for people."""
    one, other = network.board.side_names[number]
    names = f"{hex_called(network, one)} and {hex_called(network, other)}"
    return f"{one}-{other}", f"the side between {names}"


# One run: its track.


def goes_on(run: Run, rates: Rates) -> Iterator[Finding]:
    """A route is one continuous length of track."""
    for gap in run.breaks:
        here = hex_called(run.network, gap.place.hex)
        if gap.kind == "apart":
            message = f"{here} and {gap.other} do not touch: the route is not continuous"
            yield "not_adjacent", gap.place.text, message
        elif gap.kind == "unjoined":
            yield "no_track", gap.place.text, _unjoined(run.network, gap)
        elif gap.kind == "gap" and gap.place.stop:
            message = f"no track joins {here} to {hex_called(run.network, gap.other)}"
            yield "no_track", gap.place.text, message
        elif gap.kind == "gap":
            message = f"no single piece of track leads through {here} the way the train goes"
            yield "no_track", gap.place.text, message


def _unjoined(network: Network, gap: Break) -> str:
    """That no track joins two stops directly, and what lies between them if anything does."""
    stop_names = network.board.stop_names
    here, there = gap.place.stop, stop_names[network.board.stop_of[gap.other]]
    message = f"no track leads from {stop_called(network, here)} to {stop_called(network, there)}"
    way = Links(network).way(here, there)
    if way is None:
        return message
    between = all_of(stop_called(network, name) for name in way[1:-1])
    lie = "lies" if len(way) == 3 else "lie"
    return f"{message} without another stop: {between} {lie} between"


def stop_called(network: Network, name: str) -> str:
    """A stop as players call it, whether or not it has track."""
    stop = network.stops.get(name)
    return hex_called(network, name.partition(".")[0]) if stop is None else called(stop)


def starts_and_ends_at_stops(run: Run, rates: Rates) -> Iterator[Finding]:
    """A route joins stops: it cannot begin or end on plain track."""
    for gap in run.breaks:
        if gap.kind == "end":
            here = hex_called(run.network, gap.place.hex)
            message = f"a route begins and ends at a stop, not on the track of {here}"
            yield "ends_on_track", gap.place.text, message


def does_not_reverse(run: Run, rates: Rates) -> Iterator[Finding]:
    """No reversing: two branches of a junction are not joined to each other."""
    for gap in run.breaks:
        if gap.kind == "junction":
            here = hex_called(run.network, gap.place.hex)
            message = f"the train would have to reverse at the junction in {here}"
            yield "reversed_at_junction", gap.place.text, message


def calls_at_every_stop(run: Run, rates: Rates) -> Iterator[Finding]:
    """A train calls at every stop its track runs through; none is slipped past."""
    for gap in run.breaks:
        if gap.kind == "stop":
            stop = run.network.stops[run.network.board.stop_names[_number(run, gap.other)]]
            message = f"the track runs through {called(stop)}: the train calls there"
            yield "stop_passed_over", gap.place.text, message


def _number(run: Run, stop: str) -> int:
    return run.network.board.stop_of[stop]


def uses_no_side_twice(run: Run, rates: Rates) -> Iterator[Finding]:
    """No section of track twice: a hex side is crossed once at most."""
    if len(set(run.sides)) == len(run.sides):
        return
    for number, times in Counter(run.sides).items():
        if times > 1:
            where, words = _side(run.network, number)
            yield "side_used_twice", where, f"the train uses the track at {words} {times} times"


def visits_no_stop_twice(run: Run, rates: Rates) -> Iterator[Finding]:
    """No stop twice."""
    names = [stop.name for stop in run.calls]
    if len(set(names)) == len(names):
        return
    for name, times in Counter(names).items():
        if times > 1:
            stop = run.network.stops[name]
            message = f"the train calls at {called(stop)} {times} times"
            yield "stop_twice", name, message


# One run: where it may go.


def has_own_token(run: Run, rates: Rates) -> Iterator[Finding]:
    """A stop of the route has a token of the corporation that runs."""
    if not any(stop.own for stop in run.calls):
        owner = run.network.position.corporation
        yield "no_own_token", "", f"no stop of this route has a token of {owner}"


def joins_two_stops(run: Run, rates: Rates) -> Iterator[Finding]:
    """A route has two stops at least."""
    if len(run.calls) < 2:
        count = "one stop" if run.calls else "no stop"
        yield "too_few_stops", "", f"a route joins two stops at least; this one has {count}"


def leaves_its_hex(run: Run, rates: Rates) -> Iterator[Finding]:
    """Where a hex of several cities counts once, another stop must lie in another hex."""
    hexes = {stop.hex for stop in run.calls}
    if len(run.calls) > 1 and len(hexes) == 1:
        (hex_id,) = hexes
        if hex_id in run.network.title.routes.one_per_route:
            here = hex_called(run.network, hex_id)
            message = f"another stop must lie in another hex; all of this route lie in {here}"
            yield "one_hex_only", hex_id, message


def takes_one_city_of_a_hex(run: Run, rates: Rates) -> Iterator[Finding]:
    """Of certain hexes (Chicago in 1846) a route visits one city at most."""
    for hex_id in run.network.title.routes.one_per_route:
        names = sorted({stop.name for stop in run.calls if stop.hex == hex_id})
        if len(names) > 1:
            here = hex_called(run.network, hex_id)
            message = f"a route visits one city of {here} at most, not {' and '.join(names)}"
            yield "two_cities_of_hex", hex_id, message


def stops_at_full_cities(run: Run, rates: Rates) -> Iterator[Finding]:
    """A city full of other corporations' tokens is an end of the line."""
    for stop in run.calls[1:-1]:
        if stop.full:
            holders = ", ".join(owner for owner in stop.tokens[: stop.slots] if owner)
            message = (
                f"{called(stop)} is full with tokens of {holders}: "
                f"{run.network.position.corporation} may end there, not pass"
            )
            yield "full_city_passed", stop.name, message


def ends_at_off_boards(run: Run, rates: Rates) -> Iterator[Finding]:
    """An off-board area is an end of the line, unless the title lets trains through."""
    for stop in run.calls[1:-1]:
        if stop.kind == "offboard" and not stop.through:
            message = f"{called(stop)} is off the board: a route ends there"
            yield "off_board_passed", stop.name, message


def has_access(run: Run, rates: Rates) -> Iterator[Finding]:
    """Some places (the Mesabi Range in 1850) are open only to those who bought the right."""
    for stop in run.calls:
        if not stop.access:
            right = run.network.title.routes.access[stop.hex].replace("_", " ")
            owner = run.network.position.corporation
            message = f"{owner} needs a {right} token to run to {called(stop)}"
            yield "no_access", stop.name, message


def joins_no_forbidden_ends(run: Run, rates: Rates) -> Iterator[Finding]:
    """Certain pairs of ends (east to east in 1846) are forbidden."""
    pair = end_classes(rates, run)
    if pair is None:
        return
    first, last = pair[0][0], pair[1][0]
    forbidden = run.network.title.routes.ends.forbidden
    if (first, last) in forbidden or (last, first) in forbidden:
        one, other = (called(stop) for stop in (run.calls[0], run.calls[-1]))
        message = f"a route may not run from {one} ({first}) to {other} ({last})"
        yield "forbidden_ends", run.calls[-1].name, message


# One run: its train, and what it counts.


def is_short_enough(run: Run, rates: Rates) -> Iterator[Finding]:
    """A train visits as many stops as its number says, at most; so with cities and towns."""
    for limit in run.train.limits:
        count = sum(limit.holds_for(stop.kind) for stop in run.calls)
        if limit.visits is not None and count > limit.visits:
            most = limit.number(limit.visits) + " at most" * bool(limit.visits)
            message = f"a {run.train.name} train visits {most}; this route has {count}"
            yield "too_many_stops", "", message


def counts_what_it_visits(run: Run, rates: Rates) -> Iterator[Finding]:
    """Only stops the train calls at are counted, each once."""
    counted = run.route.counted
    if counted is None:
        return
    visited = {stop.name for stop in run.calls}
    for name, times in Counter(counted).items():
        if name not in visited:
            here = hex_called(run.network, name.partition(".")[0])
            yield (
                "counted_not_visited",
                name,
                f"{here} is counted, but the train does not call there",
            )
        elif times > 1:
            here = called(run.network.stops[name])
            yield "counted_twice", name, f"{here} is counted {times} times"


def counts_all_it_must(run: Run, rates: Rates) -> Iterator[Finding]:
    """A train counts every stop on its way of which it cannot visit more than it may count."""
    counted = run.route.counted
    if counted is None:
        return
    choices = [limit for limit in run.train.limits if leaves_a_choice(limit)]
    for stop in run.calls:
        if stop.name not in counted and not any(limit.holds_for(stop.kind) for limit in choices):
            every = f"every {'town' if stop.kind == TOWN else 'city'}" if choices else "every stop"
            message = f"a {run.train.name} train counts {every} on its way, so {called(stop)} too"
            yield "stop_not_counted", stop.name, message


def leaves_a_choice(limit: Limit) -> bool:
    """Whether a train can visit more of such stops than it counts."""
    return limit.counts is not None and limit.counts != limit.visits


def counts_no_more_than_it_may(run: Run, rates: Rates) -> Iterator[Finding]:
    """An N/M train counts N of the stops it visits, at most; so with cities and towns."""
    counted = run.route.counted
    if counted is None:
        return
    kinds = [stop.kind for stop in run.calls if stop.name in counted]
    for limit in filter(leaves_a_choice, run.train.limits):
        count = sum(map(limit.holds_for, kinds))
        if count > (limit.counts or 0):
            message = (
                f"a {run.train.name} train counts {limit.number(limit.counts or 0)}, not {count}"
            )
            yield "too_many_counted", "", message


def counts_an_own_token(run: Run, rates: Rates) -> Iterator[Finding]:
    """One of the stops a train counts has an own token."""
    if not any(map(leaves_a_choice, run.train.limits)):
        return
    own = [stop for stop in run.calls if stop.own]
    if own and not any(stop.name in run.counted for stop in own):
        never = [limit for limit in run.train.limits if limit.counts == 0]
        useful = [s for s in own if not any(limit.holds_for(s.kind) for limit in never)]
        places = " or ".join(called(stop) for stop in useful or own)
        message = (
            f"one of the stops a {run.train.name} train counts must have a token of "
            f"{run.network.position.corporation}: "
            + (f"count {places}" if useful else f"it cannot count {places}")
        )
        yield "own_token_not_counted", own[0].name, message


ROUTE_RULES: tuple[Callable[[Run, Rates], Iterator[Finding]], ...] = (
    goes_on,
    starts_and_ends_at_stops,
    does_not_reverse,
    calls_at_every_stop,
    uses_no_side_twice,
    visits_no_stop_twice,
    has_own_token,
    joins_two_stops,
    leaves_its_hex,
    takes_one_city_of_a_hex,
    stops_at_full_cities,
    ends_at_off_boards,
    has_access,
    joins_no_forbidden_ends,
    is_short_enough,
    counts_what_it_visits,
    counts_all_it_must,
    counts_no_more_than_it_may,
    counts_an_own_token,
)


# All runs of the turn together.


def trains_are_owned(runs: Sequence[Run], rates: Rates) -> Iterator[tuple[Run | None, Finding]]:
    """A corporation runs the trains it owns, each once."""
    position = rates.network.position
    owned, used = Counter(position.trains), Counter[str]()
    for run in runs:
        name = run.train.name
        used[name] += 1
        if not owned[name]:
            message = f"{position.corporation} has no {name} train to run"
            yield run, ("train_not_owned", "", message)
        elif used[name] > owned[name]:
            trains = (
                f"{owned[name]} trains of type {name}" if owned[name] > 1 else f"one {name} train"
            )
            message = f"{position.corporation} has {trains}, and each runs once"
            yield run, ("train_used_twice", "", message)


def trains_share_no_track(
    runs: Sequence[Run], rates: Rates
) -> Iterator[tuple[Run | None, Finding]]:
    """Trains may meet at stops, but no section of track serves two of them."""
    user: dict[int, Run] = {}
    for run in runs:
        for number in run.sides:
            first = user.setdefault(number, run)
            if first is not run:
                where, words = _side(rates.network, number)
                message = f"route {first.index + 1} uses the track at {words} already"
                yield run, ("side_shared", where, message)


def connection_is_run(runs: Sequence[Run], rates: Rates) -> Iterator[tuple[Run | None, Finding]]:
    """In a connection run, one train runs exactly from home to destination."""
    stops = rates.network.stops
    for marker in rates.required_ends:
        wanted = frozenset((marker.from_, marker.to))
        if not any(run.end_names == wanted for run in runs):
            home, goal = (
                called(stops[name]) if name in stops else name for name in (marker.from_, marker.to)
            )
            message = f"one train must run exactly from {home} to {goal}, and not beyond"
            yield None, ("connection_not_run", marker.to, message)


SET_RULES: tuple[Callable[[Sequence[Run], Rates], Iterator[tuple[Run | None, Finding]]], ...] = (
    trains_are_owned,
    trains_share_no_track,
    connection_is_run,
)
