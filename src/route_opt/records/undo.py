"""What was taken back: the undos and redos of a record, as the site reads them.

An undo takes back the last move, or everything after the action it names; a redo brings back what
the last undo took, as long as nothing else has happened since. Messages are never taken back. An
action marked with `skip` has been passed over by whoever tidied the record up: what was taken back,
and the undo and redo that did it.

The moves in force at any time are a line in which each knows the one before it. To undo is to
step back along that line, to redo to stand where one stood; nothing is copied, and marks far back
make the steps long, so that a record is read in the time of its length however often its players
changed their minds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from route_opt.records.departures import Departure, departure
from route_opt.records.words import Action, number_of

_NONE = -1


class _Line:
    """Moves by their place in the record, each after another; `last` is the last in force."""

    def __init__(self, size: int) -> None:
        self.before = [_NONE] * size
        self.far = [_NONE] * size
        self.depth = [0] * size
        self.last = _NONE

    def add(self, place: int) -> None:
        """A move follows the last one."""
        last = self.last
        self.before[place] = self.far[place] = last
        if last != _NONE:
            self.depth[place] = self.depth[last] + 1
            far = self.far[last]
            # Two jumps of the same length make one twice as long.
            if far != _NONE and self.far[far] != _NONE and self._jump(last) == self._jump(far):
                self.far[place] = self.far[far]
        self.last = place

    def _jump(self, place: int) -> int:
        """How many moves lie between one and the one far back that it knows."""
        return self.depth[place] - self.depth[self.far[place]]

    def back_before(self, start: int) -> None:
        """Only moves before place `start` stay in force."""
        last = self.last
        while last >= start:
            last = self.far[last] if self.far[last] >= start else self.before[last]
        self.last = last

    def places(self) -> set[int]:
        """The moves in force."""
        found = set()
        place = self.last
        while place != _NONE:
            found.add(place)
            place = self.before[place]
        return found


def in_force(actions: Sequence[Action]) -> tuple[list[Action], list[Departure]]:
    """The actions that were not taken back, messages too; and what no undo or redo can mean."""
    line = _Line(len(actions))
    undone: list[int] = []
    first: dict[int, int] = {}
    highest: list[int] = []
    departures = []
    for place, action in enumerate(actions):
        kind = action["type"]
        if action.get("skip") is True:
            pass
        elif kind == "undo":
            undone.append(line.last)
            start, problem = _start(action, first, highest, line.last)
            line.back_before(start)
            if problem:
                applied = line.last != undone[-1]
                departures.append(departure(action, "undo", problem, applied=applied))
        elif kind == "redo":
            if undone:
                line.last = undone.pop()
            else:
                departures.append(departure(action, "redo", "there is nothing to redo"))
        elif kind != "message":
            undone.clear()
            line.add(place)
        first.setdefault(action["id"], place)
        highest.append(max(action["id"], highest[-1] if highest else 0))
    kept = line.places()
    return [
        action
        for place, action in enumerate(actions)
        if place in kept or action["type"] == "message"
    ], departures


def _start(action: Action, first: dict[int, int], highest: list[int], last: int) -> tuple[int, str]:
    """The first place that an undo takes back, and what is wrong with it.

    `first` are the places of the numbers before it, `highest` at each place the highest so far.
    """
    place = len(highest)
    target = number_of(action.get("action_id"))
    if target == 0:
        return 0, ""
    if target in first:
        return first[target] + 1, ""
    if action.get("action_id") is not None:
        message = f"it undoes back to action {action['action_id']!r}, which is not there before it"
        start = bisect_right(highest, target) if target is not None and target > 0 else place
        if start >= place:
            return max(last, 0), f"{message}: the last action is taken back"
        return start, f"{message}: all after that number is taken back"
    return max(last, 0), "" if last != _NONE else "there is nothing to undo"
