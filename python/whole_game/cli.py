"""The command ``whole-game``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

import route_opt
from operating_round.errors import IllegalAction, StateError
from operating_round.show import show_choices
from operating_round.table import Event
from route_opt.cli import run_guarded
from route_opt.cli.common import say, say_json
from route_opt.cli.output import write, writing
from route_opt.documents import read_json, read_source
from route_opt.records.document import read as read_record
from whole_game import policy as policies
from whole_game.actions import parse_action, write_action
from whole_game.engine import apply, legal_actions, player_to_act, proceed
from whole_game.game import Game, load
from whole_game.recorded.replay import moments
from whole_game.recorded.states import shown
from whole_game.setup import new_game
from whole_game.show import show
from whole_game.standings import standings

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
to_file = click.option("--out", type=click.Path(dir_okay=False), help="Write to this file.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(route_opt.__version__, prog_name="whole-game")
def main() -> None:
    """Whole games of 18xx, from the first card to the last dollar, by the rulebooks."""


@main.command()
@click.argument("title")
@click.option("--players", required=True, help="Names, joined by commas, in their seats.")
@click.option("--option", "options", multiple=True, help="A variant or reading in force.")
@click.option("--seed", default=0, show_default=True, help="Chance: same seed, same game.")
@to_file
def new(title: str, players: str, options: tuple[str, ...], seed: int, out: str | None) -> None:
    """Begin a game."""
    names = [name.strip() for name in players.split(",") if name.strip()]
    _write(new_game(title, names, options=options, seed=seed), out)


@main.command(name="show")
@click.argument("game")
@click.option("--out", type=click.Path(dir_okay=False), help="Draw the board to this SVG file.")
def show_command(game: str, out: str | None) -> None:
    """Show a game as text; with --out, its board as a picture."""
    found = load(game)
    say(show(found))
    if out:
        from route_opt.render import draw

        first = next(iter(found.operating.corporations))
        write(draw(found.operating.position(first, ())), out)


@main.command()
@click.argument("game")
@as_json
def legal(game: str, as_json: bool) -> None:
    """List what may be done now, and who is to do it."""
    found, _ = proceed(load(game))
    choices = legal_actions(found)
    if as_json:
        rows = [{**msgspec.to_builtins(c), "action": write_action(c.action)} for c in choices]
        say_json(rows, indent=True)
    elif choices:
        say(f"{player_to_act(found)} may:")
        say(show_choices(choices))
    else:
        say("the game is over")


@main.command()
@click.argument("game")
@click.option("--script", type=click.Path(), help="A file of actions: a JSON list, or one a line.")
@click.option("--auto", "policy", help="Play on by a policy: steady or random.")
@click.option("--most", default=20_000, show_default=True, help="So many actions with --auto.")
@click.option("--quiet", is_flag=True, help="Tell only the standings.")
@to_file
def run_command(
    game: str, script: str | None, policy: str | None, most: int, quiet: bool, out: str | None
) -> None:
    """Play on: by a script, by a policy, or one after the other."""
    found, events = proceed(load(game))
    tell = _Teller(quiet)
    tell(events)
    if script:
        found = _play_script(found, script, tell)
    if policy:
        player = policies.find_policy(policy, found.seed)
        found = policies.play(found, player, most=most, watch=lambda _, __, events: tell(events))
    for standing in standings(found):
        say(str(standing))
    if out:
        _write(found, out)


run_command.name = "run"
main.add_command(run_command, "run")


class _Teller:
    """What happens, in sentences."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet

    def __call__(self, events: Iterable[Event]) -> None:
        """Tell it."""
        for event in () if self.quiet else events:
            say(event.text)


def _play_script(game: Game, script: str, tell: _Teller) -> Game:
    for number, action in enumerate(_script(script), 1):
        try:
            game, events = apply(game, parse_action(action))
        except IllegalAction as error:
            raise IllegalAction(f"{script}, action {number}: {error}") from None
        tell(events)
    return game


def _script(source: str) -> list[Any]:
    text = read_source(source, StateError).decode("utf-8-sig").strip()
    if text.startswith("["):
        found: list[Any] = read_json(text, StateError, source)
        return found
    return [
        read_json(line, StateError, f"{source}, line {number}")
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


@main.command(name="standings")
@click.argument("game")
@as_json
def standings_command(game: str, as_json: bool) -> None:
    """Who is worth what, with the arithmetic."""
    found = standings(load(game))
    if as_json:
        say_json(msgspec.to_builtins(found), indent=True)
        return
    for standing in found:
        say(str(standing))


@main.command()
@click.argument("record")
@click.option("--states", type=click.Path(dir_okay=False), help="Write every state to this file.")
def replay(record: str, states: str | None) -> None:
    """Play a recorded game of 18xx.games through, action by action."""
    last: Game | None = None
    rows: list[bytes] = []
    try:
        for moment in moments(read_record(record)):
            last = moment.game
            if states:
                row = {"id": moment.id, "auto": moment.auto, "state": shown(last, moment.player)}
                rows.append(msgspec.json.encode(row))
    finally:
        if states:
            with writing(states):
                Path(states).write_bytes(b"".join(row + b"\n" for row in rows))
    assert last is not None
    for standing in standings(last):
        say(str(standing))


def _write(game: Game, out: str | None) -> None:
    if out:
        write(msgspec.json.format(msgspec.json.encode(game.document()), indent=2).decode(), out)
    else:
        say_json(game.document(), indent=True)


def run() -> None:
    """The `whole-game` command."""
    run_guarded(main, "whole-game")
