"""A claim at the table: the run a president declares, and what somebody holds against it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from route_opt.claims.names import resolve
from route_opt.claims.routes import Route, is_number, wrong_amount
from route_opt.claims.rules import Violation
from route_opt.claims.verdict import Verdict, check_on
from route_opt.documents import read_json, read_source
from route_opt.errors import ClaimError, PositionError, Problem, RouteOptError
from route_opt.harmless import brief, kind_of
from route_opt.network import Network
from route_opt.position import Position, load, parse

if TYPE_CHECKING:
    from route_opt.result import Result

FORMAT = "route-opt/claim@1"
_OWN_FIELDS = ("declared", "challenge", "note")

STANDS, REFUTED, OPEN, NONE = "stands", "refuted", "open", "none"


class Claim(msgspec.Struct, frozen=True):
    """A declared run and, if there is one, the challenge: routes, or an amount."""

    position: Position
    declared: tuple[Route, ...]
    challenge: tuple[Route, ...] | int | None = None
    note: str = ""


class Search(msgspec.Struct, frozen=True):
    """What a search found out: the most that can be run lies from `best` to `bound`.

    `best` is None where no legal set of routes was found; so is `bound` where there is none.
    """

    best: int | None
    bound: int | None

    def can_be_run(self, amount: int) -> str:
        """Whether that much can be run: it stands, is refuted, or is open."""
        if self.best is not None and self.best >= amount:
            return STANDS
        return REFUTED if self.bound is None or self.bound < amount else OPEN


class Judgement(msgspec.Struct, frozen=True):
    """What the judge says to a claim.

    Attributes
    ----------
    verdict
        On the declared run: ``stands``, ``refuted``, ``open`` where only a search could tell and
        none has, or ``none`` where no run is declared.
    declared, challenge
        The verdicts on the routes of both sides; None where there are no routes.
    amount, possible
        The amount of a challenge, and whether it can be run: ``stands``, ``refuted``, ``open``.
    better
        The rule that makes the president run something better, where the challenge stands.
    search
        What a search found out, if there was one.
    """

    claim: Claim
    verdict: str
    declared: Verdict
    challenge: Verdict | None = None
    amount: int | None = None
    possible: str = ""
    better: Violation | None = None
    search: Search | None = None

    @property
    def reasons(self) -> tuple[Violation, ...]:
        """Everything that speaks against the declared run."""
        return self.declared.violations + ((self.better,) if self.better else ())

    @property
    def objection(self) -> int | None:
        """More than was declared, which can be run: what somebody could still object."""
        best = self.search.best if self.search else None
        return best if best is not None and best > self.declared.revenue else None

    @property
    def says(self) -> tuple[str, ...]:
        """What is so, in sentences: the best, the challenge, then the declared run."""
        return tuple(filter(None, (self._on_best(), self._on_challenge(), self._on_declared())))

    def _on_best(self) -> str:
        if self.search is None:
            return "The best possible was not searched for."
        best, bound = self.search.best, self.search.bound
        if bound is None:
            return "No legal run is possible at all: one is required that cannot be run, proved."
        if best is None:
            return f"The best possible is {bound} at most; the search was stopped."
        if best == bound:
            return f"The best possible is {best}, proved."
        return f"The best possible is {best} to {bound}; the search was stopped."

    def _on_challenge(self) -> str:
        if self.better and self.verdict != NONE:
            told = str(self.better)
            return f"{told[:1].upper()}{told[1:]}."
        if self.challenge is not None:
            if not self.challenge.legal:
                return "The challenge is not legal, so it shows nothing."
            if self.challenge.revenue <= self.declared.revenue and self.verdict != NONE:
                pays, declared = self.challenge.revenue, self.declared.revenue
                return f"The challenge pays {pays}, no more than the {declared} declared."
            return f"The challenge stands: {self.challenge.revenue} can be run."
        if self.amount is None:
            return ""
        if self.possible == STANDS:
            return f"{self.amount} can be run."
        if self.possible == OPEN or self.search is None:
            return f"Whether {self.amount} can be run is open."
        if self.search.bound is None:
            return f"{self.amount} cannot be run."
        if self.search.best == self.search.bound:
            return f"{self.amount} cannot be run; the most is {self.search.best}, proved."
        return f"{self.amount} cannot be run; the most is {self.search.bound} at most, proved."

    def _on_declared(self) -> str:
        can_be_run = f"{self.objection} can be run"
        if self.verdict == NONE:
            return f"No run is declared{'' if self.objection is None else f'; {can_be_run}'}."
        if self.verdict == REFUTED:
            return "The declared run is refuted."
        if self.verdict == OPEN:
            return "Open: the search has not settled whether the challenge can be run."
        if self.objection is None:
            return "The declared run stands."
        title, routes = self.claim.position.title, self.claim.position.rules.routes
        if routes.objectors:
            rule = routes.rules.get("better_shown", "")
            may = f"{routes.objectors} may object ({can_be_run})"
            return f"The declared run is legal; {may}{f' [{rule}]' if rule else ''}."
        return (
            f"The declared run is legal; {can_be_run}, and the rules of {title} do not say "
            "who may object."
        )

    def document(
        self, result: Result | None = None, *, verdict_only: bool = False
    ) -> dict[str, Any]:
        """The judgement as a JSON document; with `verdict_only`, no routes of anybody."""
        found: dict[str, Any] = {
            "format": FORMAT.replace("claim", "judgement"),
            "verdict": self.verdict,
            "says": list(self.says),
            "declared": self.declared.document(),
            "challenge": self.amount,
            "challenge_verdict": self.possible or None,
            "better": msgspec.to_builtins(self.better),
            "best": None if result is None else result.document(),
            "objection": self.objection,
            "objectors": objectors(self.claim),
        }
        if self.challenge is not None:
            found["challenge"] = self.challenge.document()
        if verdict_only:
            for part in ("declared", "challenge", "best"):
                if isinstance(found[part], dict):
                    found[part].pop("routes", None)
        return found


def objectors(claim: Claim) -> str:
    """Who may object to a run under the title's rules."""
    who = claim.position.rules.routes.objectors
    if not who:
        return f"The rules of {claim.position.title} do not say who may object."
    rule = claim.position.rules.routes.rules.get("better_shown", "")
    return f"{who.capitalize()} may object{f' ({rule})' if rule else ''}."


