"""1846: what follows from what happens."""

from __future__ import annotations

import random

from operating_round.closing import leave_game
from operating_round.errors import StateError
from operating_round.rules import Effects
from operating_round.state import BANK, CLOSED, MARKET
from operating_round.table import Table
from operating_round.titles.g1846.independents import absorb, close_minor
from operating_round.titles.g1846.lost import buy_cheapest
from operating_round.titles.g1846.markers import in_order, pending_port, put_marker
from operating_round.titles.g1846.names import CHICAGO, LAND_GRANT, MAIL, STEAMBOAT
from operating_round.titles.g1846.shares import InNeed, price_after_sale, price_at
from route_opt.position import Marker
from route_opt.rules.phases import closing_minors


def _give_up(table: Table, player: str, name: str, percent: int) -> None:
    """Shares go to the market beyond every limit; a president's certificate too."""
    row = table.corporation(name)
    table.bank.pay(BANK, player, percent // 10 * (row.share_price or 0))
    table.market.move_shares(name, player, MARKET, percent)
    if row.owner == player and "bankrupt_sales_move_prices" in table:
        table.market.move_price(name, "left")
    if name not in table.state.corporations:
        return
    table.market.check_president(name)
    if table.corporation(name).owner == player:
        table.change(name, owner=MARKET)
        table.say("lost", f"{name} is run from the market", corporation=name)


class Happens(Effects):
    """What follows from what happens."""

    def set_up(
        self, table: Table, removed: tuple[str, ...], chance: random.Random | None = None
    ) -> None:
        """A token of each removed corporation stands on its start city (2)."""
        if (len(table.state.players) == 2) != ("two_player_variant" in table):
            raise StateError("two players, and no others, play with the option two_player_variant")
        if "later_privates" in table:
            known = self.title.play.special["later_privates"]
            later = {name: None for name in known if name not in removed}
            table.set(privates={**table.state.privates, **later})
        kind = "removed_corporation"
        out = [name for name in self.title.corporations if name in removed]
        homes = [(name, self.title.corporations[name].home[0]) for name in out]
        table.map.set_markers(Marker(kind, stop, name) for name, stop in homes)
        for name, stop in homes:
            table.map.put_token(stop, name, 0)
        if "two_player_variant" in table:
            second = self.title.play.special["two_player_variant"]["second_tokens"]
            for name in out:
                table.map.put_token(second[name], name, 1)

    def start_round(self, table: Table) -> None:
        """With two players the last train ends the game, after one more full set of rounds."""
        first = (table.state.operating_rounds or (0,))[0] == 1
        if "two_player_variant" in table and first and not table.rules.trains.offers(table):
            table.set(finish="last_train")
            table.say("last_train", "the bank has no train left: the game ends after this set")
        super().start_round(table)

    def floats(self, table: Table, name: str) -> None:
        """The first token; IC also gets its price from the bank (5.1)."""
        table.map.place_home(name)
        if name == LAND_GRANT:
            table.bank.pay(BANK, name, table.corporation(name).share_price or 0)

    def place_free_token(self, table: Table, private: str, stop: str) -> None:
        """An extra token, none of the corporation's own."""
        slot = table.map.free_slot(stop, table.entity)
        table.map.add_extra_token(table.entity, stop, slot or 0)
        table.privates.use(private)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A corporation whose price falls to 0 leaves the game (5.25)."""
        table.say("closing", f"{name} leaves the game", corporation=name, state=table.state)
        leave_game(table, name)

    def forced_issue(self, table: Table, count: int) -> None:
        """The price falls one space a share; then one value lower is paid (6.5)."""
        price = price_at(table, "left", count + 1)
        InNeed.set(table, issued=count)
        table.market.issue(table.entity, count, price)
        table.market.move_price(table.entity, "left", count)

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """A need is like one turn: a price moves once in it."""
        sold = InNeed.of(table).sold
        if price_after_sale(table, seller, name, again=(seller, name) in sold):
            InNeed.set(table, sold=(*sold, (seller, name)))

    def bankrupt(self, table: Table, player: str) -> None:
        """A bankrupt player leaves; all he had goes to the corporation (7)."""
        counts = table.rules.need.forced_issues(table, table.rules.trains.offers(table))
        if counts:
            self.forced_issue(table, max(counts))
        table.market.sell_all(player)
        for name in table.market.by_price():
            percent = table.corporation(name).shares.get(player, 0)
            if percent:
                _give_up(table, player, name, percent)
        there = table.entity in table.state.corporations
        for name, row in tuple(table.state.minors.items()):
            if row.owner == player:
                close_minor(table, name)
        for name in table.privates.of(player):
            table.privates.give(name, CLOSED)
        table.bank.pay(player, table.entity if there else BANK, table.bank.cash(player))
        if len(table.state.bankrupt) >= len(table.state.players) - 1:
            table.set(finish="bankrupt", over=True)
        elif there and table.acting.owner == MARKET:
            buy_cheapest(table)

    def private_bought(self, table: Table, name: str) -> None:
        """What comes with a private company."""
        if name in table.state.minors:
            absorb(table, name)
        elif name == MAIL and "mail_contract_unpaid" not in table:
            marker = Marker("mail_contract", owner=table.entity)
            table.map.set_markers(in_order([*table.state.board.markers, marker]))
        elif name == STEAMBOAT:
            place = pending_port(table.state)[1]
            if place:
                put_marker(table, name, place, table.entity)
        elif name == CHICAGO and "chicago_token_later" not in table:
            for private, stop in table.rules.tokens.free_tokens(table):
                self.place_free_token(table, private, stop)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """Phase III closes independents (8)."""
        for name in closing_minors(self.title, phase) & set(table.state.minors):
            close_minor(table, name)
        held = table.privates.owner_of(STEAMBOAT) in table.state.players
        if phase == "III" and held and "steamboat_token_closes" in table:
            table.map.set_markers(m for m in table.state.board.markers if m.kind != "steamboat")
        super().phase_begins(table, phase, train)
