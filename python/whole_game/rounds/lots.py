"""One lot after another: an auctioneer puts a private company up, and all bid until one is left.

Who wins a lot is the next auctioneer; of what another than the auctioneer pays, what is above the
face value is the auctioneer's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from operating_round.actions import Choice
from operating_round.state import BANK
from whole_game.actions import Action, Bid, Par
from whole_game.launch import launch
from whole_game.rounds.base import PrivatesRound
from whole_game.rounds.certificates import brought
from whole_game.table import GameTable


class LotsRound(PrivatesRound):
    """Open with any private company, then raise or pass."""

    kind = "lots"

    def par(self, play: GameTable) -> tuple[str, str]:
        """As the round remembers it."""
        return play.lots.par

    def player(self, play: GameTable) -> str:
        """Whoever sets a price, bids, or is the auctioneer."""
        lots = play.lots
        return lots.par[1] or lots.turn or lots.auctioneer

    def face(self, play: GameTable, name: str) -> int:
        """The face value of a private company."""
        return play.state.rules.privates[name].price

    def most(self, play: GameTable, player: str) -> int:
        """The highest bid that a player's money allows."""
        by = play.data.privates.raise_by
        return play.state.players[player] // by * by

    def up(self, play: GameTable) -> Sequence[str]:
        """What may be bid on: the one that is up, or all that can be opened."""
        return (play.lots.lot,) if play.lots.lot else play.lots.left

    def least(self, play: GameTable, name: str) -> int:
        """The least bid: above the one there is, or the face value of what is not up yet."""
        lots = play.lots
        return lots.bid + play.data.privates.raise_by if lots.lot else self.face(play, name)

    def offers(self, play: GameTable) -> Iterator[Choice]:
        """Opening bids on what is left, or a higher bid on what is up."""
        most, by = self.most(play, self.player(play)), play.data.privates.raise_by
        for name in self.up(play):
            price = self.least(play, name)
            if price <= most:
                yield Choice(Bid(name, price), prices=(price, most), step=by)  # type: ignore[arg-type]

    def may_pass(self, play: GameTable) -> bool:
        """In the bidding; an auctioneer who can open must."""
        lots = play.lots
        return bool(lots.lot) or not any(True for _ in self.choices(play))

    def follow(self, play: GameTable) -> bool:
        """Who cannot raise passes; who cannot open is no longer the auctioneer."""
        if any(True for _ in self.choices(play)):
            return False
        self.passed(play)
        return True

    def apply(self, play: GameTable, action: Action) -> None:
        """A bid, or the first price that what was sold asks for."""
        player = self.player(play)
        if isinstance(action, Par):
            play.set_lots(par=("", ""))
            launch(play, player, action.corporation, action.price)
            self._go_on(play)
            return
        assert isinstance(action, Bid)
        name, price = action.private, action.price
        play.set_lots(lot=name, bid=price, bidder=player)
        text = f"{player} bids {price} on {name}"
        play.table.say("bid", text, player=player, private=name, price=price)
        self._next_bidder(play, player)

    def passed(self, play: GameTable) -> None:
        """No more bids on this lot; or no lot that the auctioneer can open."""
        lots, player = play.lots, self.player(play)
        play.table.say("pass", f"{player} passes", player=player)
        if lots.lot:
            play.set_lots(passed=(*lots.passed, player))
            self._next_bidder(play, player)
            return
        play.set_lots(auctioneer=play.left_of(player))
        self._go_on(play)

    def _next_bidder(self, play: GameTable, player: str) -> None:
        """The next clockwise who has not passed; the last one left has won."""
        lots = play.lots
        seats = play.seats_from(play.left_of(player))
        left = [who for who in seats if who not in lots.passed]
        if left == [lots.bidder]:
            self._sell(play)
        else:
            play.set_lots(turn=left[0])

    def _sell(self, play: GameTable) -> None:
        lots = play.lots
        winner, name, face = lots.bidder, lots.lot, self.face(play, lots.lot)
        above = BANK if winner == lots.auctioneer else lots.auctioneer
        play.table.bank.pay(winner, BANK, face)
        play.table.bank.pay(winner, above, lots.bid - face)
        play.table.privates.give(name, winner)
        text = f"{winner} buys {name} for {lots.bid}"
        play.table.say("sold", text, player=winner, private=name, price=lots.bid)
        play.set(priority=winner)
        left = tuple(other for other in lots.left if other != name)
        par = brought(play, name, winner)
        play.set(lots=type(lots)(left=left, auctioneer=winner, par=par))
        self._go_on(play)

    def _go_on(self, play: GameTable) -> None:
        """The round is over when nothing is left, or nothing that anybody could open."""
        lots = play.lots
        richest = max(self.most(play, player) for player in play.players)
        if lots.par[0] or any(self.face(play, name) <= richest for name in lots.left):
            return
        for name in lots.left:
            play.stock_rules.unsold_private(play, name)
        play.set(lots=None)

    def objection(self, play: GameTable, action: Action) -> str:
        """The least bid, the money at hand, or what is left."""
        player, lots = self.player(play), play.lots
        if not isinstance(action, Bid):
            return f"{player} is to bid" + " or pass" * bool(lots.lot)
        if action.private != lots.lot and (lots.lot or action.private not in lots.left):
            there = lots.lot or ", ".join(lots.left)
            return f"{action.private} is not up; there is {there}"
        by = play.data.privates.raise_by
        least, most = self.least(play, action.private), self.most(play, player)
        if most < least:
            cash = play.state.players[player]
            return f"a bid on {action.private} is at least {least}, and {player} has {cash}"
        return f"a bid on {action.private} is {least} to {most} by {by}, not {action.price}"
