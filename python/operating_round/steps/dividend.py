"""What becomes of the earnings, and what that does to the price."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Dividend, Object
from operating_round.errors import IllegalAction
from operating_round.state import BANK, Corporation
from operating_round.steps.base import Step
from operating_round.steps.run import best_run, judged_run, running_position
from operating_round.table import Table


class DividendStep(Step):
    """Pay all, half or nothing; until then anyone may show a better run."""

    name = "dividend"
    does = "pay a dividend of that kind"

    def rule(self, table: Table) -> str:
        """As the title's data cites."""
        return table.title.play.dividends.rule

    def takes(self, action: Action) -> bool:
        """Dividends, and objections to the run."""
        return isinstance(action, Dividend | Object)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """The kinds the title has."""
        if self.finished(table):
            return
        for kind in table.title.play.dividends.kinds:
            yield Choice(Dividend(kind))
        if table.title.routes.objectors and isinstance(about, Object):
            yield Choice(about)

    def apply(self, table: Table, action: Action) -> None:
        """Pay out or keep; or run what somebody has shown to be better."""
        if isinstance(action, Object):
            self.object(table, action)
        elif isinstance(action, Dividend):
            self.pay(table, action.kind)

    def object(self, table: Table, action: Object) -> None:
        """Somebody shows a better set of routes: it is run instead."""
        rule = table.title.routes.rules.get("better_shown", "")
        position = running_position(table)
        if action.routes is None:
            revenue, routes = best_run(position)
        else:
            revenue, routes = judged_run(position, action.routes)
        declared = table.turn.revenue or 0
        if revenue <= declared:
            raise IllegalAction(f"{revenue} is not more than the {declared} declared", rule)
        table.set_turn(revenue=revenue)
        table.say("run", f"{table.entity} must run for {revenue}", revenue=revenue, routes=routes)

    def pay(self, table: Table, kind: str) -> None:
        """Share the earnings out and move the price."""
        name, revenue = table.entity, table.turn.revenue or 0
        rules = table.rules
        kept = rules.keeps(table, kind, revenue)
        table.pay(BANK, name, kept)
        if revenue:
            paid = f"pays {revenue - kept}" + (f" and keeps {kept}" if kept else "")
            table.say("dividend", f"{name} {paid if kept < revenue else f'keeps {kept}'}")
        rules.pay_shares(table, name, revenue - kept)
        table.set_turn(paid=True)
        steps = rules.dividend_steps(table, name, kind, revenue - kept)
        if steps:
            table.move_price(name, "right" if steps > 0 else "left", abs(steps))

    def refusal(self, table: Table, action: Action) -> str:
        """The kinds there are."""
        if isinstance(action, Dividend):
            kinds = ", ".join(table.title.play.dividends.kinds)
            return f"{action.kind!r} is not a dividend of {table.title.name}: there are {kinds}"
        return f"nobody objects to runs in {table.title.name}"

    def enter(self, table: Table) -> None:
        """Nothing earned is nothing paid; a minor company has no shares."""
        if not isinstance(table.acting, Corporation):
            table.rules.pay_minor(table)
            table.set_turn(paid=True)
        elif not table.turn.revenue:
            self.pay(table, "withhold")

    def leave(self, table: Table) -> None:
        """The corporation has operated."""
        if isinstance(table.acting, Corporation):
            table.change(table.entity, operated=True)

    def finished(self, table: Table) -> bool:
        """Whether the dividend is declared."""
        return table.turn.paid

    def may_pass(self, table: Table) -> bool:
        """Never: earnings go somewhere."""
        return False
