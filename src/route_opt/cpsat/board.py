"""What all trains of a CP-SAT model share: a graph of stops and links."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable

from route_opt.cpsat.links import contract
from route_opt.cpsat.problem import Problem

DEPOT, TURN, FIRST_STOP = 0, 1, 2
"""The nodes of a circuit; the stops follow, then the tokens once more."""


class Board:
    """What all trains share: the links, the stops they join, the unit of money."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.links = contract(problem)
        self.stops = sorted({stop for link in self.links for stop in link[:2]})
        self.tokens = [stop for stop in self.stops if problem.own[stop]]
        self.node = {stop: FIRST_STOP + n for n, stop in enumerate(self.stops)}
        first_again = FIRST_STOP + len(self.stops)
        self.again = {stop: first_again + n for n, stop in enumerate(self.tokens)}
        self.by_class: dict[int, list[int]] = defaultdict(list)
        self.by_group: dict[int, list[int]] = defaultdict(list)
        for stop in self.stops:
            self.by_class[problem.end_class[stop]].append(stop)
            self.by_group[problem.group[stop]].append(stop)
        self.beyond = list(self._beyond())
        money = (*problem.value, *problem.end_extra, *problem.pair_value, *problem.tariffs)
        money += tuple(value for value, _ in problem.sets)
        self.unit = functools.reduce(math.gcd, (*money, problem.visit_bonus, problem.good_value))
        self.unit = self.unit or 1

    def _beyond(self) -> Iterable[tuple[int, set[int]]]:
        """The regions at least so many stops away from every token, for each distance."""
        near: dict[int, set[int]] = defaultdict(set)
        for link in self.links:
            near[link.first].add(link.second)
            near[link.second].add(link.first)
        away, distance = set(self.stops), 0
        shore = set(self.tokens)
        while shore:
            away -= shore
            distance += 1
            left = {stop for stop in away if not self.problem.end_only[stop]}
            while left:
                region = self._region(left.pop(), near, away)
                left -= region
                yield distance, region
            passed = {s for s in shore if distance == 1 or not self.problem.end_only[s]}
            shore = {stop for place in passed for stop in near[place]} & away

    def _region(self, stop: int, near: dict[int, set[int]], away: set[int]) -> set[int]:
        """What hangs together with a stop; end-only stops are part of it but lead nowhere."""
        region, todo = {stop}, [stop]
        while todo:
            stop = todo.pop()
            if not self.problem.end_only[stop]:
                more = near[stop] & away - region
                region |= more
                todo += more
        return region
