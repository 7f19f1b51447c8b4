"""Games of 1850 and 1870 to test stock rounds on: set up by the rules, changed where needed."""

from __future__ import annotations

from typing import Any

import hand_game
from hand_game import cash, replace, started

from operating_round import market
from operating_round.actions import Pass
from operating_round.state import Corporation
from whole_game.actions import Action
from whole_game.engine import apply, legal_actions, on_table, player_to_act
from whole_game.game import Game

TITLES = ("1850", "1870")
COMPANIES = {"1850": ("UP", "MP", "NP"), "1870": ("MP", "IC", "FW")}
"""Three companies of each title, to be called x, y and z."""
Float = tuple[str, int, dict[str, int]]


def stock_round(
    title: str,
    *floats: Float,
    players: str = "Ann Bob Cy",
    options: tuple[str, ...] = (),
    cash: int = 1000,
) -> Game:
    """The second stock round, the first player's turn; everyone has so much, companies ten pars."""
    companies = {
        name: started(next(iter(holders)), par, at=None, cash=10 * par, **holders)
        for name, par, holders in floats
    }
    each = dict.fromkeys(players.split(), cash)
    return hand_game.stock_round(title, companies, players=players, options=options, cash=each)


def with_cash(game: Game, **amounts: int) -> Game:
    """Players and companies with so much; all the money there is stays 12000."""
    state = game.operating
    players = {name: amounts.get(name, held) for name, held in state.players.items()}
    rows = {
        name: replace(row, cash=amounts.get(name, row.cash))
        for name, row in state.corporations.items()
    }
    bank = 12_000 - sum(players.values()) - sum(row.cash for row in rows.values())
    return replace(game, operating=replace(state, players=players, corporations=rows, bank=bank))


def changed(game: Game, name: str, **fields: Any) -> Game:
    """A game with some fields of a company changed."""
    rows = game.operating.corporations
    rows = {**rows, name: replace(rows[name], **fields)}
    return replace(game, operating=replace(game.operating, corporations=rows))


def held(game: Game, name: str, **shares: int) -> Game:
    """A company's shares; the rest is unsold, the first holder is president."""
    left = 100 - sum(shares.values())
    rest = {"IPO": left} if left else {}
    return changed(game, name, shares={**shares, **rest}, owner=next(iter(shares)))


def at(game: Game, name: str, row: int, column: int) -> Game:
    """A company's price on a space of the market, under those there."""
    state = game.operating
    cell = state.rules.market.grid[row][column]
    assert cell is not None
    order = {
        key: tuple(other for other in names if other != name)
        for key, names in state.market_order.items()
    }
    key = market.key((row, column))
    order = {**order, key: (*order.get(key, ()), name)}
    order = {key: names for key, names in order.items() if names}
    game = replace(game, operating=replace(state, market_order=order))
    return changed(game, name, market=(row, column), share_price=cell.price)


def owning(game: Game, **privates: str) -> Game:
    """Private companies in players' or companies' hands."""
    state = game.operating
    return replace(game, operating=replace(state, privates={**state.privates, **privates}))


def do(game: Game, *actions: Action) -> Game:
    """Play actions that must be legal."""
    for action in actions:
        game, _ = apply(game, action)
    return game


def turn(game: Game, *actions: Action) -> Game:
    """A player's whole turn: what he does, and the end of it; no action is a pass."""
    player = player_to_act(game)
    game = do(game, *actions)
    stock = game.stock
    open_still = stock is not None and stock.turn == player and not stock.asked
    if not actions or (open_still and stock is not None and (stock.bought or stock.sold_now)):
        game = do(game, Pass())
    return game


def choices(game: Game, kind: type) -> list[Any]:
    """The legal choices of one kind, each with action, prices and cost."""
    return [choice for choice in legal_actions(game) if isinstance(choice.action, kind)]


def allowed(game: Game, kind: type) -> list[Any]:
    """The legal actions of one kind."""
    return [choice.action for choice in choices(game, kind)]


def row(game: Game, name: str) -> Corporation:
    """A company."""
    return game.operating.corporations[name]


def place(game: Game, name: str) -> tuple[int, int] | None:
    """Where a company stands on the market."""
    return row(game, name).market


def counted(game: Game, player: str) -> int:
    """The certificates of a player that count."""
    play = on_table(game)
    return play.stock_rules.counted(play, player)


def limit(game: Game) -> int:
    """How many he may hold."""
    play = on_table(game)
    return play.stock_rules.certificate_limit(play)


def money(game: Game) -> int:
    """All the money there is."""
    state = game.operating
    rows = state.corporations.values()
    return state.bank + sum(state.players.values()) + sum(row.cash for row in rows)


__all__ = ["cash", "replace"]


def four(title: str) -> Game:
    """A turn of Dan's: Ann's x at 100, Bob's y at 90, Cy's z at 82, 40% each and 20% with Dan.

    Ann, Bob, Cy and Dan sit in this order; everyone has 1000.
    """
    x, y, z = COMPANIES[title]
    game = stock_round(
        title,
        (x, 100, {"Ann": 40, "Dan": 20}),
        (y, 90, {"Bob": 40, "Dan": 20}),
        (z, 82, {"Cy": 40, "Dan": 20}),
        players="Ann Bob Cy Dan",
    )
    return with_turn(game, "Dan")


def with_turn(game: Game, player: str) -> Game:
    """The stock round at the turn of a player, who has the priority too."""
    assert game.stock is not None
    return replace(game, stock=replace(game.stock, turn=player), priority=player)
