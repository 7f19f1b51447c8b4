"""Rules that titles share in which presidents protect prices and a ledge runs through the market.

Shares sold in need move no price at once: they wait in the turn until their president has bought
them or let the price fall. A company whose price falls to a closed space leaves the game.
"""

from operating_round.protected.rules import (
    ProtectedEffects,
    ProtectedMemory,
    ProtectedMoney,
    ProtectedNeed,
    ProtectedRecords,
    ProtectedRounds,
    ProtectedTrains,
)

__all__ = [
    "ProtectedEffects",
    "ProtectedMemory",
    "ProtectedMoney",
    "ProtectedNeed",
    "ProtectedRecords",
    "ProtectedRounds",
    "ProtectedTrains",
]
