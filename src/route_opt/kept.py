"""Routes that are kept: what is left of the question when they run.

They take their trains and their track out of it. What they share with the others (the mail, goods,
a run that is required) is divided between the two in every way that could be the best one, so that
each way is a question of the usual kind, for either engine, and the best of their answers is the
best set with the kept routes in it.
"""

from __future__ import annotations

import copy
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from route_opt.claims.names import meant
from route_opt.claims.routes import Route
from route_opt.claims.value import Rates, best_counting, route_money
from route_opt.claims.walk import INSIDE, Run
from route_opt.compile import Instance
from route_opt.errors import ClaimError, Problem

CoreRoute = tuple[int, list[int], list[int], int]
"""A route in the core's numbers: train, path, counted stops, value without terms of the set."""

MOST_SHARES = 500
"""Ways to share goods with the others; beyond that fewer routes have to be kept."""

_OF_TRAINS = (
    *("visits", "counts", "tariff"),
    *("major_visits", "major_counts", "minor_visits", "minor_counts"),
)


class Rest(NamedTuple):
    """A question that is left: its trains by their numbers in the whole, and what is earned
    besides whatever its answer is.
    """

    instance: Instance
    trains: list[int]
    earned: int


def kept_sets(rates: Rates, lines: Sequence[Any]) -> list[list[CoreRoute]]:
    """Every set of routes that the lines to be kept can mean, in the core's numbers.

    Raises
    ------
    ClaimError
        If a line cannot be read, or no such set is legal: with every reason.
    """
    return [_numbered(rates, routes) for routes in meant(rates, lines)]


def _numbered(rates: Rates, routes: Iterable[Route]) -> list[CoreRoute]:
    free = list(enumerate(rates.network.position.trains))
    found: list[CoreRoute] = []
    for n, route in enumerate(routes):
        run = Run(rates.network, route, n)
        counted = best_counting(rates, run) if route.counted is None else frozenset(route.counted)
        train = next(entry for entry in free if entry[1] == route.train.name)
        free.remove(train)
        paying = [stop.id for stop in run.calls if stop.name in counted]
        found.append((train[0], _path(run), paying, route_money(rates, run, counted)))
    return found


def _path(run: Run) -> list[int]:
    """The stops a run calls at and the sides it crosses, each as the face it leaves by."""
    board, track = run.network.board, run.route.track
    path = [board.stop_of[track[0].stop]]
    for place, step in zip(track[1:], run.steps, strict=True):
        if step is not None and step[4] != INSIDE:
            path.append(len(board.stop_names) + 2 * step[4] + board.side_of[step[0], step[1]][1])
        if place.stop:
            path.append(board.stop_of[place.stop])
    return path


def left_by(whole: Instance, kept: Sequence[CoreRoute]) -> Iterator[Rest]:
    """What the other trains can be asked while these routes run."""
    plain = _without(whole, kept)
    running = {route[0] for route in kept}
    trains = [train for train in range(len(whole.visits)) if train not in running]
    longest = max(len(_stops(whole, route)) for route in kept)
    earned = sum(route[3] for route in kept)
    for taken, extra in _shares(whole, kept):
        rest = copy.copy(plain)
        rest.goods = array("i", (n - taken[stop] for stop, n in enumerate(whole.goods)))
        rest.extra_good = whole.extra_good and not extra
        sold = earned + whole.good_value * (taken.total() + extra)
        yield Rest(rest, trains, sold)
        if whole.visit_bonus:  # the mail goes with a kept train, or with another
            without_mail = copy.copy(rest)
            without_mail.visit_bonus = 0
            yield Rest(without_mail, trains, sold + whole.visit_bonus * longest)


def _stops(whole: Instance, route: CoreRoute) -> list[int]:
    return [code for code in route[1] if code < len(whole.value)]


def _without(whole: Instance, kept: Sequence[CoreRoute]) -> Instance:
    """The instance without these routes' trains and track, and without the runs they make."""
    rest, stops = copy.copy(whole), len(whole.value)
    running = {route[0] for route in kept}
    for name in _OF_TRAINS:
        entries = enumerate(getattr(whole, name))
        setattr(rest, name, array("i", [n for train, n in entries if train not in running]))
    sides = {(code - stops) // 2 for route in kept for code in route[1] if code >= stops}
    pairs = (pair for route in kept for pair in zip(route[1], route[1][1:], strict=False))
    direct = Counter(frozenset(pair) for pair in pairs if max(pair) < stops)
    rest.track = array("i")
    for piece in zip(whole.track[::2], whole.track[1::2], strict=True):
        if direct[frozenset(piece)]:
            direct[frozenset(piece)] -= 1
        elif not any(end >= stops and (end - stops) // 2 in sides for end in piece):
            rest.track.extend(piece)
    ends = {frozenset((route[1][0], route[1][-1])) for route in kept}
    required = zip(whole.required_ends[::2], whole.required_ends[1::2], strict=True)
    open_ = [stop for pair in required if frozenset(pair) not in ends for stop in pair]
    rest.required_ends = array("i", open_)
    return rest


def _shares(whole: Instance, kept: Sequence[CoreRoute]) -> list[tuple[Counter[int], bool]]:
    """The goods that the kept trains may take, by source, and whether the extra one is among them.

    As many as they can: takers that can be served together can be served still when others come,
    by other goods perhaps. The extra good may make it one more.
    """
    found: dict[tuple[frozenset[tuple[int, int]], bool], int] = {}
    for taken, extra in _takings(whole, kept, Counter(), False):
        key = frozenset((+taken).items()), extra
        found[key] = taken.total() + extra
        if len(found) > MOST_SHARES:
            message = "there are too many ways to share the cubes; keep fewer routes"
            raise ClaimError([Problem("several_ways", "keep", message)])
    least = max(total for (_, extra), total in found.items() if not extra)
    return [(Counter(dict(key)), extra) for (key, extra), n in found.items() if n >= least]


def _takings(
    whole: Instance, kept: Sequence[CoreRoute], taken: Counter[int], extra: bool
) -> Iterator[tuple[Counter[int], bool]]:
    """Every way in which each buyer on each kept route is brought a good, or none."""
    if not whole.good_value or not kept:
        yield taken, extra
        return
    stops = _stops(whole, kept[0])
    buyers = sum(whole.buyer[stop] for stop in stops)
    sources = [stop for stop in stops if whole.goods[stop]]
    roomy = whole.extra_good and any(whole.room[stop] for stop in stops)

    def choose(
        left: int, first: int, taken: Counter[int], extra: bool
    ) -> Iterator[tuple[Counter[int], bool]]:
        yield from _takings(whole, kept[1:], taken, extra)
        if not left:
            return
        for n, source in enumerate(sources[first:], first):
            if taken[source] < whole.goods[source]:
                yield from choose(left - 1, n, taken + Counter([source]), extra)
        if roomy and not extra:
            yield from choose(left - 1, len(sources), taken, True)

    yield from choose(buyers, 0, taken, extra)
