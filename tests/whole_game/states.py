"""Recorded whole games, state by state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

UNORDERED = {
    "trains",
    "markers",
    "phased_out",
    "tokens_on_map",
    "tokens_unplaced",
    "companies",
    "privates",
    "president_of",
}
"""Lists whose order says nothing."""

STATE = (
    *("phase", "board", "market_order", "operating_rounds", "bank", "players", "minors"),
    *("privates", "certificate_limit", "priority", "protection"),
)
CORPORATION = (
    *("cash", "owner", "trains", "phased_out", "tokens_on_map", "tokens_unplaced", "companies"),
    *("floated", "share_price", "market", "par", "operated", "shares", "president_certificate"),
    "receivership",
)
HOLDER = ("shares", "president_of", "privates", "certificates_counted", "sold", "bankrupt", "value")


def patched(document: Any, patch: Any) -> Any:
    """A document after a JSON merge patch."""
    if not isinstance(patch, dict):
        return patch
    found = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = patched(found.get(key), value)
    return found


def recorded(file: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The lines of a whole game, each with the state after it."""
    state: dict[str, Any] = {}
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            state = patched(state, row["diff"]) if "diff" in row else row["state"]
            yield row, state


def picture(state: dict[str, Any]) -> Any:
    """What is compared of a state: what a player could see on the table."""
    shown: dict[str, Any] = {name: state.get(name) for name in STATE}
    corporations = (state.get("corporations") or {}).items()
    shown["corporations"] = {
        name: {field: row.get(field) for field in CORPORATION}
        for name, row in corporations
        if not row.get("closed")
    }
    shown["holders"] = {
        name: {field: row.get(field) for field in HOLDER}
        for name, row in (state.get("holders") or {}).items()
    }
    ending = state.get("ending") or {}
    shown["ending"] = {field: ending.get(field) for field in ("ended", "reason", "result")}
    progress = state.get("progress") or {}
    shown["round"], shown["player"] = progress.get("name"), progress.get("player")
    return _plain(shown)


def _plain(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        pairs = ((key, _plain(part, key)) for key, part in value.items())
        return {key: part for key, part in pairs if part not in (None, {}, [], False)}
    if isinstance(value, list | tuple):
        parts = [_plain(part) for part in value]
        return sorted(parts, key=json.dumps) if name in UNORDERED else parts
    return value
