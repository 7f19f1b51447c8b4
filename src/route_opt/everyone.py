"""All corporations of a board at once: what each of them can earn.

A position knows the trains of one corporation, so that those of others have to be stated; a record
knows them all.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from route_opt import limits
from route_opt.position import Position
from route_opt.result import Result
from route_opt.solver import NoLegalRunError, Progress, best


class Earned(msgspec.Struct, frozen=True):
    """What a corporation can earn: a result, or why there is no legal run."""

    position: Position
    result: Result | None
    problem: NoLegalRunError | None = None

    def document(self) -> dict[str, Any]:
        """The result as a document, under the corporation and its trains."""
        told = self.problem or self.result
        assert told is not None
        head = {"corporation": self.position.corporation, "trains": list(self.position.trains)}
        return {**head, **told.document()}


def beside(position: Position, trains: Mapping[str, Iterable[str]]) -> list[Position]:
    """The position, and the same board for other corporations with the trains that are stated.

    Raises
    ------
    PositionError
        If there is no such corporation, or no such train.
    """
    lenient = bool(position.notes)
    others = [
        position.replace(corporation=name, trains=list(owned), lenient=lenient)
        for name, owned in trains.items()
    ]
    found = {one.corporation: one for one in (position, *others)}
    return list(found.values())


def unstated(positions: Iterable[Position]) -> list[str]:
    """The corporations with a token on the map whose trains nobody has stated."""
    asked = list(positions)
    there = {owner for one in asked for owners in one.tokens.values() for owner in owners if owner}
    return sorted(there - {one.corporation for one in asked})


def every_best(
    positions: Iterable[Position],
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    verify: bool = False,
    progress: Progress | None = None,
) -> list[Earned]:
    """The most that each corporation can earn, each as if it were the only one to run.

    The parameters are those of `best`; the time limit is for all of them together.
    """
    limit = limits.seconds(time_limit)
    end = None if limit is None else time.monotonic() + limit
    found: list[Earned] = []
    for position in positions:
        left = None if end is None else max(end - time.monotonic(), 1e-9)
        try:
            result = best(
                position, engine=engine, time_limit=left, verify=verify, progress=progress
            )
        except NoLegalRunError as problem:
            found.append(Earned(position, None, problem))
        else:
            found.append(Earned(position, result))
    return found
