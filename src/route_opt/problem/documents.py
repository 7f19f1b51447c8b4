"""Problems as JSON documents: `docs/problem.md` says what each field means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from route_opt.arrays import flags
from route_opt.documents import read_json
from route_opt.errors import InvalidInstanceError
from route_opt.errors import Problem as Complaint
from route_opt.harmless import brief, kind_of
from route_opt.problem.reading import MONEY, PAIRS, STOPS, TRAINS

if TYPE_CHECKING:
    from route_opt.problem.problem import Problem

FORMAT = "route-opt/problem@1"
_GROUPS = ("stops", "track", "trains", "terms", "names")
_NEEDED = ("stops", "track", "trains")


def parse(document: Any, make: type[Problem]) -> Problem:
    """The problem of a document: see `Problem.parse`."""
    if isinstance(document, str | bytes):
        document = read_json(document, InvalidInstanceError)
    if not isinstance(document, dict):
        message = f"a problem is an object, not {kind_of(document)}"
        raise InvalidInstanceError([Complaint("wrong_type", "", message)])
    wrong = list(_misshapen(document))
    absent = {one.where for one in wrong}
    groups = {name: document.get(name, {}) for name in _GROUPS}
    groups = {name: part if isinstance(part, dict) else {} for name, part in groups.items()}
    try:
        problem = make(**groups)
    except InvalidInstanceError as error:
        wrong += [one for one in error.problems if one.where.partition(".")[0] not in absent]
    if wrong:
        raise InvalidInstanceError(wrong)
    return problem


def _misshapen(document: dict[str, Any]) -> Iterator[Complaint]:
    """What is wrong with a document as a whole, before anybody looks into its groups."""
    for name in sorted(map(str, document.keys() - {*_GROUPS, "format"})):
        message = f"is none of {', '.join((*_GROUPS, 'format'))}"
        yield Complaint("unknown_field", name, message)
    for name in _NEEDED:
        if name not in document:
            yield Complaint("missing", name, "is missing")
    for name in _GROUPS:
        if name in document and not isinstance(document[name], dict):
            yield Complaint("wrong_type", name, f"is {kind_of(document[name])}, not an object")
    if (given := document.get("format", FORMAT)) != FORMAT:
        yield Complaint("wrong_format", "format", f"{brief(given)} is not {FORMAT!r}")


def document(problem: Problem) -> dict[str, Any]:
    """A problem as a document: see `Problem.document`."""
    stops = {
        name: [bool(x) for x in getattr(problem, name)]
        if field.read is flags
        else list(getattr(problem, name))
        for name, field in STOPS.items()
        if (field.rows and len(getattr(problem, name)))  # a row of zeros is a row
        or any(x != (field.default or 0) for x in getattr(problem, name))
    }
    trains = {name: list(getattr(problem, name)) for name in TRAINS if any(getattr(problem, name))}
    terms: dict[str, Any] = {
        name: pairs(found) for name in PAIRS if len(found := getattr(problem, name))
    }
    terms |= {name: found for name in (*MONEY, "extra_good") if (found := getattr(problem, name))}
    if len(problem.sets):
        terms["sets"] = [{"stops": s, "value": value} for value, s in unpacked(problem.sets)]
    found = {
        "format": FORMAT,
        "stops": {"value": list(problem.value), **stops},
        "track": {"pieces": pairs(problem.track), "sides": problem.sides},
        "trains": {"visits": list(problem.visits), **trains},
        "terms": terms,
        "names": {name: list(given) for name, given in problem.names.items() if given},
    }
    return {name: part for name, part in found.items() if part}


def pairs(flat: Any) -> list[tuple[int, int]]:
    """Numbers two by two."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def unpacked(flat: Any) -> list[tuple[int, list[int]]]:
    """Sets of stops as (value, stops)."""
    found, at = [], 0
    while at < len(flat):
        size = flat[at + 1]
        found.append((flat[at], list(flat[at + 2 : at + 2 + size])))
        at += 2 + size
    return found
