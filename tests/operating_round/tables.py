"""Games to test rounds on: set up by the rules, then changed where a test needs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from operating_round import round as rounds
from operating_round.actions import Action, Pass
from operating_round.ledger import Names, read_ledger, title_of
from operating_round.replay import REPLAYED, load_before, play_line
from operating_round.round import apply, legal_actions, proceed, start_round
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import Company, State
from operating_round.table import Event

replace = msgspec.structs.replace


def game_1830(*floats: tuple[str, int, dict[str, int]], players: str = "Ann Bob Cy") -> State:
    """1830 with corporations floated, each as name, par and holders."""
    state = new_game("1830", players.split())
    return floated(state, *floats)


def game_1846(*floats: tuple[str, int, dict[str, int]], **given: Any) -> State:
    """1846 with five players, so that everything is in the game."""
    state = new_game("1846", ["Ann", "Bob", "Cy", "Di", "Ed"], **given)
    return floated(state, *floats)


def floated(state: State, *floats: tuple[str, int, dict[str, int]]) -> State:
    for name, par, holders in floats:
        state = float_corporation(state, name, par, holders)
    return state


def owning(state: State, **privates: str) -> State:
    """Private companies in players' hands, paid at their price; an underscore stands for ``&``."""
    for name, player in privates.items():
        state = sell_private(state, name.replace("_and_", "&"), player)
    return state


def started(state: State) -> State:
    """The first turn of the next round; steps before it are passed."""
    state, _ = start_round(state)
    if state.turn is not None:
        state, _ = rounds.act(state, Pass())
    return proceed(state)[0]


def company(state: State, name: str, **fields: Any) -> State:
    """A state with some fields of a company changed; money comes from or goes to the bank."""
    group = "corporations" if name in state.corporations else "minors"
    rows = getattr(state, group)
    bank = state.bank - fields["cash"] + rows[name].cash if "cash" in fields else state.bank
    changed = {**rows, name: replace(rows[name], **fields)}
    return replace(state, bank=bank, **{group: changed})


def on_board(state: State, tiles: dict[str, str] | None = None, **more: Any) -> State:
    """A state with tiles laid, and other fields changed."""
    board = replace(state.board, tiles={**state.board.tiles, **(tiles or {})})
    return replace(state, board=board, **more)


def do(state: State, *actions: Action) -> State:
    """Play actions that must be legal."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def passed(state: State, step: str) -> State:
    """Pass until a step is reached."""
    while state.turn is not None and state.turn.step != step:
        state = do(state, Pass())
    return state


def allowed(state: State, kind: type) -> list[Any]:
    """The legal actions of one kind."""
    return [choice.action for choice in legal_actions(state) if isinstance(choice.action, kind)]


def choices(state: State, kind: type) -> list[Any]:
    """The legal choices of one kind, each with action, prices and cost."""
    return [choice for choice in legal_actions(state) if isinstance(choice.action, kind)]


def money(state: State) -> int:
    """All the money there is."""
    companies: Iterable[Company] = (*state.corporations.values(), *state.minors.values())
    return state.bank + sum(state.players.values()) + sum(row.cash for row in companies)


Moment = tuple[int, Action | None, State, State, tuple[Event, ...]]


def recorded(file: Path) -> Iterator[Moment]:
    """Every step of a ledger: line, action, the state it met, the state after, what happened."""
    rows = read_ledger(file)
    title = title_of(rows)
    names = Names(title)
    for number, row in enumerate(rows, 1):
        if row["event"] in REPLAYED:
            state = load_before(row, names, title.play.recorded)
            for action, before, after, events in play_line(row, state, names):
                yield number, action, before, after, events
        names.learn(row)
