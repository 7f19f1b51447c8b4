"""Who owns which part of a corporation: what dividends follow.

Records name single certificates (``PRR_3``). For dividends only percentages matter; the
certificates tell where a share came from: the treasury (never sold, or bought back) or the market.
"""

from __future__ import annotations

from collections.abc import Sequence

from route_opt.title import Title

TREASURY, MARKET = "treasury", "market"


class Holdings:
    """The shares of every corporation, in percent."""

    def __init__(self, title: Title, players: Sequence[str]) -> None:
        self.title = title
        self.players = list(players)
        self.percent: dict[str, dict[str, int]] = {}
        self.president: dict[str, str | None] = {}
        self.in_treasury: dict[str, set[str]] = {}
        self.in_market: set[str] = set()
        for name, corporation in title.corporations.items():
            if not corporation.minor:
                self.percent[name] = {TREASURY: 100}
                self.president[name] = None
                count = len(corporation.shares)
                self.in_treasury[name] = {f"{name}_{n}" for n in range(count)}

    def corporation_of(self, share: str) -> str | None:
        """The corporation of a certificate, or None."""
        name = share.rpartition("_")[0]
        return name if name in self.percent else None

    def size(self, share: str) -> int:
        """How many percent a certificate stands for."""
        name, _, number = share.rpartition("_")
        sizes = self.title.corporations[name].shares
        return sizes[int(number)] if number.isdecimal() and int(number) < len(sizes) else 10

    def par(self, corporation: str, player: str) -> None:
        """A player takes the president's certificate."""
        self.buy(player, [f"{corporation}_0"])
        self.president[corporation] = player

    def buy(self, buyer: str, shares: Sequence[str], percent: int | None = None) -> None:
        """A player, or the corporation itself, takes certificates."""
        for share in shares:
            corporation = share.rpartition("_")[0]
            size = self.size(share) if len(shares) > 1 or not percent else percent
            source = self._source(share, corporation, buyer)
            self.in_treasury[corporation].discard(share)
            self.in_market.discard(share)
            if buyer == corporation:
                self.in_treasury[corporation].add(share)
            self.move(corporation, source, TREASURY if buyer == corporation else buyer, size)
        self.settle(shares[0].rpartition("_")[0])

    def _source(self, share: str, corporation: str, buyer: str) -> str:
        """Who gives a certificate: treasury, market, or to the corporation its own president."""
        if share in self.in_treasury[corporation]:
            return TREASURY
        known = [other for other in self.in_market if self.corporation_of(other) == corporation]
        in_market = self.percent[corporation].get(MARKET, 0)
        # A change of president swaps certificates, so the market may hold some under other names.
        unknown = in_market - sum(self.size(other) for other in known)
        if buyer != corporation or share in known or unknown >= self.size(share):
            return MARKET
        return self.president[corporation] or MARKET

    def sell(self, seller: str, shares: Sequence[str], percent: int | None = None) -> None:
        """A player, or the corporation itself, gives certificates to the market."""
        corporation = shares[0].rpartition("_")[0]
        self.in_treasury[corporation] -= set(shares)
        self.in_market |= set(shares)
        size = percent or sum(self.size(share) for share in shares)
        source = TREASURY if seller == corporation else seller
        self.move(corporation, source, MARKET, size)
        self.settle(corporation)

    def move(self, corporation: str, source: str, target: str, percent: int) -> None:
        """Percentages change hands."""
        held = self.percent[corporation]
        held[source] = held.get(source, 0) - percent
        held[target] = held.get(target, 0) + percent
        if not held[source]:
            del held[source]

    def settle(self, corporation: str) -> None:
        """The presidency goes to whoever holds more; of equals to the next in seat order."""
        now = self.president[corporation]
        if now is None:
            return
        held = self.percent[corporation]
        start = self.players.index(now)
        order = self.players[start:] + self.players[:start]
        best = max(order, key=lambda player: held.get(player, 0))
        self.president[corporation] = best if held.get(best, 0) else None

    def sold(self, corporation: str) -> int:
        """How many percent have left the treasury."""
        return 100 - self.percent[corporation].get(TREASURY, 0)

    def with_players(self, corporation: str) -> dict[str, int]:
        """What each player holds."""
        held = self.percent[corporation]
        return {player: held[player] for player in self.players if held.get(player)}
