"""Questions solved, some at a time: all are read, then all searched, then all told.

A processor keeps the code of one of these steps at hand, not of all of them: some questions step by
step take three quarters of the time that they take one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from route_opt import titles
from route_opt.batching.cache import cached_best
from route_opt.batching.rows import (
    ENCODERS,
    Line,
    Settings,
    error_row,
    failed_line,
    key_of,
    read_question,
)
from route_opt.batching.sources import Item
from route_opt.errors import RouteOptError
from route_opt.position import parse
from route_opt.result import Result
from route_opt.solver import Agreed

JUDGED = 16
"""Of so many rows one goes before the judge; the core's verifier looks at every answer."""


class _Question:
    """A question on its way to its row. Whatever is wrong with it stands there."""

    __slots__ = ("_agreed", "_item", "_result", "_settings", "name", "row")

    def __init__(self, item: Item, settings: Settings) -> None:
        self._item, self._settings = item, settings
        self._agreed: Agreed
        self._result: Result
        self.name: Any = item.name
        self.row: dict[str, Any] = {}

    def read(self) -> None:
        """Find what it asks."""
        if self._item.problem is not None:
            raise RouteOptError([self._item.problem])
        self.name, document = read_question(self._item)
        self._agreed = Agreed(parse(document, lenient=True))

    def solve(self) -> None:
        """Find its answer."""
        self._result = cached_best(self._agreed, self._settings)

    def tell(self) -> None:
        """Put the answer into the row."""
        position, start = self._result.position, self._start()
        # What comes from a cache has been before the judge already.
        judged = self._settings.cache or int(start["key"][-2:], 16) % JUDGED == 0
        self.row = {
            **start,
            "title": position.title,
            "corporation": position.corporation,
            "trains": list(position.trains),
            **self._result.told(judged=bool(judged)),
        }

    def go_on(self, step: Callable[[_Question], None]) -> None:
        """Take a step, unless it has its row already."""
        if self.row:
            return
        try:
            step(self)
        except RouteOptError as error:
            self.row = self._start() | error.document()
        except MemoryError:
            reason = "needs more memory than a worker may use"
            self.row = self._start() | error_row("out_of_memory", reason)
        except Exception as error:  # a defect of ours must not cost the other rows
            reason = f"{type(error).__name__}: {error}"
            self.row = self._start() | error_row("defect", reason)

    def _start(self) -> dict[str, Any]:
        return {"id": self.name, "key": key_of(self._item, self._settings)}

    def line(self, suffix: str) -> Line:
        """The row as a line of its file."""
        try:
            return self.row["status"], ENCODERS[suffix](self.row)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            # The question's id or its error repeats something that no file can hold.
            message = f"cannot be written: {error}"
            name = self._item.name
            return failed_line(self._item, name, self._settings, suffix, "unwritable", message)


def _solved(items: Iterable[Item], settings: Settings) -> list[_Question]:
    questions = [_Question(item, settings) for item in items]
    for step in (_Question.read, _Question.solve, _Question.tell):
        for question in questions:
            question.go_on(step)
    return questions


def solve_rows(items: Iterable[Item], settings: Settings) -> list[dict[str, Any]]:
    """The rows of questions. Whatever is wrong with one stands in its row."""
    return [question.row for question in _solved(items, settings)]


def solve_lines(items: Iterable[Item], settings: Settings, suffix: str) -> list[Line]:
    """The rows of questions as lines of their file."""
    return [question.line(suffix) for question in _solved(items, settings)]


def solve_chunk(items: list[Item], settings: Settings, suffix: str) -> list[Line]:
    """Solve some questions, in whatever process an executor runs this."""
    for folder in settings.title_folders:
        titles.add_folder(folder, trust=True)  # it was asked about where it came in
    return solve_lines(items, settings, suffix)
