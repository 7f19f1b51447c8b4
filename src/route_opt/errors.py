"""What can go wrong, and how it is told.

One tree under `RouteOptError`. An error lists every problem found, not the first: each says
what is wrong, where in the document, and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from route_opt.harmless import harmless


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with a document.

    Attributes
    ----------
    code
        A stable name for the kind of problem, for programs.
    where
        The path into the document, such as ``tiles.K8``.
    message
        A sentence for people: what, which value, what was expected. It may quote anything: what
        cannot be printed is written out.
    file
        The file that holds the document, if it is known.
    """

    code: str
    where: str
    message: str
    file: str = ""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "where", harmless(self.where))
        msgspec.structs.force_setattr(self, "message", harmless(self.message))

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.file, self.where, self.message)))

    def below(self, above: str) -> Problem:
        """The same problem in a document that holds this one at a place."""
        where = f"{above}.{self.where}" if self.where else above
        return Problem(self.code, where, self.message, self.file)


class RouteOptError(Exception):
    """The root of all errors this package raises on purpose.

    `exit_code` is that of a command it ends: 2, bad input, unless a kind says otherwise.
    """

    exit_code = 2

    def __init__(self, problems: Sequence[Problem] | str, code: str = "error") -> None:
        if isinstance(problems, str):
            problems = [Problem(code, "", problems)]
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def document(self) -> dict[str, Any]:
        """The error as a program wants it: where it begins, all of it in a line, and one by one."""
        message = "; ".join(map(str, self.problems))
        error = msgspec.structs.replace(self.problems[0], message=message)
        return {
            "status": "error",
            "error": msgspec.to_builtins(error),
            "problems": msgspec.to_builtins(self.problems),
        }

    def in_file(self, name: str) -> RouteOptError:
        """The same error, each of its problems with the file it is in."""
        return type(self)(
            [
                problem
                if problem.file or problem.where.startswith(name)
                else msgspec.structs.replace(problem, file=name)
                for problem in self.problems
            ]
        )

    def __reduce__(self) -> tuple[type[RouteOptError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class PositionError(RouteOptError, ValueError):
    """A position document that cannot be read or makes no sense on its board."""


class RecordError(PositionError):
    """A game record that cannot be read, or an action in it that cannot have happened."""


class TitleError(RouteOptError, ValueError):
    """A title's data that is incomplete or contradicts itself."""


class UnknownTitleError(TitleError, LookupError):
    """No title of that name is installed."""


class ClaimError(RouteOptError, ValueError):
    """A claim, or a route in it, that cannot be read."""


class InvalidInstanceError(RouteOptError, ValueError):
    """A problem the core refuses to solve; the position it came from is fine."""

    @classmethod
    def of(cls, sentences: Sequence[str]) -> InvalidInstanceError:
        """What the core says, ``where: what`` each."""
        parts = (sentence.partition(": ") for sentence in sentences)
        return cls([Problem("invalid_instance", where, message) for where, _, message in parts])


class UnprovedAnswerError(RouteOptError, RuntimeError):
    """An answer that did not pass its independent check. Always a defect of this program."""

    exit_code = 70
