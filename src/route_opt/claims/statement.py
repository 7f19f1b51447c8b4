"""The statement: how a run's revenue comes about, stop by stop, each bonus with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from route_opt.claims.rules import called
from route_opt.claims.value import (
    EXTRA,
    PAYING,
    Rates,
    amount_of,
    deliveries,
    end_classes,
    ends_money,
    is_doubled,
    is_hex_wide,
    mail_train,
    marker_money,
)
from route_opt.claims.walk import Run
from route_opt.network import NetworkStop
from route_opt.position import Marker
from route_opt.title import MarkerKind


class Bonus(msgspec.Struct, frozen=True):
    """A bonus, or why there is none: then the amount is 0."""

    kind: str
    amount: int
    why: str


class Line(msgspec.Struct, frozen=True):
    """One stop of a run: `value` is printed, `total` is what it adds to the revenue."""

    stop: str
    name: str
    value: int
    counted: bool
    own: bool
    bonuses: tuple[Bonus, ...]
    total: int


class Statement(msgspec.Struct, frozen=True):
    """A run stop by stop, then what it earns as a whole."""

    train: str
    lines: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]
    total: int

    def text(self) -> Iterator[str]:
        """The statement in lines for people."""
        for line in self.lines:
            notes = ["own token"] * line.own
            notes += ["visited, not counted"] * (not line.counted)
            notes += [f"{bonus.amount:+d} {bonus.why}" for bonus in line.bonuses if bonus.amount]
            notes += [bonus.why for bonus in line.bonuses if not bonus.amount]
            told = f"  ({'; '.join(notes)})" if notes else ""
            yield f"{line.name}: {line.total}{told}"
        for bonus in self.bonuses:
            yield f"{bonus.why}: {bonus.amount}" if bonus.amount else bonus.why


def statement_of(run: Run, runs: Sequence[Run], rates: Rates) -> Statement:
    """The statement of one run among all those of the turn."""
    calls = zip(run.names, run.calls, strict=True)
    lines = tuple(_line(run, name, stop, rates) for name, stop in calls)
    bonuses = (*_ends(run, rates), *_mail(run, runs, rates), *_cubes(run, runs, rates))
    total = sum(line.total for line in lines) + sum(bonus.amount for bonus in bonuses)
    return Statement(run.train.name, lines, bonuses, total)


def _line(run: Run, written: str, stop: NetworkStop, rates: Rates) -> Line:
    counted = stop.name in run.counted
    bonuses = tuple(_bonuses(run, stop, rates))
    total = stop.value + sum(bonus.amount for bonus in bonuses) if counted else 0
    name = stop.city or stop.hex
    return Line(written, name, stop.value, counted, stop.own, bonuses, total)


def _bonuses(run: Run, stop: NetworkStop, rates: Rates) -> Iterator[Bonus]:
    """The markers that stand at a stop, each with what it adds or why it does not."""
    for marker in rates.network.position.markers:
        if _stands_at(marker, stop, rates):
            yield from _marker_bonus(run, stop, marker, rates)


def _stands_at(marker: Marker, stop: NetworkStop, rates: Rates) -> bool:
    kind = rates.network.title.markers[marker.kind]
    if kind.effect == "value" and is_hex_wide(kind, marker):
        return marker.at.partition(".")[0] == stop.hex
    return bool(marker.at) and marker.at == stop.name


def _marker_bonus(run: Run, stop: NetworkStop, marker: Marker, rates: Rates) -> Iterator[Bonus]:
    kind = rates.network.title.markers[marker.kind]
    name = marker.kind.replace("_", " ")
    amount, why = 0, name
    if kind.effect not in ("value", "double", "double_end"):
        return
    if not rates.owns(marker) and not kind.others:
        why = f"{name} belongs to {marker.owner}"
    elif stop.name not in run.counted:
        why = f"no {name}: the stop is not counted"
    elif kind.effect == "value":
        amount = amount_of(kind, marker) if rates.owns(marker) else kind.others
        why += _past_its_time(kind, rates)
    elif kind.effect == "double_end" and stop.name not in run.end_names:
        why = f"no {name}: the run does not end here"
    elif is_doubled(rates, stop, stop.name in run.end_names):
        amount = stop.value + (marker_money(rates, stop) if rates.double_markers else 0)
        why = f"{name}, counts double"
    yield Bonus(marker.kind, amount, why)


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
        here = called(run.network, missing[0])
        yield Bonus("ends", 0, f"no {name}: {here} is not counted")
    else:
        yield Bonus("ends", amount, f"{name} {pair[0][1]} + {pair[1][1]}")


def _mail(run: Run, runs: Sequence[Run], rates: Rates) -> Iterator[Bonus]:
    carrier = mail_train(rates, runs)
    if carrier is None:
        return
    kind = next(k for k in rates.network.title.markers.values() if k.effect == "visit_bonus")
    name = kind.kind.replace("_", " ")
    if carrier is run:
        amount = rates.per_visit * len(run.calls)
        why = f"{name}, {len(run.calls)} stops visited at {rates.per_visit}"
        yield Bonus(kind.kind, amount, why)
    else:
        why = f"no {name}: it goes with route {carrier.index + 1}"
        yield Bonus(kind.kind, 0, why)


def _cubes(run: Run, runs: Sequence[Run], rates: Rates) -> Iterator[Bonus]:
    served = set()
    for carrier, source, city in deliveries(rates, runs):
        if carrier is run:
            served.add(city)
            origin = "the extra cube" if source == EXTRA else f"a cube from {source}"
            where = called(run.network, run.network.stops[city])
            yield Bonus("cube", rates.per_cube, f"{origin} to {where}")
    for marker in rates.network.position.markers:
        kind = rates.network.title.markers[marker.kind]
        if kind.effect == "refinery" and marker.at not in served:
            yield from _undelivered(run, marker, rates)


def _undelivered(run: Run, marker: Marker, rates: Rates) -> Iterator[Bonus]:
    """Why no cube pays at a refinery on the route."""
    stop = next((stop for stop in run.calls if stop.name == marker.at), None)
    if stop is None:
        return
    where = called(run.network, stop)
    if not rates.owns(marker):
        why = f"no cube to {where}: its refinery is reserved for {marker.owner}"
    elif marker.state not in PAYING:
        why = f"no money for a cube to {where}: its refinery is in {marker.state}"
    else:
        why = f"no cube left for {where}"
    yield Bonus("cube", 0, why)
