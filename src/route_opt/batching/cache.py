"""Answers kept on disk: an identical question, however it is written, is solved once.

Only proved answers are kept, under everything they rest on: the question in its standard form, the
engine, the data of the title and the program. What comes back is believed as far as it can be
seen: its seal must fit its question, and its routes are judged again on the board at hand. A bad
entry is solved anew and replaced. The seal takes a secret that lies in the user's own data folder,
not in the cache: who may only write into the cache cannot make one, and an entry of another user is
one that was never made.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec

from route_opt.batching.program import program, title_data
from route_opt.batching.rows import Settings
from route_opt.claims.routes import read_routes
from route_opt.errors import Problem, RouteOptError
from route_opt.position import Position
from route_opt.readable import readable
from route_opt.result import Answer, Found, Result, Stats
from route_opt.solver import Agreed, best

PATIENCE = 5.0
"""Seconds to wait for a cache that others hold; after that it is left alone."""

SEAL = 16
"""Bytes in front of an entry that show it to be one of ours, and of its question."""

LONGEST = 1 << 24
"""Bytes that an entry may have: what is longer was not written here, and is not even read."""

_SECRET = 32

_TABLE = "CREATE TABLE answers (question BLOB PRIMARY KEY, answer BLOB)"


class _Route(msgspec.Struct):
    train: str
    track: list[str]
    counted: list[str]


class _Entry(msgspec.Struct):
    """What is kept of a proved answer: all that the judge does not find by itself."""

    revenue: int
    engine: str
    routes: list[_Route]
    stats: Stats


def cached_best(agreed: Agreed, settings: Settings) -> Result:
    """The answer to a position, from the cache where there is one."""
    if not settings.cache:
        return _solve(agreed, settings)
    question = _question(agreed.position, settings)
    store = _store(settings.cache)
    result = _judged(agreed, _opened(question, store.get(question)))
    if result is None:
        result = _solve(agreed, settings)
        if result.status == "optimal":
            store.put(question, _sealed(question, result))
    return result


def _solve(agreed: Agreed, settings: Settings) -> Result:
    return best(
        agreed,
        engine=settings.engine,
        time_limit=settings.time_limit,
        verify=settings.verify,
    )


def _question(position: Position, settings: Settings) -> bytes:
    """All that a proved answer depends on. Limits are not: what is proved is proved."""
    asked = (position.canonical().document(), settings.engine, settings.verify)
    rests_on = (program(), title_data(position.rules))
    return hashlib.blake2b(msgspec.json.encode((asked, rests_on)), digest_size=16).digest()


def _sealed(question: bytes, result: Result) -> bytes:
    routes = [_Route(r.train, list(r.track), list(r.counted)) for r in result.routes]
    entry = msgspec.json.encode(_Entry(result.revenue, result.engine, routes, result.stats))
    return _seal(question, entry) + entry


def _seal(question: bytes, entry: bytes) -> bytes:
    return hashlib.blake2b(question + entry, key=secret(), digest_size=SEAL).digest()


@functools.cache
def secret() -> bytes:
    """What only this user's programs know; where it cannot be kept, only this process."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    file = Path(home) / "route-opt" / "seal.key"
    fresh = secrets.token_bytes(_SECRET)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            _write_once(file, fresh)
        kept = file.read_bytes()
    except (OSError, RuntimeError):
        return fresh
    return kept if len(kept) == _SECRET else fresh


def _write_once(file: Path, content: bytes) -> None:
    """Make a file that is whole from its first moment, unless another process was quicker."""
    own = file.with_name(f"{file.name}.{os.getpid()}")
    own.touch(mode=0o600)
    try:
        own.write_bytes(content)
        os.link(own, file)
    finally:
        own.unlink()


def _opened(question: bytes, kept: object) -> _Entry | None:
    """An entry that we wrote for this question; None for anything else."""
    if not isinstance(kept, bytes) or _seal(question, kept[SEAL:]) != kept[:SEAL]:
        return None
    return msgspec.json.decode(kept[SEAL:], type=readable(_Entry))


def _judged(agreed: Agreed, entry: _Entry | None) -> Result | None:
    """The answer as the judge sees it now; None if it does not stand."""
    if entry is None:
        return None
    value = entry.revenue
    answer = Answer("optimal", value, value, [], entry.stats, None, entry.engine)
    try:
        claim = read_routes(agreed.rates.network, msgspec.to_builtins(entry.routes))
        result = Result.of(Found(agreed.rates, answer, claim))
        _ = result.routes
    except RouteOptError:
        return None
    return result


class Store:
    """The file behind a cache. Once it fails it is not asked again: solving always works."""

    def __init__(self, folder: str) -> None:
        self.trouble = ""
        self._lock = threading.Lock()
        self._file: sqlite3.Connection | None = None
        with self._guarded():
            self._file = sqlite3.connect(
                Path(folder) / "answers.sqlite", timeout=PATIENCE, check_same_thread=False
            )
            self._begin(self._file)

    @staticmethod
    def _begin(file: sqlite3.Connection) -> None:
        """Make our table, unless it is there. A view or a trigger could do anything, without end.

        Raises
        ------
        sqlite3.Error
            If there is anything else: it is somebody's, and stays as it is.
        """
        there = file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if there not in ([], [(_TABLE,)]):
            raise sqlite3.DatabaseError("the file is another program's database")
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=NORMAL")
        with file:
            file.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS"))

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            # What SQLite has to say of a damaged name is no text either.
            except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
                self.trouble, self._file = str(error), None

    def get(self, question: bytes) -> object:
        """What is kept for a question, whoever put it there."""
        row = None
        with self._guarded():
            if self._file is not None:
                asked = self._file.execute(
                    "SELECT answer FROM answers"
                    " WHERE question = ? AND typeof(answer) = 'blob' AND length(answer) <= ?",
                    (question, LONGEST),
                )
                row = asked.fetchone()
        return row[0] if row else None

    def put(self, question: bytes, answer: bytes) -> None:
        """Keep an answer, in place of what was there."""
        with self._guarded():
            if self._file is not None:
                with self._file:
                    self._file.execute(
                        "INSERT OR REPLACE INTO answers VALUES (?, ?)", (question, answer)
                    )

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


_store = functools.cache(Store)


def prepare(folder: str) -> str:
    """Make a cache ready for many workers at once; why it cannot be used, or nothing.

    Raises
    ------
    RouteOptError
        If there can be no such folder.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot be a cache: {reason}"
        raise RouteOptError([Problem("cache", folder, message)]) from None
    store = Store(folder)
    store.close()
    return store.trouble
