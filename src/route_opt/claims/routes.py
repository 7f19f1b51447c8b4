"""Reading routes: documents as in FORMAT.md, or a result's routes, against the board they run on.

Only what cannot be read is an error here. A route that can be read and breaks a rule is for the
rules to judge.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Mapping, Sized
from typing import Any

import msgspec

from route_opt.board import Board
from route_opt.errors import ClaimError, Problem
from route_opt.harmless import brief
from route_opt.network import Network
from route_opt.title import Train

FIELDS = ("train", "track", "counted", "revenue")
_COMMENTS = frozenset({"stops", "base", "mail", "statement", "bonuses", "note"})
"""What results and records say besides: explanations, never part of the claim."""


class Place(msgspec.Struct, frozen=True):
    """One entry of a track: a stop where the train calls, or a hex it only passes.

    Attributes
    ----------
    text
        As written, such as ``A11.0``.
    hexes
        The hexes it can stand for, the one written first. More than one for an off-board area.
    stop, number
        The stop's own name and its number on the tile; empty and -1 where the train only passes.
    """

    text: str
    hexes: tuple[str, ...]
    stop: str = ""
    number: int = -1

    @property
    def hex(self) -> str:
        """The hex written."""
        return self.hexes[0]


class Route(msgspec.Struct, frozen=True):
    """A route that could be read; `counted` and `revenue` are None where it does not say."""

    train: Train
    track: tuple[Place, ...]
    counted: tuple[str, ...] | None = None
    revenue: int | None = None

    def document(self) -> dict[str, Any]:
        """The route as a document."""
        found: dict[str, Any] = {"train": self.train.name, "track": [p.text for p in self.track]}
        if self.counted is not None:
            found["counted"] = list(self.counted)
        if self.revenue is not None:
            found["revenue"] = self.revenue
        return found


@functools.cache
def places_of(board: Board) -> dict[str, Place]:
    """Everything a track on this board can name."""
    title = board.title
    found = {hex_id: Place(hex_id, (hex_id,)) for hex_id in title.hexes}
    for text, number in board.stop_of.items():
        hex_id, _, nth = text.partition(".")
        area = title.areas.get(title.hexes[hex_id].area, ())
        same = [other for other in area if board.stop_of.get(f"{other}.{nth}") == number]
        hexes = dict.fromkeys((hex_id, *same))
        found[text] = Place(text, tuple(hexes), board.stop_names[number], int(nth))
    return found


MOST_ROUTES = 200
"""More routes than anybody has trains; beyond that none is read."""

MOST_PLACES = 1000
"""More hexes than a train can pass on any board."""


def check_count(routes: Sized, where: str) -> None:
    """Raise a ClaimError for more routes than a claim can hold."""
    if len(routes) > MOST_ROUTES:
        message = f"{len(routes)} routes; nobody has more than {MOST_ROUTES} trains"
        raise ClaimError([Problem("too_many", where, message)])


def read_routes(network: Network, routes: Iterable[Any], where: str = "routes") -> list[Route]:
    """Read routes.

    Raises
    ------
    ClaimError
        With every problem found.
    """
    if isinstance(routes, str | bytes | Mapping) or not isinstance(routes, Iterable):
        raise ClaimError([Problem("wrong_type", where, "routes are a list of routes")])
    routes = list(routes)
    check_count(routes, where)
    problems: list[Problem] = []
    found = [
        _read_route(network, route, f"{where}[{n}]", problems) for n, route in enumerate(routes)
    ]
    if problems:
        raise ClaimError(problems)
    return [route for route in found if route is not None]


def _read_route(network: Network, data: Any, where: str, problems: list[Problem]) -> Route | None:
    if isinstance(data, Route):
        return data
    before = len(problems)
    if isinstance(data, Mapping):
        for field in data.keys() - set(FIELDS) - _COMMENTS:
            problems.append(_unknown("unknown_field", f"{where}.{field}", field, FIELDS))
        train, track, counted, revenue = (data.get(field) for field in FIELDS)
    elif hasattr(data, "train") and hasattr(data, "track"):
        train, track, counted, revenue = (getattr(data, field, None) for field in FIELDS)
    else:
        message = f"{_short(data)} is not a route such as {{'train': '2', 'track': ['F20.0', …]}}"
        problems.append(Problem("wrong_type", where, message))
        return None
    row = network.title.trains.get(train) if isinstance(train, str) else None
    if row is None:
        known = network.title.trains
        problems.append(_unknown("unknown_train", f"{where}.train", train, known))
    places = _read_places(network, track, f"{where}.track", problems)
    stops = None
    if counted is not None:
        read = _read_places(network, counted, f"{where}.counted", problems, counted=True)
        stops = tuple(place.stop for place in read)
    if revenue is not None and (not isinstance(revenue, int) or isinstance(revenue, bool)):
        message = f"{_short(revenue)} is not a whole number"
        problems.append(Problem("wrong_number", f"{where}.revenue", message))
    if len(problems) > before or row is None:
        return None
    return Route(row, places, stops, revenue)


def _read_places(
    network: Network, texts: Any, where: str, problems: list[Problem], *, counted: bool = False
) -> tuple[Place, ...]:
    if not isinstance(texts, list | tuple):
        message = f"{_short(texts)} is not a list such as ['F20.0', 'G19', 'H18.0']"
        problems.append(Problem("wrong_type", where, message))
        return ()
    if len(texts) > MOST_PLACES:
        message = f"{len(texts)} places; no route has more than {MOST_PLACES}"
        problems.append(Problem("too_many", where, message))
        return ()
    if not texts and not counted:
        problems.append(Problem("empty_track", where, "names no hex"))
    known = places_of(network.board)
    found = []
    for n, text in enumerate(texts):
        place = known.get(text) if isinstance(text, str) else None
        if place is not None and counted and not place.stop:
            place = known.get(f"{text}.0", place)
        if place is None or (counted and not place.stop):
            what = "a stop" if counted else "a hex or a stop"
            problems.append(_unknown("unknown_place", f"{where}[{n}]", text, known, what))
        elif place.number >= len(network.laid[place.hex].stops):
            problems.append(_no_such_stop(network, place, f"{where}[{n}]"))
        else:
            found.append(place)
    return tuple(found)


def _no_such_stop(network: Network, place: Place, where: str) -> Problem:
    count = len(network.laid[place.hex].stops)
    there = f"{count} stop{'s' * (count != 1)}" if count else "no stop"
    message = f"{place.hex} has {there} as it lies, so there is no {place.text}"
    return Problem("unknown_stop", where, message)


def _unknown(code: str, where: str, value: Any, known: Iterable[str], what: str = "") -> Problem:
    names = list(known)
    near = difflib.get_close_matches(brief(value), names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    if not near and len(names) <= 16:
        hint = f"; expected one of {', '.join(names)}"
    what = what or f"a {code.partition('_')[2]}"
    return Problem(code, where, f"{_short(value)} is not {what} here{hint}")


def _short(value: Any) -> str:
    return brief(value)
