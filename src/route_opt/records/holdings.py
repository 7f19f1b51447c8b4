"""Who owns which certificates of a corporation: what dividends follow.

Records name single certificates (``PRR_3``; ``PRR_0`` is the president's). Each is kept with its
holder, in the order acquired, because a new president takes the president's certificate for the
first ordinary ones he has.
"""

from __future__ import annotations

from collections.abc import Sequence

from route_opt.records.pieces import PieceError
from route_opt.title import Title

TREASURY, MARKET = "treasury", "market"


def kept(revenue: int, dividend: str) -> int:
    """What a corporation keeps of a revenue under a recorded dividend.

    Of a half dividend the site leaves it its half rounded down to tens; with none recorded it
    keeps all.
    """
    return {"payout": 0, "half": revenue // 20 * 10}.get(dividend, revenue)


class Holdings:
    """The certificates of every corporation.

    Attributes
    ----------
    held
        For each corporation, what each holder has: players, the treasury (never sold, or bought
        back), and the market.
    president
        For each corporation its president, or None.
    """

    def __init__(self, title: Title, players: Sequence[str]) -> None:
        self.players = list(players)
        self.sizes: dict[str, int] = {}
        self.held: dict[str, dict[str, list[str]]] = {}
        self.president: dict[str, str | None] = {}
        for name, corporation in title.corporations.items():
            if not corporation.minor:
                shares = {f"{name}_{n}": size for n, size in enumerate(corporation.shares)}
                self.sizes |= shares
                self.held[name] = {TREASURY: list(shares)}
                self.president[name] = None

    def percent(self, corporation: str, holder: str) -> int:
        """How much of a corporation somebody holds."""
        return sum(self.sizes[share] for share in self.held[corporation].get(holder, ()))

    def is_started(self, corporation: str) -> bool:
        """Whether somebody has its president's certificate, or the market after him."""
        return f"{corporation}_0" not in self.held[corporation].get(TREASURY, ())

    def with_players(self, corporation: str) -> dict[str, int]:
        """What each player holds, in percent."""
        found = {player: self.percent(corporation, player) for player in self.players}
        return {player: percent for player, percent in found.items() if percent}

    def corporation_of(self, share: object) -> str:
        """The corporation of a certificate.

        Raises
        ------
        PieceError
            When there is no such certificate.
        """
        if not isinstance(share, str) or share not in self.sizes:
            raise PieceError("share", f"there is no certificate {share!r}")
        return share.rpartition("_")[0]

    def par(self, corporation: str, player: str) -> None:
        """A player takes the president's certificate."""
        self.president[corporation] = player
        self.buy(player, [f"{corporation}_0"])

    def buy(self, buyer: str, shares: Sequence[str]) -> None:
        """A player, or the corporation itself, takes certificates from whoever has them.

        Half of the president's certificate is bought by giving another certificate for it.
        """
        corporation = self.corporation_of(shares[0])
        chief = f"{corporation}_0"
        out_of_market = chief in shares and chief in self.held[corporation].get(MARKET, ())
        for share in shares:
            self._move(corporation, share, TREASURY if buyer == corporation else buyer)
        if out_of_market and buyer in self.players:
            self.president[corporation] = buyer
            for share in [one for one in self.held[corporation][buyer] if one != chief][:1]:
                self._move(corporation, share, MARKET)
        self._settle(corporation)

    def sell(self, seller: str, shares: Sequence[str], percent: int | None = None) -> None:
        """A player, or the corporation itself, gives certificates to the market.

        Part of the president's certificate can be sold (`percent` is less than what the
        certificates add up to): for the rest the seller takes ordinary ones from the market.
        """
        corporation = self.corporation_of(shares[0])
        rest = sum(self.sizes[share] for share in shares) - (percent or 0) if percent else 0
        for share in shares:
            self._move(corporation, share, MARKET)
        chief = f"{corporation}_0"
        if chief in shares:
            rest = self._take_back(corporation, seller, rest)
            self._swap(corporation, seller)
            self._take_back(corporation, seller, rest)
        else:
            self._settle(corporation)

    def _take_back(self, corporation: str, player: str, percent: int) -> int:
        """Give ordinary certificates of the market to a player; gives what is still missing."""
        for share in list(self.held[corporation][MARKET]):
            if self.sizes[share] <= percent and not share.endswith("_0"):
                self._move(corporation, share, player)
                percent -= self.sizes[share]
        return percent

    def sell_all(self, player: str) -> None:
        """Everything a bankrupt player has goes to the market."""
        for corporation, held in self.held.items():
            for share in list(held.get(player, ())):
                self._move(corporation, share, MARKET)
            self._settle(corporation)

    def start_anew(self, corporation: str) -> None:
        """All certificates are for sale again."""
        self.held[corporation] = {TREASURY: [s for s in self.sizes if _is_of(s, corporation)]}
        self.president[corporation] = None

    def _move(self, corporation: str, share: str, target: str) -> None:
        for shares in self.held[corporation].values():
            if share in shares:
                shares.remove(share)
        self.held[corporation].setdefault(target, []).append(share)

    def _settle(self, corporation: str) -> None:
        """The presidency goes to whoever holds more; of equals to the next in seat order.

        Where the market has the president's certificate, to whoever holds as much as that.
        """
        now = self.president[corporation]
        if now is not None:
            if self._first(corporation, now) != now:
                self._swap(corporation, now)
        elif f"{corporation}_0" in self.held[corporation].get(MARKET, ()):
            new = max(self.players, key=lambda player: self.percent(corporation, player))
            if self.percent(corporation, new) >= self.sizes[f"{corporation}_0"]:
                self._swap(corporation, None)

    def _first(self, corporation: str, now: str) -> str | None:
        best = max(self._after(now), key=lambda player: self.percent(corporation, player))
        return best if self.percent(corporation, best) else None

    def _swap(self, corporation: str, old: str | None) -> None:
        """Another player becomes president: his first certificates for the president's.

        The old president has that, or the market after he sold it.
        """
        chief = f"{corporation}_0"
        in_market = old is None or chief in self.held[corporation].get(MARKET, ())
        keeper = MARKET if in_market else str(old)
        others = [player for player in self._after(old) if player != old]
        new = max(others, key=lambda player: self.percent(corporation, player))
        if self.percent(corporation, new) < self.sizes[chief]:
            self.president[corporation] = None  # Nobody can take the certificate.
            return
        self.president[corporation] = new
        size = 0
        for share in list(self.held[corporation][new]):
            if size < self.sizes[chief]:
                self._move(corporation, share, keeper)
                size += self.sizes[share]
        self._move(corporation, chief, new)

    def _after(self, player: str | None) -> list[str]:
        """The players in seat order from one on."""
        start = self.players.index(player) if player else 0
        return self.players[start:] + self.players[:start]


def _is_of(share: str, corporation: str) -> bool:
    return share.rpartition("_")[0] == corporation
