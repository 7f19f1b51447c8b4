"""Reading a state: what it is made of, and whether a game could ever come to it.

Types first; then every name, number and place is held against the title, and the parts of the
state against each other. A state that has passed can be played on without surprises. The shapes
of what only one title remembers stand in its `MemoryRules`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from operating_round import market
from operating_round.choices import may_wait
from operating_round.documents import plain_problems, raise_all, shape_problems, type_problems
from operating_round.errors import StateError
from operating_round.rules import Rules, rules_of
from operating_round.state import (
    AFTER_SET,
    BANK,
    CLOSED,
    FORMAT,
    MARKET,
    REMOVED,
    Board,
    Company,
    Corporation,
    State,
    route_options,
)
from operating_round.table import View
from route_opt.errors import PositionError, Problem, RouteOptError
from route_opt.harmless import kind_of
from route_opt.position import FORMAT as POSITION_FORMAT
from route_opt.position import parse as parse_position
from route_opt.readable import readable
from route_opt.title import Title

HOLDERS = (MARKET, "IPO", "treasury", REMOVED)
"""Who holds shares and is no player."""

RESERVED = ("", BANK, CLOSED, *HOLDERS)
"""Names that no player may have: they mean something else."""

FINISHES = ("", *AFTER_SET, "bankrupt", "agreed", "price", "acquired", "all_closed", "stalled")
MOST_PLAYERS = 8

_ROUND = re.compile(r"([A-Z]+ [0-9]{1,4}(\.[0-9]{1,3})?)?")
_GROUPS: dict[str, type[Company]] = {"corporations": Corporation, "minors": Company}


def read_state(document: Any) -> State:
    """A state from a document, or a `StateError` with all that is wrong with it."""
    if not isinstance(document, dict):
        raise StateError(f"a state is an object, not {kind_of(document)}")
    _refuse_others(document)
    raise_all(plain_problems(document))
    data = with_own_apart(document)
    raise_all(shape_problems(data, State, "a state"))
    state: State = msgspec.convert(data, readable(State))
    title = _title(state)
    board, problems = _board(state, title)
    problems += _names(state, title)
    raise_all([*problems, *_companies(state, title), *_market(state, title)])
    state = msgspec.structs.replace(state, board=board)
    table = View(state, rules_of(title))
    raise_all([*_tokens(state), *_own(state, table.rules)])
    if not state.over:
        raise_all(_turn(table))
        raise_all(table.rules.memory.misfits(table))
        raise_all(_standstill(table))
    return state


# what it is


def _refuse_others(document: dict[str, Any]) -> None:
    """A position is no state, and a document of another version neither."""
    form = document.get("format", FORMAT)
    if form == POSITION_FORMAT or ("corporation" in document and "players" not in document):
        message = (
            "this is a position, the question of one run; rounds need a state, "
            "which operating-round new makes"
        )
        raise StateError([Problem("not_a_state", "", message)])
    if form != FORMAT:
        message = f"{ascii(form)[:60]} is not {FORMAT!r}"
        raise StateError([Problem("wrong_format", "format", message)])


def with_own_apart(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the fields that only one title's companies have under ``own``."""
    data = {key: value for key, value in document.items() if key != "format"}
    for group, kind in _GROUPS.items():
        rows = data.get(group)
        if isinstance(rows, dict):
            data[group] = {
                name: _own_apart(row, kind) if isinstance(row, dict) else row
                for name, row in rows.items()
            }
    return data


def _own_apart(row: dict[str, Any], kind: type[Company]) -> dict[str, Any]:
    known = kind.__struct_fields__
    found = {key: value for key, value in row.items() if key in known}
    own = {key: value for key, value in row.items() if key not in known}
    before = row.get("own", {})
    return {**found, "own": {**before, **own}} if own and isinstance(before, dict) else found


def _title(state: State) -> Title:
    try:
        return state.rules
    except RouteOptError as error:
        raise StateError(
            [Problem(problem.code, "title", problem.message) for problem in error.problems]
        ) from None


# the board, as the optimizer reads it


def _board(state: State, title: Title) -> tuple[Board, list[Problem]]:
    """What lies and stands on the map under its own names, and what is wrong with it."""
    options = [option for option in state.options if option in title.options]
    anybody = next(iter(title.corporations))
    document = {
        "title": title.name,
        "phase": state.phase if state.phase in title.phases else next(iter(title.phases)),
        "corporation": anybody,
        "options": list(route_options(title, tuple(options))),
        **msgspec.to_builtins(state.board),
    }
    try:
        found = parse_position(document, lenient=True)
    except PositionError as error:
        return state.board, [problem.below("board") for problem in error.problems]
    return Board(found.tiles, found.tokens, found.markers), []


# names and numbers


