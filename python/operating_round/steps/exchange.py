"""Private companies that players exchange for shares."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Exchange
from operating_round.state import CLOSED, MARKET
from operating_round.steps.base import Step
from operating_round.table import Table, View
from route_opt.title import Private


class ExchangeStep(Step):
    """A private company for a share, between turns, or where its title says so at any time."""

    name = "exchange"
    does = "swap that private company now"
    occasion = "may exchange a private company"

    def rule(self, table: View) -> str:
        """The section on the first that can be swapped."""
        return next((private.rule for _, private in _swapped(table)), "")

    def takes(self, action: Action) -> bool:
        """Exchanges."""
        return isinstance(action, Exchange)

    def any_time(self, table: View) -> bool:
        """Under an option, or by the data of the company, at any time of a turn."""
        always = any(private.exchange.any_time for _, private in _swapped(table))  # type: ignore[union-attr]
        return always or "exchange_any_time" in table

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Before the first thing is done in a turn, a player may swap."""
        if about is not None and not self.takes(about):
            return
        turn = table.state.turn
        if turn and turn.begun and not self.any_time(table):
            return
        for name, private in _swapped(table):
            owner = table.privates.owner_of(name)
            row = table.state.corporations.get(private.share)
            if owner not in table.state.players or row is None or row.closed:
                continue
            if not row.ipoed and "exchange_before_president" not in table:
                continue  # the president's certificate leaves the bank first
            for source in private.exchange.sources if private.exchange else ():
                # The president's certificate is not to be had this way.
                kept = table.market.presidents(private.share)
                left = row.shares.get(source, 0) - kept * (source != MARKET and not row.ipoed)
                most = table.rules.holdings.most_of_one(table)
                if row.shares.get(owner, 0) < most and left >= 10:
                    yield Choice(Exchange(name, source))

    def apply(self, table: Table, action: Action) -> None:
        """The share for the company, which closes."""
        assert isinstance(action, Exchange)
        private = table.privates.get(action.private)
        player = table.privates.owner_of(action.private)
        assert private is not None
        table.market.move_shares(private.share, action.source, player, 10)
        table.privates.give(action.private, CLOSED)
        table.say("exchange", f"{player} swaps {action.private} for 10% of {private.share}")
        if table.corporation(private.share).owner:
            table.market.check_president(private.share)
        if table.pays_at_once and table.market.may_float(private.share):
            table.market.start(private.share)
            table.rules.effects.floats(table, private.share)
            if table.state.operating_rounds:
                table.set(done=(*table.state.done, private.share))


def _swapped(table: View) -> Iterator[tuple[str, Private]]:
    """The private companies of this title that can be swapped."""
    for name, private in table.title.privates.items():
        if private.exchange and name in table.state.privates:
            yield name, private
