"""Trains, and the phases they start."""

from __future__ import annotations

from typing import NamedTuple

from route_opt.title.data import Data

TOWN = "town"
"""The kind of stop that limits on towns are about; those on cities are about all others."""


class Phase(Data, frozen=True):
    """What a phase allows and changes.

    Attributes
    ----------
    name
        Its name.
    tiles
        The colours that may be laid.
    train_limit
        Trains a corporation may own.
    operating_rounds
        Operating rounds between two stock rounds.
    column
        Which of several printed values of a stop counts, from 0.
    starts_with
        The trains whose first sale begins it.
    events
        What happens when it begins, in words.
    cubes
        Numbers for resource cubes, such as `capacity`.
    option
        The option under which it is there.
    without
        The option under which it is not.
    """

    name: str
    tiles: tuple[str, ...]
    train_limit: int
    operating_rounds: int
    column: int
    starts_with: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    cubes: dict[str, int] = {}
    option: str = ""
    without: str = ""


class Limit(NamedTuple):
    """How many stops of a kind a train visits and counts at most; None is no limit."""

    one: str
    many: str
    visits: int | None
    counts: int | None

    def holds_for(self, kind: str) -> bool:
        """Whether a kind of stop is meant."""
        return self.one == "stop" or (self.one == "town") == (kind == TOWN)

    def number(self, count: int) -> str:
        """So many of them, in words."""
        return f"{count or 'no'} {self.one if count == 1 else self.many}"


class Train(Data, frozen=True):
    """A train type; of numbers, 0 means no limit.

    Attributes
    ----------
    name
        Its name.
    price
        What the bank asks.
    visits
        The most stops it calls at.
    counts
        The most of them that pay: fewer than `visits` for an N/M train, which chooses.
    city_visits
        The most cities it calls at, besides; -1: not one.
    city_counts
        The most cities that pay; -1: not one.
    town_visits
        The most towns it calls at; -1: not one.
    town_counts
        The most towns that pay; -1: not one.
    number
        How many there are; by the number of players where it is a table.
    number_with
        How many under an option.
    rusts_on
        The train whose first sale rusts it.
    rusts_with
        The same under an option.
    phased_out_on
        The phase in which it runs once more.
    removed_on
        The phase in which it leaves the game.
    available_on
        The train whose first sale makes it available beside the others.
    column
        Which of several printed values it is paid, whatever the phase; -1 is the phase's.
    card
        The card it is one side of, shared with another type.
    trade_in
        For a type of train that is handed in, how much it then costs less.
    option
        The option under which it is there.
    without
        The option under which it is not.
    """

    name: str
    price: int
    visits: int
    counts: int
    city_visits: int = 0
    city_counts: int = 0
    town_visits: int = 0
    town_counts: int = 0
    number: int | dict[str, int] = 0
    number_with: dict[str, int] = {}
    rusts_on: str = ""
    rusts_with: dict[str, str] = {}
    phased_out_on: str = ""
    removed_on: str = ""
    available_on: str = ""
    column: int = -1
    card: str = ""
    trade_in: dict[str, int] = {}
    option: str = ""
    without: str = ""

    @property
    def limits(self) -> tuple[Limit, ...]:
        """What limits its routes: on all stops first, then those on cities and on towns."""
        whole = Limit("stop", "stops", self.visits or None, self.counts or None)
        if not self.tells_towns:
            return (whole,)
        city = Limit("city", "cities", _most(self.city_visits), _most(self.city_counts))
        town = Limit("town", "towns", _most(self.town_visits), _most(self.town_counts))
        return (whole, city, town)

    @property
    def tells_towns(self) -> bool:
        """Whether towns and cities are not the same to it."""
        return any((self.city_visits, self.city_counts, self.town_visits, self.town_counts))


def _most(limit: int) -> int | None:
    return max(limit, 0) if limit else None
