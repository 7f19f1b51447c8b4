"""The table a game lies on while something happens: the operating table, and what is beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from operating_round.looking import table_of
from operating_round.rules.holdings import Places
from operating_round.state import MARKET, Corporation, State
from route_opt.title import Lift
from whole_game.data import StockData
from whole_game.game import Draft, Game, Lots, Row, Stock, Waterfall

if TYPE_CHECKING:
    from whole_game.rules import StockRules

replace = msgspec.structs.replace
Found = TypeVar("Found")


class GameTable:
    """A game, the rules of its title, and what has happened since."""

    def __init__(self, game: Game, stock_rules: StockRules) -> None:
        self.game = game
        self.stock_rules = stock_rules
        self.data: StockData = stock_rules.data
        self.table = table_of(game.operating)
        self._known: dict[Hashable, Any] = {}
        self._known_of: tuple[Game, State] | None = None

    @property
    def state(self) -> State:
        """The operating state as it is now."""
        return self.table.state

    @property
    def players(self) -> tuple[str, ...]:
        """The players in their seats."""
        return tuple(self.state.players)

    @property
    def auction(self) -> Waterfall:
        """The auction in progress."""
        assert self.game.auction is not None
        return self.game.auction

    @property
    def row(self) -> Row:
        """The row of cards that players take."""
        assert self.game.row is not None
        return self.game.row

    @property
    def lots(self) -> Lots:
        """The private companies that are put up."""
        assert self.game.lots is not None
        return self.game.lots

    @property
    def stock(self) -> Stock:
        """The stock round in progress."""
        assert self.game.stock is not None
        return self.game.stock

    @property
    def unsold(self) -> str:
        """Where shares lie that nobody has bought yet."""
        return self.state.rules.play.unsold

    def known(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """What is found out of the table as it lies now: once, until anything changes."""
        of = self._known_of
        if of is None or of[0] is not self.game or of[1] is not self.state:
            self._known_of, self._known = (self.game, self.state), {}
        if key not in self._known:
            self._known[key] = find()
        found: Found = self._known[key]
        return found

    def set(self, **fields: Any) -> None:
        """Change fields of the game."""
        self.game = replace(self.game, **fields)

    def set_auction(self, **fields: Any) -> None:
        """Change fields of the auction."""
        self.set(auction=replace(self.auction, **fields))

    def set_draft(self, **fields: Any) -> None:
        """Change fields of the draft."""
        assert isinstance(self.game.draft, Draft)
        self.set(draft=replace(self.game.draft, **fields))

    def set_row(self, **fields: Any) -> None:
        """Change fields of the row."""
        self.set(row=replace(self.row, **fields))

    def set_lots(self, **fields: Any) -> None:
        """Change fields of the auction of one lot after another."""
        self.set(lots=replace(self.lots, **fields))

    def set_stock(self, **fields: Any) -> None:
        """Change fields of the stock round."""
        self.set(stock=replace(self.stock, **fields))

    def left_of(self, player: str) -> str:
        """Who sits to the left of a player."""
        players = self.players
        return players[(players.index(player) + 1) % len(players)]

    def seats_from(self, player: str) -> tuple[str, ...]:
        """All players clockwise, beginning with one of them."""
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]

    def solvent(self, player: str) -> str:
        """A player, or the next to his left who is still in the game."""
        while player in self.state.bankrupt and len(self.state.bankrupt) < len(self.players):
            player = self.left_of(player)
        return player

    def right_of(self, player: str) -> str:
        """Who sits to the right of a player."""
        players = self.players
        return players[players.index(player) - 1]

    def left(self) -> Game:
        """The game as it lies there now."""
        return replace(self.game, operating=self.state)

    # shares

    def corporation(self, name: str) -> Corporation:
        """A corporation by its name."""
        return self.table.corporation(name)

    def held(self, player: str, name: str) -> int:
        """What a player holds of a corporation, in percent."""
        return self.corporation(name).shares.get(player, 0)

    def lifted(self, name: str, limit: Lift) -> bool:
        """Whether a limit does not hold for a corporation where it stands."""
        place = self.places().get(name)
        return self.table.rules.holdings.lifted(self.table, place, limit)

    def places(self) -> Places:
        """Where the corporations stand by which limits are counted."""
        return self.known("places", lambda: self.stock_rules.places(self))

    def certificates(self, player: str, name: str, sold: int = 0) -> int:
        """On how many certificates a player holds a corporation, so many shares sold."""
        return self.table.rules.holdings.certificates(self.table, player, name, sold)

    def pool(self, name: str) -> int:
        """What the market holds of a corporation, in percent."""
        return self.corporation(name).shares.get(MARKET, 0)
