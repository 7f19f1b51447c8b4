"""A local worker: questions on one line in, rows out.

Run as ``python -m route_opt.batching.worker FD``. It ends when the line does, or when the process
that started it is gone.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import sys
import threading
import time
from multiprocessing.connection import Connection

import msgspec

from route_opt.batching.pool import Task
from route_opt.batching.solving import solve_chunk
from route_opt.readable import readable

MEMORY = 4 * 1024**3
"""Bytes of address space a worker may use before its row becomes an error."""

SELDOM = 50_000
"""New objects after which a worker looks for garbage in cycles: those of a hundred questions."""


def _end_with(parent: int) -> None:
    """End this worker when its parent is gone, however it went."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def main() -> None:
    """Answer tasks until there are no more."""
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # What is loaded stays, and a question leaves next to no cycles: they are looked for seldom.
    gc.freeze()
    gc.set_threshold(SELDOM)
    tasks = msgspec.msgpack.Decoder(readable(Task))
    with contextlib.suppress(EOFError, ConnectionError), Connection(int(sys.argv[1])) as line:
        line.send_bytes(b"ready")
        while True:
            task = tasks.decode(line.recv_bytes())
            line.send_bytes(
                msgspec.msgpack.encode(solve_chunk(task.items, task.settings, task.suffix))
            )


if __name__ == "__main__":
    main()
