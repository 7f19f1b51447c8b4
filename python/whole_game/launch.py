"""A corporation starts: its president's certificate, its first price, its place on the market."""

from __future__ import annotations

from operating_round import market
from operating_round.setup import par_place
from operating_round.state import BANK
from whole_game.table import GameTable


def launch(play: GameTable, player: str, name: str, price: int, *, paid: bool = False) -> None:
    """A player becomes the first president of a corporation at a price of his choice.

    With `paid` the certificate came with something else, and costs nothing more.
    """
    place = par_place(play.state.rules, price)
    key = market.key(place)
    order = play.state.market_order
    play.table.set(market_order={**order, key: (*order.get(key, ()), name)})
    play.table.change(name, owner=player, share_price=price, par=price, market=place, ipoed=True)
    if not paid:
        play.table.pay(player, BANK if play.unsold == "IPO" else name, 2 * price)
    play.table.move_shares(name, play.unsold, player, 20)
    text = f"{player} starts {name} at {price}"
    play.table.say("par", text, player=player, corporation=name, price=price)
    play.table.check_president(name)
    play.stock_rules.check_float(play, name)
