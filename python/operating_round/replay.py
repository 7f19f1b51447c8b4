"""Replaying a ledger: each round start and turn on its own, compared field by field.

Nothing is carried from line to line but what a ledger does not show: the names of copies, and
what a title's rules remember of actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from operating_round import market
from operating_round import round as rounds
from operating_round.actions import Action
from operating_round.errors import IllegalAction
from operating_round.ledger import Decoder, Names, is_silent, read_ledger, title_of
from operating_round.rules import rules_of
from operating_round.state import FORMAT, State, own_tiles, parse
from operating_round.table import Event
from route_opt import titles
from route_opt.errors import RouteOptError
from route_opt.title import Title

REPLAYED = ("or_start", "turn")


class Difference(msgspec.Struct, frozen=True):
    """Where a replayed line is not as recorded."""

    line: int
    event: str
    entity: str | None
    field: str
    expected: Any
    got: Any


class Replay(msgspec.Struct, frozen=True):
    """What came of a ledger."""

    lines: int
    exact: int
    differences: tuple[Difference, ...]


def replay(
    source: str | Path,
    *,
    title: str = "",
    options: Iterable[str] | None = None,
    progress: Any = None,
) -> Replay:
    """Replay a ledger, line by line.

    Parameters
    ----------
    options
        The readings in force; those under which public records are played if not given.
    """
    rows = read_ledger(source)
    found = titles.find(title) if title else title_of(rows)
    chosen = tuple(rules_of(found).records.recorded_options(rows) if options is None else options)
    names = Names(found.under(chosen))
    lines = exact = 0
    differences: list[Difference] = []
    for number, row in enumerate(rows, 1):
        if row["event"] in REPLAYED:
            lines += 1
            wrong = list(replay_line(row, number, names, chosen))
            exact += not wrong
            differences += wrong
        names.learn(row)
        if progress:
            progress(number, len(rows))
    return Replay(lines, exact, tuple(differences))


def replay_line(
    row: dict[str, Any],
    number: int,
    names: Names,
    options: tuple[str, ...],
) -> Iterator[Difference]:
    """Replay one line, and tell what differs from what is recorded."""
    closing: list[Event] = []
    try:
        state = before = load_before(row, names, options)
        for _, _, after, events in play_line(row, before, names):
            state = after
            closing += [event for event in events if event.kind == "closing"]
    except RouteOptError as error:
        yield Difference(number, row["event"], row["entity"], "actions", "legal", str(error))
        return
    except (LookupError, ValueError, AssertionError, RuntimeError) as error:
        # A line that does not make sense to us is one line that differs, not the end of the file.
        # What ends early inside a generator (`play_line` is one) comes out as a RuntimeError.
        cause = error.__cause__ if isinstance(error, RuntimeError) else None
        told = f"{type(cause or error).__name__}: {error}"
        yield Difference(number, row["event"], row["entity"], "actions", "legal", told)
        return
    board = row["after"]["board"]
    tiles = own_tiles(names.title, board["tiles"])
    recorded = {**row["after"], "board": {**board, "tiles": tiles}}
    shown = shown_as(state, recorded)
    for picture in pictures(row, shown, closing, names.title):
        if in_order(picture) == in_order(recorded):
            return
    yield from _compare(in_order(recorded), in_order(shown), number, row)


def load_before(row: dict[str, Any], names: Names, options: tuple[str, ...]) -> State:
    """The state before a line; a company whose closing was recorded half way is gone."""
    document = {
        "format": FORMAT,
        "title": names.title.name,
        "options": list(options),
        "round": row["round"],
        "own": dict(names.unseen),
        **row["before"],
    }
    state = parse(document)
    for name in half_closed(row["before"], names.title):
        order = {
            key: tuple(other for other in held if other != name)
            for key, held in state.market_order.items()
        }
        rows = {key: row for key, row in state.corporations.items() if key != name}
        order = {key: held for key, held in order.items() if held}
        state = msgspec.structs.replace(state, corporations=rows, market_order=order)
    return state


def half_closed(document: dict[str, Any], title: Title) -> list[str]:
    """Companies of a ledger that stand on a closed space of the market."""
    return [
        name
        for name, row in document["corporations"].items()
        if row["market"] and "closed" in _marks(title, row["market"])
    ]


def _marks(title: Title, place: list[int]) -> tuple[str, ...]:
    found = title.market.cell((place[0], place[1]))
    return found.marks if found else ()


def pictures(
    row: dict[str, Any], shown: dict[str, Any], closing: list[Event], title: Title
) -> Iterator[dict[str, Any]]:
    """A state as the recorder may have caught it: a company closes in three parts.

    First the price stands on the closed space; then its tokens and money are gone; then the
    company is. A line may end with any of them, and the next one goes on from there.
    """
    yield shown
    for name in half_closed(row["before"], title):
        yield _with_company(shown, name, row["before"]["corporations"][name])
    for event in closing:
        name, state = event.data["corporation"], event.data["state"]
        before = shown_as(state, row["after"])
        yield before
        gone = {
            "cash": 0,
            "tokens_on_map": [],
            "tokens_unplaced": [*rules_of(title).tokens.tokens_returned(state, name)],
            "companies": [],
        }
        yield _with_company(shown, name, {**before["corporations"][name], **gone})
        without = {**before["corporations"][name], **gone, "trains": []}
        yield _with_company(shown, name, without)


def _with_company(shown: dict[str, Any], name: str, row: dict[str, Any]) -> dict[str, Any]:
    """A state that shows one company more, the last on its space of the market."""
    place = market.key(tuple(row["market"]))
    order = shown["market_order"]
    return {
        **shown,
        "corporations": {**shown["corporations"], name: row},
        "market_order": {**order, place: [*order.get(place, ()), name]},
    }


def play_line(
    row: dict[str, Any], state: State, names: Names
) -> Iterator[tuple[Action | None, State, State, tuple[Event, ...]]]:
    """Play a line: each action with the state it met, the state after it and what happened."""
    decoder = Decoder(names)
    if row["event"] == "turn" and row["entity"] in half_closed(row["before"], names.title):
        yield None, state, state, ()
        return
    if row["event"] == "or_start":
        after, events = rounds.start_round(state)
    else:
        after, events = rounds.start_turn(state, row["entity"])
    yield None, state, after, events
    recorded = [action for action in row["actions"] if not is_silent(action)]
    while recorded:
        now = recorded.pop(0)
        both = decoder.together(now, recorded[0], after) if recorded else None
        if both:
            now = both
            recorded.pop(0)
        action = decoder.decode(now, after)
        before = after
        after, events = rounds.skip_to(before, action)
        yield action, before, after, events
    while after.turn is not None and not after.over:
        before = after
        after, events = rounds.pass_on(before)
        yield None, before, after, events
        if before == after:
            raise IllegalAction(f"the turn does not end at the {after.turn} step")


_UNORDERED = frozenset({"trains", "phased_out", "markers"})


def in_order(document: Any, field: str = "") -> Any:
    """A state in which lists whose order means nothing have one: trains and markers."""
    if isinstance(document, dict):
        return {key: in_order(value, key) for key, value in document.items()}
    if isinstance(document, list | tuple):
        found = [in_order(entry) for entry in document]
        return sorted(found, key=_sort_key) if field in _UNORDERED else found
    return document


def _sort_key(entry: Any) -> str:
    return msgspec.json.encode(entry, order="sorted").decode()


def shown_as(state: State, like: dict[str, Any]) -> dict[str, Any]:
    """A state as a ledger shows it."""
    document = state.document()
    return {key: document.get(key) for key in like}


def _compare(
    expected: Any, got: Any, number: int, row: dict[str, Any], path: str = ""
) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in {**expected, **got}:
            yield from _compare(
                expected.get(key), got.get(key), number, row, f"{path}.{key}" if path else key
            )
    elif expected != got:
        yield Difference(number, row["event"], row["entity"], path, expected, got)
