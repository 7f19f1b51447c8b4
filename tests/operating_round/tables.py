"""Games to test rounds on: set up by the rules, then changed where a test needs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from operating_round import round as rounds
from operating_round.actions import Action, BuyTrain, Dividend, Pass, Run, SellShares
from operating_round.errors import IllegalAction
from operating_round.ledger import Names, read_ledger, title_of
from operating_round.replay import REPLAYED, load_before, play_line
from operating_round.round import apply, legal_actions, proceed, start_round
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import Company, Depot, State
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


def rich_game(
    title: str, *floats: tuple[str, int, dict[str, int]], options: tuple[str, ...] = ()
) -> State:
    """1850 or 1870 with three players who have money, and companies floated."""
    state = new_game(title, ["Ann", "Bob", "Cy"], options=options)
    rich = {"Ann": 3000, "Bob": 1000, "Cy": 1000}
    state = replace(state, bank=7000, players=rich)
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


def turned(state: State, **fields: Any) -> State:
    """A state with some fields of its turn changed."""
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, **fields))


def at_dividend(state: State, revenue: int) -> State:
    """The acting company has run for so much."""
    return turned(state, step="dividend", revenue=revenue)


def at(state: State, name: str, row: int, column: int) -> State:
    """A company's price on a space of the market."""
    found = state.rules.market.grid[row][column]
    assert found is not None
    return company(state, name, market=(row, column), share_price=found.price)


def price(state: State, name: str) -> int | None:
    """What a share of a company costs."""
    return state.corporations[name].share_price


def spread(state: State, name: str) -> State:
    """A company with 40% and 20% in hands, 10% in the market, 10% redeemed, 20% unsold."""
    held = {"Ann": 40, "Bob": 20, "market": 10, "treasury": 10, "IPO": 20}
    return company(state, name, shares=held)


def gains(before: State, after: State) -> dict[str, int]:
    """What players, the acting company and the bank have more."""
    assert before.turn is not None
    name = before.turn.entity
    found = {player: after.players[player] - before.players[player] for player in before.players}
    own = after.corporations[name].cash - before.corporations[name].cash
    return {**found, name: own, "bank": after.bank - before.bank}


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


def to_trains(state: State) -> State:
    """Run, keep the money, and come to the trains."""
    return passed(do(passed(state, "run"), Run(), Dividend("withhold")), "trains")


def without_train(
    title: str,
    names: tuple[str, str, str],
    tiles: dict[str, str],
    phase: str,
    money: tuple[int, int],
    **fields: Any,
) -> State:
    """A company with a route and no train when an 8 for 800 is the cheapest.

    `money` is what the company and its president Ann have; she also holds 40% and 30% of two more.
    """
    name, second, third = names
    state = rich_game(
        title,
        (name, 100, {"Ann": 60}),
        (second, 90, {"Bob": 50, "Ann": 40}),
        (third, 68, {"Cy": 60}),
    )
    state = company(on_board(state, tiles), name, operated=True, cash=money[0], **fields)
    state = company(state, second, operated=True)
    state = company(state, third, operated=True, shares={"Cy": 60, "Ann": 30, "IPO": 10})
    bank = state.bank + state.players["Ann"] - money[1]
    state = replace(state, bank=bank, players={**state.players, "Ann": money[1]})
    state = replace(state, phase=phase, depot=Depot({"8": 3, "10": 2, "12": 1}))
    return passed(started(state), "trains")


def helped_by_a_sale(state: State) -> State:
    """In need of an 8 for 800, with 300 of the company, 100 of Ann's and a 6 for sale by MP.

    Before she sells, the 6 may still be had without her. One share of MP at 90 makes 490 of 800:
    then it may not.
    """
    state = company(state, "MP", trains=("6",))
    assert [a.source for a in allowed(state, BuyTrain)] == ["MP"]
    state = do(state, SellShares("Ann", "MP", 1))
    assert not allowed(state, BuyTrain)
    with pytest.raises(IllegalAction, match="Ann has sold shares to help"):
        rounds.act(state, BuyTrain("6", 1, "MP"))
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
