"""What follows from what happens."""

from __future__ import annotations

import random
from typing import Any

from operating_round.actions import Lay
from operating_round.rules.base import TitleRules
from operating_round.state import BANK, CLOSED, MARKET, Corporation
from operating_round.table import Table
from route_opt.lays import Lay as TileLay
from route_opt.rules.phases import markers_kept
from route_opt.rules.trains import sold_by_bank


class Effects(TitleRules):
    """What a title does when it is told of something; nothing else changes a table but steps."""

    def set_up(
        self, table: Table, removed: tuple[str, ...], chance: random.Random | None = None
    ) -> None:
        """What a new game has beyond its data; `removed` is not in it."""

    def floats(self, table: Table, name: str) -> None:
        """A corporation has sold enough shares; unless they paid it, it gets ten times its par."""
        row = table.corporation(name)
        if not self.title.play.sells_own_shares:
            table.bank.pay(BANK, name, 10 * (row.par or 0))
        left = row.shares.get(self.title.play.unsold, 0)
        if table.market.few_players and left:
            table.market.move_shares(name, self.title.play.unsold, MARKET, left)
            table.say("unsold", f"{left}% of {name} go to the market", corporation=name)

    def start_round(self, table: Table) -> None:
        """Private companies pay; home tokens are placed, where that is not done turn by turn."""
        if self.title.play.tokens.homes_at_once:
            for name in table.market.by_price():
                self.place_home(table, name)
        for name, owner in table.state.privates.items():
            private = table.rules.privates.private(name)
            if private and owner and owner != CLOSED and private.paid == "round":
                self.pay_private(table, name, owner, table.privates.income(name))

    def pay_private(self, table: Table, name: str, owner: str, amount: int) -> None:
        """The income of one private company."""
        if amount:
            table.bank.pay(BANK, owner, amount)
            table.say("income", f"{name} pays {amount} to {owner}", private=name, amount=amount)

    def start_turn(self, table: Table) -> None:
        """The home token of a company's first turn, unless there is a choice of cities."""
        self.place_home(table, table.entity)

    def place_home(self, table: Table, name: str) -> None:
        """The home token of a company that has none yet, unless there is a choice of cities."""
        homes = table.map.home_stops(name)
        tracked = table.map.laid(homes[0].partition(".")[0]).track
        if not table.company(name).tokens_on_map and not (len(set(homes)) > 1 and tracked):
            table.map.place_home(name)

    def end_turn(self, table: Table) -> None:
        """What a turn leaves behind."""
        if isinstance(table.acting, Corporation):
            table.change(table.entity, operated=True)

    def turn_over(self, table: Table) -> None:
        """After a turn, also of a company that has left the game in it."""

    def end_round(self, table: Table) -> None:
        """After the last turn of a round."""

    def end_set(self, table: Table) -> None:
        """After the last round of a set: the bank's next train may leave the game."""
        upcoming = sold_by_bank(
            self.title, table.state.options, table.state.phase, table.depot.is_left
        )
        if upcoming and upcoming[0] in self.title.play.exports:
            train = upcoming[0]
            table.say("exported", f"a {train} leaves the game", train=train)
            table.depot.take(train)
            table.depot.check_phase(train)

    def bank_broken(self, table: Table) -> None:
        """The bank has no money left: the game ends after this set."""
        table.set(finish="bank")
        table.say("bank_broken", "the bank is out of money: the game ends after this set")

    def laid(self, table: Table, action: Lay, lay: TileLay) -> None:
        """After a tile was laid."""

    def place_free_token(self, table: Table, private: str, stop: str) -> None:
        """Place one of them: as the next token of the company, at no price."""
        slot = table.map.free_slot(stop, table.entity)
        table.map.place_next_token(table.entity, stop, slot or 0)
        table.set_turn(tokens=table.turn.tokens + 1)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A price has come to a closed space."""

    def price_moved(self, table: Table) -> None:
        """After a price came to another space."""

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """After trains have run on these routes, the revenue being known."""

    def after_run(self, table: Table) -> None:
        """After the run step, whether trains ran or not: phased out trains go."""
        row = table.acting
        for train in row.phased_out:
            if train not in table.turn.resting:
                table.depot.lose_train(table.entity, train)
                table.say("phased_out", f"{table.entity} removes a {train}", train=train)

    def issued(self, table: Table, count: int) -> None:
        """After the acting corporation issued shares of its own accord."""

    def forced_issue(self, table: Table, count: int) -> None:
        """Issue shares to buy a train."""

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """The price after a sale: down one space a share."""
        table.market.move_price(name, "down", count)

    def pay_sale(self, table: Table, player: str, amount: int) -> None:
        """The bank pays for shares that a player sells."""
        table.bank.pay(BANK, player, amount)

    def bankrupt(self, table: Table, player: str) -> None:
        """A player cannot pay: he sells what he may, and the game ends."""
        table.market.sell_all(player)
        table.bank.pay(player, BANK, table.bank.cash(player))
        table.set(finish="bankrupt", over=True)

    def private_bought(self, table: Table, name: str) -> None:
        """After the acting corporation bought a private company."""

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """After a private company came to an owner, or was ``closed``."""

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """After a train was bought: cards close that wait for it; a new type changes the phase."""
        for name, private in self.title.privates.items():
            waits = private.closes_with_train and table.privates.share_of(name) == table.entity
            if waits and table.privates.owner_of(name) not in ("", CLOSED):
                table.privates.give(name, CLOSED)
        if source == BANK:
            table.depot.check_phase(train)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """What a phase changes: trains go, private companies close, markers leave the map."""
        table.depot.remove_old(phase, train)
        table.privates.close_on(phase)
        table.map.set_markers(markers_kept(self.title, table.state.board.markers, phase))

    def discarded(self, table: Table, train: str) -> None:
        """A train above a limit goes back to the bank, which sells it again."""
        table.depot.change("discarded", train, 1)
