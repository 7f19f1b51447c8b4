"""Private companies: buying them, and laying the tiles they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from operating_round.actions import Action, BuyPrivate, Choice, Lay, Token
from operating_round.reasons import why_not_lay, why_not_private
from operating_round.state import Corporation
from operating_round.steps.base import Step
from operating_round.steps.track import TrackStep, apply_lay, lay_choices
from operating_round.table import Table, View

if TYPE_CHECKING:
    from operating_round.rules import ExtraLay


class PrivateStep(Step):
    """A corporation buys private companies from players."""

    name = "privates"
    does = "buy that private company at that price"
    occasion = "may buy private companies for {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.rules.privates.section

    def takes(self, action: Action) -> bool:
        """Purchases of private companies."""
        return isinstance(action, BuyPrivate)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every private company a player owns, at the prices the rules allow."""
        if not isinstance(table.acting, Corporation):
            return
        for name, owner in table.state.privates.items():
            if isinstance(about, BuyPrivate) and about.private != name:
                continue
            if owner not in table.state.players:
                continue
            prices = table.rules.privates.private_prices(table, name)
            if prices and prices[0] <= table.acting.cash:
                most = min(prices[1], table.acting.cash)
                yield Choice(BuyPrivate(name, prices[0]), (prices[0], most))

    def apply(self, table: Table, action: Action) -> None:
        """The player gets the money, the corporation the company."""
        assert isinstance(action, BuyPrivate)
        seller = table.privates.owner_of(action.private)
        table.bank.pay(table.entity, seller, action.price)
        table.privates.give(action.private, table.entity)
        table.say(
            "private",
            f"{table.entity} buys {action.private} from {seller} for {action.price}",
            private=action.private,
            price=action.price,
        )
        table.set_turn(privates=(*table.turn.privates, action.private))
        table.rules.effects.private_bought(table, action.private)

    def refusal(self, table: View, action: Action) -> str:
        """The first rule it breaks."""
        assert isinstance(action, BuyPrivate)
        if not isinstance(table.acting, Corporation):
            return f"{table.entity} buys no private companies"
        return f"{table.entity} may not {self.does}: {why_not_private(table, action)}"


class PowerLayStep(Step):
    """Tiles and tokens that private companies bring; at any time of the owner's turn."""

    name = "powers"
    does = "use a private company that way"
    occasion = "may use private companies of {}"

    def takes(self, action: Action) -> bool:
        """Lays and tokens by a private company."""
        return isinstance(action, Lay | Token) and bool(action.by)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every extra tile and free token."""
        for extra in table.rules.track.extra_lays(table):
            if extra.counts and table.turn.step != TrackStep.name:
                continue
            for action, _, cost in lay_choices(table, extra, about):
                yield Choice(action, cost=cost)
        for private, stop in table.rules.tokens.free_tokens(table):
            yield Choice(Token(stop, private))

    def apply(self, table: Table, action: Action) -> None:
        """Lay the tile, or place the token."""
        if isinstance(action, Lay):
            apply_lay(table, self.extra(table, action), action)
        elif isinstance(action, Token):
            table.rules.effects.place_free_token(table, action.by, action.stop)
            table.say("token", f"{table.entity} places the token of {action.by} on {action.stop}")

    def rule(self, table: View) -> str:
        """The sections on the powers there are, or on private companies."""
        rules = [extra.rule for extra in table.rules.track.extra_lays(table)]
        return ", ".join(dict.fromkeys(rules)) or table.rules.privates.section

    def refusal(self, table: View, action: Action) -> str:
        """The first rule it breaks."""
        assert isinstance(action, Lay | Token)
        if action.by not in table.acting.companies:
            return f"{table.entity} does not own {action.by!r}"
        extras = [e for e in table.rules.track.extra_lays(table) if e.private == action.by]
        if isinstance(action, Token) or not extras:
            return f"{action.by} has no such power left now"
        if all(extra.counts for extra in extras) and table.turn.step != TrackStep.name:
            return f"the tile of {action.by} is laid at the {TrackStep.name} step"
        extra = next((e for e in extras if action.hex in e.hexes), extras[0])
        return f"{table.entity} may not {self.does}: {why_not_lay(table, action, extra)}"

    def extra(self, table: View, action: Lay) -> ExtraLay:
        """The power that allows a lay."""
        return next(
            extra
            for extra in table.rules.track.extra_lays(table)
            if extra.private == action.by and action.hex in extra.hexes
        )


class SecondTileStep(PowerLayStep):
    """Two tiles that a private company lays together: after the first, nothing but the other."""

    name = "second_tile"
    must = "lay the second tile of its private company"
    occasion = "lays the second tile of a private company for {}"

    def due(self, table: View) -> str:
        """The private company of which the first tile was laid in this turn, and not the second."""
        for name in table.turn.used if table.state.turn else ():
            private = table.privates.get(name)
            lay = private.lay if private else None
            if lay and lay.together and table.privates.times_used(name) < lay.number:
                return name
        return ""

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The tiles that join the first one."""
        due = self.due(table)
        for choice in super().choices(table, about):
            if isinstance(choice.action, Lay) and choice.action.by == due:
                yield choice

    def refusal(self, table: View, action: Action) -> str:
        """What is to be done first."""
        due = self.due(table)
        if isinstance(action, Lay) and action.by == due:
            return super().refusal(table, action)
        return f"{table.entity} must lay the second tile of {due} first"

    def may_pass(self, table: View) -> bool:
        """Both are laid, or none."""
        return False
