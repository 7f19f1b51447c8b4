"""Why something may not be done in a stock round, with the section of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from operating_round.actions import (
    BuyPrivate,
    Exchange,
    Object,
    Pass,
    Protect,
    SellPrivate,
    SellShares,
)
from whole_game.actions import Accept, Action, BuyShare, Par, RedeemShare, Refuse, ReissueShares
from whole_game.table import GameTable

if TYPE_CHECKING:
    from whole_game.rounds.stock import StockRound


class Reason(NamedTuple):
    """What stands against an action, and where the rulebook says so."""

    text: str
    rule: str


def why_not(turn: StockRound, play: GameTable, action: Action) -> Reason:
    """The first reason against an action that is not among the choices."""
    player, data = turn.player(play), play.data
    sells = isinstance(action, SellShares | SellPrivate)
    if play.stock.asked and data.protection is not None:
        sale = play.stock.sales[0]
        text = f"{sale.president} protects {sale.corporation} now or passes, and nothing else"
        return Reason(text, data.protection.rule)
    if not sells and turn.must_sell(play):
        limit = play.stock_rules.certificate_limit(play)
        holds = play.stock_rules.counted(play, player)
        text = f"{player} has first to sell: {holds} certificates count, the limit is {limit}"
        return Reason(text, data.limits.rule)
    if isinstance(action, SellShares):
        return _no_sale(turn, play, action)
    if isinstance(action, BuyShare | Par):
        return _no_purchase(turn, play, action)
    if isinstance(action, BuyPrivate | SellPrivate):
        return _no_trade(turn, play, action)
    if isinstance(action, Exchange):
        return _no_swap(play, action)
    if isinstance(action, RedeemShare | ReissueShares):
        return _not_for_company(play, player, action)
    if isinstance(action, Protect) and data.protection is not None:
        return Reason(f"{action.player} is not asked to protect anything now", data.protection.rule)
    if isinstance(action, Accept | Refuse):
        return Reason(f"{player} is not asked for anything", data.turn.rule)
    if isinstance(action, Object):
        return Reason("nobody objects in a stock round: there is no run", data.turn.rule)
    done = "pass" if isinstance(action, Pass) else "do that"
    return Reason(f"{player} may not {done} now", data.turn.rule)


def _no_trade(turn: StockRound, play: GameTable, action: BuyPrivate | SellPrivate) -> Reason:
    """Why a private company does not change hands between players, or at what price it may."""
    rule = play.data.turn.private_rule or play.data.turn.rule
    for trade in turn.private_trades(play):
        like = msgspec.structs.replace(trade.action, price=action.price)
        if trade.prices and like == action:
            least, most = trade.prices
            text = f"{action.private} is bought for {least} to {most}, not for {action.price}"
            return Reason(text, rule)
    return Reason(f"{action.private} does not change hands between players now", rule)


def _not_for_company(play: GameTable, player: str, action: RedeemShare | ReissueShares) -> Reason:
    """Why a company does not redeem or reissue shares."""
    name, data = action.corporation, play.data
    row = play.state.corporations.get(name)
    part = data.redemption if isinstance(action, RedeemShare) else data.reissue
    rule = part.rule if part else data.turn.rule
    if row is None or row.owner != player:
        return Reason(f"{player} is not president of {name}", rule)
    if play.stock.deals:
        return Reason(f"{player} has acted for himself in this turn", data.turn.rule)
    return Reason(play.stock_rules.company_refusal(play, action), rule)


def _no_sale(turn: StockRound, play: GameTable, action: SellShares) -> Reason:
    player, name, rule = turn.player(play), action.corporation, play.data.turn.sale_rule
    if action.player != player:
        return Reason(f"it is {player}'s turn, not {action.player}'s", play.data.turn.rule)
    if name not in play.state.corporations:
        return Reason(f"{name!r} is no corporation in this game", rule)
    if not turn.sales_begun(play):
        return Reason("nothing is sold in the first stock round", rule)
    if not turn.in_order(play, "sell"):
        return Reason("the sales of this turn are over", play.data.turn.rule)
    if barred := play.stock_rules.barred(play, player, name):
        return Reason(barred, rule)
    if why := play.table.market.why_none_for_sale(player, name):
        return Reason(why, rule)
    most = play.stock_rules.most_for_sale(play, player, name)
    if not most:
        return Reason(f"{player} has sold {name} in this turn, and sells it all at once", rule)
    least = play.stock_rules.least_for_sale(play, player, name)
    held, pool = play.held(player, name), play.pool(name)
    if action.count < least <= most:
        limit = play.table.rules.holdings.most_of_one(play.table)
        text = f"{player} holds {held}% of {name}, and sells {least} at least, down to {limit}%"
        return Reason(text, play.data.protection.rule if play.data.protection else rule)
    text = f"{player} may sell {most} shares of {name} now, not {action.count}"
    return Reason(f"{text}: he holds {held}%, the market {pool}%", rule)


def _no_purchase(turn: StockRound, play: GameTable, action: BuyShare | Par) -> Reason:
    player, name, rules = turn.player(play), action.corporation, play.stock_rules
    rule = play.data.turn.rule
    row = play.state.corporations.get(name)
    if row is None or row.closed:
        return Reason(f"{name!r} is no corporation in this game", rule)
    if barred := rules.barred(play, player, name):
        return Reason(barred, rule)
    source = action.source if isinstance(action, BuyShare) else play.unsold
    if not turn.in_order(play, "buy") or not turn.may_buy_one(play, name, source):
        return Reason(f"{player} has bought in this turn", rule)
    if not rules.may_buy_again(play, player, name):
        return Reason(f"{player} has sold {name} in this round", rule)
    if isinstance(action, Par):
        return _no_start(play, player, action)
    if not row.ipoed:
        return Reason(f"the president's certificate of {name} is the first to be bought", rule)
    if not rules.offers(play, player, name, source):
        return Reason(f"there is no share of {name} for {player} in the {source}", rule)
    if not rules.may_hold_more(play, player, name):
        return _no_room(play, player, name)
    price = rules.price_of(play, name, source)
    return Reason(f"{name} costs {price}, and {player} has {play.state.players[player]}", rule)


def _no_start(play: GameTable, player: str, action: Par) -> Reason:
    rules, rule = play.stock_rules, play.data.turn.rule
    if play.corporation(action.corporation).ipoed:
        return Reason(f"{action.corporation} has started", rule)
    pars = rules.pars(play, action.corporation)
    if action.price not in pars:
        return Reason(f"a first price is one of {', '.join(map(str, pars))}", rule)
    office = play.table.market.presidents(action.corporation)
    if not rules.may_hold_more(play, player, action.corporation, office):
        return _no_room(play, player, action.corporation)
    cash = play.state.players[player]
    return Reason(f"that costs {office * action.price // 10}, and {player} has {cash}", rule)


def _no_room(play: GameTable, player: str, name: str) -> Reason:
    rules, most = play.stock_rules, play.table.rules.holdings.most_of_one(play.table)
    text = (
        f"{player} holds {play.held(player, name)}% of {name} of at most {most}%, "
        f"and {rules.counted(play, player)} of at most {rules.certificate_limit(play)} certificates"
    )
    return Reason(text, play.data.limits.rule)


def _no_swap(play: GameTable, action: Exchange) -> Reason:
    for step in play.table.rules.rounds.between_turns(play.table):
        if step.takes(action):
            text = f"{action.private} is not exchanged for a share from the {action.source} now"
            return Reason(text, step.rule(play.table))
    return Reason(f"{action.private} is not exchanged for shares", play.data.turn.rule)
