"""An action of a record in a few words."""

from __future__ import annotations

from typing import Any

Action = dict[str, Any]

_VERBS = {
    "bid": "bids",
    "buy_shares": "buys shares",
    "sell_shares": "sells shares",
    "pass": "passes",
    "assign": "places a marker",
    "discard_train": "gives up a train",
    "bankrupt": "is bankrupt",
    "undo": "takes back",
    "redo": "does again what was taken back",
}
_DIVIDENDS = {"payout": "pays out", "withhold": "withholds", "half": "pays half"}


def number_of(value: Any) -> int | None:
    """The number of an action, which some records write as text; None if it is no number.

    >>> number_of(312), number_of("312"), number_of("x"), number_of(True)
    (312, 312, None, None)
    """
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def recorded_revenue(action: Action) -> int | None:
    """What a run earned by the record, or None where the record does not say."""
    extra = action.get("extra_revenue") or 0
    routes = action.get("routes")
    if not isinstance(extra, int) or not isinstance(routes, list):
        return None
    found = [route.get("revenue") for route in routes if isinstance(route, dict)]
    known = [revenue for revenue in found if isinstance(revenue, int)]
    return int(extra + sum(known)) if len(known) == len(routes) else None


def told(action: Action) -> str:
    """What an action says was done, without who did it."""
    kind = str(action["type"])
    if kind == "lay_tile":
        tile = str(action.get("tile"))
        return f"lays tile {tile.rpartition('-')[0] or tile} on {action.get('hex')}"
    if kind == "place_token":
        return "places a token"
    if kind == "run_routes":
        earned = recorded_revenue(action)
        return "runs" if earned is None else f"runs for {earned}"
    if kind == "buy_train":
        train = action.get("variant") or str(action.get("train")).rpartition("-")[0]
        return f"buys a {train} train for {action.get('price', '?')}"
    if kind == "dividend":
        return _DIVIDENDS.get(str(action.get("kind")), "decides on its dividend")
    if kind == "buy_company":
        return f"buys {action.get('company')} for {action.get('price', '?')}"
    if kind == "par":
        return f"starts {action.get('corporation')}"
    return _VERBS.get(kind, kind.replace("_", " "))
