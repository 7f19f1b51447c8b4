"""A game led in a terminal: who is to act and why, what may be done, and an answer at a time.

The game is saved with its history after every action if it has a file, so that nothing is lost
when the session ends, however it ends, and all of it can be taken back another day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from operating_round.errors import IllegalAction
from operating_round.round import best_now
from operating_round.show import action_line, show_choices
from operating_round.table import Event
from route_opt.cli.best import told
from route_opt.errors import RouteOptError
from whole_game.engine import History, legal_actions
from whole_game.game import Game
from whole_game.keeping import keep
from whole_game.menu import Entry, answered, entries, numbered
from whole_game.occasion import occasion
from whole_game.show import show
from whole_game.standings import standings

HELP = """\
Answer with a number of the list, a number and a price (3 85), or an action as `legal` prints it;
shorter will do: `bid SV 20`, `par PRR 90`, `run_routes 2: Erie, Buffalo`.
  legal        everything that may be done, in full
  show         players, companies, market, trains, what happened last
  log          what happened, as far as it is kept
  standings    who is worth what, and why
  undo [N]     take the last action back, or the last N
  redo [N]     do again what was taken back
  save [FILE]  write the game to its file, or to another
  end_game     the players agree to stop here
  quit         leave; the game is in its file"""


class Session:
    """One sitting: a game with its history, and where it is kept.

    Parameters
    ----------
    ask, tell
        How a line is asked for (`EOFError` when there are no more), and how one is written.
    """

    def __init__(
        self,
        history: History,
        file: Path | None,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
    ) -> None:
        self.history = history
        self.file = file
        self.ask = ask
        self.tell = tell
        self.saved = False
        self.warned = False
        self.menu: list[Entry] = []
        self.words: dict[str, Callable[[list[str]], None]] = {
            "help": lambda _: self.tell(HELP),
            "?": lambda _: self.tell(HELP),
            "legal": lambda _: self.tell(show_choices(legal_actions(self.game))),
            "show": lambda _: self.tell(show(self.game)),
            "log": lambda _: self.tell("\n".join(self.game.log) or "nothing has happened yet"),
            "standings": lambda _: self._tell_standings(),
            "undo": lambda words: self._move(self.history.undo, "taken back", words),
            "redo": lambda words: self._move(self.history.redo, "done again", words),
            "save": lambda words: self._save_to(words),
        }

    @property
    def game(self) -> Game:
        """The game now."""
        return self.history.game

    def run(self) -> None:
        """Ask and answer until somebody quits, or there is nobody to ask."""
        self.tell("type help for the words of this table")
        self._save()
        self._tell_events(self.history.first)
        self._tell_turn()
        while True:
            try:
                line = self.ask("> ").strip()
            except EOFError:
                break
            except KeyboardInterrupt:
                if self.saved or self.warned:
                    raise
                self.warned = True
                self.tell("")
                self.tell("this game is in no file: save FILE keeps it; Ctrl-C again forgets it")
                continue
            if line in ("quit", "exit", "q"):
                break
            if line:
                self._answer(line)
        self.tell(f"the game is in {self.file}" if self.saved else "the game was not saved")

    def _answer(self, line: str) -> None:
        """Do what a line says; what cannot be done changes nothing."""
        word, *rest = line.split()
        try:
            if word in self.words:
                self.words[word](rest)
                return
            action = answered(line, self.menu, self.ask, self.tell)
            self._tell_events(self.history.apply(action))
        except RouteOptError as error:
            self.tell(f"no: {error}")
            return
        except EOFError:
            return
        self._changed()

    def _changed(self) -> None:
        """The game is another now: keep it, and say who is next."""
        self.saved = False
        try:
            self._save()
        except RouteOptError as error:
            self.tell(f"NOT SAVED: {error}")
        self._tell_turn()

    def _move(self, step: Callable[[], object], what: str, words: list[str]) -> None:
        """Take back, or do again, one or several actions."""
        times = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 6 else 1
        before = self.game
        try:
            for _ in range(times):
                action = step()
                self.tell(f"{what}: {action_line(action)}")
        finally:
            if self.game is not before:
                self._changed()

    def _save_to(self, words: list[str]) -> None:
        before = self.file, self.saved
        self.file = Path(" ".join(words)) if words else self.file
        if self.file is None:
            raise IllegalAction("name a file: save friday.json")
        try:
            self.saved = False
            self._save()
        except RouteOptError:
            self.file, self.saved = before
            raise
        self.tell(f"the game is in {self.file}")

    def _save(self) -> None:
        if self.file is not None and not self.saved:
            keep(self.history, self.file)
            self.saved = True

    # what is told

    def _tell_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.tell(f"  {event.text}")

    def _tell_turn(self) -> None:
        """Who is to act and why, and the menu."""
        self.tell("")
        self.tell(occasion(self.game))
        choices = legal_actions(self.game)
        self.menu = entries(choices)
        if self.game.over:
            self._tell_standings()
            return
        best = best_now(self.game.operating) if self.game.offer is None else None
        if best is not None:
            self.tell("the best run is " + "\n".join(told(best)))
        self.tell(numbered([text for text, _ in self.menu]))

    def _tell_standings(self) -> None:
        for standing in standings(self.game):
            self.tell(str(standing))
