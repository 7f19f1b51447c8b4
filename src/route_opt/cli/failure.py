"""What a command says when it fails: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import traceback

import route_opt
from route_opt.cli import BAD_INPUT
from route_opt.cli.common import say, say_json
from route_opt.errors import RouteOptError
from route_opt_entry import DEFECT


def told(error: Exception) -> int:
    """Say what went wrong; the exit code that says the same."""
    if isinstance(error, RouteOptError):
        _tell(error)
        return error.exit_code
    if isinstance(error, OSError):
        what = "" if error.filename is None else f"{error.filename}: "
        _tell(RouteOptError(f"{what}{error.strerror or error}", "system"))
        return BAD_INPUT
    _tell(RouteOptError(_report(error), "defect"))
    return DEFECT


def _tell(error: RouteOptError) -> None:
    """Say what went wrong; to a program as a document too."""
    if "--json" in sys.argv:
        with contextlib.suppress(OSError):  # that may be what went wrong
            say_json(error.document())
    for problem in error.problems:
        say(f"error: {problem}", err=True)


def _report(error: Exception) -> str:
    """One line on a defect, and where the rest is kept for a report."""
    told = traceback.format_exception_only(error)[-1].strip()
    what = f"a defect of this program, not of its input: {told}; please report it with the input"
    with contextlib.suppress(OSError):
        return f"{what} and {_kept(error)}"
    return what


def _kept(error: Exception) -> str:
    """The file in which all that is known of a defect is kept."""
    with tempfile.NamedTemporaryFile(
        "w",
        prefix="route-opt-defect-",
        suffix=".txt",
        delete=False,
        encoding="utf-8",
        errors="backslashreplace",  # a file's name may be no text
    ) as file:
        file.write(f"route-opt {route_opt.__version__}, Python {sys.version}\n{sys.argv}\n")
        traceback.print_exception(error, file=file)
    return file.name
