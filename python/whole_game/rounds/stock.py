"""A stock round: in turn, players sell and buy shares until all pass in a row."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import (
    BuyPrivate,
    Choice,
    Exchange,
    Protect,
    SellPrivate,
    SellShares,
)
from operating_round.state import BANK, MARKET
from whole_game.actions import Action, BuyShare, Par, RedeemShare
from whole_game.launch import launch
from whole_game.rounds.base import Round
from whole_game.table import GameTable


class StockRound(Round):
    """Sales and one purchase a turn."""

    def player(self, play: GameTable) -> str:
        """Whose turn it is, or the president who is asked."""
        stock = play.stock
        return stock.sales[0].president if stock.asked else stock.turn

    # what may be done

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """Sales, purchases, first prices; for a president who is asked, protection."""
        if play.stock.asked:
            sale = play.stock.sales[0]
            price = (play.corporation(sale.corporation).share_price or 0) * sale.count
            yield Choice(Protect(sale.president, sale.corporation), cost=price)
            return
        yield from self._sales(play)
        if not self.must_sell(play):
            yield from self._purchases(play)
            yield from self._swaps(play)
            yield from self._private_trades(play)
            if not play.stock.bought and not play.stock.sold_now:
                yield from play.stock_rules.company_choices(play, self.player(play))

    def decisions(self, play: GameTable) -> Iterator[Choice]:
        """The choices for which a player is waited for: not those that need another's word."""
        trades = BuyPrivate | SellPrivate
        return (c for c in self.choices(play) if not isinstance(c.action, trades))

    def must_sell(self, play: GameTable) -> bool:
        """Whether a player is above a limit, and has first to sell."""
        return play.stock_rules.above_limit(play, self.player(play))

    def _may_sell(self, play: GameTable) -> bool:
        if play.game.stock_rounds == 1 and not play.data.turn.first_round_sales:
            return False
        stock, order = play.stock, play.stock_rules.sale_order(play)
        if order == "sell_buy":
            return not stock.bought
        return order == "sell_buy_sell" or not stock.closed

    def _sales(self, play: GameTable) -> Iterator[Choice]:
        player = self.player(play)
        if not self._may_sell(play):
            return
        for name in play.state.corporations:
            least = play.stock_rules.least_for_sale(play, player, name)
            for count in range(least, play.stock_rules.most_for_sale(play, player, name) + 1):
                yield Choice(SellShares(player, name, count))

    def _purchases(self, play: GameTable) -> Iterator[Choice]:
        player, rules = self.player(play), play.stock_rules
        cash = play.state.players[player]
        for name, row in play.state.corporations.items():
            if row.closed or name in play.stock.sold.get(player, {}):
                continue
            if not row.ipoed:
                if not play.stock.bought and rules.may_hold_more(play, player, name, 20):
                    for price in rules.pars(play, name):
                        if 2 * price <= cash:
                            yield Choice(Par(name, price), cost=2 * price)  # type: ignore[arg-type]
                continue
            for source in (play.unsold, MARKET):
                price = rules.price_of(play, name, source)
                there = row.shares.get(source, 0) >= 10
                if not there or price > cash or not rules.may_hold_more(play, player, name):
                    continue
                if self._one_more(play, name, source):
                    yield Choice(BuyShare(name, source), cost=price)  # type: ignore[arg-type]

    def _one_more(self, play: GameTable, name: str, source: str) -> bool:
        """Whether the turn has a purchase left: one, or any number in some zones."""
        bought, limits = play.stock.bought, play.data.limits
        if not bought:
            return True
        one = limits.one_source or any(option in play.table for option in limits.one_source_with)
        if one and {*bought, (name, source)} != {(name, MARKET)}:
            return False
        names = [name, *dict(bought)]
        if not all(other in play.state.corporations for other in names):
            return False
        return all(play.in_zone(other, limits.several) for other in names)

    def _private_trades(self, play: GameTable) -> Iterator[Choice]:
        """Private companies of other players; one's own too where trade is free."""
        way, player = play.stock_rules.private_trade(play), self.player(play)
        if not way or (way == "purchase" and play.stock.bought):
            return
        cash = play.state.players
        for name, owner in play.state.privates.items():
            private = play.table.private(name)
            if private is None or owner not in cash:
                continue
            if owner != player:
                yield Choice(BuyPrivate(name, 0), prices=(0, cash[player]))
            elif way == "free":
                for other in play.players:
                    if other != player:
                        yield Choice(SellPrivate(name, other, 0), prices=(0, cash[other]))

    def _trade_private(self, play: GameTable, action: BuyPrivate | SellPrivate) -> None:
        player = self.player(play)
        seller = play.table.owner_of(action.private)
        buyer = action.buyer if isinstance(action, SellPrivate) else player
        play.table.pay(buyer, seller, action.price)
        play.table.give_private(action.private, buyer)
        text = f"{buyer} buys {action.private} from {seller} for {action.price}"
        play.table.say("private", text, private=action.private, price=action.price)
        play.set(priority=play.left_of(player))
        if play.stock_rules.private_trade(play) == "purchase":
            self._bought(play, action.private, seller)
        else:
            play.set_stock(acted=True)

    def _swaps(self, play: GameTable) -> Iterator[Choice]:
        """What may be done between turns of companies too, by whoever has the turn here."""
        for step in play.table.rules.between_turns(play.table):
            for choice in step.choices(play.table):
                swap = choice.action
                mine = isinstance(swap, Exchange) and play.table.owner_of(swap.private)
                if mine == self.player(play):
                    yield choice

    # what it does

    def apply(self, play: GameTable, action: Action) -> None:
        """A sale, a purchase, a start."""
        player = self.player(play)
        if isinstance(action, Protect):
            self._answer(play, True)
            return
        if isinstance(action, Exchange):
            self._swap(play, action)
            return
        if isinstance(action, BuyPrivate | SellPrivate):
            self._trade_private(play, action)
            return
        if isinstance(action, RedeemShare):
            play.stock_rules.redeem(play, action)
            play.set(priority=play.left_of(player))
            play.set_stock(acted=True)
            self.passed(play)
            return
        play.set(priority=play.left_of(player))
        if isinstance(action, SellShares):
            self._sell(play, player, action)
        elif isinstance(action, Par):
            launch(play, player, action.corporation, action.price)
            self._bought(play, action.corporation, play.unsold)
        else:
            assert isinstance(action, BuyShare)
            self._buy(play, player, action)

    def _sell(self, play: GameTable, player: str, action: SellShares) -> None:
        stock = play.stock
        mine = dict(stock.sold.get(player, {}))
        mine[action.corporation] = mine.get(action.corporation, 0) + 10 * action.count
        play.set_stock(
            sold={**stock.sold, player: mine},
            sold_now=(*stock.sold_now, action.corporation),
            closed=bool(stock.bought) and stock.closed,
        )
        play.stock_rules.sell(play, player, action.corporation, action.count)

    def _swap(self, play: GameTable, action: Exchange) -> None:
        for step in play.table.rules.between_turns(play.table):
            if step.takes(action):
                step.apply(play.table, action)

    def _buy(self, play: GameTable, player: str, action: BuyShare) -> None:
        name, price = (
            action.corporation,
            play.stock_rules.price_of(play, action.corporation, action.source),
        )
        own = action.source == play.unsold != "IPO"
        play.table.pay(player, name if own else BANK, price)
        play.table.move_shares(name, action.source, player, 10)
        text = f"{player} buys 10% of {name} from the {action.source} for {price}"
        play.table.say("purchase", text, player=player, corporation=name, price=price)
        play.table.check_president(name)
        play.stock_rules.check_float(play, name)
        self._bought(play, name, action.source)

    def _bought(self, play: GameTable, name: str, source: str) -> None:
        stock = play.stock
        play.set_stock(bought=(*stock.bought, (name, source)), closed=bool(stock.sold_now))

    def may_pass(self, play: GameTable) -> bool:
        """Unless something has to be sold and can be."""
        if play.stock.asked:
            return True
        return not self.must_sell(play) or not any(self._sales(play))

    def passed(self, play: GameTable) -> None:
        """The turn is over: for one who did nothing, a pass."""
        stock, player = play.stock, self.player(play)
        if stock.asked:
            self._answer(play, False)
            return
        idle = not stock.bought and not stock.sold_now and not stock.acted
        if idle:
            play.table.say("pass", f"{player} passes", player=player)
        play.set_stock(
            turn=play.left_of(player),
            passes=stock.passes + 1 if idle else 0,
            bought=(),
            sold_now=(),
            closed=False,
            acted=False,
            asked=bool(stock.sales),
            resume="",
        )
        self._ask(play)

    def _answer(self, play: GameTable, protects: bool) -> None:
        """A president has said whether he buys what was sold."""
        sale, *others = play.stock.sales
        play.set_stock(sales=tuple(others))
        if protects:
            play.stock_rules.protect(play, sale)
        else:
            play.stock_rules.falls(play, sale)
        self._ask(play)

    def _ask(self, play: GameTable) -> None:
        """On to the next president who can buy; where nobody can, prices fall."""
        while play.stock.sales:
            sale, *others = play.stock.sales
            if play.stock_rules.may_protect(play, sale):
                return
            play.set_stock(sales=tuple(others))
            play.stock_rules.falls(play, sale)
        stock = play.stock
        play.set_stock(asked=False, turn=stock.resume or stock.turn, resume="")

    def over(self, play: GameTable) -> bool:
        """Whether all have passed in a row."""
        return play.stock.passes >= len(play.players)

    def rule(self, play: GameTable, action: Action) -> str:
        """As the title's data cites."""
        turn = play.data.turn
        return turn.sale_rule if isinstance(action, SellShares) else turn.rule
