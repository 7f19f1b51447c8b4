"""Which certificate lies where: records name them (``PRR_3``), and that tells market from bank.

``PRR_0`` is the president's certificate. When the office changes hands, its new holder gives two
shares for it: those he got first. Who sells a part of it gets the rest back in single shares.
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

    def sell(self, certificates: Sequence[str], seller: str, percent: int, successor: str) -> None:
        """Certificates go to the market; the president's to his successor, who gives shares."""
        for certificate in certificates:
            if not is_presidents(certificate):
                self.move(certificate, MARKET)
        office = [certificate for certificate in certificates if is_presidents(certificate)]
        if office and successor:
            singles = len(certificates) - 1
            sold = percent // 10 - singles
            given = self.change(office[0], successor)
            for number, share in enumerate(given):
                self.move(share, MARKET if number >= len(given) - sold else seller)
        elif office:
            self.move(office[0], MARKET)

    def change(self, office: str, successor: str) -> list[str]:
        """The president's certificate for two shares of his successor; those he gives."""
        before = self.holder(office)
        given = self.held.get(successor, [])[:2]
        for share in given:
            self.move(share, before)
        self.move(office, successor)
        return given


def is_presidents(certificate: str) -> bool:
    """Whether a certificate is the president's."""
    return certificate.rpartition("_")[2] == "0"
