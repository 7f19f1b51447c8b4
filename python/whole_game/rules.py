"""What stock rounds ask of a title, answered from its data; a title may override any of it."""

from __future__ import annotations

import functools
import random
from collections.abc import Collection, Iterator

import msgspec

from operating_round.actions import Choice
from operating_round.protected.sales import Sale
from operating_round.rules.holdings import Places
from operating_round.setup import PRESIDENTS
from operating_round.state import BANK, CLOSED, MARKET, REMOVED, State
from route_opt import titles
from route_opt.rules.options import chosen
from route_opt.rules.privates import debt_of
from route_opt.title import Title
from whole_game.actions import RedeemShare, ReissueShares
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

    def money(self, players: int) -> int:
        """All the money of a game: what its box holds for so many."""
        return self.title.play.bank_for(players)

    # limits

    def certificate_limit(self, play: GameTable) -> int:
        """How many certificates a player may hold, by players and corporations left."""
        return play.table.rules.holdings.most_certificates(play.table, play.places())

    def places(self, play: GameTable) -> Places:
        """Where the corporations stand by which limits are counted."""
        return play.table.rules.holdings.places(play.table)

    def counted(self, play: GameTable, player: str) -> int:
        """The certificates of a player that count against the limit."""
        holdings = play.table.rules.holdings
        return play.known(
            ("counted", player), lambda: holdings.counted(play.table, player, play.places())
        )

    def is_led(self, play: GameTable, name: str) -> bool:
        """Whether a corporation that has started must have a president."""
        return True

    def may_hold_more(self, play: GameTable, player: str, name: str, percent: int = 10) -> bool:
        """Whether a player may take so much more of a corporation on one certificate."""
        most = play.table.rules.holdings.most_of_one(play.table)
        if not play.lifted(name, "unlimited") and play.held(player, name) + percent > most:
            return False
        return play.lifted(name, "uncounted") or self.has_room(play, player)

    def has_room(self, play: GameTable, player: str) -> bool:
        """Whether one more certificate that counts is within a player's limit."""
        return play.known(
            ("room", player), lambda: self.counted(play, player) < self.certificate_limit(play)
        )

    # private companies

    def speaker(self, play: GameTable) -> str:
        """Who speaks next where several fight for a private company."""
        data = self.data.privates
        return play.table.chosen(data.speakers, data.speaker)

    def brings_certificate(self, play: GameTable, name: str) -> str:
        """The corporation whose president's certificate a private company brings, if any."""
        private = self.title.privates[name]
        return play.table.privates.share_of(name) if private.brings == PRESIDENTS else ""

    def unsold_private(self, play: GameTable, name: str) -> None:
        """A private company that nobody took leaves the game."""
        play.table.privates.give(name, CLOSED)

    def row_cards(self, state: State, chance: random.Random) -> tuple[str, ...]:
        """The cards of the row from the left, where private companies are taken from one."""
        return tuple(state.privates)

    def privates_kind(self, options: Collection[str]) -> str:
        """How private companies come to the players."""
        data = self.data.privates
        return chosen(data.kinds, options, data.kind)

    def draft_cost(self, play: GameTable, card: str, cheaper: int) -> int:
        """What a private company costs with its debt when it has come down so much."""
        private, debt = play.table.privates.get(card), debt_of(self.title, card)
        if private is None:
            return 0
        fixed = play.table.any_of(self.data.privates.fixed_debt)
        return max(debt if fixed else 0, private.price + debt - cheaper)

    def cash_left(self, play: GameTable, player: str) -> int:
        """What a player has when he has paid for the cards he kept."""
        draft = play.game.draft
        mine = [card for who, card in draft.kept if who == player] if draft else []
        return play.state.players[player] - sum(self.draft_cost(play, card, 0) for card in mine)

    # prices

    def pars(self, play: GameTable, name: str) -> tuple[int, ...]:
        """The prices at which a corporation may start now."""
        return self.title.market.pars

    def price_of(self, play: GameTable, name: str, source: str) -> int:
        """What a share costs: in the offering its par, in the market its price."""
        row = play.corporation(name)
        return (row.share_price if source == MARKET else row.par) or 0

    def offers(self, play: GameTable, player: str, name: str, source: str) -> bool:
        """Whether offering or market have a share of a corporation for a player."""
        return play.corporation(name).shares.get(source, 0) >= 10

    # private companies between players

    def private_trade(self, play: GameTable) -> str:
        """How private companies change hands: ``free``, as the ``purchase`` of a turn, or not."""
        turn = self.data.turn
        if self.is_first_round(play):
            return ""
        return play.table.chosen(turn.private_options, turn.privates)

    # sales

    def is_first_round(self, play: GameTable) -> bool:
        """Whether this is the first stock round, in which much may not be done yet."""
        turn = self.data.turn
        number = play.game.stock_rounds
        if turn.closed_rounds_count and not play.table.any_of(turn.closed_rounds_not):
            number += play.game.closed_rounds
        return number <= 1

    def turn_order(self, play: GameTable) -> str:
        """In which order a turn sells and buys."""
        turn = self.data.turn
        return play.table.chosen(turn.orders, turn.order)

    def most_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """How many shares of a corporation a player may sell now."""
        turn = self.data.turn
        one = turn.one_block or play.table.any_of(turn.one_block_with)
        if one and player == play.stock.turn and name in play.stock.sold_now:
            return 0
        return play.table.market.most_for_sale(player, name)

    def least_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """The fewest shares of a corporation that a player may sell at once."""
        return 1

    def above_limit(self, play: GameTable, player: str) -> bool:
        """Whether a player holds more than he may, and has first to sell."""
        if self._above_certificates(play, player):
            return True
        return any(self._above_most(play, player, name) for name in play.state.corporations)

    def is_too_much(self, play: GameTable, player: str, name: str) -> bool:
        """Whether shares of a corporation are among those that bring a player above a limit."""
        counts = not play.lifted(name, "uncounted")
        if counts and self._above_certificates(play, player):
            return True
        return self._above_most(play, player, name)

    def _above_certificates(self, play: GameTable, player: str) -> bool:
        """Whether a player holds more certificates than he may."""
        return self.counted(play, player) > self.certificate_limit(play)

    def _above_most(self, play: GameTable, player: str, name: str) -> bool:
        """Whether a player has to come down to the most that he may hold of a corporation."""
        most = play.table.rules.holdings.most_of_one(play.table)
        return play.held(player, name) > most and not play.lifted(name, "unlimited")

    def barred(self, play: GameTable, player: str, name: str) -> str:
        """Why a player may not deal in a corporation at all, beyond what is usual."""
        return ""

    def may_buy_again(self, play: GameTable, player: str, name: str) -> bool:
        """Whether a player may buy shares of a corporation, for all that he has sold."""
        turn = self.data.turn
        if turn.buys_back and not play.table.any_of(turn.never_back):
            return True
        return name not in play.stock.sold.get(player, {})

    def company_choices(self, play: GameTable, player: str) -> Iterator[Choice]:
        """What a president may do for a company in place of a turn of his own."""
        yield from ()

    def company_refusal(self, play: GameTable, action: RedeemShare | ReissueShares) -> str:
        """What stands against what a president would do for a company of his."""
        return f"{action.corporation} neither redeems nor reissues shares in stock rounds"

    def redeem(self, play: GameTable, action: RedeemShare) -> None:
        """A company buys one of its shares back."""

    def reissue(self, play: GameTable, action: ReissueShares) -> None:
        """A company offers such shares again."""

    def paid(self, play: GameTable, player: str, name: str, source: str, price: int) -> None:
        """A player pays for a share: the bank, or the corporation for what is its own."""
        own = source == play.unsold and self.title.play.sells_own_shares
        play.table.bank.pay(player, name if own else BANK, price)

    def takes_one_out(self, play: GameTable, player: str, name: str, source: str) -> bool:
        """With few players, who buys a share of another's corporation takes one out of the game.

        Whether that was the share itself, so that there is nothing to buy.
        """
        left, row = play.pool(name), play.corporation(name)
        if not play.table.market.few_players or row.owner == player or not left:
            return False
        play.table.market.move_shares(name, MARKET, REMOVED, 10)
        play.table.say("out", f"{player} takes 10% of {name} out of the game", corporation=name)
        return source == MARKET and left == 10

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """Shares to the market: the price moves as after every sale."""
        play.table.market.sell(player, name, count)

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
        if play.table.market.may_float(name):
            play.table.market.start(name)
            if play.table.pays_at_once:
                play.table.rules.effects.floats(play.table, name)
            else:
                play.set(unpaid=(*play.game.unpaid, name))

    def round_ends(self, play: GameTable) -> None:
        """Prices at the end of a stock round: what the players hold whole goes up."""
        for name in play.table.market.by_price():
            if self.sold_out(play, name):
                play.table.market.move_price(name, "up")

    def sold_out(self, play: GameTable, name: str) -> bool:
        """Whether all shares of a corporation are with players."""
        if play.table.market.few_players:
            row = play.corporation(name)
            return row.floated and not row.shares.get(MARKET)
        return sum(play.held(player, name) for player in play.players) == 100

    def holdings(self, play: GameTable, player: str) -> Iterator[Holding]:
        """What a player's worth is made of beside his cash: shares, private companies."""
        for name, row in play.state.corporations.items():
            held = play.held(player, name) // 10
            if held and row.share_price:
                yield Holding(name, held, row.share_price)
        for name in play.table.privates.of(player) if self._privates_score(play, player) else ():
            private = play.table.privates.get(name)
            if private:
                yield Holding(name, 1, private.price)

    def _privates_score(self, play: GameTable, player: str) -> bool:
        """Whether a player's private companies count at the end."""
        ending = self.data.ending
        if player in play.state.bankrupt and not ending.bankrupt_privates:
            return play.table.any_of(ending.bankrupt_privates_with)
        return ending.privates

    def worth(self, play: GameTable, player: str) -> int:
        """Cash, shares at their price, private companies at face value."""
        cash = play.state.players[player]
        return cash + sum(part.worth for part in self.holdings(play, player))


@functools.cache
def stock_rules_of(title: Title) -> StockRules:
    """The rules of a title: those of its folder where it has its own."""
    code = titles.code_in_layer(title, "whole_game", "stock", "Stock")
    kind: type[StockRules] = StockRules if code is None else code.Stock
    return kind(title, data_of(title))
