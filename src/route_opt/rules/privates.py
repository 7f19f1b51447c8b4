"""Private companies: what they cost."""

from __future__ import annotations

from route_opt.title import Title


def debt_of(title: Title, private: str) -> int:
    """What a private company costs beside its price: the debt of a minor company."""
    minor = title.corporations.get(private)
    return minor.debt if minor else 0
