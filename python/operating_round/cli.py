"""The command ``operating-round``."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterable
from typing import Any

import click
import msgspec

import route_opt
from operating_round import policy as policies
from operating_round import replay as replays
from operating_round import typed
from operating_round.actions import Action, parse_action, write_action
from operating_round.errors import IllegalAction, StateError
from operating_round.progress import Progress
from operating_round.round import legal_actions, proceed, skip_to, start_round
from operating_round.setup import exchange, float_corporation, new_game, not_floated, sell_private
from operating_round.show import show, show_choices
from operating_round.state import State, load, parse
from operating_round.table import Event
from route_opt.cli import PROVED, REFUTED, Program, completion, examples, run_guarded
from route_opt.cli.common import say, say_json, title_dir
from route_opt.cli.completing import FILE, TITLE
from route_opt.cli.output import write

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=completion("operating-round")
    + examples(
        "operating-round new 1830 --players Ann,Bob --float PRR@76=Ann:40,Bob:20 --out friday.json",
        "operating-round legal friday.json",
        "operating-round run friday.json --auto pay --out later.json",
    ),
)
@click.version_option(route_opt.__version__, prog_name="operating-round")
def main() -> None:
    """Full operating rounds of 18xx railway games, by the rulebooks.

    A state is one JSON document: `new` makes one, `legal` lists what may be done, `run` plays on by
    a script or a policy, `show` tells how it stands, and `replay` holds a recorded ledger against
    the rules. STATE is a file, or - for standard input.

    Exit codes: 0 done, 1 a replay that departs from its ledger, 2 bad input or an action that is
    not legal, 70 a defect of this program, 130 interrupted.

    """


@main.command(
    epilog=examples(
        "operating-round new 1830 --players Ann,Bob --float PRR@76=Ann:40,Bob:20 --out friday.json",
    ),
)
@click.argument("title", type=TITLE)
@title_dir
@click.option("--players", required=True, help="Names, joined by commas, in their order.")
@click.option("--option", "options", multiple=True, help="A variant or reading in force.")
@click.option("--without", multiple=True, help="A corporation or private not in this game.")
@click.option("--seed", type=int, help="Draw from it what the title leaves to chance.")
@click.option("--private", "privates", multiple=True, help="DH=Ann, or DH=Ann:75 for its price.")
@click.option("--float", "floats", multiple=True, help="PRR@76=Ann:40,Bob:20, all that they hold.")
@click.option("--exchange", "swaps", multiple=True, help="MH, or MH:market: for its share.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write to this file.")
def new(
    title: str,
    players: str,
    options: tuple[str, ...],
    without: tuple[str, ...],
    seed: int | None,
    privates: tuple[str, ...],
    floats: tuple[str, ...],
    swaps: tuple[str, ...],
    out: str | None,
) -> None:
    """Make a state to start from."""
    names = [name.strip() for name in players.split(",") if name.strip()]
    chance = None if seed is None else random.Random(seed)
    state = new_game(title, names, options=options, removed=without or None, chance=chance)
    for text in privates:
        name, given, buyer = text.partition("=")
        if not given:
            raise StateError(f"{text!r} is not a private company and its owner, as in DH=Ann")
        player, _, price = buyer.partition(":")
        state = sell_private(state, name, player, _number(price, text) if price else None)
    for text in floats:
        state = _float(state, text)
    for text in swaps:
        name, _, source = text.partition(":")
        state = exchange(state, name, source)
    for line in not_floated(state):
        say(line, err=True)
    document = state.document()
    parse(document)  # what the command's words made of it may be no game
    _write(document, out)


def _float(state: State, text: str) -> State:
    name, at, rest = text.partition("@")
    par, given, held = rest.partition("=")
    if not at or not given:
        raise StateError(f"{text!r} is not a start, as in PRR@76=Ann:40,Bob:20")
    holders = {}
    for part in held.split(","):
        player, _, percent = part.partition(":")
        holders[player.strip()] = _number(percent, text)
    return float_corporation(state, name, _number(par, text), holders)


def _number(text: str, whole: str) -> int:
    if not re.fullmatch(r" *[0-9]{1,6} *", text):
        raise StateError(f"{text!r} in {whole!r} is not a number")
    return int(text)


@main.command(
    name="show",
    epilog=examples(
        "operating-round show friday.json --out board.svg",
    ),
)
@click.argument("state", type=FILE)
@title_dir
@click.option("--out", type=click.Path(dir_okay=False), help="Draw the board to this SVG file.")
def show_command(state: str, out: str | None) -> None:
    """Show a state as text; with --out, its board as a picture."""
    found = load(state)
    say(show(found))
    if out:
        from route_opt.render import draw

        name = found.turn.entity if found.turn else ""
        position = found.position(name or next(iter(found.rules.corporations)), ())
        write(draw(position), out)


@main.command(
    epilog=examples(
        "operating-round legal friday.json",
    ),
)
@click.argument("state", type=FILE)
@title_dir
@as_json
def legal(state: str, as_json: bool) -> None:
    """List what may be done now; between rounds, when the next one has begun."""
    before = load(state)
    found = _begin(before, _Log(quiet=True))
    choices = legal_actions(found)
    if as_json:
        rows = [_choice(choice) for choice in choices]
        say_json(rows, indent=True)
    elif found.turn is not None and choices:
        who = found.turn.entity or "the players"
        when = "" if found is before else f", when {found.round} has begun"
        say(f"{who}, at the {found.turn.step} step{when}:")
        say(show_choices(choices))
    else:
        say("the game is over" if found.over else "nobody is to act: no company operates")


def _choice(choice: Any) -> dict[str, Any]:
    row = write_action(choice.action)
    if choice.prices:
        row["prices"] = list(choice.prices)
    if choice.cost:
        row["cost"] = choice.cost
    return row


@main.command(
    epilog=examples(
        "operating-round run friday.json --script moves.jsonl --out later.json",
        "operating-round run friday.json --auto pay --sets 2",
    ),
)
@click.argument("state", type=FILE)
@title_dir
@click.option(
    "--script",
    type=click.Path(),
    help="A file of actions, one a line as legal prints them or as JSON; or a JSON list.",
)
@click.option("--auto", "policy", help="pay, withhold, random, or module:object of your own.")
@click.option(
    "--sets",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Sets of rounds to play with --auto.",
)
@click.option("--out", type=click.Path(dir_okay=False), help="Write the last state to this file.")
@as_json
def run_command(
    state: str, script: str | None, policy: str | None, sets: int, out: str | None, as_json: bool
) -> None:
    """Play on from a state: by a script, by a policy, or one after the other."""
    log = _Log(as_json)
    found = _begin(load(state), log)
    if script:
        found = _play_script(found, script, log)
    if policy:
        found = _play_policy(found, policy, sets, log)
    if as_json:
        document = {
            "events": [{"kind": event.kind, "text": event.text} for event in log.events],
            "state": found.document(),
        }
        say_json(document, indent=True)
    if out:
        _write(found.document(), out)


class _Log:
    """What has happened, told as it happens."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.events: list[Event] = []

    def __call__(self, outcome: tuple[State, Iterable[Event]]) -> State:
        """Tell the events of an outcome; its state."""
        state, events = outcome
        for event in events:
            self.events.append(event)
            if self.quiet:
                continue
            if event.kind == "turn":
                say(f"{event.text}:")
            else:
                indent = "" if event.kind in ("round", "round_end", "set_end") else "  "
                say(f"{indent}{event.text}")
        return state


