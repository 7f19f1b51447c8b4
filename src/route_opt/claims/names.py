"""Routes typed by the names of their stops: ``3/5: Detroit, (Toledo), Cleveland = 110``.

A stop in brackets is visited and not counted; ``= 110`` says what the run is claimed to pay. The
track between two stops is looked up on the board. Where there is more than one way, it is the one
that is legal and clashes with no other route of the claim; if that does not settle it, the error
lists the choices.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from route_opt.claims.routes import Place, Route, places_of, read_routes
from route_opt.claims.rules import ROUTE_RULES
from route_opt.claims.value import Rates
from route_opt.claims.walk import Run
from route_opt.errors import ClaimError, Problem
from route_opt.harmless import brief
from route_opt.network import Network
from route_opt.tiles import FIRST_STOP

MOST_WAYS = 2000
"""More ways than this to lay a typed route, and its track has to be written out."""

SHOWN = 8
"""How many choices an error lists."""


def _parts(text: str) -> dict[str, str] | None:
    """Train, stops and revenue of a typed line; None where it is none. In one pass."""
    train, _, rest = text.partition(":")
    stops, says, revenue = (part.strip() for part in rest.partition("="))
    amount = revenue.isascii() and revenue.isdecimal() and len(revenue) <= 9
    if not train.strip() or not stops or (says and not amount):
        return None
    return {"train": train.strip(), "stops": stops, "revenue": revenue}


def resolve(network: Network, routes: Sequence[Any], where: str = "routes") -> list[Route]:
    """Routes from documents, results, and lines typed by names.

    Raises
    ------
    ClaimError
        With every problem found: a name unknown, no track, or more than one choice.
    """
    problems: list[Problem] = []
    choices: list[list[Route]] = []
    for n, route in enumerate(routes):
        try:
            if isinstance(route, str):
                choices.append(_ways(network, route, f"{where}[{n}]"))
            else:
                choices.append(_renamed(network, route, f"{where}[{n}]"))
        except ClaimError as error:
            problems += error.problems
    if problems:
        raise ClaimError(problems)
    return _settled(network, choices, where)


def _renamed(network: Network, route: Any, where: str) -> list[Route]:
    """Read one route that gives its track, under its own number in the claim."""
    try:
        return read_routes(network, [route])
    except ClaimError as error:
        raise ClaimError(
            [
                Problem(p.code, where + p.where.removeprefix("routes[0]"), p.message)
                for p in error.problems
            ]
        ) from None


def _settled(network: Network, choices: list[list[Route]], where: str) -> list[Route]:
    """The one choice for each route, if the rules leave one."""
    if all(len(ways) == 1 for ways in choices):
        return [ways[0] for ways in choices]
    rates = Rates(network)
    legal = [[way for way in ways if _is_legal(way, rates)] or ways for ways in choices]
    found: list[tuple[Route, ...]] = []
    for together in itertools.islice(itertools.product(*legal), MOST_WAYS):
        if not _clashes(network, together):
            found.append(together)
        if len(found) > 1:
            break
    if len(found) == 1:
        return list(found[0])
    raise ClaimError(
        [
            Problem("several_ways", f"{where}[{n}]", _listed(ways))
            for n, ways in enumerate(legal)
            if len(ways) > 1
        ]
        or [Problem("no_way", where, "no choice of track keeps these routes apart")]
    )


def _is_legal(route: Route, rates: Rates) -> bool:
    run = Run(rates.network, route, 0)
    return not any(True for rule in ROUTE_RULES for _ in rule(run, rates))


def _clashes(network: Network, routes: Sequence[Route]) -> bool:
    sides = [side for n, route in enumerate(routes) for side in Run(network, route, n).sides]
    return len(set(sides)) < len(sides)


def _listed(ways: Sequence[Route]) -> str:
    shown = [" ".join(place.text for place in way.track) for way in ways[:SHOWN]]
    more = f"; and {len(ways) - SHOWN} more" if len(ways) > SHOWN else ""
    return f"the track is not unique, write out one of: {'; '.join(shown)}{more}"


# One typed line.


def _ways(network: Network, text: str, where: str) -> list[Route]:
    """Every way to lay a typed route on the board."""
    match = _parts(text)
    if match is None:
        message = f"{brief(text)} is not a route such as '3/5: Detroit, (Toledo), Cleveland = 110'"
        raise ClaimError([Problem("unreadable_route", where, message)])
    train = network.title.trains.get(match["train"])
    problems = []
    if train is None:
        known = ", ".join(network.title.trains)
        message = f"{brief(match['train'])} is not a train; there are {known}"
        problems.append(Problem("unknown_train", where, message))
    words = [word.strip() for word in match["stops"].split(",")]
    skipped = [word.startswith("(") and word.endswith(")") for word in words]
    named = []
    for word in words:
        try:
            named.append(_stops_named(network, word.strip("() ")))
        except LookupError as error:
            problems.append(Problem("unknown_stop", where, str(error.args[0])))
    if problems or train is None:
        raise ClaimError(problems)
    tracks = list(itertools.islice(_tracks(network, named), MOST_WAYS + 1))
    if not tracks:
        raise ClaimError([Problem("no_track", where, _missing_link(network, words, named))])
    if len(tracks) > MOST_WAYS:
        message = f"there are more than {MOST_WAYS} ways to run this; write out its track"
        raise ClaimError([Problem("several_ways", where, message)])
    revenue = int(match["revenue"]) if match["revenue"] else None
    return [Route(train, track, _counted(track, skipped), revenue) for track in tracks]


def _counted(track: tuple[Place, ...], skipped: Sequence[bool]) -> tuple[str, ...] | None:
    """The stops not in brackets; None where none is, so that the best counting is taken."""
    if not any(skipped):
        return None
    stops = [place.stop for place in track if place.stop]
    return tuple(stop for stop, left in zip(stops, skipped, strict=True) if not left)


def _stops_named(network: Network, word: str) -> list[str]:
    """The stops a word can mean: ``D6.2``, ``D6``, ``Chicago``, ``Chicago.2``."""
    base, dot, number = word.rpartition(".")
    if not (dot and number.isdecimal()):
        base, number = word, ""
    names = {hex_.name.casefold() for hex_ in network.title.hexes.values() if hex_.name}
    hexes = [base] if base in network.title.hexes else []
    if not hexes:
        wanted = base.casefold()
        hexes = [
            h.id for h in network.title.hexes.values() if h.name and h.name.casefold() == wanted
        ]
    if not hexes:
        near = difflib.get_close_matches(base[:60].casefold(), names, 1)
        known = {hex_.name.casefold(): hex_.name for hex_ in network.title.hexes.values()}
        hint = f"; did you mean {known[near[0]]!r}?" if near else ""
        raise LookupError(
            f"{brief(word)} is neither a hex nor a city of {network.title.name}{hint}"
        )
    stop_of, stop_names = network.board.stop_of, network.board.stop_names
    found = [
        stop_names[stop_of[stop]]
        for hex_id in hexes
        for stop in network.laid[hex_id].stops
        if not number or stop.endswith(f".{number}")
    ]
    if not found:
        raise LookupError(f"{word!r}: there is no such stop on the board as it lies")
    return list(dict.fromkeys(found))


def _tracks(network: Network, named: Sequence[Sequence[str]]) -> Iterator[tuple[Place, ...]]:
    """Every track that calls at one stop of each name in order, and at no other."""
    places = places_of(network.board)

    def extend(track: list[Place], n: int, sides: frozenset[int]) -> Iterator[tuple[Place, ...]]:
        if n == len(named):
            yield tuple(track)
            return
        for goal in named[n]:
            if goal in (place.stop for place in track):
                continue
            for passed, end, used in _links(network, track[-1], goal, sides):
                yield from extend([*track, *passed, end], n + 1, sides | used)

    for start in named[0]:
        # An area can be left from any of its hexes: each is another way to begin.
        for text, place in places.items():
            if place.stop == start and place.number < len(network.laid[place.hex].stops):
                first = Place(text, place.hexes[:1], place.stop, place.number)
                if len(named) == 1 or network.laid[place.hex].track:
                    yield from ((place, *track[1:]) for track in extend([first], 1, frozenset()))


def _links(
    network: Network, start: Place, goal: str, used: frozenset[int]
) -> Iterator[tuple[list[Place], Place, frozenset[int]]]:
    """The ways from a stop to another without a stop between: hexes passed, end, sides used."""
    places, board = places_of(network.board), network.board

    def follow(
        hex_id: str, end: int, passed: list[Place], sides: frozenset[int]
    ) -> Iterator[tuple[list[Place], Place, frozenset[int]]]:
        for out in dict.fromkeys(network.laid[hex_id].exits.get(end, ())):
            if out >= FIRST_STOP:
                place = places[f"{hex_id}.{out - FIRST_STOP}"]
                if place.stop == goal:
                    yield passed, place, sides
                continue
            other = network.title.neighbour(hex_id, out)
            side = board.side_of.get((hex_id, out))
            if other is None or side is None:
                continue
            number = side[0]
            if number in sides or number in used:
                continue
            through = [places[hex_id]] if end < FIRST_STOP else []
            yield from follow(other, (out + 3) % 6, [*passed, *through], sides | {number})

    yield from follow(start.hex, FIRST_STOP + start.number, [], frozenset())


def _missing_link(network: Network, words: Sequence[str], named: Sequence[Sequence[str]]) -> str:
    """Between which two names there is no track, or that they cannot all be joined."""
    for n, pair in enumerate(itertools.pairwise(named)):
        if next(_tracks(network, pair), None) is None:
            return f"no track leads from {words[n]} to {words[n + 1]} without another stop between"
    return "no track joins these stops in this order without using a side or a stop twice"
