"""The stock market: prices, shares, presidents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from operating_round import market
from operating_round.errors import StateError
from operating_round.memory import Drawn
from operating_round.state import BANK, MARKET
from route_opt.rules.dividends import on_shares

if TYPE_CHECKING:
    from operating_round.table.table import Table
    from operating_round.table.view import View


class MarketView:
    """Where prices stand."""

    def __init__(self, view: View) -> None:
        self.view = view

    def place(self, name: str) -> market.Place:
        """Where a corporation stands on the stock market."""
        place = self.view.corporation(name).market
        if place is None:
            raise StateError(f"{name} is not on the stock market")
        return place

    def by_price(self) -> list[str]:
        """Running corporations in the order of their prices."""
        rows = self.view.state.corporations
        return [name for name in self.all_by_price() if rows[name].floated]

    def all_by_price(self) -> list[str]:
        """Corporations on the market by price, then farther right, then higher in the stack."""
        state = self.view.state

        def key(name: str) -> tuple[int, int, int]:
            row = state.corporations[name]
            place = row.market or (0, 0)
            stack = state.market_order.get(market.key(place), ())
            return -(row.share_price or 0), -place[1], stack.index(name) if name in stack else 0

        there = [
            name
            for name, row in state.corporations.items()
            if not row.closed and row.market is not None
        ]
        return sorted(there, key=key)

    @property
    def few_players(self) -> bool:
        """Whether the rules for few players are in force."""
        few = self.view.title.play.few_players
        return few is not None and len(self.view.state.players) <= few.players

    def presidents(self, name: str) -> int:
        """The percent of a corporation on its president's certificate."""
        few, view = self.view.title.play.few_players, self.view
        if few is None or not self.few_players or name in Drawn.of(view.state).drawn.values():
            return view.title.corporations[name].shares[0]
        return few.presidents

    def may_float(self, name: str) -> bool:
        """Whether enough of a corporation has left the bank or its treasury for it to start."""
        view, row = self.view, self.view.corporation(name)
        enough = view.rules.rounds.float_percent(view, name)
        return row.ipoed and not row.floated and self.sold(name) >= enough

    def sold(self, name: str) -> int:
        """The percent of a corporation that has left the bank or its treasury."""
        return 100 - self.view.corporation(name).shares.get(self.view.title.play.unsold, 0)

    def most_for_sale(self, player: str, name: str, stays: bool = False) -> int:
        """The most shares of a corporation that a player may sell.

        The market takes no more than its limit; `stays` as in `spare`.
        """
        if self._why_not_at_all(player, name):
            return 0
        return max(0, min(self._room(name), self.spare(player, name, stays)) // 10)

    def why_none_for_sale(self, player: str, name: str, stays: bool = False) -> str:
        """Why a player may sell no share of a corporation; empty where he may sell one."""
        if why := self._why_not_at_all(player, name):
            return why
        pool = self.view.corporation(name).shares.get(MARKET, 0)
        if self._room(name) < 10:
            return f"the market holds {pool}% of {name}, and takes no more"
        if self.spare(player, name, stays) >= 10:
            return ""
        if self.view.corporation(name).owner != player:
            return f"{player} has no share of {name}"
        office = self.presidents(name)
        rule = "stays with him" if stays else f"has no other taker: nobody else holds {office}%"
        return f"the president's certificate of {name} {rule}"

    def _why_not_at_all(self, player: str, name: str) -> str:
        """Why nothing of a corporation is sold by a player, whatever market and players hold."""
        row = self.view.corporation(name)
        if row.market is None or row.closed:
            return f"{name} has no price"
        return self.view.rules.holdings.why_not_for_sale(self.view, player, name)

    def _room(self, name: str) -> int:
        """What the market takes of a corporation, in percent."""
        row = self.view.corporation(name)
        return self.view.title.play.pool_limit - row.shares.get(MARKET, 0)

    def spare(self, player: str, name: str, stays: bool = False) -> int:
        """The percent of a corporation that a player can do without.

        The president's certificate stays with a player who has two shares; with `stays`, with him.
        """
        row, players = self.view.corporation(name), self.view.state.players
        held = row.shares.get(player, 0)
        if row.owner != player:
            return held
        rival = max((row.shares.get(who, 0) for who in players if who != player), default=0)
        office = self.presidents(name)
        least = max(office, rival) if stays else 0 if rival >= office else office
        return max(0, held - least)

    def presidents_order(self, name: str) -> list[str]:
        """Players from the left of a corporation's president around to him."""
        players = list(self.view.state.players)
        owner = self.view.corporation(name).owner
        at = players.index(owner) if owner in players else -1
        return players[at + 1 :] + players[: at + 1]

    def president_with(self, name: str, shares: Mapping[str, int]) -> str:
        """The president of a corporation of which these hold so much.

        Whoever holds more than he who is it, and enough for the office; the next to the left among
        equals.
        """
        owner = self.view.corporation(name).owner or ""
        held = {player: shares.get(player, 0) for player in self.presidents_order(name)}
        most = max(held.values(), default=0)
        if most <= held.get(owner, 0) or most < self.presidents(name):
            return owner
        return next(player for player, percent in held.items() if percent == most)


class Market(MarketView):
    """Prices that move and shares that change hands."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table

    def start(self, name: str) -> None:
        """A corporation has sold enough: it will operate."""
        self.table.change(name, floated=True)
        self.table.say("floats", f"{name} floats", corporation=name)

    # prices

    def move_price(self, name: str, direction: str, number: int = 1) -> None:
        """Move a price so many steps, under whoever stands there already."""
        table = self.table
        self.put_price(
            name, table.rules.money.price_steps(table, self.place(name), direction, number)
        )

    def put_price(self, name: str, to: market.Place) -> None:
        """Put a price on a space."""
        table, grid = self.table, self.table.title.market
        if to == self.place(name):
            return
        self.leave(name)
        order = table.state.market_order
        price, row = market.price(grid, to), table.corporation(name)
        par = price if table.title.play.par_moves else row.par
        table.set(market_order={**order, market.key(to): (*order.get(market.key(to), ()), name)})
        table.change(name, market=to, share_price=price, par=par)
        table.say("price", f"{name}: {row.share_price} to {price}", corporation=name, price=price)
        found = grid.cell(to)
        if found and "closed" in found.marks:
            table.rules.effects.price_at_closed(table, name)
        table.rules.effects.price_moved(table)

    def leave(self, name: str) -> None:
        """A price leaves its stack."""
        stacks = {
            key: tuple(other for other in names if other != name)
            for key, names in self.table.state.market_order.items()
        }
        self.table.set(market_order={key: names for key, names in stacks.items() if names})

    # shares

    def move_shares(self, name: str, giver: str, taker: str, percent: int) -> None:
        """Shares of a corporation from one holder to another."""
        shares = dict(self.table.corporation(name).shares)
        shares[giver] = shares.get(giver, 0) - percent
        shares[taker] = shares.get(taker, 0) + percent
        if shares[giver] < 0:
            raise StateError(f"{giver} does not hold {percent}% of {name}")
        self.table.change(name, shares={who: part for who, part in shares.items() if part})

    def check_president(self, name: str) -> None:
        """The office may go to another."""
        table = self.table
        row = table.corporation(name)
        new = self.president_with(name, row.shares)
        if new != (row.owner or ""):
            table.change(name, owner=new)
            table.say("president", f"{new} is president of {name}", corporation=name, player=new)

    def pay_shares(self, name: str, amount: int) -> None:
        """Pay a dividend of `amount` on all shares of a corporation."""
        table = self.table
        if not amount:
            return
        for holder, percent in table.corporation(name).shares.items():
            part, taker = on_shares(amount, percent), table.rules.money.paid_to(table, name, holder)
            if taker and (part or taker != name):
                table.bank.pay(BANK, taker, part)
                own = " on its shares" if taker == name else ""
                who = {} if own else {"player": taker}
                table.say("dividend", f"{taker} gets {part}{own}", **who, amount=part)

    def sell(self, player: str, name: str, count: int) -> None:
        """A player sells shares to the market, in need."""
        table = self.table
        self.to_market(player, name, count)
        table.rules.effects.share_sold(table, player, name, count)
        if name in table.state.corporations and not table.corporation(name).closed:
            self.check_president(name)

    def to_market(self, player: str, name: str, count: int) -> None:
        """A player is paid for shares that go to the market."""
        table = self.table
        price = table.corporation(name).share_price or 0
        table.rules.effects.pay_sale(table, player, count * price)
        self.move_shares(name, player, MARKET, 10 * count)
        text = f"{player} sells {10 * count}% of {name} for {count * price}"
        table.say("sale", text, player=player, corporation=name)

    def sell_all(self, player: str) -> None:
        """A player sells all he is allowed to."""
        table = self.table
        for name in self.all_by_price():
            most = table.rules.need.sale_limit(table, player, name)
            if most:
                self.sell(player, name, most)

    def issue(self, name: str, count: int, price: int) -> None:
        """Shares from the treasury to the market."""
        table = self.table
        self.move_shares(name, table.title.play.unsold, MARKET, 10 * count)
        table.bank.pay(BANK, name, count * price)
        table.say("issue", f"{name} issues {count} at {price}", count=count, price=price)

    def redeem(self, name: str, count: int, price: int) -> None:
        """Shares from the market to the treasury."""
        table = self.table
        table.bank.pay(name, BANK, count * price)
        self.move_shares(name, MARKET, table.title.play.unsold, 10 * count)
        table.say("redeem", f"{name} redeems {count} at {price}", count=count, price=price)
