"""Trains, and the phases they start."""

from __future__ import annotations

from typing import NamedTuple

from route_opt.title.data import Data

TOWN = "town"
"""The kind of stop that limits on towns are about; those on cities are about all others."""


class Phase(Data, frozen=True):
    """What a phase allows and changes."""

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
    """A train type. `visits` and `counts` of 0 mean no limit; so does `number`.

    `city_visits`, `city_counts`, `town_visits` and `town_counts` hold besides, each for stops of
    its kind; -1 is not one.

    It rusts on the train `rusts_on`, or with an option in force on the one in `rusts_with`; there
    are `number` of it, by players where it is a table, or with an option as many as in
    `number_with`. `column` is that of the values it is paid wherever a stop prints so many,
    whatever the phase; -1 is the phase's.
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
