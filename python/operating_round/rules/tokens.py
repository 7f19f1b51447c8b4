"""Rules on station tokens."""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.rules.base import TitleRules
from operating_round.state import State
from operating_round.table import View
from route_opt.rules.tokens import has_token_there, reserved_at, token_price, token_prices
from route_opt.title import Reserved


class TokenRules(TitleRules):
    """Where tokens go and what they cost."""

    def token_prices(self, table: View, name: str) -> tuple[int, ...]:
        """The prices of a company's own tokens, the home token first."""
        return token_prices(self.title.corporations[name], table.state.options)

    def tokens_returned(self, state: State, name: str) -> tuple[int, ...]:
        """The prices of a company's tokens when it closes."""
        return token_prices(self.title.corporations[name], state.options)

    def token_price(self, table: View, stop: str, connected: bool) -> int | None:
        """What the next token costs on a stop, or None where it may not be placed."""
        place, following = self.reserved_space(table, stop), table.acting.tokens_unplaced[0]
        phase = table.state.phase
        return token_price(self.title, phase, table.map.stop(stop), following, place, connected)

    def reserved_space(self, table: View, stop: str) -> Reserved | None:
        """The space at a stop that is still reserved for the acting company."""
        place = reserved_at(self.title.corporations[table.entity], stop)
        return place if place and table.map.keeping().is_kept(place) else None

    def token_stops(self, table: View) -> Iterator[tuple[str, bool]]:
        """Stops that might take a token, and whether the acting company is connected to them."""
        for stop in sorted(table.map.reach().stops):
            yield stop, True
        for name in table.acting.companies:  # the far railhead, in a later turn too
            stop = self._railhead(name)
            if stop and table.state.used.get(name) and stop not in table.map.reach().stops:
                yield stop, True

    def _railhead(self, name: str) -> str:
        """The stop where a private company lays a tile with a free token."""
        private = self.title.privates.get(name)
        return f"{private.hexes[0]}.0" if private and private.lay and private.lay.token else ""

    def one_token_only(self, table: View, stop: str) -> bool:
        """Whether the acting company has a token that keeps another one away from a stop."""
        return has_token_there(self.title, table.state.board.tokens, table.entity, stop)

    def free_tokens(self, table: View) -> Iterator[tuple[str, str]]:
        """Tokens placed free by a private company's power, as private and stop."""
        if table.turn.tokens or table.turn.revenue is not None or not table.acting.tokens_unplaced:
            return
        for name in table.turn.used:
            stop = self._railhead(name)
            if stop and table.map.free_slot(stop, table.entity) is not None:
                yield name, stop

    def unsaid_tokens(self, table: View) -> Iterator[tuple[str, str]]:
        """Free tokens that a record tells as the company's own: those of a power just used."""
        return (free for free in self.free_tokens(table) if free[0] in table.turn.used)
