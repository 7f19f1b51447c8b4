"""1867 Big Wyoming: what its operating rounds have that data cannot say.

What its states remember stands in `remembered`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from operating_round.rules import (
    ExtraLay,
    HoldingRules,
    MemoryRules,
    MoneyRules,
    NeedRules,
    Parts,
    RoundRules,
    TokenRules,
    TrackRules,
)
from operating_round.state import BANK, CLOSED, MARKET, Corporation, State
from operating_round.steps.base import Step
from operating_round.table import View
from operating_round.titles.g1867bw import queue, resources
from operating_round.titles.g1867bw.deliver import delivery_misfits
from operating_round.titles.g1867bw.effects import Happens
from operating_round.titles.g1867bw.names import (
    CONTRACT,
    INVESTORS,
    LAND,
    WORKS,
    is_acquired,
    owns,
    private,
)
from operating_round.titles.g1867bw.powers import PowerStep
from operating_round.titles.g1867bw.queue import queue_misfits, waiting_rows
from operating_round.titles.g1867bw.remembered import (
    Cubes,
    Exports,
    LandBought,
    Offers,
    Seat,
    Standing,
    Waiting,
)
from operating_round.titles.g1867bw.steps import ACQUIRED_STEPS, AFTER_TURNS, STEPS
from route_opt.errors import Problem


class Rounds(RoundRules):
    """The shape of its rounds and turns."""

    def drawn_out(self, players: int, chance: random.Random) -> list[str]:
        """The private companies that are not dealt (5.7)."""
        deal = self.title.play.special["setup"]
        others = [name for name in self.title.privates if name not in deal["always"]]
        dealt = chance.sample(others, deal["random_privates"][str(players)])
        return [name for name in others if name not in dealt]

    def payer_of(self, table: View, name: str, player: str) -> str:
        """The bank, for the director's certificate that comes with P13 (14.13)."""
        waits = queue.row_of(waiting_rows(table), name) is not None
        comes_with = name == Waiting.of(table.state).ninth and not waits
        return BANK if comes_with and table.privates.owner_of(INVESTORS) == player else player

    def steps(self, table: View) -> tuple[Step, ...]:
        """An acquired corporation moves to the right and does nothing else (8.2)."""
        row = table.acting
        acquired = isinstance(row, Corporation) and is_acquired(row)
        return ACQUIRED_STEPS if acquired else STEPS

    def always(self, table: View) -> tuple[Step, ...]:
        """Powers of private companies; nothing for an acquired corporation."""
        if self.steps(table) is ACQUIRED_STEPS:
            return ()
        return (*super().always(table), _POWERS)

    def after_turns(self, table: View) -> tuple[Step, ...]:
        """Production, refineries, and the Union Pacific (8.3 to 8.6)."""
        return AFTER_TURNS

    def has_left(self, table: View, name: str) -> bool:
        """Closed, or acquired in this very turn."""
        row = table.state.corporations.get(name)
        if row is None or row.market is None:
            return True
        return is_acquired(row) and table.turn.step not in ("", ACQUIRED_STEPS[0].name)

    def remarks(self, state: State) -> Iterator[str]:
        """The queue, who comes with P13, cubes, refineries, and who was acquired."""
        waiting = Waiting.of(state)
        rows = [[name or "-" for name in row] for row in waiting.queue if any(row)]
        yield "queue: " + (", ".join("/".join(row) for row in rows) or "empty")
        if state.privates.get(INVESTORS, CLOSED) is None and waiting.ninth:
            yield f"with {INVESTORS}: {waiting.ninth}"
        markers = state.board.markers
        yield "cubes: " + ", ".join(f"{m.at} {m.count}" for m in markers if m.kind == "cube")
        refineries = [m for m in markers if m.kind == resources.REFINERY]
        yield "refineries: " + ", ".join(f"{m.at} {m.state}" for m in refineries)
        acquired = [name for name, row in state.corporations.items() if is_acquired(row)]
        if acquired:
            yield "acquired: " + ", ".join(acquired)


