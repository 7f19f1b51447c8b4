"""Problems of one's own: from lists and numpy, to and from JSON, solved by both engines."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from array import array
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from corpus import folder, rows
from route_opt import Problem, best, parse
from route_opt.errors import InvalidInstanceError
from route_opt.questions import Control, answer
from strategies import TITLES, board

# Three stops in a triangle, a side between each two: A own 20, B 30, C 50; two trains of 2 stops.
# AB earns 50 and AC 70: 120 together.
TRIANGLE: dict[str, Any] = {
    "stops": {"value": [20, 30, 50], "own": [True, False, False]},
    "track": {"pieces": [(0, 3), (4, 1), (0, 5), (6, 2), (1, 7), (8, 2)], "sides": 3},
    "trains": {"visits": [2, 2]},
}


def triangle(**changes: dict[str, Any]) -> Problem:
    groups = {**TRIANGLE, "terms": {}}
    for name, more in changes.items():
        groups[name] = {**groups[name], **more}
    return Problem(**groups)


def test_the_triangle_of_the_proof() -> None:
    solution = triangle().solve()
    assert (solution.status, solution.value, solution.bound) == ("optimal", 120, 120)
    assert sorted(route.value for route in solution.routes) == [50, 70]
    assert triangle().solve(engine="cpsat").value == 120
    assert triangle().verify(solution) == []
    assert triangle(stops={"value": [20, 30, 60]}).verify(solution)
    assert triangle().count_routes() == [[0, 0, 2], [0, 0, 2]]


def test_terms_of_every_kind() -> None:
    assert triangle(terms={"sets": [{"stops": [0, 1], "value": 35}]}).solve().value == 155
    assert triangle(terms={"visit_bonus": 10}).solve().value == 140
    assert triangle(stops={"tariffs": [20, 30, 90]}, trains={"tariff": [1, 0]}).solve().value == 160
    towns = triangle(stops={"minor": [0, 0, 1]}, trains={"minor_visits": [-1, -1]})
    assert towns.solve().value == 50
    required = triangle(terms={"required_ends": [(1, 2)]})
    assert required.solve().status == "infeasible"  # a route has an own stop, and two ends
    goods = {"goods": [2, 0, 0], "buyer": [0, 1, 1]}
    assert triangle(stops=goods, terms={"good_value": 7}).solve().value == 134


def test_all_best_lists_equals() -> None:
    # With one train, and C as dear as B, there are two best routes.
    found, complete = triangle(stops={"value": [20, 30, 30]}, trains={"visits": [2]}).all_best()
    assert complete
    assert [(one.value, len(one.routes)) for one in found] == [(50, 1), (50, 1)]
    with pytest.raises(ValueError, match="fewest-sides"):
        triangle().all_best(goal="fewest-hexes")


def test_numpy_arrays_are_used_where_they_lie() -> None:
    value = numpy.array([20, 30, 50], dtype=numpy.int32)
    own = numpy.array([True, False, False])
    pieces = numpy.array(TRIANGLE["track"]["pieces"], dtype=numpy.int32)
    problem = Problem(
        {"value": value, "own": own},
        {"pieces": pieces, "sides": 3},
        {"visits": numpy.array([2, 2], dtype=numpy.int32)},
    )
    for given, kept in ((value, problem.value), (own, problem.own), (pieces, problem.track)):
        assert numpy.shares_memory(given, numpy.asarray(kept))
    assert problem.solve().value == 120


@pytest.mark.parametrize("dtype", [numpy.int64, numpy.int16, numpy.uint8])
def test_other_arrays_are_converted(dtype: Any) -> None:
    wide = numpy.array([20, 0, 30, 0, 50, 0], dtype=dtype)[::2]  # and not in one piece
    problem = triangle(stops={"value": wide, "own": numpy.array([1, 0, 0], dtype=dtype)})
    assert problem.solve().value == 120
    assert triangle(stops={"value": array("i", [20, 30, 50])}).solve().value == 120


def test_every_problem_at_once() -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        Problem(
            {"value": [20, 3.5, 2**40], "own": [0, 7, 0], "vlaue": [1]},
            {"pieces": [0, 1, 2], "sides": "3"},
            {"counts": [1]},
            {"sets": [{"stops": [0, 1], "worth": 3}], "visit_bonus": None},
            {"stops": ["A"], "trains": "AB"},
        )
    told = {problem.where: problem.message for problem in caught.value.problems}
    assert set(told) == {
        *("stops.vlaue", "stops.value[1]", "stops.value[2]", "stops.own[1]"),
        *("track.pieces", "track.sides"),
        *("trains.visits", "terms.sets[0].worth", "terms.sets[0].value", "terms.visit_bonus"),
        *("names.stops", "names.trains"),
    }
    with pytest.raises(InvalidInstanceError) as caught:
        triangle(stops={"value": [-1, 30, -50]}, trains={"visits": [1, 2]})
    places = [problem.where for problem in caught.value.problems]
    assert places == ["stops.value[0]", "stops.value[2]", "trains.visits[0]"]


def test_what_cannot_be_read_hides_nothing_else() -> None:
    """Entries of a wrong type, a list too short, numbers that make no sense: all are told."""
    with pytest.raises(InvalidInstanceError) as caught:
        triangle(
            stops={"value": [20, "x", -5], "own": [1, 0], "goods": [0, 0, -1]},
            trains={"visits": [1, 2]},
            terms={"sets": [{"stops": [0, 9], "value": 3}], "visit_bonus": -1},
        )
    assert [problem.where for problem in caught.value.problems] == [
        *("stops.value[1]", "stops.own", "stops.value[2]", "stops.goods[2]", "trains.visits[0]"),
        *("terms.sets[0]", "terms.visit_bonus"),
    ]
    # How many stops there are is not known: nothing is said of ends.
    with pytest.raises(InvalidInstanceError) as caught:
        triangle(stops={"value": 7})
    assert [problem.where for problem in caught.value.problems] == ["stops.value"]


WRONG: dict[str, Any] = {
    "stops": {"goods": [0, 0, -1], "tariffs": [[1, 2, -3]]},
    "track": {"pieces": [(0, 3), (1, 1), (0, "x"), (0, -1), (2, 3, 4)]},
    "trains": {"counts": [-1, 0], "tariff": [0, -2]},
    "terms": {
        "required_ends": [(0, -1), (1, 1), ("x", 0)],
        "sets": [{"stops": [0], "value": 1}, {"stops": ["x", 1], "value": 1}],
        "good_value": -1,
    },
}
TOLD = {
    *("stops.goods[2]", "stops.tariffs[2]", "track.pieces[1]", "track.pieces[2]"),
    *("track.pieces[3]", "track.pieces[4]", "trains.counts[0]", "trains.tariff[1]"),
    *("terms.required_ends[0]", "terms.required_ends[1]", "terms.required_ends[2]"),
    *("terms.sets[0]", "terms.sets[1].stops[0]", "terms.good_value"),
}
"""What is wrong with it, whatever else is: each place once."""


@pytest.mark.parametrize(
    ("group", "field", "value", "more"),
    [
        ("stops", "value", 7, {"stops.value"}),
        ("stops", "value", None, {"stops.value"}),
        ("stops", "value", "20 30 50", {"stops.value"}),
        ("stops", "value", [20, None, 50], {"stops.value[1]"}),
        ("stops", "value", [2**30, 30, 50], {"instance"}),
        ("track", "sides", "3", {"track.sides"}),
        ("track", "sides", None, {"track.sides"}),
        ("track", "sides", -1, {"track.sides"}),
        ("track", "sides", 2**25, {"track.sides"}),
        ("trains", "visits", 3, {"trains.visits"}),
        ("trains", "visits", [1, 2], {"trains.visits[0]"}),
        ("stops", "colour", [1], {"stops.colour"}),
    ],
)
def test_a_size_that_cannot_be_read_hides_nothing(
    group: str, field: str, value: Any, more: set[str]
) -> None:
    document = {**TRIANGLE, "terms": {}}
    for name, wrong in WRONG.items():
        document[name] = {**document[name], **wrong}
    document[group] = {**document[group], field: value}
    names = {"stops": ["A", "B", "C"], "trains": ["2", "2"], "sides": ["x", "y", "z"]}
    readers: list[Callable[[], Problem]] = [
        lambda: Problem(**document, names=names),
        lambda: Problem.parse(document),
    ]
    for read in readers:
        with pytest.raises(InvalidInstanceError) as caught:
            read()
        places = [problem.where for problem in caught.value.problems]
        told = [place for place in places if not place.startswith("names.")]
        assert sorted(told) == sorted(TOLD | more)


def test_a_group_that_is_none_hides_nothing() -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        Problem.parse({"stops": {"value": [-1]}, "track": 3, "x": 1, "terms": {"visit_bonus": "?"}})
    assert {problem.where for problem in caught.value.problems} == {
        *("x", "trains", "track", "stops.value[0]", "terms.visit_bonus"),
    }


def test_truth_values_and_dates_of_numpy() -> None:
    """Truth values as Python's own, wherever they come from; dates and hidden entries are none."""
    yes, no = numpy.bool_(True), numpy.bool_(False)
    strided = numpy.array([True, True, False, True, False, True])[::2]
    for own in ([yes, no, no], strided, numpy.array([yes, no, no], dtype=object)):
        assert triangle(stops={"own": own}).solve().value == 120
    goods = triangle(
        stops={"room": [yes, no, no], "buyer": [no, yes, yes]},
        terms={"good_value": 7, "extra_good": yes},
    )
    assert goods.solve().value == 127  # one good more, for either of the two routes
    days = numpy.array(["2026-01-01"] * 3, dtype="datetime64[D]")
    hidden = numpy.ma.array([20, 30, 50], mask=[False, True, False], dtype=numpy.int32)
    for wrong in ({"value": days}, {"own": days}, {"value": days - days[0]}):
        with pytest.raises(InvalidInstanceError) as caught:
            triangle(stops=wrong)
        assert len(caught.value.problems) == 3
    with pytest.raises(InvalidInstanceError) as caught:
        triangle(stops={"value": hidden})
    assert [problem.where for problem in caught.value.problems] == ["stops.value[1]"]


