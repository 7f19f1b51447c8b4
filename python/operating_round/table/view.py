"""What can be seen of a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from operating_round.errors import StateError
from operating_round.state import Company, Corporation, State, Turn
from operating_round.table.bank import BankView
from operating_round.table.depot import DepotView
from operating_round.table.map import MapView
from operating_round.table.market import MarketView
from operating_round.table.privates import PrivatesView
from route_opt.rules.options import chosen
from route_opt.rules.trains import has_begun
from route_opt.title import Phase, Title

if TYPE_CHECKING:
    from operating_round.rules import Rules

Value = TypeVar("Value")


class View:
    """A state and the rules of its title, to look at."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.state = state
        self.rules = rules
        self.title: Title = rules.title
        self.bank = BankView(self)
        self.market = MarketView(self)
        self.map = MapView(self)
        self.depot = DepotView(self)
        self.privates = PrivatesView(self)

    def __contains__(self, option: str) -> bool:
        """Whether an option is in force."""
        return option in self.state.options

    def any_of(self, options: Iterable[str]) -> bool:
        """Whether one of these options is in force."""
        return any(option in self for option in options)

    def chosen(self, ways: Mapping[str, Value], usual: Value) -> Value:
        """What the first of these options that is in force says; without one, the usual."""
        return chosen(ways, self.state.options, usual)

    @property
    def pays_at_once(self) -> bool:
        """Whether a corporation gets its capital with the share that floats it."""
        play = self.title.play
        return play.sells_own_shares or play.capital_at_once or "capital_at_once" in self

    @property
    def turn(self) -> Turn:
        """The turn in progress."""
        if self.state.turn is None:
            raise StateError("no turn is in progress")
        return self.state.turn

    @property
    def entity(self) -> str:
        """Whose turn it is."""
        return self.turn.entity

    @property
    def acting(self) -> Company | Corporation:
        """The company whose turn it is."""
        return self.state.company(self.turn.entity)

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.title.phases[self.state.phase]

    def reached_phase(self, name: str) -> bool:
        """Whether the game has come to a phase, or beyond it."""
        return has_begun(self.title, name, self.state.phase)

    def company(self, name: str) -> Company | Corporation:
        """A company by its name."""
        return self.state.company(name)

    def corporation(self, name: str) -> Corporation:
        """A corporation by its name."""
        return self.state.corporations[name]
