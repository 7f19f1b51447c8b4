"""Whole games under fire: what passes for a game can be shown, written, and played on."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from mutate import damaged, mutated, shown, survives, written
from operating_round.errors import StateError
from operating_round.show import show_choices
from route_opt.documents import read_json
from whole_game import data
from whole_game.actions import Action, parse_action, write_action
from whole_game.engine import History, apply, legal_actions, proceed
from whole_game.game import Game, parse
from whole_game.keeping import document_of, opened
from whole_game.policy import Policy, Random, Steady, play
from whole_game.setup import new_game
from whole_game.show import show
from whole_game.standings import standings

TITLES = sorted(data.titles())

BESIDE = 0.6
"""How often only what a game has beside its operating state is changed: a small part of it."""

quick_and_long = pytest.mark.parametrize(
    ("seed", "count"),
    [
        pytest.param(1, 120, id="short"),
        *(pytest.param(seed, 1500, marks=pytest.mark.slow) for seed in range(2, 6)),
    ],
)


@functools.cache
def moments(title: str) -> tuple[Game, ...]:
    """Games of a title at moments of every kind of round, offers and protection included."""
    found: list[Game] = []
    for seed in (1, 2):
        game = new_game(title, ["Ann", "Bob", "Cy", "Di"], seed=seed)
        games = passed_through(game, Random(seed) if seed % 2 else Steady(seed))
        waiting = [g for g in games if g.offer or (g.stock and (g.stock.sales or g.stock.sold))]
        found += [game, *games[:30:5], *games[30::40], *waiting[::8], games[-1]]
    return tuple(found)


def passed_through(game: Game, policy: Policy) -> list[Game]:
    """What a game comes through when it is played by a policy."""
    games: list[Game] = []
    play(game, policy, most=600, watch=lambda after, *_: games.append(after))
    return games


def spoilt(game: Game, luck: random.Random) -> Any:
    """A game's document with something changed, most often beside the operating state."""
    document = game.document()
    if luck.random() > BESIDE:
        return mutated(document, luck)
    beside = {name: value for name, value in document.items() if name != "operating"}
    changed = mutated(beside, luck, times=luck.choice((1, 1, 2)))
    return {**changed, "operating": document["operating"]} if isinstance(changed, dict) else changed


def used(document: Any, luck: random.Random) -> bool:
    """Read a document, and do with the game whatever commands do."""
    game = parse(document)
    assert parse(game.document()) == game
    assert show(game)
    assert len(standings(game)) == len(game.players)
    with_turn, _ = proceed(game)
    choices = legal_actions(with_turn)
    show_choices(choices)
    assert choices or with_turn.over
    for action in some(choices, luck):
        after, _ = apply(with_turn, action)
        show(after)
    return True


def some(choices: list[Any], luck: random.Random) -> Iterator[Action]:
    """An action of each kind among the choices."""
    kinds: dict[str, list[Any]] = {}
    for choice in choices:
        kinds.setdefault(type(choice.action).__name__, []).append(choice.action)
    for actions in kinds.values():
        yield luck.choice(actions)


@quick_and_long
@pytest.mark.parametrize("title", TITLES)
def test_games(title: str, seed: int, count: int) -> None:
    luck = random.Random(f"{title} {seed}")
    taken = 0
    for _ in range(count):
        mutant = spoilt(luck.choice(moments(title)), luck)
        taken += survives(functools.partial(used, mutant, luck), mutant) is True
    assert 0 < taken < count  # some refused and some played, or nothing was attacked


@quick_and_long
@pytest.mark.parametrize("title", TITLES)
def test_games_as_text(title: str, seed: int, count: int) -> None:
    luck = random.Random(f"{title} {seed} text")
    for _ in range(count // 4):
        text = damaged(written(luck.choice(moments(title)).document()), luck)
        survives(functools.partial(read_and_used, text, luck), text)


def read_and_used(text: bytes, luck: random.Random) -> bool:
    return used(read_json(text, StateError), luck)


@quick_and_long
@pytest.mark.parametrize("title", TITLES)
def test_actions(title: str, seed: int, count: int) -> None:
    luck = random.Random(f"{title} {seed} actions")
    tried = legal = 0
    while tried < count:
        game, _ = proceed(luck.choice(moments(title)))
        for action in some(legal_actions(game), luck):
            row = mutated(write_action(action), luck, times=1)
            tried += 1
            legal += bool(survives(functools.partial(done, game, row), row))
    assert 0 < legal < tried


@quick_and_long
@pytest.mark.parametrize("title", TITLES)
def test_histories(title: str, seed: int, count: int) -> None:
    """Whatever becomes of a history, the game beside it is opened, and says what it lost."""
    luck = random.Random(f"{title} {seed} histories")
    kept = document_of(with_history(title))
    lost = 0
    for _ in range(count // 4):
        mutant = {**kept, "history": mutated(kept["history"], luck)}
        history, note = survives(functools.partial(opened, mutant), mutant) or (None, "")
        assert history, f"the game is sound, and was refused: {shown(mutant['history'])}"
        assert history.game == parse(kept)
        assert bool(note) != bool(history.actions or history.undone), shown(mutant["history"])
        lost += bool(note)
    assert 0 < lost < count


@functools.cache
def with_history(title: str) -> History:
    """A short game of a title with what was done in it, the last action taken back."""
    history = History(new_game(title, ["Ann", "Bob", "Cy", "Di"], seed=1))
    policy = Steady(1)
    for _ in range(12):
        history.apply(policy.choose(history.game, legal_actions(history.game)))
    history.undo()
    return history


def done(game: Game, row: Any) -> Game:
    return apply(game, parse_action(row))[0]
