"""Searches under way: how many at a time, for how long, and whether anybody still waits."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from route_opt import forms
from route_opt.questions import Control
from route_opt.serve.guard import RefusedError

Work = Callable[[Control], Any]


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
    patience
        Seconds a client may take to send its question, or to take a piece of its answer.
    """

    body: int = 8 * 1024 * 1024
    seconds: float = 60.0
    searches: int = 2
    waiting: int = 16
    patience: float = 20.0


QUICK, QUICK_WAITING = 4, 64
"""Questions without a search answered at a time, and how many more may wait."""


class Room:
    """Threads for so many questions at a time; so many more may wait for their turn."""

    def __init__(self, threads: int, waiting: int) -> None:
        self.pool = ThreadPoolExecutor(threads)
        self.free = asyncio.Semaphore(threads)
        self.waiting, self.most_waiting = 0, waiting

    async def enter(self) -> None:
        """Wait for a free thread."""
        if self.free.locked() and self.waiting >= self.most_waiting:
            raise RefusedError(503, "busy", "too many questions are waiting; try again later")
        self.waiting += 1
        try:
            await self.free.acquire()
        finally:
            self.waiting -= 1


class Search:
    """A question that is worked on in a thread of its own."""

    def __init__(self, room: Room, seconds: float) -> None:
        self.id, self.room = secrets.token_hex(8), room
        self.last: tuple[int, int, int, float] | None = None
        self.control = Control(seconds, self._watch)

    def _watch(self, value: int, bound: int, nodes: int, seconds: float) -> None:
        self.last = (value, bound, nodes, seconds)

    def progress(self) -> forms.Progress | None:
        """How far it is, once there is something to tell."""
        if self.last is None:
            return None
        best, bound, nodes, seconds = self.last
        # A search that has not come to its bound yet says 0.
        return forms.Progress(
            self.id, best, bound if bound >= max(best, 1) else None, nodes, seconds
        )


class Searches:
    """Runs questions in threads, no more at a time than there is room for.

    Those that take a search, those that do not, and those that change something, one after another,
    have rooms of their own: a board is drawn however many others wait. All are held to the same
    time, and end when nobody waits for them.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.long = Room(limits.searches, limits.waiting)
        self.quick = Room(QUICK, QUICK_WAITING)
        self.changes = Room(1, QUICK_WAITING)
        self.running: dict[str, Search] = {}

    @contextlib.asynccontextmanager
    async def turn(self, room: Room) -> AsyncIterator[Search]:
        """Wait for room; leaving before the search has ended abandons it."""
        await room.enter()
        search = Search(room, self.limits.seconds)
        self.running[search.id] = search
        try:
            yield search
        finally:
            search.control.abandon()
            del self.running[search.id]
            room.free.release()

    def start(self, search: Search, work: Work) -> asyncio.Future[Any]:
        """Begin to work."""
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(search.room.pool, work, search.control)

    async def answer(self, room: Room, work: Work) -> Any:
        """Wait for room, and for the answer."""
        async with self.turn(room) as search:
            return await self.start(search, work)

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
        for room in (self.long, self.quick, self.changes):
            room.pool.shutdown(wait=False, cancel_futures=True)
