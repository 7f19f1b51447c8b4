"""Rules on laying track."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from operating_round.rules.base import TitleRules
from operating_round.state import Corporation
from operating_round.table import View
from route_opt.lays import Lay as TileLay
from route_opt.lays import fitting, free_homes, supply
from route_opt.rules.costs import lay_cost
from route_opt.rules.laying import has_lay_left, yellows_of_turn
from route_opt.title import PrivateLay


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
    tiles
        Only these; any if empty.
    joins
        A second tile must join the first.
    together
        Two are laid, one right after the other, and join; or none.
    spends
        Each is a use of the private company's power.
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
    tiles: tuple[str, ...] = ()
    joins: bool = False
    together: bool = False
    spends: bool = True
    rule: str = ""


class TrackRules(TitleRules):
    """Which lays a turn has, where, and at what cost."""

    def closed_hexes(self, table: View) -> set[str]:
        """Hexes nobody may build on: those of private companies that players own."""
        found: set[str] = set()
        for name, owner in table.state.privates.items():
            private = table.rules.privates.private(name)
            if private and owner in table.state.players:
                found.update(private.blocks)
        return found

    def unconnected(self, table: View) -> Collection[str]:
        """Hexes on which the acting company needs no connection."""
        return free_homes(self.title, table.entity, table.state.board.tiles)

    def yellows(self, table: View) -> int:
        """How many yellow tiles a turn."""
        first = isinstance(table.acting, Corporation) and not table.acting.operated
        return yellows_of_turn(self.title.play.track, first)

    def may_lay(self, table: View, upgrade: bool) -> bool:
        """Whether the turn has a usual lay left of this kind."""
        turn, track = table.turn, self.title.play.track
        return has_lay_left(track, self.yellows(table), turn.yellows, turn.upgrades, upgrade)

    def lay_cost(self, table: View, lay: TileLay) -> int:
        """What a usual lay costs the acting company."""
        return lay_cost(self.title, lay, table.entity, table.acting.companies)

    def cost_of(self, table: View, lay: TileLay, extra: ExtraLay | None) -> int:
        """What a lay costs the acting company, a private company's power considered."""
        if extra is None:
            return self.lay_cost(table, lay)
        return 0 if extra.free else max(0, self.lay_cost(table, lay) - extra.discount)

    def objection(self, table: View, lay: TileLay, extra: ExtraLay | None) -> str:
        """Why a title does not want a lay that is legal so far; nothing where it does."""
        if extra is None:
            return ""
        if not table.privates.times_used(extra.private):
            return self._alone(table, lay, extra) if extra.together else ""
        joins = extra.joins or extra.together
        return self._not_joined(table, lay, extra) if joins else ""

    def _alone(self, table: View, lay: TileLay, extra: ExtraLay) -> str:
        """The first of two tiles leaves a place for the other, which must join it."""
        other = next(hex_id for hex_id in extra.hexes if hex_id != lay.hex)
        side = next(s for s in range(6) if self.title.neighbour(lay.hex, s) == other)
        if side not in table.map.network().board.lay(lay.hex, lay.spec).exits:
            return f"the other tile of {extra.private}, on {other}, could not join it"
        state = table.state
        left = supply(self.title, {**state.board.tiles, lay.hex: lay.spec}, state.options)
        fits = (
            (side + 3) % 6
            in {end for piece in self.title.tiles[tile].rotated(turn) for end in piece}
            for tile, turn in fitting(self.title, other, "", state.options)
            if (not extra.tiles or tile in extra.tiles) and left.get(tile, 1) > 0
        )
        if other in self.closed_hexes(table) or not any(fits):
            return f"no other tile of {extra.private} fits on {other}, and both are laid or none"
        return ""

    def _not_joined(self, table: View, lay: TileLay, extra: ExtraLay) -> str:
        """Two tiles of one private company must join, whenever they are laid."""
        other = next(hex_id for hex_id in extra.hexes if hex_id != lay.hex)
        if lay.hex in table.turn.lays and other not in table.turn.lays:
            return f"the second tile of {extra.private} goes to {other}"
        new = table.map.network().board.lay(lay.hex, lay.spec)
        side = next(s for s in range(6) if self.title.neighbour(lay.hex, s) == other)
        joined = side in new.exits and (side + 3) % 6 in table.map.laid(other).exits
        return "" if joined else f"it does not join the tile of {extra.private} on {other}"

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """Extra tiles of the acting company's private companies, as the title's data has them."""
        for name in table.acting.companies:
            private = table.privates.get(name)
            lay = private.lay if private else None
            if private is None or lay is None or not self._may_use(table, name, lay):
                continue
            used = table.privates.times_used(name)
            built = sum(hex_id in table.state.board.tiles for hex_id in private.hexes)
            if used < lay.number and built == used:  # nobody else has built there
                yield ExtraLay(
                    name,
                    private.hexes,
                    lay.number - used,
                    free=lay.free,
                    counts=lay.counts,
                    tiles=lay.tiles,
                    together=lay.together,
                    rule=private.rule or table.rules.privates.section,
                )

    def unsaid_lays(self, table: View) -> Iterator[ExtraLay]:
        """Extra tiles that a record tells as the company's own lays: usually none."""
        return iter(())

    def _may_use(self, table: View, name: str, lay: PrivateLay) -> bool:
        """Whether the acting company lays those tiles now."""
        return lay.by == "corporation" or (lay.by == "seller" and name in table.turn.privates)
