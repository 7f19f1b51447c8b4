"""Private companies: buying them, and laying the tiles they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from operating_round.actions import Action, BuyPrivate, Choice, Lay, Token
from operating_round.state import Corporation
from operating_round.steps.base import Step
from operating_round.steps.track import TrackStep, apply_lay, lay_choices
from operating_round.table import Table

if TYPE_CHECKING:
    from operating_round.rules import ExtraLay


class PrivateStep(Step):
    """A corporation buys private companies from players."""

    name = "privates"
    does = "buy that private company at that price"

    def rule(self, table: Table) -> str:
        """As the title's data cites."""
        sales = table.rules.private_sales
        return sales.rule if sales else ""

    def takes(self, action: Action) -> bool:
        """Purchases of private companies."""
        return isinstance(action, BuyPrivate)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Every private company a player owns, at the prices the rules allow."""
        if not isinstance(table.acting, Corporation):
            return
        for name, owner in table.state.privates.items():
            if isinstance(about, BuyPrivate) and about.private != name:
                continue
            if owner not in table.state.players:
                continue
            prices = table.rules.private_prices(table, name)
            if prices and prices[0] <= table.acting.cash:
                most = min(prices[1], table.acting.cash)
                yield Choice(BuyPrivate(name, prices[0]), (prices[0], most))

    def apply(self, table: Table, action: Action) -> None:
        """The player gets the money, the corporation the company."""
        assert isinstance(action, BuyPrivate)
        seller = table.owner_of(action.private)
        table.pay(table.entity, seller, action.price)
        table.give_private(action.private, table.entity)
        table.say(
            "private",
            f"{table.entity} buys {action.private} from {seller} for {action.price}",
            private=action.private,
            price=action.price,
        )
        table.rules.private_bought(table, action.private)


class PowerLayStep(Step):
    """Tiles and tokens that private companies bring; at any time of the owner's turn."""

    name = "powers"
    does = "use a private company that way"

    def takes(self, action: Action) -> bool:
        """Lays and tokens by a private company."""
        return isinstance(action, Lay | Token) and bool(action.by)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Every extra tile and free token."""
        for extra in table.rules.extra_lays(table):
            if extra.counts and table.turn.step != TrackStep.name:
                continue
            for action, _, cost in lay_choices(table, extra, about):
                yield Choice(action, cost=cost)
        for private, stop in table.rules.free_tokens(table):
            yield Choice(Token(stop, private))

    def apply(self, table: Table, action: Action) -> None:
        """Lay the tile, or place the token."""
        if isinstance(action, Lay):
            apply_lay(table, self.extra(table, action), action)
        elif isinstance(action, Token):
            table.rules.place_free_token(table, action.by, action.stop)
            table.say("token", f"{table.entity} places the token of {action.by} on {action.stop}")

    def extra(self, table: Table, action: Lay) -> ExtraLay:
        """The power that allows a lay."""
        return next(
            extra
            for extra in table.rules.extra_lays(table)
            if extra.private == action.by and action.hex in extra.hexes
        )
