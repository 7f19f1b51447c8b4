"""Questions: each names its parts and how to search."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt.forms.document import Document
from route_opt.forms.position import APosition, ARecord, Challenge, Routes
from route_opt.forms.problem import AProblem

Engine = Literal["auto", "native", "cpsat"]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


class Question(Document, frozen=True):
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


class Rival(Document, frozen=True):
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
