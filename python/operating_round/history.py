"""What was done, moment by moment: it can be taken back, and done again."""

from __future__ import annotations

import copy
from typing import Generic, Self, TypeVar

from operating_round.errors import IllegalAction
from operating_round.table import Event

Moment = TypeVar("Moment")
Done = TypeVar("Done")


class Timeline(Generic[Moment, Done]):
    """Moments, what was done at each, and what happened then.

    Attributes
    ----------
    undone
        What was taken back, the last of it first to be done again: the moment after it, what was
        done, what happened.
    """

    def __init__(self, begun: Moment) -> None:
        self.moments = [begun]
        self.actions: list[Done] = []
        self.events: list[tuple[Event, ...]] = []
        self.undone: list[tuple[Moment, Done, tuple[Event, ...]]] = []

    def copy(self) -> Self:
        """The same history, to go on with apart."""
        found = copy.copy(self)
        found.moments, found.actions = list(self.moments), list(self.actions)
        found.events, found.undone = list(self.events), list(self.undone)
        return found

    def after(self, now: Moment, action: Done) -> tuple[Moment, tuple[Event, ...]]:
        """What follows when something is done; raises where it may not be."""
        raise NotImplementedError

    def apply(self, action: Done) -> tuple[Event, ...]:
        """Do one thing; what was taken back before it is forgotten."""
        moment, events = self.after(self.moments[-1], action)
        self.add(moment, action, events)
        return events

    def add(self, moment: Moment, action: Done, events: tuple[Event, ...]) -> None:
        """Remember what somebody else has done, and what followed."""
        self.undone = []
        self._add(moment, action, events)

    def undo(self) -> Done:
        """Take the last action back, exactly."""
        if not self.actions:
            raise IllegalAction("there is nothing to take back")
        self.undone.append((self.moments.pop(), self.actions.pop(), self.events.pop()))
        return self.undone[-1][1]

    def redo(self) -> Done:
        """Do again what was taken back last."""
        if not self.undone:
            raise IllegalAction("there is nothing to do again")
        self._add(*self.undone.pop())
        return self.actions[-1]

    def _add(self, moment: Moment, action: Done, events: tuple[Event, ...]) -> None:
        self.moments.append(moment)
        self.actions.append(action)
        self.events.append(events)
