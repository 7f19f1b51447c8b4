"""The answer to a position: the best routes, how far they are proved, and by whom.

Before a search, what it will be paid is compared with what the judge would pay (`agreement`); after
it, every answer is checked by `claims` before anybody sees it. The judge shares the network with
the searches, and no other code. An answer that fails is an error, never an answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec

from route_opt import _core
from route_opt.agreement import agree
from route_opt.claims import RouteVerdict, Verdict, check_on
from route_opt.claims.nothing import why_nothing
from route_opt.compile import Instance, compile_network, read_route, read_track
from route_opt.errors import InvalidInstanceError, Problem, RouteOptError, UnprovedAnswerError
from route_opt.network import Network
from route_opt.position import Position

FORMAT = "route-opt/result@1"
ENGINES = ("auto", "native", "cpsat")

HANDOVER = 20_000_000
"""Nodes after which `auto` hands what is left to CP-SAT: a few seconds of search."""

TIDY = 0.05
"""Seconds before its limit at which a search stops: on full boards it has much memory to free."""

LEAST_FALLBACK = 1.0
"""Seconds of a time limit that must be left for a handover to make sense."""

Progress = Callable[[int, int, int, float], bool | None]
"""Told best, bound, nodes and seconds every few milliseconds; a true answer stops the search."""


class NoLegalRunError(RouteOptError, ValueError):
    """A set of routes is required, such as a connection run, and none exists."""


class DisagreementError(RouteOptError, RuntimeError):
    """Two engines proved different answers to one position. Always a defect of this program."""

    exit_code = 4


class Stats(msgspec.Struct, frozen=True):
    """What a search cost: `seconds` is the time in the engine."""

    nodes: int
    routes: int
    seconds: float


class Result(msgspec.Struct, frozen=True):
    """The best routes found for a position.

    Attributes
    ----------
    status
        ``optimal`` when `revenue` is proved to be the most there is; ``feasible`` when the search
        was stopped: the most there is lies between `revenue` and `bound`; ``unknown`` when it was
        stopped before it had found any set of routes with the run that is required: there are no
        `routes`, `revenue` says nothing, and whether there is a legal set is open.
    engine
        Who proved it: ``native`` or ``cpsat``.
    routes
        One entry a running train, as judged: track, counted stops, revenue, statement, bonuses.
    """

    status: str
    revenue: int
    bound: int
    engine: str
    routes: tuple[RouteVerdict, ...]
    stats: Stats
    position: Position
    notes: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The result as a JSON document."""
        found: dict[str, Any] = {
            "format": FORMAT,
            "status": self.status,
            "revenue": self.revenue,
            "bound": self.bound,
            "engine": self.engine,
            "routes": [route.document() for route in self.routes],
            "stats": msgspec.to_builtins(self.stats),
        }
        if self.status == "unknown":
            del found["revenue"], found["routes"]
        if self.reason:
            found["reason"] = self.reason
        if self.notes:
            found["notes"] = list(self.notes)
        return found

    @property
    def reason(self) -> str:
        """Why nothing is the most there is; empty where there is more, or nothing is proved."""
        proved_nothing = self.status == "optimal" and not self.revenue
        return why_nothing(Network(self.position)) if proved_nothing else ""

    def summary(self) -> str:
        """One line: the revenue, and whether it is proved."""
        if self.status == "optimal":
            return f"{self.revenue}: proved{f'; {self.reason}' if self.reason else ''}"
        if self.status == "unknown":
            return f"stopped before any legal run was found; at most {self.bound}"
        gap = 100 * (self.bound - self.revenue) / self.bound
        return f"{self.revenue}: best found, at most {self.bound} (gap {gap:.1f}%)"

    def __repr__(self) -> str:
        count = len(self.routes)
        return f"<Result {self.summary()}, {count} route{'s' * (count != 1)}>"

    def _repr_svg_(self) -> str:
        from route_opt.render import draw

        return draw(self.position, [route.document() for route in self.routes])


class _Answer(msgspec.Struct):
    """What an engine said, in the core's numbers."""

    status: str
    value: int
    bound: int
    routes: list[tuple[int, list[int], list[int], int]]
    stats: Stats
    error: BaseException | None
    engine: str


