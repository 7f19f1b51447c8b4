"""Which certificate lies where: records name them (``PRR_3``), and that tells market from bank.

``PRR_0`` is the president's certificate. When the office changes hands, its new holder gives two
shares for it: those he got first. Who sells a part of it gets the rest back from the market.
"""

from __future__ import annotations

from collections.abc import Sequence

from operating_round.state import MARKET


class Certificates:
    """The certificates of one corporation that have left the bank, by holder, the oldest first."""

    def __init__(self) -> None:
        self.held: dict[str, list[str]] = {MARKET: []}

    def holder(self, certificate: str) -> str:
        """Who holds a certificate; nobody if it is still unsold."""
        return next((who for who, held in self.held.items() if certificate in held), "")

    def move(self, certificate: str, taker: str) -> None:
        """A certificate comes to a holder, from wherever it is."""
        for held in self.held.values():
            if certificate in held:
                held.remove(certificate)
        self.held.setdefault(taker, []).append(certificate)

    def leave(self, player: str) -> None:
        """All that a bankrupt player held goes to the market."""
        self.held[MARKET] += self.held.pop(player, [])

    def sell(self, certificates: Sequence[str], seller: str, percent: int, successor: str) -> None:
        """Certificates go to the market; the president's to his successor, who gives shares."""
        for certificate in certificates:
            if not is_presidents(certificate):
                self.move(certificate, MARKET)
        office = [certificate for certificate in certificates if is_presidents(certificate)]
        if not office:
            return
        self.move(office[0], MARKET)
        if successor:
            self.change(office[0], successor)
            back = len(certificates) + 1 - percent // 10
            for share in self.held[MARKET][:back]:
                self.move(share, seller)

    def change(self, office: str, successor: str) -> None:
        """The president's certificate for the two oldest shares of his successor."""
        before = self.holder(office)
        for share in self.held.get(successor, [])[:2]:
            self.move(share, before)
        self.move(office, successor)


def is_presidents(certificate: str) -> bool:
    """Whether a certificate is the president's."""
    return certificate.rpartition("_")[2] == "0"
