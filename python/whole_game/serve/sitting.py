"""The game that lies on the table: played, taken back, and kept on disk after every action.

Whatever changes is on disk before anybody hears of it, and the file is replaced as a whole: however
the server ends, the game is as it was shown last. Who looks never waits for who acts: what lies on
the table is a value, and a deed puts another in its place when all that it takes has been done.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from operating_round.errors import StateError
from route_opt.auditing import Audit, Total, add_runs
from route_opt.errors import Problem
from route_opt.harmless import harmless
from route_opt.questions import Control
from route_opt.serve.guard import RefusedError
from whole_game import retold
from whole_game.actions import parse_action
from whole_game.engine import History
from whole_game.game import FORMAT, parse
from whole_game.keeping import Check, document_of, keep, load_kept, opened, unchecked
from whole_game.recorded.moment import recorded_game
from whole_game.serve.ahead import follows
from whole_game.serve.moment import Moment
from whole_game.serve.schema import Follows, StepsShown, TableShown, TilesShown
from whole_game.serve.view import lays
from whole_game.setup import new_game


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
        self._now = Moment(
            time.time_ns() // 1_000_000
        )  # later than any of a server before this one
        self._stamp: tuple[int, int] | None = None
        self._deed = threading.Lock()

    # what lies there

    @property
    def revision(self) -> int:
        """The number of what lies on the table; another whenever that changes."""
        return self._now.revision

    def state(self) -> TableShown:
        """The table as the page shows it."""
        return msgspec.structs.replace(self._now.shown(), games=self.games())

    def games(self) -> list[str]:
        """The files of the folder that hold games, by their names; the newest first."""
        stamps = {file.name: _stamp_of_game(file) for file in self.folder.glob("*.json")}
        found = [(stamp, name) for name, stamp in stamps.items() if stamp is not None]
        return [name for _, name in sorted(found, reverse=True)]

    def document(self) -> dict[str, Any]:
        """The game with its history."""
        return document_of(self._now.history)

    def lays(self, hex_id: str) -> TilesShown:
        """The tiles that may be laid on a hex."""
        return lays(self._now.history.game, hex_id)

    def ahead(self, action: Any) -> Follows:
        """What would follow from an action."""
        return follows(self._now.history.game, parse_action(action))

    def steps(self, check: Check = unchecked) -> StepsShown:
        """What has been done so far, each action with the board before it."""
        history = self._now.history
        found = []
        for step in retold.steps(history):
            check()
            found.append(step)
        begun = history.moments[0]
        return StepsShown(begun.operating.title, begun.players, tuple(found), not begun.log)

    def audit(self, control: Control) -> dict[str, Any]:
        """Every run made so far, judged."""
        now, history = self._now, self._now.history
        game = history.game
        found = Audit(now.file.name if now.file else "", game.operating.title)
        found.actions = len(history.actions)
        found.players = {player: Total() for player in game.players}
        limit = control.seconds(None)
        add_runs(found, retold.runs(history), control.check, time_limit=limit, progress=control)
        return found.document()

    # another game

    def begin(
        self, title: str, players: Sequence[str], options: Sequence[str], seed: int, name: str = ""
    ) -> None:
        """Begin a game, in a file of its own."""
        names = [player.strip() for player in players]
        game = parse(new_game(title, names, options=options, seed=seed).document())
        with self._deed:
            self._put(History(game), self._free(name or title))

    def open_file(self, name: str, check: Check = unchecked) -> None:
        """Go on with a game of the folder."""
        if name not in self.games():
            raise StateError([Problem("no_game", "file", f"{name[:60]!r} is no game here")])
        self.open_path(self.folder / name, check)

    def open_path(self, file: Path, check: Check = unchecked) -> None:
        """Go on with the game of a file."""
        history, note = load_kept(file, check)
        with self._deed:
            self._put(history, file, note)

    def open_document(self, document: Any, name: str, check: Check = unchecked) -> None:
        """Go on with a game that somebody brings, in a file of its own."""
        history, note = opened(document, check)
        with self._deed:
            self._put(history, self._free(name), note)

    def open_record(
        self, document: Any, name: str, action: int | None, check: Check = unchecked
    ) -> None:
        """Play a recorded game on from before an action, or from its end."""
        game, note = recorded_game(document, action, check)
        with self._deed:
            self._put(History(game), self._free(name), note)

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
        self._move(revision, lambda history: history.apply(parse_action(action)))

    def undo(self, revision: int | None) -> None:
        """Take the last action back."""
        self._move(revision, History.undo)

    def redo(self, revision: int | None) -> None:
        """Do again what was taken back last."""
        self._move(revision, History.redo)

    def _move(self, revision: int | None, deed: Callable[[History], object]) -> None:
        """Change a copy of the game; it takes the place of the game when it is in the file."""
        with self._deed:
            now = self._now
            if revision is not None and revision != now.revision:
                message = "somebody else has acted meanwhile; the table is shown as it is now"
                raise RefusedError(409, "moved_on", message)
            history = now.history.copy()
            deed(history)
            assert now.file is not None
            if _stamp(now.file) not in (self._stamp, None):  # his game would be lost
                message = "was changed by somebody else meanwhile: open it again to go on"
                raise StateError([Problem("changed_elsewhere", now.file.name, message)])
            self._put(history, now.file)

    def _put(self, history: History, file: Path, note: str = "") -> None:
        """Put a game on the table: worked out how it is shown, then written, then told."""
        moment = Moment(self._now.revision + 1, history, file, note)
        moment.shown()
        keep(history, file)
        self._stamp = _stamp(file)
        self._now = moment
        self.changed()


def _stamp(file: Path) -> tuple[int, int] | None:
    """When a file was written, and how long it is; None for one that is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _stamp_of_game(file: Path) -> tuple[int, int] | None:
    """The stamp of a file that holds a game; None for what does not, or cannot be read."""
    try:
        if not file.is_file():  # to open a pipe is to wait for whoever writes into it
            return None
        with file.open("rb") as opened:
            return _stamp(file) if FORMAT.encode() in opened.read(200) else None
    except OSError:
        return None
