"""The judge: every rule against every run, what it all pays, and the verdict."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from route_opt.claims.booking import Booking, booked, wrong_revenues
from route_opt.claims.routes import Route, read_routes
from route_opt.claims.rules import ROUTE_RULES, SET_RULES, Finding, Violation
from route_opt.claims.statement import Bonus, Line, Statement, statement_of
from route_opt.claims.value import Rates, best_counting, route_money
from route_opt.claims.walk import Run
from route_opt.claims.words import written
from route_opt.network import Network
from route_opt.position import Position


class JudgedRoute(msgspec.Struct, frozen=True):
    """A route, and how its revenue comes about.

    Attributes
    ----------
    train
        The train that runs it.
    track
        The way it takes: stops where it calls, bare hexes where it passes.
    counted
        The stops that pay.
    revenue
        What it pays.
    written
        The route as people write it.
    sum
        The same as a sum.
    statement
        Stop by stop.
    bonuses
        What is paid for the whole route.
    """

    train: str
    track: list[str]
    counted: list[str]
    revenue: int
    written: str
    sum: str
    statement: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]


class RouteVerdict:
    """What is to say about one route.

    Attributes
    ----------
    train, track
        As claimed.
    stops, counted
        The stops it visits in order, and those of them that pay.
    revenue
        What it pays, with its share of the terms over the whole set.
    violations
        The rules it breaks.
    """

    __slots__ = ("_booking", "_rates", "_run", "_statement", "revenue", "violations")

    def __init__(
        self, run: Run, booking: Booking, rates: Rates, revenue: int, found: list[Violation]
    ) -> None:
        self._run, self._booking, self._rates = run, booking, rates
        self.revenue, self.violations = revenue, tuple(found)
        self._statement: Statement | None = None

    @property
    def train(self) -> str:
        """The name of its train."""
        return self._run.train.name

    @property
    def track(self) -> tuple[str, ...]:
        """The track as claimed."""
        return tuple([place.text for place in self._run.route.track])

    @property
    def stops(self) -> tuple[str, ...]:
        """The stops visited, in order."""
        return tuple(self._run.names)

    @property
    def counted(self) -> tuple[str, ...]:
        """The stops that pay, in order."""
        calls = zip(self._run.names, self._run.calls, strict=True)
        return tuple([name for name, stop in calls if stop.name in self._run.counted])

    @property
    def legal(self) -> bool:
        """Whether it breaks no rule."""
        return not self.violations

    @property
    def statement(self) -> Statement:
        """How its revenue comes about, stop by stop; made when first asked for."""
        if self._statement is None:
            self._statement = statement_of(self._run, self._booking, self._rates)
        return self._statement

    @property
    def written(self) -> str:
        """The route as a line that can be typed: ``3/5: Detroit, (Toledo), Cleveland = 110``."""
        stops = [(line.name, line.counted) for line in self.statement.lines]
        return written(self.train, stops, self.revenue)

    def document(self) -> dict[str, Any]:
        """The route as a JSON document."""
        found: dict[str, Any] = msgspec.to_builtins(self.told)
        return found

    @property
    def told(self) -> JudgedRoute:
        """The route as a result shows it."""
        told = self.statement
        return JudgedRoute(
            train=self.train,
            track=list(self.track),
            counted=list(self.counted),
            revenue=self.revenue,
            written=self.written,
            sum=told.sum,
            statement=told.lines,
            bonuses=told.bonuses,
        )

    def __repr__(self) -> str:
        return f"<RouteVerdict {self.train}: {'-'.join(self.stops)} pays {self.revenue}>"


class Verdict:
    """The verdict on a set of routes. Get one with `route_opt.check`.

    Attributes
    ----------
    routes
        The verdict on each route, in the order claimed.
    violations
        Every rule broken, by route and by all of them together.
    revenue
        What the routes add up to as they are counted and booked; money only if they are legal.
    cubes
        How many delivered cubes are in it.
    """

    def __init__(
        self, rates: Rates, routes: tuple[RouteVerdict, ...], found: list[Violation], cubes: int
    ) -> None:
        self.routes, self.violations, self.cubes = routes, tuple(found), cubes
        self.revenue = sum(route.revenue for route in routes)
        self._rates = rates

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    @property
    def statement(self) -> tuple[Statement, ...]:
        """How the revenue comes about, route by route and stop by stop."""
        return tuple(route.statement for route in self.routes)

    @functools.cached_property
    def true_value(self) -> int | None:
        """What the same track pays, counted the best legal way; None if the track is not legal."""
        plain = [Route(route._run.train, route._run.route.track) for route in self.routes]
        again = judge_routes(self._rates, plain)
        return again.revenue if again.legal else None

    def document(self) -> dict[str, Any]:
        """The verdict as a JSON document."""
        return {
            "legal": self.legal,
            "revenue": self.revenue,
            "true_value": self.true_value,
            "violations": msgspec.to_builtins(self.violations),
            "routes": [route.document() for route in self.routes],
        }

    def __repr__(self) -> str:
        if self.legal:
            return f"<Verdict: legal, pays {self.revenue}>"
        return f"<Verdict: {', '.join(violation.code for violation in self.violations)}>"


def check(position: Position, routes: Iterable[Any]) -> Verdict:
    """Judge a set of routes: is it legal, what does it pay, and why.

    Parameters
    ----------
    position
        The position it is run in.
    routes
        Documents (``{"train": "2", "track": ["F20.0", "G19", "H18.0"]}``, and if wished
        ``counted`` and ``revenue``), or the routes of a result.

    Raises
    ------
    ClaimError
        If a route cannot be read, with every problem found.

    Examples
    --------
    >>> from route_opt import parse
    >>> position = parse({"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
    ...                   "tiles": {"C13": "7@4", "D14": "5@1"}, "tokens": {"C15.0": ["MS"]}})
    >>> check(position, [{"train": "2", "track": ["C15.0", "C13", "D14.0"]}])
    <Verdict: legal, pays 60>
    """
    return check_on(Network(position), routes)


def check_on(network: Network, routes: Iterable[Any]) -> Verdict:
    """`check` on a network that is there already."""
    return judge_routes(Rates(network), read_routes(network, routes))


def account(rates: Rates, routes: Sequence[Route]) -> Verdict:
    """What routes pay and how it comes about, with no rule asked: for those known to be legal."""
    runs = _runs(rates, routes)
    return _verdict(rates, runs, booked(rates, runs), [])


def judge_routes(rates: Rates, routes: Sequence[Route]) -> Verdict:
    """The verdict on routes that are read already."""
    network = rates.network
    runs = _runs(rates, routes)
    found: list[Violation] = []
    for run in runs:
        for rule in ROUTE_RULES:
            for finding in rule(run, rates):
                found.append(_violation(network, run, finding))
    for set_rule in SET_RULES:
        for one, finding in set_rule(runs, rates):
            found.append(_violation(network, one, finding))
    booking = booked(rates, runs)
    for one, finding in wrong_revenues(rates, runs, booking):
        found.append(_violation(network, one, finding))
    return _verdict(rates, runs, booking, found)


def _runs(rates: Rates, routes: Sequence[Route]) -> list[Run]:
    """The routes as they lie on the board, with what each counts and pays by itself."""
    runs = [Run(rates.network, route, n) for n, route in enumerate(routes)]
    for run in runs:
        run.counted = _counted(rates, run)
        run.money = route_money(rates, run, run.counted)
    return runs


def _verdict(rates: Rates, runs: list[Run], booking: Booking, found: list[Violation]) -> Verdict:
    extra = booking.money(rates)
    verdicts = tuple(
        RouteVerdict(
            run,
            booking,
            rates,
            run.money + extra.get(run.index, 0),
            [violation for violation in found if violation.route == run.index] if found else [],
        )
        for run in runs
    )
    return Verdict(rates, verdicts, found, len(booking.cubes))


def _counted(rates: Rates, run: Run) -> frozenset[str]:
    """The stops that pay: those the claim counts, else the best legal choice."""
    if run.route.counted is None:
        return best_counting(rates, run)
    return frozenset([stop.name for stop in run.calls if stop.name in run.route.counted])


def _violation(network: Network, run: Run | None, finding: Finding) -> Violation:
    code, where, message = finding
    rule = network.title.routes.rules.get(code, "")
    return Violation(code, where, rule, message, None if run is None else run.index)
