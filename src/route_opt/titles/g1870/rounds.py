"""1870: what its operating rounds have that data cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from operating_round.actions import (
    Action,
    Assign,
    Choice,
    Dividend,
    Object,
    Protect,
    Run,
    Special,
)
from operating_round.protected import ProtectedRules
from operating_round.rules import ExtraLay
from operating_round.state import BANK, CLOSED, State
from operating_round.steps.base import Step
from operating_round.steps.build import BuildStep
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.protection import PROTECT, ProtectedTrainStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import TokenStep
from operating_round.table import Table, replace
from route_opt.errors import Problem
from route_opt.lays import Lay as TileLay
from route_opt.lays import reach
from route_opt.position import Marker, Position
from route_opt.rules.laying import crosses_river
from route_opt.rules.tokens import fills_space

BRIDGE, CATTLE, PORT, FRISCO = "MRBC", "SCC", "GSC", "SLSF"
RIVER_COMPANIES = ("MP", "SSW")
"""Those who start on the river, and may buy the Bridge Company in phase 1."""


class AssignStep(Step):
    """The cattle and port markers, at any time of their owner's turn (Private companies)."""

    name = "assign"
    does = "put that marker there now"

    def rule(self, table: Table) -> str:
        """The section on private companies."""
        return "Private companies"

    def takes(self, action: Action) -> bool:
        """Markers, and the port that closes."""
        return isinstance(action, Assign) or (
            isinstance(action, Special) and action.kind == "closed_port"
        )

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """A marker once; an open port may be closed, in a later operating round."""
        for name, kind in ((CATTLE, "cattle"), (PORT, "port_open")):
            if name not in table.acting.companies:
                continue
            placed = (
                marker_of(table.state, *PORTS) if name == PORT else marker_of(table.state, kind)
            )
            hexes = table.title.markers[kind].hexes if placed is None else ()
            for hex_id in hexes:
                yield Choice(Assign(name, hex=hex_id))
            if name == PORT:
                for hex_id in hexes or self.closable(table, placed):
                    yield Choice(Special("closed_port", at=hex_id))

    def closable(self, table: Table, placed: Marker | None) -> list[str]:
        """The hex of an open port that may be closed now."""
        if placed is None or placed.kind != "port_open":
            return []
        same_round = table.state.own.get("port_placed") == table.state.round
        if same_round and "port_closes_at_once" not in table:
            return []
        return [placed.at.partition(".")[0]]

    def apply(self, table: Table, action: Action) -> None:
        """Put it there; a closed port closes the company."""
        if isinstance(action, Assign):
            kind = "cattle" if action.private == CATTLE else "port_open"
            self.put(table, kind, action.hex)
            if action.private == PORT:
                table.set(own={**table.state.own, "port_placed": table.state.round})
        elif isinstance(action, Special):
            self.put(table, "port_closed", action.at)
            table.give_private(PORT, CLOSED)

    def put(self, table: Table, kind: str, hex_id: str) -> None:
        """A marker for the acting company, in place of an open port if there is one."""
        others = [m for m in table.state.board.markers if m.kind not in PORTS or kind not in PORTS]
        new = Marker(kind, f"{hex_id}.0", table.entity)
        _rules(table).put_markers(table, [*others, new])
        table.say("marker", f"{table.entity} puts {kind} on {hex_id}", marker=kind, hex=hex_id)


PORTS = ("port_open", "port_closed")


def marker_of(state: State, *kinds: str) -> Marker | None:
    """The marker of one of these kinds, if it is on the map."""
    return next((marker for marker in state.board.markers if marker.kind in kinds), None)


