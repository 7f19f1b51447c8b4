"""The statement: how a run's revenue comes about, stop by stop, each bonus with its reason.

It adds up as it is printed: what is inside a stop's value stands in brackets behind it, and only
what comes on top stands as a term of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from route_opt.board import Board
from route_opt.claims.booking import Booking, mail_money
from route_opt.claims.rules import called
from route_opt.claims.value import (
    EXTRA,
    PAYING,
    Rates,
    amount_of,
    end_classes,
    ends_money,
    is_doubled,
    marker_money,
    sets_paid,
)
from route_opt.claims.walk import Run
from route_opt.claims.words import spoken
from route_opt.names import number_of
from route_opt.network import NetworkStop
from route_opt.position import Marker
from route_opt.title import MarkerKind


class Bonus(msgspec.Struct, frozen=True):
    """A bonus, or why there is none: then the amount is 0.

    Attributes
    ----------
    kind
        What it is for.
    amount
        How much.
    why
        The reason, in words.
    """

    kind: str
    amount: int
    why: str

    def __str__(self) -> str:
        """As a term of a sum: its name, its amount, then the rest of the reason."""
        name, _, reason = self.why.partition(", ")
        return f"{name} {self.amount}{_in_brackets(reason)}" if self.amount else self.why


class Line(msgspec.Struct, frozen=True, cache_hash=True):
    """One stop of a run.

    Attributes
    ----------
    stop
        The stop: `G7.0`.
    name
        Its name on the map.
    value
        What is printed there.
    counted
        It pays.
    own
        It has a token of the corporation.
    bonuses
        What is added.
    total
        What it adds to the revenue.
    """

    stop: str
    name: str
    value: int
    counted: bool
    own: bool
    bonuses: tuple[Bonus, ...]
    total: int

    @property
    def parts(self) -> str:
        """What its total is made of, where that is more than the value printed."""
        paid = [bonus for bonus in self.bonuses if bonus.amount]
        return " + ".join(map(str, (self.value, *paid))) if paid else ""

    def __str__(self) -> str:
        """As a term of a sum."""
        inside = _in_brackets(self.parts) if self.bonuses else ""
        return f"{self.name} {self.total}{inside}"

    def text(self) -> str:
        """The stop with all that is to say about it."""
        notes = [self.parts] * bool(self.parts)
        notes += ["own token"] * self.own
        notes += [bonus.why for bonus in self.bonuses if not bonus.amount]
        if not self.counted:
            return f"({self.name}){_in_brackets('; '.join(['visited, not counted', *notes]))}"
        return f"{self.name} {self.total}{_in_brackets('; '.join(notes))}"


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


class Statement(msgspec.Struct, frozen=True):
    """A run stop by stop, then what it earns as a whole."""

    train: str
    lines: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]
    total: int

    def text(self) -> Iterator[str]:
        """The statement in lines for people: the stops, what comes on top, the total."""
        for line in self.lines:
            yield line.text()
        for bonus in self.bonuses:
            yield f"+ {bonus}" if bonus.amount else bonus.why
        yield f"= {self.total}"

    @property
    def sum(self) -> str:
        """The statement as one sum."""
        stops = [_term(line) for line in self.lines if line.counted]
        return " + ".join([*stops, *(str(bonus) for bonus in self.bonuses if bonus.amount)])


def statement_of(run: Run, booking: Booking, rates: Rates) -> Statement:
    """The statement of one run among all those of the turn."""
    board, train, counted, marked = run.network.board, run.train, run.counted, rates.markers_at
    lines = tuple(
        [
            _told(
                board,
                stop,
                written,
                stop.printed(train),
                stop.name in counted,
                tuple(_bonuses(run, stop, rates)) if stop.name in marked else (),
            )
            for written, stop in zip(run.names, run.calls, strict=True)
        ]
    )
    bonuses: tuple[Bonus, ...] = ()
    if rates.classes:
        bonuses += tuple(_ends(run, rates))
    if rates.network.title.routes.sets:
        bonuses += tuple(_sets(run, rates))
    if booking.carrier is not None:
        bonuses += tuple(_mail(run, booking.carrier, rates))
    if rates.network.position.markers:
        bonuses += tuple(_cubes(run, booking, rates))
    total = sum([line.total for line in lines]) + sum([bonus.amount for bonus in bonuses])
    return Statement(run.train.name, lines, bonuses, total)


@functools.lru_cache(maxsize=100_000)
def _told(
    board: Board,
    stop: NetworkStop,
    written: str,
    printed: int,
    counted: bool,
    bonuses: tuple[Bonus, ...],
) -> Line:
    """The line of a stop; most of them come again and again."""
    total = printed + sum(bonus.amount for bonus in bonuses) if counted else 0
    return Line(written, spoken(board, stop), printed, counted, stop.own, bonuses, total)


_term = functools.lru_cache(maxsize=100_000)(str)
"""A line as a term of a sum; it comes as often as the line does."""


def _bonuses(run: Run, stop: NetworkStop, rates: Rates) -> Iterator[Bonus]:
    """The markers that apply to a stop, each with what it adds or why it does not."""
    doubled = False
    for marker in rates.markers_at.get(stop.name, ()):
        bonus = _marker_bonus(run, stop, marker, rates)
        if bonus is None or (doubled and _doubles(marker, rates)):
            continue  # what is doubled is doubled once
        doubled = doubled or (bonus.amount > 0 and _doubles(marker, rates))
        yield bonus


def _doubles(marker: Marker, rates: Rates) -> bool:
    return rates.network.title.markers[marker.kind].effect in ("double", "double_end")


def _marker_bonus(run: Run, stop: NetworkStop, marker: Marker, rates: Rates) -> Bonus | None:
    kind = rates.network.title.markers[marker.kind]
    name = marker.kind.replace("_", " ")
    serves = rates.network.serves(marker)
    amount, why = 0, name
    if kind.effect not in ("value", "double", "double_end"):
        return None
    if not serves and not kind.others:
        why = f"{name} belongs to {marker.owner}"
    elif stop.name not in run.counted:
        why = f"no {name}: the stop is not counted"
    elif kind.effect == "value":
        amount = amount_of(kind, marker) if serves else kind.others
        why += _past_its_time(kind, rates)
    elif kind.effect == "double_end" and stop.name not in run.end_names:
        why = f"no {name}: the run does not end here"
    elif is_doubled(rates, stop, stop.name in run.end_names):
        amount = stop.printed(run.train) + (
            marker_money(rates, stop) if rates.double_markers else 0
        )
        why = f"{name}, counts double"
    return Bonus(marker.kind, amount, why)


def _past_its_time(kind: MarkerKind, rates: Rates) -> str:
    """A word where the position shows a marker in a phase in which the game has none any more."""
    phases = list(rates.network.title.phases)
    phase = rates.network.position.phase
    if not kind.until or phases.index(phase) < phases.index(kind.until):
        return ""
    return f", as the position shows it, though it leaves the game in phase {kind.until}"


def _ends(run: Run, rates: Rates) -> Iterator[Bonus]:
    pair = end_classes(rates, run)
    amount = ends_money(rates, run)
    if pair is None or not amount:
        return
    name = f"{pair[0][0]}-{pair[1][0]} bonus"
    missing = [s for s in run.calls if s.name in run.end_names - run.counted]
    if missing:
        here = called(missing[0])
        yield Bonus("ends", 0, f"no {name}: {here} is not counted")
    else:
        yield Bonus("ends", amount, f"{name}, {pair[0][1]} + {pair[1][1]}")


def _sets(run: Run, rates: Rates) -> Iterator[Bonus]:
    for one in sets_paid(rates, (stop.id for stop in run.calls)):
        yield Bonus("set", one.amount, f"{one.name}, all on one route")


def _mail(run: Run, carrier: Run, rates: Rates) -> Iterator[Bonus]:
    kind = next(k for k in rates.network.title.markers.values() if k.effect == "visit_bonus")
    name = kind.kind.replace("_", " ")
    if carrier is run:
        why = f"{name}, {number_of(len(run.calls), 'stop')} visited at {rates.per_visit}"
        yield Bonus(kind.kind, mail_money(rates, run), why)
    else:
        yield Bonus(kind.kind, 0, f"no {name}: it goes with route {carrier.index + 1}")


def _cubes(run: Run, booking: Booking, rates: Rates) -> Iterator[Bonus]:
    served = set()
    for carrier, source, city in booking.cubes:
        if carrier is run:
            served.add(city)
            origin = "the extra one" if source == EXTRA else f"from {source}"
            where = called(next(stop for stop in run.calls if stop.name == city))
            yield Bonus("cube", rates.per_cube, f"cube, {origin} to {where}")
    for marker in rates.network.position.markers:
        kind = rates.network.title.markers[marker.kind]
        if kind.effect == "refinery":
            for stop in run.calls:
                if rates.network.applies(marker, stop) and stop.name not in served:
                    yield _undelivered(run, stop, marker, rates)


def _undelivered(run: Run, stop: NetworkStop, marker: Marker, rates: Rates) -> Bonus:
    """Why no cube pays at a refinery on the route."""
    where = called(stop)
    if not rates.network.serves(marker):
        why = f"no cube to {where}: its refinery is reserved for {marker.owner}"
    elif marker.state not in PAYING:
        why = f"no money for a cube to {where}: its refinery is in {marker.state}"
    else:
        why = f"no cube left for {where}"
    return Bonus("cube", 0, why)
