"""What a company keeps of its earnings."""

from __future__ import annotations


def kept(revenue: int, kind: str, half_kept: str) -> int:
    """What a corporation keeps of a dividend: nothing of a ``full`` one, of a ``half`` its half.

    That is rounded to tens, ``up`` or ``down``, or to the ``dollar``; any other kind keeps all.

    >>> kept(190, "half", "down"), kept(190, "half", "up"), kept(190, "withhold", "")
    (90, 100, 190)
    >>> kept(190, "half", "dollar")
    95
    """
    if kind == "full":
        return 0
    if kind != "half":
        return revenue
    if half_kept == "dollar":
        return revenue // 2
    return revenue // 20 * 10 if half_kept == "down" else -(-revenue // 20) * 10


def on_shares(paid: int, percent: int) -> int:
    """What shares of so many percent get of a dividend: whole dollars on each tenth.

    >>> on_shares(90, 20), on_shares(85, 20)
    (18, 16)
    """
    return paid // 10 * percent // 10


def kept_by_minor(revenue: int) -> int:
    """What a minor company keeps: its owner gets the larger half."""
    return revenue // 2