def _names(state: State, title: Title) -> Iterator[Problem]:
    """What is named, held against the title."""
    for option in state.options:
        if option not in title.options:
            message = f"{option!r} is not an option of {title.name}"
            yield Problem("unknown_option", "options", message)
    if state.phase not in title.phases:
        yield _unknown("phase", state.phase, title.phases)
    if state.finish not in FINISHES:
        yield _unknown("finish", state.finish, FINISHES[1:])
    if not _ROUND.fullmatch(state.round):
        yield Problem("wrong_round", "round", f"{state.round!r} is not such as 'OR 3.1' or 'SR 2'")
    yield from _rounds(state, title)
    yield from _players(state, title)
    for pile in ("upcoming", "discarded"):
        for train, number in getattr(state.depot, pile).items():
            if train not in title.trains:
                yield _unknown(f"depot.{pile}.{train}", train, title.trains)
            elif not number:
                yield Problem("wrong_number", f"depot.{pile}.{train}", "is listed with none left")
    companies = {*title.corporations, ""}
    for name in state.done:
        if name not in companies:
            yield _unknown("done", name, title.corporations)
    for name, owner in state.privates.items():
        owners = (*state.players, *state.corporations, CLOSED)
        if owner is not None and owner not in owners:
            yield _unknown(f"privates.{name}", owner, owners)
        elif owner in state.corporations and name not in state.corporations[owner].companies:
            message = f"belongs to {owner}, which does not list it among its companies"
            yield Problem("wrong_owner", f"privates.{name}", message)


def _rounds(state: State, title: Title) -> Iterator[Problem]:
    if state.operating_rounds is None:
        return
    number, of = state.operating_rounds
    most = max(phase.operating_rounds for phase in title.phases.values())
    if not number <= of <= most:
        message = f"{number} of {of}: {title.name} has sets of at most {most} rounds"
        yield Problem("wrong_rounds", "operating_rounds", message)


def _players(state: State, title: Title) -> Iterator[Problem]:
    if not 1 <= len(state.players) <= MOST_PLAYERS:
        message = f"there are {len(state.players)}; 1 to {MOST_PLAYERS} can play"
        yield Problem("wrong_players", "players", message)
    for name in state.players:
        if name in RESERVED or name in title.corporations or not name.isprintable():
            yield Problem("wrong_name", "players", f"{name!r} cannot be a player's name")


def _unknown(where: str, value: Any, known: Iterable[str]) -> Problem:
    names = list(known)
    hint = f"; expected one of {', '.join(names)}" if len(names) <= 16 else ""
    what = where.partition(".")[0]
    article = "an" if what[0] in "aeiou" else "a"
    what = f"{article} {what.removesuffix('s')}"
    return Problem(f"unknown_{where.partition('.')[0]}", where, f"{value!r} is not {what}{hint}")


# companies


def _companies(state: State, title: Title) -> Iterator[Problem]:
    for group in _GROUPS:
        for name, row in getattr(state, group).items():
            where = f"{group}.{name}"
            known = title.corporations.get(name)
            if known is None or known.minor != (group == "minors"):
                kind = "minor company" if group == "minors" else "corporation"
                message = f"is not a {kind} of {title.name}"
                yield Problem("unknown_corporation", where, message)
                continue
            yield from _company(state, title, name, row, where)
            if isinstance(row, Corporation):
                yield from _shares(state, row, where)


def _company(state: State, title: Title, name: str, row: Company, where: str) -> Iterator[Problem]:
    owners = (*state.players, MARKET) if isinstance(row, Corporation) else (*state.players,)
    if row.owner is not None and row.owner not in owners:
        yield Problem("wrong_owner", f"{where}.owner", f"{row.owner!r} is not a player")
    for train in row.trains:
        data = title.trains.get(train)
        if data is None or (data.option and data.option not in state.options):
            message = f"{train!r} is not a train of this game"
            yield Problem("unknown_train", f"{where}.trains", message)
    if Counter(row.phased_out) - Counter(row.trains):
        message = f"{', '.join(row.phased_out)} are not all among its trains"
        yield Problem("wrong_trains", f"{where}.phased_out", message)
    if len(set(row.companies)) < len(row.companies):
        yield Problem("wrong_owner", f"{where}.companies", "lists one twice")
    for private in row.companies:
        if state.privates.get(private) != name:
            message = f"{private!r} is not its own: privates.{private} says otherwise"
            yield Problem("wrong_owner", f"{where}.companies", message)


def _shares(state: State, row: Corporation, where: str) -> Iterator[Problem]:
    total = sum(row.shares.values())
    if total != 100:
        yield Problem("shares", f"{where}.shares", f"are {total}%, not 100%")
    for holder in row.shares:
        if holder not in state.players and holder not in HOLDERS:
            yield Problem("wrong_owner", f"{where}.shares", f"{holder!r} is not a player")
    if row.owner in state.players and row.shares.get(row.owner, 0) < 20:
        message = f"{row.owner} is president with {row.shares.get(row.owner, 0)}%, less than 20%"
        yield Problem("wrong_owner", f"{where}.owner", message)


