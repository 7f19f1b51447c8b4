"""1846: a corporation that nobody runs, its president's certificate in the market (7.1)."""

from __future__ import annotations

from operating_round.actions import Action, BuyTrain
from operating_round.errors import IllegalAction
from operating_round.state import BANK
from operating_round.steps.base import Step
from operating_round.steps.run import RunStep, best_run, running_position
from operating_round.steps.trains import buy
from operating_round.table import Table, View


class LostRunStep(RunStep):
    """A corporation in the market runs for the most, keeps it all, and its price falls (7.1)."""

    section = "7.1"

    def apply(self, table: Table, action: Action) -> None:
        """Nobody may run it for less."""
        super().apply(table, action)
        most, run = best_run(running_position(table))[0], table.turn.revenue or 0
        if run < most:
            message = f"{table.entity} runs for the most possible, {most}, not for {run}"
            raise IllegalAction(message, self.rule(table))

    def leave(self, table: Table) -> None:
        """One space left with a train, though it may go now as phased out; two without one."""
        name, revenue = table.entity, table.turn.revenue or 0
        steps = 1 if table.acting.trains else 2
        table.rules.effects.after_run(table)
        table.bank.pay(BANK, name, revenue)
        table.set_turn(paid=True)
        table.market.move_price(name, "left", steps)


class LostTrainStep(Step):
    """A corporation in the market buys the cheapest train if it has none and can (7.1)."""

    name = "trains"

    def enter(self, table: Table) -> None:
        """Nobody chooses."""
        buy_cheapest(table)

    def finished(self, table: View) -> bool:
        """At once."""
        return True


def buy_cheapest(table: Table) -> None:
    """Buy the cheapest train of the bank, if the acting corporation has none and can."""
    offers = table.rules.trains.offers(table)
    if table.acting.trains or not offers:
        return
    offer = min(offers, key=lambda offer: offer.price)
    if offer.price <= table.acting.cash:
        buy(table, BuyTrain(offer.train, offer.price, offer.source))
