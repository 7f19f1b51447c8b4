"""A stock round: in turn, players sell and buy shares until all pass in a row."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import (
    BuyPrivate,
    Choice,
    Exchange,
    Lay,
    Protect,
    SellPrivate,
    SellShares,
)
from operating_round.protected.sales import price_of
from operating_round.state import MARKET
from whole_game.actions import Action, BuyShare, Par, RedeemShare, ReissueShares
from whole_game.launch import launch
from whole_game.rounds.base import Round
from whole_game.rounds.refusals import why_not
from whole_game.table import GameTable

_ORDERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "either": (("sell", "buy"), ("buy", "sell")),
    "sell_buy": (("sell", "buy"),),
    "any": (),
}
"""In which orders a turn may sell and buy; none stands for every one."""


def _with(deals: tuple[str, ...], deal: str) -> tuple[str, ...]:
    """The deals of a turn with one more; the same again adds nothing."""
    return deals if deals[-1:] == (deal,) else (*deals, deal)


def _within(deals: tuple[str, ...], order: tuple[str, ...]) -> bool:
    """Whether deals keep an order, some of it left out."""
    rest = iter(order)
    return all(deal in rest for deal in deals)


class StockRound(Round):
    """Sales and one purchase a turn."""

    def player(self, play: GameTable) -> str:
        """Whose turn it is, the president who is asked, or who has to sell at once."""
        stock = play.stock
        if stock.asked:
            return stock.sales[0].president
        return self._overfull(play) or stock.turn

    # what may be done

    def choices(self, play: GameTable) -> Iterator[Choice]:
        """Sales, purchases, first prices; for a president who is asked, protection."""
        if play.stock.asked:
            sale = play.stock.sales[0]
            cost = price_of(play.table, sale)
            yield Choice(Protect(sale.president, sale.corporation), cost=cost)
            return
        overfull = self._overfull(play)
        if overfull:
            yield from self._compliance(play, overfull)
            return
        yield from self._sales(play)
        if self.must_sell(play):
            trades = self.private_trades(play)  # one that is sold is a certificate less too
            yield from (trade for trade in trades if isinstance(trade.action, SellPrivate))
        else:
            yield from self._purchases(play)
            yield from self._swaps(play)
            yield from self.private_trades(play)
            yield from play.stock_rules.company_choices(play, self.player(play))

    def decisions(self, play: GameTable) -> Iterator[Choice]:
        """The choices for which a player is waited for: those that are his.

        Not for a tile that a private company of his lays: there are other times for that.
        """
        mine = (choice for choice in self.choices(play) if self._is_own(play, choice))
        return (choice for choice in mine if not isinstance(choice.action, Lay))

    def must_sell(self, play: GameTable) -> bool:
        """Whether a player is above a limit, and has first to sell what counts, if he can."""
        rules, player = play.stock_rules, self.player(play)
        if not rules.above_limit(play, player):
            return False
        sales = (choice.action for choice in self._sales(play))
        return any(
            isinstance(sale, SellShares) and rules.is_too_much(play, player, sale.corporation)
            for sale in sales
        )

    def _overfull(self, play: GameTable) -> str:
        """Who holds too many certificates, and has to sell before anything else happens."""
        if not play.data.limits.at_once or not self.sales_begun(play):
            return ""
        seats = play.seats_from(play.stock.turn)
        return next((who for who in seats if any(self._compliance(play, who))), "")

    def _compliance(self, play: GameTable, player: str) -> Iterator[Choice]:
        """Shares that bring a player back to his limit, and no more of them than that takes."""
        rules = play.stock_rules
        over = rules.counted(play, player) - rules.certificate_limit(play)
        for name in play.state.corporations if over > 0 else ():
            now = play.certificates(player, name)
            for count in range(1, rules.most_for_sale(play, player, name) + 1):
                yield Choice(SellShares(player, name, count))
                if now - play.certificates(player, name, sold=count) >= over:
                    break

    def sales_begun(self, play: GameTable) -> bool:
        """Whether shares may be sold at all yet."""
        return play.data.turn.first_round_sales or not play.stock_rules.is_first_round(play)

    def in_order(self, play: GameTable, deal: str) -> bool:
        """Whether a turn may go on with a ``sell`` or a ``buy`` after what was done in it."""
        deals = _with(play.stock.deals, deal)
        orders = _ORDERS[play.stock_rules.turn_order(play)]
        return not orders or any(_within(deals, order) for order in orders)

    def _sales(self, play: GameTable) -> Iterator[Choice]:
        player = self.player(play)
        if not self.sales_begun(play) or not self.in_order(play, "sell"):
            return
        for name in play.state.corporations:
            least = play.stock_rules.least_for_sale(play, player, name)
            for count in range(least, play.stock_rules.most_for_sale(play, player, name) + 1):
                yield Choice(SellShares(player, name, count))

    def _purchases(self, play: GameTable) -> Iterator[Choice]:
        player, rules = self.player(play), play.stock_rules
        cash = play.state.players[player]
        if not self.in_order(play, "buy"):
            return
        for name, row in play.state.corporations.items():
            if row.closed or not rules.may_buy_again(play, player, name):
                continue
            if not row.ipoed:
                may, office = (
                    self.may_buy_one(play, name, play.unsold),
                    play.table.market.presidents(name),
                )
                if may and rules.may_hold_more(play, player, name, office):
                    for price in rules.pars(play, name):
                        cost = office * price // 10
                        if cost <= cash:
                            yield Choice(Par(name, price), cost=cost)  # type: ignore[arg-type]
                continue
            for source in (play.unsold, MARKET):
                price = rules.price_of(play, name, source)
                there = rules.offers(play, player, name, source)
                if not there or price > cash or not rules.may_hold_more(play, player, name):
                    continue
                if self.may_buy_one(play, name, source):
                    yield Choice(BuyShare(name, source), cost=price)  # type: ignore[arg-type]

    def may_buy_one(self, play: GameTable, name: str, source: str) -> bool:
        """Whether the turn has this purchase left: one, and any number from some zones."""
        bought, limits = play.stock.bought, play.data.limits
        if not bought:
            return True
        pairs = (*bought, (name, source))
        if limits.one_source or play.table.any_of(limits.one_source_with):
            any_source = play.table.any_of(limits.any_source_with)
            one = {other for other, _ in pairs} == {name}
            market = any_source or {where for _, where in pairs} == {MARKET}
            return one and market and play.lifted(name, "several")
        limited = [other for other, _ in pairs if not self._unlimited(play, other)]
        return len(limited) <= 1

    def _unlimited(self, play: GameTable, name: str) -> bool:
        """Whether a purchase does not count as the one of a turn."""
        known = name in play.state.corporations
        return known and play.lifted(name, "several")

    def private_trades(self, play: GameTable) -> Iterator[Choice]:
        """Private companies of other players; one's own too where trade is free."""
        way, player = play.stock_rules.private_trade(play), self.player(play)
        if not way or (way == "purchase" and play.stock.bought):
            return
        least = play.data.turn.private_least
        most = {
            buyer: cash if self._room_for_private(play, buyer) else -1
            for buyer, cash in play.state.players.items()
        }
        for name, owner in play.state.privates.items():
            private = play.table.privates.get(name)
            if private is None or owner not in most:
                continue
            buyers = [player] if owner != player else play.players if way == "free" else []
            for buyer in buyers:
                if buyer == owner or most[buyer] < least:
                    continue
                sale = SellPrivate(name, buyer, least)
                deal = BuyPrivate(name, least) if buyer == player else sale
                yield Choice(deal, prices=(least, most[buyer]))

    def _room_for_private(self, play: GameTable, player: str) -> bool:
        rules = play.stock_rules
        counts = play.table.rules.holdings.privates_count(play.table)
        return not counts or rules.has_room(play, player)

    def _trade_private(self, play: GameTable, action: BuyPrivate | SellPrivate) -> None:
        player = self.player(play)
        seller = play.table.privates.owner_of(action.private)
        buyer = action.buyer if isinstance(action, SellPrivate) else player
        play.table.bank.pay(buyer, seller, action.price)
        play.table.privates.give(action.private, buyer)
        text = f"{buyer} buys {action.private} from {seller} for {action.price}"
        play.table.say("private", text, private=action.private, price=action.price)
        if not play.table.any_of(play.data.turn.private_keeps_priority):
            play.set(priority=play.left_of(player))
        if play.stock_rules.private_trade(play) == "purchase":
            self._bought(play, action.private, seller)
        else:
            play.set_stock(acted=True)

    def _swaps(self, play: GameTable) -> Iterator[Choice]:
        """Exchanges: in the owner's turn, or before anything is done in that of another."""
        stock = play.stock
        begun = bool(stock.deals) or stock.acted
        for step in play.table.rules.rounds.between_turns(play.table):
            for choice in step.choices(play.table):
                if not begun or self._is_own(play, choice) or step.any_time(play.table):
                    yield choice

    def _is_own(self, play: GameTable, choice: Choice) -> bool:
        """Whether a choice is for whoever has the turn."""
        power = choice.action
        card = power.private if isinstance(power, Exchange) else ""
        card = power.by if isinstance(power, Lay) else card
        return not card or play.table.privates.owner_of(card) == self.player(play)

    # what it does

    def apply(self, play: GameTable, action: Action) -> None:
        """A sale, a purchase, a start."""
        player = self.player(play)
        if isinstance(action, Protect):
            self._answer(play, True)
            return
        if isinstance(action, Exchange | Lay):
            self._use(play, action)
            return
        if isinstance(action, BuyPrivate | SellPrivate):
            self._trade_private(play, action)
            return
        if isinstance(action, RedeemShare | ReissueShares):
            if isinstance(action, RedeemShare):
                play.stock_rules.redeem(play, action)
            else:
                play.stock_rules.reissue(play, action)
            play.set(priority=play.left_of(player))
            play.set_stock(acted=True)
            self.passed(play)
            return
        if self._overfull(play):
            assert isinstance(action, SellShares)
            self._note_sale(play, player, action)
            play.stock_rules.sell(play, player, action.corporation, action.count)
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

    def _note_sale(self, play: GameTable, player: str, action: SellShares) -> None:
        mine = dict(play.stock.sold.get(player, {}))
        mine[action.corporation] = mine.get(action.corporation, 0) + 10 * action.count
        play.set_stock(sold={**play.stock.sold, player: mine})

    def _sell(self, play: GameTable, player: str, action: SellShares) -> None:
        self._note_sale(play, player, action)
        stock = play.stock
        play.set_stock(
            sold_now=(*stock.sold_now, action.corporation), deals=_with(stock.deals, "sell")
        )
        play.stock_rules.sell(play, player, action.corporation, action.count)

    def _use(self, play: GameTable, action: Exchange | Lay) -> None:
        for step in play.table.rules.rounds.between_turns(play.table):
            if step.takes(action):
                step.apply(play.table, action)

    def _buy(self, play: GameTable, player: str, action: BuyShare) -> None:
        name, price = (
            action.corporation,
            play.stock_rules.price_of(play, action.corporation, action.source),
        )
        if play.stock_rules.takes_one_out(play, player, name, action.source):
            self._bought(play, name, action.source)
            return
        play.stock_rules.paid(play, player, name, action.source, price)
        play.table.market.move_shares(name, action.source, player, 10)
        text = f"{player} buys 10% of {name} from the {action.source} for {price}"
        play.table.say("purchase", text, player=player, corporation=name, price=price)
        play.table.market.check_president(name)
        play.stock_rules.check_float(play, name)
        self._bought(play, name, action.source)

    def _bought(self, play: GameTable, name: str, source: str) -> None:
        stock = play.stock
        bought = (*stock.bought, (name, source))
        play.set_stock(bought=bought, deals=_with(stock.deals, "buy"))

    def may_pass(self, play: GameTable) -> bool:
        """Unless something has to be sold and can be."""
        if play.stock.asked:
            return True
        if self._overfull(play):
            return False
        return not self.must_sell(play)

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
            deals=(),
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
        play.set_stock(asked=False, turn=stock.resume or stock.turn, resume="", funds=None)

    def over(self, play: GameTable) -> bool:
        """Whether all have passed in a row."""
        return play.stock.passes >= len(play.players)

    def rule(self, play: GameTable, action: Action) -> str:
        """The section on what stands against an action."""
        return why_not(self, play, action).rule

    def refusal(self, play: GameTable, action: Action) -> str:
        """What stands against an action."""
        return why_not(self, play, action).text
