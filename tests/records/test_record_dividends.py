"""Whose shares a dividend is paid on, and the run that left most on the table."""

from __future__ import annotations

import msgspec
from game_records import after, corporation, player, record, start

from route_opt.audit import Audit, RunAudit


def test_1830_shares_in_the_pool_pay_the_corporation() -> None:
    """20.3: of PRR 1 keeps 30% after a sale, 2 has 20%, 10% lie in the pool, 40% are unsold."""
    sale = player(1, "sell_shares", shares=["PRR_1"], percent=10)
    game = after(record("1830", *start("PRR", holders={1: 40, 2: 20}), sale))
    assert game.dividend_shares("PRR") == ({"1": 30, "2": 20}, 10)


def test_1846_shares_in_the_market_pay_nobody() -> None:
    """6.4: NYC has issued 10% of its 60%; the 50% left are its own, those issued are not."""
    issue = corporation("NYC", "sell_shares", shares=["NYC_5"], percent=10)
    game = after(record("1846", *start("NYC", holders={1: 40}, price="100,0,10"), issue))
    assert game.dividend_shares("NYC") == ({"1": 40}, 50)


def test_the_worst_run_is_the_one_that_lost_most() -> None:
    fields = {field.name: None for field in msgspec.structs.fields(RunAudit)}
    rows = [
        RunAudit(**fields | {"action": action, "lost": lost})
        for action, lost in ((1, 10), (2, 0), (3, 40), (4, 40), (5, 20))
    ]
    worst = Audit("a game", runs=rows).worst
    assert worst is not None
    assert worst.action == 3  # the first of equals
    assert Audit("a game", runs=rows[1:2]).worst is None
