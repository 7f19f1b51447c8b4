"""What CP-SAT answers: rules on boards worked by hand, then recorded positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from boards import board, grid
from checking import total

import oracle
import strategies
from corpus import rows
from route_opt import cpsat
from route_opt.compile import compile_network
from route_opt.network import Network
from route_opt.position import parse

LINE = [(0, 1), (1, 2), (2, 3), (3, 4)]
VALUES = [10, 20, 30, 40, 50]


def best(instance: Any, **options: Any) -> int:
    """The value proved, after a check of the routes."""
    status, value, bound, routes, _, error = cpsat.solve(instance, time_limit=120, **options)
    assert error is None
    assert (status, bound) == ("optimal", value)
    assert total(instance, routes) == value
    return value


# By hand: a line of five stops worth 10 to 50.


def test_a_short_train_takes_the_best_end_of_its_token() -> None:
    assert best(board(VALUES, LINE, [(3, 3)], [2])) == 30 + 40 + 50


def test_an_unlimited_train_takes_all() -> None:
    assert best(board(VALUES, LINE, [(0, 0)], [2])) == 150


def test_two_trains_share_a_stop_but_no_side() -> None:
    # The second train has only the track west of the token: 30 + 20.
    assert best(board(VALUES, LINE, [(3, 3), (2, 2)], [2])) == 120 + 50


def test_a_train_that_picks_counts_its_token() -> None:
    # Visits all five, counts two of them: the token at 10 and the best other one.
    assert best(board(VALUES, LINE, [(5, 2)], [0])) == 10 + 50


def test_nobody_passes_an_end_only_stop() -> None:
    assert best(board(VALUES, LINE, [(0, 0)], [2], end_only={3: 1})) == 10 + 20 + 30 + 40


def test_an_own_token_on_an_end_only_stop_is_an_end() -> None:
    assert best(board(VALUES, LINE, [(0, 0)], [2], end_only={2: 1})) == 30 + 40 + 50


def test_one_stop_of_a_group() -> None:
    assert best(board(VALUES, LINE, [(0, 0)], [2], group={0: 0, 3: 0})) == 20 + 30 + 40 + 50


def test_the_extra_of_an_end_is_paid_at_the_end_only() -> None:
    # 30 + 40 + 50 with an end in the middle of nowhere, or stop 3 as an end: 20 + 30 + 40 + 45.
    assert best(board(VALUES, LINE, [(3, 3)], [2], end_extra={3: 45})) == 20 + 30 + 40 + 45


def test_a_pair_of_ends_earns_its_bonus() -> None:
    ends: Any = {"end_class": {1: 1, 3: 2}, "pair_value": {1: 40, 3: 30}, "bonus_ends": [2, 1]}
    assert best(board(VALUES, LINE, [(0, 0)], [2], **ends)) == 20 + 30 + 40 + 70


def test_a_bonus_pair_is_paid_when_both_ends_are_counted() -> None:
    ends: Any = {"end_class": {1: 1, 3: 2}, "pair_value": {1: 40, 3: 30}, "bonus_ends": [1, 2]}
    # Counts two, one of them the token: the pair cannot both be counted.
    assert best(board(VALUES, LINE, [(5, 2)], [2], **ends)) == 30 + 50


def test_forbidden_ends() -> None:
    ends: Any = {"end_class": {0: 1, 4: 1}, "forbidden_ends": [1, 1]}
    assert best(board(VALUES, LINE, [(0, 0)], [2], **ends)) == 20 + 30 + 40 + 50


def test_forbidden_ends_of_two_classes() -> None:
    ends: Any = {"end_class": {0: 1, 4: 2}, "forbidden_ends": [1, 2]}
    assert best(board(VALUES, LINE, [(0, 0)], [2], **ends)) == 20 + 30 + 40 + 50


def test_the_visit_bonus_goes_to_one_train() -> None:
    # 3 visits by the longer train, not 5 by both.
    assert best(board(VALUES, LINE, [(3, 3), (2, 2)], [2], visit_bonus=10)) == 170 + 30


def test_cubes_are_shared_between_trains() -> None:
    goods: Any = {"goods": {2: 1}, "buyer": {1: 1, 4: 1}, "good_value": 100}
    assert best(board(VALUES, LINE, [(3, 3), (2, 2)], [2], **goods)) == 170 + 100


def test_the_extra_cube_needs_room() -> None:
    goods: Any = {"goods": {2: 1}, "buyer": {1: 1, 4: 1}, "good_value": 100, "extra_good": True}
    assert best(board(VALUES, LINE, [(3, 3), (2, 2)], [2], **goods)) == 170 + 100
    goods["room"] = {2: 1}
    assert best(board(VALUES, LINE, [(3, 3), (2, 2)], [2], **goods)) == 170 + 200


def test_a_required_run_is_made_at_a_loss() -> None:
    assert best(board(VALUES, LINE, [(3, 3)], [2], required_ends=[0, 2])) == 10 + 20 + 30


@pytest.mark.parametrize("known", [{}, {"lower": 0, "upper": 100}])
def test_a_required_run_that_cannot_be_made(known: dict[str, Any]) -> None:
    answer = cpsat.solve(board(VALUES, LINE, [(2, 2)], [2], required_ends=[0, 4]), **known)
    assert answer[0] == "infeasible"
    assert answer[3] == []


def test_track_between_two_stops_of_a_tile_is_used_once() -> None:
    pair = board([10, 20], [], [(2, 2), (2, 2)], [0], track=[0, 1])
    assert best(pair) == 30


def test_a_ring_without_a_token_is_no_route() -> None:
    ring = [(0, 1), (1, 2), (2, 0), (3, 4)]
    assert best(board([50, 50, 50, 10, 10], ring, [(0, 0), (0, 0)], [3])) == 20


@pytest.mark.parametrize(("trains", "own"), [([], [0]), ([(2, 2)], [])])
def test_nothing_to_run(trains: list[tuple[int, int]], own: list[int]) -> None:
    assert best(board(VALUES, LINE, trains, own)) == 0


# What is known beforehand.


def test_a_hint_and_bounds_do_not_change_the_answer() -> None:
    small = grid(4, 2)
    value = best(small)
    routes = cpsat.solve(small)[3]
    hint = [route[:3] for route in routes]
    assert best(small, hint=hint) == value
    assert best(small, hint=hint, lower=value, upper=value + 200) == value
    assert best(small, lower=value - 100, upper=value) == value


@pytest.mark.parametrize("wrong", [{"lower": 160}, {"upper": 140}])
def test_a_wrong_bound_is_a_contradiction(wrong: dict[str, Any]) -> None:
    with pytest.raises(cpsat.SolverError) as caught:
        cpsat.solve(board(VALUES, LINE, [(0, 0)], [2]), **wrong)
    assert caught.value.problems[0].code == "contradiction"


def test_the_right_bounds_are_no_contradiction() -> None:
    assert best(board(VALUES, LINE, [(0, 0)], [2]), lower=150, upper=150) == 150
    assert best(board(VALUES, LINE, [(0, 0)], [2]), lower=141, upper=159) == 150


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (cpsat.solve(grid(4, 2))[:4] for _ in range(2))
    assert first == second


# Random boards against brute force, and recorded positions.


@pytest.mark.parametrize("title", strategies.TITLES)
def test_random_boards_against_brute_force(title: str) -> None:
    compared = 0
    for seed in range(12):
        position = strategies.position(title, seed)
        try:
            expected = oracle.best(position, limit=600)[0]
        except (oracle.TooMany, oracle.Impossible):
            continue
        assert best(compile_network(Network(position))) == expected, (title, seed)
        compared += 1
    assert compared >= 3


def agree(corpus: Path, *patterns: str, every: int = 1) -> None:
    wrong = []
    for row in list(rows(corpus, *patterns))[::every]:
        value = best(compile_network(Network(parse(row["position"]))))
        if value != row["best"]:
            wrong.append((row["id"], row["best"], value))
    assert wrong == []


def test_a_sample_of_recorded_positions(corpus: Path) -> None:
    agree(corpus, "positions/*/*.jsonl", every=11)


@pytest.mark.slow
def test_all_recorded_positions(corpus: Path) -> None:
    agree(corpus, "positions/*/*.jsonl")
