"""A stock round: in turn, players sell and buy shares until all pass in a row."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice, Exchange, SellShares
from operating_round.state import BANK, MARKET
from whole_game.actions import Action, BuyShare, Par
from whole_game.launch import launch
from whole_game.rounds.base import Round
from whole_game.table import GameTable


class StockRound(Round):
    """Sales and one purchase a turn."""

    def player(self, play: GameTable) -> str:
        """Whose turn it is."""
        return play.stock.turn

    # what may be done

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """Sales, purchases, first prices."""
        yield from self._sales(play)
        if not self.must_sell(play):
            yield from self._purchases(play)
            yield from self._swaps(play)

    def must_sell(self, play: GameTable) -> bool:
        """Whether a player is above a limit, and has first to sell."""
        player = self.player(play)
        if play.stock_rules.counted(play, player) > play.stock_rules.certificate_limit(play):
            return True
        limits = play.data.limits
        return any(
            play.held(player, name) > limits.holding and not play.in_zone(name, limits.unlimited)
            for name in play.state.corporations
        )

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
            for count in range(1, play.stock_rules.most_for_sale(play, player, name) + 1):
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
        bought = play.stock.bought
        zones = play.data.limits.several
        return not bought or all(play.in_zone(other, zones) for other in (name, *dict(bought)))

    def _swaps(self, play: GameTable) -> Iterator[Choice]:
        """What may be done between turns of companies too, by whoever has the turn here."""
        for step in play.table.rules.between_turns(play.table):
            for choice in step.choices(play.table):
                action = choice.action
                if isinstance(action, Exchange):
                    if play.table.owner_of(action.private) == self.player(play):
                        yield choice

    # what it does

    def apply(self, play: GameTable, action: Action) -> None:
        """A sale, a purchase, a start."""
        player = self.player(play)
        if isinstance(action, Exchange):
            self._swap(play, action)
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
        play.table.rules.sell(play.table, player, action.corporation, action.count)

    def _swap(self, play: GameTable, action: Exchange) -> None:
        for step in play.table.rules.between_turns(play.table):
            if step.takes(action):
                step.apply(play.table, action)

    def _buy(self, play: GameTable, player: str, action: BuyShare) -> None:
        name, price = action.corporation, play.stock_rules.price_of(play, action.corporation, action.source)
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
        return not self.must_sell(play) or not any(self._sales(play))

    def passed(self, play: GameTable) -> None:
        """The turn is over: for one who did nothing, a pass."""
        stock, player = play.stock, self.player(play)
        idle = not stock.bought and not stock.sold_now
        if idle:
            play.table.say("pass", f"{player} passes", player=player)
        play.set_stock(
            turn=play.left_of(player),
            passes=stock.passes + 1 if idle else 0,
            bought=(),
            sold_now=(),
            closed=False,
        )

    def over(self, play: GameTable) -> bool:
        """Whether all have passed in a row."""
        return play.stock.passes >= len(play.players)

    def rule(self, play: GameTable, action: Action) -> str:
        """As the title's data cites."""
        turn = play.data.turn
        return turn.sale_rule if isinstance(action, SellShares) else turn.rule
