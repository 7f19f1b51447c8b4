"""What a recorded action means, as an action of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from operating_round.actions import EndGame, Exchange, Pass, SellShares
from operating_round.errors import StateError
from operating_round.ledger import Decoder as OperatingDecoder
from operating_round.ledger import Names
from operating_round.state import MARKET
from route_opt.records.document import Record
from route_opt.title import Title
from whole_game.actions import Action, Bid, BuyShare, Par
from whole_game.game import Game


class Decoder:
    """Reads the actions of one record, each for the game it meets."""

    def __init__(self, title: Title, record: Record) -> None:
        self.names = Names(title)
        self.operating = OperatingDecoder(self.names)
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
        if game.auction is None and game.stock is None:
            entity = self.players.get(str(recorded.get("entity")), recorded.get("entity"))
            return self.operating.decode({**recorded, "entity": entity}, game.operating)
        handler = _DECODERS.get(recorded["type"])
        if handler is None:
            raise StateError(f"recorded action {recorded['type']!r} is not known in this round")
        return handler(self, recorded, game)

    def bid(self, recorded: dict[str, Any], game: Game) -> Action:
        """A bid, or the purchase of what is for sale."""
        return Bid(str(recorded["company"]), int(recorded["price"]))

    def par(self, recorded: dict[str, Any], game: Game) -> Action:
        """A first price, written ``90,1,6``: price, row and column."""
        return Par(str(recorded["corporation"]), int(str(recorded["share_price"]).partition(",")[0]))

    def buy(self, recorded: dict[str, Any], game: Game) -> Action:
        """A share: from the market where its certificate was sold there before."""
        shares = [str(share) for share in recorded["shares"]]
        name = shares[0].rpartition("_")[0]
        source = MARKET if shares[0] in self.names.sold else game.operating.rules.play.unsold
        self.names.sold.difference_update(shares)
        if recorded.get("entity_type") == "company":
            return Exchange(str(recorded["entity"]), source)
        return BuyShare(name, source)

    def sell(self, recorded: dict[str, Any], game: Game) -> Action:
        """Shares of a player."""
        shares = [str(share) for share in recorded["shares"]]
        self.names.sold.update(shares)
        count = int(recorded.get("percent") or 10 * len(shares)) // 10
        return SellShares(self.player(recorded, game), shares[0].rpartition("_")[0], count)


_DECODERS: dict[str, Callable[[Decoder, dict[str, Any], Game], Action]] = {
    "bid": Decoder.bid,
    "par": Decoder.par,
    "buy_shares": Decoder.buy,
    "sell_shares": Decoder.sell,
}
