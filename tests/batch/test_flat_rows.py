"""A row under the columns of CSV and Parquet: every field in its place."""

from __future__ import annotations

from route_opt.batching.rows import COLUMNS, flat

STOPPED = {
    "id": "friday/3",
    "key": "abc",
    "title": "1846",
    "corporation": "NYC",
    "trains": ["3/5", "2"],
    "status": "feasible",
    "revenue": 100,
    "bound": 120,
    "engine": "cpsat",
    "stats": {"seconds": 0.5, "nodes": 7, "routes": 3},
    "routes": [{"train": "2"}],
}


def test_a_search_that_was_stopped() -> None:
    expected = ["friday/3", "abc", "1846", "NYC", "3/5+2", "feasible", 100, 120, "cpsat", 0.5, 7]
    found = flat(STOPPED)
    assert (*found, "check") == COLUMNS
    assert list(found.values()) == [*expected, None, None, '[{"train":"2"}]']


def test_an_error() -> None:
    error = {"code": "unknown_hex", "message": "Z9 is no hex", "where": "tiles.Z9"}
    found = flat({"id": "friday/4", "key": "abd", "status": "error", "error": error})
    told = {name: value for name, value in found.items() if value is not None}
    assert told == {
        "id": "friday/4",
        "key": "abd",
        "status": "error",
        "error_code": "unknown_hex",
        "error_message": "Z9 is no hex",
    }
