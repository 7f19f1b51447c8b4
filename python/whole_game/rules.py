"""What stock rounds ask of a title, answered from its data; a title may override any of it."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from importlib.util import find_spec

import msgspec

from operating_round import market
from operating_round.actions import Choice
from operating_round.state import BANK, MARKET
from operating_round.steps.protection import Sale
from route_opt.title import Title
from whole_game.actions import RedeemShare
from whole_game.data import StockData, data_of
from whole_game.table import GameTable


class Holding(msgspec.Struct, frozen=True):
    """A part of a player's worth: so many of something at a value each."""

    what: str
    count: int
    each: int

    @property
    def worth(self) -> int:
        """Count times value."""
        return self.count * self.each


class StockRules:
    """The rules of one title."""

    def __init__(self, title: Title, data: StockData) -> None:
        self.title = title
        self.data = data

    # limits

    def certificate_limit(self, play: GameTable) -> int:
        """How many certificates a player may hold, by players and corporations left."""
        limit = self.title.play.certificate_limits[str(len(play.players))]
        if isinstance(limit, int):
            return limit
        left = sum(not row.closed for row in play.state.corporations.values())
        counts = sorted(map(int, limit))
        return limit[str(min(max(left, counts[0]), counts[-1]))]

    def zone_place(self, play: GameTable, name: str) -> market.Place | None:
        """The space of the market whose zone holds for a corporation."""
        return play.corporation(name).market

    def counted(self, play: GameTable, player: str) -> int:
        """The certificates of a player that count against the limit."""
        zones = self.data.limits.uncounted
        shares = sum(
            play.certificates(player, name)
            for name in play.state.corporations
            if not play.in_zone(name, zones)
        )
        privates = len(play.table.privates_of(player)) if self.data.limits.privates_count else 0
        return shares + privates

    def may_hold_more(self, play: GameTable, player: str, name: str, percent: int = 10) -> bool:
        """Whether a player may take so much more of a corporation on one certificate."""
        limits = self.data.limits
        free = play.in_zone(name, limits.unlimited)
        if not free and play.held(player, name) + percent > limits.holding:
            return False
        if not free and self._too_many_of_one(play, player, name):
            return False
        if play.in_zone(name, limits.uncounted):
            return True
        return self.counted(play, player) < self.certificate_limit(play)

    def _too_many_of_one(self, play: GameTable, player: str, name: str) -> bool:
        """Whether one more certificate of a corporation would be more than a player may have."""
        limits = self.data.limits
        if not limits.certificates or any(option in play.table for option in limits.not_counted):
            return False
        return play.certificates(player, name) >= limits.certificates

    # private companies

    def speaker(self, play: GameTable) -> str:
        """Who speaks next where several fight for a private company."""
        data = self.data.privates
        found = [way for option, way in data.speakers.items() if option in play.table]
        return found[0] if found else data.speaker

    def brings_share(self, name: str) -> bool:
        """Whether a private company brings its first buyer a share."""
        return name in self.data.privates.brings_share

    def debt(self, name: str) -> int:
        """What a private company costs beside its price."""
        corporation = self.title.corporations.get(name)
        return corporation.debt if corporation else 0

    def cash_left(self, play: GameTable, player: str) -> int:
        """What a player has when he has paid for the cards he kept."""
        draft = play.game.draft
        mine = [card for who, card in draft.kept if who == player] if draft else []
        kept = [(card, play.table.private(card)) for card in mine]
        owed = sum(private.price + self.debt(card) for card, private in kept if private)
        return play.state.players[player] - owed

    # prices

    def pars(self, play: GameTable, name: str) -> tuple[int, ...]:
        """The prices at which a corporation may start now."""
        return self.title.market.pars

    def price_of(self, play: GameTable, name: str, source: str) -> int:
        """What a share costs: in the offering its par, in the market its price."""
        row = play.corporation(name)
        return (row.share_price if source == MARKET else row.par) or 0

    # private companies between players

    def private_trade(self, play: GameTable) -> str:
        """How private companies change hands: ``free``, as the ``purchase`` of a turn, or not."""
        turn = self.data.turn
        if play.game.stock_rounds <= 1:
            return ""
        found = [way for option, way in turn.private_options.items() if option in play.table]
        return found[0] if found else turn.privates

    # sales

    def sale_order(self, play: GameTable) -> str:
        """In which order a turn sells and buys."""
        turn = self.data.turn
        found = [order for option, order in turn.orders.items() if option in play.table]
        return found[0] if found else turn.order

    def most_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """How many shares of a corporation a player may sell now."""
        row, turn = play.corporation(name), self.data.turn
        if row.market is None or row.closed:
            return 0
        one = turn.one_block or any(option in play.table for option in turn.one_block_with)
        if one and name in play.stock.sold_now:
            return 0
        room = self.title.play.pool_limit - play.pool(name)
        held = play.held(player, name)
        most = max(0, min(held, room) // 10)
        if row.owner != player:
            return most
        rival = max(
            (play.held(other, name) for other in play.players if other != player), default=0
        )
        return most if rival >= 20 else min(most, max(0, held - 20) // 10)

    def least_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """The fewest shares of a corporation that a player may sell at once."""
        return 1

    def above_limit(self, play: GameTable, player: str) -> bool:
        """Whether a player holds more than he may, and has first to sell."""
        if self.counted(play, player) > self.certificate_limit(play):
            return True
        limits = self.data.limits
        return any(
            play.held(player, name) > limits.holding and not play.in_zone(name, limits.unlimited)
            for name in play.state.corporations
        )

    def company_choices(self, play: GameTable, player: str) -> Iterator[Choice]:
        """What a president may do for a company in place of a turn of his own."""
        yield from ()

    def redeem(self, play: GameTable, action: RedeemShare) -> None:
        """A company buys one of its shares back."""

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """Shares to the market: the price falls one row for each."""
        self.to_market(play, player, name, count)
        play.table.move_price(name, "down", count)
        if name in play.state.corporations:
            play.table.check_president(name)

    def to_market(self, play: GameTable, player: str, name: str, count: int) -> None:
        """A player is paid for shares that go to the market."""
        price = play.corporation(name).share_price or 0
        play.table.pay(BANK, player, count * price)
        play.table.move_shares(name, player, MARKET, 10 * count)
        text = f"{player} sells {10 * count}% of {name} for {count * price}"
        play.table.say("sale", text, player=player, corporation=name)

    def may_protect(self, play: GameTable, sale: Sale) -> bool:
        """Whether the president of a company may buy what was sold of it."""
        return False

    def protect(self, play: GameTable, sale: Sale) -> None:
        """He buys it."""

    def falls(self, play: GameTable, sale: Sale) -> None:
        """He does not."""

    # what follows

    def check_float(self, play: GameTable, name: str) -> None:
        """A corporation of which enough has left the offering floats."""
        row = play.corporation(name)
        sold = 100 - row.shares.get(play.unsold, 0)
        if row.floated or not row.ipoed:
            return
        if sold >= self.title.corporations[name].float_percent:
            play.table.change(name, floated=True)
            play.table.say("floats", f"{name} floats", corporation=name)
            if play.unsold != "IPO" or "capital_at_once" in play.table:
                play.table.rules.floats(play.table, name)
            else:
                play.set(unpaid=(*play.game.unpaid, name))

    def round_ends(self, play: GameTable) -> None:
        """Prices at the end of a stock round: what the players hold whole goes up."""
        for name in play.table.rules.by_price(play.state):
            shares = play.corporation(name).shares
            if sum(shares.get(player, 0) for player in play.players) == 100:
                play.table.move_price(name, "up")

    def holdings(self, play: GameTable, player: str) -> Iterator[Holding]:
        """What a player's worth is made of beside his cash: shares, private companies."""
        for name, row in play.state.corporations.items():
            held = play.held(player, name) // 10
            if held and row.share_price:
                yield Holding(name, held, row.share_price)
        for name in play.table.privates_of(player):
            private = play.table.private(name)
            if private:
                yield Holding(name, 1, private.price)

    def worth(self, play: GameTable, player: str) -> int:
        """Cash, shares at their price, private companies at face value."""
        cash = play.state.players[player]
        return cash + sum(part.worth for part in self.holdings(play, player))


@functools.cache
def stock_rules_of(title: Title) -> StockRules:
    """The rules of a title: those of its folder where it has its own."""
    module = f"whole_game.titles.{title.folder.name}.rules"
    if find_spec(module) is None:
        return StockRules(title, data_of(title))
    rules: StockRules = importlib.import_module(module).Rules(title, data_of(title))
    return rules
