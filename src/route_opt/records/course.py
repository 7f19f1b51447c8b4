"""The actions of a game in the order in which they happened, to look ahead in.

A record leaves things unsaid that what follows tells: what was done with a run's earnings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from route_opt.records.words import Action

_OTHER_TURN = frozenset({"run_routes", "buy_train", "lay_tile"})


class Course:
    """A game's actions, each followed by the automatic ones that it brought along."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        self.actions = flatten(actions)
        self._dividends: dict[int, str] = {}
        last: dict[str, int] = {}
        for place, action in enumerate(self.actions):
            name, kind = str(action.get("entity")), action["type"]
            if kind == "dividend" and name in last:
                self._dividends[last.pop(name)] = str(action.get("kind", ""))
            elif kind in _OTHER_TURN:
                last.pop(name, None)
            if kind == "run_routes":
                last[name] = place

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def dividend(self, place: int) -> str:
        """What was done with the earnings of the run at a place, or nothing."""
        return self._dividends.get(place, "")


def flatten(actions: Sequence[Action]) -> list[Action]:
    """The actions with the automatic ones each brought along, under the same number."""
    found = []
    for action in actions:
        found.append(action)
        found += [auto | {"id": action["id"]} for auto in action.get("auto_actions") or ()]
    return found
