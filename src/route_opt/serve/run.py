"""Running the server until somebody ends it."""

from __future__ import annotations

import contextlib
import socket
from types import FrameType

import uvicorn
from starlette.applications import Starlette


class _Server(uvicorn.Server):
    def __init__(self, app: Starlette) -> None:
        super().__init__(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
        self.app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: whoever still waits for a search gets the best it has found."""
        self.app.state.searches.stop_all()
        super().handle_exit(sig, frame)


def run(app: Starlette, listener: socket.socket) -> None:
    """Serve on a socket until Ctrl-C, which is how a server ends."""
    with contextlib.suppress(KeyboardInterrupt):
        _Server(app).run(sockets=[listener])
