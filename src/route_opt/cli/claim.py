"""`route-opt claim`: a dispute at the table, settled in a few lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from route_opt.claims.claim import (
    OPEN,
    REFUTED,
    STANDS,
    Claim,
    Judgement,
    judge,
    objectors,
    read_claim,
)
from route_opt.claims.verdict import RouteVerdict, Verdict
from route_opt.cli import PROVED, STOPPED
from route_opt.cli import REFUTED as EXIT_REFUTED
from route_opt.cli.common import as_json, engine_options, say, say_json, title_dir
from route_opt.documents import read_source
from route_opt.errors import ClaimError

if TYPE_CHECKING:
    from route_opt.solver import Result

_EXIT = {STANDS: PROVED, REFUTED: EXIT_REFUTED, OPEN: STOPPED}
_LAST_LINE = {
    STANDS: "The declared run stands.",
    REFUTED: "The declared run is refuted.",
    OPEN: "Open: the search has not settled whether the challenge can be run.",
}


@click.command(name="claim")
@click.argument("claim", metavar="CLAIM")
@title_dir
@engine_options
@click.option("--lenient", is_flag=True, help="Take an impossible board as it is drawn.")
@click.option("--verdict-only", is_flag=True, help="Show no routes: neither theirs nor the best.")
@as_json
def command(
    claim: str,
    engine: str,
    time_limit: float | None,
    verify: bool,
    lenient: bool,
    verdict_only: bool,
    as_json: bool,
) -> None:
    """Judge a claim: legal or every reason why not, its value, the best, the verdict."""
    read = read_claim(read_source(claim, ClaimError), lenient=lenient)
    result = _search(read, engine=engine, time_limit=time_limit, verify=verify)
    judgement = judge(read, result)
    if as_json:
        document = judgement.document(read, result, verdict_only=verdict_only)
        say_json(document, indent=True)
    else:
        for line in _lines(read, judgement, result, verdict_only):
            say(line)
    sys.exit(_EXIT[judgement.verdict])


def _search(claim: Claim, **options: Any) -> Result | None:
    """The best possible; None where there is no optimizer, or no legal run at all."""
    try:
        from route_opt.solver import NoLegalRunError, best
    except ImportError:
        return None
    try:
        return best(claim.position, **options)
    except NoLegalRunError:
        return None


def _lines(
    claim: Claim, judgement: Judgement, result: Result | None, verdict_only: bool
) -> Iterator[str]:
    position = claim.position
    yield f"{position.title}, phase {position.phase}: {position.corporation} declares its run."
    yield from _told("The declared run", judgement.declared, verdict_only)
    true = judgement.declared.true_value
    if true is None:
        yield "The track itself is not legal, so the run has no value."
    elif not judgement.declared.legal or true != judgement.declared.revenue:
        yield f"The same track, counted the best legal way, pays {true}."
    if judgement.challenge is not None:
        yield from _told("The challenge", judgement.challenge, verdict_only)
    elif judgement.amount is not None:
        yield f"The challenge: {judgement.amount} can be run."
    yield _best_line(result)
    if result is not None and not verdict_only:
        for route in result.routes:
            yield f"  {_summary(route)}"
    yield objectors(claim)
    if judgement.better:
        told = str(judgement.better)
        yield f"{told[:1].upper()}{told[1:]}."
    yield _LAST_LINE[judgement.verdict]


def _told(what: str, verdict: Verdict, verdict_only: bool) -> Iterator[str]:
    if verdict.legal:
        yield f"{what} is legal and pays {verdict.revenue}."
    elif all(violation.code == "wrong_revenue" for violation in verdict.violations):
        yield f"{what} could be run, but does not pay what is said:"
    else:
        yield f"{what} is not legal:"
    for violation in verdict.violations:
        number = f"route {violation.route + 1}: " if violation.route is not None else ""
        yield f"  - {number}{violation}"
    if not verdict_only:
        for route in verdict.routes:
            yield f"  {_summary(route)}"
            yield from (f"      {line}" for line in route.statement.text())


def _summary(route: RouteVerdict) -> str:
    names = [line.name if line.counted else f"({line.name})" for line in route.statement.lines]
    return f"{route.train}: {', '.join(names)} = {route.revenue}"


def _best_line(result: Result | None) -> str:
    if result is None:
        return "The best possible was not searched for."
    if result.status == "optimal":
        return f"The best possible is {result.revenue}, proved."
    if result.status == "unknown":
        return f"The best possible is at most {result.bound}; no legal run was found in time."
    return f"The best possible is {result.revenue} to {result.bound}; the search was stopped."
