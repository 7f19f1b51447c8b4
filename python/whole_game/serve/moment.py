"""What lies on the table between two deeds: a value, shown to whoever looks without waiting."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec

from operating_round.errors import IllegalAction
from route_opt import forms
from route_opt.readable import readable
from whole_game.engine import History
from whole_game.serve.schema import Direction, TableShown
from whole_game.serve.view import view
from whole_game.words import Words

LONGEST = 500
"""So many sentences of the log are shown."""


class Moment:
    """A game with its history, in its file; none before one is begun.

    Nobody changes the history of a moment: who does something makes another moment.
    """

    def __init__(
        self,
        revision: int,
        history: History | None = None,
        file: Path | None = None,
        note: str = "",
    ) -> None:
        self.revision, self.file, self.note = revision, file, note
        self._history = history
        self._shown: TableShown | None = None
        self._showing = threading.Lock()

    @property
    def history(self) -> History:
        """The game with its history."""
        if self._history is None:
            raise IllegalAction("no game lies on the table: begin one, or open one")
        return self._history

    def shown(self) -> TableShown:
        """The moment as the page shows it; worked out once, for whoever asks first."""
        with self._showing:
            if self._shown is None:
                self._shown = self._as_shown()
            return self._shown

    def _as_shown(self) -> TableShown:
        history, file = self._history, self.file
        if history is None or file is None:
            return TableShown(self.revision)
        undo = Words(history.moments[-2]).told(history.actions[-1]) if history.actions else ""
        redo = Words(history.game).told(history.undone[-1][1]) if history.undone else ""
        return TableShown(
            revision=self.revision,
            file=file.name,
            note=self.note,
            undo=Direction(len(history.actions), undo),
            redo=Direction(len(history.undone), redo),
            log=_log(history),
            ran=_ran(history),
            game=view(history.game),
        )


def _log(history: History) -> list[str]:
    """What happened last, in sentences; before this history as far as that was kept."""
    told = [event.text for events in history.events for event in events]
    return [*history.moments[0].log, *told][-LONGEST:]


def _ran(history: History) -> list[forms.Route]:
    """The routes run in the turn in progress, while its dividend is to be declared."""
    turn = history.game.operating.turn
    if turn is None or not turn.revenue or turn.paid:
        return []
    for events in reversed(history.events):
        for event in reversed(events):
            if event.kind == "run":
                return msgspec.convert(event.data["routes"], readable(list[forms.Route]))
    return []
