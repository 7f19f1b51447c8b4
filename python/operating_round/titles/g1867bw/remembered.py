"""What states of 1867 Big Wyoming remember beside what all titles have."""

from __future__ import annotations

from typing import Any

from operating_round.memory import CompanyMemory, GameMemory, TurnMemory
from operating_round.state import Count, Money
from operating_round.table import Table, View


class Waiting(GameMemory, frozen=True):
    """Who waits to be started.

    Attributes
    ----------
    queue
        Rows of places, the top row first.
    ninth
        The corporation that comes with P13.
    """

    queue: tuple[tuple[str | None, ...], ...] = ()
    ninth: str = ""


class Exports(GameMemory, frozen=True):
    """The deposits that exported in this round."""

    exported: tuple[str, ...] = ()


class Standing(CompanyMemory, frozen=True):
    """How a corporation stands.

    Attributes
    ----------
    revenue
        What it earned last.
    acquired, director
        The Union Pacific has acquired it, and who was its director then.
    """

    revenue: Money = 0
    acquired: bool = False
    director: str = ""


class LandBought(TurnMemory, frozen=True):
    """A land company, and what had been done in the turn when it was bought."""

    land: tuple[str, list[Any]] = ("", [])

    @classmethod
    def note(cls, table: Table, name: str) -> None:
        """It is bought now."""
        cls.set(table, land=(name, _done_in_turn(table)))

    @classmethod
    def allows(cls, view: View) -> str:
        """The company whose tile may be laid: nothing has been done since it was bought."""
        name, moment = cls.of(view).land
        return name if moment == _done_in_turn(view) else ""


def _done_in_turn(table: View) -> list[Any]:
    """What has been done in this turn, to tell whether anything has since."""
    turn = table.turn
    done = (turn.lays, turn.bought, turn.used, table.acting.companies)
    return [turn.step, turn.tokens, turn.traded, turn.paid, *(len(part) for part in done)]


class Seat(TurnMemory, frozen=True):
    """Who may take over a station, and of which acquired corporation."""

    seat: tuple[str, str] | None = None


class Offers(TurnMemory, frozen=True):
    """Who has declined an offer of the Union Pacific, and whether one is settled."""

    declined: tuple[str, ...] = ()
    settled: bool = False


class Cubes(TurnMemory, frozen=True):
    """Cubes of a run.

    Attributes
    ----------
    routes
        The stops of each route.
    owed
        Cubes that were paid for and not delivered yet; None before the run.
    delivered
        What was delivered: the number of its route, and the stop.
    """

    routes: tuple[tuple[str, ...], ...] = ()
    owed: Count | None = None
    delivered: tuple[tuple[Count, str], ...] = ()
