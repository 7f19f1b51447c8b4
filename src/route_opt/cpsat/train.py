"""A train of a CP-SAT model.

A train is one circuit. It starts at the depot, goes straight to its root (the first own token, in
a fixed order, that the route counts), runs along one arm of the route to its end, jumps to the
turn, from there back to the root, runs along the other arm and returns to the depot:

    depot -> root -> ... -> end -> turn -> root again -> ... -> other end -> depot

Running outward from the token makes the model strong: the library's cuts then say that whatever a
train visits hangs together with its token by track. A circuit from one end to the other only ties
stops to the depot: on ten dense 1830 boards that took one to seven times the work, mostly three.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model

from route_opt.cpsat.board import DEPOT, FIRST_STOP, TURN, Board
from route_opt.cpsat.links import Link, other_face
from route_opt.cpsat.problem import Route

Literal = cp_model.BoolVarT
Sum = cp_model.LinearExprT


class Arc(NamedTuple):
    """A link as one train may run along it, from node to node."""

    tail: int
    head: int
    link: Link
    literal: Literal


class Train:
    """The circuit of one train, and what its route earns by itself."""

    def __init__(self, model: cp_model.CpModel, board: Board, number: int) -> None:
        self.model, self.board, self.problem, self.number = model, board, board.problem, number
        self.visits, self.counts = self.problem.visits[number], self.problem.counts[number]
        self.sizes = self.problem.limits(number)
        self.kind = self.problem.kind(number)
        self.runs = self.new("runs")
        self.visit = self.per_stop("visit", board.stops)
        # Every stop visited may as well be counted, unless the train counts fewer.
        stops = len(board.stops)
        self.picks = 0 < self.counts < min(self.visits or stops, stops)
        self.picks |= any(limit.counts is not None for limit in self.sizes)
        self.count = self.per_stop("count", board.stops) if self.picks else self.visit
        self.root = self.per_stop("root", board.tokens)
        self.lone = self.per_stop("lone", board.tokens)  # the root is an end itself
        self.first_end = self.per_stop("first_end", board.stops)
        self.second_end = self.per_stop("second_end", board.stops)
        self.end = self.per_stop("end", board.stops)
        self.arcs = list(self._arcs())
        self.value: list[Sum] = []
        self._add_circuit()
        self._add_root()
        self._add_ends()
        self._add_limits()
        self._add_reach()
        self._add_value()

    def new(self, name: str) -> cp_model.IntVar:
        """A yes or no about this train."""
        return self.model.new_bool_var(f"{name} {self.number}")

    def per_stop(self, name: str, stops: Iterable[int]) -> dict[int, cp_model.IntVar]:
        """A yes or no about this train at each stop."""
        return {stop: self.new(f"{name} {stop}") for stop in stops}

    def _arcs(self) -> Iterable[Arc]:
        board = self.board
        for link in board.links:
            for tail, head in (link[:2], link[1::-1]):
                # Nobody runs on from an end-only stop, nor into the token that is always the root.
                if head == board.tokens[0] and not self.picks:
                    continue
                if tail in board.again:
                    yield Arc(board.again[tail], board.node[head], link, self.new("arc"))
                if tail in board.again or not self.problem.end_only[tail]:
                    yield Arc(board.node[tail], board.node[head], link, self.new("arc"))

    def _add_circuit(self) -> None:
        board, idle = self.board, self.runs.negated()
        steps: list[tuple[int, int, Literal]] = [arc[:2] + arc[3:] for arc in self.arcs]
        steps += [(DEPOT, DEPOT, idle), (TURN, TURN, idle)]
        for stop, node in board.node.items():
            steps.append((node, node, self.visit[stop].negated()))
            steps.append((node, TURN, self.first_end[stop]))
            steps.append((node, DEPOT, self.second_end[stop]))
        for token, node in board.again.items():
            steps.append((node, node, self.root[token].negated()))
            steps.append((DEPOT, board.node[token], self.root[token]))
            steps.append((TURN, node, self.root[token]))
            steps.append((node, DEPOT, self.lone[token]))
        self.model.add_circuit(steps)
        for visit in self.visit.values():
            # A circuit may leave out the depot: an idle train must not run in circles.
            self.model.add_implication(visit, self.runs)

    def _add_root(self) -> None:
        """The root is the first token counted, so that each route is found from one root only."""
        model, tokens = self.model, self.board.tokens
        model.add_exactly_one(*self.root.values(), self.runs.negated())
        for n, token in enumerate(tokens):
            root = self.root[token]
            model.add_implication(root, self.count[token])
            for earlier in tokens[:n]:
                model.add_implication(root, self.count[earlier].negated())
            model.add_implication(self.lone[token], root)
            # The first arm is never empty: a route has two stops.
            model.add_implication(self.first_end[token], root.negated())
            if self.problem.end_only[token]:
                model.add_implication(root, self.lone[token])

    def _add_ends(self) -> None:
        model = self.model
        for stop, end in self.end.items():
            lone = self.lone.get(stop, 0)
            model.add(self.first_end[stop] + self.second_end[stop] + lone == end)
            if self.problem.end_only[stop]:
                model.add(end == self.visit[stop])
            else:
                model.add_implication(end, self.visit[stop])
        model.add(sum(self.end.values()) == 2 * self.runs)
        for pair in _unordered(self.problem.forbidden_ends):
            self._add_forbidden(*pair)

    def _add_forbidden(self, one: int, other: int) -> None:
        """Not an end of each class; where they are two, both ends may be of one of them."""
        ends = [self.end[stop] for stop in self.board.by_class[one]]
        if one == other:
            self.model.add(sum(ends) <= 1)
            return
        there = self.new("there")
        for end in ends:
            self.model.add_implication(end, there)
        for stop in self.board.by_class[other]:
            self.model.add_implication(self.end[stop], there.negated())

    def _of_classes(self, pair: tuple[int, int]) -> list[int]:
        return [stop for name in sorted(set(pair)) for stop in self.board.by_class[name]]

    def _add_limits(self) -> None:
        model = self.model
        if self.visits:
            model.add(sum(self.visit.values()) <= self.visits)
        for group, stops in self.board.by_group.items():
            if group >= 0:
                model.add_at_most_one(self.visit[stop] for stop in stops)
        if self.picks and self.counts:
            model.add(sum(self.count.values()) <= self.counts)
        minor = self.problem.minor
        for size, limits in enumerate(self.sizes):
            stops = [s for s in self.board.stops if bool(minor and minor[s]) == bool(size)]
            for limit, literals in zip(limits, (self.visit, self.count), strict=True):
                if limit is not None:
                    model.add(sum(literals[stop] for stop in stops) <= limit)
        if self.picks:
            for stop, count in self.count.items():
                model.add_implication(count, self.visit[stop])

    def _add_reach(self) -> None:
        """Less than a whole train in a region earns less than a whole train's stops there.

        True of every route anyway; said for the linear relaxation, which would otherwise send
        half a train to twice as many stops.
        """
        stops = len(self.board.stops)
        for distance, region in self.board.beyond:
            nodes = {self.board.node[stop] for stop in region}
            inward = [a.literal for a in self.arcs if a.head in nodes and a.tail not in nodes]
            most = max((self.visits or stops) - distance, 0)
            if most < len(region):
                self.model.add(sum(self.visit[stop] for stop in region) <= most * sum(inward))
            if self.picks and (most := min(most, (self.counts or stops) - 1)) < len(region):
                self.model.add(sum(self.count[stop] for stop in region) <= most * sum(inward))

    def _add_value(self) -> None:
        problem, model = self.problem, self.model
        paid = self.end
        if self.picks:
            ends = [s for s in self.board.stops if problem.end_extra[s] or problem.end_class[s]]
            paid = self.per_stop("paid", ends)
            for stop, end in paid.items():
                model.add_implication(end, self.end[stop])
                model.add_implication(end, self.count[stop])
        values = problem.values(self.number)
        for stop, count in self.count.items():
            self._earn(values[stop], count)
            if problem.end_extra[stop]:
                self._earn(problem.end_extra[stop], paid[stop])
        for pair in _unordered(problem.bonus_ends):
            self._add_pair(pair, paid)
        for value, stops in problem.sets:
            if all(stop in self.visit for stop in stops):
                whole = self.new("set")
                for stop in stops:
                    model.add_implication(whole, self.visit[stop])
                self._earn(value, whole)

    def _add_pair(self, pair: tuple[int, int], paid: dict[int, cp_model.IntVar]) -> None:
        """Both ends of the pair's classes, both paid: then each adds its pair value."""
        model, both = self.model, self.new("both")
        for name in pair:
            here = sum(paid[stop] for stop in self.board.by_class[name])
            model.add(here >= (2 if pair[0] == pair[1] else 1) * both)
        for stop in self._of_classes(pair):
            if self.problem.pair_value[stop]:
                bonus = self.new("bonus")
                model.add_implication(bonus, both)
                model.add_implication(bonus, paid[stop])
                self._earn(self.problem.pair_value[stop], bonus)

    def _earn(self, value: int, literal: cp_model.IntVar) -> None:
        if value:
            self.value.append(value // self.board.unit * literal)

    @property
    def rank(self) -> Sum:
        """A number by which equal trains are put in order: the longest first."""
        return sum(self.visit.values())

    # a route in and out

    def route(self, true: Sequence[int]) -> Route | None:
        """The route of a solution."""
        if not true[self.runs.index]:
            return None
        chosen = {arc.tail: arc for arc in self.arcs if true[arc.literal.index]}
        root = next(token for token, root in self.root.items() if true[root.index])
        ahead = self._arm(chosen, self.board.node[root])
        behind = self._arm(chosen, self.board.again[root])
        path = [*_turned(behind, len(self.problem.value)), root, *ahead]
        stops = [end for end in path if end in self.board.node]
        return self.number, path, [stop for stop in stops if true[self.count[stop].index]]

    def _arm(self, chosen: dict[int, Arc], node: int) -> list[int]:
        path: list[int] = []
        stops = len(self.problem.value)
        while node in chosen:
            arc = chosen[node]
            node = arc.head
            head = self.board.stops[node - FIRST_STOP]
            onward = arc.link.path
            path += onward if head == arc.link.second else _turned(onward, stops)
            path.append(head)
        return path

    def hinted(self, path: list[int], counted: list[int]) -> list[Literal]:
        """The literals that are true when this train runs that route."""
        stops = [end for end in path if end in self.board.node]
        counts = counted if self.picks else stops
        root = next(token for token in self.board.tokens if token in counts)
        at = path.index(root)
        behind, ahead = path[at::-1], path[at:]
        if len(ahead) == 1:
            behind, ahead = ahead, behind
        lone = len(behind) == 1
        true: list[Literal] = [self.runs, self.root[root], self.first_end[ahead[-1]]]
        true.append(self.lone[root] if lone else self.second_end[behind[-1]])
        true += [self.end[end] for end in (ahead[-1], behind[-1])]
        true += [self.visit[stop] for stop in stops]
        true += [self.count[stop] for stop in counts]
        true += self._hinted_arm(ahead, self.board.node[root])
        true += self._hinted_arm(behind, self.board.again[root])
        return true

    def _hinted_arm(self, path: list[int], node: int) -> Iterable[Literal]:
        uses: set[int] = set()
        for end in path[1:]:
            if end not in self.board.node:
                uses.add((end - len(self.problem.value)) // 2)
                continue
            head = self.board.node[end]
            for arc in self.arcs:
                fits = arc.link.uses <= uses or not (uses or arc.link.path)
                if (arc.tail, arc.head) == (node, head) and fits:
                    yield arc.literal
                    break
            node, uses = head, set()


def _turned(path: Sequence[int], stops: int) -> list[int]:
    """A path run the other way: the faces left by become the faces entered."""
    return [end if end < stops else other_face(end, stops) for end in reversed(path)]


def _unordered(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted({(min(pair), max(pair)) for pair in pairs})
