"""Who bought which private company at the start: what an auction's bids and passes come to.

The cheapest private is for sale at its price; on the dearer ones players bid in advance. When
the cheapest is gone, the next goes to its only bidder, or its bidders go on until one is left.
"""

from __future__ import annotations

from route_opt.title import Title


class Auction:
    """The private companies not yet sold, with their bids."""

    def __init__(self, title: Title) -> None:
        order = sorted(title.privates, key=lambda name: title.privates[name].price)
        self.bids: dict[str, dict[str, int]] = {name: {} for name in order}
        self.bidding = ""

    def bid(self, player: str, private: str, price: int) -> list[tuple[str, str]]:
        """A bid; gives what is sold by it, as pairs of private and buyer."""
        if private not in self.bids:
            return []
        self.bids[private][player] = price
        if self.bidding or private != next(iter(self.bids)):
            return []
        del self.bids[private]
        return [(private, player), *self._resolve()]

    def leave(self, player: str) -> list[tuple[str, str]]:
        """A pass; gives what is sold by it."""
        if not self.bidding:
            return []
        self.bids[self.bidding].pop(player, None)
        return self._resolve()

    def _resolve(self) -> list[tuple[str, str]]:
        sold = []
        self.bidding = ""
        for private, bids in list(self.bids.items()):
            if len(bids) == 1:
                sold.append((private, next(iter(bids))))
                del self.bids[private]
            else:
                self.bidding = private if bids else ""
                break
        return sold
