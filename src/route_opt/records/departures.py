"""Where a record departs from the rules, or from itself: noted, and on with the game.

A recorded game happened. What it says is followed wherever its effect is clear, even if our rules
refuse it; what makes no sense is passed over. Either way there is one of these for it.
"""

from __future__ import annotations

import msgspec

from route_opt.records.words import Action, told

RESULT = "result"
"""The code of a game that does not end as its record says."""


class Departure(msgspec.Struct, frozen=True):
    """One action that is not as it should be.

    Attributes
    ----------
    action, entity, type
        The number of the action, who acted, and the kind of action.
    code
        A stable name of what is wrong, for programs.
    rule
        The section of the title's rulebook, where one says it.
    recorded
        What the record says was done.
    ours
        What the rules say of it.
    applied
        Whether it was done all the same, as recorded; else it was passed over.
    """

    action: int
    entity: str
    type: str
    code: str
    rule: str
    recorded: str
    ours: str
    applied: bool

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        done = "taken as recorded" if self.applied else "passed over"
        who = f"{self.entity} " if self.entity else ""
        return f"action {self.action}: {who}{self.recorded}: {self.ours}{rule}; {done}"


def departure(
    action: Action, code: str, ours: str, *, rule: str = "", applied: bool = False
) -> Departure:
    """What is wrong with an action."""
    return Departure(
        action=action["id"],
        entity=str(action.get("entity", "")),
        type=str(action.get("type", "")),
        code=code,
        rule=rule,
        recorded=told(action),
        ours=ours,
        applied=applied,
    )