@pytest.mark.parametrize(
    ("group", "field", "value", "said"),
    [
        ("stops", "own", numpy.array([7, 0, 0], dtype=numpy.uint8), "own[0]: "),
        ("stops", "own", numpy.array([-1, 0, 0], dtype=numpy.int8), "own[0]: "),
        ("stops", "value", numpy.array([[20, 30, 50]], dtype=numpy.int32), "value[0]: "),
        ("stops", "value", numpy.array(5, dtype=numpy.int32), "is not a list"),
        ("stops", "value", numpy.array([20.0, 30.0, 50.5]), "value[2]: np.float64(50.5) is not"),
        ("stops", "value", [20, True, 50], "value[1]: True is not an integer"),
        ("stops", "value", numpy.array([True, True, False]), "value[2]: "),
        ("stops", "goods", None, "None is not a list"),
        ("stops", "value", {20, 30, 50}, "is not a list"),
        ("stops", "tariffs", [[20, 30], [1, 2], [3, 4]], "row 1 has 2 entries, not 3"),
        ("track", "pieces", [(0, 3, 4), (1, 0, 5)], "row 0 has 3 entries, not 2"),
        ("track", "pieces", numpy.zeros((2, 6), dtype=numpy.int32), "row 1 has 6 entries, not 2"),
        ("track", "pieces", [(0, 3), 4, 1], "4 is not a row like the first"),
        ("track", "pieces", [0, 3, (4, 1)], "(4, 1) is not an integer"),
        ("stops", "tariffs", [[20, 30, 50], 1, 2, 3], "1 is not a row like the first"),
        ("terms", "extra_good", 2, "neither true nor false"),
        ("terms", "sets", [{"stops": [0, 1]}], "is missing"),
    ],
)
def test_forms_that_would_mean_something_else(
    group: str, field: str, value: Any, said: str
) -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        triangle(**{group: {field: value}})
    assert said in str(caught.value)
    assert caught.value.problems[0].where.startswith(f"{group}.{field}")


