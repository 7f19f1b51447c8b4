"""The door of every command: light, and open before anything heavy comes in.

A Ctrl-C that strikes while a module is half imported leaves it broken: at best a traceback, at
worst a crash in somebody's C. So the handler stands first. It ends the process at once while
anything is being imported, whenever that is, and is the usual KeyboardInterrupt everywhere else.
This is a package by itself because importing any part of another runs that package's own imports
first. It knows the commands by name only, and imports nothing that is not there already when
Python has started: of `signal` the half that is built in.
"""

from __future__ import annotations

import os
import sys
from _signal import SIG_IGN, SIGINT, getsignal, signal  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

DEFECT, INTERRUPTED = 70, 130
"""Exit codes: a mistake of this program, and Ctrl-C."""


def route_opt() -> None:
    """The `route-opt` command."""
    enter("route_opt.cli")


def operating_round() -> None:
    """The `operating-round` command."""
    enter("operating_round.cli")


def whole_game() -> None:
    """The `whole-game` command."""
    enter("whole_game.cli")


def enter(module: str) -> None:
    """Import the module of a command and call its `run`."""
    signal(SIGINT, on_interrupt)
    try:
        run = __import__(module, fromlist=["run"]).run
    except Exception as error:
        sys.stderr.write(f"{module} cannot be loaded: {type(error).__name__}: {error}\n")
        sys.exit(DEFECT)
    try:
        run()
    finally:
        if getsignal(SIGINT) != SIG_IGN:  # a command may be past caring
            signal(SIGINT, end_now)  # at the very end Ctrl-C has nothing left to spare


def on_interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C: the end at once in an import, else a KeyboardInterrupt."""
    if _is_importing(frame):
        end_now()
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def end_now(*_: object) -> NoReturn:
    """End without a look back: nothing that is half made is asked to clean up."""
    os.write(2, b"stopped\n")
    os._exit(INTERRUPTED)
