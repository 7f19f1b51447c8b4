"""The command ``whole-game``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

import route_opt
from operating_round import typed
from operating_round.errors import IllegalAction, StateError
from operating_round.progress import Progress
from operating_round.show import show_choices
from operating_round.table import Event
from route_opt.cli import Program, completion, examples, run_guarded
from route_opt.cli.common import say, say_json, title_dir
from route_opt.cli.completing import FILE, TITLE
from route_opt.cli.output import write, writing
from route_opt.cli.serve import Server, needed_packages, serve, server_options
from route_opt.errors import RouteOptError
from route_opt.files import write_whole
from route_opt.records.document import Record
from route_opt.records.document import read as read_record
from whole_game import policy as policies
from whole_game.actions import Action, parse_action, write_action
from whole_game.engine import History, legal_actions, player_to_act, proceed
from whole_game.game import Game, load, parse
from whole_game.keeping import document_of, load_kept
from whole_game.occasion import occasion
from whole_game.picture import draw_market
from whole_game.play import Session
from whole_game.recorded.dialect import dialect_of
from whole_game.recorded.replay import Replay
from whole_game.recorded.states import shown
from whole_game.setup import new_game
from whole_game.show import overview, show
from whole_game.standings import standings

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
to_file = click.option(
    "--out", type=click.Path(dir_okay=False), help="Write the game to this file."
)
svg_file = click.Path(dir_okay=False)


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=completion("whole-game")
    + examples(
        "whole-game play friday.json --new 1846 --players Ann,Bob,Cy --seed 3",
        "whole-game serve friday.json --open",
        "whole-game replay 3099.json",
    ),
)
@click.version_option(route_opt.__version__, prog_name="whole-game")
def main() -> None:
    """Whole games of 18xx, from the first card to the last dollar, by the rulebooks.

    A game is one JSON document: `new` begins one, `play` leads a table through it in a terminal,
    `serve` on a page; `legal` lists what may be done, `run` plays on by a script or a policy,
    `show` and `standings` tell how it stands, and `replay` plays a game downloaded from
    18xx.games. GAME is a file, or - for standard input.

    Exit codes: 0 done, 1 a replay that departs from its record, 2 bad input or an action that is
    not legal, 70 a defect of this program, 130 interrupted.

    """


@main.command(
    epilog=examples(
        "whole-game new 1846 --players Ann,Bob,Cy --seed 3 --out friday.json",
    ),
)
@click.argument("title", type=TITLE)
@title_dir
@click.option("--players", required=True, help="Names, joined by commas, in their seats.")
@click.option("--option", "options", multiple=True, help="A variant or reading in force.")
@click.option("--seed", default=0, show_default=True, help="Chance: same seed, same game.")
@to_file
def new(title: str, players: str, options: tuple[str, ...], seed: int, out: str | None) -> None:
    """Begin a game of TITLE.

    `route-opt titles TITLE` lists the options there are.
    """
    _write(_begun(title, players, options, seed).document(), out)


def _begun(title: str, players: str, options: tuple[str, ...], seed: int) -> Game:
    names = [name.strip() for name in players.split(",") if name.strip()]
    game = new_game(title, names, options=options, seed=seed)
    return parse(game.document())  # what the command's words made of it may be no game


@main.command(
    epilog=examples(
        "whole-game play friday.json",
        "whole-game play friday.json --new 1846 --players Ann,Bob,Cy --seed 3",
    ),
)
@click.argument("game", type=FILE, required=False)
@title_dir
@click.option("--new", "title", metavar="TITLE", type=TITLE, help="Begin a game of this title.")
@click.option("--players", default="", help="With --new: names, joined by commas, in their seats.")
@click.option("--option", "options", multiple=True, help="With --new: a variant or reading.")
@click.option("--seed", default=0, show_default=True, help="With --new: chance.")
def play(
    game: str | None, title: str | None, players: str, options: tuple[str, ...], seed: int
) -> None:
    """Lead a table through a game, in a terminal.

    It always says who is to act and why, and lists what may be done. Answer with a number, or with
    an action as `legal` prints it; `help` lists the other words: undo, redo, save, quit and so on.
    At a run it proposes the best routes, proved. The game is written to GAME after every action:
    Ctrl-C, the end of the input or a slip lose nothing, and what was done on another day, here or
    with `serve`, can still be taken back. Without GAME nothing is written before
    `save FILE`.
    """
    file = Path(game) if game else None
    if title:
        if file is not None and file.exists():
            raise StateError(f"{game} is there already; play it without --new, or name another")
        begun = _begun(title, players, options, seed)
        history, note = History(begun), "\n".join(begun.log)
    elif game is None:
        raise click.UsageError("name a GAME to go on with, or begin one with --new TITLE")
    else:
        history, note = load_kept(game)
    if note:
        say(note)
    Session(history, file, _ask, say).run()


def _ask(prompt: str) -> str:
    """A line from the terminal, with what it offers for editing."""
    sys.stdout.flush()
    return input(prompt)


@main.command(
    name="serve",
    epilog=examples(
        "whole-game serve friday.json --open",
        "whole-game serve 3099.json --at 120",
    ),
)
@click.argument("source", metavar="[GAME|RECORD]", type=FILE, required=False)
@click.option(
    "--games",
    type=click.Path(exists=True, file_okay=False),
    help="The folder in which games are kept; by default that of GAME, or this one.",
)
@click.option("--at", "number", type=int, metavar="ACTION", help="Open RECORD before this action.")
@server_options
def serve_command(
    source: str | None, games: str | None, number: int | None, server: Server
) -> None:
    """Lead a table through a game, on a page in the browser.

    The page shows who is to act and what may be done, and the game is in its file after every
    action, with all that can be taken back. Several windows show the same table. Without GAME
    the page begins one, or opens one of the folder.
    """
    with needed_packages():
        from whole_game.serve.app import opened
    serve(server, {"open": "game"}, [opened(source, games, number)])


@main.command(
    name="show",
    epilog=examples(
        "whole-game show friday.json --out board.svg --market market.svg",
    ),
)
@click.argument("game", type=FILE)
@title_dir
@click.option("--out", type=svg_file, metavar="SVG", help="Draw the board to this file.")
@click.option("--market", type=svg_file, metavar="SVG", help="Draw the stock market to this file.")
@as_json
def show_command(game: str, out: str | None, market: str | None, as_json: bool) -> None:
    """Show a game: players, companies, market, trains, what happened last.

    A star marks the president. With --json the same for programs, beside what the document says:
    who is to act, certificates against the limit, what each player is worth.
    """
    found = load(game)
    if as_json:
        say_json(overview(found), indent=True)
    else:
        say(show(found))
    if out:
        from route_opt.render import draw

        state = found.operating
        write(draw(state.position(next(iter(state.rules.corporations)), ())), out)
    if market:
        write(draw_market(found), market)


@main.command(
    epilog=examples(
        "whole-game legal friday.json",
    ),
)
@click.argument("game", type=FILE)
@title_dir
@as_json
def legal(game: str, as_json: bool) -> None:
    """List what may be done now, and who is to do it.

    Each line can be typed in `play` and stand in a script for `run`, with one price of a range and
    one rotation of several; in round brackets stands what it costs.
    """
    found, _ = proceed(load(game))
    choices = legal_actions(found)
    if as_json:
        rows = [{**msgspec.to_builtins(c), "action": write_action(c.action)} for c in choices]
        say_json({"player": player_to_act(found), "choices": rows}, indent=True)
        return
    say(occasion(found))
    if choices:
        say(show_choices(choices))


@main.command(
    epilog=examples(
        "whole-game run friday.json --script moves.txt --out later.json",
        "whole-game run friday.json --auto steady --quiet",
    ),
)
@click.argument("game", type=FILE)
@title_dir
@click.option("--script", type=click.Path(), help="Actions, one a line as `legal` prints them.")
@click.option("--auto", "policy", help="Play on by a policy: steady, random, or module:object.")
@click.option("--most", default=20_000, show_default=True, help="So many actions with --auto.")
@click.option("--quiet", is_flag=True, help="Tell only the standings.")
@as_json
@to_file
def run_command(
    game: str,
    script: str | None,
    policy: str | None,
    most: int,
    quiet: bool,
    as_json: bool,
    out: str | None,
) -> None:
    """Play on: by a script, by a policy, or one after the other.

    A script has an action a line, as `legal` prints them or as JSON (or it is a JSON list); lines
    that begin with # say nothing. The first action that is not legal ends it, with its line and
    the section of the rulebook; then nothing is written. What is written can be taken back, by
    `play` or `serve`, to where the game began.
    """
    history, note = load_kept(game)
    if note:
        say(note, err=True)
    tell = _Teller(quiet or as_json)
    tell(history.first)
    if script:
        _play_script(history, script, tell)
    if policy:
        player = policies.find_policy(policy, history.game.seed)
        with Progress(quiet=not tell.quiet) as progress:  # else what happens is progress enough
            watch = _watcher(history, tell, progress)
            policies.play(history.game, player, most=most, watch=watch)
    if as_json:
        rows = [{"kind": event.kind, "text": event.text} for event in tell.events]
        say_json({"events": rows, "game": document_of(history)}, indent=True)
    else:
        _tell_standings(history.game)
    if out:
        _write(document_of(history), out)


run_command.name = "run"
main.add_command(run_command, "run")


class _Teller:
    """What happens, in sentences, as it happens."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.events: list[Event] = []

    def __call__(self, events: Iterable[Event]) -> None:
        """Tell what has happened."""
        for event in events:
            self.events.append(event)
            if not self.quiet:
                say(event.text)