def _begin(state: State, log: _Log) -> State:
    """The first turn, with the start of a round where none is in progress."""
    if state.turn is None and not state.over and state.operating_rounds is None:
        state = log(start_round(state))
    if state.turn is None and not state.over:
        state = log(proceed(state))
    return state


def _play_script(state: State, script: str, log: _Log) -> State:
    """Play the actions of a script; what it leaves out is passed."""
    for where, row in typed.script(script, Action):
        try:
            state = log(skip_to(state, parse_action(row)))
        except IllegalAction as error:
            raise IllegalAction(f"{where}: {error}") from None
        if state.turn is None and not state.over:
            state = log(proceed(state))
    return state


def _play_policy(state: State, name: str, sets: int, log: _Log) -> State:
    """Play whole sets of rounds by a policy."""
    policy = policies.find_policy(name)
    for _ in range(sets):
        state = _begin(state, log)
        if state.over:
            break
        state, _ = policies.play_set(state, policy, lambda after, _, events: log((after, events)))
    return state


run_command.name = "run"
main.add_command(run_command, "run")


@main.command(
    epilog=examples(
        "operating-round replay ledger.jsonl",
        "operating-round replay ledger.jsonl --rulebook --json",
    ),
)
@click.argument("ledger", type=FILE)
@title_dir
@click.option("--title", default="", help="The title, if its corporations do not tell it.")
@click.option("--option", "options", multiple=True, help="A reading; in place of the usual ones.")
@click.option("--rulebook", is_flag=True, help="By the rulebook alone, with no option in force.")
@as_json
def replay(
    ledger: str, title: str, options: tuple[str, ...], rulebook: bool, as_json: bool
) -> None:
    """Replay a ledger: every operating turn and round start, compared field by field."""
    chosen = options if options or rulebook else None
    with Progress(as_json) as progress:
        found = replays.replay(
            ledger,
            title=title,
            options=chosen,
            progress=lambda number, of: progress(f"{number} of {of} lines"),
        )
    if as_json:
        say_json(found, indent=True)
    else:
        for difference in found.differences:
            where = f"line {difference.line}, {difference.event} {difference.entity or ''}".strip()
            say(
                f"{where}: {difference.field} is {difference.got!r}, "
                f"recorded is {difference.expected!r}"
            )
        say(f"{found.exact} of {found.lines} turns and round starts exact")
    sys.exit(PROVED if found.exact == found.lines else REFUTED)


def _write(document: dict[str, Any], out: str | None) -> None:
    if out:
        write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode(), out)
    else:
        say_json(document, indent=True)


def run() -> None:
    """The `operating-round` command."""
    run_guarded(main, "operating-round")
