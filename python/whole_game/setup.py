"""New games: the box opened, the money dealt, the first private company on offer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from operating_round.setup import new_game as new_state
from operating_round.state import State, replace
from route_opt import titles
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
    any_number: bool = False,
) -> Game:
    """A game before its first action; chance comes from the seed, where it is not given.

    With `any_number`, for more or fewer players than the rules know too.
    """
    options = tuple(options)
    rules = stock_rules_of(titles.find(title))
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
    begin = _BEGINNINGS[rules.privates_kind(options)]
    return replace(begin(state, chance), seed=seed)


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


_BEGINNINGS: dict[str, Callable[[State, random.Random], Game]] = {
    "waterfall": _waterfall,
    "draft": _draft,
    "row": _row,
    "lots": _lots,
}
