"""Problems as JSON documents: `docs/problem.md` says what each field means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from route_opt.arrays import flags
from route_opt.documents import read_json
from route_opt.errors import InvalidInstanceError
from route_opt.errors import Problem as Complaint
from route_opt.problem.reading import MONEY, PAIRS, STOPS, TRAINS

if TYPE_CHECKING:
    from route_opt.problem.problem import Problem

FORMAT = "route-opt/problem@1"


def parse(document: Any, make: type[Problem]) -> Problem:
    """The problem of a document: see `Problem.parse`."""
    if isinstance(document, str | bytes):
        document = read_json(document, InvalidInstanceError)
    if not isinstance(document, dict):
        found = type(document).__name__
        raise _invalid("wrong_type", "", f"a problem is an object, not {found}")
    groups = {"stops", "track", "trains", "terms", "names"}
    unknown = sorted(set(document) - groups - {"format"})
    missing = sorted({"stops", "track", "trains"} - set(document))
    wrong = [Complaint("unknown_field", str(name), "is not a field here") for name in unknown]
    wrong += [Complaint("missing", name, "is missing") for name in missing]
    if document.get("format", FORMAT) != FORMAT:
        message = f"{document['format']!r} is not {FORMAT!r}"
        wrong.append(Complaint("wrong_format", "format", message))
    wrong += [
        Complaint("wrong_type", name, "is not an object")
        for name in sorted(groups & set(document))
        if not isinstance(document[name], dict)
    ]
    absent = {one.where for one in wrong}
    try:
        problem = make(**{name: {} for name in missing}, **_objects(document, groups))
    except InvalidInstanceError as error:
        wrong += [one for one in error.problems if one.where.partition(".")[0] not in absent]
    if wrong:
        raise InvalidInstanceError(wrong)
    return problem


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


def _objects(document: dict[str, Any], groups: set[str]) -> dict[str, dict[str, Any]]:
    """The groups of a document, each as an object: an empty one in place of anything else."""
    return {
        name: found if isinstance(found := document[name], dict) else {}
        for name in sorted(groups & set(document))
    }


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


def _invalid(code: str, where: str, message: str) -> InvalidInstanceError:
    return InvalidInstanceError([Complaint(code, where, message)])
