"""New games: the box opened, the money dealt, the first private company on offer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from operating_round.rules import rules_of
from operating_round.setup import buy_private
from operating_round.setup import new_game as new_state
from operating_round.state import State, replace
from operating_round.table import Table
from route_opt import titles
from route_opt.rules.privates import debt_of
from whole_game.engine import proceed, with_log
from whole_game.game import Draft, Game, Lots, Row, Waterfall
from whole_game.rounds.draft import BLANK
from whole_game.rules import stock_rules_of


def new_game(
    title: str,
    players: Sequence[str],
    *,
    options: Iterable[str] = (),
    seed: int = 0,
    removed: Iterable[str] | None = None,
    drawn: Mapping[str, str] | None = None,
    dealt: Sequence[str] = (),
    any_number: bool = False,
) -> Game:
    """A game before its first action; chance comes from the seed, where it is not given.

    Where private companies are dealt, `dealt` has them in the order of the players who get them.
    With `any_number`, for more or fewer players than the rules know too.
    """
    options = tuple(options)
    rules = stock_rules_of(titles.find(title).under(options))
    chance = random.Random(seed)
    state = new_state(
        title,
        players,
        options=options,
        removed=removed,
        chance=chance,
        drawn=drawn,
        any_number=any_number,
    )
    kind = rules.privates_kind(options)
    if kind == "deal" or not state.privates:  # where there are none, shares come first
        return replace(_deal(state, chance, dealt), seed=seed)
    return replace(_BEGINNINGS[kind](state, chance), seed=seed)


def _waterfall(state: State, chance: random.Random) -> Game:
    privates, first = state.rules.privates, next(iter(state.players))
    offered = tuple(sorted(state.privates, key=lambda name: privates[name].price))
    auction = Waterfall(offered=offered, turn=first)
    return Game(operating=replace(state, round="ISR 1"), priority=first, auction=auction)


def _draft(state: State, chance: random.Random) -> Game:
    players = list(state.players)
    data = stock_rules_of(state.rules).data.privates
    is_open = any(option in state.options for option in data.open_with)
    blanks = () if is_open else (f"{BLANK} {n + 1}" for n in range(len(players)))
    deck = [*state.privates, *blanks]
    chance.shuffle(deck)
    draft = Draft(deck=tuple(deck), turn=players[-1])
    return Game(operating=replace(state, round="DR 1"), priority=players[0], draft=draft)


def _row(state: State, chance: random.Random) -> Game:
    cards = stock_rules_of(state.rules).row_cards(state, chance)
    first = chance.choice(list(state.players))
    row = Row(cards=tuple((card, 0) for card in cards), turn=first)
    return Game(operating=replace(state, round="ISR 1"), priority=first, row=row)


def _lots(state: State, chance: random.Random) -> Game:
    first = chance.choice(list(state.players))
    lots = Lots(left=tuple(state.privates), auctioneer=first)
    return Game(operating=replace(state, round="ISR 1"), priority=first, lots=lots)


def _deal(state: State, chance: random.Random, dealt: Sequence[str]) -> Game:
    """Each player gets a private company for its price; what is left over is not in the game."""
    cards = list(dealt or chance.sample(list(state.privates), len(state.privates)))
    hands = list(zip(state.players, cards, strict=False))
    table = Table(replace(state, privates={card: None for _, card in hands}), rules_of(state.rules))
    for player, card in hands:
        price = state.rules.privates[card].price
        cost = price + debt_of(state.rules, card)
        buy_private(table, card, player, price)
        table.say("sold", f"{player} is dealt {card} for {cost}", player=player, private=card)
    game, events = proceed(Game(operating=table.state, priority=next(iter(state.players))))
    return with_log(game, (*table.events, *events))


_BEGINNINGS: dict[str, Callable[[State, random.Random], Game]] = {
    "waterfall": _waterfall,
    "draft": _draft,
    "row": _row,
    "lots": _lots,
}
