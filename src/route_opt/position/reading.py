"""From a document to a checked position."""

from __future__ import annotations

import functools
from collections.abc import Collection
from pathlib import Path
from typing import Any

from route_opt import titles
from route_opt.documents import moment_named, read_json, read_source
from route_opt.errors import PositionError, Problem, RouteOptError
from route_opt.harmless import brief, kind_of
from route_opt.position.board import read_board
from route_opt.position.fields import Fields, place
from route_opt.position.markers import read_markers
from route_opt.position.model import FORMAT, Position
from route_opt.position.places import Places
from route_opt.position.problems import Problems
from route_opt.rules.trains import phases_in_order, trains_in_order
from route_opt.title import Title

_FIELDS = dict.fromkeys(
    (
        *("format", "title", "phase", "corporation", "trains"),
        *("tiles", "tokens", "markers", "options"),
    )
)


def load(source: str | Path, *, lenient: bool = False) -> Position:
    """Load a position from a file, ``-`` for standard input, or ``game.json@312``.

    A document that holds its position under ``position``, beside an id or a note, will do too.
    See `parse` for `lenient`.

    Raises
    ------
    PositionError
        With every problem found.
    """
    name = str(source)
    moment = moment_named(name)
    if moment:
        from route_opt.records import position_at

        return position_at(*moment)
    document = read_json(read_source(source, PositionError), PositionError, name)
    if isinstance(document, dict) and isinstance(document.get("actions"), list):
        from route_opt.records import which_action

        raise which_action(document, name)
    if isinstance(document, dict) and "title" not in document and "position" in document:
        document = document["position"]
    try:
        return parse(document, lenient=lenient)
    except PositionError as error:
        raise error.in_file(name) from None


def parse(
    document: dict[str, Any] | str | bytes, where: str = "", *, lenient: bool = False
) -> Position:
    """Read a position from a dict, or from JSON text or bytes.

    With `lenient`, a board that no box of tiles could build (more copies than there are, track
    off the map) is taken as drawn, and each such thing is a line in the position's `notes`.

    >>> parse('{"title": "1830", "phase": "2", "corporation": "PRR", "trains": ["2"]}')
    <Position 1830 phase 2: PRR with 2, 0 tiles>

    Raises
    ------
    PositionError
        With every problem found, each with its place in the document.
    """
    if isinstance(document, str | bytes):
        document = read_json(document, PositionError, where)
    if not isinstance(document, dict):
        found = kind_of(document)
        raise PositionError([Problem("wrong_type", where, f"a position is an object, not {found}")])
    return _read(document, Problems(lenient))


def _read(document: dict[str, Any], problems: Problems) -> Position:
    if not document.keys() <= _FIELDS.keys():
        for field in [field for field in document if field not in _FIELDS]:
            problems.unknown("unknown_field", place(field), "field", field, _FIELDS)
    if document.get("format", FORMAT) != FORMAT:
        problems.add("wrong_format", "format", f"{brief(document['format'])} is not {FORMAT!r}")
    fields = Fields(document, problems)
    title = _find_title(fields)
    options = tuple(filter(None, _read_names(fields, "option", title.options)))
    title = title.under(options)
    phase = fields.name("phase", "unknown_phase", _phases(title, options))
    places = Places(title, options, problems)
    runner = fields.text("corporation")
    if runner is not None:
        places.runner = places.corporation(runner, "corporation")
    trains = _read_names(fields, "train", _trains(title, options))
    read_board(fields, places)
    markers = read_markers(fields, places)
    if problems.found:
        raise PositionError(problems.found)
    return Position(
        title.name,
        phase,
        places.runner,
        trains,
        places.tiles,
        places.tokens,
        markers,
        options,
        tuple(problems.notes),
    )


def _find_title(fields: Fields) -> Title:
    name = fields.text("title")
    if name is None:
        raise PositionError(fields.problems.found)
    try:
        return titles.find(name)
    except RouteOptError as error:
        raise PositionError([*fields.problems.found, *error.problems]) from None


@functools.lru_cache(maxsize=1000)
def _phases(title: Title, options: tuple[str, ...]) -> list[str]:
    return [phase.name for phase in phases_in_order(title, options)]


@functools.lru_cache(maxsize=1000)
def _trains(title: Title, options: tuple[str, ...]) -> list[str]:
    return [train.name for train in trains_in_order(title, options)]


def _read_names(fields: Fields, what: str, known: Collection[str]) -> tuple[str, ...]:
    """A list of names of one kind, each under its own spelling."""
    names = fields.entries(f"{what}s")
    if all(isinstance(name, str) and name in known for name in names):
        return tuple(names)
    return tuple(
        fields.problems.known(f"unknown_{what}", f"{what}s[{n}]", what, name, known)
        for n, name in enumerate(names)
    )
