"""1867 Big Wyoming: what its operating rounds have that data cannot say.

What its states remember stands in `remembered`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from operating_round.actions import Action
from operating_round.errors import StateError
from operating_round.rules import (
    Effects,
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
from operating_round.state import BANK, CLOSED, MARKET, Corporation, State, replace
from operating_round.steps.auto import Automatic
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.run import running_position
from operating_round.steps.shares import ShareStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.table import Table, View
from operating_round.titles.g1867bw import queue, resources
from operating_round.titles.g1867bw.acquire import CrisisTrainStep, OfferStep
from operating_round.titles.g1867bw.deliver import (
    CubeRunStep,
    DeliveryStep,
    delivery_misfits,
    note_run,
)
from operating_round.titles.g1867bw.names import (
    ACQUIRED,
    CONTRACT,
    ENERGY,
    INVESTORS,
    LAND,
    PUNDIT,
    SURVEY,
    WORKS,
    is_acquired,
    owns,
    private,
)
from operating_round.titles.g1867bw.powers import FoundingStep, PowerStep, SeatStep
from operating_round.titles.g1867bw.queue import may_start, set_rows, start_prices, waiting_rows
from operating_round.titles.g1867bw.remembered import (
    Cubes,
    Exports,
    LandBought,
    Offers,
    Seat,
    Standing,
    Waiting,
)
from operating_round.titles.g1867bw.union_pacific import (
    buyer_is_active,
    can_acquire_waiting,
    produce,
    strip,
    take_train,
)
from route_opt.errors import Problem
from route_opt.lays import Lay as TileLay
from route_opt.position import Marker


def _moment(table: View) -> list[Any]:
    """What has been done in this turn, to tell whether anything has since."""
    turn = table.turn
    done = (turn.lays, turn.bought, turn.used, table.acting.companies)
    return [turn.step, turn.tokens, turn.traded, turn.paid, *(len(part) for part in done)]


def _queue_misfits(table: View) -> Iterator[Problem]:
    size, rows = table.title.play.special["queue"], Waiting.of(table.state).queue
    if len(rows) > size["rows"] or any(len(row) != size["columns"] for row in rows):
        message = f"is not of at most {size['rows']} rows of {size['columns']}"
        yield Problem("wrong_queue", "own.queue", message)
    waiting = [name for row in rows for name in row if name is not None]
    for name in waiting:
        row = table.state.corporations.get(name)
        if row is None or row.market is not None or waiting.count(name) > 1:
            yield Problem("wrong_queue", "own.queue", f"{name!r} does not wait, or twice")
    ninth = Waiting.of(table.state).ninth
    if ninth and ninth not in table.state.corporations:
        yield Problem("wrong_queue", "own.ninth", f"{ninth!r} is not a corporation")


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
        return _ACQUIRED_STEPS if acquired else _STEPS

    def always(self, table: View) -> tuple[Step, ...]:
        """Powers of private companies; nothing for an acquired corporation."""
        if self.steps(table) is _ACQUIRED_STEPS:
            return ()
        return (*super().always(table), _POWERS)

    def after_turns(self, table: View) -> tuple[Step, ...]:
        """Production, refineries, and the Union Pacific (8.3 to 8.6)."""
        return _AFTER_TURNS

    def has_left(self, table: View, name: str) -> bool:
        """Closed, or acquired in this very turn."""
        row = table.state.corporations.get(name)
        if row is None or row.market is None:
            return True
        return is_acquired(row) and table.turn.step not in ("", _ACQUIRED_STEPS[0].name)

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
        name, moment = LandBought.of(table).land
        if name and moment == _moment(table):
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
        """Not of the corporation that operates, nor of an acquired one (7.2, 8.2.D.c)."""
        if name == table.entity or is_acquired(table.corporation(name)):
            return 0
        return super().sale_limit(table, player, name)


class Holdings(HoldingRules):
    """What its players hold."""

    def has_presidents(self, table: View, player: str, name: str) -> bool:
        """The last director of an acquired corporation keeps his certificate (8.6)."""
        row = table.corporation(name)
        return player == (Standing.of(row).director if is_acquired(row) else row.owner)


class Memory(MemoryRules):
    """What its states remember."""

    game: ClassVar = (*MemoryRules.game, Waiting, Exports)
    company: ClassVar = (Standing,)
    turn: ClassVar = (LandBought, Seat, Offers, Cubes)

    def misfits(self, table: View) -> Iterator[Problem]:
        """Who waits, what was earned for cubes, whose station may be replaced."""
        yield from _queue_misfits(table)
        turn = table.state.turn
        if turn is None:
            return
        rows, land = table.state.corporations, LandBought.of(table).land[0]
        if any(name not in rows for name in Seat.of(table).seat or ()):
            yield Problem("wrong_turn", "turn.notes.seat", "names a corporation that is not there")
        if land and land not in LAND:
            yield Problem("wrong_turn", "turn.notes.land", f"is not one of {', '.join(LAND)}")
        yield from delivery_misfits(table)


class Happens(Effects):
    """What follows from what happens."""

    def set_up(
        self, table: Table, removed: tuple[str, ...], chance: random.Random | None = None
    ) -> None:
        """Eight corporations in the queue, one beside P13, and the refinery of P3 (5.7, 5.8)."""
        size = self.title.play.special["queue"]
        names = list(table.state.corporations)
        if chance:
            chance.shuffle(names)
        places = size["columns"] * size["rows"]
        ninth = names[places] if len(names) > places else ""
        waiting = queue.filled(names[:places], size["columns"], size["rows"])
        Waiting.set(table, queue=waiting, ninth=ninth)
        Exports.set(table, exported=())
        if INVESTORS in removed and ninth:
            table.change(ninth, closed=True)
        if ENERGY in removed:
            hex_id = self.title.play.special["resources"]["refinery_without_company"]
            resources.set_refinery(table, f"{hex_id}.0", "operational")

    def floats(self, table: Table, name: str) -> None:
        """A director's certificate was bought: from the top row, or with P4 or P13 (7.1, 14)."""
        row = table.corporation(name)
        player, par = row.owner or "", row.par or 0
        if par not in start_prices(table):
            first = self.title.play.special["start_prices"]["first_phase"][str(par)]
            raise StateError(f"a start price of {par} comes with phase {first} (7.1)")
        place = queue.row_of(waiting_rows(table), name)
        if place is None and name == Waiting.of(table.state).ninth:
            if table.privates.owner_of(INVESTORS) != player or row.shares.get(player) != 20:
                raise StateError(f"{name} comes with {INVESTORS}, its director's share (14.13)")
        elif not may_start(table, name, player):
            raise StateError(f"{name} is not in the top row of the queue (7.1)")
        elif place:
            table.privates.give(PUNDIT, CLOSED)
        set_rows(table, queue.closed_up(queue.without(waiting_rows(table), name)))
        table.map.place_home(name)

    def start_round(self, table: Table) -> None:
        """Nothing was exported yet."""
        Exports.set(table, exported=())
        super().start_round(table)

    def start_turn(self, table: Table) -> None:
        """A station of an acquired corporation that was replaced does not come back."""
        if table.rules.rounds.steps(table) is not _ACQUIRED_STEPS:
            super().start_turn(table)

    def end_turn(self, table: Table) -> None:
        """The revenue board shows what was earned (8.2.C.e)."""
        super().end_turn(table)
        if table.rules.rounds.steps(table) is not _ACQUIRED_STEPS:
            Standing.set(table, table.entity, revenue=table.turn.revenue or 0)

    def end_round(self, table: Table) -> None:
        """The game ends when all that run have been acquired (2, 10), or nobody can be any more."""
        rows = [table.corporation(name) for name in table.market.by_price()]
        nobody = not rows and buyer_is_active(table) and not can_acquire_waiting(table)
        if nobody or (rows and all(is_acquired(row) for row in rows)):
            table.set(finish="acquired", over=True)
            table.say("end", "every corporation has been acquired: the game ends")

    def bank_broken(self, table: Table) -> None:
        """The bank is as large as it has to be (5.4)."""

    def laid(self, table: Table, action: Action, lay: TileLay) -> None:
        """A tile on a deposit brings money with P8 (14.8)."""
        deposit = any(stop.kind == "deposit" for stop in self.title.tiles[lay.tile].stops)
        if deposit and owns(table, SURVEY):
            table.bank.pay(BANK, table.entity, resources.data(table)["survey_pays_for_tile"])

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """Which cubes were delivered is still to be said (8.2.C.c)."""
        note_run(table, running_position(table), routes)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A corporation closes and waits again, if the queue has room (9.1)."""
        table.say("closing", f"{name} closes", corporation=name)
        table.market.leave(name)
        strip(table, name)
        table.map.remove_tokens(name)
        waiting = queue.with_last(waiting_rows(table), name)
        table.set(
            corporations={
                **table.state.corporations,
                name: Corporation(
                    tokens_unplaced=self.title.corporations[name].tokens,
                    shares={self.title.play.unsold: 100},
                    closed=waiting is None,
                ),
            }
        )
        if waiting is not None:
            set_rows(table, waiting)

    def issued(self, table: Table, count: int) -> None:
        """The price falls by one space."""
        table.market.move_price(table.entity, "down", count)

    def discarded(self, table: Table, train: str) -> None:
        """Trains above the limit leave the game (11.C)."""
        if "excess_trains_for_sale" in table:
            super().discarded(table, train)

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """P13 closes when its corporation buys a train (14.13)."""
        if table.entity == Waiting.of(table.state).ninth and table.privates.owner_of(INVESTORS):
            table.privates.give(INVESTORS, CLOSED)
        super().train_bought(table, train, source)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """Phase 6 takes the fuller column of the queue (8.2.D.a)."""
        super().phase_begins(table, phase, train)
        if phase == self.title.play.special["queue"]["loses_column_in"]:
            rows = waiting_rows(table)
            left = queue.without_column(rows, queue.fullest_column(rows))
            stay = queue.names(left)
            for name in [name for name in queue.names(rows) if name not in stay]:
                table.change(name, closed=True)
                table.say("removed", f"{name} leaves the game", corporation=name)
            set_rows(table, left)

    def private_bought(self, table: Table, name: str) -> None:
        """A land company allows its tile now or never."""
        if name in LAND:
            LandBought.set(table, land=(name, _moment(table)))

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """Markers follow their companies: the survey's, and whose refinery that of P3 is."""
        markers = list(table.state.board.markers)
        if name == SURVEY:
            markers = [marker for marker in markers if marker.kind != "survey_company"]
            if owner in table.state.corporations:
                markers.append(Marker("survey_company", owner=owner))
        if name == ENERGY and owner == CLOSED:
            markers = [replace(m, owner="") if m.kind == resources.REFINERY else m for m in markers]
        table.map.set_markers(markers)


_POWERS = PowerStep()
_STEPS: tuple[Step, ...] = (
    TrackStep(),
    TokenStep(),
    CubeRunStep(),
    DeliveryStep(),
    DividendStep(),
    CrisisTrainStep(),
    ShareStep(),
    EndStep(),
)
_ACQUIRED_STEPS: tuple[Step, ...] = (
    Automatic(ACQUIRED, lambda table: table.market.move_price(table.entity, "right")),
)
_AFTER_TURNS: tuple[Step, ...] = (
    Automatic("production", produce),
    Automatic("development", resources.develop),
    FoundingStep(),
    Automatic("upr_train", take_train),
    OfferStep(),
    SeatStep(),
)

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
