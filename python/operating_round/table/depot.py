"""Trains: those of the bank, those of companies, and what a new type changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from route_opt.rules.trains import card_of, losses, number_of, phase_begun

if TYPE_CHECKING:
    from operating_round.table.table import Table
    from operating_round.table.view import View


class DepotView:
    """Which trains there are."""

    def __init__(self, view: View) -> None:
        self.view = view

    def working_trains(self, name: str) -> tuple[str, ...]:
        """A company's trains without those phased out."""
        row = self.view.company(name)
        trains = list(row.trains)
        for train in row.phased_out:
            trains.remove(train)
        return tuple(trains)

    def room(self, name: str) -> int:
        """How many more trains a company may own; below 0, how many it has too many."""
        limit = self.view.rules.trains.train_limit(self.view, name)
        return limit - len(self.working_trains(name))

    def is_left(self, train: str) -> bool:
        """Whether the bank has not sold the last of a train."""
        upcoming = self.view.state.depot.upcoming
        return upcoming.get(self._key(upcoming, train), 0) > 0

    def unlimited(self, train: str) -> bool:
        """Whether the bank never runs out of a train."""
        return not number_of(self.view.title.trains[train], self.view.state.options)

    def _key(self, counts: dict[str, int], train: str) -> str:
        """The name under which a card is counted."""
        card = card_of(self.view.title, train)
        return next((name for name in card if name in counts), card[-1])


class Depot(DepotView):
    """Trains that come and go."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table

    def lose_train(self, name: str, train: str) -> None:
        """A company gives up one train of a type, one that is phased out last."""
        row = self.table.company(name)
        trains = list(row.trains)
        trains.reverse()
        trains.remove(train)
        trains.reverse()
        phased = list(row.phased_out)
        while phased.count(train) > trains.count(train):
            phased.remove(train)
        self.table.change(name, trains=tuple(trains), phased_out=tuple(phased))

    def gain_train(self, name: str, train: str) -> None:
        """A company gets a train."""
        self.table.change(name, trains=(*self.table.company(name).trains, train))

    def change(self, pile: str, train: str, number: int) -> None:
        """Trains come to or leave the bank, in ``upcoming`` or ``discarded``."""
        depot = self.table.state.depot
        counts = dict(getattr(depot, pile))
        key = self._key(counts, train) if pile == "upcoming" else train
        counts[key] = counts.get(key, 0) + number
        counts = {name: count for name, count in counts.items() if count > 0}
        self.table.set(depot=msgspec.structs.replace(depot, **{pile: counts}))

    def take(self, train: str) -> None:
        """One of the bank's new trains is gone, unless it never runs out of them."""
        if not self.unlimited(train):
            self.change("upcoming", train, -1)

    def check_phase(self, train: str) -> None:
        """Move to the phase that a train starts, with all that comes with it."""
        table = self.table
        phase = phase_begun(table.title, table.state.phase, train)
        if phase:
            table.set(phase=phase)
            table.say("phase", f"phase {phase} begins", phase=phase)
            table.rules.effects.phase_begins(table, phase, train)

    def remove_old(self, phase: str, train: str) -> None:
        """Trains that a new type makes obsolete, or a new phase phases out or removes."""
        lost = losses(self.table.title, self.table.state.options, train, phase)
        for name in lost.gone:
            self._rust(name)
        for name in lost.phased_out:
            self._phase_out(name)

    def _rust(self, train: str) -> None:
        """Every train of a type leaves the game."""
        table = self.table
        for name in (*table.state.corporations, *table.state.minors):
            while train in table.company(name).trains:
                self.lose_train(name, train)
                table.say("rusts", f"{name} loses a {train}", corporation=name, train=train)
        self._clear(train)

    def _phase_out(self, train: str) -> None:
        """Every train of a type runs once more at most."""
        table = self.table
        for name in (*table.state.corporations, *table.state.minors):
            row = table.company(name)
            phased = {*row.phased_out, train}
            table.change(name, phased_out=tuple(own for own in row.trains if own in phased))
        self._clear(train)

    def _clear(self, train: str) -> None:
        """Returned trains of a type are not sold again."""
        self.change("discarded", train, -self.table.state.depot.discarded.get(train, 0))
