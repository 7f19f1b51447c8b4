"""A buyer outside the game acquires corporations: offers after a round, and a way out of need."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from operating_round.actions import Action, Bankrupt, Choice, SellShares, Special
from operating_round.state import BANK
from operating_round.steps.base import Step
from operating_round.steps.trains import TrainStep, buyable_offers, in_need, must_buy
from operating_round.table import Table, View
from operating_round.titles.g1867bw.remembered import Offers
from operating_round.titles.g1867bw.union_pacific import (
    acquire,
    acquire_waiting,
    buyer_is_active,
    can_acquire_waiting,
    may_be_acquired,
    refused,
)


class OfferStep(Step):
    """One corporation after the other accepts or declines, until one is acquired."""

    name = "offers"
    does = "answer an offer that way"
    occasion = "answers the offer of the Union Pacific for {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return str(table.title.play.special["union_pacific"]["rule_corporations"])

    def decides(self, table: View) -> str:
        """The director of the one who is asked."""
        return table.corporation(self.asked(table)[0]).owner or ""

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """The answer."""
        assert isinstance(action, Special)
        if action.choice == "accept":
            return f"Let the Union Pacific acquire {action.at}"
        return f"Decline the offer of the Union Pacific for {action.at}"

    def about(self, table: View) -> str:
        """The one who is asked."""
        return self.asked(table)[0]

    def takes(self, action: Action) -> bool:
        """Answers."""
        return isinstance(action, Special) and action.kind == "acquire"

    def asked(self, table: View) -> list[str]:
        """Those who have not answered yet, the one who is asked first."""
        declined = Offers.of(table).declined
        return [name for name in may_be_acquired(table) if name not in declined]

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Accept or decline; the last must accept where nobody else can be acquired."""
        asked = self.asked(table)
        if self.finished(table) or not asked:
            return
        yield Choice(Special("acquire", asked[0], "accept"))
        if len(asked) > 1 or can_acquire_waiting(table):
            yield Choice(Special("acquire", asked[0], "decline"))

    def enter(self, table: Table) -> None:
        """Where nobody can be asked, one that waits is acquired."""
        if not self.finished(table) and not self.asked(table):
            self.take_waiting(table)

    def take_waiting(self, table: Table) -> None:
        """All have declined."""
        Offers.set(table, settled=True)
        if can_acquire_waiting(table):
            acquire_waiting(table)

    def apply(self, table: Table, action: Action) -> None:
        """Acquire it, or ask the next."""
        assert isinstance(action, Special)
        name, declined = action.at, Offers.of(table).declined
        if action.choice == "accept":
            Offers.set(table, settled=True)
            acquire(table, name, len(declined), crisis=False)
            return
        table.say("declined", f"{name} declines the offer", corporation=name)
        Offers.set(table, declined=(*declined, name))
        refused(table, name)
        if not self.asked(table):
            self.take_waiting(table)

    def finished(self, table: View) -> bool:
        """Whether one was acquired, or none will be."""
        return Offers.of(table).settled or not buyer_is_active(table)

    def may_pass(self, table: View) -> bool:
        """Never: an offer is answered."""
        return False


class CrisisTrainStep(TrainStep):
    """Buying trains, where a corporation that cannot pay is acquired and nobody goes bankrupt."""

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """The crisis."""
        return f"Buy no train: the Union Pacific acquires {table.entity}"

    def takes(self, action: Action) -> bool:
        """A crisis too."""
        crisis = isinstance(action, Special) and action.kind == "crisis"
        return crisis or (super().takes(action) and not isinstance(action, Bankrupt))

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The director may decline to sell shares; not to add the money he has.

        Where all his shares would not bring enough, which elsewhere is bankruptcy, none is sold.
        """
        found = list(super().choices(table, about))
        hopeless = any(isinstance(choice.action, Bankrupt) for choice in found)
        never = (Bankrupt, SellShares) if hopeless else (Bankrupt,)
        yield from (choice for choice in found if not isinstance(choice.action, never))
        if not self.finished(table) and must_buy(table):
            offers = buyable_offers(table)
            money = table.acting.cash + table.bank.cash(table.acting.owner or BANK)
            if offers and money < min(offer.price for offer in offers):
                yield Choice(Special("crisis"))

    def refusal(self, table: View, action: Action) -> str:
        """Nothing is sold in vain."""
        sale = isinstance(action, SellShares) and in_need(table)
        if sale and not any(isinstance(c.action, SellShares) for c in self.choices(table)):
            return "all shares together would not pay for a train, so none is sold"
        return super().refusal(table, action)

    def apply(self, table: Table, action: Action) -> None:
        """Acquire a corporation in crisis."""
        if isinstance(action, Special):
            table.say("crisis", f"{table.entity} is in crisis", corporation=table.entity)
            acquire(table, table.entity, 0, crisis=True)
        else:
            super().apply(table, action)
