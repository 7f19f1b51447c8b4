"""What each player has, gathered once for the page, for text and for programs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from whole_game.table import GameTable


class PlayerShown(msgspec.Struct, frozen=True):
    """A player: money, certificates against the limit, holdings in percent."""

    name: str
    cash: int
    certificates: int
    limit: int
    worth: int
    priority: bool
    bankrupt: bool
    shares: dict[str, int]
    president_of: list[str]
    minors: list[str]
    privates: list[str]


def shown(play: GameTable) -> Iterator[PlayerShown]:
    """The players in their seats."""
    rules, state = play.stock_rules, play.state
    limit = rules.certificate_limit(play)
    for player in play.players:
        held = {name: play.held(player, name) for name in state.corporations}
        yield PlayerShown(
            name=player,
            cash=state.players[player],
            certificates=rules.counted(play, player),
            limit=limit,
            worth=rules.worth(play, player),
            priority=play.game.priority == player,
            bankrupt=player in state.bankrupt,
            shares={name: part for name, part in held.items() if part},
            president_of=[n for n, row in state.corporations.items() if row.owner == player],
            minors=[name for name, row in state.minors.items() if row.owner == player],
            privates=list(play.table.privates.of(player)),
        )
