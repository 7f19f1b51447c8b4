"""Tiles that players lay, by a private company of theirs and outside any corporation's track."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Lay
from operating_round.steps.base import Step
from operating_round.steps.track import TrackStep
from operating_round.table import Table, View
from route_opt.lays import fitting, supply


class PlayerLayStep(Step):
    """In a stock turn, between turns, or at the track of a corporation of his."""

    name = "player_lay"
    does = "lay that tile now"
    occasion = "may lay a tile of a private company"

    def rule(self, table: View) -> str:
        """The section on private companies."""
        return table.rules.privates.section

    def takes(self, action: Action) -> bool:
        """Lays by a private company."""
        return isinstance(action, Lay) and bool(action.by)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Its tiles, on those of its hexes that have none."""
        if about is not None and not self.takes(about):
            return
        board, title, options = table.state.board, table.title, table.state.options
        for name, private in title.privates.items():
            lay = private.lay
            if lay is None or lay.by != "player" or not self._may_use(table, name, lay.number):
                continue
            left = supply(title, board.tiles, options)
            for hex_id in private.hexes:
                free = hex_id not in board.tiles
                for tile, rotation in fitting(title, hex_id, "", options) if free else ():
                    if tile in lay.tiles and left.get(tile, 1) > 0:
                        yield Choice(Lay(hex_id, tile, rotation, name))

    def _may_use(self, table: View, name: str, number: int) -> bool:
        """Whether its player may lay one now."""
        owner, turn = table.privates.owner_of(name), table.state.turn
        if owner not in table.state.players or table.privates.times_used(name) >= number:
            return False
        if turn is None or not turn.entity:
            return True
        return table.acting.owner == owner and turn.step == TrackStep.name

    def apply(self, table: Table, action: Action) -> None:
        """It lies there."""
        assert isinstance(action, Lay)
        owner = table.privates.owner_of(action.by)
        table.map.lay(action.hex, f"{action.tile}@{action.rotation}", action.city)
        table.privates.use_by_player(action.by)
        text = f"{owner} lays {action.tile} on {action.hex} at rotation {action.rotation}"
        table.say("tile", text, hex=action.hex, tile=action.tile, cost=0)
