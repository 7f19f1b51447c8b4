"""The answer to a position: the best routes, how far they are proved, and by whom.

Before a search, what it will be paid is compared with what the judge would pay (`agreement`). After
it, every answer is checked by the core's verifier, which shares the question with the search and no
other code; and when its routes are looked at, by the judge (`claims`), who reads the board itself.
An answer that fails is an error, never an answer.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from route_opt import _core, limits
from route_opt.agreement import agree
from route_opt.claims import account
from route_opt.compile import Instance, compile_network, read_track
from route_opt.errors import InvalidInstanceError, Problem, RouteOptError
from route_opt.network import Network
from route_opt.position import Position
from route_opt.result import Answer, Found, Result, Stats

if TYPE_CHECKING:
    from route_opt.kept import CoreRoute, Rest

ENGINES = ("auto", "native", "cpsat")

HANDOVER = 20_000_000
"""Nodes after which `auto` hands what is left to CP-SAT: a few seconds of search."""

TIDY = 0.1
"""Seconds before its limit at which a search stops: on full boards it has much memory to free."""

SPENT = (
    "the search ended before any limit: the board is beyond its methods; "
    "engine auto hands over to CP-SAT"
)
"""Why an answer without a proof has come early."""

LEAST_FALLBACK = 1.0
"""Seconds of a time limit that must be left for a handover to make sense."""

Progress = Callable[[int, int, int, float], bool | None]
"""Told best, bound, nodes and seconds every few milliseconds; a true answer stops the search."""


class NoLegalRunError(RouteOptError, ValueError):
    """A set of routes is required, such as a connection run, and none exists."""


class DisagreementError(RouteOptError, RuntimeError):
    """Two engines proved different answers to one position. Always a defect of this program."""

    exit_code = 4


def best(
    position: Position | Agreed,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Progress | None = None,
    verify: bool = False,
    keep_interrupted: bool = False,
    ties: bool = True,
    keep: Sequence[Any] = (),
    threads: int = 1,
) -> Result:
    """The most the corporation can earn, with a proof.

    Parameters
    ----------
    position
        A position, or what has been read of one.
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
    ties
        Of sets that earn the same, look for one over fewer sides; who asks for the sum alone
        can do without.
    keep
        Routes that run in any case, as in a claim: ``"3/5: Detroit, Cleveland"``, or documents. The
        others are the best beside them, and what is proved is the best under that condition. A
        line without track means whichever track leaves most to the others.
    threads
        At most so many work on one search, up to 64. They change nothing but the time, and help
        where it is longer than some tenths of a second.

    Raises
    ------
    ClaimError
        If what is to be kept cannot be read, or is not legal.
    UnprovedAnswerError
        If the answer does not pass the independent check.
    DisagreementError
        If `verify` finds two different optima.
    """
    if engine not in ENGINES:
        raise ValueError(f"engine {engine!r} is not one of {', '.join(ENGINES)}")
    clock, node_limit, threads = _Clock(time_limit), _nodes(node_limit), _threads(threads)
    agreed = position if isinstance(position, Agreed) else Agreed(position)
    one = functools.partial(_solve, threads=threads)
    solve = _Around(agreed, keep, one) if keep else functools.partial(one, agreed, ties=ties)
    answer = solve("native" if verify else engine, clock, node_limit, progress)
    if answer.error is not None and not keep_interrupted:
        raise answer.error
    result = _checked(agreed, answer)
    if verify and answer.error is None:
        second = _checked(agreed, solve("cpsat", clock, None, progress))
        _compare(agreed.position, result, second)
        _ = result.routes, second.routes  # the judge as well
    return result


def search(
    instance: Any,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Progress | None = None,
    threads: int = 1,
) -> Answer:
    """What an engine says of an instance, unchecked; the options are those of `best`."""
    if engine not in ENGINES:
        raise ValueError(f"engine {engine!r} is not one of {', '.join(ENGINES)}")
    clock, node_limit, threads = _Clock(time_limit), _nodes(node_limit), _threads(threads)
    return _solve(_Asked(instance), engine, clock, node_limit, progress, threads=threads)


GOALS = {
    "fewest-hexes": "fewest_sides",
    "idle-train": "most_idle_trains",
    "most-cubes-left": "most_goods_left",
}
"""What to prefer among equally good sets of routes, by the names people use.

