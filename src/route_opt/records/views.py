"""What is told of a record: positions before actions, runs, steps, belongings."""

from __future__ import annotations

from typing import Any

import msgspec

from route_opt.position import Position


class Moment(msgspec.Struct, frozen=True):
    """A position in a record: enough to write a run as the site would.

    Attributes
    ----------
    position
        The position before the action.
    action
        The number of the action.
    trains
        The trains the corporation may run, as pairs of the record's number and the train's name.
    entity_type
        ``corporation`` or ``minor``.
    """

    position: Position
    action: int
    trains: tuple[tuple[str, str], ...]
    entity_type: str = "corporation"


class Run(msgspec.Struct, frozen=True):
    """A run as it was recorded, with the position before it.

    Attributes
    ----------
    routes
        The routes as documents of ours: train, track and counted stops.
    revenue
        What the record says was earned, or None where it does not.
    dividend
        What was done with it: ``payout``, ``half``, ``withhold``, or empty if nothing is recorded.
    half_kept
        How a corporation's half is rounded: to tens, ``up`` or ``down``, or to the ``dollar``.
    shares
        What each player held, in percent, by the player's name.
    to_corporation
        The percentage on which a dividend goes to the corporation itself.
    president
        The name of the player who ran, or empty.
    problem
        Why the routes cannot be read, or empty; then there are none.
    """

    moment: Moment
    round: str
    routes: tuple[dict[str, Any], ...]
    revenue: int | None
    dividend: str
    half_kept: str
    shares: dict[str, int]
    to_corporation: int
    president: str
    problem: str = ""

    @property
    def action(self) -> int:
        """The number of the action."""
        return self.moment.action

    @property
    def position(self) -> Position:
        """The position before the run."""
        return self.moment.position


class Step(msgspec.Struct, frozen=True):
    """An action about to happen.

    Attributes
    ----------
    changes
        The fields of the position before the action that differ from the step before; all of
        them at the first step of a corporation, none while no corporation acts.
    routes
        Of a run, its routes as documents of ours, as far as they can be read.
    problem
        Why the action cannot be what happened, or empty.
    """

    action: int
    round: str
    entity: str
    type: str
    text: str
    changes: dict[str, Any]
    routes: tuple[dict[str, Any], ...] = ()
    problem: str = ""


class Belongings(msgspec.Struct, frozen=True):
    """What a position does not say of a corporation.

    Attributes
    ----------
    trains
        All it owns, whether they have run or not.
    privates
        Its private companies.
    for_sale
        The trains that the bank or another corporation could sell to it.
    tokens
        The prices of its tokens that are not on the map.
    options
        The options under which tiles are laid there: readings of whoever kept the record.
    """

    trains: tuple[str, ...]
    privates: tuple[str, ...]
    for_sale: tuple[str, ...]
    tokens: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
