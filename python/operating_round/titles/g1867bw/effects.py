"""1867 Big Wyoming: what follows from what happens."""

from __future__ import annotations

import random
from typing import Any

from operating_round.actions import Action
from operating_round.errors import StateError
from operating_round.rules import Effects
from operating_round.state import BANK, CLOSED, Corporation, replace
from operating_round.steps.run import running_position
from operating_round.table import Table
from operating_round.titles.g1867bw import queue, resources
from operating_round.titles.g1867bw.deliver import note_run
from operating_round.titles.g1867bw.names import (
    ENERGY,
    INVESTORS,
    LAND,
    PUNDIT,
    SURVEY,
    is_acquired,
    owns,
)
from operating_round.titles.g1867bw.queue import may_start, set_rows, start_prices, waiting_rows
from operating_round.titles.g1867bw.remembered import Exports, LandBought, Standing, Waiting
from operating_round.titles.g1867bw.steps import ACQUIRED_STEPS
from operating_round.titles.g1867bw.union_pacific import buyer_is_active, can_acquire_waiting, strip
from route_opt.lays import Lay as TileLay
from route_opt.position import Marker


class Happens(Effects):
    """What follows from what happens."""

    def set_up(
        self, table: Table, removed: tuple[str, ...], chance: random.Random | None = None
    ) -> None:
        """Eight corporations in the queue, one beside P13, and the refinery of P3 (5.7, 5.8)."""
        size = self.title.play.special["queue"]
        names = list(table.state.corporations)
        if chance:
            chance.shuffle(names)
        places = size["columns"] * size["rows"]
        ninth = names[places] if len(names) > places else ""
        waiting = queue.filled(names[:places], size["columns"], size["rows"])
        Waiting.set(table, queue=waiting, ninth=ninth)
        Exports.set(table, exported=())
        if INVESTORS in removed and ninth:
            table.change(ninth, closed=True)
        if ENERGY in removed:
            hex_id = self.title.play.special["resources"]["refinery_without_company"]
            resources.set_refinery(table, f"{hex_id}.0", "operational")

    def floats(self, table: Table, name: str) -> None:
        """A director's certificate was bought: from the top row, or with P4 or P13 (7.1, 14)."""
        row = table.corporation(name)
        player, par = row.owner or "", row.par or 0
        if par not in start_prices(table):
            first = self.title.play.special["start_prices"]["first_phase"][str(par)]
            raise StateError(f"a start price of {par} comes with phase {first} (7.1)")
        place = queue.row_of(waiting_rows(table), name)
        if place is None and name == Waiting.of(table.state).ninth:
            if table.privates.owner_of(INVESTORS) != player or row.shares.get(player) != 20:
                raise StateError(f"{name} comes with {INVESTORS}, its director's share (14.13)")
        elif not may_start(table, name, player):
            raise StateError(f"{name} is not in the top row of the queue (7.1)")
        elif place:
            table.privates.give(PUNDIT, CLOSED)
        set_rows(table, queue.closed_up(queue.without(waiting_rows(table), name)))
        table.map.place_home(name)

    def start_round(self, table: Table) -> None:
        """Nothing was exported yet."""
        Exports.set(table, exported=())
        super().start_round(table)

    def start_turn(self, table: Table) -> None:
        """A station of an acquired corporation that was replaced does not come back."""
        if table.rules.rounds.steps(table) is not ACQUIRED_STEPS:
            super().start_turn(table)

    def end_turn(self, table: Table) -> None:
        """The revenue board shows what was earned (8.2.C.e)."""
        super().end_turn(table)
        if table.rules.rounds.steps(table) is not ACQUIRED_STEPS:
            Standing.set(table, table.entity, revenue=table.turn.revenue or 0)

    def end_round(self, table: Table) -> None:
        """The game ends when all that run have been acquired (2, 10), or nobody can be any more."""
        rows = [table.corporation(name) for name in table.market.by_price()]
        nobody = not rows and buyer_is_active(table) and not can_acquire_waiting(table)
        if nobody or (rows and all(is_acquired(row) for row in rows)):
            table.set(finish="acquired", over=True)
            table.say("end", "every corporation has been acquired: the game ends")

    def bank_broken(self, table: Table) -> None:
        """The bank is as large as it has to be (5.4)."""

    def laid(self, table: Table, action: Action, lay: TileLay) -> None:
        """A tile on a deposit brings money with P8 (14.8)."""
        deposit = any(stop.kind == "deposit" for stop in self.title.tiles[lay.tile].stops)
        if deposit and owns(table, SURVEY):
            table.bank.pay(BANK, table.entity, resources.data(table)["survey_pays_for_tile"])

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """Which cubes were delivered is still to be said (8.2.C.c)."""
        note_run(table, running_position(table), routes)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A corporation closes and waits again, if the queue has room (9.1)."""
        table.say("closing", f"{name} closes", corporation=name)
        table.market.leave(name)
        strip(table, name)
        table.map.remove_tokens(name)
        waiting = queue.with_last(waiting_rows(table), name)
        table.set(
            corporations={
                **table.state.corporations,
                name: Corporation(
                    tokens_unplaced=self.title.corporations[name].tokens,
                    shares={self.title.play.unsold: 100},
                    closed=waiting is None,
                ),
            }
        )
        if waiting is not None:
            set_rows(table, waiting)

    def issued(self, table: Table, count: int) -> None:
        """The price falls by one space."""
        table.market.move_price(table.entity, "down", count)

    def discarded(self, table: Table, train: str) -> None:
        """Trains above the limit leave the game (11.C)."""
        if "excess_trains_for_sale" in table:
            super().discarded(table, train)

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """P13 closes when its corporation buys a train (14.13)."""
        if table.entity == Waiting.of(table.state).ninth and table.privates.owner_of(INVESTORS):
            table.privates.give(INVESTORS, CLOSED)
        super().train_bought(table, train, source)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """Phase 6 takes the fuller column of the queue (8.2.D.a)."""
        super().phase_begins(table, phase, train)
        if phase == self.title.play.special["queue"]["loses_column_in"]:
            rows = waiting_rows(table)
            left = queue.without_column(rows, queue.fullest_column(rows))
            stay = queue.names(left)
            for name in [name for name in queue.names(rows) if name not in stay]:
                table.change(name, closed=True)
                table.say("removed", f"{name} leaves the game", corporation=name)
            set_rows(table, left)

    def private_bought(self, table: Table, name: str) -> None:
        """A land company allows its tile now or never."""
        if name in LAND:
            LandBought.note(table, name)

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """Markers follow their companies: the survey's, and whose refinery that of P3 is."""
        markers = list(table.state.board.markers)
        if name == SURVEY:
            markers = [marker for marker in markers if marker.kind != "survey_company"]
            if owner in table.state.corporations:
                markers.append(Marker("survey_company", owner=owner))
        if name == ENERGY and owner == CLOSED:
            markers = [replace(m, owner="") if m.kind == resources.REFINERY else m for m in markers]
        table.map.set_markers(markers)