class ConnectionStep(Step):
    """Connection runs, after every company's turn: marker, run, dividend, one company at a time.

    While it lasts the turn is that of the company that runs; `notes` remember whose it was, and
    who is still to run.
    """

    does = "do that in a connection run"

    def __init__(self, name: str) -> None:
        self.name = name

    def rule(self, table: Table) -> str:
        """The section."""
        return "Connection Run"

    def takes(self, action: Action) -> bool:
        """The marker, the run and the dividend."""
        return isinstance(action, Run | Dividend | Object) or (
            isinstance(action, Special) and action.kind == "destination"
        )

    def enter(self, table: Table) -> None:
        """Find out who is connected now."""
        names = _rules(table).connected(table)
        table.set_turn(notes={"operator": table.entity, "queue": names})
        self.next_run(table)

    def next_run(self, table: Table) -> None:
        """On to the next company; with none left the turn is the operator's again."""
        turn = table.turn
        operator, queue = turn.notes["operator"], list(turn.notes["queue"])
        name = queue.pop(0) if queue else operator
        running = {"running": name} if name in turn.notes["queue"] else {}
        notes = {"operator": operator, "queue": queue, **running}
        fresh = replace(turn, entity=name, revenue=None, paid=False, resting=(), notes=notes)
        table.set(turn=fresh)
        if running:
            table.say("connection", f"{name} is connected to its destination", corporation=name)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """First where the marker goes, then the run, then all or nothing."""
        turn = table.turn
        if not _rules(table).is_connected(table.state, table.entity):
            others = turn.notes["queue"] if "connections_in_any_order" in table else ()
            for name in (table.entity, *others):
                if not _rules(table).stands_there(table, name):
                    yield Choice(Special("destination", name, "map"))
                yield Choice(Special("destination", name, "charter"))
        elif turn.revenue is None:
            yield from _RUN.choices(table, about)
        elif not turn.paid:
            yield Choice(Dividend("full"))
            yield Choice(Dividend("withhold"))
            if isinstance(about, Object):
                yield Choice(about)

    def apply(self, table: Table, action: Action) -> None:
        """Do it; after the dividend the next company follows."""
        if isinstance(action, Special):
            if action.at != table.entity:
                self.go_first(table, action.at)
            _rules(table).place_destination(table, action.choice == "map")
        elif isinstance(action, Run):
            _RUN.apply(table, action)
        elif isinstance(action, Object):
            _DIVIDEND.object(table, action)
        elif isinstance(action, Dividend):
            self.pay(table, action.kind)
            self.next_run(table)

    def go_first(self, table: Table, name: str) -> None:
        """Another of those who wait runs now."""
        notes = table.turn.notes
        others = [table.entity, *(other for other in notes["queue"] if other != name)]
        notes = {**notes, "queue": others, "running": name}
        table.set_turn(entity=name, notes=notes)

    def pay(self, table: Table, kind: str) -> None:
        """All or nothing; a price only moves right."""
        name, revenue = table.entity, table.turn.revenue or 0
        if kind == "full":
            table.rules.pay_shares(table, name, revenue)
        else:
            table.pay(BANK, name, revenue)
        table.say("dividend", f"{name} {'pays' if kind == 'full' else 'keeps'} {revenue}")
        moves = table.title.play.special["connection_run"]["moves"]
        if revenue and moves[kind]:
            table.move_price(name, "right", moves[kind])

    def finished(self, table: Table) -> bool:
        """Whether nobody is left to run."""
        return not table.turn.notes.get("running")

    def may_pass(self, table: Table) -> bool:
        """Never, if a train can make the run."""
        rules = _rules(table)
        waits = not rules.is_connected(table.state, table.entity)
        return waits and not rules.can_run(table, table.entity)

    def passed(self, table: Table) -> bool:
        """Without a train that reaches so far the next company follows."""
        self.next_run(table)
        return False


_RUN, _DIVIDEND = RunStep(), DividendStep()
_BEFORE, _AFTER = ConnectionStep("first_connection"), ConnectionStep("connection")
_ASSIGN, _PRIVATES = AssignStep(), PrivateStep()
_BUILD, _POWERS = BuildStep(), PowerLayStep()
_STEPS: tuple[Step, ...] = (
    _BUILD,
    TokenStep(),
    _RUN,
    _DIVIDEND,
    ProtectedTrainStep(),
    EndStep(),
    PROTECT,
    _AFTER,
)


