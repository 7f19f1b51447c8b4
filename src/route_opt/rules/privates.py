"""Private companies: what they cost, and how long they stay."""

from __future__ import annotations

from route_opt.rules.trains import has_begun
from route_opt.title import Private, Title


def debt_of(title: Title, private: str) -> int:
    """What a private company costs beside its price: the debt of a minor company."""
    minor = title.corporations.get(private)
    return minor.debt if minor else 0


def may_be_open(title: Title, private: Private, now: str) -> bool:
    """Whether a private company may still be a player's in phase `now`, whoever owns it."""
    closes = private.closes_on
    return not (closes and has_begun(title, closes, now)) or bool(private.kept_by_player)
