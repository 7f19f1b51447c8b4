"""A corporation starts: its president's certificate, its first price, its place on the market."""

from __future__ import annotations

from operating_round.setup import start
from whole_game.table import GameTable


def launch(play: GameTable, player: str, name: str, price: int, *, paid: bool = False) -> None:
    """A player becomes the first president of a corporation at a price of his choice.

    With `paid` the certificate came with something else, and costs nothing more.
    """
    office = play.table.market.presidents(name)
    start(play.table, name, player, price)
    if not paid:
        payer = play.table.rules.rounds.payer_of(play.table, name, player)
        play.stock_rules.paid(play, payer, name, play.unsold, office * price // 10)
    play.table.market.move_shares(name, play.unsold, player, office)
    text = f"{player} starts {name} at {price}"
    play.table.say("par", text, player=player, corporation=name, price=price)
    play.table.market.check_president(name)
    play.stock_rules.check_float(play, name)
