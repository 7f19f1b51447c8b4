"""Reading routes: documents as in FORMAT.md, or a result's routes, against the board they run on.

Only what cannot be read is an error here. A route that can be read and breaks a rule is for the
rules to judge.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sized
from typing import Any

import msgspec

from route_opt.board import Board
from route_opt.errors import ClaimError, Problem
from route_opt.harmless import brief
from route_opt.names import either, hint, number_of
from route_opt.network import Network
from route_opt.title import Train

FIELDS = ("train", "track", "counted", "revenue")
_COMMENTS = frozenset({"stops", "base", "mail", "statement", "bonuses", "note", "written", "sum"})
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
    """A route that could be read; `counted` and `revenue` are None where it does not say.

    `looked_up` says that it named its stops only: where two of them stand side by side in its
    track, there is none between them.
    """

    train: Train
    track: tuple[Place, ...]
    counted: tuple[str, ...] | None = None
    revenue: int | None = None
    looked_up: bool = False

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

MOST_MONEY = 10**9
"""More than any bank holds."""


def is_number(value: Any) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def wrong_amount(value: Any, where: str) -> list[Problem]:
    """What is wrong with an amount of money that somebody has named."""
    if not is_number(value):
        message = f"{brief(value)} is not a whole number"
    elif abs(value) > MOST_MONEY:
        message = f"{brief(value)} is no amount: no bank holds more than {MOST_MONEY:,}"
    else:
        return []
    return [Problem("wrong_number", where, message)]


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
        for field in [field for field in data if field not in FIELDS and field not in _COMMENTS]:
            problems.append(_unknown("unknown_field", f"{where}.{field}", field, FIELDS))
        train, track, counted, revenue = (data.get(field) for field in FIELDS)
    elif hasattr(data, "train") and hasattr(data, "track"):
        train, track, counted, revenue = (getattr(data, field, None) for field in FIELDS)
    else:
        message = f"{brief(data)} is not a route such as {{'train': '2', 'track': ['F20.0', …]}}"
        problems.append(Problem("wrong_type", where, message))
        return None
    row = network.title.trains.get(train) if isinstance(train, str) else None
    if row is None:
        known = network.title.trains
        problems.append(_unknown("unknown_train", f"{where}.train", train, known))
    places = _read_places(network, track, f"{where}.track", problems)
    stops = None
    if counted is not None:
        read = _read_places(network, counted, f"{where}.counted", problems, called_at=places)
        stops = tuple(place.stop for place in read)
    if revenue is not None:
        problems += wrong_amount(revenue, f"{where}.revenue")
    if len(problems) > before or row is None:
        return None
    return Route(row, places, stops, revenue)


def _read_places(
    network: Network,
    texts: Any,
    where: str,
    problems: list[Problem],
    *,
    called_at: tuple[Place, ...] | None = None,
) -> tuple[Place, ...]:
    """The places of a track, or those counted among the places that it calls at."""
    if not isinstance(texts, list | tuple):
        message = f"{brief(texts)} is not a list such as ['F20.0', 'G19', 'H18.0']"
        problems.append(Problem("wrong_type", where, message))
        return ()
    if len(texts) > MOST_PLACES:
        message = f"{len(texts)} places; no route has more than {MOST_PLACES}"
        problems.append(Problem("too_many", where, message))
        return ()
    if not texts and called_at is None:
        problems.append(Problem("empty_track", where, "names no hex"))
    known = places_of(network.board)
    found = []
    for n, text in enumerate(texts):
        place = known.get(text) if isinstance(text, str) else None
        if place is not None and called_at is not None and not place.stop:
            place = _counted_in(network, place, called_at, f"{where}[{n}]", problems)
            if place is None:
                continue
        if place is None or (called_at is not None and not place.stop):
            what = "a hex or a stop" if called_at is None else "a stop"
            problems.append(_unknown("unknown_place", f"{where}[{n}]", text, known, what))
        elif place.number >= len(network.laid[place.hex].stops):
            problems.append(_no_such_stop(network, place, f"{where}[{n}]"))
        else:
            found.append(place)
    return tuple(found)


def _counted_in(
    network: Network,
    bare: Place,
    called_at: tuple[Place, ...],
    where: str,
    problems: list[Problem],
) -> Place | None:
    """The stop meant by a bare hex: the one called at there, else its first; None if unclear."""
    there = [place for place in called_at if place.stop and bare.hex in place.hexes]
    if len({place.stop for place in there}) > 1:
        stops = either(dict.fromkeys(place.stop for place in there))
        message = f"{bare.text!r} is one of {stops}; give which"
        problems.append(Problem("ambiguous_name", where, message))
        return None
    return there[0] if there else places_of(network.board).get(f"{bare.hex}.0", bare)


def _no_such_stop(network: Network, place: Place, where: str) -> Problem:
    count = len(network.laid[place.hex].stops)
    there = number_of(count, "stop") if count else "no stop"
    message = f"{place.hex} has {there} as it lies, so there is no {place.text}"
    return Problem("unknown_stop", where, message)


def _unknown(code: str, where: str, value: Any, known: Iterable[str], what: str = "") -> Problem:
    names = list(known)
    expected = hint(value, names)
    if not expected and len(names) <= 16:
        expected = f"; expected one of {', '.join(names)}"
    what = what or f"a {code.partition('_')[2]}"
    return Problem(code, where, f"{brief(value)} is not {what} here{expected}")
