"""The documents that the interfaces speak, as types: from these comes the OpenAPI description.

A position and its routes are read by `position` and `claims`, which tell every problem at once;
the types here describe them and the answers. A question names its parts and how to search.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt.claims import Violation
from route_opt.claims.verdict import JudgedRoute
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
    """What can this corporation earn, here, now?

    Attributes
    ----------
    title
        The title: `1846`.
    phase
        Its phase: `II`.
    corporation
        Who runs.
    format
        What this document is.
    trains
        The trains it runs.
    tiles
        By hex, tile and rotation: `57@2`. What is not here is as printed.
    tokens
        By city, slot by slot: a corporation, or null for a free slot.
    markers
        What else lies on the map or is held.
    options
        Variants and readings in force.
    """

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
    """A route.

    Attributes
    ----------
    train
        The train that runs it.
    track
        Stops where the train calls, bare hexes where it only passes.
    counted
        The stops that pay; all that it calls at if left out.
    revenue
        What it is said to pay.
    """

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


def _flat_or(**row: Any) -> Any:
    """The mark of a list of amounts that may come in rows; the types know no such list."""
    amount = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
    rows = {"type": "array", "items": amount, **row}
    return msgspec.Meta(extra_json_schema={"items": {"anyOf": [amount, rows]}})


Pairs = Annotated[tuple[Any, ...], _flat_or(minItems=2, maxItems=2)]
"""Pairs, each a list of two, or one after the other."""
Rows = Annotated[tuple[Any, ...], _flat_or()]
"""Rows, each a list, or one after the other."""


class ProblemStops(_Document, frozen=True):
    """Stops, an entry each in every list; a list that is left out is all zeros, `group` all -1.

    Attributes
    ----------
    value
        Earned where the stop is counted.
    end_extra
        Earned on top where a route counts the stop and ends there.
    pair_value
        What it adds to a bonus pair of ends.
    end_class
        The class of an end, for pairs of ends.
    group
        -1, or a number: a route visits one stop of a group at most.
    goods
        Goods that lie here.
    own
        It has a token of the corporation that runs: every route counts one such stop.
    end_only
        A route may end here, not pass.
    buyer
        It takes one good a train.
    room
        It could take the one extra good.
    minor
        A town, for trains that tell towns from cities.
    tariffs
        Rows of one value a stop, one after the other or each a list: a train of tariff k is paid by
        row k - 1 in place of `value`.
    """

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
    tariffs: Rows = ()


class ProblemTrack(_Document, frozen=True):
    """Track: stop s is the end s, face f of side e is the end stops + 2 * e + f.

    Attributes
    ----------
    pieces
        Pairs of ends that a piece of track joins.
    sides
        How many sides there are; each is used once, by one train.
    """

    pieces: Pairs = ()
    sides: Count = 0


class ProblemTrains(_Document, frozen=True):
    """Trains, an entry each in every list; 0 is no limit, -1 for cities or towns not one.

    Attributes
    ----------
    visits
        The most stops it visits.
    counts
        The most stops it counts.
    major_visits
        The most cities it visits.
    major_counts
        The most cities it counts.
    minor_visits
        The most towns it visits.
    minor_counts
        The most towns it counts.
    tariff
        0: paid by `value`; k: by row k - 1 of `tariffs`.
    """

    visits: tuple[Amount, ...]
    counts: tuple[Amount, ...] = ()
    major_visits: tuple[Limit, ...] = ()
    major_counts: tuple[Limit, ...] = ()
    minor_visits: tuple[Limit, ...] = ()
    minor_counts: tuple[Limit, ...] = ()
    tariff: tuple[Amount, ...] = ()


class ProblemSet(_Document, frozen=True):
    """Stops all of which on one route earn a value.

    Attributes
    ----------
    stops
        The stops.
    value
        What they earn together.
    """

    stops: tuple[Amount, ...]
    value: Amount


class ProblemTerms(_Document, frozen=True):
    """What is paid for a whole route, or for all of them together.

    Attributes
    ----------
    forbidden_ends
        Pairs of end classes that may not be the two ends of a route.
    bonus_ends
        Pairs of end classes that are paid if both ends are counted.
    required_ends
        Pairs of stops: some train has to run from one to the other.
    sets
        Stops all of which on one route earn something.
    visit_bonus
        For each stop that the longest route visits.
    good_value
        For each good brought to a buyer on the same route.
    extra_good
        One more good on any one stop with room.
    """

    forbidden_ends: Pairs = ()
    bonus_ends: Pairs = ()
    required_ends: Pairs = ()
    sets: tuple[ProblemSet, ...] = ()
    visit_bonus: Amount = 0
    good_value: Amount = 0
    extra_good: bool = False


class ProblemNames(_Document, frozen=True):
    """Names, for people.

    Attributes
    ----------
    stops
        Of stops.
    sides
        Of sides.
    trains
        Of trains.
    """

    stops: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()


class OwnProblem(_Document, frozen=True):
    """A problem without a title: stops, track, trains and terms as the core sees them.

    Attributes
    ----------
    stops
        The stops.
    track
        The track.
    trains
        The trains.
    terms
        What is paid beyond the stops.
    names
        Names for people.
    format
        What this document is.
    """

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
    """What every question may carry.

    Attributes
    ----------
    id
        Its answer repeats it.
    note
        For people; not read.
    """

    id: str | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None = None
    note: str = ""


class Titles(Question, frozen=True):
    """What titles are there?"""


class About(Question, frozen=True, kw_only=True):
    """A question about a position.

    Attributes
    ----------
    position
        The position.
    lenient
        Take an impossible board as it is drawn.
    """

    position: APosition
    lenient: bool = False


class Search(About, frozen=True, kw_only=True):
    """A question that takes a search.

    Attributes
    ----------
    engine
        Who solves: the native search, CP-SAT, or the first and then the other.
    time_limit
        Stop after so many seconds with the best found and a bound.
    """

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
    """Does the declared run stand, against the challenge if there is one?

    Attributes
    ----------
    declared
        The routes as declared.
    challenge
        What is held against them: an amount, or routes.
    verify
        Solve with both engines and compare.
    verdict_only
        Judge, and do not look for the best.
    format
        What this document is.
    """

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
