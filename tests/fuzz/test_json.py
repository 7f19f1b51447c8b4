"""The one way JSON comes in: what is refused, how it is told, and that time follows size."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutate import bounded
from route_opt.documents import DEEPEST, LARGEST, MOST_PARTS, read_json
from route_opt.errors import PositionError, RouteOptError


def refused(text: str | bytes) -> str:
    with pytest.raises(PositionError) as caught:
        read_json(text, PositionError, "here")
    (problem,) = caught.value.problems
    assert problem.where == "here"
    assert str(problem).isprintable()
    return problem.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (r'"\ud800"', "line 1 column 2"),
        (r'{"id": "\uDFFF"}', "line 1 column 9"),
        (r'{"\ud800": 1}', "line 1 column 3"),
        (r'["\udc00\ud800"]', "line 1 column 3"),
        (r'["\ud83d\u0041"]', "line 1 column 3"),
        (r'["\ud83d\ud83d\ude82"]', "line 1 column 3"),
        ('[1,\n "\\ud83d"]', "line 2 column 3"),
        ('["\ud800"]', "line 1 column 3"),  # in a text from Python
    ],
)
def test_half_a_character_is_refused(text: str, place: str) -> None:
    message = refused(text)
    assert "half a character" in message
    assert message.endswith(place)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"\ud83d\ude82"', "\U0001f682"),
        (r'"\\ud800"', r"\ud800"),  # a backslash, and letters
        (r'"\\\\ud800"', r"\\ud800"),
        (r'"\u00e9"', "é"),
        ("9" * 100, 10**100 - 1),
        ("-" + "9" * 100, 1 - 10**100),
        ("1e300", 1e300),
        ("1e-999", 0.0),
        ("[" * DEEPEST + "]" * DEEPEST, None),
        (json.dumps("[" * 1000), "[" * 1000),
        (json.dumps(['"[' * 200] * 3), ['"[' * 200] * 3),
    ],
)
def test_what_only_looks_like_it_is_read(text: str, value: object) -> None:
    found = read_json(text, PositionError)
    assert value is None or found == value
    assert read_json(text.encode(), PositionError) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9" * 101, "a number of 101 digits"),
        ("[-" + "9" * 101 + "]", "a number of 101 digits"),
        ("9" * 5000, "a number of 5000 digits"),
        ("1e999", "1e999 is beyond every number"),
        ("[-1e999]", "-1e999 is beyond every number"),
        ("NaN", "NaN is not a number of JSON"),
        ("-Infinity", "-Infinity is not a number of JSON"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ('{"a":' * 200 + "1" + "}" * 200, "nested too deeply"),
        ("[" * 10**6, "nested too deeply"),
        (b"\xed\xa0\x80", "not UTF-8 text (byte 0)"),  # half a character as bytes
        (b'"\xff"', "not UTF-8 text (byte 1)"),
        ('{"a": 1, "b": 2, "a": 3}', "key 'a' stands twice"),
    ],
)
def test_what_is_refused(text: str | bytes, words: str) -> None:
    assert words in refused(text)


def test_more_lists_than_a_document_holds() -> None:
    assert "lists and objects" in refused("[" + "[]," * MOST_PARTS + "1]")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_is_sound_is_read_as_it_is(document: object) -> None:
    for ascii_only in (True, False):
        text = json.dumps(document, ensure_ascii=ascii_only)
        assert read_json(text.encode(), PositionError) == document


SHAPES: dict[str, Callable[[int], str]] = {
    "lists": lambda size: "[" * size,
    "objects": lambda size: '{"a":' * (size // 5),
    "quotes": lambda size: '"' * size,
    "escapes": lambda size: '["' + "\\u0041" * (size // 6) + '"]',
    "halves": lambda size: '["' + "\\ud83d\\ude82" * (size // 12) + '"]',
    "backslashes": lambda size: '"' + "\\" * size,
    "digits": lambda size: "9" * size,
    "fractions": lambda size: "0." + "9" * size,
    "exponents": lambda size: "1e" + "9" * size,
    "blanks": lambda size: " " * size,
    "keys": lambda size: "{" + ",".join(f'"{n}":0' for n in range(size // 12)) + "}",
    "same keys": lambda size: "{" + '"a":0,' * (size // 6) + '"a":0}',
    "strings": lambda size: "[" + '"",' * (size // 3) + '""]',
    "layers": lambda size: "[" * 99 + "[]," * (size // 3) + "[]" + "]" * 99,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [1_000_000, pytest.param(LARGEST - 1000, marks=pytest.mark.slow)])
def test_time_follows_size(shape: str, size: int) -> None:
    """Anything worse than in proportion would take minutes; this takes a second or so."""
    text = SHAPES[shape](size)
    with bounded(5 + size / 1e6):
        try:
            told = str(read_json(text, PositionError))[:100]
        except RouteOptError as error:
            told = str(error)
    assert len(told) < 1000
