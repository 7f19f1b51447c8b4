"""Buying trains: from the bank, from other corporations, and when there is no money for one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from operating_round.actions import (
    Action,
    Bankrupt,
    BuyTrain,
    Choice,
    Discard,
    Issue,
    SellPrivate,
    SellShares,
)
from operating_round.reasons import why_not_train
from operating_round.state import BANK, Company, Corporation
from operating_round.steps.base import Step
from operating_round.table import Table, View

if TYPE_CHECKING:
    from operating_round.rules import Offer


class TrainStep(Step):
    """Any number of trains within the limit; at least one where the rules ask for it."""

    name = "trains"
    does = "buy that train"
    must = "buy a train"
    occasion = "buys trains for {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        sales = table.rules.trains.train_sales
        return (in_need(table) and sales.rule_need) or sales.rule

    def takes(self, action: Action) -> bool:
        """Trains, and what raises the money for them."""
        return isinstance(action, BuyTrain | SellShares | SellPrivate | Bankrupt) or (
            isinstance(action, Issue) and action.forced
        )

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """What the company can pay for; in need, what its president must do."""
        if self.finished(table):
            return
        offers = buyable_offers(table)
        yield from from_bank(table, offers)
        yield from from_others(table)
        if must_buy(table):
            for count in table.rules.need.forced_issues(table, offers):
                yield Choice(Issue(count, forced=True))
            yield from help_choices(table, offers)

    def apply(self, table: Table, action: Action) -> None:
        """Buy, sell or give up."""
        if isinstance(action, BuyTrain):
            buy(table, action)
        elif isinstance(action, Issue):
            table.rules.effects.forced_issue(table, action.count)
        elif isinstance(action, SellShares):
            table.market.sell(action.player, action.corporation, action.count)
        elif isinstance(action, SellPrivate):
            table.bank.pay(action.buyer, table.acting.owner or "", action.price)
            table.privates.give(action.private, action.buyer)
            table.say("private", f"{action.buyer} buys {action.private} for {action.price}")
        elif isinstance(action, Bankrupt):
            player = table.acting.owner or ""
            table.say("bankrupt", f"{player} is bankrupt", player=player)
            table.set(bankrupt=(*table.state.bankrupt, player))
            table.rules.effects.bankrupt(table, player)

    def refusal(self, table: View, action: Action) -> str:
        """The first rule it breaks."""
        if isinstance(action, BuyTrain):
            return f"{table.entity} may not {self.does}: {why_not_train(table, action)}"
        if not in_need(table):
            return f"{table.entity} is not in need of money for a train"
        if isinstance(action, SellShares) and action.corporation in table.state.corporations:
            name = action.corporation
            most = table.rules.need.sale_limit(table, action.player, name)
            most_now = f"{most} at most, and no more than needed"
            return table.rules.need.why_no_sale(table, action.player, name) or (
                f"{action.player} may not sell so many: {most_now}"
            )
        return super().refusal(table, action)

    def finished(self, table: View) -> bool:
        """Whether there is no room for another train; or nobody is there to buy one."""
        row = table.acting
        if not isinstance(row, Corporation) or row.closed or row.owner not in table.state.players:
            return True
        return not has_room(table) and not any(
            True
            for offer in table.rules.trains.offers(table)
            for _ in table.rules.trains.trade_ins(table, offer)
        )

    def may_pass(self, table: View) -> bool:
        """Unless a train must be bought."""
        return not must_buy(table)


def must_buy(table: View) -> bool:
    """Whether the acting company has no train, needs one, and the bank has one to sell.

    Nobody is ever made to buy another company's train, so with an empty bank it stays without.
    """
    if table.depot.working_trains(table.entity) or not buyable_offers(table):
        return False
    return table.rules.trains.must_own(table)


def has_room(table: View) -> bool:
    """Whether the acting company may own one more train."""
    return table.depot.room(table.entity) > 0


def buyable_offers(table: View) -> list[Offer]:
    """The trains the bank sells to this company, trade-ins included."""
    found = []
    for offer in table.rules.trains.offers(table):
        if not table.rules.trains.may_buy_more(table, offer):
            continue
        if has_room(table):
            found.append(offer)
        found += table.rules.trains.trade_ins(table, offer)
    return found


def _bought(offer: Offer) -> BuyTrain:
    return BuyTrain(offer.train, offer.price, offer.source, offer.trade_in)


def from_bank(table: View, offers: list[Offer]) -> Iterator[Choice]:
    """Trains of the bank that the company can pay for."""
    for offer in offers:
        if offer.price <= table.acting.cash:
            yield Choice(_bought(offer), cost=offer.price)


def from_others(table: View) -> Iterator[Choice]:
    """Trains of other corporations, at any price from 1 that the company can pay."""
    cash = table.acting.cash
    if not has_room(table) or cash < 1:
        return
    for seller in table.state.corporations:
        if seller == table.entity:
            continue
        for train in dict.fromkeys(table.depot.working_trains(seller)):
            if table.rules.trains.may_sell_train(table, seller, train):
                yield Choice(BuyTrain(train, 1, seller), (1, cash))


def help_choices(table: View, offers: list[Offer]) -> Iterator[Choice]:
    """What a president must do when his company cannot pay for a train."""
    rules = table.rules
    helped = rules.need.help_offers(table, offers)
    president = table.acting.owner
    if not helped or president not in table.state.players:
        return
    money = table.acting.cash + table.bank.cash(president)
    issues = [*rules.need.forced_issues(table, offers)]
    most = money + liquidity(table, president) + rules.need.forced_issue_cash(table, issues)
    if most < min(offer.price for offer in helped):
        yield Choice(Bankrupt())
    if issues:
        return
    for offer in helped:
        if offer.price <= money:
            yield Choice(_bought(offer), cost=offer.price)
    if rules.trains.train_sales.from_others:
        yield from _with_help_from_others(table, money)
    needed = max(offer.price for offer in helped) - money
    if needed > 0:
        yield from _sales(table, president, needed)
        yield from _private_sales(table, president)


def _with_help_from_others(table: View, money: int) -> Iterator[Choice]:
    """Another corporation's train, the president adding to the treasury up to its price."""
    cash = table.acting.cash
    for seller in table.state.corporations:
        if seller == table.entity:
            continue
        for train in dict.fromkeys(table.depot.working_trains(seller)):
            most = min(table.title.trains[train].price, money)
            if most > cash and table.rules.trains.may_sell_train(table, seller, train):
                yield Choice(BuyTrain(train, cash + 1, seller), (cash + 1, most))