def load_claim(
    source: str | Path,
    *,
    declared: Sequence[Any] = (),
    challenge: Sequence[Any] | int | None = None,
    lenient: bool = False,
    **changes: Any,
) -> Claim:
    """Load a claim from a file or ``-``, or a position and what is claimed there.

    Parameters
    ----------
    source
        A claim document, in which ``position`` may name another file or a record beside it
        (``"RECORD.json@508"``); or any position that `route_opt.load` takes.
    declared, challenge
        What is claimed, in place of what the document says.
    changes
        Fields of the position to change, such as ``trains``.

    Raises
    ------
    ClaimError, PositionError
        With every problem found.
    """
    name = str(source)
    document: Any = None
    if os.path.exists(name) or "@" not in name:
        document = read_json(read_source(source, ClaimError), ClaimError, name)
    is_claim = isinstance(document, dict) and bool({*_OWN_FIELDS[:2]} & document.keys())
    try:
        if is_claim and isinstance(document.get("position"), str):
            position = load(_beside(source, document["position"]), lenient=lenient)
        elif is_claim:
            position = _position(document, lenient)
        elif name == "-":
            position = parse(document, lenient=lenient)
        else:
            position = load(source, lenient=lenient)
        if changes:
            position = position.replace(lenient=lenient, **changes)
        said = document if is_claim else {}
        return made_claim(
            position,
            declared or said.get("declared"),
            said.get("challenge") if challenge is None else challenge,
            said.get("note", ""),
        )
    except RouteOptError as error:
        raise error.in_file(name) from None


def _beside(source: str | Path, name: str) -> str:
    """A file that a document names: beside the document if it is there, else as it stands."""
    beside = Path(source).parent / name
    path, at, _ = str(beside).rpartition("@")
    there = beside.exists() or (at and Path(path).exists())
    return str(beside) if there else name


def read_claim(document: Mapping[str, Any] | str | bytes, *, lenient: bool = False) -> Claim:
    """Read a claim from a dict, or from JSON text or bytes. It reads no other file.

    The position stands under ``position``, or its fields beside ``declared`` and ``challenge``.

    Raises
    ------
    ClaimError, PositionError
        With every problem found.
    """
    if isinstance(document, str | bytes):
        document = read_json(document, ClaimError)
    if not isinstance(document, Mapping):
        found = kind_of(document)
        raise ClaimError([Problem("wrong_type", "", f"a claim is an object, not {found}")])
    declared, challenge, note = (document.get(field) for field in _OWN_FIELDS)
    return made_claim(
        _position(document, lenient), declared, challenge, "" if note is None else note
    )


