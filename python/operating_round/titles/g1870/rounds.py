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
from operating_round.memory import GameMemory, Interruption
from operating_round.protected import (
    ProtectedEffects,
    ProtectedMemory,
    ProtectedMoney,
    ProtectedNeed,
    ProtectedRounds,
)
from operating_round.protected.markers import put_markers
from operating_round.protected.steps import PROTECT, ProtectedTrainStep
from operating_round.rules import (
    ExtraLay,
    Parts,
    PrivateRules,
    RecordRules,
    TokenRules,
    TrackRules,
)
from operating_round.state import BANK, CLOSED, State, replace
from operating_round.steps.base import Step
from operating_round.steps.build import BuildStep
from operating_round.steps.dividend import DividendStep, objections
from operating_round.steps.end import EndStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.run import RunStep, best_result
from operating_round.steps.token import TokenStep
from operating_round.table import Table, View
from route_opt.errors import Problem
from route_opt.lays import Lay as TileLay
from route_opt.position import Marker, Position
from route_opt.reach import leads_on
from route_opt.rules.laying import crosses_river
from route_opt.rules.tokens import fills_space
from route_opt.title import Title

BRIDGE, CATTLE, PORT, FRISCO = "MRBC", "SCC", "GSC", "SLSF"
RIVER_COMPANIES = ("MP", "SSW")
"""Those who start on the river, and may buy the Bridge Company in phase 1."""


class PortPlaced(GameMemory, frozen=True):
    """The round in which the port marker was placed."""

    port_placed: str = ""


