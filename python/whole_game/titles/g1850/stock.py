"""1850: its stock rounds, with price protection."""

from whole_game.protected import ProtectedStockRules as Stock

__all__ = ["Stock"]
