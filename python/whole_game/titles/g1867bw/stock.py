"""1867 Big Wyoming: what its stock rounds have that data cannot say."""

from __future__ import annotations

import random

from operating_round.state import State
from operating_round.titles.g1867bw.names import INVESTORS, is_acquired
from operating_round.titles.g1867bw.queue import may_start, row_of, start_prices, waiting_rows
from operating_round.titles.g1867bw.remembered import Waiting
from whole_game.rounds.row import PRIORITY, SPECULATOR
from whole_game.rules import StockRules
from whole_game.table import GameTable


class Stock(StockRules):
    """The rules of 1867 Big Wyoming."""

    # private companies

    def row_cards(self, state: State, chance: random.Random) -> tuple[str, ...]:
        """Two speculators, then companies and speculators shuffled, then the priority (5.7)."""
        deal = self.title.play.special["setup"]
        first: int = deal["speculators_first"]
        number: int = first + deal["speculators"][str(len(state.players))]
        speculators = [f"{SPECULATOR} {n + 1}" for n in range(number)]
        deck = [*state.privates, *speculators[first:]]
        chance.shuffle(deck)
        return (*speculators[:first], *deck, PRIORITY)

    def brings_certificate(self, play: GameTable, name: str) -> str:
        """P13 brings that of the corporation beside it (14.13)."""
        ninth = Waiting.of(play.state).ninth
        return ninth if name == INVESTORS else ""

    def unsold_private(self, play: GameTable, name: str) -> None:
        """P13 takes its corporation with it (16.2)."""
        super().unsold_private(play, name)
        ninth = Waiting.of(play.state).ninth
        if name == INVESTORS and ninth:
            play.table.change(ninth, closed=True)
            play.table.say("removed", f"{ninth} leaves the game", corporation=ninth)

    # stock rounds

    def is_led(self, play: GameTable, name: str) -> bool:
        """Nobody directs an acquired corporation (8.2, 8.6)."""
        return not is_acquired(play.corporation(name))

    def pars(self, play: GameTable, name: str) -> tuple[int, ...]:
        """By phase; in a stock round for what the player may start from the queue (7.1, 14.4)."""
        stock = play.game.stock
        if stock is not None and not may_start(play.table, name, stock.turn):
            return ()
        return start_prices(play.table)

    def barred(self, play: GameTable, player: str, name: str) -> str:
        """What was acquired, or waits where it cannot be started yet."""
        row = play.corporation(name)
        if is_acquired(row):
            return f"{name} was acquired by the Union Pacific"
        if row.ipoed or may_start(play.table, name, player):
            return ""
        place = row_of(waiting_rows(play.table), name)
        return f"{name} does not wait in the top row of the queue" + (
            "" if place is None else f", but in row {place + 1}"
        )

    def sold_out(self, play: GameTable, name: str) -> bool:
        """An acquired corporation does not go up (7.5)."""
        return not is_acquired(play.corporation(name)) and super().sold_out(play, name)
