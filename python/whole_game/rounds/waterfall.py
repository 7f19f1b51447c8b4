"""The waterfall auction: the first private company is for sale, the others take bids.

A bid is money set aside. When a company comes up for sale that has one bid, it is sold; with
several, those who bid fight for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice
from operating_round.setup import buy_private
from whole_game.actions import Action, Bid, Par
from whole_game.launch import launch
from whole_game.rounds.base import PrivatesRound
from whole_game.rounds.certificates import brought
from whole_game.table import GameTable


class WaterfallRound(PrivatesRound):
    """Buy the first, bid on a later one, or pass."""

    kind = "waterfall"

    def par(self, play: GameTable) -> tuple[str, str]:
        """As the round remembers it."""
        return play.auction.par

    def player(self, play: GameTable) -> str:
        """Whoever sets a price, speaks in a contest, or has the turn."""
        auction = play.auction
        return auction.par[1] or auction.speaker or auction.turn

    def offers(self, play: GameTable) -> Iterator[Choice]:
        """Bids with their range."""
        auction, player = play.auction, self.player(play)
        for name in [auction.contest] if auction.contest else auction.offered:
            least = self.least(play, name)
            most = play.state.players[player] - self.committed(play, player, name)
            if self.for_sale(play) == name and not self._takes_any(play):
                most = min(most, least)
            if most >= least:
                step = play.data.privates.raise_by if play.data.privates.steps else 1
                bid = Bid(name, least)
                yield Choice(bid, prices=(least, most), step=step)  # type: ignore[arg-type]

    def _takes_any(self, play: GameTable) -> bool:
        """Whether more than its price may be paid for the one that is for sale."""
        return play.table.any_of(play.data.privates.any_price)

    def for_sale(self, play: GameTable) -> str:
        """The one that is bought at its price; none in a contest."""
        auction = play.auction
        return "" if auction.contest or not auction.offered else auction.offered[0]

    def price(self, play: GameTable, name: str) -> int:
        """What a private company costs before anybody bids: the first of all comes down."""
        auction, price = play.auction, play.state.rules.privates[name].price
        return price - auction.cheaper if name == auction.offered[0] else price

    def least(self, play: GameTable, name: str) -> int:
        """The least bid on a private company."""
        auction, price = play.auction, self.price(play, name)
        if name == self.for_sale(play):
            return price
        highest = max((amount for _, amount in auction.bids.get(name, ())), default=price)
        return highest + play.data.privates.raise_by

    def committed(self, play: GameTable, player: str, beside: str = "") -> int:
        """What a player has set aside for his bids, that on one company left out."""
        highest = play.data.privates.highest_only
        return sum(
            amount
            for name, bids in play.auction.bids.items()
            if name != beside
            for who, amount in bids
            if who == player and not (highest and amount < max(other for _, other in bids))
        )

    def may_pass(self, play: GameTable) -> bool:
        """Always, but for a price that has to be set."""
        return not play.auction.par[0]

    def apply(self, play: GameTable, action: Action) -> None:
        """A first price, a purchase, or a bid."""
        auction = play.auction
        if isinstance(action, Par):
            launch(play, auction.par[1], action.corporation, action.price, paid=True)
            play.set_auction(par=("", ""))
            self._end(play)
            return
        assert isinstance(action, Bid)
        player = self.player(play)
        if action.private == self.for_sale(play):
            self._buy(play, player, action.price)
            return
        others = tuple(bid for bid in auction.bids.get(action.private, ()) if bid[0] != player)
        play.set_auction(
            bids={**auction.bids, action.private: (*others, (player, action.price))}, passes=0
        )
        if play.data.privates.bids_count:
            self._begins_next(play, player)
        text = f"{player} bids {action.price} on {action.private}"
        play.table.say("bid", text, player=player, private=action.private, price=action.price)
        if auction.contest:
            self._next_speaker(play)
        else:
            play.set_auction(turn=play.left_of(player))

    def _begins_next(self, play: GameTable, player: str) -> None:
        """After a round that nobody buys in, the next begins to the left of who acted last."""
        if not self._goes_on(play):
            play.set(priority=play.left_of(player))

    def passed(self, play: GameTable) -> None:
        """Out of a contest, or one more pass in a row."""
        auction, player = play.auction, self.player(play)
        play.table.say("pass", f"{player} passes", player=player)
        if auction.contest:
            left = tuple(bid for bid in auction.bids[auction.contest] if bid[0] != player)
            play.set_auction(bids={**auction.bids, auction.contest: left})
            self._next_speaker(play)
            return
        play.set_auction(turn=play.left_of(player), passes=auction.passes + 1)
        if play.auction.passes >= len(play.players):
            self._all_passed(play)

    def _all_passed(self, play: GameTable) -> None:
        """A new round: the first of all comes down; later ones do not, and those bought pay."""
        auction = play.auction
        play.set(closed_rounds=play.game.closed_rounds + 1)
        play.set_auction(passes=0)
        if not self._goes_on(play):
            play.set_auction(turn=play.game.priority)
        if auction.offered[0] == next(iter(self._in_order(play))):
            self._come_down(play)
        else:
            play.table.rules.effects.start_round(play.table)

    def _come_down(self, play: GameTable) -> None:
        """The first of all is cheaper; free, it goes to whoever begins."""
        cheaper = play.auction.cheaper + play.data.privates.cheaper_by
        play.set_auction(cheaper=cheaper)
        name = self.for_sale(play)
        price = self.least(play, name)
        play.table.say("cheaper", f"{name} now costs {price}", price=price)
        if price == 0:
            self._buy(play, play.auction.turn, 0)

    def _buy(self, play: GameTable, player: str, price: int) -> None:
        """The one for sale is bought, and play goes on to the left."""
        play.set_auction(turn=play.left_of(player), passes=0, cheaper=0)
        play.set(priority=play.left_of(player))
        self._sell(play, player, play.auction.offered[0], price)

    def _goes_on(self, play: GameTable) -> bool:
        """Whether a round in which nobody buys does not begin anew."""
        return play.table.any_of(play.data.privates.goes_on)

    def _in_order(self, play: GameTable) -> list[str]:
        privates = play.state.rules.privates
        return sorted(play.state.privates, key=lambda name: privates[name].price)

    def _sell(self, play: GameTable, player: str, name: str, price: int) -> None:
        """A private company comes to its buyer, with the certificate that it brings."""
        auction = play.auction
        bids = {other: held for other, held in auction.bids.items() if other != name}
        offered = tuple(other for other in auction.offered if other != name)
        play.set_auction(bids=bids, offered=offered, contest="", speaker="")
        self._begins_next(play, player)
        buy_private(play.table, name, player, price)
        play.table.say("sold", f"{player} buys {name} for {price}", player=player, private=name)
        par = brought(play, name, player)
        if par[0]:
            play.set_auction(par=par)
        self._settle(play)

    def _settle(self, play: GameTable) -> None:
        """Sell what comes up with a single bid, or let its bidders fight for it."""
        auction = play.auction
        if not auction.offered:
            self._end(play)
            return
        name = auction.offered[0]
        bids = auction.bids.get(name, ())
        if len(bids) == 1:
            self._sell(play, *bids[0][:1], name, bids[0][1])
        elif bids:
            play.set_auction(contest=name, cheaper=0)
            self._next_speaker(play)

    def _end(self, play: GameTable) -> None:
        """When all are sold and priced, shares follow left of the last to buy from the offer."""
        if not play.auction.offered and not play.auction.par[0]:
            play.set(auction=None, priority=play.auction.turn)

    def _next_speaker(self, play: GameTable) -> None:
        """Who speaks next in a contest; the last one left has won."""
        auction = play.auction
        bids = auction.bids[auction.contest]
        if len(bids) == 1:
            self._sell(play, bids[0][0], auction.contest, bids[0][1])
            return
        highest = max(bids, key=lambda bid: bid[1])[0]
        if play.stock_rules.speaker(play) == "lowest":
            speaker = min(bids, key=lambda bid: bid[1])[0]
        else:
            speaker = play.left_of(highest)
            while speaker not in dict(bids):
                speaker = play.left_of(speaker)
        play.set_auction(speaker=speaker)

    def objection(self, play: GameTable, action: Action) -> str:
        """The least bid, the money at hand, or what is on offer."""
        player, auction = self.player(play), play.auction
        if not isinstance(action, Bid):
            return f"{player} may buy, bid or pass in this auction"
        if auction.contest and action.private != auction.contest:
            return f"the bidders on {auction.contest} settle that first"
        if action.private not in auction.offered:
            return f"{action.private} is not on offer; there are {', '.join(auction.offered)}"
        least = self.least(play, action.private)
        most = play.state.players[player] - self.committed(play, player, action.private)
        if action.price > most:
            return f"{player} has {most} to bid with, not {action.price}"
        if action.private == self.for_sale(play):
            return f"{action.private} is for sale at {least}, not {action.price}"
        if action.price > least:
            return f"bids are multiples of {play.data.privates.raise_by}, not {action.price}"
        return f"a bid on {action.private} is at least {least}, not {action.price}"