class Rounds(ProtectedRules):
    """The rules of 1870."""

    own_fields: ClassVar = {**ProtectedRules.own_fields, "port_placed": str}
    note_fields: ClassVar = {
        **ProtectedRules.note_fields,
        "operator": str,
        "queue": list[str],
        "running": str,
    }

    def misfits(self, table: Table) -> Iterator[Problem]:
        """In a connection run: who runs, who waits, and whose turn it is."""
        yield from super().misfits(table)
        turn = table.state.turn
        if turn is None or turn.step not in (_BEFORE.name, _AFTER.name):
            return
        notes, rows = turn.notes, table.state.corporations
        waiting = notes.get("queue", [])
        if turn.paid or turn.entity not in rows or notes.get("running") != turn.entity:
            yield Problem("wrong_turn", "turn.notes.running", "is not the company that runs now")
        elif self._cannot_run(table):
            yield Problem("wrong_turn", "turn.entity", "has no train that makes its connection run")
        if notes.get("operator") not in self.title.corporations or "queue" not in notes:
            yield Problem("wrong_turn", "turn.notes.operator", "or queue is missing or unknown")
        for name in waiting:
            running = name in rows and rows[name].floated and rows[name].tokens_on_map
            if not running or self.is_connected(table.state, name):
                message = f"{name!r} does not wait for a connection run"
                yield Problem("wrong_turn", "turn.notes.queue", message)

    def _cannot_run(self, table: Table) -> bool:
        """Whether the marker is placed and the run to be made, but no train can make it."""
        ready = table.turn.revenue is None and self.is_connected(table.state, table.entity)
        return ready and not self.can_run(table, table.entity)

    # the shape of a round

    def steps(self, table: Table) -> tuple[Step, ...]:
        """Connection runs end a turn; the first turn of a round may begin with some too."""
        return _STEPS if table.state.done else (_BEFORE, *_STEPS)

    def after_leaving(self, table: Table) -> tuple[Step, ...]:
        """A company that closes in its own turn may open connections like any other."""
        return (*super().after_leaving(table), _AFTER)

    def always(self, table: Table) -> tuple[Step, ...]:
        """Private companies, their markers and the free home tile; not in a connection run."""
        if table.turn.step in (_BEFORE.name, _AFTER.name):
            return ()
        powers = () if table.turn.step == _BUILD.name else (_POWERS,)
        return _PRIVATES, _ASSIGN, *powers

    def order(self, table: Table) -> list[str]:
        """In the historical variant SLSF waits until its shares are sold like the others'."""
        names = super().order(table)
        special = self.title.play.special["historical_order"]
        if "historical_order" in table and FRISCO in names:
            row = table.corporation(FRISCO)
            sold = 100 - row.shares.get(self.title.play.unsold, 0)
            if not row.operated and sold < special["slsf_float"]:
                names.remove(FRISCO)
        return names

    def pay_private(self, table: Table, name: str, owner: str, amount: int) -> None:
        """In the historical variant SLSF pays like a private company until it operates."""
        rows = table.state.corporations
        waiting = FRISCO in rows and not rows[FRISCO].operated
        if name == FRISCO and "historical_order" in table and waiting:
            amount = self.title.play.special["historical_order"]["slsf_private_revenue"]
        super().pay_private(table, name, owner, amount)

    # track

    def bridge_is_closed(self, table: Table) -> bool:
        """Whether no track may cross the Mississippi yet."""
        bridges = [name for name, private in self.title.privates.items() if private.bridge]
        owners = {table.owner_of(name) for name in bridges}
        return bool(owners - {CLOSED, *table.state.corporations})

    def objection(self, table: Table, lay: TileLay, extra: ExtraLay | None) -> str:
        """The river, and a home tile that is not upgraded in the turn it was laid free."""
        if lay.upgrade and BRIDGE in table.turn.used and lay.hex in table.turn.lays:
            return f"{lay.hex} was laid by {BRIDGE} in this turn"
        crosses = crosses_river(self.title, table.network().board.lay(lay.hex, lay.spec))
        if crosses and self.bridge_is_closed(table):
            return f"nobody crosses the river before a company owns {BRIDGE}, or it is closed"
        return ""

    def extra_lays(self, table: Table) -> Iterator[ExtraLay]:
        """The Bridge Company: 40 off one river hex; MP and SSW at home free in their first turn."""
        private = self.private(BRIDGE)
        if private is None or BRIDGE not in table.acting.companies:
            return
        if self.times_used(table, BRIDGE):
            return
        home = self.title.corporations[table.entity].home[0].partition(".")[0]
        first = table.entity in RIVER_COMPANIES and table.turn.first
        river = self.title.marks["mississippi"]
        only = {"colours": ("yellow",), "upgrades": False, "connected": True}
        only["rule"] = "Private companies"
        if first:
            yield ExtraLay(BRIDGE, (home,), **only)  # type: ignore[arg-type]
        hexes = tuple(hex_id for hex_id in river if not (first and hex_id == home))
        yield ExtraLay(
            BRIDGE,
            hexes,
            free=False,
            discount=private.amount,
            counts=True,
            **only,  # type: ignore[arg-type]
        )

    # tokens

    def token_prices(self, table: Table, name: str) -> tuple[int, ...]:
        """A destination marker that was kept is one more."""
        row, prices = table.company(name), self.title.corporations[name].tokens
        kept = (
            self.is_connected(table.state, name) and self.marker_on_map(table.state, name) is None
        )
        extra = self.title.play.special["connection_run"]["marker_price"]
        known = len(row.tokens_on_map) + len(row.tokens_unplaced)
        return (*prices, extra) if kept and known > len(prices) else prices

    # dividends

    def keeps(self, table: Table, kind: str, revenue: int) -> int:
        """The company's half is rounded up to ten, or down where that is the reading."""
        if kind == "half" and "half_dividend_rounds_down" in table:
            return revenue // 20 * 10
        return super().keeps(table, kind, revenue)

    # connection runs

    def marker_on_map(self, state: State, name: str) -> Marker | None:
        """The destination marker of a company on the map."""
        markers = state.board.markers
        return next((m for m in markers if m.kind == "destination" and m.owner == name), None)

    def is_connected(self, state: State, name: str) -> bool:
        """Whether a company has made its connection run: it has one marker more."""
        row = state.corporations[name]
        own = len(self.title.corporations[name].tokens)
        return len(row.tokens_on_map) + len(row.tokens_unplaced) > own

    def ends(self, table: Table, name: str) -> tuple[str, str]:
        """Home and destination of a company."""
        return self.home_stops(table, name)[0], f"{self.title.corporations[name].destination}.0"

    def connected(self, table: Table) -> list[str]:
        """Who can make its connection run: the operator first, then by price."""
        order = sorted(self.by_price(table.state), key=lambda name: name != table.entity)
        return [name for name in order if self.can_connect(table, name)]

    def can_connect(self, table: Table, name: str) -> bool:
        """Whether one of its trains can run from home to destination, or its track leads there."""
        row = table.corporation(name)
        if not row.trains or not row.tokens_on_map or self.is_connected(table.state, name):
            return False
        home, goal = self.ends(table, name)
        if goal not in reach(table.network(name), [home]).stops:
            return False
        return "connection_by_track" in table or self.can_run(table, name)

    def can_run(self, table: Table, name: str) -> bool:
        """Whether one of its trains can run from home to destination."""
        from route_opt.solver import NoLegalRunError, best

        try:
            best(self.with_ends(table, name, table.state.position(name)))
        except NoLegalRunError:
            return False
        return True

    def with_ends(self, table: Table, name: str, position: Position) -> Position:
        """The question of a connection run."""
        home, goal = self.ends(table, name)
        marker = Marker("connection_run", owner=name, from_=home, to=goal)
        return replace(position, markers=(*position.markers, marker))

    def run_position(self, table: Table, position: Position) -> Position:
        """One train runs from home to destination in a connection run."""
        if table.turn.notes.get("running") == table.entity:
            return self.with_ends(table, table.entity, position)
        return position

    def stands_there(self, table: Table, name: str) -> bool:
        """Whether a company has a marker at its destination already."""
        goal = self.ends(table, name)[1]
        return name in table.state.board.tokens.get(goal, ())

    def place_destination(self, table: Table, on_map: bool) -> None:
        """The marker goes to the destination free, or is kept as one more to be paid for."""
        name = table.entity
        goal = self.ends(table, name)[1]
        row = table.company(name)
        table.set_turn(revenue=None if self.can_run(table, name) else 0)
        if not on_map:
            price = self.title.play.special["connection_run"]["marker_price"]
            table.change(name, tokens_unplaced=(*row.tokens_unplaced, price))
            table.say("destination", f"{name} keeps its destination marker")
            return
        fills = fills_space(self.title, table.state.options, goal)
        slot = table.free_slot(goal, name) if fills else None
        if slot is None:
            table.put_beside(goal, name)
        else:
            table.put_token(goal, name, slot)
        table.change(name, tokens_on_map=(*row.tokens_on_map, goal))
        marker = Marker("destination", goal, name)
        self.put_markers(table, [*table.state.board.markers, marker])
        table.say("destination", f"{name} puts its destination marker on {goal}")

    # private companies and phases

    def private_prices(self, table: Table, name: str) -> tuple[int, int] | None:
        """The Bridge Company in phase 1, by those on the river, for half to full price."""
        private = self.private(name)
        if name == BRIDGE and private and table.state.phase == private.sold_from:
            if table.entity not in RIVER_COMPANIES:
                return None
            return private.price // 2, private.price
        return super().private_prices(table, name)

    # ledgers

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """Destination markers, ports that close, protection."""
        if action["type"] == "choose":
            return Special("destination", str(action["entity"]), str(action["choice"]).lower())
        if action["type"] == "assign" and action["entity"] == PORT and marker_of(state, *PORTS):
            return Special("closed_port", at=str(action["target"]))
        if action["type"] == "buy_shares" and action["entity_type"] == "player":
            return Protect(str(action["entity"]), str(action["shares"][0]).rpartition("_")[0])
        return None

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """Games with diesels, or with destination markers in city spaces, show it."""
        found = [*super().recorded_options(rows)]
        if "D" in rows[0]["before"]["depot"]["upcoming"]:
            found.append("diesels")
        if any(self._fights_for_spaces(row["after"]["board"]) for row in rows):
            found.append("station_marker_wars")
        return tuple(found)

    def _fights_for_spaces(self, board: dict[str, Any]) -> bool:
        """Whether a destination marker stands in a space of its city."""
        for marker in board["markers"]:
            stop = marker.get("at", "")
            hex_id = stop.partition(".")[0]
            cities = self.title.routes.beside_fills_on
            if marker["kind"] != "destination" or hex_id not in cities:
                continue
            spec = board["tiles"].get(hex_id, "").partition("@")[0]
            tile = self.title.tiles.get(self.title.aliases.get(spec, spec))
            slots = (tile or self.title.hexes[hex_id].tile).stops[0].slots
            if marker["owner"] in board["tokens"].get(stop, ())[:slots]:
                return True
        return False


def _rules(table: Table) -> Rounds:
    assert isinstance(table.rules, Rounds)
    return table.rules
