"""Questions in, answers out, both as JSON documents: what the worker and the HTTP interface share.

One table names every question with the type of its document, the type of its answer and the
function that answers it; the OpenAPI description is made from the same table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields as fields_of

from route_opt import forms, titles
from route_opt.claims import check_on
from route_opt.claims.claim import judge, read_claim
from route_opt.claims.names import resolve
from route_opt.errors import Problem, RouteOptError
from route_opt.forms.flaws import read_form
from route_opt.harmless import brief, kind_of
from route_opt.network import Network
from route_opt.position import Position, parse
from route_opt.solver import NoLegalRunError, Progress, best
from route_opt.title import Title


class QuestionError(RouteOptError, ValueError):
    """A question that cannot be read."""


class OutOfTimeError(RouteOptError, TimeoutError):
    """A question whose time was up before there was an answer."""


class Abandoned(Exception):  # noqa: N818 (nothing went wrong: nobody waits for the answer)
    """Whoever asked has gone."""


class Control:
    """What the one who asks may do while a search goes on: set a limit, watch it, stop it.

    Parameters
    ----------
    longest
        No question takes longer than so many seconds, whatever it asks for itself.
    watch
        Told best, bound, nodes and seconds every few milliseconds.
    """

    def __init__(self, longest: float | None = None, watch: Progress | None = None) -> None:
        self.longest, self.watch = longest, watch
        self.end = float("inf") if longest is None else time.monotonic() + longest
        self._stopped, self._gone = threading.Event(), threading.Event()

    def stop(self) -> None:
        """End the search with the best it has found."""
        self._stopped.set()

    def abandon(self) -> None:
        """End the search; nobody waits for its answer."""
        self._gone.set()

    def seconds(self, asked: float | None) -> float | None:
        """The time limit of a question that asks for one."""
        limits = [limit for limit in (asked, self.longest) if limit is not None]
        return min(limits, default=None)

    def check(self) -> None:
        """Called between two steps of anything that is no search; raises if it shall end.

        Raises
        ------
        Abandoned
            When nobody waits for the answer.
        OutOfTimeError
            When it was stopped, or its time is up.
        """
        if self._is_over():
            raise OutOfTimeError("was stopped before its end", "stopped")

    def __call__(self, value: int, bound: int, nodes: int, seconds: float) -> bool:
        """Called by a search every few milliseconds; true stops it."""
        if self.watch is not None:
            self.watch(value, bound, nodes, seconds)
        return self._is_over()

    def _is_over(self) -> bool:
        if self._gone.is_set():
            raise Abandoned
        return self._stopped.is_set() or time.monotonic() > self.end


class Ask(NamedTuple):
    """A kind of question.

    `searches` says that it may take long; the others are answered at once.
    """

    question: type[forms.Question]
    answer: type[forms.Answer]
    function: Callable[[Any, Control], dict[str, Any]]
    searches: bool = False


def answer(name: Any, document: Any, control: Control) -> dict[str, Any]:
    """The answer to a question of a kind, with the question's id.

    Raises
    ------
    RouteOptError
        With every problem found.
    """
    if not isinstance(name, str) or name not in ASKS:
        message = f"{brief(name)} is not a question; there are {', '.join(ASKS)}"
        raise QuestionError([Problem("unknown_question", "ask", message)])
    ask = ASKS[name]
    question = _read(ask.question, document)
    control.check()
    found = ask.function(question, control)
    return found if question.id is None else {"id": question.id, **found}


def _read(kind: type[forms.Question], document: Any) -> Any:
    """A question from its document; what it is about may stand beside its own fields."""
    if not isinstance(document, dict):
        message = f"a question is an object, not {kind_of(document)}"
        raise QuestionError([Problem("wrong_type", "", message)])
    about, parts = _about(kind)
    flat = about not in document and any(part in document for part in parts)
    asked = _gathered(kind, document, about, parts) if flat else document
    question, wrong = read_form(asked, kind, parts if flat else ())
    for field in ("routes", "keep"):
        if field in asked and _LISTS.get(field) is kind and not isinstance(asked[field], list):
            message = f"{brief(asked[field])} is not a list of routes"
            wrong.append(Problem("wrong_type", field, message))
    if wrong:
        raise QuestionError([*wrong, *_inside(kind, asked)])
    return question


_LISTS = {"routes": forms.Check, "keep": forms.Best}
"""Fields that are lists of routes, in the question that has them; elsewhere they may be more."""


def _about(kind: type[forms.Question]) -> tuple[str, list[str]]:
    """What a question is about, and the fields of that which may stand beside its own."""
    if kind is forms.Solve:
        return "problem", [field.encode_name for field in fields_of(forms.OwnProblem)]
    if issubclass(kind, forms.About):
        return "position", [field.encode_name for field in fields_of(forms.Position)]
    return "", []


def _gathered(
    kind: type[forms.Question], document: dict[str, Any], about: str, parts: Sequence[str]
) -> dict[str, Any]:
    """A document in which what it is about has its own place."""
    inside = {name: value for name, value in document.items() if name in parts}
    if kind is forms.Claim and inside.get("format") == "route-opt/claim@1":
        del inside["format"]
    beside = {name: value for name, value in document.items() if name not in parts}
    return {**beside, about: inside}


def _inside(kind: type[forms.Question], asked: dict[str, Any]) -> Iterator[Problem]:
    """What is wrong with that which a question is about, where the question itself is wrong."""
    lenient = asked.get("lenient") is True
    try:
        if kind is forms.Claim:
            parts = ("position", "declared", "note", "challenge")
            read_claim({part: asked.get(part) for part in parts}, lenient=lenient)
        elif "position" in asked:
            parse(asked["position"], lenient=lenient)
        elif "problem" in asked:
            from route_opt.problem import Problem as OwnProblem

            OwnProblem.parse(asked["problem"])
        elif "record" in asked:
            from route_opt.records import read

            read(_record(asked["record"]))
    except RouteOptError as error:
        yield from error.problems


def _position(question: forms.About) -> Position:
    return parse(question.position, lenient=question.lenient)


# One function a question.


def _titles(question: forms.Titles, control: Control) -> dict[str, Any]:
    return {"titles": [card(titles.find(name)) for name in titles.names()]}


def card(title: Title) -> dict[str, Any]:
    """A title: what `route-opt titles` tells, and all that is needed to set up a position."""
    fields = ("name", "full_name", "edition", "reconstruction", "sources")
    kept = ("name", "train_limit", "tiles", "option", "without")
    return {
        **{field: getattr(title, field) for field in fields},
        "phases": [{f: getattr(phase, f) for f in kept} for phase in title.phases.values()],
        "trains": [
            {f: getattr(train, f) for f in ("name", "price", "option", "without")}
            for train in title.trains.values()
        ],
        "corporations": [
            {"id": name, "name": row.name, "colour": row.colour, "home": row.home}
            for name, row in title.corporations.items()
        ],
        "markers": [
            {
                "kind": kind.kind,
                "text": kind.text,
                "placed": kind.placed,
                "owned": kind.owned,
                "ends": kind.effect == "required_ends",
                "counted": kind.effect == "cubes",
                "hexes": kind.hexes,
                "stops": kind.stops,
                "states": kind.states,
            }
            for kind in title.markers.values()
        ],
        "options": {
            name: option.text for name, option in title.options.items() if option.scope == "routes"
        },
        "beside_tokens": title.routes.beside_tokens,
    }


def _best(question: forms.Best, control: Control) -> dict[str, Any]:
    return best(
        _position(question),
        engine=question.engine,
        time_limit=control.seconds(question.time_limit),
        verify=question.verify,
        progress=control,
        keep=question.keep,
    ).document()


def _every(question: forms.Every, control: Control) -> dict[str, Any]:
    from route_opt.everyone import beside, every_best, unstated

    others = {other.corporation: other.trains for other in question.others}
    positions = beside(_position(question), others)
    found = every_best(
        positions,
        engine=question.engine,
        time_limit=control.seconds(question.time_limit),
        verify=question.verify,
        progress=control,
    )
    return {"results": [one.document() for one in found], "unstated": unstated(positions)}


def _check(question: forms.Check, control: Control) -> dict[str, Any]:
    network = Network(_position(question))
    return check_on(network, resolve(network, question.routes)).document()


def _claim(question: forms.Claim, control: Control) -> dict[str, Any]:
    fields = {"position": question.position, "declared": question.declared, "note": question.note}
    claim = read_claim({**fields, "challenge": question.challenge}, lenient=question.lenient)
    control.check()
    try:
        result = best(
            claim.position,
            engine=question.engine,
            time_limit=control.seconds(question.time_limit),
            verify=question.verify,
            progress=control,
        )
    except NoLegalRunError:
        result = None
    judgement = judge(claim, result, no_legal_run=result is None)
    return judgement.document(result, verdict_only=question.verdict_only)


def _solve(question: forms.Solve, control: Control) -> dict[str, Any]:
    from route_opt.problem import Problem as OwnProblem

    return (
        OwnProblem.parse(question.problem)
        .solve(
            engine=question.engine,
            time_limit=control.seconds(question.time_limit),
            progress=control,
        )
        .document()
    )


def _whatif(question: forms.WhatIf, control: Control) -> dict[str, Any]:
    from route_opt.next_moves import whatif

    rival = question.against
    return whatif(
        _position(question),
        against=rival.corporation if rival else "",
        rival_trains=rival.trains if rival else (),
        pairs=question.pairs,
        engine=question.engine,
        time_limit=control.seconds(question.time_limit),
        progress=control,
    ).document()


def _draw(question: forms.Draw, control: Control) -> dict[str, Any]:
    from route_opt.render import draw

    return {"svg": draw(_position(question), question.routes)}


def _tiles(question: forms.Tiles, control: Control) -> dict[str, Any]:
    from route_opt.serve.tiles import tiles_of

    position = _position(question)
    if question.hex not in position.rules.hexes:
        message = f"{question.hex[:60]!r} is not a hex of {position.title}"
        raise QuestionError([Problem("unknown_hex", "hex", message)])
    found: dict[str, Any] = msgspec.to_builtins(tiles_of(position, question.hex))
    return found


def _steps(question: forms.Steps, control: Control) -> dict[str, Any]:
    from route_opt.records import read, steps

    record = read(_record(question.record))
    found: dict[str, Any] = {
        "title": record.title,
        "players": [player.name for player in record.players],
        "steps": [],
    }
    try:
        for step in steps(record):
            control.check()
            found["steps"].append(msgspec.to_builtins(step))
    except RouteOptError as error:
        found["error"] = msgspec.to_builtins(error.problems[0])
    return found


def _audit(question: forms.Audit, control: Control) -> dict[str, Any]:
    from route_opt.auditing import audit
    from route_opt.records import read

    return audit(
        read(_record(question.record)),
        engine=question.engine,
        time_limit=control.seconds(question.time_limit),
        progress=control,
        check_time=control.check,
    ).document()


def _record(document: Any) -> dict[str, Any]:
    """A record must come as an object: a text would be read as the name of a file."""
    if not isinstance(document, dict):
        raise QuestionError([Problem("wrong_type", "record", "a record is an object")])
    return document


ASKS = {
    "best": Ask(forms.Best, forms.Result, _best, searches=True),
    "every": Ask(forms.Every, forms.EveryResult, _every, searches=True),
    "check": Ask(forms.Check, forms.Verdict, _check),
    "claim": Ask(forms.Claim, forms.Judgement, _claim, searches=True),
    "solve": Ask(forms.Solve, forms.Solution, _solve, searches=True),
    "whatif": Ask(forms.WhatIf, forms.Ranking, _whatif, searches=True),
    "audit": Ask(forms.Audit, forms.Judged, _audit, searches=True),
    "steps": Ask(forms.Steps, forms.RecordSteps, _steps),
    "draw": Ask(forms.Draw, forms.Picture, _draw),
    "tiles": Ask(forms.Tiles, forms.TilesOfHex, _tiles),
    "titles": Ask(forms.Titles, forms.TitleCards, _titles),
}
