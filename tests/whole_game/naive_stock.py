"""A second statement of what a stock turn may do, in plain words from the rulebooks.

It asks none of the rules of the engine: it reads the state, the printed market, and the actions
that it was shown, and remembers for itself what was sold and bought. What it cannot know is whose
turn it is. Sections are those of the title's rulebook.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

from operating_round.actions import BuyPrivate, Choice, Pass, SellPrivate, SellShares
from operating_round.state import Corporation, State
from operating_round.table import Event
from whole_game.actions import (
    Accept,
    Action,
    BuyShare,
    Par,
    RedeemShare,
    ReissueShares,
    parse_action,
)
from whole_game.engine import other_side, player_to_act
from whole_game.game import Game

Deed = tuple[str | int, ...]
"""One thing that may be done: ``("sell", "NYC", 2)``."""

BY_PLAYERS = {
    "1830": {2: 28, 3: 20, 4: 16, 5: 13, 6: 11},  # Table 3
    "1867bw": {3: 15, 4: 13, 5: 12},  # 7.1
}
BY_CORPORATIONS = {
    # 5.13: by players, for four and fewer corporations, then five, six, seven
    "1846": {3: {4: 11, 5: 14}, 4: {4: 8, 5: 10, 6: 12}, 5: {4: 6, 5: 8, 6: 10, 7: 11}},
    # 5.4.1: for eight and fewer companies, then nine
    "1850": {
        2: {8: 21, 9: 24},
        3: {8: 15, 9: 17},
        4: {8: 12, 9: 14},
        5: {8: 9, 9: 11},
        6: {8: 8, 9: 9},
    },
    # Certificate limits: for nine and fewer companies, then ten
    "1870": {
        2: {9: 24, 10: 28},
        3: {9: 17, 10: 20},
        4: {9: 14, 10: 16},
        5: {9: 11, 10: 13},
        6: {9: 9, 10: 11},
    },
}
PARS = {
    "1830": (67, 71, 76, 82, 90, 100),  # 8.1
    "1846": (40, 50, 60, 70, 80, 90, 100, 112, 124, 137, 150),  # 5.1
    "1850": (68, 72, 76, 82, 90, 100),  # 5.6
    "1870": (68, 72, 76, 82, 90, 100),
}
UNCOUNTED = {"1830": "yob", "1850": "ygb", "1870": "ygb"}
"""The zones whose certificates do not count."""
UNLIMITED = {"1830": "ob", "1850": "gb", "1870": "gb"}
"""The zones in which one player may hold any part of a company."""
OFFERING = {"1846": "treasury", "1867bw": "treasury"}
"""Where unsold shares lie, if not in an offering of the bank."""


@functools.cache
def cells(title: str) -> dict[tuple[int, int], str]:
    """The printed market: the letters on every space, by row and column from the top left."""
    file = files("route_opt").joinpath("titles", f"g{title}", "market.toml")
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["grid"].strip().splitlines()
    found = {
        (number, column): cell
        for number, row in enumerate(rows)
        for column, cell in enumerate(row.split())
        if cell != "."
    }
    return {place: re.sub(r"\d", "", cell) for place, cell in found.items()}


class Witness:
    """What a table remembers of a stock round, and what it would allow next."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.number = -1
        self.sold: dict[str, set[str]] = {}
        self.redeemed: set[str] = set()
        self.reissued: set[str] = set()
        self.income: dict[str, int] = {}
        self._new_turn()

    def _new_turn(self) -> None:
        self.order = ""
        self.bought: list[str] = []
        self.from_market: list[bool] = []
        self.blocks: dict[str, int] = {}

    # memory

    def see(self, before: Game, action: Action, after: Game, events: tuple[Event, ...]) -> None:
        """Remember an action of a stock round."""
        if before.stock is None:
            return
        self._begin(before)
        if isinstance(action, Accept) and before.offer is not None:
            self._done(before, parse_action(before.offer.action))
        elif before.offer is None and other_side(before, action) == "":
            self._done(before, action)
        passed = any(event.kind == "pass" for event in events)
        asked = before.stock.asked or isinstance(action, Pass)
        if passed or asked or after.stock is None or after.stock.turn != before.stock.turn:
            self._new_turn()

    def _begin(self, game: Game) -> None:
        if game.stock_rounds != self.number:
            self.number = game.stock_rounds
            self.sold, self.redeemed, self.reissued = {}, set(), set()
            self.income = {}
            self._new_turn()

    def _done(self, before: Game, action: Action) -> None:
        """Somebody sold, bought, or acted for a company."""
        assert before.stock is not None
        if isinstance(action, SellShares):
            self.sold.setdefault(action.player, set()).add(action.corporation)
            if player_to_act(before) == before.stock.turn:
                self.blocks[action.corporation] = action.count
                self._deal("s")
        elif isinstance(action, BuyShare | Par):
            self._bought(action.corporation, isinstance(action, BuyShare) and action.source)
            row = before.operating.corporations[action.corporation]
            if self.bought_new(action) and row.own.get("reissued"):
                self.income[action.corporation] = self.income.get(action.corporation, 0) + (
                    row.par or 0
                )
        elif isinstance(action, BuyPrivate) and self.title != "1830":
            self._bought(action.private, "")
        elif isinstance(action, RedeemShare):
            self.redeemed.add(action.corporation)
        elif isinstance(action, ReissueShares):
            self.reissued.add(action.corporation)
        if isinstance(action, RedeemShare | ReissueShares):
            self._new_turn()

    def bought_new(self, action: BuyShare | Par) -> bool:
        """Whether a share came from the offering of the bank."""
        return isinstance(action, BuyShare) and action.source == "IPO"

    def _bought(self, what: str, source: str | bool) -> None:
        self.bought.append(what)
        self.from_market.append(source == "market")
        self._deal("b")

    def _deal(self, letter: str) -> None:
        if not self.order.endswith(letter):
            self.order += letter

    # the state

    def zone(self, state: State, name: str) -> str:
        """The letters of the space of a company, as if nobody protected what is sold of it."""
        place = state.corporations[name].market
        if place is None:
            return ""
        marks, found = cells(self.title), (place[0], place[1])
        if self.title in ("1850", "1870"):
            for left in range(self.blocks.get(name, 0), 0, -1):
                below = (found[0] + 1, found[1])
                # a soft ledge holds for exactly one more, the end of the column for any (5.8.1)
                if below not in marks or (left == 1 and "s" in marks[found]):
                    break
                found = below
        return marks[found]

    def alive(self, state: State) -> list[str]:
        """The corporations in the game; one that will close is out (5.3.5)."""
        return [
            name
            for name, row in state.corporations.items()
            if not row.closed and "c" not in self.zone(state, name)
        ]

    def limit(self, state: State) -> int:
        """How many certificates one player may hold."""
        players = len(state.players)
        if self.title in BY_PLAYERS:
            return BY_PLAYERS[self.title][players]
        column = BY_CORPORATIONS[self.title][players]
        return column[max(min(column), min(len(self.alive(state)), max(column)))]

    def is_in(self, state: State, name: str, zones: dict[str, str]) -> bool:
        """Whether a company stands in one of some zones."""
        return bool(set(zones.get(self.title, "")) & set(self.zone(state, name)))

    def counted(self, state: State, player: str) -> int:
        """The certificates of a player that count: a president's is one of 20%."""
        number = 0
        for name in self.alive(state):
            row = state.corporations[name]
            if not self.is_in(state, name, UNCOUNTED) and row.shares.get(player):
                # who directed an acquired corporation still has its director's certificate
                director = row.own.get("director") if is_acquired(row) else row.owner
                number += row.shares[player] // 10 - (director == player)
        if self.title == "1867bw":
            return number
        return number + sum(owner == player for owner in state.privates.values())

    def first_round(self, game: Game) -> bool:
        """1830: a closed round of private companies was the first one already (7.3)."""
        return game.stock_rounds == 1 and not (self.title == "1830" and game.closed_rounds)

    # sales

    def may_sell(self, state: State, player: str, name: str, count: int) -> bool:
        """50% in the market; the president's certificate stays with somebody who has 20%."""
        row = state.corporations[name]
        held = row.shares.get(player, 0)
        left = held - 10 * count
        if row.closed or row.market is None or row.share_price is None or left < 0:
            return False
        if row.shares.get("market", 0) + 10 * count > 50:
            return False
        if self.title == "1846" and row.owner == "market":
            return False  # 7.02
        if self.title == "1846" and not row.operated and row.owner != player:
            return False  # 5.21
        if self.title == "1867bw" and is_acquired(row):
            return False  # 7.2
        if self.title in ("1850", "1870") and not self.is_in(state, name, UNLIMITED) and left > 60:
            return False  # 5.9.8: the first sale comes down to 60%
        others = max(row.shares.get(who, 0) for who in state.players if who != player)
        return row.owner != player or (left >= 20 and left >= others) or others >= 20

    def sales(self, game: Game, player: str) -> Iterator[Deed]:
        """All blocks that a player may sell in his turn."""
        if self.first_round(game) and self.title != "1846":
            return
        orders = ("s", "sb") if self.title == "1846" else ("s", "sb", "bs")
        order = self.order if self.order.endswith("s") else self.order + "s"
        if order not in orders:
            return
        for name in game.operating.corporations:
            if name in self.blocks and self.title in ("1850", "1867bw", "1870"):
                continue  # one block a company
            for count in range(1, 11):
                if self.may_sell(game.operating, player, name, count):
                    yield "sell", name, count

    # purchases

    def may_buy_more(self, state: State, name: str, market: bool) -> bool:
        """One certificate a turn; in brown any number, in 1850 and 1870 of one from the market."""
        if not self.bought:
            return True
        brown = {
            other
            for other in {*self.bought, name}
            if other in state.corporations and "b" in self.zone(state, other)
        }
        if self.title == "1830":
            return sum(other not in brown for other in [*self.bought, name]) <= 1
        if self.title in ("1850", "1870"):
            same = set(self.bought) == {name} and market and all(self.from_market)
            return same and name in brown
        return False

    def has_room(self, state: State, player: str, name: str, percent: int) -> bool:
        """60% of one company, and the limit of certificates."""
        held = state.corporations[name].shares.get(player, 0)
        if held + percent > 60 and not self.is_in(state, name, UNLIMITED):
            return False
        counts = not self.is_in(state, name, UNCOUNTED)
        return not counts or self.counted(state, player) < self.limit(state)

    def purchases(self, game: Game, player: str) -> Iterator[Deed]:
        """All certificates that a player may buy in his turn."""
        state, offering = game.operating, OFFERING.get(self.title, "IPO")
        if self.order == "bs" or (self.order == "sb" and not self.bought):
            return
        for name, row in state.corporations.items():
            if row.closed or (self.title == "1867bw" and is_acquired(row)):
                continue
            if self.title != "1867bw" and name in self.sold.get(player, ()):
                continue  # sold in this round
            if not row.ipoed:
                yield from self._starts(game, player, name)
                continue
            for source in (offering, "market"):
                price = row.share_price if source == "market" or offering != "IPO" else row.par
                if row.shares.get(source, 0) < 10 or price is None:
                    continue
                alone = self.title == "1846" and row.owner == "market" == source
                if alone and row.shares[source] == 20 and not row.shares.get(player):
                    continue  # 7.04
                if price > state.players[player] or not self.has_room(state, player, name, 10):
                    continue
                if self.may_buy_more(state, name, source == "market"):
                    yield "buy", name, source, price

    def _starts(self, game: Game, player: str, name: str) -> Iterator[Deed]:
        state = game.operating
        if not self.may_buy_more(state, name, False) or not self.has_room(state, player, name, 20):
            return
        pars = PARS[self.title] if self.title in PARS else self._queued(state, player, name)
        for price in pars:
            if 2 * price <= state.players[player]:
                yield "par", name, price

    def _queued(self, state: State, player: str, name: str) -> tuple[int, ...]:
        """1867bw: from the top row, with P4 from the second; by phase (7.1, 14.4)."""
        rows = [list(row) for row in state.own["queue"]]
        if name not in rows[0] and not (
            len(rows) > 1 and name in rows[1] and state.privates.get("P4") == player
        ):
            return ()
        late = {"3": 1, "4": 1, "5": 2, "6": 2, "D": 2}.get(state.phase, 0)
        return (60, 80, 110, 140)[: 2 + late]

    # companies

    def for_companies(self, game: Game, player: str) -> Iterator[Deed]:
        """1850, 1870: one share redeemed, or all redeemed ones offered, as the sole action."""
        if self.title not in ("1850", "1870") or self.order:
            return
        state = game.operating
        for name, row in state.corporations.items():
            if row.owner != player or row.closed or not row.operated:
                continue
            there, price = row.shares.get("treasury", 0), row.share_price or 0
            out = sum(row.shares.get(who, 0) for who in (*state.players, "market"))
            if there and not row.shares.get("IPO") and name not in self.reissued:
                yield "reissue", name
            usable = row.cash - self.income.get(name, 0)
            if name in self.redeemed or usable < price or out - 10 < 60:
                continue
            if row.shares.get("market"):
                yield "redeem", name, "market"
                continue
            for who in state.players:
                mine = row.shares.get(who, 0)
                rival = max(row.shares.get(other, 0) for other in state.players if other != who)
                if mine >= 10 and (who != player or (mine - 10 >= 20 and mine - 10 >= rival)):
                    yield "redeem", name, who

    # private companies

    def trades(self, game: Game, player: str) -> Iterator[Deed]:
        """Private companies between players: who buys, from what price to what price.

        1830: in the turn of either, beside all else (23.1). 1850, 1870: the purchase of a turn.
        """
        state = game.operating
        if self.title not in UNCOUNTED or self.first_round(game):
            return
        if self.title != "1830" and self.bought:
            return
        least = 1 if self.title == "1850" else 0
        for name, owner in state.privates.items():
            if owner not in state.players:
                continue
            free = [who for who in state.players if who != owner and self.title == "1830"]
            for buyer in free if owner == player else [player]:
                room = self.counted(state, buyer) < self.limit(state)
                if room and state.players[buyer] >= least:
                    yield "trade", name, buyer, least, state.players[buyer]

    # the turn

    def must_sell(self, game: Game, player: str, names: set[str]) -> bool:
        """Above the limit of certificates, or of one company outside its zones.

        Of `names` he may sell: something that counts must be among them.
        """
        state = game.operating
        if self.counted(state, player) > self.limit(state) and any(
            not self.is_in(state, name, UNCOUNTED) for name in names
        ):
            return True
        if self.title in ("1850", "1870"):
            return False
        return any(
            state.corporations[name].shares.get(player, 0) > 60
            and not self.is_in(state, name, UNLIMITED)
            for name in names
        )

    def deeds(self, game: Game) -> set[Deed]:
        """All that the player whose turn it is may do, the powers of private companies left out."""
        assert game.stock is not None
        player = game.stock.turn
        self._begin(game)
        sales, trades = set(self.sales(game, player)), set(self.trades(game, player))
        if self.must_sell(game, player, {str(deed[1]) for deed in sales}):
            mine = {deed for deed in trades if game.operating.privates[str(deed[1])] == player}
            return sales | mine
        rest = {*trades, *self.purchases(game, player), *self.for_companies(game, player)}
        return {*sales, *rest, ("pass",)}


def is_acquired(row: Corporation) -> bool:
    """1867bw: whether the Union Pacific has a corporation."""
    return bool(row.own.get("acquired"))


def deed_of(choice: Choice, player: str) -> Deed | None:
    """A choice of the engine in the words of the witness; None for what that leaves out."""
    action: Action = choice.action
    least, most = choice.prices or (0, 0)
    match action:
        case SellShares(_, name, count):
            return "sell", name, count
        case BuyShare(name, source):
            return "buy", name, source, choice.cost or 0
        case Par(name, price):
            return "par", name, price
        case RedeemShare(name, source):
            return "redeem", name, source
        case ReissueShares(name):
            return "reissue", name
        case BuyPrivate():
            return "trade", action.private, player, least, most
        case SellPrivate():
            return "trade", action.private, action.buyer, least, most
        case Pass():
            return ("pass",)
        case _:
            return None
