"""Lays that no train can tell from what lay there: nothing has to be searched for them."""

from __future__ import annotations

from collections.abc import Iterator

from route_opt.board import Laid
from route_opt.network import Network
from route_opt.next_moves.moves import Move


def is_idle(network: Network, move: Move) -> bool:
    """Whether the best of every corporation is the same before and after a move.

    So it is if the move only lays tiles on hexes without stops, and every piece of track that comes
    or goes with them ends at a side beyond which there is no track. A train that came along such a
    piece would have to go on beyond both of its sides, since it ends at stops; so none runs there,
    and all other track is as it was.
    """
    if (move.tokens, move.markers, move.trains, move.phase) != (None, None, None, None):
        return False
    after = {hex_id: network.board.lay(hex_id, spec) for hex_id, spec in move.tiles.items()}
    for hex_id, new in after.items():
        old = network.laid[hex_id]
        if old.stops or new.stops:
            return False
        for piece in set(map(frozenset, old.track)) ^ set(map(frozenset, new.track)):
            if all(_goes_on(network, after, hex_id, side) for side in piece):
                return False
    return bool(after)


def _goes_on(network: Network, after: dict[str, Laid], hex_id: str, side: int) -> bool:
    """Whether there is track beyond a side, before or after the move."""
    beyond = network.board.across.get((hex_id, side))
    if beyond is None:
        return False
    other, there = beyond
    return any(there in laid.exits for laid in _lying(network, after, other))


def _lying(network: Network, after: dict[str, Laid], hex_id: str) -> Iterator[Laid]:
    yield network.laid[hex_id]
    if hex_id in after:
        yield after[hex_id]
