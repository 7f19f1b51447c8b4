"""Holding the optimizer, the judge and the brute force against each other, and shrinking."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import oracle
from route_opt.claims import check
from route_opt.errors import PositionError, RouteOptError
from route_opt.position import Position, parse
from route_opt.solver import NoLegalRunError, best

Document = dict[str, Any]


class DisagreementError(AssertionError):
    """Two of the three differ; the message holds the smallest position that shows it."""

    def __init__(self, reason: str, document: Document) -> None:
        super().__init__(f"{reason}\nPaste this position:\n{json.dumps(document)}")


def compare(document: Document, limit: int, engine: str = "native") -> bool:
    """Compare the three on one position; False if it is too large for the brute force.

    Raises
    ------
    DisagreementError
        With a position from which nothing can be left out.
    """
    try:
        reason = difference(parse(document), limit, engine)
    except oracle.TooMany:
        return False
    if reason:
        small = shrunk(document, limit, engine)
        raise DisagreementError(difference(parse(small), limit, engine), small)
    return True


def difference(position: Position, limit: int, engine: str = "native") -> str:
    """What is wrong with the optimizer's answer, in words; empty if nothing is.

    Three witnesses, none of which shares code with another: the brute force, the search, and the
    judge, who must accept both sets of routes at the value claimed for them.
    """
    try:
        expected, routes = oracle.best(position, limit=limit)
    except oracle.Impossible:
        return _impossible(position, engine)
    try:
        result = best(position, engine=engine)
    except RouteOptError as error:
        return f"brute force finds {expected}, the optimizer fails: {error!r}"
    if (result.status, result.revenue, result.bound) != ("optimal", expected, expected):
        return (
            f"brute force finds {expected}, the optimizer {result.revenue} "
            f"({result.status}, at most {result.bound})"
        )
    for finder, found in (
        ("the brute force", [route.document() for route in routes]),
        ("the optimizer", [route.document() for route in result.routes]),
    ):
        verdict = check(position, found)
        if not verdict.legal or verdict.revenue != expected:
            faults = [violation.code for violation in verdict.violations]
            return f"the judge gives {finder} {verdict.revenue}, not {expected}: {faults} {found}"
    return ""


def _impossible(position: Position, engine: str) -> str:
    """A run is required that no train can make: then there is no legal set at all."""
    try:
        result = best(position, engine=engine)
    except NoLegalRunError:
        return ""
    return f"brute force finds no legal set, the optimizer {result.revenue}"


def shrunk(document: Document, limit: int, engine: str = "native") -> Document:
    """A part of the document that still shows a difference, and no part of which does."""
    found = document
    while True:
        for smaller in parts(found):
            try:
                if difference(parse(smaller), limit, engine):
                    found = smaller
                    break
            except (PositionError, oracle.TooMany):
                continue
        else:
            return found


def parts(document: Document) -> Iterator[Document]:
    """The document with one thing taken away, in every way."""
    for field in ("trains", "markers", "options"):
        for n in range(len(document.get(field, []))):
            smaller = copy.deepcopy(document)
            del smaller[field][n]
            yield smaller
    for hex_id in document["tiles"]:
        smaller = copy.deepcopy(document)
        del smaller["tiles"][hex_id]
        yield smaller
        yield _without_hex(smaller, hex_id)
    for stop, slots in document["tokens"].items():
        for n, owner in enumerate(slots):
            if owner:
                smaller = copy.deepcopy(document)
                smaller["tokens"][stop][n] = None
                yield smaller


def _without_hex(document: Document, hex_id: str) -> Document:
    """The document with no token and no marker on a hex."""
    return document | {
        "tokens": {
            stop: slots
            for stop, slots in document["tokens"].items()
            if stop.partition(".")[0] != hex_id
        },
        "markers": [
            marker
            for marker in document["markers"]
            if not any(
                marker.get(place, "").partition(".")[0] == hex_id for place in ("at", "from", "to")
            )
        ],
    }
