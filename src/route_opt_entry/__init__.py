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
    open_streams()
    try:
        run = __import__(module, fromlist=["run"]).run
    except Exception as error:
        _complain(f"{module} cannot be loaded: {type(error).__name__}: {error}\n".encode())
        sys.exit(DEFECT)
    try:
        run()
    finally:
        if getsignal(SIGINT) != SIG_IGN:  # a command may be past caring
            signal(SIGINT, end_now)  # at the very end Ctrl-C has nothing left to spare


def open_streams() -> None:
    """Put something in the place of standard streams that the caller has closed.

    A file that is opened later would get their number, and with it all that is meant for people.
    What is read is at its end, what is said is lost, and answers cannot be written: an error.
    """
    modes = {"stdin": os.O_RDONLY, "stdout": os.O_RDONLY, "stderr": os.O_WRONLY}
    for number, (name, mode) in enumerate(modes.items()):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, mode)
            if opened == number:
                os.set_inheritable(number, True)  # for programs that we start
            else:
                os.dup2(opened, number)
                os.close(opened)
            how = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, how, encoding="utf-8", closefd=False))  # noqa: SIM115


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
    _complain(b"stopped\n")
    os._exit(INTERRUPTED)


def _complain(sentence: bytes) -> None:
    """Say it, if anybody can hear it."""
    try:  # noqa: SIM105 (contextlib is not there yet)
        os.write(2, sentence)
    except OSError:
        pass
