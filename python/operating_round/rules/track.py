"""Rules on laying track."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from operating_round.actions import Lay
from operating_round.rules.privates import PrivateRules
from operating_round.state import Corporation
from operating_round.table import Table
from route_opt.lays import Lay as TileLay
from route_opt.lays import free_homes
from route_opt.rules.costs import lay_cost
from route_opt.rules.laying import has_lay_left, yellows_of_turn


class ExtraLay(msgspec.Struct, frozen=True):
    """Tiles that a private company's owner may lay beside the usual ones.

    Attributes
    ----------
    left
        How many more.
    free
        They cost nothing.
    connected
        They must meet the corporation's track.
    discount
        What each costs less, if not free.
    counts
        Each takes the place of a usual lay.
    colours
        Only these; those of the phase if empty.
    upgrades
        Only upgrades, or only first tiles; either if None.
    """

    private: str
    hexes: tuple[str, ...]
    left: int = 1
    free: bool = True
    discount: int = 0
    connected: bool = False
    counts: bool = False
    colours: tuple[str, ...] = ()
    upgrades: bool | None = None
    rule: str = ""


class TrackRules(PrivateRules):
    """Which lays a turn has, where, and at what cost."""

    def closed_hexes(self, table: Table) -> set[str]:
        """Hexes nobody may build on: those of private companies that players own."""
        found: set[str] = set()
        for name, owner in table.state.privates.items():
            private = self.private(name)
            if private and owner in table.state.players:
                found.update(private.blocks)
        return found

    def unconnected(self, table: Table) -> Collection[str]:
        """Hexes on which the acting company needs no connection."""
        return free_homes(self.title, table.entity, table.state.board.tiles)

    def yellows(self, table: Table) -> int:
        """How many yellow tiles a turn."""
        first = isinstance(table.acting, Corporation) and not table.acting.operated
        return yellows_of_turn(self.title.play.track, first)

    def may_lay(self, table: Table, upgrade: bool) -> bool:
        """Whether the turn has a usual lay left of this kind."""
        turn, track = table.turn, self.title.play.track
        return has_lay_left(track, self.yellows(table), turn.yellows, turn.upgrades, upgrade)

    def lay_cost(self, table: Table, lay: TileLay) -> int:
        """What a usual lay costs the acting company."""
        return lay_cost(self.title, lay, table.entity, table.acting.companies)

    def cost_of(self, table: Table, lay: TileLay, extra: ExtraLay | None) -> int:
        """What a lay costs the acting company, a private company's power considered."""
        if extra is None:
            return self.lay_cost(table, lay)
        return 0 if extra.free else max(0, self.lay_cost(table, lay) - extra.discount)

    def objection(self, table: Table, lay: TileLay, extra: ExtraLay | None) -> str:
        """Why a title does not want a lay that is legal so far; nothing where it does."""
        return ""

    def extra_lays(self, table: Table) -> Iterator[ExtraLay]:
        """Extra tiles of the acting company's private companies."""
        yield from ()

    def laid(self, table: Table, action: Lay, lay: TileLay) -> None:
        """After a tile was laid."""
