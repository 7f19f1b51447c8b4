"""Running the server until somebody ends it, and dropping whoever keeps it waiting."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import socket
import threading
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

LEAVE = 0.7
"""Seconds after Ctrl-C in which those who wait get what was found for them."""

MOST_CONNECTIONS = 500


class _Protocol(H11Protocol):
    """HTTP with a client that has to get on: a slow one is dropped.

    From its first byte, or from connecting, a client has so many seconds until its request is
    complete; and as many until it takes what has piled up for it.
    """

    def __init__(self, *args: Any, patience: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = patience
        self.late: dict[str, asyncio.TimerHandle] = {}

    def _expect(self, what: str) -> None:
        if what not in self.late:
            self.late[what] = self.loop.call_later(self.patience, self._drop)

    def _fulfilled(self, what: str) -> None:
        timer = self.late.pop(what, None)
        if timer is not None:
            timer.cancel()

    def _drop(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect("request")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self._expect("request")
        else:
            self._fulfilled("request")

    def on_response_complete(self) -> None:
        if not self.cycle.more_body:
            self._fulfilled("request")  # until the next one there is the server's own patience
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect("answer")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._fulfilled("answer")

    def connection_lost(self, exc: Exception | None) -> None:
        for what in list(self.late):
            self._fulfilled(what)
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    def __init__(self, app: Starlette, patience: float) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=functools.partial(_Protocol, patience=patience),  # type: ignore[arg-type]
                ws="none",
                log_level="error",
                limit_concurrency=MOST_CONNECTIONS,
            )
        )
        self.app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: whoever still waits for a search gets the best it has found, if that is soon."""
        end = threading.Timer(LEAVE, os._exit, (0,))  # whatever any thread is doing
        end.daemon = True
        end.start()
        searches = getattr(self.app.state, "searches", None)
        if searches is not None:
            searches.stop_all()
        super().handle_exit(sig, frame)


def run(app: Starlette, listener: socket.socket, patience: float) -> None:
    """Serve on a socket until Ctrl-C, which is how a server ends."""
    with contextlib.suppress(KeyboardInterrupt):
        _Server(app, patience).run(sockets=[listener])