def _market(state: State, title: Title) -> Iterator[Problem]:
    """Every price stands on a space of the market, in that space's order, and nowhere else."""
    for name, row in state.corporations.items():
        where = f"corporations.{name}"
        if row.market is None:
            if row.floated:
                yield Problem("wrong_place", f"{where}.market", "is missing: it has floated")
            continue
        found = title.market.cell(row.market)
        if found is None:
            message = f"{market.key(row.market)} is not a space of the market"
            yield Problem("wrong_place", f"{where}.market", message)
        elif row.share_price != found.price:
            message = f"is {row.share_price}, that of its space is {found.price}"
            yield Problem("wrong_price", f"{where}.share_price", message)
        if state.market_order.get(market.key(row.market), ()).count(name) != 1:
            message = f"{name} does not stand there once, as its row says"
            yield Problem("wrong_place", f"market_order.{market.key(row.market)}", message)
    for key, names in state.market_order.items():
        for name in names:
            other = state.corporations.get(name)
            if other is None or other.market is None or market.key(other.market) != key:
                message = f"{name!r} has its price elsewhere, or none"
                yield Problem("wrong_place", f"market_order.{key}", message)


def _tokens(state: State) -> Iterator[Problem]:
    """Who stands on the map is what companies say, and the other way round."""
    standing = Counter(
        (owner, stop) for stop, owners in state.board.tokens.items() for owner in owners if owner
    )
    for group in _GROUPS:
        for name, row in getattr(state, group).items():
            said = Counter(row.tokens_on_map)
            for stop in dict.fromkeys(
                [*said, *(stop for owner, stop in standing if owner == name)]
            ):
                if said[stop] != standing[name, stop]:
                    message = (
                        f"{said[stop]} on {stop!r}, where the board has {standing[name, stop]}"
                    )
                    yield Problem("wrong_tokens", f"{group}.{name}.tokens_on_map", message)


# what only one title has


def _own(state: State, rules: Rules) -> Iterator[Problem]:
    memory = rules.memory
    yield from _fields(state.own, memory.game, "own", strict=True)
    for group in _GROUPS:
        for name, row in getattr(state, group).items():
            yield from _fields(row.own, memory.company, f"{group}.{name}", strict=False)
    if state.turn is not None:
        yield from _fields(state.turn.notes, memory.turn, "turn.notes", strict=True)


def _fields(
    data: Mapping[str, Any], kinds: Iterable[type[msgspec.Struct]], where: str, strict: bool
) -> Iterator[Problem]:
    known = {field.name: field.type for kind in kinds for field in msgspec.structs.fields(kind)}
    for key, value in data.items():
        if key in known:
            yield from type_problems(value, known[key], f"{where}.{key}")
        elif strict:
            yield Problem("unknown_field", f"{where}.{key[:60]}", "is not known in this title")


# the turn in progress


def _turn(table: View) -> Iterator[Problem]:
    state, turn = table.state, table.state.turn
    if turn is None:
        return
    for hex_id in turn.lays:
        if hex_id not in table.title.hexes:
            yield Problem("unknown_hex", "turn.lays", f"{hex_id!r} is not a hex")
    row = state.find(turn.entity)
    if Counter(turn.resting) - Counter(row.trains if row else ()):
        message = "are not all among the trains of the company"
        yield Problem("wrong_trains", "turn.resting", message)
    if isinstance(row, Corporation) and (not row.floated or row.closed or row.market is None):
        yield Problem("wrong_turn", "turn.entity", f"{turn.entity} does not operate")
        return
    names = _step_names(table)
    if turn.step not in names:
        message = f"{turn.step!r} is not a step of {turn.entity or 'the players'}"
        hint = f"; expected one of {', '.join(names)}" if names else ""
        yield Problem("unknown_step", "turn.step", message + hint)


def _step_names(table: View) -> Collection[str]:
    """The steps that a turn like this has."""
    rules, entity = table.rules, table.entity
    if not entity:
        return [
            step.name
            for step in (*rules.rounds.before_turns(table), *rules.rounds.after_turns(table))
        ]
    if rules.rounds.has_left(table, entity):
        known = entity in table.title.corporations
        return [step.name for step in rules.rounds.after_leaving(table)] if known else []
    return [step.name for step in rules.rounds.steps(table)]


def _standstill(table: View) -> Iterator[Problem]:
    """A turn waits at a step in which something is left to do, and can be done."""
    if table.state.turn is None or may_wait(table):
        return
    message = f"nothing is left to do at the {table.turn.step} step"
    yield Problem("wrong_turn", "turn.step", message)
