"""The document ``route-opt/game@1``: a game at any moment, from the first card to the last dollar.

A game is a value, as an operating state is: what lies on the table is its `operating` state; what
auctions, stock rounds and the end need beside that stands here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec

from operating_round.errors import StateError
from operating_round.protected.sales import Sale
from operating_round.state import Count, Money, State
from route_opt.documents import read_json, read_source
from route_opt.files import write_whole

FORMAT = "route-opt/game@1"

Seed = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Sold = Annotated[int, msgspec.Meta(ge=10, multiple_of=10, le=10_000)]
"""Percent sold in a round: above 100 where what was sold may be bought and sold again."""


LONGEST_LOG = 60
"""So many sentences on what happened last are kept."""

Log = Annotated[tuple[str, ...], msgspec.Meta(max_length=LONGEST_LOG)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a game's document, which holds its own fields and no other."""


class Waterfall(_Part, frozen=True, omit_defaults=True, kw_only=True):
    """Private companies sold one after another, with bids on those to come.

    Attributes
    ----------
    offered
        Those not yet sold; the first is for sale.
    turn
        Who is to buy, bid or pass.
    bids
        What was bid on each, in the order in which it was said.
    passes
        How many have passed in a row.
    cheaper
        How much the one for sale has come down.
    contest
        The one that its bidders fight for.
    speaker
        Who of them is to speak.
    par
        The corporation whose first price its new president is to set, and he.
    """

    offered: tuple[str, ...]
    turn: str
    bids: dict[str, tuple[tuple[str, Money], ...]] = {}
    passes: Count = 0
    cheaper: Money = 0
    contest: str = ""
    speaker: str = ""
    par: tuple[str, str] = ("", "")


class Draft(_Part, frozen=True, omit_defaults=True, kw_only=True):
    """Cards drawn and kept face down.

    Attributes
    ----------
    deck
        The cards not yet kept, the top first: those of the hand, then those below it.
    turn
        Who is to keep a card.
    kept
        Who kept which card, in order.
    cheaper
        How much the last private company has come down.
    passes
        How many have passed in a row where the cards lie open.
    """

    deck: tuple[str, ...]
    turn: str
    kept: tuple[tuple[str, str], ...] = ()
    cheaper: Money = 0
    passes: Count = 0


class Row(_Part, frozen=True, omit_defaults=True, kw_only=True):
    """Cards in a row, of which players take one after another.

    Attributes
    ----------
    cards
        Those still there, from the left, with the money on each; the bank keeps that money.
    turn
        Who is to take a card.
    out
        Players who could not pay for any, and have no more turns.
    par
        The corporation whose first price its new president is to set, and he.
    """

    cards: tuple[tuple[str, Money], ...]
    turn: str
    out: tuple[str, ...] = ()
    par: tuple[str, str] = ("", "")


class Lots(_Part, frozen=True, omit_defaults=True, kw_only=True):
    """Private companies that an auctioneer puts up, one after another.

    Attributes
    ----------
    left
        Those not yet sold.
    auctioneer
        Who chooses the next one, and opens the bidding for it.
    lot
        The one that is bid for now.
    bid
        The highest bid.
    bidder
        Who made it.
    turn
        Who is to bid or pass.
    passed
        Players who bid no more for this one.
    par
        The corporation whose first price its new president is to set, and he.
    """

    left: tuple[str, ...]
    auctioneer: str
    lot: str = ""
    bid: Money = 0
    bidder: str = ""
    turn: str = ""
    passed: tuple[str, ...] = ()
    par: tuple[str, str] = ("", "")


class Stock(_Part, frozen=True, omit_defaults=True, kw_only=True):
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
    deals
        What was done in this turn, ``sell`` and ``buy``, in order; a run of one kind counts once.
    acted
        The player has acted for a company.
    redeemed
        Companies that have bought a share back in this round.
    reissued
        Companies that have offered such shares for sale again in this round.
    income
        What companies got for those in this round: they may not use it yet.
    sold
        What each player sold in this round, in percent: he may not buy it again.
    sales
        Sales of this turn whose prices have not moved yet.
    funds
        What the bank had before those sales, without what it has paid for those not protected.
    asked
        The turn is over, and presidents are asked whether they protect those prices.
    resume
        Who goes on after that, if not the next to the left of the seller.
    """

    turn: str
    passes: Count = 0
    bought: tuple[tuple[str, str], ...] = ()
    sold_now: tuple[str, ...] = ()
    deals: tuple[str, ...] = ()
    acted: bool = False
    redeemed: tuple[str, ...] = ()
    reissued: tuple[str, ...] = ()
    income: dict[str, Money] = {}
    sold: dict[str, dict[str, Sold]] = {}
    sales: tuple[Sale, ...] = ()
    funds: int | None = None
    asked: bool = False
    resume: str = ""


class Offer(_Part, frozen=True):
    """A purchase that waits for the other side.

    Attributes
    ----------
    by
        Who asks.
    to
        Who has to agree.
    action
        What would be done.
    """

    by: str
    to: str
    action: dict[str, Any]


class Beside(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A game at a moment, without its operating state.

    Attributes
    ----------
    priority
        Who would begin the next stock round.
    auction, draft, row, lots
        Private companies that are being sold, in the way of the title.
    stock
        The stock round in progress.
    offer
        A purchase that waits for the other side.
    unpaid
        Corporations that have floated and get their capital with the next operating round.
    stock_rounds
        How many stock rounds have begun, those of the private companies left out.
    closed_rounds
        How many rounds ended while private companies were left.
    seed
        Chance: the same seed gives the same game.
    log
        What happened last, in sentences.
    """

    priority: str
    auction: Waterfall | None = None
    draft: Draft | None = None
    row: Row | None = None
    lots: Lots | None = None
    stock: Stock | None = None
    offer: Offer | None = None
    unpaid: tuple[str, ...] = ()
    stock_rounds: Count = 0
    closed_rounds: Count = 0
    seed: Seed = 0
    log: Log = ()


class Game(Beside, frozen=True, kw_only=True):
    """A game at a moment.

    Attributes
    ----------
    operating
        Board, companies, money: the state that operating rounds play on.
    """

    operating: State

    @property
    def players(self) -> tuple[str, ...]:
        """The players in their seats, clockwise."""
        return tuple(self.operating.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.operating.over

    @property
    def drafting(self) -> bool:
        """Whether cards are drawn now: a draft may wait for operating rounds."""
        return self.draft is not None and self.operating.operating_rounds is None

    def document(self) -> dict[str, Any]:
        """The game as a JSON document; ``parse(g.document()) == g``."""
        beside = {name: getattr(self, name) for name in Beside.__struct_fields__}
        plain = msgspec.json.decode(msgspec.json.encode(Beside(**beside)))
        return {"format": FORMAT, "operating": self.operating.document(), **plain}

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all."""
        save(self.document(), path)


def save(document: dict[str, Any], path: str | Path) -> None:
    """Write a document to a file, whole or not at all."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def load(source: str | Path) -> Game:
    """Load a game from a file or ``-``."""
    return parse(read_json(read_source(source, StateError), StateError, str(source)))


def parse(document: Any) -> Game:
    """Read a game from a document.

    Raises
    ------
    StateError
        With everything that is wrong, and where.
    """
    from whole_game.checks import read_game  # which asks the rules, which know games

    return read_game(document)
