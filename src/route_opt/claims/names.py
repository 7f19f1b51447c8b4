"""Routes typed by the names of their stops, laid on the board.

A name can mean several stops, and several tracks can join two of them. A choice that is legal is
taken if all legal ones pay the same for the whole set; else the error lists them in words that
can be typed. Where none is legal, one that comes near is left for the rules to judge.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from route_opt.claims.links import Link, Links, UndecidedError, kept_apart
from route_opt.claims.routes import Place, Route, check_count, places_of, read_routes
from route_opt.claims.rules import Violation
from route_opt.claims.value import Rates
from route_opt.claims.verdict import Verdict, judge_routes
from route_opt.claims.walk import Run
from route_opt.claims.words import Meaning, Typed, meaning, read_line, spoken, written
from route_opt.errors import ClaimError, Problem
from route_opt.network import Network

MOST_READINGS = 300
"""More choices of stops than this, and they have to be named by their hexes."""

MOST_ROUTES = 50
"""More routes than any corporation has trains."""

MOST_GUESSES = 200
"""Choices of stops that are tried for a line which no track joins in any of them."""

MOST_TRACKS = 64
"""Tracks of routes that others run beside: each is another question."""

FAR = 100
"""What a gap counts that no track closes, in stops."""

SHOWN = 8
"""How many choices an error lists."""


class Reading(msgspec.Struct, frozen=True):
    """One choice of stops for a typed line, with the ways from each to the next.

    Attributes
    ----------
    skipped
        The stops in brackets.
    passed_by
        How many hexes with a stop it passes without calling: the fewer, the likelier it is meant.
    """

    typed: Typed
    stops: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    ways: tuple[list[Link], ...] = ()
    passed_by: int = 0


def resolve(network: Network, routes: Sequence[Any], where: str = "routes") -> list[Route]:
    """Routes from documents, results, and lines typed by names.

    Raises
    ------
    ClaimError
        With every problem found: a name unknown, or choices that do not pay the same.
    """
    if len(routes) > MOST_ROUTES:
        message = f"{len(routes)} routes; {MOST_ROUTES} is the most"
        raise ClaimError([Problem("too_long", where, message)])
    check_count(routes, where)
    links = Links(network)
    readings = _all_readings(links, routes, where)
    try:
        return _settled(links, readings, where)
    except UndecidedError:
        message = "there are too many ways to run this; name the hexes passed: Detroit, F16, Erie"
        raise ClaimError([Problem("several_ways", where, message)]) from None


def _all_readings(
    links: Links, routes: Sequence[Any], where: str
) -> list[list[Reading] | list[Route]]:
    problems: list[Problem] = []
    readings: list[list[Reading] | list[Route]] = []
    for n, route in enumerate(routes):
        try:
            if isinstance(route, str):
                readings.append(_readings(links, route, f"{where}[{n}]"))
            else:
                readings.append([_read(links.network, route, f"{where}[{n}]")])
        except ClaimError as error:
            problems += error.problems
    if problems:
        raise ClaimError(problems)
    return readings


def meant(rates: Rates, routes: Sequence[Any], where: str = "keep") -> list[list[Route]]:
    """Every legal set of routes that documents and typed lines can mean, for others to run beside.

    All stops are tried that a name can mean, and all track between them, but for track that uses
    every side of another and more: it leaves less to others and pays the same. That a connection
    has to be run is for all routes together, and not asked here.

    Raises
    ------
    ClaimError
        With every problem found; where no set is legal, with the rules that one near it breaks.
    """
    network = rates.network
    check_count(routes, where)
    links = Links(network)
    readings = _all_readings(links, routes, where)
    products: Iterator[tuple[Reading | Route, ...]] = itertools.product(*readings)
    sets = list(itertools.islice(products, MOST_READINGS + 1))
    found: list[list[Route]] = []
    # As in a claim: a hex that has a stop is passed by only where calling there is not legal.
    for _, group in itertools.groupby(sorted(sets, key=_passed_by), key=_passed_by):
        laid = [routes for chosen in group for routes in _ways(links, chosen)]
        found += [routes for routes in laid if not _broken(judge_routes(rates, routes))]
        if found:
            break
    if len(sets) > MOST_READINGS or len(found) > MOST_TRACKS or not links.complete:
        message = "there are too many ways to run this; name the hexes passed: Detroit, F16, Erie"
        raise ClaimError([Problem("several_ways", where, message)])
    if not found:
        broken = _broken(judge_routes(rates, resolve(network, routes, where)))
        raise ClaimError(
            [
                Problem(v.code, where if v.route is None else f"{where}[{v.route}]", str(v))
                for v in broken
            ]
        )
    return found


def _broken(verdict: Verdict) -> list[Violation]:
    return [one for one in verdict.violations if one.code != "connection_not_run"]


def _ways(links: Links, chosen: Sequence[Reading | Route]) -> Iterator[list[Route]]:
    """The routes with each track that uses no side twice and none in vain."""
    legs = [_least(ways) for read in chosen if isinstance(read, Reading) for ways in read.ways]

    def extend(taken: tuple[Link, ...], used: int) -> Iterator[tuple[Link, ...]]:
        if len(taken) == len(legs):
            yield taken
            return
        for link in legs[len(taken)]:
            if not link.sides & used:
                yield from extend((*taken, link), used | link.sides)

    for together in itertools.islice(extend((), 0), MOST_TRACKS + 1):
        taken = iter(together)
        yield [
            read
            if isinstance(read, Route)
            else _with_track(links.network, read, [next(taken) for _ in read.ways])
            for read in chosen
        ]


def _least(ways: Sequence[Link]) -> list[Link]:
    """The ways that use no side in vain: none uses all that another uses, and more.

    Track between two stops of one hex crosses no side, and is yet something that others may want.
    """
    found: list[Link] = []
    for link in sorted(ways, key=lambda link: link.sides.bit_count()):
        if not any(other.sides and other.sides & link.sides == other.sides for other in found):
            found.append(link)
    return found


def _read(network: Network, route: Any, where: str) -> Route:
    """Read one route that gives its track, under its own number in the claim."""
    try:
        return read_routes(network, [route])[0]
    except ClaimError as error:
        raise ClaimError(
            [
                Problem(p.code, where + p.where.removeprefix("routes[0]"), p.message)
                for p in error.problems
            ]
        ) from None


# One typed line: the stops it can mean.


def _readings(links: Links, text: str, where: str) -> list[Reading] | list[Route]:
    """Every choice of stops for a line that track joins; else a route with its gaps."""
    network = links.network
    typed = read_line(network, text, where)
    problems, meanings = [], []
    for word in typed.words:
        try:
            meanings.append(meaning(network, word.text))
        except LookupError as error:
            problems.append(Problem("unknown_stop", where, str(error.args[0])))
    if problems:
        raise ClaimError(problems)
    found = list(itertools.islice(_joined(links, typed, meanings), MOST_READINGS + 1))
    if len(found) > MOST_READINGS:
        message = "these names mean too many stops; name them by their hexes, such as D6.2"
        raise ClaimError([Problem("several_ways", where, message)])
    return found or [_with_gaps(links, typed, meanings)]


def _joined(links: Links, typed: Typed, meanings: Sequence[Meaning]) -> Iterator[Reading]:
    """The choices of stops in which track joins each to the next."""
    dead: set[tuple[int, tuple[str, ...], tuple[str, ...]]] = set()

    def extend(n: int, so_far: Reading, passed: tuple[str, ...]) -> Iterator[Reading]:
        if n == len(meanings):
            if not passed:
                yield so_far
            return
        # Whether the rest can be joined depends on where one stands, not on how one came.
        here = (n, so_far.stops[-1:], passed)
        if here not in dead:
            dead.add(here)
            for reading in longer(n, so_far, passed):
                dead.discard(here)
                yield reading

    def longer(n: int, so_far: Reading, passed: tuple[str, ...]) -> Iterator[Reading]:
        word, skipped = meanings[n], typed.words[n].skipped
        for stop in word.stops:
            ways: list[list[Link]] = []
            if so_far.stops:
                leading = links.between(so_far.stops[-1], stop)
                ways.append([link for link in leading if link.passes(passed)])
            if all(ways):
                further = msgspec.structs.replace(
                    so_far,
                    stops=(*so_far.stops, stop),
                    skipped=(*so_far.skipped, *([stop] * skipped)),
                    ways=(*so_far.ways, *ways),
                )
                yield from extend(n + 1, further, ())
        if word.passed and so_far.stops and not skipped:
            beside = so_far.passed_by + bool(word.stops)
            by = msgspec.structs.replace(so_far, passed_by=beside)
            yield from extend(n + 1, by, (*passed, word.passed))

    yield from extend(0, Reading(typed), ())


def _with_gaps(links: Links, typed: Typed, meanings: Sequence[Meaning]) -> Route:
    """A line that no track joins: as far as there is track, and the rest as it was said."""
    places = places_of(links.network.board)
    choices = [said.stops or (said.passed,) for said in meanings]
    tried = itertools.islice(itertools.product(*choices), MOST_GUESSES)
    best = min(tried, key=lambda said: sum(_apart(links, *pair) for pair in pairwise(said)))
    track = [places[best[0]]]
    for before, then in pairwise(best):
        ways = links.between(before, then)
        track += [*ways[0].passed, ways[0].end] if ways else [places[then]]
    skipped = [place for place, word in zip(best, typed.words, strict=True) if word.skipped]
    return _route(typed, track, skipped)


def _apart(links: Links, here: str, there: str) -> int:
    """How many stops or gaps lie between two places that were said one after the other."""
    if "." not in here or "." not in there:
        return 0
    way = links.way(here, there)
    return FAR if way is None or here == there else len(way) - 2


def _route(typed: Typed, track: Sequence[Place], skipped: Sequence[str]) -> Route:
    """The route of a line; where no stop is in brackets, the best counting is taken."""
    counted = None
    if any(word.skipped for word in typed.words):
        counted = tuple(place.stop for place in track if place.stop and place.stop not in skipped)
    return Route(typed.train, tuple(track), counted, typed.revenue, looked_up=True)


# All lines of a claim: one choice of stops and track.


def _settled(
    links: Links, readings: Sequence[Sequence[Reading | Route]], where: str
) -> list[Route]:
    """The choice that the rules leave, or any of those that pay the same."""
    sets = list(itertools.islice(itertools.product(*readings), MOST_READINGS + 1))
    if len(sets) == 1:
        return _laid(links, sets[0])
    if len(sets) > MOST_READINGS:
        raise UndecidedError
    rates = Rates(links.network)
    judged: list[_Judged] = []
    # A hex that has a stop is passed by only where calling there would not be legal.
    for _, group in itertools.groupby(sorted(sets, key=_passed_by), key=_passed_by):
        laid = [_laid(links, chosen) for chosen in group]
        judged += [(judge_routes(rates, [_plain(r) for r in routes]), routes) for routes in laid]
        legal = [one for one in judged if one[0].legal]
        if legal:
            return _chosen(rates, legal, where)
    return min(judged, key=lambda one: len(one[0].violations))[1]


def _passed_by(chosen: Sequence[Reading | Route]) -> int:
    return sum(reading.passed_by for reading in chosen if isinstance(reading, Reading))


_Judged = tuple[Verdict, list[Route]]


def _chosen(rates: Rates, legal: list[_Judged], where: str) -> list[Route]:
    """Any of several legal sets if all pay the same; what they are said to pay tells too."""
    if len({verdict.revenue for verdict, _ in legal}) > 1:
        said = [one for one in legal if judge_routes(rates, one[1]).legal]
        if len({verdict.revenue for verdict, _ in said}) != 1:
            raise ClaimError(list(_choices(rates.network, legal, where)))
        legal = said
    return legal[0][1]


def _plain(route: Route) -> Route:
    return msgspec.structs.replace(route, revenue=None)


def _laid(links: Links, chosen: Sequence[Reading | Route]) -> list[Route]:
    """The routes with their track: one that uses no side twice, if there is one."""
    network = links.network
    given = [route for route in chosen if isinstance(route, Route)]
    sides = {side for n, route in enumerate(given) for side in Run(network, route, n).sides}
    used = sum(1 << side for side in sides)
    typed = [reading for reading in chosen if isinstance(reading, Reading)]
    together = kept_apart([ways for reading in typed for ways in reading.ways], used)
    if together is None:
        if not links.complete:
            raise UndecidedError
        # They clash in any case: each by itself, for the rules to say where.
        alone = [kept_apart(r.ways) or [ways[0] for ways in r.ways] for r in typed]
        together = [link for ways in alone for link in ways]
    taken = iter(together)
    return [
        route
        if isinstance(route, Route)
        else _with_track(network, route, [next(taken) for _ in route.ways])
        for route in chosen
    ]


def _with_track(network: Network, reading: Reading, ways: Sequence[Link]) -> Route:
    track = [ways[0].start if ways else places_of(network.board)[reading.stops[0]]]
    for link in ways:
        track += [*link.passed, link.end]
    return _route(reading.typed, track, reading.skipped)


def _choices(network: Network, legal: Sequence[_Judged], where: str) -> Iterator[Problem]:
    """For each line that can be run in several ways, those ways in words."""
    for n in range(len(legal[0][1])):
        lines = dict.fromkeys(
            f"{_line(network, routes[n])!r} pays {verdict.routes[n].revenue}"
            for verdict, routes in legal
        )
        if len(lines) > 1:
            shown = "; ".join(list(lines)[:SHOWN])
            more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
            message = f"this can be run in several ways, write one of: {shown}{more}"
            yield Problem("several_ways", f"{where}[{n}]", message)


def _line(network: Network, route: Route) -> str:
    run = Run(network, route, 0)
    counted = {stop.name for stop in run.calls} if route.counted is None else set(route.counted)
    stops = ((spoken(network.board, stop), stop.name in counted) for stop in run.calls)
    return written(route.train.name, stops)
