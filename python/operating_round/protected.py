"""Rules that titles share in which presidents protect prices and a ledge runs through the market.

Shares sold in need move no price at once: they wait in the turn until their president has bought
them or let the price fall. A company whose price falls to a closed space leaves the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from operating_round import market
from operating_round.rules import Rules
from operating_round.state import BANK, CLOSED, MARKET
from operating_round.steps.base import Step
from operating_round.steps.protection import PROTECT, Sale, set_sales, waiting_sales
from operating_round.table import Table
from route_opt.errors import Problem
from route_opt.position import Marker

SHARE_LIMIT = 60
"""The most percent of one company that a player normally holds."""
FREE_ZONES = {"yellow", "green", "brown"}
"""Zones of the market whose shares do not count against the certificate limit."""
UNLIMITED_ZONES = {"green", "brown"}
"""Zones without a limit on holding one company."""


class ProtectedRules(Rules):
    """Ledges, price protection, closing of companies, limits on holdings."""

    note_fields: ClassVar = {"sales": list[Sale], "sold": list[str], "bankrupt": str}

    def misfits(self, table: Table) -> Iterator[Problem]:
        """What was sold lies in the market; who is bankrupt plays."""
        if table.state.turn is None:
            return
        sold: Counter[str] = Counter()
        for sale in waiting_sales(table):
            sold[sale.corporation] += 10 * sale.count
        for name, percent in sold.items():
            row = table.state.corporations.get(name)
            if row is None or row.market is None or row.shares.get(MARKET, 0) < percent:
                message = f"{percent}% of {name!r} are not in the market"
                yield Problem("wrong_sale", "turn.notes.sales", message)
        player = table.turn.notes.get("bankrupt")
        if player is not None and (player not in table.state.players or not sold):
            message = f"{player!r} does not wait for answers to his sales"
            yield Problem("wrong_sale", "turn.notes.bankrupt", message)

    # the market

    def zones(self, table: Table, place: market.Place) -> set[str]:
        """The coloured zone of a space, if it has one; official variants may colour it anew."""
        found = market.cell(self.title.market, place)
        marks = set(found.marks) if found else set()
        for option, cells in self.title.market.variants.items():
            if option in table and market.key(place) in cells:
                marks = (marks - FREE_ZONES) | {cells[market.key(place)]}
        return marks & FREE_ZONES

    def price_steps(
        self, table: Table, place: market.Place, direction: str, number: int
    ) -> market.Place:
        """Up from the top row is right and down; the highest price stays."""
        for _ in range(number):
            if direction == "up" and place[0] == 0:
                corner = (1, place[1] + 1)
                place = corner if market.cell(self.title.market, corner) else place
            else:
                place = market.step(self.title.market, place, direction)
        return place

    def fall(self, table: Table, name: str, number: int) -> None:
        """Down so many spaces at once; exactly one too many is stopped by the ledge."""
        place = self.fallen(table.place(name), number)
        if place == self.fallen(table.place(name), number - 1):
            table.say("ledge", f"{name} stays where it is", corporation=name)
        table.put_price(name, place)

    def fallen(self, place: market.Place, number: int) -> market.Place:
        """The space so many spaces further down, short of the ledge by exactly one."""
        for left in range(number, 0, -1):
            below = market.step(self.title.market, place, "down")
            if left == 1 and self._crosses_ledge(place, below):
                break
            place = below
        return place

    def _crosses_ledge(self, place: market.Place, below: market.Place) -> bool:
        here, there = (market.cell(self.title.market, at) for at in (place, below))
        below_ledge = bool(there and "below_ledge" in there.marks)
        return below_ledge and not (here and "below_ledge" in here.marks)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A company in the closed zone leaves the game; its trains go to the open market."""
        table.say("closing", f"{name} leaves the game", corporation=name, state=table.state)
        row = table.corporation(name)
        in_turn = table.state.turn is not None and table.entity == name
        raised = in_turn and bool(table.turn.notes.get("sold"))
        raised = raised and "protection_after_purchase" not in table
        table.remove_tokens(name)
        table.pay(name, BANK, row.cash)
        if raised and row.owner in table.state.players:
            table.pay(row.owner, BANK, table.cash(row.owner))
        for train in row.trains:
            table.change_depot("discarded", train, 1)
        for private in row.companies:
            table.give_private(private, CLOSED)
        order = {
            key: tuple(other for other in names if other != name)
            for key, names in table.state.market_order.items()
        }
        rows = {key: found for key, found in table.state.corporations.items() if key != name}
        table.set(
            market_order={key: names for key, names in order.items() if names}, corporations=rows
        )
        table.set_markers(m for m in table.state.board.markers if m.owner != name)

    # shares

    def certificates(self, table: Table, player: str) -> int:
        """How many of a player's certificates count against his limit."""
        found = len(table.privates_of(player))
        for row in table.state.corporations.values():
            held = row.shares.get(player, 0)
            if held and not (row.market and self.zones(table, row.market)):
                found += held // 10 - (row.owner == player)
        return found

    def certificate_limit(self, table: Table) -> int:
        """By the number of players, and of companies not closed."""
        limits, count = self.title.play.certificate_limits, len(table.state.players)
        rows = limits[min(limits, key=lambda players: abs(int(players) - count))]
        if isinstance(rows, int):
            return rows
        left = len(table.state.corporations)
        return rows.get(str(left)) or (max if left > 9 else min)(rows.values())

    def may_exceed(self, table: Table, name: str) -> bool:
        """Whether a player may hold any number of shares of a company."""
        place = table.corporation(name).market
        return place is not None and bool(self.zones(table, place) & UNLIMITED_ZONES)

    def sale_limit(self, table: Table, player: str, name: str) -> int:
        """All shares of a company in one block, and enough to come down to the limit."""
        if name in table.turn.notes.get("sold", ()):
            return 0
        most = super().sale_limit(table, player, name)
        return most if most >= self.least_sale(table, player, name) else 0

    def least_sale(self, table: Table, player: str, name: str) -> int:
        """The fewest shares that leave no more than the limit."""
        held = table.corporation(name).shares.get(player, 0)
        return 1 if self.may_exceed(table, name) else max(1, (held - SHARE_LIMIT) // 10)

    def sale_counts(self, table: Table, player: str, name: str, needed: int) -> list[int]:
        """No more than needed; but always down to the limit."""
        least, most = self.least_sale(table, player, name), self.sale_limit(table, player, name)
        price = table.corporation(name).share_price or 0
        return [n for n in range(least, most + 1) if n == least or (n - 1) * price < needed]

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """The price waits for the president's answer; records do not wait for the seller's own."""
        if name == table.entity and "protection_after_purchase" in table:
            self.fall(table, name, count)
            sold = [*table.turn.notes.get("sold", ()), name]
            table.set_turn(notes={**table.turn.notes, "sold": sold})
            return
        president = table.corporation(name).owner or ""
        set_sales(table, [*waiting_sales(table), Sale(seller, president, name, count)])
        sold = [*table.turn.notes.get("sold", ()), name]
        table.set_turn(notes={**table.turn.notes, "sold": sold})

    def may_protect(self, table: Table, sale: Sale) -> bool:
        """Cash at hand and room for all certificates; not out of the money for the train."""
        row = table.state.corporations.get(sale.corporation)
        if row is None or sale.president not in table.state.players:
            return False
        if sale.president == sale.seller and "protection_after_purchase" not in table:
            return False
        if table.cash(sale.president) < sale.count * (row.share_price or 0):
            return False
        if row.market and self.zones(table, row.market):
            return True
        held = self.certificates(table, sale.president)
        return held + sale.count <= self.certificate_limit(table)

    def protect(self, table: Table, sale: Sale) -> None:
        """The president buys what was sold, at the price it was sold for."""
        price = sale.count * (table.corporation(sale.corporation).share_price or 0)
        table.pay(sale.president, BANK, price)
        table.move_shares(sale.corporation, MARKET, sale.president, 10 * sale.count)
        table.say(
            "protect",
            f"{sale.president} protects {sale.corporation} for {price}",
            player=sale.president,
            corporation=sale.corporation,
        )
        table.check_president(sale.corporation)

    def price_falls(self, table: Table, sale: Sale) -> None:
        """Nobody has bought what was sold."""
        if sale.corporation in table.state.corporations:
            self.fall(table, sale.corporation, sale.count)

    def bankrupt(self, table: Table, player: str) -> None:
        """He sells what he may; the game ends when his sales are protected, or prices fallen."""
        self.sell_all(table, player)
        table.set_turn(notes={**table.turn.notes, "bankrupt": player})
        if "bankrupt_prices_stay" in table:
            self.game_over(table)

    def game_over(self, table: Table) -> None:
        """A bankrupt player's money goes to the bank, and nothing happens any more."""
        player = table.turn.notes["bankrupt"]
        table.pay(player, BANK, table.cash(player))
        table.set(finish="bankrupt", over=True)

    def after_leaving(self, table: Table) -> tuple[Step, ...]:
        """Presidents still answer what was sold when the company closed by it."""
        return (PROTECT,)

    # dividends

    def dividend_steps(self, table: Table, name: str, kind: str, payout: int) -> int:
        """A half dividend that pays all counts as a full one, where that is the reading."""
        if kind == "half" and payout == table.turn.revenue and "all_paid_moves_right" in table:
            kind = "full"
        return super().dividend_steps(table, name, kind, payout)

    # the end

    def start_round(self, table: Table) -> None:
        """In the short variant nobody operates once a price is at the top."""
        self.check_top(table)
        if not table.state.over:
            super().start_round(table)

    def end_turn(self, table: Table) -> None:
        """In the short variant the game ends with the turn that brings a price to the top."""
        super().end_turn(table)
        self.check_top(table)

    def check_top(self, table: Table) -> None:
        """End the short variant if a price is at the top."""
        top = max(cell.price for row in self.title.market.grid for cell in row if cell)
        rows = table.state.corporations.values()
        if "finish_on_400" in table and any(row.share_price == top for row in rows):
            table.set(finish="price", over=True)
            table.say("end", f"a price has reached {top}: the game is over")

    # markers and private companies

    def put_markers(self, table: Table, markers: Iterable[Marker]) -> None:
        """Markers as a document lists them: by kind, then by company."""
        order = self.title.play.special["markers"]
        kinds, names = list(order["kinds"]), list(order["companies"])

        def key(marker: Marker) -> tuple[int, int, int]:
            kind = kinds.index(marker.kind)
            alone = kind if marker.kind in order["first"] else len(kinds)
            return alone, names.index(marker.owner) if alone == len(kinds) else 0, kind

        table.set_markers(sorted(markers, key=key))
