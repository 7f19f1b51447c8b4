"""Rules on trains."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from operating_round.rules.privates import PrivateRules
from operating_round.state import BANK, Corporation
from operating_round.table import Table, card_of
from route_opt.lays import own_stops, reach
from route_opt.rules.phases import markers_kept
from route_opt.rules.trains import losses, number_of, phase_begun, sold_by_bank
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
        state, depot = table.state, table.state.depot

        def is_left(train: str) -> bool:
            return depot.upcoming.get(self.depot_key(depot.upcoming, train), 0) > 0

        found = [
            Offer(name, self.title.trains[name].price)
            for name in sold_by_bank(self.title, state.options, state.phase, is_left)
        ]
        for name in depot.discarded:
            for side in card_of(self.title, name):
                found.append(Offer(side, self.title.trains[side].price, f"discarded:{name}"))
        return found

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
        phase = phase_begun(self.title, table.state.phase, train)
        if phase:
            table.set(phase=phase)
            table.say("phase", f"phase {phase} begins", phase=phase)
            self.phase_begins(table, phase, train)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """What a phase changes: trains go, private companies close, markers leave the map."""
        self.remove_old_trains(table, phase, train)
        self.close_privates(table, phase)
        table.set_markers(markers_kept(self.title, table.state.board.markers, phase))

    def remove_old_trains(self, table: Table, phase: str, train: str) -> None:
        """Trains that a new type makes obsolete, or a new phase phases out or removes."""
        lost = losses(self.title, table.state.options, train, phase)
        for name in lost.gone:
            self.rust(table, name)
        for name in lost.phased_out:
            self.phase_out(table, name)

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
