"""What can go wrong in a round."""

from __future__ import annotations

from route_opt.errors import Problem, RouteOptError


class StateError(RouteOptError, ValueError):
    """A state document that cannot be read, or that no game could reach."""


class IllegalAction(RouteOptError, ValueError):  # noqa: N818  (what players call it)
    """An action that the rules do not allow now; nothing has changed.

    Attributes
    ----------
    rule
        The section of the title's rulebook.
    """

    def __init__(self, message: str | tuple[Problem, ...], rule: str = "") -> None:
        self.rule = rule
        if isinstance(message, str):
            text = f"{message} ({rule})" if rule else message
            message = (Problem("illegal_action", "", text),)
        super().__init__(message)


class UnprovedRun(RouteOptError, TimeoutError):  # noqa: N818  (it names what is missing)
    """The best run was sought, and whoever watched ended the search before it was proved."""
