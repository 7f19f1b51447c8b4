"""Searches under way: how many at a time, for how long, and whether anybody still waits."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from route_opt import schema
from route_opt.questions import Control
from route_opt.serve.guard import RefusedError

Work = Callable[[Control], dict[str, Any]]


class Limits(msgspec.Struct, frozen=True):
    """What a server gives at most.

    Attributes
    ----------
    body
        Bytes of a question.
    seconds
        For one question.
    searches, waiting
        Questions searched for at a time, and how many more may wait for their turn.
    """

    body: int = 8 * 1024 * 1024
    seconds: float = 60.0
    searches: int = 2
    waiting: int = 16


class Search:
    """A question that is worked on in a thread of its own."""

    def __init__(self, seconds: float) -> None:
        self.id = secrets.token_hex(8)
        self.last: tuple[int, int, int, float] | None = None
        self.control = Control(seconds, self._watch)

    def _watch(self, value: int, bound: int, nodes: int, seconds: float) -> None:
        self.last = (value, bound, nodes, seconds)

    def progress(self) -> schema.Progress | None:
        """How far it is, once there is something to tell."""
        if self.last is None:
            return None
        best, bound, nodes, seconds = self.last
        # A search that has not come to its bound yet says 0.
        return schema.Progress(
            self.id, best, bound if bound >= max(best, 1) else None, nodes, seconds
        )


class Searches:
    """Runs questions in threads, no more at a time than there is room for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.room = asyncio.Semaphore(limits.searches)
        self.pool = ThreadPoolExecutor(limits.searches, "search")
        self.quick = ThreadPoolExecutor(4, "quick")
        self.waiting = 0
        self.running: dict[str, Search] = {}

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[Search]:
        """Wait for room; leaving before the search has ended abandons it."""
        if self.waiting >= self.limits.waiting:
            raise RefusedError(503, "busy", "too many searches are waiting; try again later")
        self.waiting += 1
        try:
            await self.room.acquire()
        finally:
            self.waiting -= 1
        search = Search(self.limits.seconds)
        self.running[search.id] = search
        try:
            yield search
        finally:
            search.control.abandon()
            del self.running[search.id]
            self.room.release()

    def start(self, search: Search, work: Work) -> asyncio.Future[dict[str, Any]]:
        """Begin to work."""
        return asyncio.get_running_loop().run_in_executor(self.pool, work, search.control)

    async def at_once(self, work: Work) -> dict[str, Any]:
        """Answer a question that takes no search."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.quick, work, Control(self.limits.seconds))

    def stop(self, name: str) -> bool:
        """End a search with the best it has found; whether there was one of that name."""
        search = self.running.get(name)
        if search is not None:
            search.control.stop()
        return search is not None

    def stop_all(self) -> None:
        """End every search with the best it has found."""
        for search in list(self.running.values()):
            search.control.stop()

    def close(self) -> None:
        """End everything."""
        for search in self.running.values():
            search.control.abandon()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.quick.shutdown(wait=False, cancel_futures=True)
