"""A game as text: who is to act, what everybody has, what the market says."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.show import show as show_state
from whole_game.engine import on_table, player_to_act
from whole_game.game import Game


def show(game: Game) -> str:
    """A game as a page of text."""
    return "\n".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    play = on_table(game)
    who = player_to_act(game)
    yield f"{game.operating.round}: " + (f"{who} to act" if who else "nobody to act")
    if game.auction is not None:
        yield from _auction(game)
    yield show_state(game.operating)
    yield ""
    limit = play.stock_rules.certificate_limit(play)
    for player in play.players:
        counted = play.stock_rules.counted(play, player)
        worth = play.stock_rules.worth(play, player)
        mark = " (priority)" if game.priority == player else ""
        yield f"  {player:<12} certificates {counted} of {limit}, worth {worth}{mark}"


def _auction(game: Game) -> Iterator[str]:
    assert game.auction is not None
    for name in game.auction.offered:
        bids = ", ".join(f"{who} {amount}" for who, amount in game.auction.bids.get(name, ()))
        price = game.operating.rules.privates[name].price
        yield f"  {name:<6} {price:>4}  {bids}"
