"""Answers kept on disk: an identical question, however it is written, is solved once."""

from __future__ import annotations

import functools
import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from route_opt.batching.rows import Settings
from route_opt.position import Position


def cached_best(position: Position, settings: Settings) -> dict[str, Any]:
    """The result document of a position, from the cache where there is one."""
    from route_opt.solver import best

    def solve() -> dict[str, Any]:
        return best(
            position,
            engine=settings.engine,
            time_limit=settings.time_limit,
            verify=settings.verify,
        ).document()

    if not settings.cache:
        return solve()
    question = _question(position, settings)
    store = _store(settings.cache)
    row = store.execute("SELECT answer FROM answers WHERE question = ?", (question,)).fetchone()
    if row is not None:
        answer: dict[str, Any] = msgspec.json.decode(row[0])
        return answer
    answer = solve()
    if answer["status"] == "optimal":
        with store:
            store.execute(
                "INSERT OR IGNORE INTO answers VALUES (?, ?)",
                (question, msgspec.json.encode(answer)),
            )
    return answer


def _question(position: Position, settings: Settings) -> bytes:
    """The canonical form of a question. Only proved answers are kept, so limits do not matter."""
    content = msgspec.json.encode((position.canonical().document(), settings.verify))
    return hashlib.blake2b(content, digest_size=16).digest()


@functools.cache
def _store(folder: str) -> sqlite3.Connection:
    Path(folder).mkdir(parents=True, exist_ok=True)
    store = sqlite3.connect(Path(folder) / "answers.sqlite", timeout=60)
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("CREATE TABLE IF NOT EXISTS answers (question BLOB PRIMARY KEY, answer BLOB)")
    return store
