"""What a recorded action means, as an action of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from operating_round.actions import EndGame, Exchange, Pass, Protect, SellShares
from operating_round.errors import StateError
from operating_round.ledger import Decoder as OperatingDecoder
from operating_round.ledger import Names
from operating_round.state import MARKET
from route_opt.records.document import Record
from route_opt.title import Title
from whole_game.actions import Action, Bid, BuyShare, Keep, Par, RedeemShare
from whole_game.game import Game
from whole_game.recorded.certificates import Certificates
from whole_game.rounds.draft import BLANK


def card_of(recorded: str) -> str:
    """A card of a draft: the site calls a blank one ``Pass (2)``."""
    number = recorded.removeprefix("Pass (").removesuffix(")")
    return f"{BLANK} {number}" if recorded != number else recorded


class Decoder:
    """Reads the actions of one record, each for the game it meets."""

    def __init__(self, title: Title, record: Record) -> None:
        self.names = Names(title)
        self.operating = OperatingDecoder(self.names)
        self.books: dict[str, Certificates] = {}
        self.players = {player.id: player.name for player in record.players}

    def player(self, recorded: dict[str, Any], game: Game) -> str:
        """The player who acts, himself or through his private company."""
        entity = str(recorded["entity"])
        if recorded.get("entity_type") == "company":
            return game.operating.privates.get(entity) or ""
        return self.players.get(entity, entity)

    def decode(self, recorded: dict[str, Any], game: Game) -> Action:
        """One recorded action as ours."""
        if recorded["type"] == "pass":
            return Pass()
        if recorded["type"] == "end_game":
            return EndGame()
        if game.auction is None and game.draft is None and game.stock is None:
            entity = self.players.get(str(recorded.get("entity")), recorded.get("entity"))
            return self.operating.decode({**recorded, "entity": entity}, game.operating)
        handler = _DECODERS.get(recorded["type"])
        if handler is None:
            raise StateError(f"recorded action {recorded['type']!r} is not known in this round")
        return handler(self, recorded, game)

    def book(self, corporation: str) -> Certificates:
        """The certificates of a corporation."""
        return self.books.setdefault(corporation, Certificates())

    def follow(self, recorded: dict[str, Any], before: Game, after: Game) -> None:
        """Note where certificates have gone with an action."""
        kind, shares = recorded["type"], [str(share) for share in recorded.get("shares", ())]
        if kind == "par":
            self.book(str(recorded["corporation"])).move(
                f"{recorded['corporation']}_0", self.player(recorded, before)
            )
        elif kind == "buy_shares" and recorded.get("entity_type") != "corporation":
            for share in shares:
                self.book(share.rpartition("_")[0]).move(share, self.player(recorded, before))
        elif kind == "sell_shares" and recorded.get("entity_type") != "corporation":
            name = shares[0].rpartition("_")[0]
            row = after.operating.corporations.get(name)
            seller = self.player(recorded, before)
            successor = row.owner if row and row.owner != seller else ""
            percent = int(recorded.get("percent") or 10 * len(shares))
            self.book(name).sell(shares, seller, percent, successor or "")
        elif kind in ("buy_shares", "sell_shares"):
            taker = MARKET if kind == "sell_shares" else str(recorded["entity"])
            for share in shares:
                self.book(share.rpartition("_")[0]).move(share, taker)
        self._follow_offices(after)

    def _follow_offices(self, game: Game) -> None:
        for name, row in game.operating.corporations.items():
            office = f"{name}_0"
            before = self.book(name).holder(office)
            if before and row.owner and row.owner not in (before, MARKET):
                self.book(name).change(office, row.owner)

    def bid(self, recorded: dict[str, Any], game: Game) -> Action:
        """A bid, the purchase of what is for sale, or a card that is kept."""
        if game.draft is not None:
            return Keep(card_of(str(recorded["company"])))
        return Bid(str(recorded["company"]), int(recorded["price"]))

    def par(self, recorded: dict[str, Any], game: Game) -> Action:
        """A first price, written ``90,1,6``: price, row and column."""
        return Par(
            str(recorded["corporation"]), int(str(recorded["share_price"]).partition(",")[0])
        )

    def buy(self, recorded: dict[str, Any], game: Game) -> Action:
        """A share: from the market where its certificate was sold there before."""
        shares = [str(share) for share in recorded["shares"]]
        name = shares[0].rpartition("_")[0]
        if game.stock is not None and game.stock.asked:
            return Protect(self.player(recorded, game), name)
        if recorded.get("entity_type") == "corporation":
            holder = self.book(name).holder(shares[0])
            return RedeemShare(name, holder or MARKET)
        pooled = self.book(name).holder(shares[0]) == MARKET
        source = MARKET if pooled else game.operating.rules.play.unsold
        if recorded.get("entity_type") == "company":
            return Exchange(str(recorded["entity"]), source)
        return BuyShare(name, source)

    def sell(self, recorded: dict[str, Any], game: Game) -> Action:
        """Shares of a player."""
        shares = [str(share) for share in recorded["shares"]]
        count = int(recorded.get("percent") or 10 * len(shares)) // 10
        return SellShares(self.player(recorded, game), shares[0].rpartition("_")[0], count)


_DECODERS: dict[str, Callable[[Decoder, dict[str, Any], Game], Action]] = {
    "bid": Decoder.bid,
    "par": Decoder.par,
    "buy_shares": Decoder.buy,
    "sell_shares": Decoder.sell,
}
