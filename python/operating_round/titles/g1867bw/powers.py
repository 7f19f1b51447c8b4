"""What private companies put on the map (14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Assign, Choice, Special
from operating_round.state import CLOSED
from operating_round.steps.base import Step
from operating_round.table import Table, View
from operating_round.titles.g1867bw import resources
from operating_round.titles.g1867bw.names import COUNCIL, ENERGY, EXTRACTION, FOUNDER, private
from operating_round.titles.g1867bw.remembered import Seat
from route_opt.position import Marker


class PowerStep(Step):
    """What the private companies of the acting corporation put on the map (14)."""

    name = "powers"
    does = "use a private company that way"
    occasion = "may use private companies of {}"
    section = "14"

    def takes(self, action: Action) -> bool:
        """Markers of private companies."""
        return isinstance(action, Assign)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Refinery and cube before the run; the council's token at any time."""
        stops = table.map.reach().stops
        ran = table.turn.revenue is not None
        for name in table.acting.companies:
            if name == COUNCIL or (name == ENERGY and not ran and not _offboard_refinery(table)):
                for hex_id in private(table, name).hexes:
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
            resources.add_cubes(table, stop, private(table, EXTRACTION).amount)
            table.privates.use(EXTRACTION)
        elif action.private == ENERGY:
            resources.set_refinery(table, stop, "operational", table.entity)
        else:
            marker = Marker("business_council", stop, table.entity)
            table.map.set_markers([*table.state.board.markers, marker])
            table.privates.give(COUNCIL, CLOSED)


def _offboard_refinery(table: View) -> bool:
    """Whether the sixth refinery is on the map."""
    markers = table.state.board.markers
    return any(
        marker.kind == resources.REFINERY and table.map.stop(marker.at).kind == "offboard"
        for marker in markers
    )


class FoundingStep(Step):
    """The player who owns P9 may found a refinery, after refineries have developed (14.9)."""

    name = "founding"
    does = "found a refinery there"
    occasion = "may found a refinery"
    section = "14.9"

    def decides(self, table: View) -> str:
        """The player who owns it."""
        return table.privates.owner_of(FOUNDER)

    def takes(self, action: Action) -> bool:
        """Its refinery."""
        return isinstance(action, Assign)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every city of Wyoming without a refinery."""
        player = table.privates.owner_of(FOUNDER) in table.state.players
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
        table.privates.give(FOUNDER, CLOSED)

    def finished(self, table: View) -> bool:
        """Whether there is no such player, or no room."""
        return next(self.choices(table), None) is None


class SeatStep(Step):
    """The corporation that owned P6 takes over a station of the acquired one (14.6)."""

    name = "seat"
    does = "replace that station"
    occasion = "may put a token in place of one of {}"
    section = "14.6"

    def decides(self, table: View) -> str:
        """The director of the corporation that owned the company."""
        seat = Seat.of(table).seat
        return (table.corporation(seat[0]).owner or "") if seat else ""

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """Which token comes there."""
        assert isinstance(action, Special)
        source = "its charter" if action.choice == "charter" else place(action.choice)
        return f"Put a token in {place(action.at)}, from {source}"

    def takes(self, action: Action) -> bool:
        """Replacements."""
        return isinstance(action, Special) and action.kind == "replace"

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """A station of the acquired, for a token of the charter or one that stands elsewhere."""
        seat = Seat.of(table).seat
        if seat is None:
            return
        owner, acquired = seat
        row = table.corporation(owner)
        for stop in table.corporation(acquired).tokens_on_map:
            if owner in table.state.board.tokens[stop]:
                continue
            for source in (*("charter",) * bool(row.tokens_unplaced), *row.tokens_on_map):
                yield Choice(Special("replace", stop, source))

    def apply(self, table: Table, action: Action) -> None:
        """Exchange the tokens."""
        assert isinstance(action, Special)
        seat = Seat.of(table).seat
        assert seat is not None
        owner, acquired = seat
        row, lost = table.corporation(owner), table.corporation(acquired)
        on_map, unplaced = list(row.tokens_on_map), row.tokens_unplaced
        if action.choice == "charter":
            unplaced = unplaced[1:]
        else:
            on_map.remove(action.choice)
            held = table.state.board.tokens[action.choice]
            table.map.set_tokens(action.choice, [None if name == owner else name for name in held])
        held = table.state.board.tokens[action.at]
        table.map.set_tokens(action.at, [owner if name == acquired else name for name in held])
        table.change(owner, tokens_on_map=(*on_map, action.at), tokens_unplaced=unplaced)
        left = tuple(stop for stop in lost.tokens_on_map if stop != action.at)
        table.change(acquired, tokens_on_map=left)
        Seat.forget(table)
        table.say("token", f"{owner} takes the station of {acquired} on {action.at}")

    def finished(self, table: View) -> bool:
        """Whether there is nothing to take over."""
        return next(self.choices(table), None) is None