The core knows no hexes: it lists the sets with the fewest sides first, and the hexes are counted
here.
"""

MOST_NODES = 2**63 - 1
"""More than any search can have."""

MOST_THREADS = 64

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
    sets = limits.count("sets", sets, 1, MOST_SETS)
    clock = _Clock(time_limit)
    agreed = Agreed(position)
    found, complete = ask(
        _core.all_optimal,
        agreed.question,
        goal=GOALS[goal],
        sets=MOST_SETS,
        seconds=clock.search(),
    )
    if not found:
        raise _no_legal_run()
    if goal == "fewest-hexes":
        found, compared = _by_hexes(agreed.rates.network, found, clock)
        complete = complete and compared
    answers = [_read(agreed.instance, (*raw, None), "native") for raw in found[:sets]]
    results = [_checked(agreed, answer) for answer in answers]
    if not complete:
        note = f"not all best sets were compared; another may be better by {goal}"
        results = [msgspec.structs.replace(one, notes=(*one.notes, note)) for one in results]
    return results, complete and len(found) <= sets


def _by_hexes(network: Network, found: list[Any], clock: _Clock) -> tuple[list[Any], bool]:
    """Sets in the order of the hexes they run through, and whether there was time for all."""
    sizes: list[int] = []
    for raw in found:
        if sizes and clock.is_over():  # there may be thousands
            break
        sizes.append(_hexes(network, raw[3]))
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    return [*(found[n] for n in order), *found[len(sizes) :]], len(sizes) == len(found)


def _hexes(network: Network, routes: list[tuple[int, list[int], list[int], int]]) -> int:
    """How many different hexes routes run through, all of them together."""
    tracks = (read_track(network, path) for _, path, _, _ in routes)
    return len({place.partition(".")[0] for track in tracks for place in track})


class _Asked:
    """A question as the engines get it, and as the core holds it."""

    __slots__ = ("instance", "question")

    def __init__(self, instance: Instance) -> None:
        self.instance, self.question = instance, _core.Question(instance)


class Agreed(_Asked):
    """A position that search and judge read in the same way."""

    __slots__ = ("rates",)

    def __init__(self, position: Position) -> None:
        instance = compile_network(Network(position))
        self.rates = agree(instance)
        super().__init__(instance)

    @property
    def position(self) -> Position:
        """What was read."""
        return self.rates.network.position


class _Around:
    """The question with routes that are kept: the best of all that is left by them."""

    def __init__(self, agreed: Agreed, keep: Sequence[Any], solve: Callable[..., Answer]) -> None:
        from route_opt.kept import kept_sets, left_by

        self.agreed, self.solve = agreed, solve
        self.questions = [
            (kept, rest)
            for kept in kept_sets(agreed.rates, keep)
            for rest in left_by(agreed.instance, kept)
        ]

    def __call__(
        self, engine: str, clock: _Clock, node_limit: int | None, progress: Progress | None
    ) -> Answer:
        found: list[Answer] = []
        for kept, rest in self.questions:
            answer = self.solve(_Asked(rest.instance), engine, clock, node_limit, progress)
            found.append(_with_kept(answer, kept, rest))
            if answer.error is not None:
                break
        return self._best(found)

    def _best(self, found: list[Answer]) -> Answer:
        """The best of the answers; proved if no other question leaves room for a better one."""
        possible = [answer for answer in found if answer.status != "infeasible"]
        known = [answer for answer in possible if answer.status != "unknown"]
        unasked = len(found) < len(self.questions)
        if unasked or any(answer.status == "feasible" for answer in known):
            for answer in known:
                answer.value = self._worth(answer)
        best = max(known or possible or found, key=lambda answer: answer.value)
        if possible:
            best.bound = self._ceiling() if unasked else max(a.bound for a in possible)
            if best.status != "unknown":
                best.status = "optimal" if best.bound == best.value else "feasible"
        nodes, routes = (sum(getattr(a.stats, f) for a in found) for f in ("nodes", "routes"))
        best.stats = Stats(nodes, routes, sum(answer.stats.seconds for answer in found))
        best.error = found[-1].error
        best.notes = tuple(dict.fromkeys(note for answer in found for note in answer.notes))
        return best

    def _worth(self, answer: Answer) -> int:
        """What a set earns however it is shared out: its own question may not be the one that says
        so, and that one may have been stopped, or never asked.
        """
        return account(self.agreed.rates, Found(self.agreed.rates, answer).claim).revenue

    def _ceiling(self) -> int:
        """What no set can exceed, where a question was not asked any more."""
        from route_opt.cpsat.problem import Problem as Whole

        return Whole.of(self.agreed.instance).ceiling()


def _with_kept(answer: Answer, kept: Sequence[CoreRoute], rest: Rest) -> Answer:
    """An answer for the other trains as one for all of them."""
    others = [
        (rest.trains[train], path, counted, value) for train, path, counted, value in answer.routes
    ]
    answer.routes = sorted([*kept, *others])
    answer.kept = tuple(sorted(route[0] for route in kept))
    answer.value += rest.earned
    answer.bound += rest.earned
    return answer


def _solve(
    asked: _Asked,
    engine: str,
    clock: _Clock,
    node_limit: int | None,
    progress: Progress | None,
    ties: bool = True,
    threads: int = 1,
) -> Answer:
    if engine == "cpsat":
        from route_opt import cpsat

        if wrong := _core.validate(asked.question):
            raise InvalidInstanceError.of(wrong)
        raw = cpsat.solve(asked.instance, time_limit=clock.left(), progress=progress)
        return _read(asked.instance, raw, "cpsat")
    hands_over = engine == "auto" and node_limit is None
    nodes = HANDOVER if hands_over else MOST_NODES if node_limit is None else node_limit
    watched, seconds = progress and _Watched(progress), clock.search()
    options = {"seconds": seconds, "nodes": nodes, "ties": ties, "threads": threads}
    raw = ask(_core.solve, asked.question, progress=watched, **options)
    answer = _read(asked.instance, raw, "native")
    stopped = answer.error is not None or (watched is not None and watched.stopped)
    if stopped or answer.status not in ("feasible", "unknown"):
        return answer
    if hands_over and clock.left() >= LEAST_FALLBACK:
        return _continued(asked.instance, answer, clock, progress)
    if answer.stats.seconds < seconds and answer.stats.nodes < nodes:
        answer.notes = (SPENT,)
    return answer


class _Clock:
    """What is left of a time limit; it runs from the first look at the position."""

    def __init__(self, limit: float | None) -> None:
        limit = limits.seconds(limit)
        self.end = math.inf if limit is None else time.monotonic() + limit

    def left(self) -> float:
        """Seconds; never quite none, so that an easy board is proved before anybody looks."""
        return max(self.end - time.monotonic(), 1e-9)

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return time.monotonic() >= self.end

    def search(self) -> float:
        """Seconds for a search that has to tidy up within its limit."""
        left = self.left()
        return left if left == math.inf else left - min(TIDY, left / 10)


class _Watched:
    """The caller's progress, and whether it has said stop."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.stopped = progress, False

    def __call__(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        if self.progress(value, bound, nodes, seconds):
            self.stopped = True
        return self.stopped


def ask(question: Callable[..., Any], instance: Any, *more: Any, **options: Any) -> Any:
    """Ask the core; what it refuses is an error of ours, with all its reasons."""
    try:
        return question(instance, *more, **options)
    except ValueError:
        if wrong := _core.validate(instance):
            raise InvalidInstanceError.of(wrong) from None
        raise


def _nodes(limit: int | None) -> int | None:
    return None if limit is None else limits.count("node_limit", limit, 0, MOST_NODES)


def _threads(limit: int) -> int:
    return limits.count("threads", limit, 1, MOST_THREADS)


def _continued(
    instance: Instance, first: Answer, clock: _Clock, progress: Progress | None
) -> Answer:
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
    return Answer(
        status=status,
        value=better.value,
        bound=bound,
        routes=better.routes,
        stats=Stats(nodes, first.stats.routes, seconds),
        error=second.error,
        engine="cpsat",
    )


def _read(instance: Instance, raw: Any, engine: str) -> Answer:
    """What an engine said; stopped before it had the run that is required, it knows a bound."""
    status, value, bound, routes, (nodes, listed, seconds), error = raw
    if status == "feasible" and not routes and len(instance.required_ends):
        status = "unknown"
    return Answer(status, value, bound, routes, Stats(nodes, listed, seconds), error, engine)


def _checked(agreed: Agreed, answer: Answer) -> Result:
    """The answer, if the verifier finds nothing wrong with it."""
    if answer.status == "infeasible":
        raise _no_legal_run()
    found = Found(agreed.rates, answer)
    if answer.status != "unknown":
        said = answer.status, answer.value, answer.bound, answer.routes
        wrong = _core.verify(agreed.question, *said)
        if wrong:
            raise found.refused("the verifier does not agree", wrong)
    return Result.of(found)


def _no_legal_run() -> NoLegalRunError:
    message = "a run is required, and no legal set of routes contains it"
    return NoLegalRunError([Problem("no_legal_run", "markers", message)])


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
