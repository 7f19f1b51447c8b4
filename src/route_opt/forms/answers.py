"""Answers."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from route_opt.claims import Violation
from route_opt.claims.verdict import JudgedRoute
from route_opt.errors import Problem
from route_opt.next_moves import Move
from route_opt.problem import OwnRoute
from route_opt.records.departures import Departure
from route_opt.records.views import Step
from route_opt.result import Stats


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every answer may carry.

    Attributes
    ----------
    id
        The `id` of its question.
    """

    id: str | int | None = None


class Result(Answer, frozen=True, kw_only=True):
    """The best routes found: proved when `status` is ``optimal``.

    Attributes
    ----------
    format
        What this document is.
    status
        Proved, stopped before the proof, or stopped before any set with the run that is required
        was found: then there is neither `revenue` nor `routes`.
    bound
        No run pays more than this.
    engine
        Who found it.
    stats
        What the search cost.
    revenue
        What the routes pay together.
    routes
        The routes.
    kept
        The numbers of the routes that were given.
    reason
        Why nothing can be run, where that is so.
    notes
        What the reader should know.
    """

    format: Literal["route-opt/result@1"]
    status: Literal["optimal", "feasible", "unknown"]
    bound: int
    engine: str
    stats: Stats
    revenue: int | None = None
    routes: tuple[JudgedRoute, ...] = ()
    kept: tuple[int, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()


class Solution(Answer, frozen=True, kw_only=True):
    """The best routes of a problem: proved when `status` is ``optimal``.

    Attributes
    ----------
    format
        What this document is.
    status
        Proved, stopped before the proof, impossible, or stopped with nothing found.
    value
        What the routes earn together.
    bound
        No set of routes earns more than this.
    routes
        The routes.
    engine
        Who found them.
    stats
        What the search cost.
    words
        The routes with the names that were given.
    """

    format: Literal["route-opt/solution@1"]
    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    value: int
    bound: int
    routes: tuple[OwnRoute, ...]
    engine: str
    stats: Stats
    words: tuple[str, ...] = ()


class EveryResult(Answer, frozen=True, kw_only=True):
    """A result, or an error, for each corporation; those with a token but no trains stated."""

    results: tuple[dict[str, Any], ...]
    unstated: tuple[str, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """How far a search is: the best found, and what no run can exceed, once that is known."""

    search: str
    best: int
    bound: int | None
    nodes: int
    seconds: float
    format: Literal["route-opt/progress@1"] = "route-opt/progress@1"


class Verdict(Answer, frozen=True, kw_only=True):
    """The verdict on a set of routes.

    Attributes
    ----------
    legal
        No rule is broken.
    revenue
        What the routes pay as declared.
    true_value
        What they pay by the rules.
    violations
        Every rule that is broken.
    routes
        The routes, stop by stop.
    """

    legal: bool
    revenue: int
    true_value: int | None
    violations: tuple[Violation, ...]
    routes: tuple[JudgedRoute, ...] = ()


class Judgement(Answer, frozen=True, kw_only=True):
    """The verdict on a claim.

    Attributes
    ----------
    format
        What this document is.
    verdict
        Of the declared run: it stands, is refuted, is open while the best is not known, or there
        was none.
    says
        The judgement in sentences.
    declared
        The declared run, judged.
    challenge
        The challenge, judged where it is routes.
    challenge_verdict
        Whether it stands.
    better
        That more can be run, with the section on objections.
    best
        The best there is.
    objection
        What an objector can show, if it is more.
    objectors
        Who may object.
    """

    format: Literal["route-opt/judgement@1"]
    verdict: Literal["stands", "refuted", "open", "none"]
    says: tuple[str, ...]
    declared: Verdict
    challenge: Verdict | int | None
    challenge_verdict: Literal["stands", "refuted", "open"] | None
    better: Violation | None
    best: Result | None
    objection: int | None
    objectors: str


class Ranking(Answer, frozen=True, kw_only=True):
    """Next moves, the most useful first.

    Attributes
    ----------
    format
        What this document is.
    corporation
        Who moves.
    revenue
        What it can run now.
    complete
        Every move was looked at.
    moves
        The moves.
    against
        The rival that was named.
    rival_revenue
        What the rival can run now.
    examined
        How many moves were looked at.
    searches
        How many boards were solved for that.
    notes
        What the reader should know.
    unseen
        Where time was up: what no move that was not looked at can exceed.
    bound
        Where the search for `revenue` was stopped: what it can run now is at most this.
    rival_bound
        The same for the rival.
    """

    format: Literal["route-opt/whatif@1"]
    corporation: str
    revenue: int
    complete: bool
    moves: tuple[Move, ...]
    against: str = ""
    rival_revenue: int = 0
    examined: int = 0
    searches: int = 0
    notes: tuple[str, ...] = ()
    unseen: int | None = None
    bound: int | None = None
    rival_bound: int | None = None


class Picture(Answer, frozen=True, kw_only=True):
    """A picture as SVG text."""

    svg: str


class Fitting(msgspec.Struct, frozen=True):
    """A tile for a hex: every rotation it may lie in, those that are the next upgrade.

    Attributes
    ----------
    left
        How many are still in the box; None means that it never runs out.
    pictures
        By rotation, as SVG.
    moves
        By rotation, where stops get other numbers: markers go with them.
    tokens
        By rotation, the tokens of the hex as they stand on that tile, where there are any.
    """

    tile: str
    colour: str
    rotations: tuple[int, ...]
    upgrades: tuple[int, ...]
    left: int | None
    slots: tuple[int, ...]
    pictures: dict[str, str]
    moves: dict[str, dict[str, str]]
    tokens: dict[str, dict[str, tuple[str | None, ...]]]


class TilesOfHex(Answer, frozen=True, kw_only=True):
    """The tiles for a hex, its stops as they are, and the slots of those printed on the map."""

    hex: str
    name: str
    laid: str
    printed: tuple[int, ...]
    tiles: tuple[Fitting, ...]
    stops: tuple[dict[str, Any], ...]


class RecordSteps(Answer, frozen=True, kw_only=True):
    """A record as far as it can be read; `error` says what stopped it."""

    title: str
    players: tuple[str, ...]
    steps: tuple[Step, ...]
    error: Problem | None = None


class Judged(Answer, frozen=True, kw_only=True):
    """Every run of a record, judged, and what each corporation and player missed."""

    record: str
    title: str
    actions: int
    runs: tuple[dict[str, Any], ...]
    departures: tuple[Departure, ...]
    corporations: dict[str, dict[str, int]]
    players: dict[str, dict[str, int]]
    error: Problem | None = None


class TitleCard(msgspec.Struct, frozen=True):
    """A title: all that is needed to set up a position of it."""

    name: str
    full_name: str
    edition: str
    reconstruction: str
    sources: dict[str, str]
    phases: tuple[dict[str, Any], ...]
    trains: tuple[dict[str, Any], ...]
    corporations: tuple[dict[str, Any], ...]
    markers: tuple[dict[str, Any], ...]
    options: dict[str, str]
    beside_tokens: bool


class TitleCards(Answer, frozen=True, kw_only=True):
    """All titles."""

    titles: tuple[TitleCard, ...]


class BatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a batch's output: a result, or what was wrong with its question.

    Attributes
    ----------
    id
        The `id` of the line, or its number.
    key
        What was asked, as a digest: equal questions have equal keys.
    status
        How far it is proved, or `error`.
    title
        The title.
    corporation
        Who runs.
    trains
        Its trains.
    revenue
        The best found.
    bound
        No run pays more than this.
    engine
        Who found it.
    routes
        The routes.
    notes
        What the reader should know.
    error
        What was wrong with the line.
    problems
        The same, one by one.
    """

    id: Any
    key: str
    status: Literal["optimal", "feasible", "unknown", "error"]
    title: str = ""
    corporation: str = ""
    trains: tuple[str, ...] = ()
    revenue: int | None = None
    bound: int | None = None
    engine: str = ""
    routes: tuple[JudgedRoute, ...] = ()
    notes: tuple[str, ...] = ()
    error: Problem | None = None
    problems: tuple[Problem, ...] = ()


class Error(Answer, frozen=True, kw_only=True):
    """What is wrong with a question.

    Attributes
    ----------
    status
        Always `error`.
    error
        All of it in a line.
    problems
        One by one.
    """

    status: Literal["error"]
    error: Problem
    problems: tuple[Problem, ...]
