"""The document ``route-opt/game@1``: a game at any moment, from the first card to the last dollar.

A game is a value, as an operating state is: what lies on the table is its `operating` state; what
auctions, stock rounds and the end need beside that stands here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from operating_round import state as operating
from operating_round.errors import StateError
from operating_round.state import State
from operating_round.steps.protection import Sale
from route_opt.documents import read_json, read_source
from route_opt.errors import Problem

FORMAT = "route-opt/game@1"


class Waterfall(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Private companies sold one after another, with bids on those to come.

    Attributes
    ----------
    offered
        Those not yet sold; the first is for sale.
    bids
        What was bid on each, in the order in which it was said.
    turn
        Who is to buy, bid or pass.
    passes
        How many have passed in a row.
    cheaper
        How much the one for sale has come down.
    contest
        The one that its bidders fight for, and who of them is to speak.
    par
        The corporation whose first price its new president is to set, and he.
    """

    offered: tuple[str, ...]
    turn: str
    bids: dict[str, tuple[tuple[str, int], ...]] = {}
    passes: int = 0
    cheaper: int = 0
    contest: str = ""
    speaker: str = ""
    par: tuple[str, str] = ("", "")


class Draft(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Cards drawn and kept face down.

    Attributes
    ----------
    deck
        The cards not yet kept, the top first: those of the hand, then those below it.
    kept
        Who kept which card, in order.
    cheaper
        How much the last private company has come down.
    """

    deck: tuple[str, ...]
    turn: str
    kept: tuple[tuple[str, str], ...] = ()
    cheaper: int = 0


class Stock(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A stock round in progress.

    Attributes
    ----------
    turn
        Who is to act.
    passes
        How many have passed in a row.
    bought
        Certificates bought in this turn, as corporation and source.
    sold_now
        Corporations of which shares were sold in this turn.
    closed
        Sales of this turn are over: a purchase came after them.
    acted
        The player has acted for a company.
    redeemed
        Companies that have bought a share back in this round.
    sold
        What each player sold in this round, in percent: he may not buy it again.
    sales
        Sales of this turn whose prices have not moved yet.
    asked
        The turn is over, and presidents are asked whether they protect those prices.
    resume
        Who goes on after that, if not the next to the left of the seller.
    """

    turn: str
    passes: int = 0
    bought: tuple[tuple[str, str], ...] = ()
    sold_now: tuple[str, ...] = ()
    closed: bool = False
    acted: bool = False
    redeemed: tuple[str, ...] = ()
    sold: dict[str, dict[str, int]] = {}
    sales: tuple[Sale, ...] = ()
    asked: bool = False
    resume: str = ""


class Offer(msgspec.Struct, frozen=True):
    """A purchase that waits for the other side: what would be done, and who has to agree."""

    by: str
    to: str
    action: dict[str, Any]


class Game(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game at a moment.

    Attributes
    ----------
    operating
        Board, companies, money: the state that operating rounds play on.
    priority
        Who would begin the next stock round.
    unpaid
        Corporations that have floated and get their capital with the next operating round.
    stock_rounds
        How many stock rounds have begun.
    """

    operating: State
    priority: str
    auction: Waterfall | None = None
    draft: Draft | None = None
    stock: Stock | None = None
    offer: Offer | None = None
    unpaid: tuple[str, ...] = ()
    stock_rounds: int = 0
    seed: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """The players in their seats, clockwise."""
        return tuple(self.operating.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.operating.over

    def document(self) -> dict[str, Any]:
        """The game as a JSON document; ``parse(g.document()) == g``."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {"format": FORMAT, **plain, "operating": self.operating.document()}

    def save(self, path: str | Path) -> None:
        """Write the game to a file."""
        Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(self.document())) + b"\n")


def load(source: str | Path) -> Game:
    """Load a game from a file or ``-``."""
    return parse(read_json(read_source(source, StateError), StateError, str(source)))


def parse(document: Any) -> Game:
    """Read a game from a document; raises `StateError` with everything that is wrong."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StateError([Problem("not_a_game", "format", f"is not {FORMAT}")])
    rest = {key: value for key, value in document.items() if key not in ("format", "operating")}
    state = operating.parse(document.get("operating"))
    try:
        row = msgspec.convert(rest, _Beside)
    except msgspec.ValidationError as error:
        raise StateError([Problem("not_a_game", "game", str(error))]) from None
    return Game(operating=state, **{name: getattr(row, name) for name in row.__struct_fields__})


class _Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a `Game` without its operating state."""

    priority: str
    auction: Waterfall | None = None
    draft: Draft | None = None
    stock: Stock | None = None
    offer: Offer | None = None
    unpaid: tuple[str, ...] = ()
    stock_rounds: int = 0
    seed: int = 0
