"""Whose shares a dividend is paid on, and the run that left most on the table."""

from __future__ import annotations

from typing import Any

import msgspec
from game_records import ALTOONA, PRR, RUN, passes, played, player, record

from route_opt.auditing import Audit, RunAudit
from route_opt.rules.dividends import kept, kept_by_minor, on_shares


def test_1830_shares_in_the_pool_pay_the_corporation() -> None:
    """20.3: of PRR A keeps 30% after a sale, B 20%, C 10%; 10% lie in the pool."""
    sale = player(1, "sell_shares", shares=["PRR_2"], percent=10)
    traded = [*passes(2, 3), sale, *passes(2, 3, 1)]
    first, rest = ALTOONA[:4], ALTOONA[7:]
    (one,) = played(record("1830", *PRR, *first, *traded, *rest, RUN))
    assert (one.shares, one.to_corporation) == ({"A": 30, "B": 20, "C": 10}, 10)


def test_what_a_company_keeps() -> None:
    """1846 6.4 leaves it its half rounded down, 1870 up; a minor gives its owner the larger."""
    assert [kept(190, kind, "down") for kind in ("full", "half", "withhold")] == [0, 90, 190]
    assert kept(190, "half", "up") == 100
    assert kept(200, "half", "up") == kept(200, "half", "down") == 100
    assert kept_by_minor(55) == 27


def test_halves_to_the_dollar_pay_whole_dollars_a_share() -> None:
    """The first games of 1846 on the site: of 170 it keeps 85, and pays 8 on each of ten shares."""
    assert kept(170, "half", "dollar") == 85
    assert on_shares(85, 20) == 16
    assert on_shares(90, 20) == 18  # the book's 80 kept and 9 a share


def test_the_worst_run_is_the_one_that_lost_most() -> None:
    fields: dict[str, Any] = {field.name: None for field in msgspec.structs.fields(RunAudit)}
    rows = [
        RunAudit(**fields | {"action": action, "lost": lost})
        for action, lost in ((1, 10), (2, 0), (3, 40), (4, 40), (5, 20))
    ]
    worst = Audit("a game", runs=rows).worst
    assert worst is not None
    assert worst.action == 3  # the first of equals
    assert Audit("a game", runs=rows[1:2]).worst is None
