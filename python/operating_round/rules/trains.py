"""Rules on trains."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from operating_round.rules.privates import PrivateRules
from operating_round.state import BANK, Corporation
from operating_round.table import Table, card_of, number_of, trains_in_order
from route_opt.lays import own_stops, reach
from route_opt.title import TrainSales


class Offer(msgspec.Struct, frozen=True):
    """A train the bank sells: new, or ``discarded``; in part for another train."""

    train: str
    price: int
    source: str = BANK
    trade_in: str = ""


class TrainRules(PrivateRules):
    """What the bank sells, who must own one, and what a new type changes."""

    @property
    def train_sales(self) -> TrainSales:
        """The title's rules on buying trains."""
        return self.title.play.trains or TrainSales("route", "")

    def unlimited(self, table: Table, train: str) -> bool:
        """Whether the bank never runs out of a train."""
        return not number_of(self.title.trains[train], table.state.options)

    def depot_key(self, counts: dict[str, int], train: str) -> str:
        """The name under which a card is counted."""
        card = card_of(self.title, train)
        return next((name for name in card if name in counts), card[-1])

    def train_limit(self, table: Table, name: str) -> int:
        """How many trains a company may own."""
        return table.phase.train_limit

    def offers(self, table: Table) -> list[Offer]:
        """The trains the bank sells now, at their prices, trade-ins apart."""
        found: list[Offer] = []
        depot = table.state.depot
        current = False
        for train in trains_in_order(self.title, table.state.options):
            count = depot.upcoming.get(self.depot_key(depot.upcoming, train.name), 0)
            early = bool(train.available_on) and self.has_come(table, train.available_on)
            card = card_of(self.title, train.name)
            same = bool(found) and found[-1].train in card and found[-1].source == BANK
            if count and (not current or same or early):
                found.append(Offer(train.name, train.price))
                current = True
        for name in depot.discarded:
            for side in card_of(self.title, name):
                found.append(Offer(side, self.title.trains[side].price, f"discarded:{name}"))
        return found

    def has_come(self, table: Table, train: str) -> bool:
        """Whether the first train of a type has been bought."""
        for phase in self.title.phases.values():
            if train in phase.starts_with:
                return table.reached_phase(phase.name)
        return False

    def trade_ins(self, table: Table, offer: Offer) -> Iterator[Offer]:
        """The same train with another one in part payment."""
        rates = self.title.trains[offer.train].trade_in
        for train in dict.fromkeys(table.working_trains(table.entity)):
            if train in rates:
                yield Offer(offer.train, offer.price - rates[train], offer.source, train)

    def may_sell_train(self, table: Table, seller: str, train: str) -> bool:
        """Whether a company's train is for sale to others at all."""
        return True

    def may_buy_more(self, table: Table, offer: Offer) -> bool:
        """A title's limit on trains a turn."""
        return True

    def must_own(self, table: Table) -> bool:
        """Whether the acting company must own a train."""
        if not isinstance(table.acting, Corporation):
            return False
        return self.train_sales.required == "always" or self.has_route(table)

    def has_route(self, table: Table) -> bool:
        """Whether the acting company has any route, whatever train it had."""
        network = table.network()
        return any(
            len(reach(network, [stop]).stops - {stop}) > 0
            for stop in own_stops(network, table.entity)
        )

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """After a train was bought: a new type changes the phase."""
        if source == BANK:
            self.check_phase(table, train)

    def check_phase(self, table: Table, train: str) -> None:
        """Move to the phase that a train starts, with all that comes with it."""
        for phase in self.title.phases.values():
            if train in phase.starts_with and not table.reached_phase(phase.name):
                table.set(phase=phase.name)
                table.say("phase", f"phase {phase.name} begins", phase=phase.name)
                self.phase_begins(table, phase.name, train)
                return

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """What a phase changes: trains go, private companies close."""
        self.remove_old_trains(table, phase, train)
        self.close_privates(table, phase)

    def remove_old_trains(self, table: Table, phase: str, train: str) -> None:
        """Trains that a new type makes obsolete, or a new phase phases out or removes."""
        for old in self.title.trains.values():
            rusts = next(
                (on for option, on in old.rusts_with.items() if option in table), old.rusts_on
            )
            if (rusts and rusts in card_of(self.title, train)) or old.removed_on == phase:
                self.rust(table, old.name)
            elif old.phased_out_on == phase:
                self.phase_out(table, old.name)

    def discarded(self, table: Table, train: str) -> None:
        """A train above a limit goes back to the bank, which sells it again."""
        table.change_depot("discarded", train, 1)

    def rust(self, table: Table, train: str) -> None:
        """Every train of a type leaves the game."""
        for name in (*table.state.corporations, *table.state.minors):
            while train in table.company(name).trains:
                table.lose_train(name, train)
                table.say("rusts", f"{name} loses a {train}", corporation=name, train=train)
        table.change_depot("discarded", train, -table.state.depot.discarded.get(train, 0))

    def phase_out(self, table: Table, train: str) -> None:
        """Every train of a type runs once more at most."""
        for name in (*table.state.corporations, *table.state.minors):
            row = table.company(name)
            phased = {*row.phased_out, train}
            table.change(name, phased_out=tuple(own for own in row.trains if own in phased))
        table.change_depot("discarded", train, -table.state.depot.discarded.get(train, 0))

    def discards_now(self, table: Table, crowded: list[str]) -> list[str]:
        """Those of the companies above their limit that are to discard now."""
        return crowded
