"""A move: what it costs, what it changes, and what it is worth."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from route_opt.position import Marker, Position
from route_opt.rules.trains import room, working


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, what it costs, and what it is worth.

    Attributes
    ----------
    kind
        ``tile``, ``upgrade``, ``pair``, ``right``, ``token``, ``train``, or ``plan``: two turns.
    text
        What is done, in words.
    cost
        What it costs.
    costs
        What the cost is made of, such as ``mountain 40, bridge 80``.
    revenue, gain
        The best after the move, and how much more than before.
    harm
        How much less the rival can run, where one was named.
    bound
        Where the search was stopped: the best after the move is at most this.
    note
        What the position does not say and the move depends on, and what comes with it.
    tiles, tokens, markers, trains, phase
        The change to the position: these tiles are laid, the others stand in place of what was.
    rusts
        The train types that leave the game when its phase begins, whoever has them.
    """

    kind: str
    text: str
    cost: int = 0
    costs: str = ""
    revenue: int = 0
    gain: int = 0
    harm: int = 0
    bound: int | None = None
    note: str = ""
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] | None = None
    markers: tuple[Marker, ...] | None = None
    trains: tuple[str, ...] | None = None
    phase: str | None = None
    rusts: tuple[str, ...] = ()

    def applied(self, position: Position) -> Position:
        """The position after the move, as its corporation finds it."""
        return self._changed(position, ("tokens", "markers", "trains", "phase"))

    def seen_by(self, rival: Position) -> Iterator[Position]:
        """The position after the move, as another corporation finds it.

        It loses the trains that rust, and returns of the others which it likes above its limit.
        """
        after = self._changed(rival, ("tokens", "markers", "phase"))
        left = tuple(train for train in rival.trains if train not in self.rusts)
        for trains, _ in within_limit(after, left):
            yield msgspec.structs.replace(after, trains=trains)

    def _changed(self, position: Position, fields: Sequence[str]) -> Position:
        changes: dict[str, Any] = {"tiles": position.tiles | self.tiles}
        for field in fields:
            if getattr(self, field) is not None:
                changes[field] = getattr(self, field)
        return msgspec.structs.replace(position, **changes)


def within_limit(
    position: Position, trains: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The ways to come down to the train limit of a phase: trains kept, and trains returned."""
    title, phase = position.rules, position.phase
    counted = sorted(working(title, trains, phase))
    over = max(0, -room(title, trains, phase))
    for returned in dict.fromkeys(itertools.combinations(counted, over)):
        left = Counter(returned)
        kept = []
        # Which of two alike goes makes no difference: the later one stays.
        for train in trains:
            if left[train]:
                left[train] -= 1
            else:
                kept.append(train)
        yield tuple(kept), returned
