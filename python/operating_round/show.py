"""States, choices and actions as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from operating_round.actions import Choice, write_action
from operating_round.rules import rules_of
from operating_round.state import Corporation, State


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
        yield f"the game {'is over' if state.over else 'ends soon'}: {state.finish}"
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
    yield from (f"  {line}" for line in rules_of(state.rules).remarks(state))


def show_choices(choices: Iterable[Choice]) -> str:
    """What may be done, one a line; the many tile lays a hex in one."""
    lines = []
    lays: dict[tuple[str, str, str], list[Choice]] = {}
    for choice in choices:
        data = write_action(choice.action)
        kind = str(data.pop("type"))
        if kind == "lay_tile":
            key = data["hex"], data["tile"], data.get("by", "")
            lays.setdefault(key, []).append(choice)
            continue
        text = " ".join(f"{key}={value}" for key, value in data.items() if key != "price")
        if choice.prices:
            text += " price={}..{}".format(*choice.prices)
        elif "price" in data:
            text += f" price={data['price']}"
        elif choice.cost:
            text += f" ({choice.cost})"
        lines.append(f"{kind} {text}".strip())
    for (hex_id, tile, by), found in lays.items():
        turns = Counter(str(write_action(choice.action)["rotation"]) for choice in found)
        costs = {choice.cost for choice in found}
        price = f" ({'-'.join(str(cost) for cost in sorted(costs))})" if costs != {0} else ""
        name = f" by={by}" if by else ""
        lines.append(f"lay_tile hex={hex_id} tile={tile} rotation={','.join(turns)}{name}{price}")
    return "\n".join(lines)
