"""The Union Pacific: it takes trains, and acquires corporations one by one (8.5, 8.6)."""

from __future__ import annotations

from operating_round import market
from operating_round.state import BANK, CLOSED, MARKET
from operating_round.table import Table, View
from operating_round.titles.g1867bw import queue, resources
from operating_round.titles.g1867bw.names import (
    ACQUIRED,
    INVESTORS,
    REMOVED,
    SEAT,
    is_acquired,
    private,
)
from operating_round.titles.g1867bw.queue import set_rows, waiting_rows
from operating_round.titles.g1867bw.remembered import Seat, Standing, Waiting


def buyer_is_active(table: View) -> bool:
    """From phase 6 (8.6)."""
    return table.reached_phase(table.title.play.special["union_pacific"]["corporations_from"])


def may_be_acquired(table: View) -> list[str]:
    """By price, as in the order of operation."""
    names = table.market.by_price()
    return [name for name in names if not is_acquired(table.corporation(name))]


def can_acquire_waiting(table: View) -> bool:
    """Whether anybody is in the queue."""
    return bool(queue.names(waiting_rows(table)))


def refused(table: Table, name: str) -> None:
    """One space down."""
    table.market.move_price(name, "down")


def acquire(table: Table, name: str, refusals: int, crisis: bool) -> None:
    """A running corporation, with a bonus dividend unless it is in crisis (8.6)."""
    row = table.corporation(name)
    each = table.title.play.special["union_pacific"]["bonus_for_each_refusal"]
    bonus = 0 if crisis else Standing.of(row).revenue + each * refusals
    table.say(ACQUIRED, f"{name} is acquired, bonus {bonus}", corporation=name, bonus=bonus)
    table.market.pay_shares(name, bonus)
    if not row.trains:
        _to_bottom(table, name)
        if table.corporation(name).market is None:
            if not crisis:
                _give_seat(table, name)
            return
    resources.export(table, resources.deposits_of(table, name))
    strip(table, name)
    for holder in (table.title.play.unsold, MARKET):
        percent = table.corporation(name).shares.get(holder, 0)
        table.market.move_shares(name, holder, REMOVED, percent)
    Standing.set(table, name, acquired=True, director=row.owner or "", revenue=0)
    table.change(name, owner=None, tokens_unplaced=())
    if not crisis:
        _give_seat(table, name)


def acquire_waiting(table: Table) -> None:
    """The top of the queue: only its home station stays (8.6)."""
    rows = waiting_rows(table)
    name = queue.names(rows)[0]
    table.say(ACQUIRED, f"{name} is acquired from the queue", corporation=name)
    table.map.place_home(name)
    resources.export(table, resources.deposits_of(table, name))
    table.change(name, closed=True, tokens_unplaced=())
    set_rows(table, queue.moved_up(queue.without(rows, name)))


def _to_bottom(table: Table, name: str) -> None:
    """To the lowest space of the column, which may be the one that closes."""
    rows, place = len(table.title.market.grid), table.market.place(name)
    bottom = market.steps(table.title.market, place, "down", rows)
    if "acquired_keep_a_price" in table and not market.price(table.title.market, bottom):
        bottom = (bottom[0] - 1, bottom[1])
    table.market.put_price(name, bottom)


def _give_seat(table: Table, acquired: str) -> None:
    """P6 closes; a corporation that owned it may take over a station (14.6)."""
    owner = table.privates.owner_of(SEAT)
    if owner and owner != CLOSED:
        table.privates.give(SEAT, CLOSED)
        if owner in table.state.corporations and table.state.turn is not None:
            Seat.set(table, seat=(owner, acquired))


def strip(table: Table, name: str) -> None:
    """What a corporation owns leaves the game; its money goes to the bank."""
    table.bank.pay(name, BANK, table.bank.cash(name))
    for company in table.corporation(name).companies:
        table.privates.give(company, CLOSED)
    if name == Waiting.of(table.state).ninth and table.privates.owner_of(INVESTORS):
        table.privates.give(INVESTORS, CLOSED)
    table.map.set_markers(m for m in table.state.board.markers if m.owner != name)
    table.change(name, trains=())


def produce(table: Table) -> None:
    """Production and export (8.3)."""
    idle = "acquired_networks_idle" in table
    owners = [
        name
        for name in table.market.by_price()
        if not (idle and is_acquired(table.corporation(name)))
    ]
    resources.produce(table, owners)


def take_train(table: Table) -> None:
    """The Union Pacific takes a train after the last round of a set (8.5)."""
    number, of = table.state.operating_rounds or (0, 1)
    offers = [offer for offer in table.rules.trains.offers(table) if offer.source == BANK]
    if number < of or not offers:
        return
    train = offers[0].train
    table.depot.change("upcoming", train, -1)
    table.say("upr_train", f"the Union Pacific takes a {train}", train=train)
    owner = table.privates.owner_of(SEAT)
    if owner and owner != CLOSED:
        table.rules.effects.pay_private(table, SEAT, owner, private(table, SEAT).amount)
    table.depot.check_phase(train)
