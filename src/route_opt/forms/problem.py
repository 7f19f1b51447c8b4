"""A problem without a title, as its document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt.forms.document import Document, refers

MOST = 2**31 - 1
RICHEST = MOST // 4
"""What all trains could earn together stays below it, so that no sum overflows."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**24)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Money = Annotated[int, msgspec.Meta(ge=0, le=RICHEST)]
Limit = Annotated[int, msgspec.Meta(ge=-1, le=MOST)]
Visits = Annotated[int, msgspec.Meta(ge=0, le=MOST, extra_json_schema={"not": {"const": 1}})]
Flag = bool | Literal[0, 1]
Together = Annotated[
    tuple[Amount, ...], msgspec.Meta(min_length=2, extra_json_schema={"uniqueItems": True})
]


def _flat_or(row: dict[str, Any], least: int = 0, most: int = MOST) -> Any:
    """The mark of a list of numbers that may come in rows; the types know no such list."""
    number = {"type": "integer", "minimum": least, "maximum": most}
    rows = {"type": "array", "items": number, **row}
    return msgspec.Meta(extra_json_schema={"anyOf": [{"items": number}, {"items": rows}]})


_TWO = {"minItems": 2, "maxItems": 2}

Ends = Annotated[tuple[Any, ...], _flat_or({**_TWO, "uniqueItems": True})]
"""Pairs of two different ends, each a list of two, or one after the other."""
Classes = Annotated[tuple[Any, ...], _flat_or(_TWO, least=1)]
"""Pairs of classes, each a list of two, or one after the other."""
Rows = Annotated[tuple[Any, ...], _flat_or({}, most=RICHEST)]
"""Rows, each a list, or one after the other."""


class ProblemStops(Document, frozen=True):
    """Stops, an entry each in every list; one left out or empty is all zeros, `group` all -1.

    Attributes
    ----------
    value
        Earned where the stop is counted.
    end_extra
        Earned on top where a route counts the stop and ends there.
    pair_value
        What it adds to a bonus pair of ends.
    end_class
        The class of an end, for pairs of ends; 0 is none.
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

    value: Annotated[tuple[Money, ...], msgspec.Meta(max_length=2**24)]
    end_extra: tuple[Money, ...] = ()
    pair_value: tuple[Money, ...] = ()
    end_class: tuple[Amount, ...] = ()
    group: tuple[Limit, ...] = ()
    goods: tuple[Amount, ...] = ()
    own: tuple[Flag, ...] = ()
    end_only: tuple[Flag, ...] = ()
    buyer: tuple[Flag, ...] = ()
    room: tuple[Flag, ...] = ()
    minor: tuple[Flag, ...] = ()
    tariffs: Rows = ()


class ProblemTrack(Document, frozen=True):
    """Track: stop s is the end s, face f of side e is the end stops + 2 * e + f.

    Attributes
    ----------
    pieces
        Pairs of ends that a piece of track joins.
    sides
        How many sides there are; each is used once, by one train.
    """

    pieces: Ends = ()
    sides: Count = 0


class ProblemTrains(Document, frozen=True):
    """Trains, an entry each in every list; 0 is no limit, -1 for cities or towns not one.

    A list that is left out or empty is all zeros.

    Attributes
    ----------
    visits
        The most stops it visits: 0, or from 2 on.
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

    visits: Annotated[tuple[Visits, ...], msgspec.Meta(max_length=1024)]
    counts: tuple[Amount, ...] = ()
    major_visits: tuple[Limit, ...] = ()
    major_counts: tuple[Limit, ...] = ()
    minor_visits: tuple[Limit, ...] = ()
    minor_counts: tuple[Limit, ...] = ()
    tariff: tuple[Amount, ...] = ()


class ProblemSet(Document, frozen=True):
    """Stops all of which on one route earn a value.

    Attributes
    ----------
    stops
        The stops: two or more, each once.
    value
        What they earn together.
    """

    stops: Together
    value: Money


class ProblemTerms(Document, frozen=True):
    """What is paid for a whole route, or for all of them together.

    Attributes
    ----------
    forbidden_ends
        Pairs of end classes that may not be the two ends of a route.
    bonus_ends
        Pairs of end classes that pay the `pair_value` of both ends if both are counted.
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

    forbidden_ends: Classes = ()
    bonus_ends: Classes = ()
    required_ends: Ends = ()
    sets: tuple[ProblemSet, ...] = ()
    visit_bonus: Amount = 0
    good_value: Amount = 0
    extra_good: Flag = False


class ProblemNames(Document, frozen=True):
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


class OwnProblem(Document, frozen=True):
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


AProblem = Annotated[Any, refers("OwnProblem")]
