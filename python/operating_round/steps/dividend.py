"""What becomes of the earnings, and what that does to the price."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Dividend, Object
from operating_round.errors import IllegalAction, UnprovedRun
from operating_round.state import BANK, Corporation
from operating_round.steps.base import Step
from operating_round.steps.run import best_run, judged_run, running_position
from operating_round.table import Table, View
from route_opt.rules.dividends import kept_by_minor

STOCKHOLDER = "a stockholder"
"""Who may object, where a title does not say that anyone may."""


class DividendStep(Step):
    """Pay all, half or nothing; until then whoever may object can show a better run."""

    name = "dividend"
    does = "pay a dividend of that kind"
    must = "say what becomes of its earnings"
    occasion = "declares the dividend of {}"

    def rule(self, table: View) -> str:
        """As the title's data cites."""
        return table.title.play.dividends.rule

    def rule_of(self, table: View, action: Action) -> str:
        """Objections have a section of their own."""
        if isinstance(action, Object):
            return table.title.routes.rules.get("better_shown", "")
        return self.rule(table)

    def takes(self, action: Action) -> bool:
        """Dividends, and objections to the run."""
        return isinstance(action, Dividend | Object)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """The kinds the title has."""
        if self.finished(table):
            return
        for kind in table.title.play.dividends.kinds:
            yield Choice(Dividend(kind))
        yield from objections(table, about)

    def apply(self, table: Table, action: Action) -> None:
        """Pay out or keep; or run what somebody has shown to be better."""
        if isinstance(action, Object):
            self.object(table, action)
        elif isinstance(action, Dividend):
            self.pay(table, action.kind)

    def object(self, table: Table, action: Object) -> None:
        """A player shows a better set of routes: it is run instead."""
        rule = self.rule_of(table, action)
        position = running_position(table)
        if action.routes is None:
            revenue, routes = best_run(position)
        else:
            revenue, routes = judged_run(position, action.routes)
        declared = table.turn.revenue or 0
        if revenue <= declared:
            raise IllegalAction(f"{revenue} is not more than the {declared} declared", rule)
        table.set_turn(revenue=revenue)
        text = f"{action.player} objects: {table.entity} must run for {revenue}"
        table.say("run", text, revenue=revenue, routes=routes)

    def pay(self, table: Table, kind: str) -> None:
        """Share the earnings out and move the price."""
        name, revenue = table.entity, table.turn.revenue or 0
        rules = table.rules
        kept = rules.money.keeps(table, kind, revenue)
        table.bank.pay(BANK, name, kept)
        if revenue:
            paid = f"pays {revenue - kept}" + (f" and keeps {kept}" if kept else "")
            table.say("dividend", f"{name} {paid if kept < revenue else f'keeps {kept}'}")
        table.market.pay_shares(name, revenue - kept)
        table.set_turn(paid=True)
        steps = rules.money.dividend_steps(table, name, kind, revenue - kept)
        if steps:
            table.market.move_price(name, "right" if steps > 0 else "left", abs(steps))

    def refusal(self, table: View, action: Action) -> str:
        """The kinds there are."""
        if isinstance(action, Dividend):
            kinds = ", ".join(table.title.play.dividends.kinds)
            return f"{action.kind!r} is not a dividend of {table.title.name}: there are {kinds}"
        assert isinstance(action, Object)
        return why_no_objection(table, action.player)

    def enter(self, table: Table) -> None:
        """Nothing earned is nothing paid; a minor company has no shares."""
        if not isinstance(table.acting, Corporation):
            pay_minor(table)
            table.set_turn(paid=True)
        elif not table.turn.revenue:
            self.pay(table, "withhold")

    def leave(self, table: Table) -> None:
        """The corporation has operated; phased out trains have run for the last time."""
        table.rules.effects.after_run(table)
        if isinstance(table.acting, Corporation):
            table.change(table.entity, operated=True)

    def finished(self, table: View) -> bool:
        """Whether the dividend is declared."""
        return table.turn.paid

    def may_pass(self, table: View) -> bool:
        """Never: earnings go somewhere."""
        return False


def objections(table: View, about: Action | None) -> Iterator[Choice]:
    """Who may object to the run declared: any routes that are `about`, else the best if better."""
    if isinstance(about, Object):
        if not why_no_objection(table, about.player):
            yield Choice(about)
        return
    objectors = [player for player in table.state.players if not why_no_objection(table, player)]
    if about is not None or not objectors:
        return
    if can_be_bettered(table):  # if that is open, who objects has to show a run himself
        yield from (Choice(Object(player)) for player in objectors)


def can_be_bettered(table: View) -> bool | None:
    """Whether there is a better run than the one declared; None if that was not proved in time."""
    try:
        return best_run(running_position(table))[0] > (table.turn.revenue or 0)
    except UnprovedRun:
        return None


def why_no_objection(table: View, player: str) -> str:
    """Why a player may not object to the run of the acting company; empty if he may."""
    objectors, title = table.title.routes.objectors, table.title.name
    if not objectors:
        return f"nobody objects to runs in {title}"
    if player not in table.state.players:
        return f"{player!r} is not a player in this game"
    if player in table.state.bankrupt:
        return f"{player} is bankrupt, and out of the game"
    row = table.acting
    held = row.shares.get(player, 0) if isinstance(row, Corporation) else 0
    if objectors == STOCKHOLDER and not held:
        return f"{player} has no share of {table.entity}: {STOCKHOLDER} may object"
    return ""


def pay_minor(table: Table) -> None:
    """A minor company shares its earnings with its owner, who gets the larger part."""
    revenue = table.turn.revenue or 0
    owner = table.acting.owner
    if revenue and owner:
        own = kept_by_minor(revenue)
        table.bank.pay(BANK, table.entity, own)
        table.bank.pay(BANK, owner, revenue - own)
        table.say("dividend", f"{owner} gets {revenue - own} of {table.entity}")
