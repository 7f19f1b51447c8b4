"""What the two sides of the pipe say to each other: the problem, news of it, the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from route_opt.readable import readable

Route = tuple[int, list[int], list[int]]
"""A train, its path and the stops that pay, in the numbers of the core."""


class Limits(NamedTuple):
    """How many stops of one size a train may visit and count; None is no limit."""

    visits: int | None
    counts: int | None


def _sets(flat: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Sets of stops from one array: the value, how many stops, the stops."""
    at = 0
    while at < len(flat):
        value, size = flat[at : at + 2]
        yield value, list(flat[at + 2 : at + 2 + size])
        at += 2 + size


class Problem(msgspec.Struct, frozen=True):
    """A compiled instance as plain lists; the names are those of ``instance.hpp``."""

    value: list[int]
    end_extra: list[int]
    pair_value: list[int]
    end_class: list[int]
    group: list[int]
    goods: list[int]
    own: list[int]
    end_only: list[int]
    buyer: list[int]
    room: list[int]
    minor: list[int]
    tariffs: list[int]
    track: list[tuple[int, int]]
    sides: int
    visits: list[int]
    counts: list[int]
    tariff: list[int]
    major_visits: list[int]
    major_counts: list[int]
    minor_visits: list[int]
    minor_counts: list[int]
    forbidden_ends: list[tuple[int, int]]
    bonus_ends: list[tuple[int, int]]
    required_ends: list[tuple[int, int]]
    sets: list[tuple[int, list[int]]]
    visit_bonus: int
    good_value: int
    extra_good: bool

    @classmethod
    def of(cls, instance: Any) -> Problem:
        """The problem of an `Instance`."""
        fields = {name: getattr(instance, name) for name in cls.__struct_fields__}
        for name in ("track", "forbidden_ends", "bonus_ends", "required_ends"):
            flat = fields[name]
            fields[name] = list(zip(flat[::2], flat[1::2], strict=True))
        fields["sets"] = list(_sets(fields["sets"]))
        plain = {n: f if isinstance(f, int) else list(f) for n, f in fields.items()}
        return msgspec.convert(plain, readable(cls))

    def values(self, train: int) -> list[int]:
        """What each stop is worth to a train."""
        tariff, size = self.tariff[train] if self.tariff else 0, len(self.value)
        return self.tariffs[(tariff - 1) * size :][:size] if tariff else self.value

    def limits(self, train: int) -> tuple[Limits, Limits]:
        """What a train may visit and count of major and of minor stops; None is no limit."""
        majors, minors = (
            tuple(max(limits[train], 0) if limits and limits[train] else None for limits in pair)
            for pair in (
                (self.major_visits, self.major_counts),
                (self.minor_visits, self.minor_counts),
            )
        )
        return Limits(*majors), Limits(*minors)

    def kind(self, train: int) -> tuple[object, ...]:
        """Trains of a kind are interchangeable."""
        return (
            *(self.visits[train], self.counts[train], self.limits(train)),
            self.tariff[train] if self.tariff else 0,
        )

    def route_value(self, train: int, path: list[int], counted: list[int]) -> int:
        """What a route earns by itself, without the terms over all routes."""
        values = self.values(train)
        total = sum(values[stop] for stop in counted)
        total += sum(value for value, stops in self.sets if set(stops) <= set(path))
        paid = [end for end in (path[0], path[-1]) if end in counted]
        total += sum(self.end_extra[end] for end in paid)
        classes = tuple(self.end_class[end] for end in paid)
        if classes in self.bonus_ends or classes[::-1] in self.bonus_ends:
            total += sum(self.pair_value[end] for end in paid)
        return total

    def ceiling(self) -> int:
        """A value no set of routes can pass: each train takes the best stops of the board."""

        def best(values: list[int], limit: int) -> int:
            return sum(sorted(values, reverse=True)[: limit or None])

        total = self.visit_bonus * max((v or len(self.value) for v in self.visits), default=0)
        total += self.good_value * (sum(self.goods) + self.extra_good)
        total += len(self.visits) * sum(value for value, _ in self.sets)
        for train, (visits, counts) in enumerate(zip(self.visits, self.counts, strict=True)):
            total += best(self.values(train), counts or visits)
            total += best(self.end_extra, 2) + best(self.pair_value, 2)
        return total


class Task(msgspec.Struct, frozen=True):
    """A problem to solve, and what is known about it already."""

    problem: Problem
    seconds: float | None
    hint: list[Route]
    lower: int | None
    upper: int | None


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker has loaded the solver library."""


class Found(msgspec.Struct, frozen=True, tag=True):
    """A better set of routes."""

    value: int
    routes: list[Route]


class Bound(msgspec.Struct, frozen=True, tag=True):
    """A better proof of how much there can be."""

    bound: int


class Outcome(msgspec.Struct, frozen=True, tag=True):
    """The search is over. `proved`: what was found last is the best, or there is nothing."""

    proved: bool
    branches: int


class Failure(msgspec.Struct, frozen=True, tag=True):
    """The worker could not solve the problem; it is ready for another one."""

    message: str


Message = Ready | Found | Bound | Outcome | Failure
