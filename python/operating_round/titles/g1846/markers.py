"""1846: the markers of private companies, and the port token of a player."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Assign, Choice
from operating_round.memory import GameMemory, TurnMemory
from operating_round.state import State
from operating_round.steps.base import Step
from operating_round.table import Table, View
from operating_round.titles.g1846.names import STEAMBOAT
from route_opt.position import Marker

MARKERS = ("meat_packing", "steamboat", "boomtown", "mail_contract", "removed_corporation")
"""Kinds of marker, in the order in which a document lists them."""

MARKER_OF = {"BT": "boomtown", "MPC": "meat_packing", "SC": "steamboat"}
"""Private companies that put a marker on a hex."""


class Port(GameMemory, frozen=True):
    """Company and hex of the port token, as far as they have been given."""

    port: tuple[str, str] = ("", "")


class PortTurn(TurnMemory, frozen=True):
    """What was given of the port token before the first turn of a round."""

    company: str | None = None
    hex: str | None = None


class AssignStep(Step):
    """Markers of the acting corporation's private companies, at any time of its turn (3, 6)."""

    name = "assign"
    does = "put that marker there now"
    occasion = "may place a marker for {}"
    section = "3"

    def takes(self, action: Action) -> bool:
        """Markers."""
        return isinstance(action, Assign)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every hex a marker may go to; the port token before the run, the others once."""
        for name in table.acting.companies:
            private = table.privates.get(name)
            if name not in MARKER_OF or private is None or table.turn.used.get(name):
                continue
            if marker_of(table.state, name) and name != STEAMBOAT:
                continue
            if name == STEAMBOAT and table.turn.revenue is not None:
                continue
            for hex_id in private.hexes:
                yield Choice(Assign(name, hex=hex_id))

    def apply(self, table: Table, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, Assign)
        put_marker(table, action.private, action.hex, table.entity)
        table.privates.use(action.private)


class PortStep(Step):
    """The port token of a player's Steamboat Company, when income is paid (3)."""

    name = "port"
    does = "put the port token there"
    occasion = "may place the port token"
    section = "3"

    def takes(self, action: Action) -> bool:
        """Markers."""
        return isinstance(action, Assign)

    def decides(self, table: View) -> str:
        """Its owner."""
        return table.privates.owner_of(STEAMBOAT)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """A company once, a hex once, each another than before."""
        private = table.privates.get(STEAMBOAT)
        if private is None or self.finished(table):
            return
        now = marker_of(table.state, STEAMBOAT)
        owner, place = pending_port(table.state)
        given = PortTurn.of(table)
        if given.company is None:
            running = [n for n, row in table.state.corporations.items() if row.floated]
            for name in (*table.state.minors, *running):
                if name != owner:
                    yield Choice(Assign(STEAMBOAT, corporation=name))
        if given.hex is None:
            for hex_id in private.hexes:
                if not now or hex_id != place:
                    yield Choice(Assign(STEAMBOAT, hex=hex_id))

    def apply(self, table: Table, action: Action) -> None:
        """Remember both halves; with both there the token stands."""
        assert isinstance(action, Assign)
        owner, place = pending_port(table.state)
        if action.corporation:
            owner = action.corporation
            PortTurn.set(table, company=owner)
        if action.hex:
            place = action.hex
            PortTurn.set(table, hex=place)
        Port.set(table, port=(owner, place))
        if owner and place:
            put_marker(table, STEAMBOAT, place, owner)

    def finished(self, table: View) -> bool:
        """Whether both were given."""
        given = PortTurn.of(table)
        return given.company is not None and given.hex is not None


def pending_port(state: State) -> tuple[str, str]:
    """Company and hex of the port token, as far as they have been given."""
    marker = marker_of(state, STEAMBOAT)
    if marker:
        return marker.owner, marker.at.partition(".")[0]
    owner, place = Port.of(state).port
    there = owner in state.corporations or owner in state.minors
    return owner if there else "", place


def marker_of(state: State, private: str) -> Marker | None:
    """The marker of a private company, if it is on the map."""
    kind = MARKER_OF[private]
    return next((marker for marker in state.board.markers if marker.kind == kind), None)


def put_marker(table: Table, private: str, hex_id: str, owner: str) -> None:
    """Put a private company's marker on a hex, for a company."""
    kind = table.title.markers[MARKER_OF[private]]
    amount = kind.amount if isinstance(kind.amount, int) else kind.amount[hex_id]
    cities = len(table.map.laid(hex_id).tile.stops)
    wide = kind.hex_wide and cities > 1
    new = Marker(kind.kind, f"{hex_id}.0", owner, amount, hex_wide=wide)
    others = [marker for marker in table.state.board.markers if marker.kind != kind.kind]
    table.map.set_markers(in_order([*others, new]))
    table.say("marker", f"{private}: {kind.kind} marker on {hex_id} for {owner}", private=private)


def in_order(markers: list[Marker]) -> list[Marker]:
    """Markers as a document lists them."""
    return sorted(markers, key=lambda marker: MARKERS.index(marker.kind))
