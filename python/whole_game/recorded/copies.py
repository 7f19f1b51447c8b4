"""Copies of trains: a record numbers them, and says with which a company runs."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator

from operating_round.state import State
from route_opt.rules.trains import card_of
from whole_game.recorded.decode import Decoder, Recorded
from whole_game.recorded.lines import DEFECTS
from whole_game.recorded.turns import connecting


class Copies:
    """Who has which copies, and those that have run in this round."""

    def __init__(self, decoder: Decoder) -> None:
        self.decoder = decoder
        self.ran: set[str] = set()
        self._give_first()

    def _give_first(self) -> None:
        """The trains that independent companies begin with have the first numbers."""
        numbers: Counter[str] = Counter()
        minors = [(name, row) for name, row in self.decoder.title.corporations.items() if row.minor]
        for name, row in sorted(minors, key=lambda pair: pair[1].order):
            for train in row.trains:
                self.decoder.names.trains[f"{train}-{numbers[train]}"] = (name, train)
                numbers[train] += 1

    def of(self, state: State, name: str) -> Iterator[tuple[str, str]]:
        """The trains of a company, each as its number in the record and its name."""
        row = state.find(name)
        left = Counter(row.trains if row else ())
        names = self.decoder.names
        for copy, (owner, _) in names.trains.items():
            side = self.decoder.operating.train_of(copy, tuple(left.elements()))
            if owner == name and left[side]:
                left[side] -= 1
                yield copy, side
        for train in left.elements():
            # Bought without a word: the lowest number of its card that nobody has had.
            card = card_of(self.decoder.title, train)[-1]
            copies = (f"{card}-{number}" for number in itertools.count())
            copy = next(copy for copy in copies if copy not in names.trains)
            names.trains[copy] = (name, train)
            yield copy, train

    def note_run(self, action: Recorded, before: State, after: State) -> None:
        """A train runs once a round; a connection run comes on top of that."""
        routes = action.get("routes")
        if action["type"] == "run_routes":
            with contextlib.suppress(*DEFECTS):
                self.decoder.operating.learn_run(action, before)
        guest = connecting(before) == action["entity"]
        if before.round != after.round:
            self.ran.clear()
        elif action["type"] == "run_routes" and isinstance(routes, list) and not guest:
            self.ran.update(str(row.get("train")) for row in routes if isinstance(row, dict))
