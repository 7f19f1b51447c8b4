"""A board of numbers, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from route_opt import _core, limits
from route_opt.errors import InvalidInstanceError, UnprovedAnswerError
from route_opt.problem import documents
from route_opt.problem.documents import unpacked
from route_opt.problem.reading import MONEY, PAIRS, STOPS, TRAINS, Reader
from route_opt.problem.solution import OwnRoute, Solution, Stats

if TYPE_CHECKING:
    from route_opt.position import Position
    from route_opt.solver import Progress

GOALS = {
    "fewest-sides": "fewest_sides",
    "idle-train": "most_idle_trains",
    "most-goods-left": "most_goods_left",
}
"""What to prefer among equally good sets of routes."""


class Problem:
    """A board, the trains that run on it, and what they are paid for.

    Every group is a mapping from names to lists, arrays, numpy arrays or other buffers. Arrays of
    32-bit integers, and of bytes or truth values for flags, are used where they lie, without a
    copy: leave them alone as long as the problem is in use.

    Parameters
    ----------
    stops
        ``value`` and any other field of ``Stops`` in ``instance.hpp``.
    track
        ``pieces``, pairs of ends, and ``sides``, their number. Stop ``s`` is the end ``s``, face
        ``f`` (0 or 1) of side ``e`` is ``stops + 2 * e + f``.
    trains
        ``visits`` and any other field of ``Trains``.
    terms
        Any field of ``Terms``; ``sets`` are mappings with ``stops`` and a ``value``.
    names
        Names of ``stops``, ``sides`` and ``trains``, for people.

    Raises
    ------
    InvalidInstanceError
        With every problem found.

    Examples
    --------
    Two stops with a side between them, worth 20 and 30, an own token at the first, and a train of
    two stops:

    >>> problem = Problem(
    ...     stops={"value": [20, 30], "own": [True, False]},
    ...     track={"pieces": [(0, 2), (3, 1)], "sides": 1},
    ...     trains={"visits": [2]},
    ...     names={"stops": ["Here", "There"], "trains": ["2"]},
    ... )
    >>> problem
    <Problem: 2 stops, 1 side, 1 train>
    >>> solution = problem.solve()
    >>> solution.value, solution.status
    (50, 'optimal')
    >>> print(*solution.words)
    2: There, Here = 50
    """

    # What the core reads from an instance.
    value: Any
    end_extra: Any
    pair_value: Any
    end_class: Any
    group: Any
    goods: Any
    own: Any
    end_only: Any
    buyer: Any
    room: Any
    minor: Any
    tariffs: Any
    track: Any
    sides: int
    visits: Any
    counts: Any
    tariff: Any
    major_visits: Any
    major_counts: Any
    minor_visits: Any
    minor_counts: Any
    forbidden_ends: Any
    bonus_ends: Any
    required_ends: Any
    sets: Any
    visit_bonus: int
    good_value: int
    extra_good: bool

    def __init__(
        self,
        stops: Mapping[str, Any],
        track: Mapping[str, Any],
        trains: Mapping[str, Any],
        terms: Mapping[str, Any] | None = None,
        names: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        reader = Reader()
        reader.group(self, "stops", stops, "value", STOPS)
        reader.track(self, track)
        reader.group(self, "trains", trains, "visits", TRAINS)
        reader.terms(self, terms or {})
        self.names = reader.names(self, names or {})
        reader.done(InvalidInstanceError.of(_core.validate(self, reader.unread)).problems)

    def __repr__(self) -> str:
        parts = ((len(self.value), "stop"), (self.sides, "side"), (len(self.visits), "train"))
        counted = ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in parts)
        return f"<Problem: {counted}>"

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        """As its document: arrays that lie elsewhere do not travel."""
        return type(self).parse, (self.document(),)

    # Where it comes from.

    @classmethod
    def from_position(cls, position: Position) -> Problem:
        """What a position of a title compiles to.

        >>> from route_opt import parse
        >>> position = parse({"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
        ...                   "tiles": {"C13": "7@4", "D14": "5@1"}, "tokens": {"C15.0": ["MS"]}})
        >>> Problem.from_position(position).solve().value
        60
        """
        from route_opt.compile import compile_network
        from route_opt.network import Network

        network = Network(position)
        made = compile_network(network)
        names = {
            "stops": network.board.stop_names,
            "sides": ["-".join(hexes) for hexes in network.board.side_names],
            "trains": position.trains,
        }
        return cls(
            {name: getattr(made, name) for name in ("value", *STOPS)},
            {"pieces": made.track, "sides": made.sides},
            {name: getattr(made, name) for name in ("visits", *TRAINS)},
            {
                **{name: getattr(made, name) for name in (*PAIRS, *MONEY)},
                "sets": [{"stops": stops, "value": value} for value, stops in unpacked(made.sets)],
                "extra_good": made.extra_good,
            },
            names,
        )

    @classmethod
    def parse(cls, document: Any) -> Problem:
        """The problem of a JSON document, as text or as an object.

        Raises
        ------
        InvalidInstanceError
            With every problem found.
        """
        return documents.parse(document, cls)

    def document(self) -> dict[str, Any]:
        """The problem as a JSON document; what says nothing is left out."""
        return documents.document(self)

    # What can be asked.

    def solve(
        self,
        *,
        engine: str = "auto",
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> Solution:
        """The best set of routes, with a proof; the options are those of `best`.

        Raises
        ------
        UnprovedAnswerError
            If the answer does not pass the independent check.
        """
        from route_opt.solver import search

        answer = search(
            self,
            engine=engine,
            time_limit=time_limit,
            node_limit=node_limit,
            progress=progress,
            threads=threads,
        )
        if answer.error is not None:
            raise answer.error
        stats = answer.stats.nodes, answer.stats.routes, answer.stats.seconds
        return self._checked(
            *(answer.status, answer.value, answer.bound, answer.routes, answer.engine, stats)
        )

    def all_best(
        self, *, sets: int = 10, goal: str = "fewest-sides", time_limit: float | None = None
    ) -> tuple[list[Solution], bool]:
        """Sets of routes that earn the most, and whether these are all.

        No two of them read the same: the same stops over the same sides, whichever train runs
        which route and whichever way. Sets with a detour (running between two stops that could
        leave out some of its sides) are not listed, and not missed where these are all.

        Parameters
        ----------
        sets
            How many to list at most; beyond 20,000 they are not looked for.
        goal
            Which come first: ``fewest-sides``, ``idle-train`` or ``most-goods-left``.
        """
        if goal not in GOALS:
            raise ValueError(f"goal {goal!r} is not one of {', '.join(GOALS)}")
        seconds = limits.seconds(time_limit)
        found, complete = self._ask(
            _core.all_optimal,
            goal=GOALS[goal],
            sets=limits.count("sets", sets, 1, 2**31 - 1),
            seconds=float("inf") if seconds is None else seconds,
        )
        solutions = [
            self._checked(status, value, bound, routes, "native", stats)
            for status, value, bound, routes, stats in found
        ]
        return solutions, complete

    def verify(self, solution: Solution) -> list[str]:
        """What is wrong with a solution, by code that shares nothing with the search.

        Nothing, if its routes are legal and worth what they say; otherwise a sentence each. Whether
        there is a better set it cannot tell.
        """
        reader = Reader()
        read = reader.solution(solution)
        if reader.wrong:
            return [str(one) for one in reader.wrong]
        said: list[str] = self._ask(_core.verify, *read)
        return said

    def count_routes(self) -> list[list[int]]:
        """How many legal routes each train has: entry n of its list are those over n stops.

        A route is legal if its train may visit its stops and may count an own one among them.
        """
        counts: list[list[int]] = self._ask(_core.count_routes)
        return counts

    def _ask(self, question: Callable[..., Any], *more: Any, **options: Any) -> Any:
        """Ask the core: arrays may have been changed since they were looked at."""
        from route_opt.solver import ask

        return ask(question, self, *more, **options)

    def _checked(
        self,
        status: str,
        value: int,
        bound: int,
        raw: list[tuple[int, list[int], list[int], int]],
        engine: str,
        stats: tuple[int, int, float],
    ) -> Solution:
        routes = tuple(OwnRoute(t, tuple(path), tuple(c), v) for t, path, c, v in raw)
        words = tuple(map(self._words, routes))
        found = Solution(status, value, bound, routes, engine, Stats(*stats), words)
        if status not in ("unknown", "infeasible") and (wrong := self.verify(found)):
            raise UnprovedAnswerError("; ".join(wrong), "unproved")
        return found

    def _words(self, route: OwnRoute) -> str:
        """A route as people write it: stops that do not count stand in brackets."""
        called = [end for end in route.path if end < len(self.value)]
        stops = [
            name if stop in route.counted else f"({name})"
            for stop in called
            for name in [self._name("stops", stop)]
        ]
        return f"{self._name('trains', route.train)}: {', '.join(stops)} = {route.value}"

    def _name(self, kind: str, number: int) -> str:
        return self.names[kind][number] if self.names[kind] else str(number)
