"""What a recorded action means, as an action of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from operating_round.actions import Action as OperatingAction
from operating_round.actions import BuyPrivate, EndGame, Exchange, Pass, Protect, SellShares
from operating_round.errors import StateError
from operating_round.ledger import Decoder as OperatingDecoder
from operating_round.ledger import Names
from operating_round.rules import rules_of
from operating_round.state import MARKET, State
from route_opt.errors import RecordError
from route_opt.records.rules import RecordRules
from route_opt.title import Title
from whole_game.actions import Action, Bid, BuyShare, Keep, Par, RedeemShare, ReissueShares
from whole_game.engine import kind_of
from whole_game.game import Game
from whole_game.recorded.certificates import Certificates
from whole_game.rounds.draft import BLANK

Recorded = dict[str, Any]
Turned = Mapping[str, Mapping[int, int]]
"""Our number of a city on a tile for the one an old record uses, by the tile."""


def card_of(recorded: str) -> str:
    """A card of a draft: the site calls a blank one ``Pass (2)``."""
    number = recorded.removeprefix("Pass (").removesuffix(")")
    return f"{BLANK} {number}" if recorded != number else recorded


class Decoder:
    """Reads the actions of one record, each for the game it meets.

    `players` are those of the game, by the numbers that the record gives them; `rules` say what
    it calls otherwise than we do; with `ends` both ends of a route count.
    """

    def __init__(
        self,
        title: Title,
        players: Mapping[str, str],
        turned: Turned,
        rules: RecordRules,
        *,
        ends: bool = False,
    ) -> None:
        self.title = title
        self.names = Names(title, turned, ends=ends, called=rules.tiles)
        self.operating = OperatingDecoder(self.names)
        self.books: dict[str, Certificates] = {}
        self.players = dict(players)
        self.privates = rules.privates

    def told(self, recorded: Recorded) -> Recorded:
        """A recorded action with its entity under our name, and of a kind.

        Raises
        ------
        RecordError
            When nobody of this game could have acted.
        """
        entity, kind = str(recorded.get("entity")), recorded.get("entity_type")
        # A private company may be recorded under a corporation's name; it has no trains.
        if kind == "company" and recorded["type"] not in _OF_TRAINS:
            entity = self.privates.get(entity, entity)
        if "company" in recorded:
            card = str(recorded["company"])
            recorded = {**recorded, "company": self.privates.get(card, card)}
        kinds = self._kinds(entity)
        if recorded["type"] in _OF_TRAINS:
            kinds = [one for one in kinds if one in _WITH_TRAINS]
        if kind not in kinds:
            # A name that means something says more than a kind that does not go with it.
            if not kinds:
                raise self._nobody(entity, kind)
            kind = kinds[0]
        if kind == "player":
            # Older records name players where later ones give their numbers.
            entity = self.players.get(entity, entity)
        return {**recorded, "entity": entity, "entity_type": kind}

    def _kinds(self, entity: str) -> list[str]:
        """What goes by a name: some private companies and minor ones share theirs."""
        found = [*_WITH_TRAINS] if entity in self.title.corporations else []
        if rules_of(self.title).privates.private(entity) is not None:
            found.append("company")
        if entity in self.players or entity in self.players.values():
            found.append("player")
        return found

    def _nobody(self, entity: str, kind: object) -> RecordError:
        """What is wrong with an actor whom nobody knows."""
        shown = f"{entity[:40]!r}"
        if kind in _WITH_TRAINS or self._kinds(entity):
            return RecordError(f"{shown} is not a corporation of {self.title.name}", "corporation")
        if kind == "company":
            return RecordError(f"{shown} is not a private company", "private")
        return RecordError(f"{shown} is not a player of this game", "player")

    def player(self, recorded: Recorded, game: Game) -> str:
        """The player who acts, himself or through his private company."""
        entity = str(recorded["entity"])
        if recorded["entity_type"] == "company":
            return game.operating.privates.get(entity) or ""
        return entity

    def decode(self, recorded: Recorded, game: Game) -> Action:
        """One recorded action as ours."""
        if recorded["type"] == "pass":
            return Pass()
        if recorded["type"] == "end_game":
            return EndGame()
        if kind_of(game) is None:
            return self.of_turn(recorded, game.operating)
        return self.of_round(recorded, game)

    def of_turn(self, recorded: Recorded, state: State) -> OperatingAction:
        """An action in the operating turn that is in progress."""
        return self.operating.decode(recorded, state)

    def of_round(self, recorded: Recorded, game: Game) -> Action:
        """An action in an auction, a draft or a stock round."""
        handler = _DECODERS.get(recorded["type"])
        if handler is None:
            raise StateError(f"recorded action {recorded['type']!r} is not known in this round")
        return handler(self, recorded, game)

    def book(self, corporation: str) -> Certificates:
        """The certificates of a corporation."""
        return self.books.setdefault(corporation, Certificates())

    def follow(self, recorded: Recorded, before: Game, after: Game) -> None:
        """Note where certificates have gone with an action."""
        kind, listed = recorded["type"], recorded.get("shares")
        shares = [str(share) for share in listed] if isinstance(listed, list) else []
        own = recorded["entity_type"] == "corporation"
        if kind == "par":
            self.book(str(recorded["corporation"])).move(
                f"{recorded['corporation']}_0", self.player(recorded, before)
            )
        elif kind == "sell_shares" and shares and not own:
            name = shares[0].rpartition("_")[0]
            row = after.operating.corporations.get(name)
            seller = self.player(recorded, before)
            successor = row.owner if row and row.owner != seller else ""
            self.book(name).sell(shares, seller, 10 * _count(recorded), successor or "")
        elif kind in ("buy_shares", "sell_shares"):
            taker = str(recorded["entity"]) if own else self.player(recorded, before)
            if kind == "sell_shares":
                # What a company reissues in a stock round is offered as if never sold.
                taker = self.title.play.unsold if before.stock is not None else MARKET
            for share in shares:
                self.book(share.rpartition("_")[0]).move(share, taker)
        for name in before.operating.corporations.keys() - after.operating.corporations.keys():
            self.books.pop(name, None)
        for player in set(after.operating.bankrupt) - set(before.operating.bankrupt):
            for book in self.books.values():
                book.leave(player)
        self._follow_issues(before, after)
        self._follow_offices(after)

    def _follow_issues(self, before: Game, after: Game) -> None:
        """Certificates that nobody has seen leave the treasury in their order."""
        for name, row in after.operating.corporations.items():
            old = before.operating.corporations.get(name)
            if old is None or old.shares == row.shares or row.owner == MARKET:
                continue
            sizes = self.title.corporations[name].shares
            book = self.book(name)
            known = [share for held in book.held.values() for share in held]
            fresh = (f"{name}_{n}" for n in range(1, len(sizes)))
            missing = row.shares.get(MARKET, 0) // 10 - len(book.held[MARKET])
            for share in [one for one in fresh if one not in known][: max(missing, 0)]:
                book.move(share, MARKET)

    def _follow_offices(self, game: Game) -> None:
        for name, row in game.operating.corporations.items():
            office = f"{name}_0"
            before = self.book(name).holder(office)
            if before and row.owner and row.owner not in (before, MARKET):
                self.book(name).change(office, row.owner)

    def bid(self, recorded: Recorded, game: Game) -> Action:
        """A bid, the purchase of what is for sale, or a card that is kept."""
        if game.draft is not None:
            return Keep(card_of(str(recorded["company"])))
        return Bid(str(recorded["company"]), int(recorded["price"]))

    def par(self, recorded: Recorded, game: Game) -> Action:
        """A first price, written ``90,1,6``: price, row and column."""
        return Par(
            str(recorded["corporation"]), int(str(recorded["share_price"]).partition(",")[0])
        )

    def buy(self, recorded: Recorded, game: Game) -> Action:
        """A share: from the market where its certificate was sold there before."""
        share = str(_shares(recorded)[0])
        name = share.rpartition("_")[0]
        if game.stock is not None and game.stock.asked:
            return Protect(self.player(recorded, game), name)
        if recorded["entity_type"] == "corporation":
            return RedeemShare(name, self.book(name).holder(share) or MARKET)
        unsold = game.operating.rules.play.unsold
        shares = game.operating.corporations[name].shares
        pooled = self.book(name).holder(share) == MARKET or not shares.get(unsold)
        source = MARKET if pooled and shares.get(MARKET) else unsold
        if recorded["entity_type"] == "company":
            return Exchange(str(recorded["entity"]), source)
        return BuyShare(name, source)

    def sell(self, recorded: Recorded, game: Game) -> Action:
        """Shares of a player; of a company those that it reissues."""
        if recorded["entity_type"] == "corporation":
            return ReissueShares(str(recorded["entity"]))
        name = str(_shares(recorded)[0]).rpartition("_")[0]
        return SellShares(self.player(recorded, game), name, _count(recorded))

    def buy_private(self, recorded: Recorded, game: Game) -> Action:
        """A private company of another player."""
        return BuyPrivate(str(recorded["company"]), int(recorded["price"]))


def _shares(recorded: Recorded) -> list[Any]:
    """The certificates of an action; oldest records name one."""
    shares = recorded.get("shares") or [recorded["share"]]
    if not isinstance(shares, list):
        raise RecordError(f"{str(shares)[:40]} is not a list of certificates", "share")
    return shares


def _count(recorded: Recorded) -> int:
    """How many shares are sold."""
    return int(recorded.get("percent") or 10 * len(_shares(recorded))) // 10


_WITH_TRAINS = ("corporation", "minor")
_OF_TRAINS = ("run_routes", "dividend")
"""What only those do who have trains."""
_DECODERS: dict[str, Callable[[Decoder, Recorded, Game], Action]] = {
    "bid": Decoder.bid,
    "par": Decoder.par,
    "buy_share": Decoder.buy,
    "buy_shares": Decoder.buy,
    "sell_shares": Decoder.sell,
    "buy_company": Decoder.buy_private,
}
