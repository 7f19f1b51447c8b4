"""A claim at the table: the run a president declares, and what somebody holds against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from route_opt.claims.names import resolve
from route_opt.claims.routes import Route, check_count
from route_opt.claims.rules import Violation
from route_opt.claims.verdict import Verdict, check_on
from route_opt.documents import read_json
from route_opt.errors import ClaimError, PositionError, Problem
from route_opt.network import Network
from route_opt.position import Position, parse

if TYPE_CHECKING:
    from route_opt.solver import Result

FORMAT = "route-opt/claim@1"
_OWN_FIELDS = ("declared", "challenge", "note")

STANDS, REFUTED, OPEN = "stands", "refuted", "open"


class Claim(msgspec.Struct, frozen=True):
    """A declared run and, if there is one, the challenge: routes, or an amount."""

    position: Position
    declared: tuple[Route, ...]
    challenge: tuple[Route, ...] | int | None = None
    note: str = ""


class Judgement(msgspec.Struct, frozen=True):
    """What the judge says to a claim.

    Attributes
    ----------
    verdict
        ``stands``, ``refuted``, or ``open`` where only a search could tell and none has.
    declared, challenge
        The verdicts on the routes of both sides; None where there are no routes.
    better
        The rule that makes the president run something better, where the challenge stands.
    best, bound
        The best possible, if a search was made: between the two where it was stopped.
    """

    verdict: str
    declared: Verdict
    challenge: Verdict | None = None
    amount: int | None = None
    better: Violation | None = None
    best: int | None = None
    bound: int | None = None

    @property
    def reasons(self) -> tuple[Violation, ...]:
        """Everything that speaks against the declared run."""
        return self.declared.violations + ((self.better,) if self.better else ())

    def document(
        self, claim: Claim, result: Result | None = None, *, verdict_only: bool = False
    ) -> dict[str, Any]:
        """The judgement as a JSON document; with `verdict_only`, no routes of anybody."""
        found: dict[str, Any] = {
            "format": FORMAT.replace("claim", "judgement"),
            "verdict": self.verdict,
            "declared": self.declared.document(),
            "challenge": self.amount,
            "better": msgspec.to_builtins(self.better),
            "best": None if result is None else result.document(),
            "objectors": objectors(claim),
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


def read_claim(document: Mapping[str, Any] | str | bytes, *, lenient: bool = False) -> Claim:
    """Read a claim from a dict, or from JSON text or bytes.

    The position stands under ``position``, or its fields beside ``declared`` and ``challenge``.

    Raises
    ------
    ClaimError, PositionError
        With every problem found.
    """
    if isinstance(document, str | bytes):
        document = read_json(document, ClaimError)
    if not isinstance(document, Mapping):
        found = type(document).__name__
        raise ClaimError([Problem("wrong_type", "", f"a claim is an object, not {found}")])
    position = _position(document, lenient)
    network = Network(position)
    problems: list[Problem] = []
    declared = _routes(network, document.get("declared"), "declared", problems)
    challenge = document.get("challenge")
    if challenge is not None and not _is_amount(challenge):
        challenge = _routes(network, challenge, "challenge", problems)
    note = document.get("note", "")
    if not isinstance(note, str):
        problems.append(Problem("wrong_type", "note", f"{note!r} is not a text"))
    if problems:
        raise ClaimError(problems)
    return Claim(position, declared, challenge, note)


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


def _is_amount(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _routes(
    network: Network, routes: Any, where: str, problems: list[Problem]
) -> tuple[Route, ...]:
    if not isinstance(routes, list | tuple):
        hint = ", or an amount" if where == "challenge" else ""
        message = "is missing" if routes is None else f"is not a list of routes{hint}"
        problems.append(Problem("wrong_type", where, message))
        return ()
    try:
        check_count(routes, where)
        return tuple(resolve(network, routes, where))
    except ClaimError as error:
        problems += error.problems
        return ()


def judge(claim: Claim, result: Result | None = None) -> Judgement:
    """Judge a claim, with the result of a search if one was made.

    A declared run stands if it is legal, unless the challenge shows better: routes that are legal
    and pay more, or an amount that the search proves can be had.
    """
    network = Network(claim.position)
    declared = check_on(network, claim.declared)
    best, bound = (result.revenue, result.bound) if result else (None, None)
    best = None if result and result.status == "unknown" else best
    shown: Verdict | None = None
    amount: int | None = None
    verdict = STANDS if declared.legal else REFUTED
    better: Violation | None = None
    if isinstance(claim.challenge, int):
        amount = claim.challenge
        if amount > declared.revenue and declared.legal:
            if best is not None and best >= amount:
                better = _better(network, declared.revenue, amount)
            elif bound is None or bound >= amount:
                verdict = OPEN
    elif claim.challenge is not None:
        shown = check_on(network, claim.challenge)
        if shown.legal and shown.revenue > declared.revenue:
            better = _better(network, declared.revenue, shown.revenue)
    if better is not None:
        verdict = REFUTED
    return Judgement(verdict, declared, shown, amount, better, best, bound)


def _better(network: Network, declared: int, shown: int) -> Violation:
    rule = network.title.routes.rules.get("better_shown", "")
    message = f"the run declared pays {declared}; {shown} can be run"
    return Violation("better_shown", "", rule, message)