def best(
    position: Position,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Progress | None = None,
    verify: bool = False,
    keep_interrupted: bool = False,
) -> Result:
    """The most the corporation can earn, with a proof.

    Parameters
    ----------
    engine
        ``native`` searches; ``cpsat`` asks OR-Tools; ``auto`` searches first and hands over what
        is left when the search is not getting there.
    time_limit, node_limit
        Stop after so many seconds in all or nodes with the best found and a bound.
    progress
        Called every few milliseconds with best, bound, nodes and seconds; true stops the search.
    verify
        Solve with both engines to the end and compare.
    keep_interrupted
        On Ctrl-C return the best found instead of raising KeyboardInterrupt.

    Raises
    ------
    UnprovedAnswerError
        If the answer does not pass the independent check.
    DisagreementError
        If `verify` finds two different optima.
    """
    if engine not in ENGINES:
        raise ValueError(f"engine {engine!r} is not one of {', '.join(ENGINES)}")
    clock = _Clock(time_limit)
    network = Network(position)
    instance = agree(compile_network(network))
    answer = _solve(instance, "native" if verify else engine, clock, node_limit, progress)
    if answer.error is not None and not keep_interrupted:
        raise answer.error
    result = _judged(network, answer)
    if verify and answer.error is None:
        second = _judged(network, _solve(instance, "cpsat", clock, None, progress))
        _compare(position, result, second)
    return result


GOALS = {
    "fewest-hexes": "fewest_sides",
    "idle-train": "most_idle_trains",
    "most-cubes-left": "most_cubes_left",
}
"""What to prefer among equally good sets of routes, by the names people use.

The core knows no hexes: it lists the sets with the fewest sides first, and the hexes are counted
here.
"""

MOST_SETS = 20_000
"""How many equally good sets the core lists at most."""


def all_best(
    position: Position,
    *,
    sets: int = 10,
    goal: str = "fewest-hexes",
    time_limit: float | None = None,
) -> tuple[list[Result], bool]:
    """The sets of routes that earn the most, no two on the same track.

    Parameters
    ----------
    sets
        How many to list at most.
    goal
        Which to list first: ``fewest-hexes`` (different hexes that all routes together run
        through), ``idle-train`` or ``most-cubes-left``.

    Returns
    -------
    tuple
        The results, best by the goal first, and whether these are all there are. Where there are
        too many to compare them all, the results say so in their notes.
    """
    if goal not in GOALS:
        raise ValueError(f"goal {goal!r} is not one of {', '.join(GOALS)}")
    clock = _Clock(time_limit)
    network = Network(position)
    instance = agree(compile_network(network))
    found, complete = _asked(
        _core.all_optimal,
        instance,
        goal=GOALS[goal],
        sets=max(sets, MOST_SETS),
        seconds=clock.search(),
    )
    if not found:
        raise _no_legal_run()
    if goal == "fewest-hexes":
        found.sort(key=lambda raw: _hexes(network, raw[3]))
    answers = [_read(instance, (*raw, None), "native") for raw in found[:sets]]
    results = [_judged(network, answer) for answer in answers]
    if not complete:
        note = f"not all best sets were compared; another may be better by {goal}"
        results = [msgspec.structs.replace(one, notes=(*one.notes, note)) for one in results]
    return results, complete and len(found) <= sets


def _hexes(network: Network, routes: list[tuple[int, list[int], list[int], int]]) -> int:
    """How many different hexes routes run through, all of them together."""
    tracks = (read_track(network, path) for _, path, _, _ in routes)
    return len({place.partition(".")[0] for track in tracks for place in track})


def _solve(
    instance: Instance,
    engine: str,
    clock: _Clock,
    node_limit: int | None,
    progress: Progress | None,
) -> _Answer:
    if engine == "cpsat":
        from route_opt import cpsat

        raw = cpsat.solve(instance, time_limit=clock.left(), progress=progress)
        return _read(instance, raw, "cpsat")
    hands_over = engine == "auto" and node_limit is None
    nodes = HANDOVER if hands_over else 2**63 - 1 if node_limit is None else node_limit
    watched = _Watched(progress)
    raw = _asked(_core.solve, instance, seconds=clock.search(), nodes=nodes, progress=watched)
    answer = _read(instance, raw, "native")
    stopped = watched.stopped or answer.error is not None or clock.left() < LEAST_FALLBACK
    if not hands_over or stopped or answer.status not in ("feasible", "unknown"):
        return answer
    return _continued(instance, answer, clock, progress)


