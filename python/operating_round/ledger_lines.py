"""The lines of a ledger, checked on load: what they are made of, not whether they make sense."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from operating_round.checks import with_own_apart
from operating_round.documents import MOST_PROBLEMS, plain_problems, type_problems
from operating_round.errors import StateError
from operating_round.state import State
from route_opt.documents import read_json, read_source
from route_opt.errors import Problem

Shares = Annotated[list[str], msgspec.Meta(min_length=1)]


class Line(msgspec.Struct):
    """A line: what was done in a round, and the table before and after."""

    event: str
    round: str
    entity: str | None
    actions: list[dict[str, Any]]
    before: dict[str, Any]
    after: dict[str, Any]


class Recorded(msgspec.Struct, kw_only=True):
    """An action as it was recorded; those that say more have a shape of their own."""

    type: str
    entity: str | int
    entity_type: str = ""


class _Lay(Recorded, kw_only=True):
    hex: str
    tile: str
    rotation: int


class _Token(Recorded, kw_only=True):
    city: str


class _Route(msgspec.Struct):
    train: str | int
    connections: list[list[str]] | None = None
    hexes: list[str] | None = None
    nodes: list[str] | None = None


class _Run(Recorded, kw_only=True):
    routes: list[_Route]


class _Dividend(Recorded, kw_only=True):
    kind: str


class _BuyTrain(Recorded, kw_only=True):
    train: str
    price: int
    variant: str | None = None
    exchange: str | None = None


class _Discard(Recorded, kw_only=True):
    train: str


class _BuyCompany(Recorded, kw_only=True):
    company: str
    price: int


class _Shares(Recorded, kw_only=True):
    shares: Shares
    percent: int | None = None
    share_price: Any = None


class _Assign(Recorded, kw_only=True):
    target: str
    target_type: str = ""


class _Choose(Recorded, kw_only=True):
    choice: Any


_SHAPES: dict[str, type[Recorded]] = {
    "lay_tile": _Lay,
    "place_token": _Token,
    "run_routes": _Run,
    "dividend": _Dividend,
    "buy_train": _BuyTrain,
    "discard_train": _Discard,
    "buy_company": _BuyCompany,
    "sell_shares": _Shares,
    "buy_shares": _Shares,
    "assign": _Assign,
    "choose": _Choose,
}

_NEEDED = {
    "": ("phase", "board", "market_order", "bank", "players", "corporations", "privates", "depot"),
    "board": ("tiles", "tokens", "markers"),
    "depot": ("upcoming", "discarded"),
}
"""What the table of a line shows in any case, by the part of it."""


def read_ledger(source: str | Path) -> list[dict[str, Any]]:
    """The lines of a ledger.

    Raises
    ------
    StateError
        With everything in it that no recorder writes.
    """
    data = read_source(source, StateError)
    rows = [
        read_json(line, StateError, f"line {number}")
        for number, line in enumerate(data.splitlines(), 1)
        if line.strip()
    ]
    if not rows or not all(isinstance(row, dict) and "before" in row for row in rows):
        raise StateError([Problem("not_a_ledger", str(source), "is not a ledger of turns")])
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        problems += line_problems(row, f"line {number}")
        if len(problems) >= MOST_PROBLEMS:
            break
    if problems:
        raise StateError(problems)
    return rows


def line_problems(row: dict[str, Any], where: str) -> Iterator[Problem]:
    """What keeps a line from being one of a ledger."""
    found = list(plain_problems(row)) or list(type_problems(row, Line))
    if found:
        yield from _placed(found, where)
        return
    for action in row["actions"]:
        shape = _SHAPES.get(str(action.get("type")), Recorded)
        yield from _placed(type_problems(action, shape, "actions"), where)
    for moment in ("before", "after"):
        yield from _placed(_table_problems(row[moment], moment), where)


def _placed(problems: Iterator[Problem] | list[Problem], where: str) -> Iterator[Problem]:
    for problem in problems:
        yield Problem(problem.code, f"{where}, {problem.where}", problem.message)


def _table_problems(table: dict[str, Any], where: str) -> Iterator[Problem]:
    data = with_own_apart({"title": "", **table})
    found = list(type_problems(data, State, where))
    yield from found
    if found:
        return
    for part, names in _NEEDED.items():
        for name in names:
            if name not in (table[part] if part else table):
                yield Problem("missing", f"{where}.{part}".strip("."), f"{name} is missing")
                return
    for name, row in table["corporations"].items():
        if "market" not in row:
            yield Problem("missing", f"{where}.corporations.{name}", "market is missing")
