"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from operating_round.actions import Action, Choice, Lay
from operating_round.reasons import why_not_lay
from operating_round.state import BANK
from operating_round.steps.base import Step
from operating_round.table import Table
from route_opt.lays import Lay as TileLay
from route_opt.lays import legal_lays
from route_opt.rules.laying import city_choices

if TYPE_CHECKING:
    from operating_round.rules import ExtraLay


def lay_choices(
    table: Table, extra: ExtraLay | None, about: Action | None
) -> Iterator[tuple[Lay, TileLay, int]]:
    """Tiles that may be laid, with their cost: the usual ones, or those of a private company."""
    rules = table.rules
    if about is not None and not isinstance(about, Lay):
        return
    hexes = None if extra is None else list(extra.hexes)
    if about is not None:
        hexes = [about.hex] if hexes is None or about.hex in hexes else []
    for lay in legal_lays(
        table.network(),
        hexes=hexes,
        colours=extra.colours if extra else (),
        anywhere=rules.unconnected(table) if extra is None or extra.connected else extra.hexes,
        closed=rules.closed_hexes(table),
        reached=table.reach(),
    ):
        usual = extra is None or extra.counts
        if usual and not rules.may_lay(table, lay.upgrade):
            continue
        if extra and extra.upgrades is not None and extra.upgrades != lay.upgrade:
            continue
        cost = rules.cost_of(table, lay, extra)
        if cost > table.acting.cash or rules.objection(table, lay, extra):
            continue
        by = extra.private if extra else ""
        old, new = table.laid(lay.hex), table.network().board.lay(lay.hex, lay.spec)
        for city in city_choices(table.title, table.state.board.tokens, old, new):
            yield Lay(lay.hex, lay.tile, lay.rotation, by, city), lay, cost


def apply_lay(table: Table, extra: ExtraLay | None, action: Lay) -> None:
    """Lay a tile and pay for it."""
    lay, cost = next(
        (lay, cost) for found, lay, cost in lay_choices(table, extra, action) if found == action
    )
    table.pay(table.entity, BANK, cost)
    table.lay(action.hex, lay.spec, action.city)
    turn = table.turn
    table.set_turn(lays=(*turn.lays, action.hex))
    if extra is None or extra.counts:
        table.set_turn(
            yellows=turn.yellows + (not lay.upgrade), upgrades=turn.upgrades + lay.upgrade
        )
    if extra is not None:
        table.set_turn(used={**turn.used, extra.private: turn.used.get(extra.private, 0) + 1})
    price = f" for {cost}" if cost else ""
    table.say(
        "tile",
        f"{table.entity} lays {lay.tile} on {action.hex} at rotation {lay.rotation}{price}",
        hex=action.hex,
        tile=lay.spec,
        cost=cost,
    )
    table.rules.laid(table, action, lay)


class TrackStep(Step):
    """The usual lays of a turn."""

    name = "track"
    does = "lay that tile there"

    def rule(self, table: Table) -> str:
        """As the title's data cites."""
        return table.title.play.track.rule

    def takes(self, action: Action) -> bool:
        """Lays that are no private company's."""
        return isinstance(action, Lay) and not action.by

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
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

    def refusal(self, table: Table, action: Action) -> str:
        """The first rule it breaks."""
        assert isinstance(action, Lay)
        return f"{table.entity} may not {self.does}: {why_not_lay(table, action, None)}"

    def finished(self, table: Table) -> bool:
        """Whether no lay is left."""
        rules = table.rules
        return not rules.may_lay(table, False) and not rules.may_lay(table, True)
