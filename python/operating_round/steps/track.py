"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from operating_round.actions import Action, Choice, Lay
from operating_round.reasons import why_not_lay
from operating_round.state import BANK
from operating_round.steps.base import Step
from operating_round.table import Table, View
from route_opt.lays import Lay as TileLay
from route_opt.rules.laying import city_choices

if TYPE_CHECKING:
    from operating_round.rules import ExtraLay


def lay_choices(
    table: View, extra: ExtraLay | None, about: Action | None
) -> Iterator[tuple[Lay, TileLay, int]]:
    """Tiles that may be laid, with their cost: the usual ones, or those of a private company."""
    rules, network, cash = table.rules, table.map.network(), table.acting.cash
    if about is not None and not isinstance(about, Lay):
        return
    hexes: Collection[str] = table.title.hexes if extra is None else extra.hexes
    if about is not None:
        hexes = [about.hex] if about.hex in hexes else []
    colours = extra.colours if extra else ()
    by_track = extra is None or extra.connected
    anywhere = rules.track.unconnected(table) if by_track else hexes
    usual, by = extra is None or extra.counts, extra.private if extra else ""
    left = [not usual or rules.track.may_lay(table, upgrade) for upgrade in (False, True)]
    closed, tiles = rules.track.closed_hexes(table), extra.tiles if extra else ()
    for lay in table.map.lays(hexes, colours, anywhere, closed, tiles):
        if not left[lay.upgrade]:
            continue
        if extra and extra.upgrades is not None and extra.upgrades != lay.upgrade:
            continue
        cost = rules.track.cost_of(table, lay, extra)
        if cost > cash or rules.track.objection(table, lay, extra):
            continue
        old, new = network.laid[lay.hex], network.board.lay(lay.hex, lay.spec)
        for city in city_choices(table.title, table.state.board.tokens, old, new):
            yield Lay(lay.hex, lay.tile, lay.rotation, by, city), lay, cost


def apply_lay(table: Table, extra: ExtraLay | None, action: Lay) -> None:
    """Lay a tile that is among the choices, and pay for it."""
    lay = next(lay for found, lay, _ in lay_choices(table, extra, action) if found == action)
    put_tile(table, extra, action, lay)


def put_tile(table: Table, extra: ExtraLay | None, action: Lay, lay: TileLay) -> None:
    """Lay a tile and pay for it, whether it may lie there or not."""
    cost = table.rules.track.cost_of(table, lay, extra)
    table.bank.pay(table.entity, BANK, cost)
    table.map.lay(action.hex, lay.spec, action.city)
    turn = table.turn
    table.set_turn(lays=(*turn.lays, action.hex))
    if extra is None or extra.counts:
        table.set_turn(
            yellows=turn.yellows + (not lay.upgrade), upgrades=turn.upgrades + lay.upgrade
        )
    if extra is not None and extra.spends:
        table.privates.use(extra.private)
    price = f" for {cost}" if cost else ""
    table.say(
        "tile",
        f"{table.entity} lays {lay.tile} on {action.hex} at rotation {lay.rotation}{price}",
        hex=action.hex,
        tile=lay.spec,
        cost=cost,
    )
    table.rules.effects.laid(table, action, lay)


class TrackStep(Step):
    """The usual lays of a turn."""

    name = "track"
    does = "lay that tile there"
    occasion = "lays track for {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.track.rule

    def takes(self, action: Action) -> bool:
        """Lays that are no private company's."""
        return isinstance(action, Lay) and not action.by

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every tile, rotation and hex."""
        if about is not None and not self.takes(about):
            return
        if self.finished(table):
            return
        for action, _, cost in lay_choices(table, None, about):
            yield Choice(action, cost=cost)

    def apply(self, table: Table, action: Action) -> None:
        """Lay a tile."""
        assert isinstance(action, Lay)
        apply_lay(table, None, action)

    def refusal(self, table: View, action: Action) -> str:
        """The first rule it breaks."""
        assert isinstance(action, Lay)
        return f"{table.entity} may not {self.does}: {why_not_lay(table, action, None)}"

    def finished(self, table: View) -> bool:
        """Whether no lay is left."""
        rules = table.rules
        return not rules.track.may_lay(table, False) and not rules.track.may_lay(table, True)