def _sales(table: View, player: str, needed: int) -> Iterator[Choice]:
    """Shares the president may sell: no more of them than the money needed asks for."""
    for name in table.state.corporations:
        for count in table.rules.need.sale_counts(table, player, name, needed):
            yield Choice(SellShares(player, name, count))


def _private_sales(table: View, player: str) -> Iterator[Choice]:
    """Private companies the president may sell, to whoever wants them."""
    if not table.rules.trains.train_sales.private_sales:
        return
    for name in table.privates.of(player):
        for buyer, cash in table.state.players.items():
            if buyer != player and cash >= 1:
                yield Choice(SellPrivate(name, buyer, 1), (1, cash))


def liquidity(table: View, player: str) -> int:
    """What a player's shares would bring, as far as he may sell them."""
    return sum(
        table.rules.need.sale_limit(table, player, name) * (row.share_price or 0)
        for name, row in table.state.corporations.items()
    )


def in_need(table: View) -> bool:
    """Whether the company must buy a train it cannot pay for."""
    return must_buy(table) and bool(table.rules.need.help_offers(table, buyable_offers(table)))


def buy(table: Table, action: BuyTrain) -> None:
    """Pay for a train and take it; the president pays what the company lacks."""
    name, price = table.entity, action.price
    source = action.source.partition(":")[0]
    seller = action.source if source in table.state.corporations else BANK
    president = table.acting.owner or ""
    lacking = price - table.acting.cash
    if lacking > 0:
        table.bank.pay(president, name, lacking)
        table.say("help", f"{president} adds {lacking}", player=president, amount=lacking)
    table.bank.pay(name, seller, price)
    if action.trade_in:
        table.depot.lose_train(name, action.trade_in)
        table.depot.change("discarded", action.trade_in, 1)
    if seller != BANK:
        table.depot.lose_train(seller, action.train)
    elif source == "discarded":
        table.depot.change("discarded", action.source.partition(":")[2], -1)
    else:
        table.depot.take(action.train)
    table.depot.gain_train(name, action.train)
    table.set_turn(bought=(*table.turn.bought, action.train))
    whom = seller if seller != BANK else "the bank"
    table.say("train", f"{name} buys a {action.train} from {whom} for {price}", train=action.train)
    table.rules.effects.train_bought(table, action.train, BANK if source == BANK else source)


class DiscardStep(Step):
    """Trains above the limit go back to the bank, before anything else happens."""

    name = "discard"
    does = "discard that train"
    must = "return a train"
    occasion = "returns a train of {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.rules.trains.train_sales.rule

    def takes(self, action: Action) -> bool:
        """Discards."""
        return isinstance(action, Discard)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The trains of those above the limit."""
        for name in table.rules.trains.discards_now(table, self.crowded(table)):
            for train in dict.fromkeys(table.depot.working_trains(name)):
                yield Choice(Discard(name, train))

    def refusal(self, table: View, action: Action) -> str:
        """Who is to discard."""
        names = table.rules.trains.discards_now(table, self.crowded(table))
        return f"{' or '.join(names)} must discard a train of its own first"

    def decides(self, table: View) -> str:
        """The president of the first of them."""
        names = table.rules.trains.discards_now(table, self.crowded(table))
        return next((table.company(name).owner or "" for name in names), "")

    def crowded(self, table: View) -> list[str]:
        """Companies with more trains than they may own."""
        state = table.state
        rows: dict[str, Company] = {**state.corporations, **state.minors}
        return [name for name, row in rows.items() if row.trains and table.depot.room(name) < 0]

    def apply(self, table: Table, action: Action) -> None:
        """Give a train back for nothing."""
        assert isinstance(action, Discard)
        table.depot.lose_train(action.corporation, action.train)
        table.rules.effects.discarded(table, action.train)
        table.say("discard", f"{action.corporation} returns a {action.train}", train=action.train)

    def may_pass(self, table: View) -> bool:
        """Never."""
        return False
