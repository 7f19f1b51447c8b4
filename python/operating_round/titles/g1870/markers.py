"""1870: the cattle and port markers of private companies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Assign, Choice, Special
from operating_round.memory import GameMemory
from operating_round.protected.markers import put_markers
from operating_round.state import CLOSED, State
from operating_round.steps.base import Step
from operating_round.table import Table, View
from operating_round.titles.g1870.names import CATTLE, PORT
from route_opt.position import Marker


class PortPlaced(GameMemory, frozen=True):
    """The round in which the port marker was placed."""

    port_placed: str = ""


class AssignStep(Step):
    """The cattle and port markers, at any time of their owner's turn (Private companies)."""

    name = "assign"
    does = "put that marker there now"
    occasion = "may place a marker for {}"
    section = "Private companies"

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """The port that closes."""
        assert isinstance(action, Special)
        return f"Close the port of {place(action.at)}"

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
