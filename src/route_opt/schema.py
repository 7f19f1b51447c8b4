"""The documents that the interfaces speak, as types: from these comes the OpenAPI description.

A position and its routes are read by `position` and `claims`, which tell every problem at once;
the types here describe them and the answers. A question names its parts and how to search.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt.claims import Violation
from route_opt.claims.statement import Bonus, Line
from route_opt.errors import Problem
from route_opt.next_moves import Move
from route_opt.position import Marker
from route_opt.problem import OwnRoute
from route_opt.records.departures import Departure
from route_opt.records.views import Step
from route_opt.result import Stats

Engine = Literal["auto", "native", "cpsat"]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


def refers(name: str) -> Any:
    """The mark of a field that another type describes than the one that reads it."""
    return msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A document in which an unknown field is an error, so that a slip is seen."""


# What is asked about.


class Position(_Document, frozen=True):
    """What can this corporation earn, here, now?"""

    title: str
    phase: str
    corporation: str
    format: Literal["route-opt/position@1"] = "route-opt/position@1"
    trains: tuple[str, ...] = ()
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] = {}
    markers: tuple[Marker, ...] = ()
    options: tuple[str, ...] = ()


class Route(_Document, frozen=True):
    """A route: stops where the train calls, bare hexes where it only passes."""

    train: str
    track: tuple[str, ...]
    counted: tuple[str, ...] | None = None
    revenue: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A game as 18xx.games exports it; what else stands in it is left alone."""

    title: str
    players: tuple[Any, ...]
    actions: tuple[dict[str, Any], ...]


Number = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**24)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Limit = Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)]
Flag = bool | Literal[0, 1]


class ProblemStops(_Document, frozen=True):
    """Stops, an entry each in every list; a list that is left out is all zeros, `group` all -1."""

    value: tuple[Amount, ...]
    end_extra: tuple[Amount, ...] = ()
    pair_value: tuple[Amount, ...] = ()
    end_class: tuple[Amount, ...] = ()
    group: tuple[Limit, ...] = ()
    goods: tuple[Amount, ...] = ()
    own: tuple[Flag, ...] = ()
    end_only: tuple[Flag, ...] = ()
    buyer: tuple[Flag, ...] = ()
    room: tuple[Flag, ...] = ()
    minor: tuple[Flag, ...] = ()
    tariffs: tuple[Amount, ...] = ()


class ProblemTrack(_Document, frozen=True):
    """Track: stop s is the end s, face f of side e is the end stops + 2 * e + f."""

    pieces: tuple[tuple[Amount, Amount], ...] = ()
    sides: Count = 0


class ProblemTrains(_Document, frozen=True):
    """Trains, an entry each in every list; 0 is no limit, and -1 in the last five not one."""

    visits: tuple[Amount, ...]
    counts: tuple[Amount, ...] = ()
    major_visits: tuple[Limit, ...] = ()
    major_counts: tuple[Limit, ...] = ()
    minor_visits: tuple[Limit, ...] = ()
    minor_counts: tuple[Limit, ...] = ()
    tariff: tuple[Amount, ...] = ()


class ProblemSet(_Document, frozen=True):
    """Stops all of which on one route earn a value."""

    stops: tuple[Amount, ...]
    value: Amount


class ProblemTerms(_Document, frozen=True):
    """What is paid for a whole route, or for all of them together."""

    forbidden_ends: tuple[tuple[Amount, Amount], ...] = ()
    bonus_ends: tuple[tuple[Amount, Amount], ...] = ()
    required_ends: tuple[tuple[Amount, Amount], ...] = ()
    sets: tuple[ProblemSet, ...] = ()
    visit_bonus: Amount = 0
    good_value: Amount = 0
    extra_good: bool = False


class ProblemNames(_Document, frozen=True):
    """Names, for people."""

    stops: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()


class OwnProblem(_Document, frozen=True):
    """A problem without a title: stops, track, trains and terms as the core sees them."""

    stops: ProblemStops
    track: ProblemTrack
    trains: ProblemTrains
    terms: ProblemTerms = ProblemTerms()
    names: ProblemNames = ProblemNames()
    format: Literal["route-opt/problem@1"] = "route-opt/problem@1"


APosition = Annotated[Any, refers("Position")]
AProblem = Annotated[Any, refers("OwnProblem")]
ARecord = Annotated[Any, refers("Record")]
Routes = Annotated[
    Any,
    msgspec.Meta(
        description="Routes, or lines such as '3/5: Detroit, (Toledo), Cleveland = 110'.",
        extra_json_schema={
            "type": "array",
            "items": {"anyOf": [{"$ref": "#/components/schemas/Route"}, {"type": "string"}]},
        },
    ),
]
Challenge = Annotated[
    Any,
    msgspec.Meta(
        description="Routes that pay more, or an amount.",
        extra_json_schema={
            "anyOf": [
                {"type": "null"},
                {"type": "integer"},
                {
                    "type": "array",
                    "items": {
                        "anyOf": [{"$ref": "#/components/schemas/Route"}, {"type": "string"}]
                    },
                },
            ]
        },
    ),
]


# Questions.


class Question(_Document, frozen=True):
    """What every question may carry: an `id` that its answer repeats, and a note."""

    id: str | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None = None
    note: str = ""


class Titles(Question, frozen=True):
    """What titles are there?"""


class About(Question, frozen=True, kw_only=True):
    """A question about a position; with `lenient`, an impossible board is taken as drawn."""

    position: APosition
    lenient: bool = False


class Search(About, frozen=True, kw_only=True):
    """A question that takes a search."""

    engine: Engine = "auto"
    time_limit: Seconds | None = None


class Best(Search, frozen=True, kw_only=True):
    """The best routes; with routes to `keep`, the best beside them."""

    verify: bool = False
    keep: Routes = ()


class Rival(_Document, frozen=True):
    """Another corporation with the trains it runs."""

    corporation: str
    trains: tuple[str, ...] = ()


class Every(Search, frozen=True, kw_only=True):
    """What can the corporation earn, and what can others whose trains are stated?"""

    others: tuple[Rival, ...] = ()
    verify: bool = False


class Check(About, frozen=True, kw_only=True):
    """Are these routes legal, and what do they pay?"""

    routes: Routes


class Claim(Search, frozen=True, kw_only=True):
    """Does the declared run stand, against the challenge if there is one?"""

    declared: Routes = None
    challenge: Challenge = None
    verify: bool = False
    verdict_only: bool = False
    format: Literal["route-opt/claim@1"] = "route-opt/claim@1"


class WhatIf(Search, frozen=True, kw_only=True):
    """What would the next move be worth?"""

    against: Rival | None = None
    pairs: bool = False


class Draw(About, frozen=True, kw_only=True):
    """The board as a picture, with routes if there are any."""

    routes: Annotated[Any, msgspec.Meta(description="Routes, or a result that has some.")] = None


class Tiles(About, frozen=True, kw_only=True):
    """The tiles that may lie on a hex, each in the rotations that fit."""

    hex: str


class Solve(Question, frozen=True, kw_only=True):
    """The best routes of a problem of one's own, without a title."""

    problem: AProblem
    engine: Engine = "auto"
    time_limit: Seconds | None = None


