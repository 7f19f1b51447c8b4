"""The JSON Schema of a problem and the program that reads it say the same of a document's form."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema_rs
import mutated
import pytest

from route_opt import Problem
from route_opt.errors import InvalidInstanceError
from whole_game.schemas import FOLDER

SCHEMA = json.loads((FOLDER / "problem.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)

CROSS = [
    r"(stops|trains)\.\w+: has \d+ entries, (stops\.value|trains\.visits) has \d+",
    r"stops\.tariffs: has \d+ entries, not a row of \d+ each",
    r"stops\.tariffs\[\d+\]: row \d+ has \d+ entries, not \d+",
    r"track\.pieces\[\d+\]: end \d+ is outside 0\.\.-?\d+",
    r"(terms\.required_ends|terms\.sets|trains\.tariff)\[\d+\]: \d+ is outside 0\.\.-?\d+",
    r"(track\.pieces|terms\.\w+_ends): \d+ numbers are no pairs",
    r"instance: the values add up to more than 536870911",
    r"names\.\w+: \d+ names for \d+ (stops|sides|trains)",
]
"""What a schema cannot say, because it compares two places: docs/schemas.md lists it."""

FLAT = r"track\.pieces\[\d+\]: both ends are|terms\.required_ends\[\d+\]: a route has two different"
"""A pair of one end: the schema sees it in lists of pairs, not in numbers one after the other."""


def complaints(document: Any) -> list[str]:
    try:
        Problem.parse(document)
    except InvalidInstanceError as error:
        return [str(problem) for problem in error.problems]
    return []


def beyond(document: dict[str, Any], complaint: str) -> bool:
    """Whether a schema could not have said it."""
    if re.match(FLAT, complaint):
        group, field = complaint.partition("[")[0].split(".")
        return not isinstance(document[group][field][0], list)
    return any(re.fullmatch(one, complaint) for one in CROSS)


@pytest.mark.parametrize("block", range(4))
def test_what_fits_is_read_and_what_is_read_fits(block: int) -> None:
    read = refused = seen = 0
    for document in list(mutated.documents(6000))[block::4]:
        wrong = complaints(document)
        if VALIDATOR.is_valid(document):
            assert all(beyond(document, one) for one in wrong), (wrong, document)
            seen += bool(wrong)
            read += not wrong
        else:
            assert wrong, document
            refused += 1
    assert read > 150
    assert refused > 400
    assert seen > 100


@pytest.mark.parametrize(
    "change",
    [
        *({"stops": {field: []}} for field in mutated.NAMES["stops"][1:]),
        *({"trains": {field: []}} for field in mutated.NAMES["trains"][1:]),
        *({"terms": {field: []}} for field in mutated.NAMES["terms"][:4]),
        *({"names": {field: []}} for field in mutated.NAMES["names"]),
        {"terms": {"visit_bonus": 0, "good_value": 0, "extra_good": False}},
        {"terms": {}, "names": {}, "format": "route-opt/problem@1"},
        {"track": {"sides": 1.0}},
    ],
    ids=str,
)
def test_the_defaults_may_be_written_out(change: dict[str, Any]) -> None:
    """A list without entries is a list that is left out: 20 + 30 in any case."""
    document: dict[str, Any] = {
        "stops": {"value": [20.0, 30], "own": [1, 0]},
        "track": {"pieces": [[0, 2], [3, 1]], "sides": 1},
        "trains": {"visits": [2]},
    }
    for group, fields in change.items():
        document[group] = fields if group == "format" else {**document.get(group, {}), **fields}
    assert VALIDATOR.is_valid(document)
    without_token = change == {"stops": {"own": []}}
    assert Problem.parse(json.dumps(document)).solve().value == (0 if without_token else 50)


def defaults(schema: Any) -> Any:
    if isinstance(schema, dict):
        if "default" in schema:
            yield schema["default"], {**schema, "$defs": SCHEMA["$defs"]}
        for part in schema.values():
            yield from defaults(part)


def test_every_default_of_the_schema_fits_its_own_place() -> None:
    found = list(defaults(SCHEMA))
    assert len(found) > 25
    for default, place in found:
        jsonschema_rs.validate(place, default)
