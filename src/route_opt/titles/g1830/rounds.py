"""1830: what its operating rounds have that data cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Action, Choice, Exchange
from operating_round.rules import ExtraLay, Rules
from operating_round.state import CLOSED, MARKET
from operating_round.steps.base import Step
from operating_round.table import Table

EXCHANGED, TELEPORT = "MH", "DH"
"""The private company that is swapped for a share, and the one that founds a far railhead."""


class ExchangeStep(Step):
    """The Mohawk & Hudson for a share of NYC, between turns (Table 1, note 3)."""

    name = "exchange"
    does = "swap that private company now"

    def rule(self, table: Table) -> str:
        """The note on the company."""
        return "Table 1"

    def takes(self, action: Action) -> bool:
        """Exchanges."""
        return isinstance(action, Exchange)

    def choices(self, table: Table, about: Action | None = None) -> Iterator[Choice]:
        """Before the first thing is done in a turn, a player may swap."""
        if about is not None and not self.takes(about):
            return
        turn, private = table.state.turn, table.private(EXCHANGED)
        owner = table.owner_of(EXCHANGED)
        if private is None or owner not in table.state.players:
            return
        if turn and turn.begun and "exchange_any_time" not in table:
            return
        row = table.corporation(private.share)
        for source in ("IPO", MARKET):
            # The president's certificate is not to be had this way.
            left = row.shares.get(source, 0) - 20 * (source == "IPO" and not row.ipoed)
            if row.shares.get(owner, 0) < 60 and left >= 10:
                yield Choice(Exchange(EXCHANGED, source))

    def apply(self, table: Table, action: Action) -> None:
        """The share for the company, which closes."""
        assert isinstance(action, Exchange)
        private = table.private(action.private)
        player = table.owner_of(action.private)
        assert private is not None
        table.move_shares(private.share, action.source, player, 10)
        table.give_private(action.private, CLOSED)
        table.say("exchange", f"{player} swaps {action.private} for 10% of {private.share}")
        if table.corporation(private.share).owner:
            table.check_president(private.share)
        if "capital_at_once" in table and may_float(table, private.share):
            float_now(table, private.share)
            if table.state.operating_rounds:
                table.set(done=(*table.state.done, private.share))


def may_float(table: Table, name: str) -> bool:
    """Whether enough shares have left the bank, swapped ones included (11.0)."""
    row = table.corporation(name)
    sold = 100 - row.shares.get(table.title.play.unsold, 0)
    return row.ipoed and not row.floated and sold >= table.title.corporations[name].float_percent


def float_now(table: Table, name: str) -> None:
    """Charter and capital for a corporation that operates from the next round on."""
    table.change(name, floated=True)
    table.say("floats", f"{name} floats", corporation=name)
    table.rules.floats(table, name)


class Rounds(Rules):
    """The rules of 1830."""

    def always(self, table: Table) -> tuple[Step, ...]:
        """The exchange of the Mohawk & Hudson too."""
        return (*super().always(table), _EXCHANGE)

    def between_turns(self, table: Table) -> tuple[Step, ...]:
        """The exchange."""
        return (_EXCHANGE,)

    def start_round(self, table: Table) -> None:
        """Who has sold enough since the last round gets its capital, and will operate (11.0)."""
        super().start_round(table)
        for name in table.state.corporations:
            if may_float(table, name):
                float_now(table, name)

    def extra_lays(self, table: Table) -> Iterator[ExtraLay]:
        """The tiles of the C&SL, in addition, and of the D&H, as the tile of the turn."""
        tiles = table.state.board.tiles
        for name in table.acting.companies:
            private = table.private(name)
            if not private or not private.hexes or private.hexes[0] in tiles:
                continue
            if private.lays:
                yield ExtraLay(name, private.hexes, private.lays, rule="Table 1")
            else:
                yield ExtraLay(name, private.hexes, free=False, counts=True, rule="Table 1")

    def token_stops(self, table: Table) -> Iterator[tuple[str, bool]]:
        """Also the far railhead of the D&H in a later turn, at the usual price (Table 1)."""
        yield from super().token_stops(table)
        private = table.private(TELEPORT)
        if private and TELEPORT in table.acting.companies and table.state.used.get(TELEPORT):
            stop = f"{private.hexes[0]}.0"
            if stop not in table.reach().stops:
                yield stop, True

    def free_tokens(self, table: Table) -> Iterator[tuple[str, str]]:
        """The token of the D&H, free in the turn of its tile."""
        for name in table.turn.used:
            private = table.private(name)
            if not private or private.lays or table.turn.tokens or table.turn.revenue is not None:
                continue
            stop = f"{private.hexes[0]}.0"
            if table.acting.tokens_unplaced and table.free_slot(stop, table.entity) is not None:
                yield name, stop

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """The first train of B&O closes the company of that name (23.2)."""
        for name, private in self.title.privates.items():
            own = not private.for_sale and private.share == table.entity
            if own and table.owner_of(name) not in ("", CLOSED):
                table.give_private(name, CLOSED)
        super().train_bought(table, train, source)


_EXCHANGE = ExchangeStep()
