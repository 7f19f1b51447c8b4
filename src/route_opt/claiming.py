"""A dispute at the table, judged: what was declared, what is held against it, what is best."""

from __future__ import annotations

from typing import Any

from route_opt.claims.claim import Claim, Judgement, judge, made_claim
from route_opt.position import Position
from route_opt.solver import NoLegalRunError, best


def claim(
    position: Position,
    declared: Any = (),
    challenge: Any = None,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    verify: bool = False,
) -> Judgement:
    """Does the declared run stand, against the challenge if there is one?

    Parameters
    ----------
    declared
        Routes, as documents or as people write them, ``"2: Detroit, Toledo = 60"``.
    challenge
        Routes that are said to pay more, or an amount.
    engine, time_limit, verify
        How to find the best, as for `best`.

    Examples
    --------
    >>> from route_opt import parse
    >>> position = parse({"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
    ...                   "tiles": {"C13": "7@4", "D14": "5@1"}, "tokens": {"C15.0": ["MS"]}})
    >>> judgement = claim(position, ["2: Detroit, Toledo"], challenge=70)
    >>> judgement.verdict
    'stands'
    >>> print(judgement.says[1])
    70 cannot be run; the most is 60, proved.
    """
    said: Claim = made_claim(position, declared, challenge)
    try:
        result = best(position, engine=engine, time_limit=time_limit, verify=verify)
    except NoLegalRunError:
        return judge(said, no_legal_run=True)
    return judge(said, result)
