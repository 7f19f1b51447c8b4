"""Trains, and the phases they start."""

from __future__ import annotations

from route_opt.title.data import Data


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
