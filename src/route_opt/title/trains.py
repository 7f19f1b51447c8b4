"""Trains, and the phases they start."""

from __future__ import annotations

from route_opt.title.data import Data


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


class Train(Data, frozen=True):
    """A train type. `visits` and `counts` of 0 mean no limit; so does `number`.

    It rusts on the train `rusts_on`, or with an option in force on the one in `rusts_with`; there
    are `number` of it, by players where it is a table, or with an option as many as in
    `number_with`. `column` is that of the values it is paid wherever a stop prints so many,
    whatever the phase; -1 is the phase's.
    """

    name: str
    price: int
    visits: int
    counts: int
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