def test_all_best_says_what_it_cannot_do() -> None:
    for wrong in ({"sets": 0}, {"sets": 1.5}, {"sets": True}, {"sets": "3"}):
        with pytest.raises(ValueError, match=r"sets is .*, not a whole number from 1 on"):
            triangle().all_best(**wrong)
    limits: list[Any] = [float("nan"), -1, "5", True]
    for limit in limits:
        with pytest.raises(ValueError, match=r"time_limit is .*, not a number of seconds"):
            triangle().all_best(time_limit=limit)
    found, complete = triangle().all_best(sets=2**40)
    assert ([one.value for one in found], complete) == ([120], True)


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ("[]", ""),
        ("{}", "stops"),
        ('{"stops": 1, "track": {}, "trains": {}}', "stops"),
        ('{"format": "route-opt/position@1", "stops": {}, "track": {}, "trains": {}}', "format"),
        ('{"stops": {"value": []}, "track": {}, "trains": {"visits": []}, "x": 1}', "x"),
    ],
)
def test_documents_that_are_none(document: str, where: str) -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        Problem.parse(document)
    assert where in {problem.where for problem in caught.value.problems}


@pytest.mark.parametrize("title", TITLES)
def test_what_titles_compile_to_has_the_same_best(title: str) -> None:
    for seed in range(25):
        position = parse(board(title, seed), lenient=True)
        problem = Problem.from_position(position)
        again = Problem.parse(json.dumps(problem.document()))
        assert again.document() == problem.document()
        solution = again.solve()
        if solution.status == "optimal":
            assert solution.value == best(position).revenue