class Track(TrackRules):
    """Its track."""

    def may_lay(self, table: View, upgrade: bool) -> bool:
        """P7: a yellow tile after an upgrade (14.7)."""
        turn = table.turn
        if not upgrade and turn.upgrades and not turn.yellows and owns(table, WORKS):
            return True
        return super().may_lay(table, upgrade)

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """The tile of a land company, at once when it is bought (14.1, 14.2)."""
        name = LandBought.allows(table)
        if name:
            yield ExtraLay(
                name,
                private(table, name).hexes,
                free=False,
                connected="land_tile_anywhere" not in table,
                colours=("yellow",),
                upgrades=False,
                rule=f"14.{name[1:]}",
            )


class Tokens(TokenRules):
    """Its tokens."""

    def token_price(self, table: View, stop: str, connected: bool) -> int | None:
        """P12: the value of the city once (14.12)."""
        price = super().token_price(table, stop, connected)
        if price is None or not owns(table, CONTRACT):
            return price
        return price // self.title.play.tokens.times_value * private(table, CONTRACT).amount


class Prices(MoneyRules):
    """Its dividends, prices and shares."""

    def issue_limit(self, table: View) -> int:
        """One, while fewer than five are in the market (8.2.E.a)."""
        shares = table.corporation(table.entity).shares
        room = shares.get(MARKET, 0) < self.title.play.pool_limit
        return int(room and shares.get(self.title.play.unsold, 0) > 0)

    def redeem_limit(self, table: View) -> int:
        """One (8.2.E.b)."""
        row = table.corporation(table.entity)
        return int(row.shares.get(MARKET, 0) > 0 and row.cash >= self.redeem_price(table))


class Need(NeedRules):
    """What is sold and issued for a train."""

    def sale_limit(self, table: View, player: str, name: str) -> int:
        """Not of the corporation that operates (8.2.D.c)."""
        return 0 if name == table.entity else super().sale_limit(table, player, name)

    def why_no_sale(self, table: View, player: str, name: str) -> str:
        """As `sale_limit` says."""
        if name == table.entity:
            return f"nothing of {name} is sold for a train of its own"
        return super().why_no_sale(table, player, name)


class Holdings(HoldingRules):
    """What its players hold."""

    def why_not_for_sale(self, table: View, player: str, name: str) -> str:
        """Nothing of an acquired corporation (7.2)."""
        gone = is_acquired(table.corporation(name))
        return f"{name} was acquired by the Union Pacific" if gone else ""

    def has_presidents(self, table: View, player: str, name: str, sold: int = 0) -> bool:
        """The last director of an acquired corporation keeps his certificate (8.6)."""
        row = table.corporation(name)
        if is_acquired(row):
            return player == Standing.of(row).director
        return super().has_presidents(table, player, name, sold)


class Memory(MemoryRules):
    """What its states remember."""

    game: ClassVar = (*MemoryRules.game, Waiting, Exports)
    company: ClassVar = (Standing,)
    turn: ClassVar = (LandBought, Seat, Offers, Cubes)

    def misfits(self, table: View) -> Iterator[Problem]:
        """Who waits, what was earned for cubes, whose station may be replaced."""
        yield from queue_misfits(table)
        turn = table.state.turn
        if turn is None:
            return
        rows, land = table.state.corporations, LandBought.of(table).land[0]
        if any(name not in rows for name in Seat.of(table).seat or ()):
            yield Problem("wrong_turn", "turn.notes.seat", "names a corporation that is not there")
        if land and land not in LAND:
            yield Problem("wrong_turn", "turn.notes.land", f"is not one of {', '.join(LAND)}")
        yield from delivery_misfits(table)


_POWERS = PowerStep()

PARTS = Parts(
    rounds=Rounds,
    track=Track,
    tokens=Tokens,
    money=Prices,
    need=Need,
    holdings=Holdings,
    memory=Memory,
    effects=Happens,
)
