"""Money of the whole set, booked on its routes: the mail goes with one train, cubes with those
that deliver them.

A claim may say what each of its routes pays. Then the booking is the one that it states, if there
is such a one: mail on a shorter train, or a cube left where it lies, pays less and is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from route_opt.claims.rules import Finding
from route_opt.claims.value import Delivery, Rates, deliveries
from route_opt.claims.walk import Run


class Booking(msgspec.Struct, frozen=True):
    """Who carries the mail, who delivers which cubes, and whether the claim says the same."""

    carrier: Run | None
    cubes: tuple[Delivery, ...]
    as_stated: bool = True

    def money(self, rates: Rates) -> dict[int, int]:
        """What it adds to each run, by its index."""
        found: dict[int, int] = {}
        if self.carrier is not None:
            found[self.carrier.index] = mail_money(rates, self.carrier)
        for run, _, _ in self.cubes:
            found[run.index] = found.get(run.index, 0) + rates.per_cube
        return found


_NOTHING = Booking(None, ())
"""Nothing is paid for the whole set, and nobody says otherwise."""


def mail_money(rates: Rates, run: Run) -> int:
    """What the mail adds to a run that carries it: for each stop visited, counted or not."""
    return rates.per_visit * len(run.calls)


def booked(rates: Rates, runs: Sequence[Run]) -> Booking:
    """The booking that the claim states; else, or where it says nothing, the best."""
    if not (rates.per_visit or rates.refineries) and all(r.route.revenue is None for r in runs):
        return _NOTHING
    stated = [
        booking for carrier in _carriers(rates, runs) for booking in _stated(rates, runs, carrier)
    ]
    if stated:
        return max(stated, key=lambda booking: sum(booking.money(rates).values()))
    carrier = next(iter(_carriers(rates, runs)))
    return Booking(carrier, tuple(deliveries(rates, runs)), as_stated=False)


def _carriers(rates: Rates, runs: Sequence[Run]) -> list[Run | None]:
    """The trains that can carry the mail, the one with the most stops first; None without mail."""
    if not rates.per_visit or not runs:
        return [None]
    return [*sorted(runs, key=lambda run: -len(run.calls))]


def _stated(rates: Rates, runs: Sequence[Run], carrier: Run | None) -> Iterator[Booking]:
    """The booking with the mail on this train that gives each run what it is said to pay."""
    limits: dict[int, int] = {}
    for run in runs:
        if run.route.revenue is None:
            continue
        mail = mail_money(rates, run) if run is carrier else 0
        cubes = _cubes_in(rates, run.route.revenue - run.money - mail)
        if cubes is None:
            return
        limits[run.index] = cubes
    delivered = deliveries(rates, runs, limits)
    if all(_count(delivered, run) == limits[run.index] for run in runs if run.index in limits):
        yield Booking(carrier, tuple(delivered))


def _cubes_in(rates: Rates, money: int) -> int | None:
    """How many cubes an amount is; None if it is no number of cubes."""
    if money == 0:
        return 0
    if money < 0 or not rates.per_cube or money % rates.per_cube:
        return None
    return money // rates.per_cube


def _count(delivered: Sequence[Delivery], run: Run) -> int:
    return sum(carrier is run for carrier, _, _ in delivered)


def wrong_revenues(
    rates: Rates, runs: Sequence[Run], booking: Booking
) -> Iterator[tuple[Run | None, Finding]]:
    """A claim that names a revenue must name the right one."""
    if booking.as_stated:
        return
    extra = booking.money(rates)
    wrong = [run for run in runs if not _can_pay(rates, run)]
    for run in wrong:
        pays = run.money + extra.get(run.index, 0)
        message = f"this run is said to pay {run.route.revenue}; it pays {pays}"
        yield run, ("wrong_revenue", "", message)
    if not wrong:
        yield None, ("wrong_revenue", "", _not_together(rates, runs, extra))


def _can_pay(rates: Rates, run: Run) -> bool:
    """Whether a run could pay what it is said to, were it the only one."""
    if run.route.revenue is None:
        return True
    most = len(deliveries(rates, [run]))
    for mail in {0, mail_money(rates, run)}:
        cubes = _cubes_in(rates, run.route.revenue - run.money - mail)
        if cubes is not None and cubes <= most:
            return True
    return False


def _not_together(rates: Rates, runs: Sequence[Run], extra: Mapping[int, int]) -> str:
    """Why what the runs are said to pay cannot be had by all of them at once."""
    said = sum(run.route.revenue or 0 for run in runs)
    pay = sum(run.money for run in runs) + sum(extra.values())
    message = f"the runs are said to pay {said} together; they pay {pay}"
    if any(run.route.revenue is None for run in runs) or said == pay:
        message = "the runs cannot all pay what is said"
    if rates.per_visit:
        shares = " or ".join(f"{mail_money(rates, run)} to route {run.index + 1}" for run in runs)
        message += f": the mail adds to the route of one train, {shares}"
    return message