class Steps(Question, frozen=True, kw_only=True):
    """A record step by step, each with the position before it."""

    record: ARecord


class Audit(Question, frozen=True, kw_only=True):
    """Every run of a record: was it legal, and what did it miss?"""

    record: ARecord
    engine: Engine = "auto"
    time_limit: Seconds | None = None


# Answers.


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every answer may carry: the `id` of its question."""

    id: str | int | None = None


class JudgedRoute(msgspec.Struct, frozen=True):
    """A route, and how its revenue comes about."""

    train: str
    track: tuple[str, ...]
    counted: tuple[str, ...]
    revenue: int
    written: str
    sum: str
    statement: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]


class Result(Answer, frozen=True, kw_only=True):
    """The best routes found: proved when `status` is ``optimal``.

    Where it is ``unknown``, no set with the run that is required was found in time, and there is
    neither `revenue` nor `routes`. `kept` are the numbers of the routes that were given.
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
    """The best routes of a problem: proved when `status` is ``optimal``."""

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
    """The verdict on a set of routes."""

    legal: bool
    revenue: int
    true_value: int | None
    violations: tuple[Violation, ...]
    routes: tuple[JudgedRoute, ...] = ()


class Judgement(Answer, frozen=True, kw_only=True):
    """The verdict on a claim."""

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
    """Next moves, the most useful first."""

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
    """A line of a batch's output: a result, or what was wrong with its question."""

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


class Error(Answer, frozen=True, kw_only=True):
    """What is wrong with a question: all of it in `problems`, in a line in `error`."""

    status: Literal["error"]
    error: Problem
    problems: tuple[Problem, ...]
