"""1867 Big Wyoming: what its operating rounds have that data cannot say.

``State.own`` holds the ``queue``, the ``ninth`` corporation that came with P13, and the deposits
that ``exported`` in this round; a corporation's ``own`` its last ``revenue`` and whether it was
``acquired`` by the Union Pacific.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from operating_round import market, queue, resources
from operating_round.actions import Action, Assign, Choice, Special
from operating_round.errors import StateError
from operating_round.rules import ExtraLay, Offer, Rules
from operating_round.state import BANK, CLOSED, MARKET, Corporation, Count, Money, State
from operating_round.steps.acquire import CrisisTrainStep, OfferStep
from operating_round.steps.auto import Automatic
from operating_round.steps.base import Step
from operating_round.steps.deliver import (
    CubeRunStep,
    DeliveryStep,
    delivery_misfits,
    note_run,
)
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.run import running_position
from operating_round.steps.shares import ShareStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.table import Table, replace
from route_opt.errors import Problem
from route_opt.lays import Lay as TileLay
from route_opt.position import Marker
from route_opt.title import Private

LAND = ("P1", "P2")
"""Land companies: their buyer may lay the tile they kept from all."""

ENERGY, PUNDIT, SEAT, WORKS, SURVEY = "P3", "P4", "P6", "P7", "P8"
FOUNDER, COUNCIL, EXTRACTION, CONTRACT, INVESTORS = "P9", "P10", "P11", "P12", "P13"

REMOVED = "removed"
"""Who holds the shares that left the game."""

ACQUIRED = "acquired"


class PowerStep(Step):
    """What the private companies of the acting corporation put on the map (14)."""

    name = "powers"
    does = "use a private company that way"

    def rule(self, table: Table) -> str:
        """The section on private companies."""
        return "14"

    def takes(self, action: Action) -> bool:
        """Markers of private companies."""
        return isinstance(action, Assign)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Refinery and cube before the run; the council's token at any time."""
        stops = table.reach().stops
        ran = table.turn.revenue is not None
        for name in table.acting.companies:
            if name == COUNCIL or (name == ENERGY and not ran and not _offboard_refinery(table)):
                for hex_id in _private(table, name).hexes:
                    if f"{hex_id}.0" in stops:
                        yield Choice(Assign(name, hex=hex_id))
            if name == EXTRACTION and not ran and not table.turn.used.get(name):
                for deposit in resources.deposits_of(table, table.entity):
                    room = resources.cubes(table, deposit) < resources.capacity(table)
                    if room and resources.supply(table):
                        yield Choice(Assign(name, hex=deposit.partition(".")[0]))

    def apply(self, table: Table, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, Assign)
        stop = f"{action.hex}.0"
        if action.private == EXTRACTION:
            resources.add_cubes(table, stop, _private(table, EXTRACTION).amount)
            table.set_turn(used={**table.turn.used, EXTRACTION: 1})
        elif action.private == ENERGY:
            resources.set_refinery(table, stop, "operational", table.entity)
        else:
            marker = Marker("business_council", stop, table.entity)
            table.set_markers([*table.state.board.markers, marker])
            table.give_private(COUNCIL, CLOSED)