class AssignStep(Step):
    """The cattle and port markers, at any time of their owner's turn (Private companies)."""

    name = "assign"
    does = "put that marker there now"
    occasion = "may place a marker for {}"

    def rule(self, table: View) -> str:
        """The section on private companies."""
        return "Private companies"

    def takes(self, action: Action) -> bool:
        """Markers, and the port that closes."""
        return isinstance(action, Assign) or (
            isinstance(action, Special) and action.kind == "closed_port"
        )

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
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

    def closable(self, table: View, placed: Marker | None) -> list[str]:
        """The hex of an open port that may be closed now."""
        if placed is None or placed.kind != "port_open":
            return []
        same_round = PortPlaced.of(table.state).port_placed == table.state.round
        if same_round and "port_closes_at_once" not in table:
            return []
        return [placed.at.partition(".")[0]]

    def apply(self, table: Table, action: Action) -> None:
        """Put it there; a closed port closes the company."""
        if isinstance(action, Assign):
            kind = "cattle" if action.private == CATTLE else "port_open"
            self.put(table, kind, action.hex)
            if action.private == PORT:
                PortPlaced.set(table, port_placed=table.state.round)
        elif isinstance(action, Special):
            self.put(table, "port_closed", action.at)
            table.privates.give(PORT, CLOSED)

    def put(self, table: Table, kind: str, hex_id: str) -> None:
        """A marker for the acting company, in place of an open port if there is one."""
        others = [m for m in table.state.board.markers if m.kind not in PORTS or kind not in PORTS]
        new = Marker(kind, f"{hex_id}.0", table.entity)
        put_markers(table, [*others, new])
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
    occasion = "makes the connection run of {}"

    def __init__(self, name: str) -> None:
        self.name = name

    def rule(self, table: View) -> str:
        """The section."""
        return "Connection Run"

    def rule_of(self, table: View, action: Action) -> str:
        """Objections fall under theirs, as after any run."""
        if isinstance(action, Object):
            return _DIVIDEND.rule_of(table, action)
        return self.rule(table)

    def refusal(self, table: View, action: Action) -> str:
        """Who may object."""
        waits = table.turn.revenue is not None and not table.turn.paid
        if isinstance(action, Object) and waits:
            if not can_run(table, table.entity):
                return f"no train of {table.entity} can make its connection run"
            return _DIVIDEND.refusal(table, action)
        return super().refusal(table, action)

    def takes(self, action: Action) -> bool:
        """The marker, the run and the dividend."""
        return isinstance(action, Run | Dividend | Object) or (
            isinstance(action, Special) and action.kind == "destination"
        )

    def enter(self, table: Table) -> None:
        """Find out who is connected now."""
        table.set_turn(notes={})
        Interruption.set(table, operator=table.entity, queue=connected(table))
        self.next_run(table)

    def next_run(self, table: Table) -> None:
        """On to the next company; with none left the turn is the operator's again."""
        now = Interruption.of(table)
        name, *others = now.queue or (now.operator,)
        fresh = replace(table.turn, entity=name, revenue=None, paid=False, resting=(), notes={})
        table.set(turn=fresh)
        Interruption.set(table, operator=now.operator, queue=others)
        if now.queue:
            Interruption.set(table, running=name)
            table.say("connection", f"{name} is connected to its destination", corporation=name)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """First where the marker goes, then the run, then all or nothing."""
        turn = table.turn
        if not is_connected(table.state, table.entity):
            waiting = Interruption.of(table).queue or ()
            others = waiting if "connections_in_any_order" in table else ()
            for name in (table.entity, *others):
                if not stands_there(table, name):
                    yield Choice(Special("destination", name, "map"))
                yield Choice(Special("destination", name, "charter"))
        elif turn.revenue is None:
            yield from _RUN.choices(table, about)
        elif not turn.paid:
            yield Choice(Dividend("full"))
            yield Choice(Dividend("withhold"))
            if can_run(table, table.entity):  # else nobody can show a better run
                yield from objections(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Do it; after the dividend the next company follows."""
        if isinstance(action, Special):
            if action.at != table.entity:
                self.go_first(table, action.at)
            place_destination(table, action.choice == "map")
        elif isinstance(action, Run):
            _RUN.apply(table, action)
        elif isinstance(action, Object):
            _DIVIDEND.object(table, action)
        elif isinstance(action, Dividend):
            self.pay(table, action.kind)
            self.next_run(table)

    def go_first(self, table: Table, name: str) -> None:
        """Another of those who wait runs now."""
        waiting = Interruption.of(table).queue or ()
        others = [table.entity, *(other for other in waiting if other != name)]
        Interruption.set(table, queue=others, running=name)
        table.set_turn(entity=name)

    def pay(self, table: Table, kind: str) -> None:
        """All or nothing; a price only moves right."""
        name, revenue = table.entity, table.turn.revenue or 0
        if kind == "full":
            table.market.pay_shares(name, revenue)
        else:
            table.bank.pay(BANK, name, revenue)
        table.say("dividend", f"{name} {'pays' if kind == 'full' else 'keeps'} {revenue}")
        moves = table.title.play.special["connection_run"]["moves"]
        if revenue and moves[kind]:
            table.market.move_price(name, "right", moves[kind])

    def finished(self, table: View) -> bool:
        """Whether nobody is left to run."""
        return not Interruption.of(table).running

    def may_pass(self, table: View) -> bool:
        """Never, if a train can make the run."""
        waits = not is_connected(table.state, table.entity)
        return waits and not can_run(table, table.entity)

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


def _cannot_run(table: View) -> bool:
    """Whether the marker is placed and the run to be made, but no train can make it."""
    ready = table.turn.revenue is None and is_connected(table.state, table.entity)
    return ready and not can_run(table, table.entity)


def bridge_is_closed(table: View) -> bool:
    """Whether no track may cross the Mississippi yet."""
    bridges = [name for name, private in table.title.privates.items() if private.bridge]
    owners = {table.privates.owner_of(name) for name in bridges}
    return bool(owners - {CLOSED, *table.state.corporations})


def marker_on_map(state: State, name: str) -> Marker | None:
    """The destination marker of a company on the map."""
    markers = state.board.markers
    return next((m for m in markers if m.kind == "destination" and m.owner == name), None)


def is_connected(state: State, name: str) -> bool:
    """Whether a company has made its connection run: it has one marker more."""
    row = state.corporations[name]
    own = len(state.rules.corporations[name].tokens)
    return len(row.tokens_on_map) + len(row.tokens_unplaced) > own


def ends(table: View, name: str) -> tuple[str, str]:
    """Home and destination of a company."""
    return table.map.home_stops(name)[0], f"{table.title.corporations[name].destination}.0"


def connected(table: View) -> list[str]:
    """Who can make its connection run: the operator first, then by price."""
    order = sorted(table.market.by_price(), key=lambda name: name != table.entity)
    return [name for name in order if can_connect(table, name)]


def can_connect(table: View, name: str) -> bool:
    """Whether one of its trains can run from home to destination, or its track leads there."""
    row = table.corporation(name)
    if not row.trains or not row.tokens_on_map or is_connected(table.state, name):
        return False
    home, goal = ends(table, name)
    if not leads_on(table.map.network(name), home, goal):
        return False
    return "connection_by_track" in table or can_run(table, name)


def can_run(table: View, name: str) -> bool:
    """Whether one of its trains can run from home to destination."""
    from route_opt.solver import NoLegalRunError

    try:
        best_result(with_ends(table, name, table.state.position(name)))
    except NoLegalRunError:
        return False
    return True


def with_ends(table: View, name: str, position: Position) -> Position:
    """The question of a connection run."""
    home, goal = ends(table, name)
    marker = Marker("connection_run", owner=name, from_=home, to=goal)
    return replace(position, markers=(*position.markers, marker))


def stands_there(table: View, name: str) -> bool:
    """Whether a company has a marker at its destination already."""
    goal = ends(table, name)[1]
    return name in table.state.board.tokens.get(goal, ())


def place_destination(table: Table, on_map: bool) -> None:
    """The marker goes to the destination free, or is kept as one more to be paid for."""
    name = table.entity
    goal = ends(table, name)[1]
    row = table.company(name)
    table.set_turn(revenue=None if can_run(table, name) else 0)
    if not on_map:
        price = table.title.play.special["connection_run"]["marker_price"]
        table.change(name, tokens_unplaced=(*row.tokens_unplaced, price))
        table.say("destination", f"{name} keeps its destination marker")
        return
    fills = fills_space(table.title, table.state.options, goal)
    slot = table.map.free_slot(goal, name) if fills else None
    if slot is None:
        table.map.put_beside(goal, name)
    else:
        table.map.put_token(goal, name, slot)
    table.change(name, tokens_on_map=(*row.tokens_on_map, goal))
    marker = Marker("destination", goal, name)
    put_markers(table, [*table.state.board.markers, marker])
    table.say("destination", f"{name} puts its destination marker on {goal}")


def _move_in(table: Table, stop: str) -> None:
    """Markers beside a city take its free spaces, in their order."""
    there = table.state.board.tokens.get(stop, ())
    spaces = table.map.stop(stop).slots
    for place, owner in enumerate(there[spaces:], spaces):
        slot = table.map.free_slot(stop, owner) if owner else None
        if owner and slot is not None:
            held = list(table.state.board.tokens[stop])
            held[slot], held[place] = owner, None
            table.map.set_tokens(stop, held)


def _fights_for_spaces(title: Title, board: dict[str, Any]) -> bool:
    """Whether a destination marker stands in a space of its city."""
    for marker in board["markers"]:
        stop = marker.get("at", "")
        hex_id = stop.partition(".")[0]
        cities = title.routes.beside_fills_on
        if marker["kind"] != "destination" or hex_id not in cities:
            continue
        spec = board["tiles"].get(hex_id, "").partition("@")[0]
        tile = title.tiles.get(title.aliases.get(spec, spec))
        slots = (tile or title.hexes[hex_id].tile).stops[0].slots
        if marker["owner"] in board["tokens"].get(stop, ())[:slots]:
            return True
    return False


class Rounds(ProtectedRounds):
    """The shape of its rounds and turns."""

    def steps(self, table: View) -> tuple[Step, ...]:
        """Connection runs end a turn; the first turn of a round may begin with some too."""
        return _STEPS if table.state.done else (_BEFORE, *_STEPS)

    def after_leaving(self, table: View) -> tuple[Step, ...]:
        """A company that closes in its own turn may open connections like any other."""
        return (*super().after_leaving(table), _AFTER)

    def always(self, table: View) -> tuple[Step, ...]:
        """Private companies, their markers and the free home tile; not in a connection run."""
        if table.turn.step in (_BEFORE.name, _AFTER.name):
            return ()
        powers = () if table.turn.step == _BUILD.name else (_POWERS,)
        return _PRIVATES, _ASSIGN, *powers

    def float_percent(self, table: View, name: str) -> int:
        """In the historical variant SLSF starts with as many shares as the others."""
        if name == FRISCO and "historical_order" in table:
            return int(self.title.play.special["historical_order"]["slsf_float"])
        return super().float_percent(table, name)


class Track(TrackRules):
    """Its track."""

    def objection(self, table: View, lay: TileLay, extra: ExtraLay | None) -> str:
        """The river, and a home tile that is not upgraded in the turn it was laid free."""
        if lay.upgrade and BRIDGE in table.turn.used and lay.hex in table.turn.lays:
            return f"{lay.hex} was laid by {BRIDGE} in this turn"
        crosses = crosses_river(self.title, table.map.network().board.lay(lay.hex, lay.spec))
        if crosses and bridge_is_closed(table):
            return f"nobody crosses the river before a company owns {BRIDGE}, or it is closed"
        return ""

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """The Bridge Company: 40 off one river hex; MP and SSW at home free in their first turn."""
        private = table.rules.privates.private(BRIDGE)
        if private is None or BRIDGE not in table.acting.companies:
            return
        if table.privates.times_used(BRIDGE):
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


class Tokens(TokenRules):
    """Its tokens."""

    def token_prices(self, table: View, name: str) -> tuple[int, ...]:
        """A destination marker that was kept is one more."""
        row, prices = table.company(name), self.title.corporations[name].tokens
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
        """The Bridge Company in phase 1, by those on the river, for half to full price."""
        private = self.private(name)
        if name == BRIDGE and private and table.state.phase == private.sold_from:
            if table.entity not in RIVER_COMPANIES:
                return None
            return private.price // 2, private.price
        return super().private_prices(table, name)


class Records(RecordRules):
    """Its records."""

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
        if any(_fights_for_spaces(self.title, row["after"]["board"]) for row in rows):
            found.append("station_marker_wars")
        return tuple(found)


class Memory(ProtectedMemory):
    """What its states remember."""

    game: ClassVar = (*ProtectedMemory.game, PortPlaced)
    turn: ClassVar = (*ProtectedMemory.turn, Interruption)

    def misfits(self, table: View) -> Iterator[Problem]:
        """In a connection run: who runs, who waits, and whose turn it is."""
        yield from super().misfits(table)
        turn = table.state.turn
        if turn is None or turn.step not in (_BEFORE.name, _AFTER.name):
            return
        notes, rows = Interruption.of(table), table.state.corporations
        if turn.paid or turn.entity not in rows or notes.running != turn.entity:
            yield Problem("wrong_turn", "turn.notes.running", "is not the company that runs now")
        elif _cannot_run(table):
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

    def price_at_closed(self, table: Table, name: str) -> None:
        """Spaces that a closed company leaves are taken by markers that wait for one."""
        stops = [stop for stop, held in table.state.board.tokens.items() if name in held]
        super().price_at_closed(table, name)
        for stop in stops:
            if fills_space(self.title, table.state.options, stop):
                _move_in(table, stop)


PARTS = Parts(
    rounds=Rounds,
    track=Track,
    tokens=Tokens,
    money=Prices,
    privates=Privates,
    records=Records,
    memory=Memory,
    effects=Happens,
    need=ProtectedNeed,
)
