"""What a player may wish for in vain, and why: the engine is asked, and its refusal told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from operating_round.actions import Action as Operating
from operating_round.actions import (
    BuyPrivate,
    BuyTrain,
    Choice,
    Issue,
    Pass,
    Redeem,
    Run,
    SellShares,
    Token,
)
from operating_round.choices import always_steps
from operating_round.errors import IllegalAction
from operating_round.looking import view_of
from operating_round.state import MARKET
from operating_round.steps.base import Step
from operating_round.steps.run import RunStep, why_no_run
from operating_round.steps.token import AnyOrder, TokenStep
from operating_round.steps.trains import TrainStep, in_need
from operating_round.table import View
from operating_round.turns import current_step, steps_of, urgent
from route_opt.rules.trains import trains_in_order
from whole_game.actions import Action, Bid, BuyShare, Keep, Par, Take
from whole_game.engine import act, on_table
from whole_game.game import Game
from whole_game.rounds.draft import DraftRound
from whole_game.rounds.lots import LotsRound
from whole_game.rounds.stock import StockRound
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.serve.choices import GROUPS
from whole_game.serve.schema import Denied
from whole_game.table import GameTable
from whole_game.words import Words

_ABOUT = ("corporation", "private", "card", "train", "source")
"""What two actions are about; prices and numbers of shares may differ."""


def denied(game: Game, choices: Sequence[Choice]) -> list[Denied]:
    """What might be asked for now and is not offered, each with the reason and its section."""
    if game.over or game.offer is not None:
        return []
    offered = {_key(choice.action) for choice in choices}
    words = Words(game)
    found = []
    for wish in dict.fromkeys(_wishes(game)):
        why = "" if _key(wish) in offered else refusal(game, wish)
        if why:
            about = getattr(wish, "corporation", "")
            found.append(Denied(GROUPS[type(wish)], words.told(wish, ranged=True), about, why))
    return [*found, *_no_token(game, choices), *_no_run(game)]


def _key(action: Any) -> tuple[Any, ...]:
    return (type(action), *(getattr(action, name, "") for name in _ABOUT))


def refusal(game: Game, wish: Action) -> str:
    """Why an action is not done; empty where it would be."""
    try:
        act(game, wish, agreed=True)
    except IllegalAction as refused:
        return str(refused)
    return ""


def _wishes(game: Game) -> Iterator[Action]:
    """One of each kind and company that somebody could think of in this round."""
    play = on_table(game)
    if game.stock is not None:
        yield from _of_stock(play)
    elif game.auction is not None or game.lots is not None or game.row is not None:
        yield from _of_sale(play)
    elif game.drafting:
        yield from map(Keep, DraftRound().drawn(play))
    elif game.operating.turn is not None:
        yield from _of_turn(view_of(game.operating))


def _of_sale(play: GameTable) -> Iterator[Action]:
    """Every private company on sale, at the least it takes."""
    game = play.game
    if game.auction is not None and not game.auction.par[0]:
        for name in game.auction.offered:
            yield Bid(name, WaterfallRound().least(play, name))
    elif game.lots is not None and not game.lots.par[0]:
        for name in LotsRound().up(play):
            yield Bid(name, LotsRound().least(play, name))
    elif game.row is not None and not game.row.par[0]:
        yield from (Take(card) for card, _ in game.row.cards)
    yield Pass()


def _of_stock(play: GameTable) -> Iterator[Action]:
    """Every corporation to buy or start, and every one that the player holds to sell."""
    if play.stock.asked:
        return
    player, rules = StockRound().player(play), play.stock_rules
    for name, row in play.state.corporations.items():
        if row.closed:
            continue
        if not row.ipoed:
            prices = rules.pars(play, name) or play.state.rules.market.pars
            yield Par(name, min(prices))
            continue
        there = [place for place in (play.unsold, MARKET) if row.shares.get(place)]
        yield from (BuyShare(name, place) for place in there or [play.unsold])
    for name in play.state.corporations:
        if play.held(player, name):
            yield SellShares(player, name, rules.least_for_sale(play, player, name))
    yield Pass()


def _of_turn(table: View) -> Iterator[Operating]:
    """What the step that a turn has come to would take, and what may be done at any time."""
    if urgent(table) is not None or not table.entity:
        return
    steps = (current_step(table), *always_steps(table))
    for wish in (*_trains(table), *_privates(table), *_shares(table)):
        if isinstance(wish, Pass) or any(step.takes(wish) for step in steps):
            yield wish


def _trains(table: View) -> Iterator[Operating]:
    """Trains of the bank, of the returned ones and of others; shares for the money."""
    state, title = table.state, table.title
    for train in trains_in_order(title, state.options):
        if train.name in state.depot.upcoming:
            yield BuyTrain(train.name, train.price)
    for name in state.depot.discarded:
        yield BuyTrain(name, title.trains[name].price, f"discarded:{name}")
    for seller in state.corporations:
        for name in table.depot.working_trains(seller) if seller != table.entity else ():
            yield BuyTrain(name, 1, seller)
    president = table.acting.owner or ""
    for name, row in state.corporations.items() if in_need(table) else ():
        if row.shares.get(president):
            yield SellShares(president, name, 1)
    if isinstance(current_step(table), TrainStep):
        yield Pass()


def _privates(table: View) -> Iterator[Operating]:
    for name, owner in table.state.privates.items():
        private = table.privates.get(name)
        if private is not None and owner in table.state.players:
            yield BuyPrivate(name, private.price)


def _shares(table: View) -> Iterator[Operating]:
    yield Issue(1)
    yield Redeem(1)


def _no_token(game: Game, choices: Sequence[Choice]) -> Iterator[Denied]:
    """Why there is no place for a token, where one might be placed."""
    if game.operating.turn is None or any(isinstance(c.action, Token) for c in choices):
        return
    table = view_of(game.operating)
    step = _token_step(current_step(table))
    if step is None or urgent(table) is not None or step.finished(table):
        return
    yield _told(Token, "Place a token", step.why_nowhere(table), step.rule(table))


def _no_run(game: Game) -> Iterator[Denied]:
    """Why the company that acts has not run, once its run is over."""
    turn = game.operating.turn
    if turn is None or not turn.entity or turn.revenue != 0 or not turn.paid:
        return
    table = view_of(game.operating)
    runs = next((step for step in steps_of(table) if isinstance(step, RunStep)), None)
    why = why_no_run(table) if runs else ""
    if runs and why:
        yield _told(Run, "Run trains", why, runs.rule(table))


def _told(kind: type, text: str, why: str, rule: str) -> Denied:
    return Denied(GROUPS[kind], text, "", f"{why} ({rule})" if rule else why)


def _token_step(step: Step) -> TokenStep | None:
    """The step at which tokens are placed, if it is that or has it in it."""
    parts = step.steps if isinstance(step, AnyOrder) else (step,)
    return next((part for part in parts if isinstance(part, TokenStep)), None)