class FoundingStep(Step):
    """The player who owns P9 may found a refinery, after refineries have developed (14.9)."""

    name = "founding"
    does = "found a refinery there"

    def rule(self, table: Table) -> str:
        """The section on the company."""
        return "14.9"

    def takes(self, action: Action) -> bool:
        """Its refinery."""
        return isinstance(action, Assign)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Every city of Wyoming without a refinery."""
        player = table.owner_of(FOUNDER) in table.state.players
        if not player or not resources.room_for_refinery(table):
            return
        for hex_id, hex_ in table.title.hexes.items():
            city = any(stop.kind == "city" for stop in hex_.tile.stops)
            if city and resources.refinery(table, f"{hex_id}.0") is None:
                yield Choice(Assign(FOUNDER, hex=hex_id))

    def apply(self, table: Table, action: Action) -> None:
        """The company closes for it."""
        assert isinstance(action, Assign)
        resources.set_refinery(table, f"{action.hex}.0", "inoperational")
        table.give_private(FOUNDER, CLOSED)

    def finished(self, table: Table) -> bool:
        """Whether there is no such player, or no room."""
        return next(self.choices(table), None) is None


class SeatStep(Step):
    """The corporation that owned P6 takes over a station of the acquired one (14.6)."""

    name = "seat"
    does = "replace that station"

    def rule(self, table: Table) -> str:
        """The section on the company."""
        return "14.6"

    def takes(self, action: Action) -> bool:
        """Replacements."""
        return isinstance(action, Special) and action.kind == "replace"

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """A station of the acquired, for a token of the charter or one that stands elsewhere."""
        if "seat" not in table.turn.notes:
            return
        owner, acquired = table.turn.notes["seat"]
        row = table.corporation(owner)
        for stop in table.corporation(acquired).tokens_on_map:
            if owner in table.state.board.tokens[stop]:
                continue
            for source in (*("charter",) * bool(row.tokens_unplaced), *row.tokens_on_map):
                yield Choice(Special("replace", stop, source))

    def apply(self, table: Table, action: Action) -> None:
        """Exchange the tokens."""
        assert isinstance(action, Special)
        owner, acquired = table.turn.notes["seat"]
        row, lost = table.corporation(owner), table.corporation(acquired)
        on_map, unplaced = list(row.tokens_on_map), row.tokens_unplaced
        if action.choice == "charter":
            unplaced = unplaced[1:]
        else:
            on_map.remove(action.choice)
            held = table.state.board.tokens[action.choice]
            table.set_tokens(action.choice, [None if name == owner else name for name in held])
        held = table.state.board.tokens[action.at]
        table.set_tokens(action.at, [owner if name == acquired else name for name in held])
        table.change(owner, tokens_on_map=(*on_map, action.at), tokens_unplaced=unplaced)
        left = tuple(stop for stop in lost.tokens_on_map if stop != action.at)
        table.change(acquired, tokens_on_map=left)
        notes = {key: value for key, value in table.turn.notes.items() if key != "seat"}
        table.set_turn(notes=notes)
        table.say("token", f"{owner} takes the station of {acquired} on {action.at}")

    def finished(self, table: Table) -> bool:
        """Whether there is nothing to take over."""
        return next(self.choices(table), None) is None


def _private(table: Table, name: str) -> Private:
    return table.title.privates[name]


def _offboard_refinery(table: Table) -> bool:
    """Whether the sixth refinery is on the map."""
    markers = table.state.board.markers
    return any(
        marker.kind == resources.REFINERY and table.stop(marker.at).kind == "offboard"
        for marker in markers
    )


def _is_acquired(row: Corporation) -> bool:
    return bool(row.own.get(ACQUIRED))


def _moment(table: Table) -> list[Any]:
    """What has been done in this turn, to tell whether anything has since."""
    turn = table.turn
    done = (turn.lays, turn.bought, turn.used, table.acting.companies)
    return [turn.step, turn.tokens, turn.traded, turn.paid, *(len(part) for part in done)]


class Rounds(Rules):
    """The rules of 1867 Big Wyoming."""

    own_fields: ClassVar = {
        **Rules.own_fields,
        "queue": list[list[str | None]],
        "ninth": str,
        "exported": list[str],
    }
    company_fields: ClassVar = {"revenue": Money, ACQUIRED: bool}
    note_fields: ClassVar = {
        "land": tuple[str, list[Any]],
        "seat": tuple[str, str],
        "declined": list[str],
        "settled": bool,
        "routes": list[list[str]],
        "owed": Count,
        "delivered": list[tuple[Count, str]],
    }

    def misfits(self, table: Table) -> Iterator[Problem]:
        """Who waits, what was earned for cubes, whose station may be replaced."""
        yield from self._queue_misfits(table)
        turn = table.state.turn
        if turn is None:
            return
        notes, rows = turn.notes, table.state.corporations
        if any(name not in rows for name in notes.get("seat", ())):
            yield Problem("wrong_turn", "turn.notes.seat", "names a corporation that is not there")
        if "land" in notes and notes["land"][0] not in LAND:
            yield Problem("wrong_turn", "turn.notes.land", f"is not one of {', '.join(LAND)}")
        yield from delivery_misfits(table)

    def _queue_misfits(self, table: Table) -> Iterator[Problem]:
        size, rows = self.title.play.special["queue"], table.state.own.get("queue", [])
        if len(rows) > size["rows"] or any(len(row) != size["columns"] for row in rows):
            message = f"is not of at most {size['rows']} rows of {size['columns']}"
            yield Problem("wrong_queue", "own.queue", message)
        waiting = [name for row in rows for name in row if name is not None]
        for name in waiting:
            row = table.state.corporations.get(name)
            if row is None or row.market is not None or waiting.count(name) > 1:
                yield Problem("wrong_queue", "own.queue", f"{name!r} does not wait, or twice")
        ninth = table.state.own.get("ninth", "")
        if ninth and ninth not in table.state.corporations:
            yield Problem("wrong_queue", "own.ninth", f"{ninth!r} is not a corporation")

    # before the first round

    def set_up(self, table: Table, removed: tuple[str, ...]) -> None:
        """Eight corporations in the queue, one beside P13, and the refinery of P3 (5.7, 5.8)."""
        size = self.title.play.special["queue"]
        names = list(table.state.corporations)
        places = size["columns"] * size["rows"]
        ninth = names[places] if len(names) > places else ""
        waiting = queue.filled(names[:places], size["columns"], size["rows"])
        table.set(own={**table.state.own, "queue": waiting, "ninth": ninth, "exported": []})
        if INVESTORS in removed and ninth:
            table.change(ninth, closed=True)
        if ENERGY in removed:
            hex_id = self.title.play.special["resources"]["refinery_without_company"]
            resources.set_refinery(table, f"{hex_id}.0", "operational")

    def payer_of(self, table: Table, name: str, player: str) -> str:
        """The bank, for the director's certificate that comes with P13 (14.13)."""
        waits = queue.row_of(self._queue(table), name) is not None
        comes_with = name == table.state.own.get("ninth") and not waits
        return BANK if comes_with and table.owner_of(INVESTORS) == player else player

    def floats(self, table: Table, name: str) -> None:
        """A director's certificate was bought: from the top row, or with P4 or P13 (7.1, 14)."""
        row = table.corporation(name)
        player, par = row.owner or "", row.par or 0
        first = self.title.play.special["start_prices"]["first_phase"][str(par)]
        if not table.reached_phase(first):
            raise StateError(f"a start price of {par} comes with phase {first} (7.1)")
        place = queue.row_of(self._queue(table), name)
        if place is None and name == table.state.own.get("ninth"):
            if table.owner_of(INVESTORS) != player or row.shares.get(player) != 20:
                raise StateError(f"{name} comes with {INVESTORS}, its director's share (14.13)")
        elif place == 1 and table.owner_of(PUNDIT) == player:
            table.give_private(PUNDIT, CLOSED)
        elif place != 0:
            raise StateError(f"{name} is not in the top row of the queue (7.1)")
        self._set_queue(table, queue.closed_up(queue.without(self._queue(table), name)))
        self.place_home(table, name)

    def _queue(self, table: Table) -> queue.Queue:
        size = self.title.play.special["queue"]
        rows: queue.Queue = [list(row) for row in table.state.own.get("queue", ())]
        rows += [[None] * size["columns"] for _ in range(size["rows"] - len(rows))]
        return rows

    def _set_queue(self, table: Table, rows: queue.Queue) -> None:
        table.set(own={**table.state.own, "queue": rows})

    # the shape of a round

    def steps(self, table: Table) -> tuple[Step, ...]:
        """An acquired corporation moves to the right and does nothing else (8.2)."""
        row = table.acting
        acquired = isinstance(row, Corporation) and _is_acquired(row)
        return _ACQUIRED_STEPS if acquired else _STEPS

    def always(self, table: Table) -> tuple[Step, ...]:
        """Powers of private companies; nothing for an acquired corporation."""
        if self.steps(table) is _ACQUIRED_STEPS:
            return ()
        return (*super().always(table), _POWERS)

    def after_turns(self, table: Table) -> tuple[Step, ...]:
        """Production, refineries, and the Union Pacific (8.3 to 8.6)."""
        return _AFTER_TURNS

    def has_left(self, table: Table, name: str) -> bool:
        """Closed, or acquired in this very turn."""
        row = table.state.corporations.get(name)
        if row is None or row.market is None:
            return True
        return _is_acquired(row) and table.turn.step not in ("", _ACQUIRED_STEPS[0].name)

    def start_round(self, table: Table) -> None:
        """Nothing was exported yet."""
        table.set(own={**table.state.own, "exported": []})
        super().start_round(table)

    def start_turn(self, table: Table) -> None:
        """A station of an acquired corporation that was replaced does not come back."""
        if self.steps(table) is not _ACQUIRED_STEPS:
            super().start_turn(table)

    def end_turn(self, table: Table) -> None:
        """The revenue board shows what was earned (8.2.C.e)."""
        super().end_turn(table)
        if self.steps(table) is not _ACQUIRED_STEPS:
            own = {**table.acting.own, "revenue": table.turn.revenue or 0}
            table.change(table.entity, own=own)

    def end_round(self, table: Table) -> None:
        """The game ends when all that run have been acquired (2, 10), or nobody can be any more."""
        rows = [table.corporation(name) for name in self.by_price(table.state)]
        nobody = not rows and self.buyer_is_active(table) and not self.can_acquire_waiting(table)
        if nobody or (rows and all(_is_acquired(row) for row in rows)):
            table.set(finish="acquired", over=True)
            table.say("end", "every corporation has been acquired: the game ends")

    def remarks(self, state: State) -> Iterator[str]:
        """The queue, cubes, refineries, and who was acquired."""
        rows = [[name or "-" for name in row] for row in state.own.get("queue", ()) if any(row)]
        yield "queue: " + (", ".join("/".join(row) for row in rows) or "empty")
        markers = state.board.markers
        yield "cubes: " + ", ".join(f"{m.at} {m.count}" for m in markers if m.kind == "cube")
        refineries = [m for m in markers if m.kind == resources.REFINERY]
        yield "refineries: " + ", ".join(f"{m.at} {m.state}" for m in refineries)
        acquired = [name for name, row in state.corporations.items() if _is_acquired(row)]
        if acquired:
            yield "acquired: " + ", ".join(acquired)

    def bank_broken(self, table: Table) -> None:
        """The bank is as large as it has to be (5.4)."""

    # track and tokens

    def may_lay(self, table: Table, upgrade: bool) -> bool:
        """P7: a yellow tile after an upgrade (14.7)."""
        turn = table.turn
        if not upgrade and turn.upgrades and not turn.yellows and self._owns(table, WORKS):
            return True
        return super().may_lay(table, upgrade)

    def _owns(self, table: Table, private: str) -> bool:
        return private in table.acting.companies

    def extra_lays(self, table: Table) -> Iterator[ExtraLay]:
        """The tile of a land company, at once when it is bought (14.1, 14.2)."""
        name, moment = table.turn.notes.get("land", ("", []))
        if name and moment == _moment(table):
            yield ExtraLay(
                name,
                _private(table, name).hexes,
                free=False,
                connected="land_tile_anywhere" not in table,
                colours=("yellow",),
                upgrades=False,
                rule=f"14.{name[1:]}",
            )

    def laid(self, table: Table, action: Action, lay: TileLay) -> None:
        """A tile on a deposit brings money with P8 (14.8)."""
        deposit = any(stop.kind == "deposit" for stop in self.title.tiles[lay.tile].stops)
        if deposit and self._owns(table, SURVEY):
            table.pay(BANK, table.entity, resources.data(table)["survey_pays_for_tile"])

    def token_price(self, table: Table, stop: str, connected: bool) -> int | None:
        """P12: the value of the city once (14.12)."""
        price = super().token_price(table, stop, connected)
        if price is None or not self._owns(table, CONTRACT):
            return price
        return price // self.title.play.tokens.times_value * _private(table, CONTRACT).amount

    # runs, prices and shares

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """Which cubes were delivered is still to be said (8.2.C.c)."""
        note_run(table, running_position(table), routes)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A corporation closes and waits again, if the queue has room (9.1)."""
        table.say("closing", f"{name} closes", corporation=name)
        place = market.key(table.place(name))
        order = dict(table.state.market_order)
        order[place] = tuple(other for other in order[place] if other != name)
        table.set(market_order={key: names for key, names in order.items() if names})
        self._strip(table, name)
        table.remove_tokens(name)
        waiting = queue.with_last(self._queue(table), name)
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
            self._set_queue(table, waiting)

    def _strip(self, table: Table, name: str) -> None:
        """What a corporation owns leaves the game; its money goes to the bank."""
        table.pay(name, BANK, table.cash(name))
        for private in table.corporation(name).companies:
            table.give_private(private, CLOSED)
        if name == table.state.own.get("ninth") and table.owner_of(INVESTORS):
            table.give_private(INVESTORS, CLOSED)
        table.set_markers(m for m in table.state.board.markers if m.owner != name)
        table.change(name, trains=())

    def issue_limit(self, table: Table) -> int:
        """One, while fewer than five are in the market (8.2.E.a)."""
        shares = table.corporation(table.entity).shares
        room = shares.get(MARKET, 0) < self.title.play.pool_limit
        return int(room and shares.get(self.title.play.unsold, 0) > 0)

    def redeem_limit(self, table: Table) -> int:
        """One (8.2.E.b)."""
        row = table.corporation(table.entity)
        return int(row.shares.get(MARKET, 0) > 0 and row.cash >= self.redeem_price(table))

    def issue(self, table: Table, count: int, price: int | None = None) -> None:
        """The price falls by one space."""
        super().issue(table, count, price)
        table.move_price(table.entity, "down", count)

    # trains

    def sale_limit(self, table: Table, player: str, name: str) -> int:
        """Not of the corporation that operates, nor of an acquired one (7.2, 8.2.D.c)."""
        if name == table.entity or _is_acquired(table.corporation(name)):
            return 0
        return super().sale_limit(table, player, name)

    def discarded(self, table: Table, train: str) -> None:
        """Trains above the limit leave the game (11.C)."""
        if "excess_trains_for_sale" in table:
            super().discarded(table, train)

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """P13 closes when its corporation buys a train (14.13)."""
        if table.entity == table.state.own.get("ninth") and table.owner_of(INVESTORS):
            table.give_private(INVESTORS, CLOSED)
        super().train_bought(table, train, source)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """Phase 6 takes the fuller column of the queue (8.2.D.a)."""
        super().phase_begins(table, phase, train)
        if phase == self.title.play.special["queue"]["loses_column_in"]:
            rows = self._queue(table)
            left = queue.without_column(rows, queue.fullest_column(rows))
            for name in set(queue.names(rows)) - set(queue.names(left)):
                table.change(name, closed=True)
                table.say("removed", f"{name} leaves the game", corporation=name)
            self._set_queue(table, left)

    # private companies

    def private_bought(self, table: Table, name: str) -> None:
        """A land company allows its tile now or never."""
        if name in LAND:
            table.set_turn(notes={**table.turn.notes, "land": [name, _moment(table)]})

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """Markers follow their companies: the survey's, and whose refinery that of P3 is."""
        markers = list(table.state.board.markers)
        if name == SURVEY:
            markers = [marker for marker in markers if marker.kind != "survey_company"]
            if owner in table.state.corporations:
                markers.append(Marker("survey_company", owner=owner))
        if name == ENERGY and owner == CLOSED:
            markers = [replace(m, owner="") if m.kind == resources.REFINERY else m for m in markers]
        table.set_markers(markers)

    # the Union Pacific

    def produce(self, table: Table) -> None:
        """Production and export (8.3)."""
        idle = "acquired_networks_idle" in table
        owners = [
            name
            for name in self.by_price(table.state)
            if not (idle and _is_acquired(table.corporation(name)))
        ]
        resources.produce(table, owners)

    def take_train(self, table: Table) -> None:
        """The Union Pacific takes a train after the last round of a set (8.5)."""
        number, of = table.state.operating_rounds or (0, 1)
        offers: list[Offer] = [offer for offer in self.offers(table) if offer.source == BANK]
        if number < of or not offers:
            return
        train = offers[0].train
        table.change_depot("upcoming", train, -1)
        table.say("upr_train", f"the Union Pacific takes a {train}", train=train)
        owner = table.owner_of(SEAT)
        if owner and owner != CLOSED:
            self.pay_private(table, SEAT, owner, _private(table, SEAT).amount)
        self.check_phase(table, train)

    def buyer_is_active(self, table: Table) -> bool:
        """From phase 6 (8.6)."""
        return table.reached_phase(self.title.play.special["union_pacific"]["corporations_from"])

    def may_be_acquired(self, table: Table) -> list[str]:
        """By price, as in the order of operation."""
        names = self.by_price(table.state)
        return [name for name in names if not _is_acquired(table.corporation(name))]

    def refused(self, table: Table, name: str) -> None:
        """One space down."""
        table.move_price(name, "down")

    def can_acquire_waiting(self, table: Table) -> bool:
        """Whether anybody is in the queue."""
        return bool(queue.names(self._queue(table)))

    def acquire_waiting(self, table: Table) -> None:
        """The top of the queue: only its home station stays (8.6)."""
        rows = self._queue(table)
        name = queue.names(rows)[0]
        table.say(ACQUIRED, f"{name} is acquired from the queue", corporation=name)
        self.place_home(table, name)
        resources.export(table, resources.deposits_of(table, name))
        table.change(name, closed=True, tokens_unplaced=())
        self._set_queue(table, queue.moved_up(queue.without(rows, name)))

    def acquire(self, table: Table, name: str, refusals: int, crisis: bool) -> None:
        """A running corporation, with a bonus dividend unless it is in crisis (8.6)."""
        row = table.corporation(name)
        each = self.title.play.special["union_pacific"]["bonus_for_each_refusal"]
        bonus = 0 if crisis else row.own.get("revenue", 0) + each * refusals
        table.say(ACQUIRED, f"{name} is acquired, bonus {bonus}", corporation=name, bonus=bonus)
        self.pay_shares(table, name, bonus)
        if not row.trains:
            self._to_bottom(table, name)
            if table.corporation(name).market is None:
                if not crisis:
                    self._give_seat(table, name)
                return
        resources.export(table, resources.deposits_of(table, name))
        self._strip(table, name)
        for holder in (self.title.play.unsold, MARKET):
            percent = table.corporation(name).shares.get(holder, 0)
            table.move_shares(name, holder, REMOVED, percent)
        own = {**row.own, ACQUIRED: True, "revenue": 0}
        table.change(name, own=own, owner=None, tokens_unplaced=())
        if not crisis:
            self._give_seat(table, name)

    def _to_bottom(self, table: Table, name: str) -> None:
        """To the lowest space of the column, which may be the one that closes."""
        rows, place = len(self.title.market.grid), table.place(name)
        bottom = market.steps(self.title.market, place, "down", rows)
        if "acquired_keep_a_price" in table and not market.price(self.title.market, bottom):
            bottom = (bottom[0] - 1, bottom[1])
        table.put_price(name, bottom)

    def _give_seat(self, table: Table, acquired: str) -> None:
        """P6 closes; a corporation that owned it may take over a station (14.6)."""
        owner = table.owner_of(SEAT)
        if owner and owner != CLOSED:
            table.give_private(SEAT, CLOSED)
            if owner in table.state.corporations and table.state.turn is not None:
                table.set_turn(notes={**table.turn.notes, "seat": [owner, acquired]})


def _rounds(table: Table) -> Rounds:
    assert isinstance(table.rules, Rounds)
    return table.rules


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
    Automatic(ACQUIRED, lambda table: table.move_price(table.entity, "right")),
)
_AFTER_TURNS: tuple[Step, ...] = (
    Automatic("production", lambda table: _rounds(table).produce(table)),
    Automatic("development", resources.develop),
    FoundingStep(),
    Automatic("upr_train", lambda table: _rounds(table).take_train(table)),
    OfferStep(),
    SeatStep(),
)
