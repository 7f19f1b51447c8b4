"""The game that lies on the table: played, taken back, and kept on disk after every action.

Whatever changes is on disk before anybody hears of it, and the file is replaced as a whole: however
the server ends, the game is as it was shown last.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from operating_round.errors import IllegalAction, StateError
from route_opt.errors import Problem, RouteOptError
from route_opt.harmless import harmless
from route_opt.records.document import read as read_record
from route_opt.serve.guard import RefusedError
from whole_game.actions import parse_action
from whole_game.engine import History, proceed
from whole_game.game import FORMAT, Game, parse
from whole_game.keeping import Check, document_of, keep, load_kept, opened, unchecked
from whole_game.recorded.dialect import dialect_of
from whole_game.serve.ahead import follows
from whole_game.serve.choices import Words
from whole_game.serve.view import lays, view
from whole_game.setup import new_game

LONGEST = 500
"""So many sentences of the log are shown."""


class Sitting:
    """One table: at most one game lies on it, and everybody looks at the same.

    Parameters
    ----------
    folder
        Where games are kept; those in it can be opened.
    changed
        Told whenever the table looks different, from any thread.
    """

    def __init__(self, folder: Path, changed: Callable[[], None] = unchecked) -> None:
        self.folder = folder
        self.changed = changed
        self.history: History | None = None
        self.file: Path | None = None
        self.note = ""
        self.revision = time.time_ns() // 1_000_000  # higher than any of a server before this one
        self._stamp: tuple[int, int] | None = None
        self._lock = threading.RLock()
        self._view: tuple[int, dict[str, Any]] = (-1, {})

    # what lies there

    def state(self) -> dict[str, Any]:
        """The table as the page shows it."""
        with self._lock:
            if self._view[0] != self.revision:
                self._view = (self.revision, self._shown())
            return self._view[1]

    def _shown(self) -> dict[str, Any]:
        found: dict[str, Any] = {"revision": self.revision, "games": self.games(), "game": None}
        if self.history is None:
            return found
        history = self.history
        undo = Words(history.moments[-2]).told(history.actions[-1]) if history.actions else ""
        redo = Words(history.game).told(history.undone[-1][1]) if history.undone else ""
        return {
            **found,
            "file": self.file.name if self.file else "",
            "note": self.note,
            "undo": {"count": len(history.actions), "text": undo},
            "redo": {"count": len(history.undone), "text": redo},
            "log": self._log(),
            "ran": _ran(history),
            "game": view(history.game),
        }

    def _log(self) -> list[str]:
        """What happened last, in sentences; before this history as far as that was kept."""
        assert self.history is not None
        told = [event.text for events in self.history.events for event in events]
        return [*self.history.moments[0].log, *told][-LONGEST:]

    def games(self) -> list[str]:
        """The files of the folder that hold games, by their names; the newest first."""
        try:
            files = sorted(
                (file for file in self.folder.glob("*.json") if _is_game(file)),
                key=lambda file: -file.stat().st_mtime,
            )
        except OSError:
            return []
        return [file.name for file in files]

    def document(self) -> dict[str, Any]:
        """The game with its history."""
        with self._lock:
            return document_of(self._history())

    def lays(self, hex_id: str) -> list[dict[str, Any]]:
        """The tiles that may be laid on a hex."""
        with self._lock:
            return lays(self._history().game, hex_id)

    def ahead(self, action: Any) -> dict[str, Any]:
        """What would follow from an action."""
        with self._lock:
            return follows(self._history().game, parse_action(action))

    def _history(self) -> History:
        if self.history is None:
            raise IllegalAction("no game lies on the table: begin one, or open one")
        return self.history

    # another game

    def begin(
        self, title: str, players: Sequence[str], options: Sequence[str], seed: int, name: str = ""
    ) -> None:
        """Begin a game, in a file of its own."""
        names = [player.strip() for player in players]
        game = parse(new_game(title, names, options=options, seed=seed).document())
        with self._lock:
            self._put(History(game), self._free(name or title))

    def open_file(self, name: str, check: Check = unchecked) -> None:
        """Go on with a game of the folder."""
        if name not in self.games():
            raise StateError([Problem("no_game", "file", f"{name[:60]!r} is no game here")])
        self.open_path(self.folder / name, check)

    def open_path(self, file: Path, check: Check = unchecked) -> None:
        """Go on with the game of a file."""
        history, note = load_kept(file, check)
        with self._lock:
            self._put(history, file, note)

    def open_document(self, document: Any, name: str, check: Check = unchecked) -> None:
        """Go on with a game that somebody brings, in a file of its own."""
        history, note = opened(document, check)
        with self._lock:
            self._put(history, self._free(name), note)

    def open_record(
        self, document: Any, name: str, action: int | None, check: Check = unchecked
    ) -> None:
        """Play a recorded game on from before an action, or from its end."""
        game, note = recorded_game(document, action, check)
        with self._lock:
            self._put(History(game), self._free(name), note)

    def _put(self, history: History, file: Path, note: str = "") -> None:
        self._save(history, file)
        self.history, self.file, self.note = history, file, note
        self._moved()

    def _check_file(self, file: Path) -> None:
        """Nobody else may have written the file since: his game would be lost."""
        if _stamp(file) not in (self._stamp, None):
            message = "was changed by somebody else meanwhile: open it again to go on from there"
            raise StateError([Problem("changed_elsewhere", file.name, message)])

    def _free(self, name: str) -> Path:
        """A file of the folder that is not there yet."""
        stem = re.sub(r"[^\w.-]+", "-", harmless(name).removesuffix(".json")).strip("-.")[:60]
        stem = stem or "game"
        path, number = self.folder / f"{stem}.json", 2
        while path.exists():
            path, number = self.folder / f"{stem}-{number}.json", number + 1
        return path

    # playing

    def act(self, action: Any, revision: int | None) -> None:
        """Do something, unless the table has moved on since that revision."""
        with self._lock:
            self._is_current(revision)
            history = self._history()
            before = list(history.undone)
            history.apply(parse_action(action))
            self._kept(lambda: self._take_back(history, before))

    def undo(self, revision: int | None) -> None:
        """Take the last action back."""
        with self._lock:
            self._is_current(revision)
            history = self._history()
            history.undo()
            self._kept(history.redo)

    def redo(self, revision: int | None) -> None:
        """Do again what was taken back last."""
        with self._lock:
            self._is_current(revision)
            history = self._history()
            history.redo()
            self._kept(history.undo)

    @staticmethod
    def _take_back(history: History, undone: list[Any]) -> None:
        history.undo()
        history.undone = undone

    def _is_current(self, revision: int | None) -> None:
        if revision is not None and revision != self.revision:
            message = "somebody else has acted meanwhile; the table is shown as it is now"
            raise RefusedError(409, "moved_on", message)

    def _kept(self, back: Callable[[], object]) -> None:
        """Write what has changed; what cannot be written has not happened."""
        assert self.history is not None
        assert self.file is not None
        try:
            self._check_file(self.file)
            self._save(self.history, self.file)
        except RouteOptError:
            back()
            raise
        self.note = ""
        self._moved()

    def _save(self, history: History, file: Path) -> None:
        keep(history, file)
        self._stamp = _stamp(file)

    def _moved(self) -> None:
        self.revision += 1
        self.changed()


def _stamp(file: Path) -> tuple[int, int] | None:
    """When a file was written, and how long it is; None for one that is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _ran(history: History) -> list[dict[str, Any]]:
    """The routes run in the turn in progress, while its dividend is to be declared."""
    turn = history.game.operating.turn
    if turn is None or not turn.revenue or turn.paid:
        return []
    for events in reversed(history.events):
        for event in reversed(events):
            if event.kind == "run":
                return list(event.data["routes"])
    return []


def _is_game(file: Path) -> bool:
    with file.open("rb") as opened:
        return FORMAT.encode() in opened.read(200)


def recorded_game(
    document: Any, action: int | None = None, check: Check = unchecked
) -> tuple[Game, str]:
    """A recorded game before an action (without one, after its last), and what is odd about it.

    Raises
    ------
    RecordError, StateError
        If the record cannot be read, or its state at that moment is no state of a game of ours.
    """
    record = read_record(document)
    last = max((row["id"] for row in record.actions), default=0)
    if action is not None and not 0 < action <= last + 1:
        raise StateError([Problem("no_action", "action", f"the record has no action {action}")])
    replay = dialect_of(record).replay(record)
    for place, line in enumerate(replay.lines):
        check()
        if action is not None and line.id >= action:
            break
        replay.advance(place)
    game = parse(proceed(replay.game)[0].document())
    wrong = [row for row in replay.departures if action is None or (row.action or 0) < action]
    note = f"the record departs from the rules {len(wrong)} times before" if wrong else ""
    return game, note
