"""Random problems with every term at once: core = CP-SAT = brute force, as objects and as JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import brute
import pytest

from route_opt import Problem
from route_opt.problem import Solution
from route_opt.questions import Control, answer


def drawn(seed: int) -> dict[str, Any]:
    """A small document that uses each field about every second time."""
    draw = random.Random(seed)
    size, sides, trains = draw.randint(2, 5), draw.randint(1, 6), draw.randint(1, 2)

    def some(entry: Any, number: int = size) -> list[Any]:
        return [entry() for _ in range(number)]

    def maybe(fields: dict[str, Any], chance: float = 0.5) -> dict[str, Any]:
        return {name: made() for name, made in fields.items() if draw.random() < chance}

    def money() -> int:
        return 10 * draw.randint(0, 6)

    def flag() -> bool:
        return draw.random() < 0.4

    rows = draw.randint(1, 2)
    stops = {"value": some(money), "own": some(flag)} | maybe(
        {
            "end_extra": lambda: some(money),
            "end_only": lambda: some(lambda: draw.random() < 0.2),
            "group": lambda: some(lambda: draw.choice([-1, -1, 0, 1])),
            "minor": lambda: some(flag),
            "goods": lambda: some(lambda: draw.randint(0, 2)),
            "buyer": lambda: some(flag),
            "room": lambda: some(flag),
        }
    )
    if draw.random() < 0.4:
        stops |= {"end_class": some(lambda: draw.randint(0, 2)), "pair_value": some(money)}
    visits = {"visits": some(lambda: draw.choice([0, 2, 3, 4]), trains)}
    limits = ("major_visits", "major_counts", "minor_visits", "minor_counts")
    visits |= maybe({"counts": lambda: some(lambda: draw.choice([0, 1, 2, 3]), trains)})
    limit = [-1, 0, 0, 1, 2]
    visits |= maybe({n: lambda: some(lambda: draw.choice(limit), trains) for n in limits}, 0.3)
    if draw.random() < 0.4:
        stops["tariffs"] = some(money, rows * size)
        visits["tariff"] = some(lambda: draw.randint(0, rows), trains)

    def pair(low: int, high: int) -> list[int]:
        return draw.sample(range(low, high + 1), 2)

    terms: dict[str, Any] = maybe(
        {
            "forbidden_ends": lambda: [some(lambda: draw.randint(1, 2), 2)],
            "bonus_ends": lambda: [some(lambda: draw.randint(1, 2), 2)],
            "visit_bonus": money,
            "good_value": money,
            "extra_good": flag,
        }
    )
    terms |= maybe({"required_ends": lambda: [pair(0, size - 1)]}, 0.15)
    if draw.random() < 0.5:
        terms["sets"] = [
            {"stops": draw.sample(range(size), draw.randint(2, min(3, size))), "value": money()}
            for _ in range(2)
        ]
    ends = range(size + 2 * sides)
    pieces = [draw.sample(ends, 2) for _ in range(draw.randint(1, 5))]
    pieces += [[draw.randrange(size), draw.choice(ends[size:])] for _ in range(draw.randint(3, 9))]
    track = {"pieces": pieces, "sides": sides}
    return {"stops": stops, "track": track, "trains": visits, "terms": terms}


def truth(document: dict[str, Any]) -> tuple[str, int | None]:
    most = brute.best(document)
    return ("infeasible", None) if most is None else ("optimal", most)


def told(status: str, value: int) -> tuple[str, int | None]:
    return status, None if status == "infeasible" else value


@pytest.mark.parametrize("block", range(6))
def test_the_core_and_brute_force(block: int) -> None:
    earned = 0
    for seed in range(100 * block, 100 * block + 100):
        document = drawn(seed)
        problem = Problem(**document)
        solution = problem.solve(engine="native")
        assert told(solution.status, solution.value) == truth(document), (seed, document)
        again = Problem.parse(json.dumps(problem.document()))
        assert again.document() == problem.document()
        assert again.solve(engine="native").routes == solution.routes
        earned += solution.value > 0
    assert earned > 35


def test_counts_of_routes() -> None:
    """Limits on what may be visited and counted, -1 among them: as many as brute force finds."""
    some = barred = 0
    for seed in range(250):
        document = drawn(seed)
        counted = Problem(**document).count_routes()
        found = [{n: k for n, k in enumerate(one) if k} for one in counted]
        assert found == brute.count(document), (seed, document)
        some += any(found)
        trains = document["trains"]
        barred += -1 in trains.get("major_counts", []) + trains.get("minor_counts", [])
    assert some > 100
    assert barred > 40


def test_a_route_that_may_count_no_own_stop_is_none() -> None:
    """The own stop is a town: the express, which counts none, has no route, the other train one."""
    problem = Problem(
        stops={"value": [10, 30], "own": [1, 0], "minor": [1, 0]},
        track={"pieces": [(0, 1)]},
        trains={"visits": [2, 2], "minor_counts": [-1, 0]},
    )
    assert problem.count_routes() == [[0, 0, 0], [0, 0, 1]]
    assert [route.train for route in problem.solve().routes] == [1]


def test_the_second_engine() -> None:
    for seed in range(60):
        document = drawn(seed)
        solution = Problem(**document).solve(engine="cpsat")
        assert told(solution.status, solution.value) == truth(document), (seed, document)


def test_all_best() -> None:
    """Equally good sets are all worth what brute force finds."""
    for seed in range(80):
        document = drawn(seed)
        problem = Problem(**document)
        most = brute.best(document)
        if most is not None:
            found, _ = problem.all_best(sets=5)
            assert {one.value for one in found} == {most}
            assert all(problem.verify(one) == [] for one in found)


def read(problem: Problem, solution: Solution) -> tuple[Any, ...]:
    """A set of routes as brute force reads it."""
    size, found = len(problem.value), []
    for route in solution.routes:
        sides: list[set[int]] = []
        for end in route.path:
            if end < size:
                sides.append(set())
            else:
                sides[-1].add((end - size) // 2)
        stops = tuple(end for end in route.path if end < size)
        found.append(brute.reading(stops, [frozenset(between) for between in sides[:-1]]))
    return tuple(sorted(found))


@pytest.mark.parametrize("goal", ["fewest-sides", "idle-train", "most-goods-left"])
def test_all_best_are_all_and_none_twice(goal: str) -> None:
    """As many sets as brute force finds, though pieces lie beside each other."""
    several = parallel = 0
    for seed in range(240):
        document = drawn(seed)
        if seed % 2:  # many sets of one value, over pieces that join the same stops
            document["stops"]["value"] = [10] * len(document["stops"]["value"])
            document["track"]["pieces"] += [[0, 1], [1, 0]]
        if brute.best(document) is None:
            continue
        problem = Problem(**document)
        found, complete = problem.all_best(sets=20_000, goal=goal)
        listed = [read(problem, one) for one in found]
        assert complete
        assert len(listed) == len(set(listed)), (seed, document)
        assert set(listed) == brute.best_sets(document), (seed, document)
        several += len(found) > 1
        pieces = [tuple(sorted(piece)) for piece in document["track"]["pieces"]]
        parallel += len(found) > 1 and len(pieces) > len(set(pieces))
    assert several > 40
    assert parallel > 20


def test_pieces_beside_each_other_are_one_way() -> None:
    """Two pieces from A to B: one best set for one train, and both pieces for two trains."""
    for trains, sets in ((1, 1), (2, 1)):
        problem = Problem(
            stops={"value": [20, 30], "own": [1, 0]},
            track={"pieces": [(0, 1), (1, 0)]},
            trains={"visits": [2] * trains},
        )
        found, complete = problem.all_best()
        assert ([one.value for one in found], complete) == ([50 * trains] * sets, True)
    # Two sides are two ways.
    beside = {"pieces": [(0, 2), (3, 1), (0, 4), (5, 1)], "sides": 2}
    problem = Problem({"value": [20, 30], "own": [1, 0]}, beside, {"visits": [2]})
    assert [one.value for one in problem.all_best()[0]] == [50, 50]


def test_detours_are_not_listed_and_not_missed() -> None:
    """From A over one side to B; or over two more on the way, for the same 50."""
    pieces = [(0, 2), (3, 1), (3, 4), (5, 6), (7, 1)]
    problem = Problem(
        {"value": [20, 30], "own": [1, 0]}, {"pieces": pieces, "sides": 3}, {"visits": [2]}
    )
    assert problem.count_routes() == [[0, 0, 2]]
    found, complete = problem.all_best()
    assert ([one.routes[0].path for one in found], complete) == ([(1, 3, 0)], True)


def test_as_a_question_of_the_worker() -> None:
    for seed in range(40):
        document = drawn(seed)
        found = answer("solve", {"problem": document, "engine": "native"}, Control())
        assert told(found["status"], found["value"]) == truth(document)


def test_ends_of_two_classes_that_may_not_meet() -> None:
    """Classes 1 and 2 may not be the two ends; 2 and 2 may: 40 + 30, by both engines."""
    problem = Problem(
        stops={"value": [40, 30], "own": [0, 1], "end_class": [2, 2]},
        track={"pieces": [(0, 1)]},
        trains={"visits": [2]},
        terms={"forbidden_ends": [(1, 2)]},
    )
    assert [problem.solve(engine=engine).value for engine in ("native", "cpsat")] == [70, 70]
    forbidden = problem.document()
    forbidden["stops"]["end_class"] = [1, 2]
    apart = Problem.parse(forbidden)
    assert [apart.solve(engine=engine).value for engine in ("native", "cpsat")] == [0, 0]
