"""Rules on what a state remembers that only one title has: which fields, and of what type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from operating_round.rules.base import TitleRules
from operating_round.state import Count
from route_opt.errors import Problem

if TYPE_CHECKING:
    from operating_round.table import Table


class MemoryRules(TitleRules):
    """The fields of ``State.own``, of a company's ``own`` and of ``Turn.notes``, by their types.

    What a company has beside them is kept and never looked at; elsewhere there is nothing more.
    """

    own_fields: ClassVar[Mapping[str, Any]] = {"used": dict[str, Count]}
    company_fields: ClassVar[Mapping[str, Any]] = {}
    note_fields: ClassVar[Mapping[str, Any]] = {}

    def misfits(self, table: Table) -> Iterator[Problem]:
        """What of these fields does not fit the rest of the state, their types being right."""
        yield from ()
