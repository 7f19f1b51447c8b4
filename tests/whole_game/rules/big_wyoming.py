"""Games of 1867 Big Wyoming made by hand: its queue, its row, its lots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hand_game import Held, after, replace, stock_round

from operating_round.actions import Pass
from whole_game import setup
from whole_game.actions import Take
from whole_game.engine import proceed
from whole_game.game import Game, Lots, Row

TITLE = "1867bw"

Places = Sequence[Sequence[str | None]]
"""Rows of the queue, the top row first; left out are empty ones."""


def queue(game: Game) -> list[list[str | None]]:
    """The rows of the queue in which somebody waits, or which stand above such a row."""
    rows = [list(row) for row in game.operating.own["queue"]]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def sr(companies: Mapping[str, Held] | None = None, *, waiting: Places = (), **rest: Any) -> Game:
    """A stock round; nobody waits in the queue but those named."""
    empty: list[list[str | None]] = [[None, None] for _ in range(4 - len(waiting))]
    rows = [*(list(row) for row in waiting), *empty]
    own = {"queue": rows, "ninth": "", "exported": []}
    return stock_round(TITLE, companies, own=own, **rest)


def row_of(
    cards: str | Sequence[str | tuple[str, int]],
    *,
    cash: Mapping[str, int] | None = None,
    turn: str = "Ann",
    players: str = "Ann Bob Cy",
    ninth: str = "NP",
) -> Game:
    """A game at its row, where somebody can take a card: these from the left, with their money."""
    game = setup.new_game(TITLE, players.split())
    names = cards.split() if isinstance(cards, str) else cards
    found = tuple((card, 0) if isinstance(card, str) else card for card in names)
    there = {card for card, _ in found}
    state = game.operating
    state = replace(
        state,
        players={**state.players, **(cash or {})},
        privates={name: None for name in state.rules.privates if name in there},
        own={**state.own, "ninth": ninth, "queue": _without(ninth)},
    )
    row = Row(cards=found, turn=turn)
    return proceed(replace(game, operating=state, priority=turn, row=row))[0]


def lots_of(
    left: str,
    *,
    cash: Mapping[str, int] | None = None,
    auctioneer: str = "Ann",
    players: str = "Ann Bob Cy",
    ninth: str = "NP",
) -> Game:
    """A game at its auction: these private companies are left."""
    game = setup.new_game(TITLE, players.split(), options=["auction_variant"])
    state = game.operating
    names = left.split()
    state = replace(
        state,
        players={**state.players, **(cash or {})},
        privates=dict.fromkeys(names),
        own={**state.own, "ninth": ninth, "queue": _without(ninth)},
    )
    lots = Lots(left=tuple(names), auctioneer=auctioneer)
    return proceed(replace(game, operating=state, priority=auctioneer, lots=lots))[0]


def _without(ninth: str) -> list[list[str | None]]:
    names: list[str | None] = ["OSL", "CBQ", "C&N", "CNW", "GINW", "WNW", "BH", "NWW", "NP"]
    names.remove(ninth)
    return [names[at : at + 2] for at in range(0, 8, 2)]


def on_cards(game: Game) -> dict[str, int]:
    """The money on the cards of the row, from the left."""
    assert game.row is not None
    return dict(game.row.cards)


def takes(*cards: str) -> list[Take]:
    """Cards taken one after another."""
    return [Take(card) for card in cards]


def acquired(game: Game, *names: str) -> Game:
    """The game with some corporations acquired by the Union Pacific: what players hold stays."""
    rows = dict(game.operating.corporations)
    for name in names:
        held = {who: part for who, part in rows[name].shares.items() if who in game.players}
        gone = 100 - sum(held.values())
        shares = {**held, **({"removed": gone} if gone else {})}
        own = {"acquired": True, "director": rows[name].owner}
        rows[name] = replace(rows[name], owner=None, shares=shares, own=own, tokens_unplaced=())
    return replace(game, operating=replace(game.operating, corporations=rows))


def to_step(game: Game, name: str, step: str) -> Game:
    """Pass until a corporation comes to a step of its turn."""
    while True:
        turn = game.operating.turn
        assert turn is not None
        if (turn.entity, turn.step) == (name, step):
            return game
        game = after(game, Pass())
