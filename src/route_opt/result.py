"""What comes back from a search: how far it is proved, and its routes, told by the judge."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from route_opt.claims import RouteVerdict, Verdict, account, judge_routes
from route_opt.claims.nothing import why_nothing
from route_opt.claims.routes import Route, places_of
from route_opt.claims.value import Rates
from route_opt.compile import read_track
from route_opt.errors import Problem, UnprovedAnswerError
from route_opt.names import number_of
from route_opt.network import Network
from route_opt.position import Position

FORMAT = "route-opt/result@1"


class Stats(msgspec.Struct, frozen=True):
    """What a search cost.

    Attributes
    ----------
    nodes
        Nodes visited; the same on every machine.
    routes
        Routes listed.
    seconds
        The time in the engine.
    """

    nodes: int
    routes: int
    seconds: float


class Answer(msgspec.Struct):
    """What an engine said, in the core's numbers; `kept` are the trains whose routes were given."""

    status: str
    value: int
    bound: int
    routes: list[tuple[int, list[int], list[int], int]]
    stats: Stats
    error: BaseException | None
    engine: str
    notes: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


class Found:
    """The routes of an answer, put into names when somebody wants to look at them."""

    __slots__ = ("_claim", "answer", "network", "rates")

    def __init__(self, rates: Rates, answer: Answer, claim: list[Route] | None = None) -> None:
        self.network, self.rates, self.answer, self._claim = rates.network, rates, answer, claim

    @property
    def claim(self) -> list[Route]:
        """The routes as anybody might claim them."""
        if self._claim is None:
            self._claim = list(self._named())
        return self._claim

    def _named(self) -> Iterator[Route]:
        network = self.network
        places, trains = places_of(network.board), network.title.trains
        names = network.board.stop_names
        for train, path, counted, _ in self.answer.routes:
            row = trains[network.position.trains[train]]
            track = [places[name] for name in read_track(network, path)]
            yield Route(row, tuple(track), tuple([names[stop] for stop in counted]))

    def judged(self) -> tuple[RouteVerdict, ...]:
        """What the judge has to say about each; an error if there is anything wrong."""
        return self._agreed(judge_routes(self.rates, self.claim))

    def accounted(self) -> tuple[RouteVerdict, ...]:
        """The same without asking the rules: what each pays must still add up."""
        return self._agreed(account(self.rates, self.claim))

    def _agreed(self, verdict: Verdict) -> tuple[RouteVerdict, ...]:
        if not verdict.legal or verdict.revenue != self.answer.value:
            reasons = [violation.code for violation in verdict.violations]
            raise self.refused(f"the judge {verdict.revenue}", reasons or ["legal"])
        return verdict.routes

    def refused(self, other: str, reasons: list[str]) -> UnprovedAnswerError:
        """That an answer does not stand, with all that is needed to look into it."""
        question = self.network.position.document()
        document = msgspec.json.encode({"position": question, "routes": self.answer.routes})
        message = (
            f"the {self.answer.engine} engine says {self.answer.value}, {other}"
            f" ({', '.join(reasons)}); please report: {document.decode()}"
        )
        return UnprovedAnswerError([Problem("unproved", "", message)])


class Result(msgspec.Struct, frozen=True, dict=True):
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
    found
        The routes as the engine gave them; `routes` has them as judged.
    """

    status: str
    revenue: int
    bound: int
    engine: str
    found: Found
    stats: Stats
    position: Position
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: Found) -> Result:
        """The result that an engine's answer is."""
        said, position = found.answer, found.network.position
        return cls(
            *(said.status, said.value, said.bound, said.engine),
            *(found, said.stats, position, position.notes + said.notes),
        )

    @property
    def kept(self) -> list[int]:
        """Which of the routes were given, and not searched for: the best is the best with them."""
        said = self.found.answer
        if not said.kept:
            return []
        return [n for n, route in enumerate(said.routes) if route[0] in said.kept]

    @functools.cached_property
    def routes(self) -> tuple[RouteVerdict, ...]:
        """One entry a running train, as judged: track, counted stops, revenue, statement, bonuses.

        Raises
        ------
        UnprovedAnswerError
            If the judge does not agree to the last dollar.
        """
        return () if self.status == "unknown" else self.found.judged()

    def document(self) -> dict[str, Any]:
        """The result as a JSON document."""
        found: dict[str, Any] = msgspec.to_builtins(self.told())
        return found

    def told(self, *, judged: bool = True) -> dict[str, Any]:
        """What the document holds; the account of its routes may go without the judge."""
        told = judged or self.status == "unknown"
        routes = self.routes if told else self.found.accounted()
        found: dict[str, Any] = {
            "format": FORMAT,
            "status": self.status,
            "revenue": self.revenue,
            "bound": self.bound,
            "engine": self.engine,
            "routes": [route.told for route in routes],
            "stats": msgspec.structs.asdict(self.stats),
        }
        if self.status == "unknown":
            del found["revenue"], found["routes"]
        if self.kept:
            found["kept"] = self.kept
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
        beside = f" with {number_of(len(self.kept), 'route')} kept" if self.kept else ""
        if self.status == "optimal":
            return f"{self.revenue}: proved{beside}{f'; {self.reason}' if self.reason else ''}"
        if self.status == "unknown":
            return f"stopped before any legal run was found; at most {self.bound}{beside}"
        gap = 100 * (self.bound - self.revenue) / self.bound
        return f"{self.revenue}: best found, at most {self.bound}{beside} (gap {gap:.1f}%)"

    def __repr__(self) -> str:
        count = len(self.routes)
        return f"<Result {self.summary()}, {count} route{'s' * (count != 1)}>"

    def _repr_svg_(self) -> str:
        from route_opt.render import draw

        return draw(self.position, [route.document() for route in self.routes])
