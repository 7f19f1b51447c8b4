"""States, choices and actions as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from operating_round.actions import Choice, Lay, write_action
from operating_round.rules import rules_of
from operating_round.state import Corporation, State

ENDS = {
    "bank": "the bank is broken",
    "bankrupt": "a player is bankrupt",
    "agreed": "the players have agreed to stop",
    "price": "a price has reached the top",
    "acquired": "every corporation has been acquired",
    "last_train": "the bank has no train left",
}
"""Why a game ends in its operating rounds."""


def show(state: State) -> str:
    """A state as a page of text."""
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    rounds = state.operating_rounds
    where = f", operating round {rounds[0]} of {rounds[1]}" if rounds else ""
    yield f"{state.title}, phase {state.phase}{where}; the bank has {state.bank}"
    if state.turn:
        yield f"{state.turn.entity or 'players'} to act, at the {state.turn.step} step"
    if state.finish:
        why = ENDS.get(state.finish, state.finish)
        yield f"the game {'is over' if state.over else 'ends soon'}: {why}"
    yield ""
    for name, cash in state.players.items():
        own = [private for private, owner in state.privates.items() if owner == name]
        yield f"  {name:<12} {cash:>6}  {', '.join(own)}"
    yield ""
    for name, row in (*state.minors.items(), *state.corporations.items()):
        if isinstance(row, Corporation) and not row.ipoed:
            continue
        price = f"{row.share_price or '':>4}" if isinstance(row, Corporation) else "    "
        trains = "+".join(row.trains) or "no train"
        shares = ""
        if isinstance(row, Corporation):
            shares = " ".join(f"{who} {part}%" for who, part in row.shares.items())
        more = f" [{', '.join(row.companies)}]" if row.companies else ""
        yield f"  {name:<5} {price} {row.cash:>6}  {trains:<14} {shares}{more}"
    yield ""
    yield "  trains: " + ", ".join(f"{n} x {t}" for t, n in state.depot.upcoming.items())
    if state.depot.discarded:
        returned = ", ".join(f"{n} x {t}" for t, n in state.depot.discarded.items())
        yield f"  returned: {returned}"
    yield f"  {len(state.board.tiles)} tiles on the map"
    yield from (f"  {line}" for line in rules_of(state.rules).rounds.remarks(state))


def show_choices(choices: Iterable[Choice]) -> str:
    """What may be done, one a line; the many tile lays a hex in one."""
    return "\n".join(line for line, _ in choice_lines(choices))


def choice_lines(choices: Iterable[Choice]) -> list[tuple[str, list[Choice]]]:
    """Lines that can be typed, with the choices behind each; lays that only turn a tile are one."""
    lines = []
    lays: dict[Lay, list[Choice]] = {}
    for choice in choices:
        if isinstance(choice.action, Lay):
            lays.setdefault(msgspec.structs.replace(choice.action, rotation=0), []).append(choice)
        else:
            lines.append((_choice_line(choice), [choice]))
    return lines + [(_lay_line(lay, found), found) for lay, found in lays.items()]


def _choice_line(choice: Choice) -> str:
    data = write_action(choice.action)
    words = [str(data.pop("type"))]
    words += [f"{key}={_typed(value)}" for key, value in data.items() if key != "price"]
    if choice.prices and choice.prices[0] == choice.prices[1]:
        words.append(f"price={choice.prices[0]}")
    elif choice.prices:
        by = f" by {choice.step}" if choice.step > 1 else ""
        words.append("price={}..{}".format(*choice.prices) + by)
    elif "price" in data:
        words.append(f"price={data['price']}")
    elif choice.cost:
        words.append(f"({choice.cost})")
    return " ".join(words)


def action_line(action: Any) -> str:
    """An action as it can be typed, of whatever layer."""
    return _choice_line(Choice(action))


def _lay_line(lay: Lay, choices: list[Choice]) -> str:
    turns = dict.fromkeys(str(write_action(choice.action)["rotation"]) for choice in choices)
    costs = sorted({choice.cost for choice in choices})
    words = [f"lay_tile hex={lay.hex} tile={lay.tile} rotation={','.join(turns)}"]
    words += [f"by={lay.by}"] if lay.by else []
    words += [f"city={lay.city}"] if lay.city else []
    words += [f"({'-'.join(map(str, costs))})"] if costs != [0] else []
    return " ".join(words)


def _typed(value: Any) -> str:
    """A value as it can be typed."""
    return str(value) if isinstance(value, str | int) else msgspec.json.encode(value).decode()
