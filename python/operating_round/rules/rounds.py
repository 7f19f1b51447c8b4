"""Rules on rounds and turns: who operates, in which steps, and what happens around them."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round import market
from operating_round.rules.places import stop_now
from operating_round.rules.privates import PrivateRules
from operating_round.state import BANK, CLOSED, Corporation, State
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.home import HomeStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.steps.trains import TrainStep
from operating_round.table import Table


class RoundRules(PrivateRules):
    """The shape of a game, a round and a turn."""

    def set_up(self, table: Table, removed: tuple[str, ...]) -> None:
        """What a new game has beyond its data; `removed` is not in it."""

    def payer_of(self, table: Table, name: str, player: str) -> str:
        """Who pays for the first shares of a corporation that a player takes."""
        return player

    def floats(self, table: Table, name: str) -> None:
        """A corporation has sold enough shares; unless they paid it, it gets ten times its par."""
        row = table.corporation(name)
        if self.title.play.unsold == "IPO":
            table.pay(BANK, name, 10 * (row.par or 0))

    def steps(self, table: Table) -> tuple[Step, ...]:
        """The steps of a turn, in order."""
        return _STEPS

    def always(self, table: Table) -> tuple[Step, ...]:
        """What may be done at any time of a turn."""
        return _ALWAYS

    def before_turns(self, table: Table) -> tuple[Step, ...]:
        """Steps at the start of a round, before the first turn; seldom any."""
        return ()

    def after_turns(self, table: Table) -> tuple[Step, ...]:
        """Steps at the end of a round, after the last turn; seldom any."""
        return ()

    def after_leaving(self, table: Table) -> tuple[Step, ...]:
        """Steps that are still taken when a company leaves the game in its own turn."""
        return ()

    def has_left(self, table: Table, name: str) -> bool:
        """Whether a company has left the game, or can act no more in this turn."""
        return name not in table.state.corporations and name not in table.state.minors

    def between_turns(self, table: Table) -> tuple[Step, ...]:
        """What players may do when it is nobody's turn; seldom anything."""
        return ()

    def order(self, table: Table) -> list[str]:
        """Who operates, in order: minors, then corporations by price."""
        state = table.state
        minors = [name for name in self.title.corporations if name in state.minors]
        return [*minors, *self.by_price(state)]

    def by_price(self, state: State) -> list[str]:
        """Corporations by price, then farther right, then higher in the stack."""

        def key(name: str) -> tuple[int, int, int]:
            row = state.corporations[name]
            place = row.market or (0, 0)
            stack = state.market_order.get(market.key(place), ())
            return -(row.share_price or 0), -place[1], stack.index(name) if name in stack else 0

        running = [
            name
            for name, row in state.corporations.items()
            if row.floated and not row.closed and row.market is not None
        ]
        return sorted(running, key=key)

    def start_round(self, table: Table) -> None:
        """Private companies pay."""
        for name, owner in table.state.privates.items():
            private = self.private(name)
            if private and owner and owner != CLOSED and private.paid == "round":
                self.pay_private(table, name, owner, private.revenue)

    def pay_private(self, table: Table, name: str, owner: str, amount: int) -> None:
        """The income of one private company."""
        if amount:
            table.pay(BANK, owner, amount)
            table.say("income", f"{name} pays {amount} to {owner}", private=name, amount=amount)

    def start_turn(self, table: Table) -> None:
        """The home token of a company's first turn, unless there is a choice of cities."""
        homes = self.home_stops(table, table.entity)
        tracked = table.laid(homes[0].partition(".")[0]).track
        if not table.acting.tokens_on_map and not (len(set(homes)) > 1 and tracked):
            self.place_home(table, table.entity)

    def place_home(self, table: Table, name: str, city: int = 0) -> None:
        """A company's first token, on its home."""
        home = self.home_stops(table, name)[city]
        slot = table.free_slot(home, name)
        if slot is None:
            slot = len(table.state.board.tokens.get(home, ()))
        table.place_next_token(name, home, slot)
        table.say("home", f"{name} places its home token on {home}", corporation=name, stop=home)

    def home_stops(self, table: Table, name: str) -> list[str]:
        """The home of a company as the tiles now number its stops."""
        return [stop_now(table, stop) for stop in self.title.corporations[name].home]

    def end_turn(self, table: Table) -> None:
        """What a turn leaves behind."""
        if isinstance(table.acting, Corporation):
            table.change(table.entity, operated=True)

    def end_round(self, table: Table) -> None:
        """After the last turn of a round."""

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
_ALWAYS: tuple[Step, ...] = (PrivateStep(), PowerLayStep())
