"""The shape of rounds and turns: who operates, in which steps."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

from operating_round.rules.base import TitleRules
from operating_round.state import State
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.exchange import ExchangeStep
from operating_round.steps.home import HomeStep
from operating_round.steps.player_lay import PlayerLayStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.steps.trains import TrainStep
from operating_round.table import View


class RoundRules(TitleRules):
    """The shape of a game, a round and a turn."""

    def drawn_out(self, players: int, chance: random.Random) -> list[str]:
        """Corporations and private companies that chance keeps out of a new game."""
        return []

    def steps(self, table: View) -> tuple[Step, ...]:
        """The steps of a turn, in order."""
        return _STEPS

    def always(self, table: View) -> tuple[Step, ...]:
        """What may be done at any time of a turn."""
        return (*_ALWAYS, *self._players_steps)

    def before_turns(self, table: View) -> tuple[Step, ...]:
        """Steps at the start of a round, before the first turn; seldom any."""
        return ()

    def after_turns(self, table: View) -> tuple[Step, ...]:
        """Steps at the end of a round, after the last turn; seldom any."""
        return ()

    def after_leaving(self, table: View) -> tuple[Step, ...]:
        """Steps that are still taken when a company leaves the game in its own turn."""
        return ()

    def between_turns(self, table: View) -> tuple[Step, ...]:
        """What players may do when it is nobody's turn; seldom anything."""
        return self._players_steps

    @functools.cached_property
    def _players_steps(self) -> tuple[Step, ...]:
        """What private companies let their players do."""
        privates = self.title.privates.values()
        lays = any(private.lay and private.lay.by == "player" for private in privates)
        swaps = any(private.exchange for private in privates)
        return (_EXCHANGE,) * swaps + (_PLAYER_LAY,) * lays

    def has_left(self, table: View, name: str) -> bool:
        """Whether a company has left the game, or can act no more in this turn."""
        return name not in table.state.corporations and name not in table.state.minors

    def order(self, table: View) -> list[str]:
        """Who operates, in order: minors, then corporations by price."""
        state = table.state
        minors = [name for name in self.title.corporations if name in state.minors]
        return [*minors, *table.market.by_price()]

    def float_percent(self, table: View, name: str) -> int:
        """How much of a corporation has to be sold for it to operate."""
        return self.title.corporations[name].float_percent

    def payer_of(self, table: View, name: str, player: str) -> str:
        """Who pays for the first shares of a corporation that a player takes."""
        return player

    def remarks(self, state: State) -> Iterator[str]:
        """Lines of text on what only this title has."""
        yield from ()


_STEPS: tuple[Step, ...] = (
    HomeStep(),
    TrackStep(),
    TokenStep(),
    RunStep(),
    DividendStep(),
    TrainStep(),
    EndStep(),
)
_EXCHANGE, _PLAYER_LAY = ExchangeStep(), PlayerLayStep()
_ALWAYS: tuple[Step, ...] = (PrivateStep(), PowerLayStep())
