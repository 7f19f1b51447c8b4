"""The border between the languages: what comes in is checked, what goes out is owned."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

import route_opt
from full_boards import full_board
from route_opt import _core
from route_opt.compile import compile_network
from route_opt.network import Network


class Instance:
    """Two cities on one line of track, by hand: stop 0 (own, 10), side 0, stop 1 (20)."""

    def __init__(self, **changes: Any) -> None:
        ints, flags = {"value": [10, 20]}, {"own": [1, 0]}
        for name in ("end_extra", "pair_value", "end_class", "goods"):
            ints[name] = [0, 0]
        ints["group"] = [-1, -1]
        for name in ("end_only", "buyer", "room"):
            flags[name] = [0, 0]
        for name, values in ints.items():
            setattr(self, name, array("i", values))
        for name, values in flags.items():
            setattr(self, name, bytearray(values))
        # Stops are 0 and 1; the faces of side 0 are 2 and 3.
        self.track = array("i", [0, 2, 3, 1])
        self.sides = 1
        self.visits, self.counts = array("i", [2]), array("i", [2])
        self.forbidden_ends = self.bonus_ends = self.required_ends = array("i")
        self.minor = bytearray()
        self.tariffs = self.tariff = self.sets = array("i")
        self.major_visits = self.major_counts = self.minor_visits = self.minor_counts = array("i")
        self.visit_bonus = self.good_value = 0
        self.extra_good = False
        for name, value in changes.items():
            setattr(self, name, value)


def test_an_answer_comes_back_in_the_numbers_that_went_in() -> None:
    status, value, bound, routes, (nodes, _, seconds), error = _core.solve(Instance())
    assert (status, value, bound, error) == ("optimal", 30, 30, None)
    ((train, path, counted, worth),) = routes
    assert (train, worth, sorted(counted)) == (0, 30, [0, 1])
    assert path in ([0, 2, 1], [1, 3, 0])
    assert nodes > 0 <= seconds


def test_read_only_buffers_are_taken() -> None:
    frozen = memoryview(array("i", [10, 20])).toreadonly()
    assert _core.solve(Instance(value=frozen, own=bytes([1, 0])))[1] == 30


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("value", array("d", [10, 20]), ValueError),
        ("value", array("i", [10, 0, 20, 0])[::2], None),
        ("value", memoryview(array("i", [10, 0, 20, 0]))[::2], BufferError),
        ("value", [10, 20], TypeError),
        ("value", None, (TypeError, AttributeError, ValueError)),
        ("value", array("i", [10]), ValueError),
        ("own", bytearray([1, 0, 1]), ValueError),
        ("track", array("i", [0, 2, 3, 9]), ValueError),
        ("track", array("i", [0, -1]), ValueError),
        ("sides", 0, ValueError),
        ("sides", -1, ValueError),
        ("sides", 2**40, OverflowError),
        ("visits", array("i", [-2]), ValueError),
        ("visits", array("i"), ValueError),
        ("required_ends", array("i", [0, 7]), ValueError),
        ("sets", array("i", [0, 2, 0, 1]), None),
        ("sets", array("i", [10, 2, 0, 7]), ValueError),
        ("sets", array("i", [10, 3, 0, 1]), ValueError),
        ("sets", array("i", [10]), ValueError),
        ("sets", array("i", [10, -1]), ValueError),
        ("minor", bytearray([1]), ValueError),
        ("tariffs", array("i", [10, 20, 30]), ValueError),
        ("tariff", array("i", [1]), ValueError),
        ("major_visits", array("i", [2, 2]), ValueError),
    ],
)
def test_what_is_wrong_is_an_error_and_never_a_crash(name: str, value: Any, error: Any) -> None:
    if error is None:
        assert _core.solve(Instance(**{name: value}))[1] == 30
        return
    with pytest.raises(error):
        _core.solve(Instance(**{name: value}))


def test_nothing_at_all_is_a_question_too() -> None:
    none, flag = array("i"), bytearray()
    empty = Instance(
        value=none, end_extra=none, pair_value=none, end_class=none, group=none, goods=none,
        own=flag, end_only=flag, buyer=flag, room=flag, track=none, sides=0,
        visits=none, counts=none,
    )  # fmt: skip
    assert _core.solve(empty)[:3] == ("optimal", 0, 0)
    assert _core.count_routes(empty) == []


def test_more_stops_and_sides_than_any_mask_holds() -> None:
    """A line of 400 stops worth 1 each with the token in the middle: a diesel runs all of it."""
    stops, zeros = 400, array("i", [0] * 400)
    track = array("i")
    for side in range(stops - 1):
        face = stops + 2 * side
        track.extend((side, face, face + 1, side + 1))
    own = bytearray(stops)
    own[200] = 1
    line = Instance(
        value=array("i", [1] * stops), end_extra=zeros, pair_value=zeros, end_class=zeros,
        group=array("i", [-1] * stops), goods=zeros, own=own, end_only=bytearray(stops),
        buyer=bytearray(stops), room=bytearray(stops), track=track, sides=stops - 1,
        visits=array("i", [0]), counts=array("i", [0]),
    )  # fmt: skip
    status, value, bound, routes, _, _ = _core.solve(line)
    assert (status, value, bound) == ("optimal", 400, 400)
    assert len(routes[0][1]) == 400 + 399


def test_routes_are_counted_by_stops() -> None:
    assert _core.count_routes(Instance()) == [[0, 0, 1]]


def test_a_search_goes_on_until_its_time_is_over_and_no_longer() -> None:
    """Progress is told every few milliseconds, and once more at the end: by that it is seen."""
    position = route_opt.parse(full_board("1846", 3, 9), lenient=True)
    question = _core.Question(compile_network(Network(position)))
    told: list[float] = []
    found = _core.solve(question, seconds=0.1, progress=lambda *at: told.append(at[-1]))
    assert found[0] == "feasible"
    assert sum(seconds > 0.1 for seconds in told) <= 1
    assert found[4][2] > 0.1
