"""1870: what its operating rounds have that data cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from operating_round.actions import Action, Special
from operating_round.memory import Interruption
from operating_round.protected import (
    ProtectedEffects,
    ProtectedMemory,
    ProtectedMoney,
    ProtectedNeed,
    ProtectedRecords,
    ProtectedRounds,
    ProtectedTrains,
)
from operating_round.protected.steps import PROTECT, ProtectedTrainStep
from operating_round.rules import ExtraLay, Parts, PrivateRules, TokenRules, TrackRules
from operating_round.state import CLOSED, State
from operating_round.steps.base import Step
from operating_round.steps.build import BuildStep
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import TokenStep
from operating_round.table import Table, View
from operating_round.titles.g1870.connections import AFTER, BEFORE, cannot_run
from operating_round.titles.g1870.destinations import (
    fights_for_spaces,
    is_connected,
    marker_on_map,
    move_in,
    with_ends,
)
from operating_round.titles.g1870.markers import PORTS, AssignStep, PortPlaced, marker_of
from operating_round.titles.g1870.names import BRIDGE, FRISCO, PORT, RIVER_COMPANIES
from route_opt.errors import Problem
from route_opt.lays import Lay as TileLay
from route_opt.position import Position
from route_opt.rules.laying import crosses_river
from route_opt.rules.tokens import fills_space
from route_opt.title import Title

_ASSIGN, _PRIVATES = AssignStep(), PrivateStep()
_BUILD, _POWERS = BuildStep(), PowerLayStep()
_STEPS: tuple[Step, ...] = (
    _BUILD,
    TokenStep(),
    RunStep(),
    DividendStep(),
    ProtectedTrainStep(),
    EndStep(),
    PROTECT,
    AFTER,
)


def bridge_is_closed(table: View) -> bool:
    """Whether no track may cross the Mississippi yet."""
    bridges = [name for name, private in table.title.privates.items() if private.bridge]
    owners = {table.privates.owner_of(name) for name in bridges}
    return bool(owners - {CLOSED, *table.state.corporations})


class Rounds(ProtectedRounds):
    """The shape of its rounds and turns."""

    def steps(self, table: View) -> tuple[Step, ...]:
        """Connection runs end a turn; the first turn of a round may begin with some too."""
        return _STEPS if table.state.done else (BEFORE, *_STEPS)

    def after_leaving(self, table: View) -> tuple[Step, ...]:
        """A company that closes in its own turn may open connections like any other."""
        return (*super().after_leaving(table), AFTER)

    def at_any_time(self, table: View) -> tuple[Step, ...]:
        """Private companies, their markers and the free home tile; not in a connection run."""
        if table.turn.step in (BEFORE.name, AFTER.name):
            return ()
        powers = () if table.turn.step == _BUILD.name else (_POWERS,)
        return _PRIVATES, _ASSIGN, *powers

    def float_percent(self, table: View, name: str) -> int:
        """In the historical variant SLSF starts with as many shares as the others."""
        if name == FRISCO and "historical_order" in table:
            return int(self.title.play.special["historical_order"]["slsf_float"])
        return super().float_percent(table, name)


def home_hex(title: Title, name: str) -> str:
    """Where a corporation starts."""
    return title.corporations[name].home[0].partition(".")[0]


class Track(TrackRules):
    """Its track."""

    def objection(self, table: View, lay: TileLay, extra: ExtraLay | None) -> str:
        """The river, and a home tile that is not upgraded in the turn it was laid free."""
        if lay.upgrade and lay.hex in table.turn.lays:
            return f"the tile on {lay.hex} was laid in this turn"
        crosses = crosses_river(self.title, table.map.network().board.lay(lay.hex, lay.spec))
        if crosses and bridge_is_closed(table):
            return f"nobody crosses the river before a company owns {BRIDGE}, or it is closed"
        return ""

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """The Bridge Company: 40 off one river hex; MP and SSW at home free in their first turn.

        The tile at home is none of those that the 40 are taken off of, and leaves them for another.
        """
        private = table.rules.privates.private(BRIDGE)
        if private is None or BRIDGE not in table.acting.companies:
            return
        home = home_hex(self.title, table.entity)
        first = table.entity in RIVER_COMPANIES and table.turn.first
        at_home = ExtraLay(
            BRIDGE,
            (home,),
            connected=True,
            colours=("yellow",),
            upgrades=False,
            spends=False,
            rule="Private companies",
        )
        if first:
            yield at_home
        if table.privates.times_used(BRIDGE):
            return
        river = self.title.marks["mississippi"]
        yield msgspec.structs.replace(
            at_home,
            hexes=tuple(hex_id for hex_id in river if not (first and hex_id == home)),
            free=False,
            discount=private.amount,
            counts=True,
            spends=True,
        )


class Tokens(TokenRules):
    """Its tokens."""

    def token_prices(self, table: View, name: str) -> tuple[int, ...]:
        """A destination marker that was kept is one more."""
        row, prices = table.company(name), super().token_prices(table, name)
        kept = is_connected(table.state, name) and marker_on_map(table.state, name) is None
        extra = self.title.play.special["connection_run"]["marker_price"]
        known = len(row.tokens_on_map) + len(row.tokens_unplaced)
        return (*prices, extra) if kept and known > len(prices) else prices


class Prices(ProtectedMoney):
    """Its dividends, prices and shares."""

    def run_position(self, table: View, position: Position) -> Position:
        """One train runs from home to destination in a connection run."""
        if Interruption.of(table).running == table.entity:
            return with_ends(table, table.entity, position)
        return position


class Privates(PrivateRules):
    """Its private companies."""

    def private_prices(self, table: View, name: str) -> tuple[int, int] | None:
        """The Bridge Company in phase 1 by those on the river only."""
        early = name == BRIDGE and self.is_sold_early(table, name)
        if early and table.entity not in RIVER_COMPANIES:
            return None
        return super().private_prices(table, name)


class Records(ProtectedRecords):
    """Its records."""

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """Destination markers, and ports that close."""
        if action["type"] == "choose":
            return Special("destination", str(action["entity"]), str(action["choice"]).lower())
        if action["type"] == "assign" and action["entity"] == PORT and marker_of(state, *PORTS):
            return Special("closed_port", at=str(action["target"]))
        return super().decode(action, state)

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """Games with diesels, or with destination markers in city spaces, show it."""
        found = [*super().recorded_options(rows)]
        if "D" in rows[0]["before"]["depot"]["upcoming"]:
            found.append("diesels")
        if any(fights_for_spaces(self.title, row["after"]["board"]) for row in rows):
            found.append("station_marker_wars")
        return tuple(found)

    def unseen(self, own: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
        """The Bridge Company's tile at home leaves its 40 for another."""
        homes = [home_hex(self.title, name) for name in RIVER_COMPANIES]
        at_home = action.get("entity") == BRIDGE and action.get("hex") in homes
        return own if at_home else super().unseen(own, action)