def test_names_of_stops_sides_and_trains() -> None:
    row = next(iter(rows(folder(), "positions/1846/*.jsonl")))
    problem = Problem.from_position(parse(row["position"], lenient=True))
    named = problem.document()["names"]
    assert len(named["stops"]) == len(problem.value)
    assert len(named["sides"]) == problem.sides
    solution = problem.solve()
    assert solution.value == row["best"]
    for route, words in zip(solution.routes, solution.words, strict=True):
        assert words.startswith(named["trains"][route.train] + ": ")


def test_random_problems_by_both_engines() -> None:
    draw = random.Random(24)
    for _ in range(40):
        size = draw.randint(3, 6)
        links = [(n, (n + 1) % size) for n in range(size)]
        pieces = [
            piece
            for side, (a, b) in enumerate(links)
            for piece in ((a, size + 2 * side), (size + 2 * side + 1, b))
        ]
        problem = Problem(
            {
                "value": [10 * draw.randint(0, 9) for _ in range(size)],
                "own": [n == 0 for n in range(size)],
                "minor": [draw.randint(0, 1) for _ in range(size)],
            },
            {"pieces": pieces, "sides": size},
            {"visits": [0, draw.randint(2, 4)], "minor_counts": [draw.choice([0, 1, -1])] * 2},
            {"sets": [{"stops": draw.sample(range(size), 2), "value": 10 * draw.randint(1, 9)}]},
        )
        assert problem.solve(engine="native").value == problem.solve(engine="cpsat").value


# For other languages.


def test_the_worker_and_the_interface_answer_it() -> None:
    document = triangle().document()
    for question in ({"problem": document, "engine": "native"}, document):
        found = answer("solve", {"id": 7, **question}, Control())
        assert (found["id"], found["format"]) == (7, "route-opt/solution@1")
        assert (found["status"], found["value"], len(found["routes"])) == ("optimal", 120, 2)
    with pytest.raises(InvalidInstanceError, match=r"stops\.value"):
        answer("solve", {"problem": {**document, "stops": {}}}, Control())


def test_numpy_is_not_loaded_by_itself() -> None:
    code = "import route_opt, sys; route_opt.Problem; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
