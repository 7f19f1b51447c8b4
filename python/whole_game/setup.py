"""New games: the box opened, the money dealt, the first private company on offer."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from operating_round.setup import new_game as new_state
from operating_round.table import replace
from route_opt import titles
from route_opt.title import Title
from whole_game.data import Privates, data_of
from whole_game.game import Draft, Game, Waterfall
from whole_game.rounds.draft import BLANK


def new_game(
    title: str,
    players: Sequence[str],
    *,
    options: Iterable[str] = (),
    seed: int = 0,
    removed: Iterable[str] | None = None,
) -> Game:
    """A game before its first action; chance comes from the seed."""
    found = titles.find(title)
    data = data_of(found).privates
    chance = random.Random(seed)
    if removed is None:
        removed = drawn_out(found, data, len(players), chance)
    state = new_state(title, players, options=options, removed=removed)
    if data.kind == "draft":
        state = replace(state, round="DR 1")
        deck = [*state.privates, *(f"{BLANK} {n + 1}" for n in range(len(players)))]
        chance.shuffle(deck)
        draft = Draft(deck=tuple(deck), turn=players[-1])
        return Game(operating=state, priority=players[0], draft=draft, seed=seed)
    privates = found.privates
    offered = tuple(sorted(state.privates, key=lambda name: privates[name].price))
    auction = Waterfall(offered=offered, turn=players[0])
    state = replace(state, round="ISR 1")
    return Game(operating=state, priority=players[0], auction=auction, seed=seed)


def drawn_out(title: Title, data: Privates, players: int, chance: random.Random) -> list[str]:
    """What is removed from a game at random: so many of each group."""
    number = data.remove_from_each_group.get(str(players), 0)
    groups: dict[str, list[str]] = {}
    marked = [(name, row.group) for name, row in title.privates.items()]
    marked += [(name, row.group) for name, row in title.corporations.items()]
    for name, group in marked:
        if group:
            groups.setdefault(group, []).append(name)
    return [name for members in groups.values() for name in chance.sample(members, number)]