class _Clock:
    """What is left of a time limit; it runs from the first look at the position."""

    def __init__(self, limit: float | None) -> None:
        if limit is not None and math.isnan(limit):
            raise ValueError("a time limit is a number of seconds, not nan")
        self.end = math.inf if limit is None else time.monotonic() + limit

    def left(self) -> float:
        """Seconds; never quite none, so that an easy board is proved before anybody looks."""
        return max(self.end - time.monotonic(), 1e-9)

    def search(self) -> float:
        """Seconds for a search that has to tidy up within its limit."""
        left = self.left()
        return left if left == math.inf else left - min(TIDY, left / 10)


class _Watched:
    """The caller's progress, and whether it has said stop."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.stopped = progress, False

    def __call__(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        if self.progress is not None and self.progress(value, bound, nodes, seconds):
            self.stopped = True
        return self.stopped


def _asked(question: Callable[..., Any], instance: Instance, **options: Any) -> Any:
    """Ask the core; what it refuses is an error of ours, with its reasons."""
    try:
        return question(instance, **options)
    except ValueError as error:
        raise InvalidInstanceError(str(error), "invalid_instance") from None


def _continued(
    instance: Instance, first: _Answer, clock: _Clock, progress: Progress | None
) -> _Answer:
    """What the search left open, handed to CP-SAT with all that is known; the better of both."""
    from route_opt import cpsat

    raw = cpsat.solve(
        instance,
        time_limit=clock.left(),
        hint=[route[:3] for route in first.routes],
        lower=first.value,
        upper=first.bound,
        progress=progress,
    )
    second = _read(instance, raw, "cpsat")
    if second.status == "infeasible":
        return second
    nodes = first.stats.nodes + second.stats.nodes
    seconds = first.stats.seconds + second.stats.seconds
    better = first if second.status == "unknown" or second.value < first.value else second
    bound = min(first.bound, second.bound)
    status = better.status
    if status != "unknown":
        status = "optimal" if better.value == bound else "feasible"
    return _Answer(
        status=status,
        value=better.value,
        bound=bound,
        routes=better.routes,
        stats=Stats(nodes, first.stats.routes, seconds),
        error=second.error,
        engine="cpsat",
    )


def _read(instance: Instance, raw: Any, engine: str) -> _Answer:
    """What an engine said; stopped before it had the run that is required, it knows a bound."""
    status, value, bound, routes, (nodes, listed, seconds), error = raw
    if status == "feasible" and not routes and len(instance.required_ends):
        status = "unknown"
    return _Answer(status, value, bound, routes, Stats(nodes, listed, seconds), error, engine)


def _judged(network: Network, answer: _Answer) -> Result:
    """The answer as the judge sees it; it must agree to the last dollar."""
    position = network.position
    if answer.status == "infeasible":
        raise _no_legal_run()
    routes: list[dict[str, Any]] = []
    for train, path, counted, _ in answer.routes:
        track, names = read_route(network, path, counted)
        routes.append({"train": position.trains[train], "track": track, "counted": names})
    verdict = check_on(network, routes)
    agreed = verdict.legal and verdict.revenue == answer.value
    if not agreed and answer.status != "unknown":
        raise UnprovedAnswerError(_explain(position, routes, verdict, answer))
    return Result(
        status=answer.status,
        revenue=answer.value,
        bound=answer.bound,
        engine=answer.engine,
        routes=verdict.routes,
        stats=answer.stats,
        position=position,
        notes=position.notes,
    )


def _no_legal_run() -> NoLegalRunError:
    message = "a run is required, and no legal set of routes contains it"
    return NoLegalRunError([Problem("no_legal_run", "markers", message)])


def _explain(
    position: Position, routes: list[dict[str, Any]], verdict: Verdict, answer: _Answer
) -> list[Problem]:
    document = msgspec.json.encode({"position": position.document(), "routes": routes}).decode()
    message = (
        f"the {answer.engine} engine says {answer.value}, the judge {verdict.revenue}"
        f" ({', '.join(v.code for v in verdict.violations) or 'legal'}); please report: {document}"
    )
    return [Problem("unproved", "", message)]


def _compare(position: Position, first: Result, second: Result) -> None:
    proved = [result for result in (first, second) if result.status == "optimal"]
    clash = len(proved) == 2 and first.revenue != second.revenue
    if clash or first.revenue > second.bound or second.revenue > first.bound:
        document = msgspec.json.encode(position.document()).decode()
        message = (
            f"{first.engine} says {first.summary()}, {second.engine} says {second.summary()};"
            f" please report: {document}"
        )
        raise DisagreementError([Problem("disagreement", "", message)])
