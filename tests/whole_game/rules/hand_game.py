"""Games made by hand: a stock round with given holdings, money, prices and private companies.

The rest is as the title's box has it: what players and companies are given comes from the bank, so
that the money of a game is constant; shares that nobody is given are unsold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
import pytest

from operating_round import market
from operating_round.actions import Pass, SellShares
from operating_round.errors import IllegalAction
from operating_round.setup import par_place
from operating_round.table import Event
from whole_game import setup
from whole_game.actions import Action, BuyShare, Par
from whole_game.engine import apply, legal_actions
from whole_game.game import Game, Stock

replace = msgspec.structs.replace


class Held(NamedTuple):
    """A corporation that has started: its president, first price, and who holds what."""

    president: str
    par: int
    shares: Mapping[str, int]
    at: market.Place | None
    fields: Mapping[str, Any]


def started(
    president: str, par: int, *, at: market.Place | None = None, cash: int = 0, **rest: Any
) -> Held:
    """A corporation that has started: ``started("Ann", 90, Ann=40, Bob=20, market=10)``.

    Its price stands at its par, or on the space `at` (row, column, from the top left). Names with
    a capital, ``market`` and ``treasury`` are holders; other names are fields of the corporation.
    """
    holds = {who: part for who, part in rest.items() if who[0].isupper() or who == "market"}
    fields = {name: value for name, value in rest.items() if name not in holds}
    return Held(president, par, holds, at, {"cash": cash, **fields})


def stock_round(
    title: str,
    companies: Mapping[str, Held] | None = None,
    *,
    players: str = "Ann Bob Cy",
    cash: Mapping[str, int] | None = None,
    privates: Mapping[str, str] | None = None,
    turn: str = "",
    number: int = 2,
    options: Iterable[str] = (),
    removed: Iterable[str] = (),
    bank: int | None = None,
    **fields: Any,
) -> Game:
    """A game in a stock round, private companies sold or closed.

    Parameters
    ----------
    privates
        Who owns which; the others are closed.
    number
        Which stock round it is; `turn` has the turn, or the first player.
    bank
        What the bank has, if it is to be another sum.
    fields
        Fields of the operating state.
    """
    names = players.split()
    turn = turn or names[0]
    game = setup.new_game(title, names, options=options, removed=tuple(removed))
    state = game.operating
    owners = {name: (privates or {}).get(name, "closed") for name in state.privates}
    state = replace(state, privates=owners, round=f"SR {number}", **fields)
    for name, held in (companies or {}).items():
        state = _start(state, name, held)
    state = replace(state, players={**state.players, **(cash or {})})
    money = sum(game.operating.players.values()) + game.operating.bank
    given = sum(state.players.values()) + sum(row.cash for row in state.corporations.values())
    state = replace(state, bank=money - given if bank is None else bank)
    stock = Stock(turn=turn)
    return Game(operating=state, priority=turn, stock=stock, stock_rounds=number)


def _start(state: Any, name: str, held: Held) -> Any:
    title = state.rules
    place = held.at or par_place(title, held.par)
    price = market.price(title.market, place)
    left = 100 - sum(held.shares.values())
    unsold = {title.play.unsold: left} if left else {}
    floated = 100 - left >= title.corporations[name].float_percent
    fields = {"floated": floated, "operated": floated, **held.fields}
    row = replace(
        state.corporations[name],
        owner=held.president,
        par=price if title.play.par_moves else held.par,
        share_price=price,
        market=place,
        ipoed=True,
        shares={**held.shares, **unsold},
        **fields,
    )
    key, order = market.key(place), state.market_order
    return replace(
        state,
        corporations={**state.corporations, name: row},
        market_order={**order, key: (*order.get(key, ()), name)},
    )


# playing


def after(game: Game, *actions: Action) -> Game:
    """The game after some actions, each of which must be legal."""
    for action in actions:
        game, _ = apply(game, action)
    return game


def events(game: Game, action: Action) -> tuple[Event, ...]:
    """What happens when something is done."""
    return apply(game, action)[1]


def refused(game: Game, action: Action) -> str:
    """The section under which an action is not allowed; it must not be."""
    before = game.document()
    with pytest.raises(IllegalAction) as caught:
        apply(game, action)
    assert game.document() == before
    assert action not in [choice.action for choice in legal_actions(game)]
    return caught.value.rule


def allowed(game: Game, action: Action) -> bool:
    """Whether an action is offered; what is offered must be accepted, what is not refused."""
    if any(choice.allows(action) for choice in legal_actions(game)):
        apply(game, action)
        return True
    refused(game, action)
    return False


def offered(game: Game) -> list[Any]:
    """The actions that are legal now."""
    return [choice.action for choice in legal_actions(game)]


def passes(game: Game, number: int = 1) -> Game:
    """The game after so many passes in a row."""
    return after(game, *[Pass()] * number)


def all_pass(game: Game) -> Game:
    """The game when its stock round has ended; in the next one where nobody operates."""
    number = game.stock_rounds
    while game.stock is not None and game.stock_rounds == number:
        game = after(game, Pass())
    return game


# looking


def cash(game: Game, who: str) -> int:
    """What a player, a corporation or the bank has."""
    state = game.operating
    if who == "bank":
        return state.bank
    return state.players[who] if who in state.players else state.company(who).cash


def price(game: Game, name: str) -> int | None:
    """The price of a corporation."""
    return game.operating.corporations[name].share_price


def held(game: Game, name: str) -> dict[str, int]:
    """Who holds what of a corporation."""
    return game.operating.corporations[name].shares


def president(game: Game, name: str) -> str | None:
    """Who is president of a corporation."""
    return game.operating.corporations[name].owner


__all__ = ["BuyShare", "Par", "Pass", "SellShares"]
