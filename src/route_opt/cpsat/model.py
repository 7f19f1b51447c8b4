"""The compiled problem as a CP-SAT model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

from route_opt.cpsat.board import Board
from route_opt.cpsat.problem import Problem, Route
from route_opt.cpsat.train import Literal, Train

MUCH = 10**12
"""More than any set of routes can be worth."""


class Model:
    """All trains on one board, and the terms over them together."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.board = Board(problem)
        numbers = range(len(problem.visits)) if self.board.links else ()
        self.trains = [Train(self.model, self.board, number) for number in numbers]
        self.value = [term for train in self.trains for term in train.value]
        self._add_track()
        self._add_order()
        self._add_visit_bonus()
        self._add_goods()
        self._add_required_ends()
        self.model.maximize(sum(self.value))

    def _add_track(self) -> None:
        """Each piece of track once, by one train; track always used together is one piece."""
        users: dict[int, list[Literal]] = defaultdict(list)
        for train in self.trains:
            for arc in train.arcs:
                for track in arc.link.uses:
                    users[track].append(arc.literal)
        alike = {frozenset(literal.index for literal in using): using for using in users.values()}
        for using in alike.values():
            self.model.add_at_most_one(using)

    def _add_order(self) -> None:
        """Equal trains are the same in any order: keep one."""
        last: dict[tuple[object, ...], Train] = {}
        for train in self.trains:
            if before := last.get(train.kind):
                self.model.add_implication(train.runs, before.runs)
                self.model.add(before.rank >= train.rank)
            last[train.kind] = train

    def _add_visit_bonus(self) -> None:
        if not self.problem.visit_bonus:
            return
        most = len(self.board.stops)
        chosen = []
        for train in self.trains:
            here, visits = train.new("mail"), self.model.new_int_var(0, most, "mailed")
            self.model.add(visits <= sum(train.visit.values()))
            self.model.add(visits <= min(train.visits or most, most) * here)
            self.value.append(self.problem.visit_bonus // self.board.unit * visits)
            chosen.append(here)
        self.model.add_at_most_one(chosen)

    def _add_goods(self) -> None:
        """Goods flow from the sources to the trains that call there, a buyer takes one each."""
        problem, model = self.problem, self.model
        room = [s for s in self.board.stops if problem.extra_good and problem.room[s]]
        extra = {stop: model.new_bool_var("extra good") for stop in room}
        model.add_at_most_one(extra.values())
        left = {stop: problem.goods[stop] + extra.get(stop, 0) for stop in self.board.stops}
        most = {stop: problem.goods[stop] + (stop in extra) for stop in self.board.stops}
        buyers = [stop for stop in self.board.stops if problem.buyer[stop]]
        if not (problem.good_value and buyers):
            return
        taken: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        for train in self.trains:
            load = {s: model.new_int_var(0, goods, "load") for s, goods in most.items() if goods}
            for stop, goods in load.items():
                model.add(goods <= most[stop] * train.visit[stop])
                taken[stop].append(goods)
                self.value.append(problem.good_value // self.board.unit * goods)
            model.add(sum(load.values()) <= sum(train.visit[stop] for stop in buyers))
        for stop, loads in taken.items():
            model.add(sum(loads) <= left[stop])

    def _add_required_ends(self) -> None:
        for ends in self.problem.required_ends:
            runs = []
            for train in self.trains:
                if all(stop in train.end for stop in ends):
                    runs.append(train.new("required"))
                    for stop in ends:
                        self.model.add_implication(runs[-1], train.end[stop])
            self.model.add_bool_or(runs)

    # what is known beforehand

    def at_least(self, value: int) -> None:
        """Look only for routes worth that much.

        As the domain of the objective, which is minimized with its sign turned: a constraint
        would be one more row of the relaxation.
        """
        if self.value:
            most = -value // self.board.unit
            self.model.proto.objective.domain.extend((-MUCH, most))

    def hint(self, routes: Iterable[Route]) -> None:
        """Start from these routes."""
        given = self._matched(list(routes))
        for train in self.trains:
            path, counted = given.get(train.number, ([], []))
            true = {literal.index for literal in train.hinted(path, counted)} if path else set()
            literals = [train.runs, *(arc.literal for arc in train.arcs)]
            for each in (train.visit, train.root, train.lone, train.end):
                literals += each.values()
            literals += [*train.first_end.values(), *train.second_end.values()]
            if train.picks:
                literals += train.count.values()
            for literal in literals:
                self.model.add_hint(literal, literal.index in true)

    def _matched(self, routes: list[Route]) -> dict[int, tuple[list[int], list[int]]]:
        """The routes given to their trains, equal trains in the order `_add_order` wants."""
        kinds: dict[tuple[object, ...], list[tuple[int, list[int], list[int]]]] = defaultdict(list)
        for number, path, counted in routes:
            rank = sum(end in self.board.node for end in path)
            train = self.trains[number]
            kinds[train.kind].append((-rank, path, counted))
        given = {}
        for kind, ranked in kinds.items():
            numbers = [t.number for t in self.trains if t.kind == kind]
            for number, (_, path, counted) in zip(numbers, sorted(ranked), strict=False):
                given[number] = path, counted
        return given

    def routes(self, true: Sequence[int]) -> list[Route]:
        """The routes of a solution."""
        found = (train.route(true) for train in self.trains)
        return [route for route in found if route is not None]
