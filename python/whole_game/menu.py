"""What may be done as a numbered list, and how an answer becomes an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from operating_round.actions import Choice, Lay
from operating_round.errors import IllegalAction
from operating_round.show import choice_lines
from whole_game.actions import Action, typed_action

MOST_LAYS = 12
"""More lines of tiles than this are listed by hex."""

Entry = tuple[str, list[Choice]]
Ask = Callable[[str], str]


def entries(choices: Sequence[Choice]) -> list[Entry]:
    """The lines of a menu, with the choices behind each."""
    lines = choice_lines(choices)
    others = [entry for entry in lines if not isinstance(entry[1][0].action, Lay)]
    lays = lines[len(others) :]
    return lines if len(lays) <= MOST_LAYS else others + _by_hex(lays)


def _by_hex(lays: list[Entry]) -> list[Entry]:
    """A line a hex, with the tiles that fit there."""
    found: dict[tuple[str, str], list[Choice]] = {}
    for _, choices in lays:
        lay = choices[0].action
        assert isinstance(lay, Lay)
        found.setdefault((lay.hex, lay.by), []).extend(choices)
    return [(_hex_line(*place, choices), choices) for place, choices in found.items()]


def _hex_line(hex_id: str, by: str, choices: list[Choice]) -> str:
    tiles = ",".join(dict.fromkeys(c.action.tile for c in choices if isinstance(c.action, Lay)))
    return f"lay_tile hex={hex_id} tile={tiles} ..." + (f" by={by}" if by else "")


def numbered(lines: Sequence[str]) -> str:
    """Lines with their numbers before them."""
    width = len(str(len(lines)))
    return "\n".join(f"  {number:>{width}}  {line}" for number, line in enumerate(lines, 1))


def answered(line: str, menu: Sequence[Entry], ask: Ask, tell: Callable[[str], None]) -> Action:
    """The action that an answer means: a number of the menu (and a price), or an action typed.

    Raises
    ------
    IllegalAction
        If it is neither, or the player does not go on with what has to be chosen further.
    """
    words = line.split()
    if not words[0].isdecimal():
        return typed_action(line)
    number = int(words[0]) if len(words[0]) < 6 else 0
    if not 1 <= number <= len(menu) or len(words) > 2:
        raise IllegalAction(f"{line.strip()[:40]!r} is not a number from 1 to {len(menu)}")
    return _narrowed(menu[number - 1][1], words[1:], ask, tell)


def _narrowed(
    choices: list[Choice], more: list[str], ask: Ask, tell: Callable[[str], None]
) -> Action:
    """One of several choices, and one price of several."""
    while len(choices) > 1:
        lines = choice_lines(choices)
        if len(lines) == 1:
            lines = [(_turned(choice), [choice]) for choice in choices]
        tell(numbered([text for text, _ in lines]))
        answer = ask(f"which of 1-{len(lines)}, or nothing to go back? ").strip()
        if not answer.isdecimal() or len(answer) > 5 or not 1 <= int(answer) <= len(lines):
            raise IllegalAction("nothing was chosen")
        choices = lines[int(answer) - 1][1]
    (choice,) = choices
    action: Action = choice.action
    if choice.prices is None:
        if more:
            raise IllegalAction(f"that has no price to choose: {more[0][:40]!r}")
        return action
    low, high = choice.prices
    if low == high and not more:
        return action
    answer = more[0] if more else ask(f"at which price, {low} to {high}? ").strip()
    if not answer.isdecimal() or len(answer) > 9:
        raise IllegalAction(f"{answer[:40]!r} is not a price from {low} to {high}")
    return msgspec.structs.replace(action, price=int(answer))


def _turned(choice: Choice) -> str:
    """One of several lays of a tile on a hex."""
    return choice_lines([choice])[0][0]