def made_claim(position: Position, declared: Any, challenge: Any, note: Any = "") -> Claim:
    """The claim of routes and a challenge as they are said.

    Raises
    ------
    ClaimError
        With every problem found.
    """
    network = Network(position)
    problems: list[Problem] = []
    if declared is None and challenge is None:
        message = "is missing: nothing is declared, and nothing is challenged"
        problems.append(Problem("missing", "declared", message))
    routes = _routes(network, declared, "declared", problems)
    if is_number(challenge):
        problems += wrong_amount(challenge, "challenge")
    elif challenge is not None:
        challenge = _routes(network, challenge, "challenge", problems)
    if not isinstance(note, str):
        problems.append(Problem("wrong_type", "note", f"{brief(note)} is not a text"))
    if problems:
        raise ClaimError(problems)
    return Claim(position, routes, challenge, note)


def _position(document: Mapping[str, Any], lenient: bool) -> Position:
    rest = {name: value for name, value in document.items() if name not in _OWN_FIELDS}
    if "position" not in rest:
        if rest.get("format") == FORMAT:
            del rest["format"]
        return parse(rest, lenient=lenient)
    strange = sorted(rest.keys() - {"position", "format"})
    problems = [Problem("unknown_field", name, "is not a field of a claim") for name in strange]
    if rest.get("format", FORMAT) != FORMAT:
        problems.append(Problem("wrong_format", "format", f"is not {FORMAT!r}"))
    try:
        position = parse(rest["position"], lenient=lenient)
    except PositionError as error:
        problems += [
            Problem(p.code, f"position.{p.where}".rstrip("."), p.message) for p in error.problems
        ]
    if problems:
        raise ClaimError(problems)
    return position


def _routes(
    network: Network, routes: Any, where: str, problems: list[Problem]
) -> tuple[Route, ...]:
    if routes is None and where == "declared":
        return ()
    if isinstance(routes, str):
        routes = [routes]
    if not isinstance(routes, list | tuple):
        hint = ", or an amount" if where == "challenge" else ""
        message = f"is not a list of routes{hint}"
        problems.append(Problem("wrong_type", where, message))
        return ()
    try:
        return tuple(resolve(network, routes, where))
    except ClaimError as error:
        problems += error.problems
        return ()


def judge(claim: Claim, result: Result | None = None, *, no_legal_run: bool = False) -> Judgement:
    """Judge a claim, with the result of a search if one was made.

    A declared run stands if it is legal, unless the challenge shows better: routes that are legal
    and pay more, or an amount that can be had. `no_legal_run` says that the search proved that
    there is no legal set of routes at all.
    """
    search = Search(None, None) if no_legal_run else None
    if result is not None:
        search = Search(None if result.status == "unknown" else result.revenue, result.bound)
    network = Network(claim.position)
    declared = check_on(network, claim.declared)
    verdict = STANDS if declared.legal else REFUTED
    if declared.legal and not claim.declared:
        verdict = NONE
    shown: Verdict | None = None
    amount: int | None = None
    possible, more = "", 0
    if isinstance(claim.challenge, int):
        amount = claim.challenge
        possible = _can_be_run(amount, declared, search)
        more = amount if possible == STANDS else 0
        if possible == OPEN and verdict == STANDS:
            verdict = OPEN
    elif claim.challenge is not None:
        shown = check_on(network, claim.challenge)
        possible = STANDS if shown.legal else REFUTED
        more = shown.revenue if shown.legal else 0
    better: Violation | None = None
    if declared.legal and more > declared.revenue:
        better = _better(network, declared.revenue, more)
        verdict = REFUTED if claim.declared else NONE
    return Judgement(claim, verdict, declared, shown, amount, possible, better, search)


def _can_be_run(amount: int, declared: Verdict, search: Search | None) -> str:
    if declared.legal and declared.revenue >= amount:
        return STANDS  # the president does it
    return OPEN if search is None else search.can_be_run(amount)


def _better(network: Network, declared: int, shown: int) -> Violation:
    rule = network.title.routes.rules.get("better_shown", "")
    message = f"the run declared pays {declared}; {shown} can be run"
    return Violation("better_shown", "", rule, message)
