"""Problems, solutions and limits that are not what they should be: told, never a crash."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy
import pytest

import route_opt
from route_opt import Problem, cpsat, parse
from route_opt.errors import InvalidInstanceError, RouteOptError
from route_opt.everyone import every_best
from route_opt.problem import OwnRoute, Solution, Stats

# Two stops, 20 and 30, and the side between them.
PIECES = [(0, 2), (3, 1)]


def tiny(value: Any = (20, 30), **more: Any) -> Problem:
    return Problem(
        stops={"value": value, "own": [1, 0]},
        track={"pieces": PIECES, "sides": 1},
        trains={"visits": [2]},
        **more,
    )


def stated(**changes: Any) -> Solution:
    route = OwnRoute(0, (0, 2, 1), (0, 1), 50)
    found = Solution("optimal", 50, 50, (route,), "mine", Stats(0, 0, 0.0))
    return msgspec.structs.replace(found, **changes)


def test_solutions_of_others() -> None:
    problem = tiny()
    assert problem.verify(stated()) == []
    assert problem.verify(stated(status="feasible", bound=60)) == []
    assert problem.verify(stated(status="unknown", value=0, bound=60, routes=())) == []
    for status in ("best", "", None, ["optimal"]):
        (said,) = problem.verify(stated(status=status))
        assert said.startswith("status: ")
        assert said.endswith("is none of optimal, feasible, infeasible, unknown")
    for status in ("infeasible", "unknown"):
        (said,) = problem.verify(stated(status=status))
        assert said == f"routes: a solution that is {status} has none"
    huge = OwnRoute(2**40, (0, 2**33, 1), (0, -(2**31) - 1), 2**31)
    told = problem.verify(stated(value=2**40, bound=10**30, routes=(huge,)))
    assert [one.partition(": ")[0] for one in told] == [
        *("value", "bound", "routes[0].train", "routes[0].value"),
        *("routes[0].path[1]", "routes[0].counted[1]"),
    ]
    assert all(one.endswith("is not an integer of 32 bits") for one in told)


def test_arrays_that_were_changed_meanwhile() -> None:
    """They lie where they were: every question looks again, and tells all that is wrong."""
    value = numpy.array([20, 30], dtype=numpy.int32)
    problem = tiny(value)
    assert problem.solve().value == 50
    value[:] = -5
    questions: list[Callable[[], Any]] = [
        problem.solve,
        lambda: problem.solve(engine="native"),
        lambda: problem.solve(engine="cpsat"),
        problem.all_best,
        problem.count_routes,
        lambda: problem.verify(stated()),
    ]
    for question in questions:
        with pytest.raises(InvalidInstanceError) as caught:
            question()
        assert [one.where for one in caught.value.problems] == ["stops.value[0]", "stops.value[1]"]
    value[:] = 40
    assert problem.solve().value == 80


def test_problems_travel() -> None:
    """Between processes and into copies, wherever their arrays lie."""
    names = {"stops": ["Here", "There"]}
    terms = {"sets": [{"stops": [0, 1], "value": 5}], "visit_bonus": 1}
    for value in ([20, 30], numpy.array([20, 30], dtype=numpy.int32)):
        problem = tiny(value, terms=terms, names=names)
        for again in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
            assert again.document() == problem.document()
            assert again.solve().value == 57  # 50, 5 for both, 1 for each of the two
        if isinstance(value, numpy.ndarray):
            value[:] = 0
            assert again.solve().value == 57


POSITION = {"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"]}


@pytest.mark.parametrize("limit", [-1, -0.001, float("nan"), "5", True, [1]], ids=str)
def test_seconds_that_are_none(limit: Any) -> None:
    position = parse(POSITION)
    asked: list[Callable[[], Any]] = [
        lambda: tiny().solve(time_limit=limit),
        lambda: tiny().all_best(time_limit=limit),
        lambda: route_opt.best(position, time_limit=limit),
        lambda: route_opt.solver.all_best(position, time_limit=limit),
        lambda: route_opt.whatif(position, time_limit=limit),
        lambda: every_best([position], time_limit=limit),
        lambda: list(route_opt.batch([POSITION], time_limit=limit, workers=1)),
    ]
    for ask in asked:
        with pytest.raises(ValueError, match=r"^time_limit is .*, not a number of seconds"):
            ask()


def test_limits_that_are_numbers() -> None:
    wrongs: list[Any] = [-1, 1.5, "5", True, float("inf")]
    for wrong in wrongs:
        for ask in (tiny().solve, lambda **how: route_opt.best(parse(POSITION), **how)):
            with pytest.raises(ValueError, match=r"^node_limit is .*, not a whole number from 0"):
                ask(node_limit=wrong)
    assert tiny().solve(node_limit=2**80).value == 50
    many: Any = numpy.int64(10**6)
    assert tiny().solve(time_limit=numpy.float64(60), node_limit=many).value == 50
    assert tiny().solve(time_limit=float("inf")).status == "optimal"
    numbers: list[Any] = [0, -3, 2.5, "all"]
    for sets in numbers:
        with pytest.raises(ValueError, match=r"^sets is .*, not a whole number from 1"):
            route_opt.solver.all_best(parse(POSITION), sets=sets)


def test_words_for_what_is_no_object() -> None:
    cases: list[tuple[Any, str]] = [
        *((None, "null"), ([], "a list"), ("1", "a number"), ("true", "true or"))
    ]
    for document, word in cases:
        with pytest.raises(InvalidInstanceError, match=f"a problem is an object, not {word}"):
            Problem.parse(document)
        if document is not None:
            with pytest.raises(RouteOptError, match=f"a position is an object, not {word}"):
                parse(document)


def test_seconds_in_the_second_engine_are_those_of_the_search() -> None:
    """Not those of loading the library, which takes longer than so small a problem."""
    cpsat.close()
    start = time.monotonic()
    solution = tiny().solve(engine="cpsat")
    whole = time.monotonic() - start
    again = tiny().solve(engine="cpsat").stats.seconds
    loading = whole - solution.stats.seconds
    assert 0 < solution.stats.seconds < whole
    assert loading > again  # the first answer has left out what only the first one took
