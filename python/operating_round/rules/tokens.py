"""Rules on station tokens."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.rules.rounds import RoundRules
from operating_round.state import Corporation, State
from operating_round.table import Table
from route_opt.rules.tokens import (
    Keeping,
    has_token_there,
    reserved_at,
    token_price,
    token_prices,
)
from route_opt.title import Reserved


class TokenRules(RoundRules):
    """Where tokens go, what they cost, and which spaces are kept."""

    def token_prices(self, table: Table, name: str) -> tuple[int, ...]:
        """The prices of a company's own tokens, the home token first."""
        return token_prices(self.title.corporations[name], table.state.options)

    def tokens_returned(self, state: State, name: str) -> tuple[int, ...]:
        """The prices of a company's tokens when it closes."""
        return token_prices(self.title.corporations[name], state.options)

    def token_price(self, table: Table, stop: str, connected: bool) -> int | None:
        """What the next token costs on a stop, or None where it may not be placed."""
        place, following = self.reserved_space(table, stop), table.acting.tokens_unplaced[0]
        phase = table.state.phase
        return token_price(self.title, phase, table.stop(stop), following, place, connected)

    def reserved_space(self, table: Table, stop: str) -> Reserved | None:
        """The space at a stop that is still reserved for the acting company."""
        place = reserved_at(self.title.corporations[table.entity], stop)
        return place if place and self.keeping(table).is_kept(place) else None

    def token_stops(self, table: Table) -> Iterator[tuple[str, bool]]:
        """Stops that might take a token, and whether the acting company is connected to them."""
        for stop in sorted(table.reach().stops):
            yield stop, True

    def one_token_only(self, table: Table, stop: str) -> bool:
        """Whether the acting company has a token that keeps another one away from a stop."""
        return has_token_there(self.title, table.state.board.tokens, table.entity, stop)

    def free_tokens(self, table: Table) -> Iterator[tuple[str, str]]:
        """Tokens placed free by a private company's power, as private and stop."""
        yield from ()

    def place_free_token(self, table: Table, private: str, stop: str) -> None:
        """Place one of them: as the next token of the company, at no price."""
        slot = table.free_slot(stop, table.entity)
        table.place_next_token(table.entity, stop, slot or 0)
        table.set_turn(tokens=table.turn.tokens + 1)

    def reserved(self, table: Table, stop: str) -> dict[int, str]:
        """Slots of a stop that are kept, each with the company it is kept for."""
        board = table.state.board
        return self.keeping(table).slots(stop, board.tiles, board.tokens)

    def keeping(self, table: Table) -> Keeping:
        """Who may have a space kept: those still to start, and what players own."""
        rows, owners = table.state.corporations, table.state.privates.items()
        waits = (name for name, row in rows.items() if self._waits(row))
        held = tuple(name for name, owner in owners if owner in table.state.players)
        return Keeping(self.title, table.state.phase, tuple(rows), frozenset(waits), held)

    def _waits(self, row: Corporation) -> bool:
        return not row.tokens_on_map and not row.closed and not row.operated