class Memory(ProtectedMemory):
    """What its states remember."""

    game: ClassVar = (*ProtectedMemory.game, PortPlaced)
    turn: ClassVar = (*ProtectedMemory.turn, Interruption)

    def misfits(self, table: View) -> Iterator[Problem]:
        """In a connection run: who runs, who waits, and whose turn it is."""
        yield from super().misfits(table)
        turn = table.state.turn
        if turn is None or turn.step not in (BEFORE.name, AFTER.name):
            return
        notes, rows = Interruption.of(table), table.state.corporations
        if turn.paid or turn.entity not in rows or notes.running != turn.entity:
            yield Problem("wrong_turn", "turn.notes.running", "is not the company that runs now")
        elif cannot_run(table):
            yield Problem("wrong_turn", "turn.entity", "has no train that makes its connection run")
        if notes.operator not in self.title.corporations or notes.queue is None:
            yield Problem("wrong_turn", "turn.notes.operator", "or queue is missing or unknown")
        for name in notes.queue or ():
            running = name in rows and rows[name].floated and rows[name].tokens_on_map
            if not running or is_connected(table.state, name):
                message = f"{name!r} does not wait for a connection run"
                yield Problem("wrong_turn", "turn.notes.queue", message)


class Happens(ProtectedEffects):
    """What follows from what happens."""

    def start_round(self, table: Table) -> None:
        """In the historical variant SLSF pays like a private company until it starts."""
        super().start_round(table)
        row = table.state.corporations.get(FRISCO)
        if "historical_order" not in table or row is None or row.floated or table.state.over:
            return
        holder = row.owner or table.privates.owner_of(FRISCO)
        if holder in table.state.players:
            amount = self.title.play.special["historical_order"]["slsf_private_revenue"]
            self.pay_private(table, FRISCO, holder, amount)

    def start_turn(self, table: Table) -> None:
        """In the first turn of a round the home marker comes after the connection runs."""
        if table.state.done or "connections_in_first_turn" in table:
            super().start_turn(table)

    def price_at_closed(self, table: Table, name: str) -> None:
        """Spaces that a closed company leaves are taken by markers that wait for one."""
        stops = [stop for stop, held in table.state.board.tokens.items() if name in held]
        super().price_at_closed(table, name)
        for stop in stops:
            if fills_space(self.title, table.state.options, stop):
                move_in(table, stop)


PARTS = Parts(
    rounds=Rounds,
    track=Track,
    tokens=Tokens,
    trains=ProtectedTrains,
    money=Prices,
    privates=Privates,
    records=Records,
    memory=Memory,
    effects=Happens,
    need=ProtectedNeed,
)