def _watcher(history: History, tell: _Teller, progress: Progress) -> policies.Watch:
    def watch(game: Game, action: Action, events: tuple[Event, ...]) -> None:
        history.add(game, action, events)
        tell(events)
        progress(game.operating.round)

    return watch


def _play_script(history: History, script: str, tell: _Teller) -> None:
    for where, row in typed.script(script, Action):
        try:
            tell(history.apply(parse_action(row)))
        except RouteOptError as error:
            raise IllegalAction(f"{where}: {error}") from None


@main.command(
    name="standings",
    epilog=examples(
        "whole-game standings friday.json",
    ),
)
@click.argument("game", type=FILE)
@title_dir
@as_json
def standings_command(game: str, as_json: bool) -> None:
    """Who is worth what, with the arithmetic: cash, shares at their prices, private companies."""
    found = load(game)
    if as_json:
        say_json(msgspec.to_builtins(standings(found)), indent=True)
        return
    _tell_standings(found)


def _tell_standings(game: Game) -> None:
    for standing in standings(game):
        say(str(standing))


@main.command(
    epilog=examples(
        "whole-game replay 3099.json",
        "whole-game replay 3099.json --rulebook",
    ),
)
@click.argument("record", type=FILE)
@click.option("--states", type=click.Path(dir_okay=False), help="Write every state to this file.")
@click.option("--rulebook", is_flag=True, help="By the rulebook alone, not as the site reads it.")
@as_json
def replay(record: str, states: str | None, rulebook: bool, as_json: bool) -> None:
    """Play a recorded game of 18xx.games through, and list where it departs from the rules."""
    found = read_record(record)
    played = dialect_of(found).replay(found, rulebook=rulebook)
    rows: list[bytes] = []
    try:
        with Progress(as_json) as progress:
            for moment in played.moments():
                progress(f"action {moment.id} of {found.actions[-1]['id'] if moment.id else ''}")
                if states:
                    state = shown(moment.game, moment.player)
                    row = {"id": moment.id, "auto": moment.auto, "state": state}
                    rows.append(msgspec.json.encode(row))
    finally:
        if states:
            with writing(states):
                write_whole(states, b"".join(row + b"\n" for row in rows))
    _tell_replay(found, played, as_json)


def _tell_replay(record: Record, played: Replay, as_json: bool) -> None:
    """How a recorded game has ended, and what our rules refuse in it."""
    ended = standings(played.game)
    departures = sorted(played.departures, key=lambda one: one.action)
    if as_json:
        document = {
            "title": record.title,
            "actions": len(record.actions),
            "round": played.game.operating.round,
            "over": played.game.over,
            "standings": msgspec.to_builtins(ended),
            "departures": msgspec.to_builtins(departures),
        }
        say_json(document, indent=True)
        return
    for standing in ended:
        say(str(standing))
    if departures:
        say(f"{len(departures)} departures from the rules")
    for one in departures:
        say(f"  {one}")


def _write(document: dict[str, Any], out: str | None) -> None:
    if out:
        write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode(), out)
    else:
        say_json(document, indent=True)


def run() -> None:
    """The `whole-game` command."""
    run_guarded(main, "whole-game")
