"""`route-opt claim`: a dispute at the table, settled in a few lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from route_opt.claims.claim import (
    NONE,
    OPEN,
    REFUTED,
    STANDS,
    Judgement,
    judge,
    load_claim,
    objectors,
)
from route_opt.claims.verdict import Verdict
from route_opt.claims.words import amount_in
from route_opt.cli import PROVED, STOPPED, examples
from route_opt.cli import REFUTED as EXIT_REFUTED
from route_opt.cli.common import (
    as_json,
    changes_of,
    engine_options,
    lines_of,
    position_options,
    say,
    say_json,
)

if TYPE_CHECKING:
    from route_opt.position import Position
    from route_opt.result import Result

_EXIT = {STANDS: PROVED, REFUTED: EXIT_REFUTED, OPEN: STOPPED}


@click.command(
    name="claim",
    epilog=examples(
        'route-opt claim 3099.json@488 --declared "5: Detroit, Toledo" --challenge 450',
        "route-opt claim claim.json",
    ),
)
@position_options
@click.option(
    "--declared",
    multiple=True,
    metavar="ROUTE",
    help="What the president runs: '3/5: Detroit, (Toledo), Cleveland = 110'. One a train.",
)
@click.option(
    "--challenge",
    multiple=True,
    metavar="AMOUNT|ROUTE",
    help="What somebody holds against it: an amount, or routes that pay more.",
)
@engine_options
@click.option("--verdict-only", is_flag=True, help="Show no routes: neither theirs nor the best.")
@as_json
def command(
    position: str,
    declared: tuple[str, ...],
    challenge: tuple[str, ...],
    corporation: str | None,
    trains: str | None,
    engine: str,
    time_limit: float | None,
    verify: bool,
    lenient: bool,
    verdict_only: bool,
    as_json: bool,
) -> None:
    """Judge a claim: legal or every reason why not, its value, the best, the verdict.

    POSITION is a file, - or RECORD.json@ACTION, with what is claimed in --declared and
    --challenge:

    \b
      route-opt claim GAME.json@508 --declared "3/5: Detroit, Cleveland" --challenge 90

    Or it is a claim document, which holds all of it:

    \b
      {"position": {...} or "GAME.json@508",
       "declared": ["3/5: Detroit, (Toledo), Cleveland = 110", "2: Erie, Buffalo"],
       "challenge": 450, or routes like those declared}

    A route is a train and the stops it calls at, in order, by name or hex. Brackets: visited, not
    counted. "= 110", if it is there: what the run is said to pay. A hex between two stops says
    which way the train goes; "Chicago D6.2" says which of several cities is meant. A route may
    also be {"train": "2", "track": ["F20.0", "G19", "H18.0"]}.

    Exit code 0: the run stands, or is legal and nobody has shown better; 1: it is refuted, or none
    is declared; 3: open. Where none is declared, it is the challenge that stands or is refuted.
    """  # noqa: D301, click wants its mark for lines that stay as they are
    read = load_claim(
        position,
        declared=lines_of(declared),
        challenge=_challenge(challenge),
        lenient=lenient,
        **changes_of(corporation, trains),
    )
    result = _search(read.position, engine=engine, time_limit=time_limit, verify=verify)
    judgement = judge(read, result, no_legal_run=result is None)
    if as_json:
        document = judgement.document(result, verdict_only=verdict_only)
        say_json(document, indent=True)
    else:
        for line in _told(judgement, result, verdict_only):
            say(line)
    sys.exit(_exit_code(judgement))


def _exit_code(judgement: Judgement) -> int:
    if judgement.verdict != NONE:
        return _EXIT[judgement.verdict]
    return _EXIT[judgement.possible or REFUTED]


def _challenge(texts: tuple[str, ...]) -> int | list[str] | None:
    lines = lines_of(texts)
    amount = amount_in(lines[0]) if len(lines) == 1 else None
    return amount if amount is not None else lines or None


def _search(position: Position, **options: Any) -> Result | None:
    """The best possible; None where there is no legal run at all."""
    from route_opt.solver import NoLegalRunError, best

    try:
        return best(position, **options)
    except NoLegalRunError:
        return None


def _told(judgement: Judgement, result: Result | None, verdict_only: bool) -> Iterator[str]:
    claim = judgement.claim
    position = claim.position
    declared = judgement.declared
    said = f"{position.title}, phase {position.phase}: {position.corporation}"
    if claim.declared:
        yield f"{said} declares its run."
        yield from _verdict("The declared run", declared, verdict_only)
        if declared.true_value is None:
            yield "The track itself is not legal, so the run has no value."
        elif not declared.legal or declared.true_value != declared.revenue:
            yield f"The same track, counted the best legal way, pays {declared.true_value}."
    else:
        yield f"{said} declares no run."
        yield from (f"  - {violation}" for violation in declared.violations)
    if judgement.challenge is not None:
        yield from _verdict("The challenge", judgement.challenge, verdict_only)
    elif judgement.amount is not None:
        yield f"The challenge: that {judgement.amount} can be run."
    best, *rest = judgement.says
    yield best
    if result is not None and not verdict_only:
        yield from (f"  {route.written}" for route in result.routes)
    if judgement.verdict != STANDS:
        yield objectors(claim)
    yield from rest


def _verdict(what: str, verdict: Verdict, verdict_only: bool) -> Iterator[str]:
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
            yield f"  {route.written}"
            yield from (f"      {line}" for line in route.statement.text())
