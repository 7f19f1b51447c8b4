"""What docs/problem.md says is meant by a problem: by both engines, with the sums written down."""

from __future__ import annotations

from typing import Any

import brute
import pytest

from route_opt import Problem
from route_opt.errors import InvalidInstanceError


def row(
    values: list[int], visits: list[int], terms: Any = None, beside: int = 1, **more: Any
) -> dict[str, Any]:
    """Stops in a row, the first our own, each joined to the next by so many pieces."""
    trains = {name: more.pop(name) for name in ("counts", "minor_counts") if name in more}
    return {
        "stops": {"value": values, "own": [n == 0 for n in range(len(values))], **more},
        "track": {"pieces": [[n, n + 1] for n in range(len(values) - 1) for _ in range(beside)]},
        "trains": {"visits": visits, **trains},
        "terms": terms or {},
    }


CLASSES: dict[str, Any] = {"end_class": [1, 0, 2], "pair_value": [5, 7, 40]}
GOODS: dict[str, Any] = {"goods": [3, 0, 0], "buyer": [0, 1, 1]}


@pytest.mark.parametrize(
    ("document", "worth"),
    [
        # A stop counts once a route, and for each of two trains; a third has no track left.
        (row([20, 30], [2, 2, 2], beside=2), 50 + 50),
        # A train may stay idle: running would bring nothing, and no run is no mistake.
        (row([0, 0], [2]), 0),
        (row([20, 30], []), 0),
        # Pairs have no order, their bonus is the sum of both ends, and listed twice is listed once.
        (row([20, 30, 10], [0], {"bonus_ends": [[2, 1]]}, **CLASSES), 60 + 45),
        (row([20, 30, 10], [0], {"bonus_ends": [[1, 2]]}, **CLASSES), 60 + 45),
        (row([20, 30, 10], [0], {"bonus_ends": [[1, 2], [2, 1]]}, **CLASSES), 60 + 45),
        # Both ends have to be counted: two counts leave 30 out, and 20 + 10 + 45 are more than 50.
        (row([20, 30, 10], [0], {"bonus_ends": [[1, 2]]}, counts=[2], **CLASSES), 30 + 45),
        (row([20, 30, 10], [0], {"bonus_ends": [[1, 2]]}, counts=[1], **CLASSES), 20),
        # Forbidden either way: the route ends at the middle, which is of no class.
        (row([20, 30, 10], [0], {"forbidden_ends": [[2, 1]]}, **CLASSES), 50),
        (row([20, 30, 10], [0], {"required_ends": [[2, 0]]}), 60),
        # A set of stops that are visited, counted or not; listed twice it is paid twice.
        (row([20, 30, 10], [0], {"sets": [{"stops": [2, 1], "value": 9}]}, counts=[1]), 20 + 9),
        (row([20, 30], [0], {"sets": [{"stops": [0, 1], "value": 9}] * 2}), 50 + 18),
        # Three stops of the longest route; the other train gets nothing for its two.
        (row([20, 30, 10], [3, 2], {"visit_bonus": 4}, beside=2), 60 + 50 + 3 * 4),
        # Three goods and two buyers on the route: one is left.
        (row([20, 30, 10], [0], {"good_value": 7}, **GOODS), 60 + 2 * 7),
        # Two trains and two buyers each: all three goods, each once.
        (row([20, 30, 10], [0, 0], {"good_value": 7}, beside=2, **GOODS), 120 + 3 * 7),
        # A buyer where the good lies.
        (row([20, 30], [0], {"good_value": 7}, goods=[1, 0], buyer=[1, 0]), 50 + 7),
        # The extra good only where there is room.
        (row([20, 30], [0], {"good_value": 7, "extra_good": 1}, buyer=[0, 1], room=[1, 0]), 57),
        (row([20, 30], [0], {"good_value": 7, "extra_good": 1}, buyer=[0, 1]), 50),
    ],
)
def test_worth(document: dict[str, Any], worth: int) -> None:
    assert brute.best(document) == worth
    problem = Problem(**document)
    for engine in ("native", "cpsat"):
        solution = problem.solve(engine=engine)
        assert (solution.value, solution.status) == (worth, "optimal")
        assert problem.verify(solution) == []


def test_idle_trains_are_not_in_a_solution() -> None:
    solution = Problem(**row([20, 30], [2, 2, 2], beside=2)).solve()
    assert [route.train for route in solution.routes] == [0, 1]


def test_values_of_routes_are_not_all() -> None:
    solution = Problem(
        **row([20, 30, 10], [0], {"visit_bonus": 4, "good_value": 7}, **GOODS)
    ).solve()
    assert solution.value == 60 + 3 * 4 + 2 * 7
    assert [route.value for route in solution.routes] == [60]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (row([20, 30], [1]), "trains.visits[0]"),
        (row([20, 30], [2] * 1025), "trains"),
        (row([20, 30], [2], {"bonus_ends": [[0, 1]]}), "terms.bonus_ends[0]"),
        (row([20, 30], [2], {"required_ends": [[1, 1]]}), "terms.required_ends[0]"),
        (row([20, 30], [2], {"sets": [{"stops": [0, 0], "value": 1}]}), "terms.sets[0]"),
        (row([20, 30], [2], {"sets": [{"stops": [0], "value": 1}]}), "terms.sets[0]"),
        ({**row([20], [2]), "track": {"sides": 2**24 + 1}}, "track.sides"),
        (row([2**29 - 1, 1], [2]), "instance"),
        (row([2**28, 0], [2, 2]), "instance"),
        (row([1, 0], [2], {"visit_bonus": 2**28}), "instance"),
        (row([1, 0], [2], {"good_value": 2**28}, goods=[2, 0]), "instance"),
        (row([1, 0], [2] * 5, {"good_value": 2**27}, goods=[1, 0], buyer=[0, 1]), "instance"),
    ],
)
def test_what_is_too_little_or_too_much(document: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        Problem(**document)
    assert [problem.where for problem in caught.value.problems] == [place]


def test_the_greatest_numbers() -> None:
    """A quarter of 2 ** 31 and 2 ** 24 sides are not too much."""
    assert Problem(**row([2**29 - 2, 1], [2])).solve().value == 2**29 - 1
    document = row([2**28 - 1, 0], [2, 2], beside=2)
    assert Problem(**document).solve().value == 2 * (2**28 - 1)
    wide = {**row([20, 30], [2]), "track": {"pieces": [[0, 1]], "sides": 2**24}}
    assert Problem(**wide).count_routes() == [[0, 0, 1]]
