"""Games of 1867 Big Wyoming for the tests: a board written down, and short ways to play on it."""

from __future__ import annotations

from typing import Any

import msgspec

from operating_round import actions as act
from operating_round.actions import Action, Choice
from operating_round.round import apply, legal_actions, proceed, start_round
from operating_round.rules import rules_of
from operating_round.setup import float_corporation, new_game
from operating_round.state import Board, Depot, State, Turn
from operating_round.table import Event, Table
from route_opt.position import Marker

replace = msgspec.structs.replace

EAST = {"L12": "9@1"}
"""Cheyenne to Omaha."""

SOUTH = {"J14": "6*@2", "I13": "8@3", "I11": "d1@0"}
"""Cheyenne to Laramie and to the deposit in I11; open to I9."""

CASPER = {**SOUTH, "I9": "8@0", "H8": "57*@2"}
"""The same, and on to Casper."""

SITES = ["P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12"]
"""Private companies that are not in every game."""


CN = ("C&N", "Ann", 80)
NWW = ("NWW", "Bob", 60)
CNW = ("CNW", "Bob", 80)
"""Corporations with director and start price."""


def accept(name: str) -> act.Special:
    """A corporation lets itself be acquired."""
    return act.Special("acquire", name, "accept")


def decline(name: str) -> act.Special:
    """A corporation does not."""
    return act.Special("acquire", name, "decline")


def cubes(stop: str, count: int) -> Marker:
    """Cubes on a deposit."""
    return Marker("cube", stop, count=count)


def refinery(stop: str, state: str, owner: str = "") -> Marker:
    """A refinery."""
    return Marker("refinery", stop, owner, state=state)


def game(
    *started: tuple[str, str, int],
    tiles: dict[str, str] | None = None,
    markers: tuple[Marker, ...] = (),
    phase: str = "2",
    privates: dict[str, str] | None = None,
    queue: list[list[str | None]] | None = None,
    options: tuple[str, ...] = (),
    **companies: dict[str, Any],
) -> State:
    """A game of three players between rounds.

    `started` are corporations with director and start price; `companies` changes fields of theirs
    (``CN`` stands for C&N); private companies that are not named are closed, the optional ones
    not in the game.
    """
    state = new_game("1867bw", ["Ann", "Bob", "Cal"], options=options, removed=SITES)
    state = replace(state, phase="D")
    for name, player, par in started:
        state = replace(state, own={**state.own, "queue": [[name, None]]})
        state = float_corporation(state, name, par, {player: 20})
    owners = dict.fromkeys(state.rules.privates, "closed")
    owners |= privates or {}
    names = set(state.corporations)
    rows = {key.replace("CN", "C&N") if key == "CN" else key: row for key, row in companies.items()}
    rest: list[str | None] = [name for name, row in state.corporations.items() if not row.ipoed]
    pairs = [[*rest[at : at + 2], None][:2] for at in range(0, len(rest), 2)][:4]
    corporations = dict(state.corporations)
    for name, owner in owners.items():
        if owner in names:
            held = (*corporations[owner].companies, name)
            corporations[owner] = replace(corporations[owner], companies=held)
    for name, fields in rows.items():
        corporations[name] = replace(corporations[name], **fields)
    state = replace(
        state,
        phase=phase,
        privates=owners,
        corporations=corporations,
        board=Board(tiles or {}, state.board.tokens, markers),
        depot=Depot(upcoming=_trains_from(state, phase)),
        own={**state.own, "queue": pairs if queue is None else queue, "ninth": ""},
        round="SR 3",
    )
    table = Table(state, rules_of(state.rules))
    for name, owner in owners.items():
        table.rules.effects.private_moved(table, name, owner)
    return table.state


def _trains_from(state: State, phase: str) -> dict[str, int]:
    """The trains of the bank when a phase has just begun: one of its type is gone."""
    names = list(state.rules.trains)
    left = {
        name: int(state.rules.trains[name].number)  # type: ignore[arg-type]
        for name in names[names.index(phase) :]
    }
    if phase != "2":
        left[phase] -= 1
    return {name: count for name, count in left.items() if count}


def begin(state: State, of: int = 1, number: int = 1) -> State:
    """Start a round: the `number`-th of `of`."""
    state = replace(state, operating_rounds=(number - 1, of))
    state, _ = start_round(state)
    return proceed(state)[0]


def turn(state: State, name: str, step: str, of: int = 2, **fields: Any) -> State:
    """A state in the turn of a corporation, at a step."""
    turn = Turn(entity=name, step=step, **fields)
    return replace(state, operating_rounds=(1, of), round="OR 3.1", turn=turn)


def end(state: State, number: int = 1, of: int = 2) -> State:
    """All have operated: what comes after the turns, as far as nobody has to choose."""
    done = tuple(state.corporations)
    state = replace(state, operating_rounds=(number, of), round=f"OR 3.{number}", done=done)
    return proceed(state)[0]


def play(state: State, *actions: Action) -> State:
    """Do these things, one after the other."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def told(state: State, action: Action) -> tuple[Event, ...]:
    """What happens when something is done."""
    return apply(state, action)[1]


def choices(state: State, kind: type) -> list[Choice]:
    """The legal actions of one kind."""
    return [choice for choice in legal_actions(state) if isinstance(choice.action, kind)]


def options_of(state: State, kind: type) -> list[Any]:
    """The legal actions of one kind, without their prices."""
    return [choice.action for choice in choices(state, kind)]


def lays(state: State) -> set[tuple[str, str]]:
    """Hexes and tiles that may be laid."""
    return {(lay.hex, f"{lay.tile}@{lay.rotation}") for lay in options_of(state, act.Lay)}


def price_of(state: State, name: str) -> int:
    """The price of a corporation's shares."""
    return state.corporations[name].share_price or 0


def cash_of(state: State, name: str) -> int:
    """The treasury of a corporation."""
    return state.corporations[name].cash


def at(state: State, stop: str, kind: str = "cube") -> Any:
    """How many cubes lie on a deposit, or the state of a refinery ("" where there is none)."""
    found = [m for m in state.board.markers if m.at == stop and m.kind == kind]
    if kind == "cube":
        return sum(marker.count for marker in found)
    return found[0].state if found else ""


def place(state: State, name: str, row: int, column: int) -> State:
    """A corporation's price on another space of the stock market."""
    table = Table(state, rules_of(state.rules))
    table.market.put_price(name, (row, column))
    return table.state


def hold(state: State, name: str, **shares: int) -> State:
    """Who holds how much of a corporation; the rest lies in its treasury."""
    table = Table(state, rules_of(state.rules))
    left = 100 - sum(shares.values())
    held = {**shares, "treasury": left} if left else dict(shares)
    table.change(name, shares=held)
    return table.state


def money(state: State) -> int:
    """All the money there is."""
    companies = (*state.corporations.values(), *state.minors.values())
    return state.bank + sum(state.players.values()) + sum(row.cash for row in companies)
